"""Rulings of directors: an adjusted score over a slot, its withdrawal, its history; penalties."""
