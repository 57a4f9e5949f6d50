"""Entries of the ledger that an admin books by hand: adjustments, opening balances, and their reversal."""
