"""What the pages of the ledger show: a statement folded by month and evening, and the club's table as chosen."""
