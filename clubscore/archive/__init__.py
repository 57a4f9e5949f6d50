"""Export of the whole club as one ZIP (rows, tables, PBN), and its restoration elsewhere.

Knows every app and is known by none. Has no models of its own.
"""
