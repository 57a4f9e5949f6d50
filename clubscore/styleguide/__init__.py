"""Every component of the pages, beside each other by day and by night, for the member who changes how Clubscore
looks."""
