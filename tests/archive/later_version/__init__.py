"""A version to come: a deal has one column more, which a migration fills for the deals that are there."""
