"""Bakehouse's tests: how they are written stands in README.md beside this file."""
