"""Tests of Bakehouse; README.md beside this file describes how they are written."""
