"""Bringing a club back from a file: a copy of SQLite, a dump of PostgreSQL, an archive; onto either database."""
