"""Commands for a terminal: options in, text out. The rules do not import this package."""
