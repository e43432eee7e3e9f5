"""Commands beside the game. A tool has `add_arguments(parser)` and `run(args, environ)`."""
