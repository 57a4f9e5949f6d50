"""Changes while play is on: when a pair comes late or leaves, and when seats or boards were wrong.

Every proposal keeps the rounds that were played, breaks no rule in later rounds, and says its price.
"""
