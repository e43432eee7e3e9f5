"""Input devices: each turns what a person does into an `actions` record, and nothing else."""
