"""Corrections: after play a side asks for another result, the other side answers, and a director decides (Law 79)."""
