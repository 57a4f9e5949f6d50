"""Tablets on the tables of the tests."""

from django.http import HttpResponse
from django.test import Client

from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.play.tablet.keys import know_device
from clubscore.duplicate.play.tablet.services import lay_tablet
from tests.factories import NOON


def laid(session: Session, *, table: int = 1) -> Tablet:
    """Return the tablet of this table, which is laid there and in use."""
    return lay_tablet(
        session=session,
        letter="A",
        table=table,
        by=session.director,
        now=NOON,
        is_here=True,
    )


def device_of(*tablets: Tablet, client: Client | None = None) -> Client:
    """Return a browser that these tablets' cookies make the device on their tables: `client`, or a new one."""
    found = client or Client()
    for tablet in tablets:
        know_device(answer := HttpResponse(), tablet)
        found.cookies.update(answer.cookies)
    return found
