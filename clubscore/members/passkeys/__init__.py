"""Passkeys: signing in and joining with the lock of a phone, for clubs with a fixed HTTPS name."""
