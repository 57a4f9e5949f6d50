"""The club's own words on the privacy page."""

from clubscore.privacy.models import ClubWords


def newest_words() -> ClubWords | None:
    """The club's newest words; None if the club has written none."""
    return ClubWords.objects.order_by("-pk").first()
