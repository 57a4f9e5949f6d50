"""People: accounts and guests, signing in and out. Knows nothing of tables, rubbers or points."""
