"""Results of a session of pairs as the files that other programs read."""
