"""The secretary's desk: what the club's week asks for, and who did what. Has no models of its own."""
