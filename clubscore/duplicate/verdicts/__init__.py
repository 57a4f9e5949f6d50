"""Decisions about a board: rulings, groups, penalties, unplayed boards, corrections, appeals; and their history."""
