"""Screens: each says what is to be seen (frames) and to be done (effects), and does neither."""
