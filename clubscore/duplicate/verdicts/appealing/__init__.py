"""Appeals: a side appeals a ruling at its table in time, and a director who did not rule decides it (Laws 92, 93)."""
