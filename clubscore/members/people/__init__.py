"""The list of members and their records: guests, roles, leaving and coming back."""
