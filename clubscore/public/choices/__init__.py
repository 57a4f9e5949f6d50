"""The club's choice of what is public, and members' wishes not to be named."""
