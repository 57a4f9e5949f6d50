"""Movements of duplicate bridge: generated, read from files, checked, and changed while they are played."""
