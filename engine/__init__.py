"""The game itself: Baker's family of solitaires as pure values, without screen, clock or file."""
