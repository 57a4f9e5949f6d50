"""Substitutes: who sits at a place of an entry in which rounds."""
