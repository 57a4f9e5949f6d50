"""Signing in: sessions, passwords, PINs, and limits on attempts."""
