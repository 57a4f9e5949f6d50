"""The contents of the public pages as JSON, for programs that have a token."""
