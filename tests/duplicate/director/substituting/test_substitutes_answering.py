"""Only the other side answers a request, even if a substitute has come in since: the side that asked never does."""

from uuid import uuid4

import pytest

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Correction, PlayProposal
from clubscore.duplicate.outcomes.results import AGREED, DIFFERS, results_of
from clubscore.duplicate.play.entering.services import answer_proposal
from clubscore.duplicate.results.publishing.own_boards import own_boards
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.verdicts.correcting.services import (
    Asked,
    answer_request,
    ask,
    withdraw,
)
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import parse_deal
from scoring.movements.howell import howell
from tests.duplicate.director.substituting.test_substitutes import (
    played_on,
    put_in,
    signed_in,
    slots_in,
)
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import at, recorded
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Return a session of two tables in the first of three rounds, in which Anna and Ben are number 1."""
    return in_play(member("Ruth"), howell(2), count=4)


def named(name: str) -> Member:
    return Member.objects.get(name=name)


def others_at(session, slot) -> list[Member]:
    """Return the two opponents of Anna in this slot."""
    there = at(session, slot)
    return [
        player
        for player in there.players.values()
        if there.side_of(player) is not there.side_of(named("Anna"))
    ]


def standing(session, slot) -> str:
    return results_of(session.pk)[slot].standing(at(session, slot).sides)


def answer(session, slot, by, *, accept=True):
    proposal = PlayProposal.objects.get()
    answer_proposal(
        session_id=session.pk,
        slot=slot,
        proposal_id=proposal.pk,
        accept=accept,
        key=uuid4(),
        by=by,
        now=NOON,
    )


@pytest.fixture
def contested(session):
    """Return a slot whose result Ben disputed before Tim came in as his substitute."""
    slot = slots_in(session, 1)[0]
    recorded(session, slot, "4sn=", by=others_at(session, slot)[0])
    recorded(session, slot, "4sn-1", by=named("Ben"), seen=0)
    put_in(session, "Tim", from_round=1, is_sure=True)
    return slot


@pytest.mark.parametrize("name", ["Anna", "Tim"])
def test_a_pair_does_not_accept_its_own_other_result_after_who_said_it_was_replaced(
    session, contested, name
):
    address = f"/duplicate/{session.pk}/rounds/1/A/{contested.table}/boards/{contested.board}/"
    assert "take mine back" in signed_in(name).get(address).content.decode()
    with pytest.raises(Refused, match="The other side answers that"):
        answer(session, contested, named(name))
    assert standing(session, contested) == DIFFERS
    answer(session, contested, named(name), accept=False)
    assert standing(session, contested) == AGREED


def test_the_other_side_accepts_what_somebody_said_who_was_replaced_since(
    session, contested
):
    answer(session, contested, others_at(session, contested)[0])
    assert PlayProposal.objects.get().answer == PlayProposal.Answer.ACCEPTED


def test_neither_side_answers_where_nobody_can_tell_for_whom_somebody_spoke(
    session, contested
):
    other = next(number for number in at(session, contested).row.seated if number != 1)
    put_in(session, "Ben", from_round=1, number=other, is_sure=True)
    address = f"/duplicate/{session.pk}/rounds/1/A/{contested.table}/boards/{contested.board}/"
    for who in (named("Anna"), named("Ben"), others_at(session, contested)[0]):
        page = signed_in(who.name).get(address).content.decode()
        assert (
            "Both stand until you agree" in page
            and "take mine back" not in page
            and "Ben is right" not in page
        )
        for accept in (True, False):
            with pytest.raises(Refused, match="Call the director"):
                answer(session, contested, who, accept=accept)


def test_a_pair_does_not_confirm_its_own_correction_after_who_asked_was_replaced(
    session,
):
    played_on(session)
    end_play(session=session, by=session.director, now=NOON)
    slot = slots_in(session, 2)[0]
    facts = parse_deal("4sn-1")
    asked = Asked(
        facts=facts,
        error=Correction.Error.SCORE,
        why="One down",
        seen_version=1,
        key=uuid4(),
    )
    correction = ask(session=session, slot=slot, asked=asked, by=named("Ben"), now=NOON)
    put_in(session, "Tim", from_round=2, is_sure=True)

    def is_asked(who: Member) -> bool:
        return next(
            each for each in own_boards(load(session.pk), who) if each.slot == slot
        ).is_asked

    assert not is_asked(named("Anna")) and not is_asked(named("Tim"))
    assert is_asked(others_at(session, slot)[0])
    address = f"/duplicate/{session.pk}/rounds/2/A/{slot.table}/boards/{slot.board}/correction/"
    requests = [
        signed_in(name).get(address).context["requests"][0] for name in ("Anna", "Tim")
    ]
    assert [(each.may_answer, each.may_withdraw) for each in requests] == [
        (False, True)
    ] * 2
    for name in ("Anna", "Tim"):
        with pytest.raises(Refused, match="The other side of the table answers that"):
            answer_request(
                correction=correction, confirm=True, by=named(name), now=NOON
            )
    with pytest.raises(Refused, match="The side that asked takes it back"):
        withdraw(correction=correction, by=others_at(session, slot)[0], now=NOON)
    withdraw(correction=correction, by=named("Anna"), now=NOON)
    correction.refresh_from_db()
    assert correction.decision == Correction.Decision.WITHDRAWN
