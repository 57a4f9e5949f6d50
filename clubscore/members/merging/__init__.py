"""Two records of one person."""
