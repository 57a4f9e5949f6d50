"""A match of two teams that has been played, and its pages."""

from django.test import Client

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from scoring.contest.rules import ContestRules
from scoring.movements.teams import teams
from tests.duplicate.other_forms import in_teams
from tests.duplicate.recorded import recorded
from tests.factories import NOON

IMPS, VICTORY_POINTS, BAM = (
    ContestRules(scoring="team-imps"),
    ContestRules(scoring="team-imps", matches="vp"),
    ContestRules(scoring="bam"),
)


def signed_in(who: Member | str) -> Client:
    client = Client()
    client.force_login(Member.objects.get(name=who) if isinstance(who, str) else who)
    return client


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def match(**opening: object) -> Session:
    """Return a match of two teams over two boards: 4♠ is made in one room only, and 3NT is made in both."""
    session = in_teams(
        movement=teams(2, rounds=2),
        boards_a_round=1,
        **{"rules": VICTORY_POINTS} | opening,
    )
    lines = {(1, 1): "4sn=", (1, 2): "4sn-1", (2, 1): "3nn=", (2, 2): "3nn="}
    for round in (1, 2):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for slot, _ in slots_of(load(session.pk)):
        recorded(session, slot, lines[slot.board, slot.table])
    session.refresh_from_db()
    return session
