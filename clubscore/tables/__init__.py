"""Tables, the members who sit at them, and cutting for partners.

The app knows members, but no deals and no points.
"""
