"""Bakehouse as an appliance: all between the pure engine and the panel, the fingers, the plug."""

__version__ = "0.1.0"
