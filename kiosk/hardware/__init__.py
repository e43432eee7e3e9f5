"""Profiles, pins, battery, power, LEDs."""
