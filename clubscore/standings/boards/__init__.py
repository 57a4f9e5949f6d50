"""A member's boards at duplicate in figures: by role, contract, opening lead and partner, each with its range."""
