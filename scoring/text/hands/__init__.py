"""Boards with their cards as text: reads and writes PBN, writes DUP for dealing machines, seals a set."""
