"""By which addresses the club is reached, and what is said under another."""
