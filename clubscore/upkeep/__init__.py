"""The upkeep of an installation: its versions, its setup, and the preparations of a start."""
