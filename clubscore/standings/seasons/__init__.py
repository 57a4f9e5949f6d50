"""The standings of a season, the services that open and close seasons, and the audit of published tables."""
