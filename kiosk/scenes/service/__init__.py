"""Screens of the service menu, which is protected by a PIN."""
