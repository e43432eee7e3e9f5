"""The screens before a game: what calls for players, the title, and the choice of a deal."""
