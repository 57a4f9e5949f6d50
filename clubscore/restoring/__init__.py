"""Restoring a club from an SQLite copy, a PostgreSQL dump or an archive, onto either database."""
