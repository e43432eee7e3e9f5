"""The solver in a process of its own, beside the game."""
