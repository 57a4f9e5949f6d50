"""Monitoring: figures of all processes, e-mails about errors, and requests from the server's own computer."""
