"""The page on which the admins choose the house rules; their row in the database is in models/house_rules.py."""
