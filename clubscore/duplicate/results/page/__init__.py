"""The pages that everybody sees: the list of sessions, and one with who sits where in which round."""
