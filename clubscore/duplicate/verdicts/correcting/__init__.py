"""Correcting: another result asked for after play, answered by the other side, decided by who directs (Law 79)."""
