"""The privacy page, and the words of the club on it."""
