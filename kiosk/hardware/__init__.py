"""Hardware profiles, pins, indicators, battery and power."""
