"""The results of a table: recorded once, by one of its four, agreed by the other side, corrected during the round."""

from uuid import uuid4

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Play, PlayProposal, PlaySignature
from clubscore.duplicate.outcomes.results import AGREED, DIFFERS, ENTERED, results_of
from clubscore.duplicate.play.entering.refusals import ResultChanged
from clubscore.duplicate.play.entering.services import answer_proposal, sign_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from scoring import Side
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import at, player, recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


@pytest.fixture
def session():
    return in_play()


def standing(session, slot=FIRST):
    return results_of(session.pk)[slot].standing(at(session, slot).sides)


def answer(session, *, accept, by):
    proposal = PlayProposal.objects.get()
    return answer_proposal(
        session_id=session.pk,
        slot=FIRST,
        proposal_id=proposal.pk,
        accept=accept,
        key=uuid4(),
        by=by,
        now=NOON,
    )


def test_a_result_is_recorded_with_who_held_the_cards_and_the_opponents_agree(session):
    entered = recorded(session, FIRST, "4sn=")
    assert (entered.standing, entered.play.north, entered.play.east) == (ENTERED, 6, 1)
    assert (
        sign_play(
            session_id=session.pk,
            slot=FIRST,
            version=1,
            by=player(session, FIRST, Side.EW),
            now=NOON,
        )
        == AGREED
    )
    assert standing(session) == AGREED


def test_the_same_form_sent_twice_is_one_result(session):
    key = uuid4()
    first, second = (recorded(session, FIRST, "4sn=", key=key) for _ in range(2))
    assert first.play.pk == second.play.pk
    with pytest.raises(KeySpent):
        recorded(session, FIRST, "4sn-1", key=key)
    assert Play.objects.count() == 1


def test_both_sides_enter_the_same_and_have_agreed(session):
    recorded(session, FIRST, "4sn=")
    again = recorded(session, FIRST, "4sn=", by=player(session, FIRST, Side.EW))
    assert (again.standing, Play.objects.count(), PlaySignature.objects.count()) == (
        AGREED,
        1,
        2,
    )


def test_both_sides_enter_different_results_and_both_are_kept(session):
    recorded(session, FIRST, "4sn=")
    assert (
        recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW)).standing
        == DIFFERS
    )
    assert standing(session) == DIFFERS
    assert results_of(session.pk)[FIRST].play.facts.tricks == 10


def test_the_other_side_accepts_another_result_and_both_have_agreed(session):
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW))
    with pytest.raises(Refused, match="other side"):
        answer(session, accept=True, by=player(session, FIRST, Side.EW))
    assert answer(session, accept=True, by=player(session, FIRST)) == AGREED
    result = results_of(session.pk)[FIRST]
    assert (result.play.version, result.play.facts.tricks, standing(session)) == (
        2,
        9,
        AGREED,
    )


def test_who_proposed_another_result_takes_it_back_and_has_agreed(session):
    recorded(session, FIRST, "4sn=")
    east = player(session, FIRST, Side.EW)
    recorded(session, FIRST, "4sn-1", by=east)
    assert answer(session, accept=False, by=east) == AGREED
    assert standing(session) == AGREED


def test_a_withdrawn_proposal_leaves_a_result_that_the_other_side_has_still_to_sign(
    session,
):
    recorded(session, FIRST, "4sn=", by=session.director)
    north = player(session, FIRST)
    start_round(session=session, round=2, by=session.director, now=NOON)
    recorded(session, FIRST, "4sn-1", by=north, seen=1)
    assert answer(session, accept=False, by=north) == ENTERED
    assert standing(session) == ENTERED


def test_after_the_round_only_the_director_changes_a_result(session):
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW))
    start_round(session=session, round=2, by=session.director, now=NOON)
    with pytest.raises(Refused, match="Law 79B"):
        answer(session, accept=True, by=player(session, FIRST))
    assert (
        recorded(session, FIRST, "4ss-2", by=session.director, seen=1).play.version == 2
    )


def test_a_slip_is_corrected_by_its_side_until_the_opponents_agree(session):
    recorded(session, FIRST, "4sn=")
    assert recorded(session, FIRST, "4sn+1", seen=1).play.version == 2
    sign_play(
        session_id=session.pk,
        slot=FIRST,
        version=2,
        by=player(session, FIRST, Side.EW),
        now=NOON,
    )
    assert recorded(session, FIRST, "4sn=", seen=2).standing == DIFFERS


def test_a_side_that_has_not_seen_its_partner_s_entry_is_told(session):
    recorded(session, FIRST, "4sn=")
    with pytest.raises(ResultChanged, match="recorded board 1"):
        recorded(session, FIRST, "4sn+1", seen=0)


def test_nobody_agrees_to_a_version_that_was_replaced(session):
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn+1", seen=1)
    with pytest.raises(ResultChanged):
        sign_play(
            session_id=session.pk,
            slot=FIRST,
            version=1,
            by=player(session, FIRST, Side.EW),
            now=NOON,
        )


@pytest.mark.parametrize(
    ("slot", "expected"),
    [
        (Slot("A", 1, 1, 9), "table 1 plays boards 1–2 in round 1"),
        (Slot("A", 2, 1, 3), "Round 2 has not begun: round 1 is played"),
        (Slot("B", 1, 1, 1), "no table B1"),
        (Slot("A", 1, 4, 1), "no table 4 in round 1"),
    ],
)
def test_a_wrong_board_round_or_table_is_refused_with_what_is_expected(
    session, slot, expected
):
    with pytest.raises(Refused, match=expected):
        recorded(session, slot, "4sn=", by=player(session, FIRST))


def test_a_pair_at_another_table_is_told_where_it_plays(session):
    with pytest.raises(Refused, match="You play at table 2, "):
        recorded(
            session,
            FIRST,
            "4sn=",
            by=player(session, Slot("A", 1, 2, at_table_two(session))),
        )
    with pytest.raises(Refused, match="no place"):
        recorded(session, FIRST, "4sn=", by=member("Walter"))
    assert not Play.objects.exists()


def at_table_two(session):
    state = load(session.pk)
    return state.boards_in(state.sections[0].row_at(1, 2))[0]


def test_a_table_without_two_pairs_has_no_result():
    session = in_play(count=5)
    with pytest.raises(Refused, match="no two pairs"):
        recorded(session, FIRST, "4sn=", by=session.director)


def test_a_needed_lead_is_asked_for_and_one_that_nobody_asks_for_is_refused(session):
    with pytest.raises(Refused, match="does not ask"):
        recorded(session, FIRST, "4sn=", lead="DK")


def test_a_session_that_needs_the_lead_gets_it():
    session = in_play(leads="needed")
    with pytest.raises(Refused, match="needs the card"):
        recorded(session, FIRST, "4sn=")
    assert recorded(session, FIRST, "4sn=", lead="DK").play.lead == "DK"


def test_what_only_rubber_scores_is_refused(session):
    with pytest.raises(Refused, match="no honours"):
        recorded(session, FIRST, "4sn= h4n")


def test_after_play_players_record_nothing(session):
    for round in range(2, 6):
        start_round(session=session, round=round, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    with pytest.raises(Refused, match="is over"):
        recorded(session, FIRST, "4sn=")
