"""Typing in what was written on paper: many deals of a rubber at once, after a look at what they come to."""
