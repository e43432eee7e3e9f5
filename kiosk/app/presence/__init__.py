"""Who is there, and who is not: what input means on every screen, idle time, light."""
