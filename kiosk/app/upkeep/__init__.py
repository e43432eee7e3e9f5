"""What is behind the service menu."""
