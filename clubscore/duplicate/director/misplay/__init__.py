"""Rounds that were played otherwise than planned: the plan is changed to match what was played."""
