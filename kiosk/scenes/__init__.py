"""Screens: each says what is to be seen (a frame) and what is to be done (effects), and does neither."""
