"""A simulated later version: deals have one more column, which a migration fills for the deals that exist."""
