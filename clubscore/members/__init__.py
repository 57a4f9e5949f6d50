"""People: accounts and guests, signing in and out. The app knows nothing of tables, rubbers or points."""
