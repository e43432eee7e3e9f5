"""What hands have to do with: learning buttons, and where touch lies."""
