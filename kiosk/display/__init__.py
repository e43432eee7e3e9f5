"""Window, rotation, brightness and terminal."""
