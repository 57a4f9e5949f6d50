"""The settings of an installation: their names, the file `club.env` that keeps them, their values."""
