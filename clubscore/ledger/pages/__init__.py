"""The contents of the pages of the ledger: a statement folded by month and evening, and the club's table as chosen."""
