"""Building blocks of screens."""
