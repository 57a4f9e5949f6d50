"""Rubbers and their deals: recording, undoing, stopping, the live sheet; a finished rubber posts to the ledger.

Deals are stored as facts, one row for each version, and never edited; `scoring` works out the scores on every read.
"""
