"""Signals to which other apps answer, because `hands` must not know who plays the boards."""

from django.dispatch import Signal

# `by` is about to look at the cards of `deal_set` before they are open. A receiver that raises services.SetRefused
# prevents it.
looking = Signal()

# The time of the cards of `deal_sets` has come. A receiver returns the ids of those that somebody still has to play:
# they stay sealed.
due = Signal()

# The cards of `deal_set` are about to be open to everybody. A receiver that raises services.SetRefused prevents it.
opening = Signal()
