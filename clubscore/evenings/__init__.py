"""The club's evenings: which rubber belongs to which, and the lower half of the pad, players against rubbers.

It reads rubbers and the books and writes nothing.
"""
