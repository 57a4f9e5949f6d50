"""Unusual combinations in a session: names, withdrawals, hands and final results that meet unplanned."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.changing.queries import rounds_ways
from clubscore.duplicate.director.dealing.services import deal_hands
from clubscore.duplicate.director.directing.services import cancel, name_deputy
from clubscore.duplicate.director.seating.receivers import in_a_session
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import BoardGroup, Penalty
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.services import (
    Asked,
    ask,
    decide,
    withdraw,
)
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.hands.services import SetRefused, look, open_set
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring import Side, parse_deal
from tests.duplicate.director.changing.test_withdrawal import gone_home
from tests.duplicate.director.changing.test_withdrawal import played as rounds_played
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.recorded import player, recorded
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
LATE = NOON + timedelta(minutes=31)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_a_session_may_have_any_name_that_a_form_takes():
    session = in_play(name="# 2 · Thursday pairs #2")
    recorded(
        session, Slot("A", 1, 1, next(slots_of(load(session.pk)))[0].board), "4sn="
    )
    client = of(session.director)
    assert client.get(f"/duplicate/{session.pk}/ranking/").status_code == 200
    assert client.get(f"/duplicate/{session.pk}/boards/1/").status_code == 200


def test_no_round_is_added_once_everybody_may_see_the_results():
    session = in_play(rounds=3)
    assert 4 in rounds_ways(load(session.pk))
    rounds_played(session, 5)
    assert max(rounds_ways(load(session.pk)), default=0) < 6


def test_no_round_is_added_after_a_pair_went_home():
    session = in_play()
    gone_home(session, 2)
    assert max(rounds_ways(load(session.pk))) < 5


def test_the_number_of_a_pair_that_went_home_is_taken_by_nobody():
    session = in_play()
    gone_home(session, 2)
    late = [member("Mona"), member("Nils")]
    with pytest.raises(Refused, match="Number 2 went home"):
        seat(
            session=session, taken=[Taken("A", 2, late)], by=session.director, now=NOON
        )


def test_who_goes_home_after_this_round_still_plays_it():
    session = in_play()
    anna = load(session.pk).sections[0].players[2][0]
    gone_home(session, 2)
    assert load(session.pk).entry_of(anna) is not None
    assert of(anna).get(f"/duplicate/{session.pk}/table/").status_code == 302
    with pytest.raises(Refused, match="plays as number 2 already"):
        seat(
            session=session,
            taken=[Taken("A", 3, [anna, member("Nils")])],
            by=session.director,
            now=NOON,
        )
    assert in_a_session(kept=anna, merged=member("Karl"))
    rounds_played(session, 2)
    assert load(session.pk).entry_of(anna) is None
    assert in_a_session(kept=anna, merged=member("Lise")), "until the session is over"


def test_what_a_cancelled_pair_left_unplayed_is_not_missing_and_not_expected():
    session = in_play()
    state = load(session.pk)
    for slot, row in slots_of(state):
        if slot.round == 1 and 2 not in row.seated:
            recorded(session, slot, "1ne=")
    gone_home(session, 2)
    rounds_played(session, 5)
    state, results = load(session.pk), results_of(session.pk)
    assert missing_in(state, results) == []
    scores = scores_of(state, results)
    steps = [
        step
        for each in scores.result.slots
        for award in (each.ns, each.ew)
        if award
        for step in award.steps
    ]
    assert steps
    assert not any("factor" in step for step in steps)


def test_an_admin_who_plays_neither_looks_at_the_cards_nor_opens_them():
    session = in_play(member("Olga", role=Role.ADMIN))
    made = deal_hands(session=session, name="Tonight", by=session.director, now=NOON)
    anna = load(session.pk).sections[0].players[1][0]
    with pytest.raises(SetRefused, match="You play in"):
        look(seen=made, by=anna, now=NOON)
    with pytest.raises(SetRefused, match="still to be played"):
        open_set(opened=made, by=session.director, now=NOON)
    rounds_played(session, 5)
    open_set(opened=made, by=session.director, now=NOON)


def test_a_director_who_played_the_board_does_not_decline_and_nobody_takes_back_what_is_decided():
    session = played()
    slot = next(slots_of(load(session.pk)))[0]
    asked = Asked(parse_deal("6ss="), "score", "so it was", 1, uuid4())
    north = player(session, slot)
    correction = ask(session=session, slot=slot, asked=asked, by=north, now=NOON)
    east = player(session, slot, Side.EW)
    name_deputy(session=session, member=east, by=session.director, now=NOON)
    with pytest.raises(Refused, match="You played this board yourself"):
        decide(correction=correction, grounds=None, reason="no", by=east, now=NOON)
    type(correction).objects.filter(pk=correction.pk).update(
        decision="proposed",
        decided_by=session.director,
        decided_at=NOON,
        decided_for="found",
        late=True,
        clause="79C2",
    )
    with pytest.raises(Refused, match="as long as nobody has decided"):
        withdraw(correction=correction, by=north, now=NOON)


def test_groups_and_penalties_change_nothing_that_is_final():
    session = played()
    published(session)
    slot = next(slots_of(load(session.pk)))[0]
    taking = Taking("A", 1, 2_500, "%", "90B1", "late", uuid4())
    with pytest.raises(Refused, match="what was published is final"):
        penalise(session=session, taking=taking, by=session.director, now=LATE)
    with pytest.raises(Refused, match="what was published is final"):
        group_board(
            session=session,
            board=slot.board,
            groups={slot: "b"},
            reason="so",
            by=session.director,
            now=LATE,
        )
    assert (Penalty.objects.count(), BoardGroup.objects.count()) == (0, 0)
    penalise(session=session, taking=taking, by=session.director, now=NOON)


def test_a_session_with_a_ruling_or_that_is_over_is_not_cancelled():
    session = in_play()
    ruled(session, Slot("A", 1, 1, next(slots_of(load(session.pk)))[0].board), "NP")
    with pytest.raises(Refused, match="not cancelled"):
        cancel(session=session, reason="rain", by=session.director, now=NOON)
    otto = member("Otto")
    over = played(otto, family="Over", name="Over")
    with pytest.raises(Refused, match="is over"):
        cancel(session=over, reason="rain", by=otto, now=NOON)
