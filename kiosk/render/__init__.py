"""The only place that knows pixels: theme, text, painter and the comparing canvas."""
