"""The server around the pages: whole requests in, whole answers out, a time limit on whoever is slow."""
