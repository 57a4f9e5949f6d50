"""Signals that apps above this one receive, because `members` must not import an app above it, such as `tables`."""

from django.dispatch import Signal

# `member` leaves the club at `now`, as `by` says. A receiver that raises services.CannotLeave prevents it.
leaving = Signal()

# `member` is about to lose the right to play, as `by` says. A receiver that raises services.RoleRefused prevents it.
silencing = Signal()

# `merged` would become one with `kept`. A receiver writes nothing and returns its reasons against it, in sentences.
weighing_a_merge = Signal()

# `kept` and `merged` are locked, to be made one or parted by the admin `by`. A receiver writes nothing, and locks what
# it will write when that has happened, in the order of docs/architecture.md. A receiver that raises
# merging.services.MergeRefused prevents it.
before_merging = Signal()

# `merged` has become one with `kept` at `now`, in this transaction, or is parted from it again. A receiver that raises
# merging.services.MergeRefused prevents it.
merging = Signal()
parting = Signal()
