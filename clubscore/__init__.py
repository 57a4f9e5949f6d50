"""Clubscore: the web app of a bridge club, one package an app; the rules of the games live in the `scoring` package."""

__version__ = "1.0.0"
