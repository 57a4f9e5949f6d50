"""Duplicate sessions: who plays whom on which boards, and every result of it.

This app keeps the facts. `scoring.contest` folds them to awards and places, `scoring.movements` makes and proves the
plans. It does not know rubbers.
"""
