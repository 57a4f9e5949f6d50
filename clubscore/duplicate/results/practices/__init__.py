"""The conventions by which a club scores duplicate: its choice, and the words for the conventions of a session."""
