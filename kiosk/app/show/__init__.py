"""The stack of scenes, the games that come onto the table, and what effects do."""
