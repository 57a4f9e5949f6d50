"""The upkeep of an installation: its versions, setting it up, what a start prepares."""
