"""Passkeys: signing in and joining with the lock of a phone, where the club has a fixed HTTPS name."""
