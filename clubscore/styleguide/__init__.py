"""Every component of the pages, beside each other by day and by night, for whoever changes how Clubscore looks."""
