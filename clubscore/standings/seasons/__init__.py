"""The standings of a season; seasons opened and closed; the audit of published tables."""
