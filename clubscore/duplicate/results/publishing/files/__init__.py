"""The files of a publication, in parts: the results as files have them, their players and lines, and tables."""
