"""Theme, fonts, painter and the canvas that repaints only differences."""
