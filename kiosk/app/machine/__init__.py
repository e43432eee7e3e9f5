"""The edges of the program: panel, window, pins, power, signals, what the kernel tells."""
