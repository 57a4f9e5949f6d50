"""The line-up of a team: its members, their seats and their rounds."""
