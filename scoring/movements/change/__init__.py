"""Changes while play is on: when a pair comes late or leaves, and when seats or boards were wrong.

Every proposal keeps what was played, keeps the rules together with it, and says its price.
"""
