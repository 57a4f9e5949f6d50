"""Who sat where is corrected by a majority until the net score is agreed: wrong computation (Law 78)."""


import pytest

from clubscore.rubbers.consent.cards.motion import motion_card
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import Motion, Rubber
from clubscore.rubbers.motions import services
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, Side
from tests.factories import rubber_in_play
from tests.rubbers.motions.asking import LATER, answer

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
FOUR_DEALS = ("2sn=", "4se-1", "4ss=", "1nn=")
"""Anna & Cleo 920 as entered. If Ben and Cleo sat in each other's seats, Ben & Dan won the game of Cleo."""


@pytest.fixture
def chicago(db) -> Rubber:
    """A round of Chicago that is over and not agreed: Anna & Cleo against Ben & Dan on the sheet."""
    return rubber_in_play(lines=FOUR_DEALS, system="chicago")


def correct_seats(rubber: Rubber, *, seat: Seat = N, by=None, swap="ES") -> Motion:
    rubber.refresh_from_db()
    state = load(rubber.pk)
    return services.move(
        state=state,
        kind=Motion.Kind.SEATS,
        reason="Anna played with Ben",
        seen_revision=rubber.revision,
        by=by or state.players[seat],
        now=LATER,
        swap=swap,
    )


def totals(rubber: Rubber) -> tuple[int, int]:
    sheet = load(rubber.pk).sheet
    return sheet.totals[Side.NS].total, sheet.totals[Side.EW].total


def test_look(chicago):
    print(load(chicago.pk).names, totals(chicago))
    motion = correct_seats(chicago)
    state = load(chicago.pk)
    card = motion_card(RubberDesk(state, state.players[S]), state.motions[0])
    print(card)
    answer(chicago, motion, E)
    answer(chicago, motion, W)
    print(motion.state, load(chicago.pk).names, totals(chicago))
    h = history_of(load(chicago.pk))
    for v in h.rows:
        print(v.words, v.action, v.consent)
    for e in h.events:
        print(e.words)
    assert 0
