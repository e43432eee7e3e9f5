"""The table on which a game is played, what lies on it, and what a touch there means."""
