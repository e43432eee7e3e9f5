"""What tests share: tables drawn in text, the slow oracle."""
