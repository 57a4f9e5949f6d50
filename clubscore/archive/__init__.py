"""Everything leaves whenever the club wants: one ZIP of every row, tables and PBN; and it can come in again.

Knows every app and is known by none. Has no models of its own.
"""
