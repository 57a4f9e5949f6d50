"""The line-up of a team: who of its members sits where in which rounds."""
