"""Answers to the questions before the next round and the end of play."""

from django.http import HttpResponse
from django.test import Client

from clubscore.duplicate.models import Session


def end_when_asked(director: Client, session: Session, round: int) -> HttpResponse:
    """Let a director end play after this round, with what is open as the question shows it."""
    address = f"/duplicate/{session.pk}/director/ending/"
    left = director.get(address).context["left"].mark
    return director.post(address, {"round": round, "left": left})


def begin_when_asked(director: Client, session: Session, round: int) -> HttpResponse:
    """Let a director begin this round, with what is open as the question shows it."""
    address = f"/duplicate/{session.pk}/director/rounds/"
    left = director.get(address).context["left"].mark
    return director.post(address, {"round": round, "left": left})
