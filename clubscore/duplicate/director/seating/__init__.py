"""Seating: entries take numbers by a list, from the room, or by the code on the table."""
