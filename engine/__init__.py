"""The game itself: Baker's family of solitaires as pure values; it knows no screen, clock, file or thread."""
