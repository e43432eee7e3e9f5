"""The engine's shell: what its commands read and answer. The rules know nothing of it."""
