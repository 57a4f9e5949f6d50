"""A small demonstration club for trying Clubscore out, made only through the services."""
