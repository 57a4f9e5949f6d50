"""The club's evenings: the rubbers of each evening, and their results as a table of players against rubbers.

It reads rubbers and the books and writes nothing.
"""
