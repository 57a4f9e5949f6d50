"""Sessions that were played and scored elsewhere: their files, read."""
