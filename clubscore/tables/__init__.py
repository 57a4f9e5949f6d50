"""Tables, the members who sit at them, and cutting for partners. Knows members; knows nothing of deals or points."""
