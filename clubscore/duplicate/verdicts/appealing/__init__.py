"""Appealing: a pair appeals a ruling at its table in the time, and somebody who did not rule hears it (Laws 92, 93)."""
