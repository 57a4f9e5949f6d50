"""The club's own words on the privacy page."""

from clubscore.privacy.models import ClubWords


def newest_words() -> ClubWords | None:
    """Those that count; None where the club has said nothing."""
    return ClubWords.objects.order_by("-pk").first()
