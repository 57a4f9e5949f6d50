"""Changing horses: what can be done when somebody comes late, leaves, or sat or played wrongly.

Every proposal keeps what was played, is proved together with it, and says its price.
"""
