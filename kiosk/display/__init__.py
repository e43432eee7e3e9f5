"""The window: SDL, rotation, brightness, terminal."""
