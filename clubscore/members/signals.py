"""What other apps hear of people, because this one knows nothing of tables."""

from django.dispatch import Signal

# `member` leaves the club at `now`. Whoever listens may raise services.CannotLeave, and then nobody leaves.
leaving = Signal()
