"""Draws of the rounds of a Swiss: from the standings, drawn again, or changed by hand."""
