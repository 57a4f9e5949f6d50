"""Every component of the pages by day and by night, for developers who change the look of Clubscore."""
