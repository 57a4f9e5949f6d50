"""A refusal shows the current result, even to a director who had seen another one when sending the request."""

import pytest

from clubscore.duplicate.outcomes.desk import SessionDesk, board_desk
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import recorded

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def test_results_that_were_read_before_a_write_are_read_again_for_its_refusal():
    session = in_play()
    desk = board_desk(SessionDesk(load(session.pk), session.director), FIRST)
    assert FIRST not in desk.whole.results and FIRST not in desk.results
    recorded(session, FIRST, "4sn=")
    assert FIRST not in desk.whole.results
    newest = desk.with_results_read_again()
    assert (
        newest.whole.results[FIRST].play.version
        == newest.results[FIRST].play.version
        == 1
    )
    assert (newest.by, newest.slot, newest.tablet) == (desk.by, desk.slot, desk.tablet)
