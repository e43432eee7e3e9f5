"""Input devices: keyboard, gamepad, pointer, GPIO; each turns its events into ours."""
