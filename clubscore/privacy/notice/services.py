"""Writes the club's own words on the privacy page."""

from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.privacy.models import ClubWords


def say(*, contact: str, words: str, by: Member, now: datetime) -> ClubWords:
    """Put the contact and these words on the privacy page, and return their new row.

    Earlier rows stay in the database.
    """
    with write_transaction():
        return ClubWords.objects.create(contact=contact, words=words, by=by, at=now)
