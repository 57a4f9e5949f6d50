"""The house rules as the admins choose them; the rows are in models/house_rules.py."""
