"""The solver at work beside the game, in a process of its own."""
