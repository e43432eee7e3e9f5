"""A book whose leaves are turned: the rules of a game, its examples, and what books are made of."""
