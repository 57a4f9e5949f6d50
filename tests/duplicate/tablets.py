"""Devices on the tables of the tests."""

from django.http import HttpResponse
from django.test import Client

from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.play.tablet.keys import know_device
from clubscore.duplicate.play.tablet.services import lay_tablet
from tests.factories import NOON


def laid(session: Session, *, table: int = 1) -> Tablet:
    """A device that lies on a table already."""
    return lay_tablet(
        session=session,
        letter="A",
        table=table,
        by=session.director,
        now=NOON,
        is_here=True,
    )


def device_of(*tablets: Tablet, client: Client | None = None) -> Client:
    """The browser of that device, or this one as that device."""
    found = client or Client()
    for tablet in tablets:
        know_device(answer := HttpResponse(), tablet)
        found.cookies.update(answer.cookies)
    return found
