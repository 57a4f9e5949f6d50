"""A pair withdraws from a Swiss of pairs: later draws leave it out, and its opponent has the bye of the round."""

import pytest
from django.test import Client

from clubscore.duplicate.director.changing import services
from clubscore.duplicate.director.changing.queries import way_in_words, withdrawal_ways
from clubscore.duplicate.director.changing.services import withdraw
from clubscore.duplicate.director.drawing.queries import standings
from clubscore.duplicate.models import Plan, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.unplayed import missing_in, unplayed
from clubscore.duplicate.session.loading import load
from clubscore.refusals import Refused
from scoring.movements.check import Breach, BrokenMovement, check
from scoring.said import said
from tests.duplicate.recorded import recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.swiss import (
    begun,
    draw_of,
    drawn,
    played,
    slots_in,
    swiss,
    swiss_of_pairs,
)
from tests.factories import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
STANDS = "What it has played stands."


def ways(session: Session, number: int) -> list[str]:
    state = load(session.pk)
    return [str(way.text) for way in withdrawal_ways(state, state.sections[0], number)]


def gone_home(session: Session, number: int, *, way: int = 0) -> Plan:
    coming = load(session.pk).round + 1
    return withdraw(
        session=session,
        letter="A",
        number=number,
        way=way,
        from_round=coming,
        by=session.director,
        now=NOON,
    )


def points(session: Session) -> dict[int, float]:
    scores = scores_of(load(session.pk), results_of(session.pk))
    return {
        scores.entry(row.entry)[1]: float(row.score)
        for row in scores.result.lists[0].rows
    }


def test_between_rounds_it_is_drawn_no_more_and_what_it_played_stands():
    session = swiss_of_pairs(6, begun=1)
    played(session, {1, 3, 5})
    assert ways(session, 2) == [f"Round 2 is drawn without it. {STANDS}"]
    gone_home(session, 2)
    drawn(session)
    draw = draw_of(session, 2)
    assert sorted([*(each for match in draw.matches for each in match), draw.bye]) == [
        1,
        3,
        4,
        5,
        6,
    ]
    begun(session, 2)
    played(session, {match[0] for match in draw.matches})
    assert points(session).keys() == {1, 3, 4, 5, 6} and points(session)[draw.bye] >= 12
    state = load(session.pk)
    assert (
        check(state.sections[0].movement) == ()
        and unplayed(state, results_of(session.pk)) == []
    )


def test_in_the_middle_of_a_match_its_opponent_has_nobody_to_play():
    session = swiss_of_pairs(6, begun=1)
    at_once = f"It leaves at once: number 1 has nobody to play in round 1. {STANDS}"
    assert at_once in ways(session, 2)
    gone_home(session, 2, way=ways(session, 2).index(at_once))
    played(session, {3, 5})
    assert (
        missing_in(load(session.pk), results_of(session.pk)) == []
        and points(session)[1] == 12
    )


def test_the_director_is_led_there_and_the_ranking_names_who_left():
    session = swiss_of_pairs(6, begun=1)
    client = Client()
    client.force_login(session.director)
    page = client.get(f"/duplicate/{session.pk}/director/").content.decode()
    form = f"/duplicate/{session.pk}/director/withdrawal/"
    assert f'href="{form}"' in page and "A pair goes home" in page
    assert "Choose a pair" in client.get(form).content.decode()
    played(session, {1, 3, 5})
    gone_home(session, 2)
    ranking = client.get(f"/duplicate/{session.pk}/ranking/").content.decode()
    assert (
        f"went home after round 1. {STANDS.replace('it has', 'they have')}"
        in " ".join(ranking.split())
    )


def test_who_is_left_alone_at_once_has_a_second_bye_and_the_next_round_is_drawn():
    session = swiss_of_pairs(5, begun=1)
    played(session, {1, 3})
    drawn(session)
    begun(session, 2)
    # Number 5 had the first bye.
    [other] = (
        a if b == 5 else b for a, b in draw_of(session, 2).matches if 5 in (a, b)
    )
    client = Client()
    client.force_login(session.director)
    way = next(
        way for way, text in enumerate(ways(session, other)) if "at once" in text
    )
    address = f"/duplicate/{session.pk}/director/withdrawal/"
    read = client.get(address, {"pair": f"A{other}"}).context["form"].mark
    chosen = {"pair": f"A{other}", "way": way, "from_round": 3, "read": read}
    assert client.post(address, chosen).status_code == 302
    assert {(1, "A", 5), (2, "A", 5)} <= {*load(session.pk).byes}
    played(session, {1, 3})
    assert points(session)[5] == 24
    drawn(session, 3)
    draw = draw_of(session, 3)
    assert sorted(each for match in draw.matches for each in match) == sorted(
        {1, 2, 3, 4, 5} - {other}
    )


def test_a_way_that_breaks_a_rule_is_refused_with_the_rule(monkeypatch):
    session = swiss_of_pairs(6, begun=1)

    def broken(**chosen):
        raise BrokenMovement(
            (Breach("M5", 2, None, said("pair {entry} sits out twice", entry=3)),)
        )

    monkeypatch.setattr(services, "write_edition", broken)
    with pytest.raises(Refused, match="pair 3 sits out twice"):
        gone_home(session, 2)
    assert load(session.pk).sections[0].withdrawn == {}


def test_a_page_that_is_out_of_date_adopts_no_other_way_than_the_one_read():
    session = swiss_of_pairs(6, begun=1)
    for slot in slots_in(session, 1):
        if slot.table > 1:
            recorded(session, slot, "4sn=")
    client, address = Client(), f"/duplicate/{session.pk}/director/withdrawal/"
    client.force_login(session.director)
    read = client.get(address, {"pair": "A2"}).context["form"].mark
    assert "at once" in ways(session, 2)[1]
    drawn(session)  # by another director
    chosen = {"pair": "A2", "way": "1", "from_round": 2}
    for stale in (chosen, chosen | {"read": read}):
        answer = client.post(address, stale)
        assert (
            answer.status_code == 422
            and "look at the ways again" in answer.content.decode()
        )
    assert load(session.pk).sections[0].withdrawn == {}
    read = answer.context["form"].mark
    assert (
        f'<input type="hidden" name="read" value="{read}">' in answer.content.decode()
    )
    assert client.post(address, chosen | {"read": read}).status_code == 302
    assert draw_of(session, 2).matches == () and load(session.pk).sections[
        0
    ].withdrawn == {2: 1}


def test_leaving_at_once_says_that_the_next_round_is_to_be_drawn_again():
    session = swiss_of_pairs(6, begun=1)
    for slot in slots_in(session, 1):
        if slot.table > 1:
            recorded(session, slot, "4sn=")
    drawn(session)
    state = load(session.pk)
    way = next(
        way
        for way in withdrawal_ways(state, state.sections[0], 2)
        if "at once" in way.text
    )
    assert way.text == (
        "It leaves at once: number 1 has nobody to play in round 1, and the draw of round 2 is given up: draw it again."
        f" {STANDS}"
    )
    assert way_in_words(way) == [
        "Number 1 sits out round 1.",
        "Round 2 is drawn anew: everybody may sit elsewhere, and meet others.",
    ]
    gone_home(session, 2, way=ways(session, 2).index(str(way.text)))
    assert draw_of(session, 2).matches == ()


@pytest.mark.parametrize(("line", "each"), [("NP", 0), ("A==", 10)])
@pytest.mark.parametrize("of_form", [swiss, swiss_of_pairs])
def test_a_match_that_is_ruled_on_counts_in_the_draw_as_in_the_ranking(
    of_form, line, each
):
    session = of_form(6, begun=1, boards_a_round=7)
    ours = [
        slot
        for slot in slots_in(session, 1)
        if slot.table <= (2 if of_form is swiss else 1)
    ]
    for slot in slots_in(session, 1):
        if slot not in ours:
            recorded(session, slot, "4sn=")
    for slot in ours[:-1]:
        ruled(session, slot, line)
    found = standings(load(session.pk), results_of(session.pk))
    assert (found.undecided, found.points[1], found.points[2]) == (
        int(line == "NP"),
        10,
        10,
    )
    ruled(session, ours[-1], line)
    found = standings(load(session.pk), results_of(session.pk))
    assert (found.undecided, found.points[1], found.points[2]) == (0, each, each)
    ranked = points(session)
    assert ranked.get(1, 0) == ranked.get(2, 0) == each
