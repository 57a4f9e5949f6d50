"""The books: transactions whose postings sum to zero, append-only. Knows members and points, nothing of bridge."""
