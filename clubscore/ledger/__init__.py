"""The books: transactions whose postings sum to zero, append-only.

The app knows members and points, but nothing about bridge.
"""
