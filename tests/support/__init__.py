"""Shared test support: tables drawn in text, the slow oracle."""
