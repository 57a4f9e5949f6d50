"""Signals for apps above this one: `members` must not import `tables`."""

from django.dispatch import Signal

# `member` leaves the club at `now`. A receiver that raises services.CannotLeave prevents it.
leaving = Signal()
