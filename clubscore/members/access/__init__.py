"""Signing in: sessions, passwords, PINs, and how often somebody may try."""
