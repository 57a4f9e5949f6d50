"""Drawing the rounds of a Swiss: from the standings, again, and by hand."""
