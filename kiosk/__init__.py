"""Bakehouse as an appliance: everything between the pure engine and the panel, the fingers and the plug."""
