"""Changing horses: another edition of the plan while it is played."""
