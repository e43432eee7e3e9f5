"""What was won, and how: the page of a win, its initials and replay, figures, high scores."""
