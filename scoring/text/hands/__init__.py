"""Boards with their cards as text: PBN in and out, DUP for dealing machines, the sealed text of a set."""
