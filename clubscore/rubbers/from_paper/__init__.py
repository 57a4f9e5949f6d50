"""Typing in a paper pad: many deals of a rubber at once, after a preview of the sheet."""
