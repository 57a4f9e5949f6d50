"""The page of the member who is signed in.

It shows results, statement and open payments, and has links to the data that the club keeps.
"""
