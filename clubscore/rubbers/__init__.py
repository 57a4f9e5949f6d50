"""Rubbers and their deals: recording, undoing, stopping, the live sheet; a finished rubber posts to the ledger.

Deals are facts, one row a version, never edited; what they score is folded by `scoring` on every read.
"""
