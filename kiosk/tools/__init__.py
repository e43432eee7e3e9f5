"""Commands beside the game: each prints something, or makes a picture."""
