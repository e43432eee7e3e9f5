"""The engine's shell: what its commands read, do and answer. The rules themselves know nothing of it."""
