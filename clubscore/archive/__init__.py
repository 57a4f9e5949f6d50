"""Export of the whole club as one ZIP (rows, tables, PBN), and its restoration elsewhere.

It imports every app, and no app imports it. It has no models.
"""
