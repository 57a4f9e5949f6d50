"""The pages that everybody sees: the list of sessions, and the page of a session with the seats of each round."""
