"""A late pair takes an open number, or a new edition of the plan lets it in, and the page names the price."""

import pytest
from django.test import Client

from clubscore.duplicate.director.changing.queries import (
    late_pair_ways,
    price_in_words,
    withdrawal_ways,
)
from clubscore.duplicate.director.changing.services import let_late_pair_in, withdraw
from clubscore.duplicate.director.seating import services
from clubscore.duplicate.director.seating.queries import sets_of
from clubscore.duplicate.director.seating.services import seat, take
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Plan
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.refusals import Refused
from scoring.movements.change.proposal import Price
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated, start_round
from tests.duplicate.other_forms import in_pairs
from tests.duplicate.recorded import agreed
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def evening(movement):
    """Make a session of this movement in its first round. Returns it, the director's client, and a late pair."""
    session = opened(member("Ruth"), movement)
    players = [
        (member(f"N{number}"), member(f"S{number}")) for number in movement.entries
    ]
    seated(session, players)
    start_round(session=session, round=1, by=session.director, now=NOON)
    client = Client()
    client.force_login(session.director)
    return session, client, pairs(1)[0]


def test_a_late_pair_is_let_in_from_the_next_round_by_an_edition_that_keeps_what_was_played():
    session, client, (anna, ben) = evening(mitchell(5))
    address = f"/duplicate/{session.pk}/director/late-pair/"
    page = client.get(address)
    assert page.context["choices"]
    first = load(session.pk).sections[0].movement
    client.post(
        address,
        {
            "way": "A0",
            "first": anna.pk,
            "partner": ben.pk,
            "from_round": 2,
            "read": page.context["form"].mark,
        },
    )
    section = load(session.pk).sections[0]
    assert [plan.edition for plan in section.plans] == [1, 2]
    assert section.plans[1].reason.startswith("A late pair from round 2: Pair 11")
    assert section.movement.by_round[1] == first.by_round[1]
    assert section.players[11] == [anna, ben]
    assert section.players_in(11, 1) == []


def test_of_half_a_table_the_late_pair_fills_the_empty_seats_and_nobody_else_is_moved():
    session, client, (anna, ben) = evening(howell(3).without(6))
    words = client.get(f"/duplicate/{session.pk}/director/late-pair/").context[
        "choices"
    ][0][1]
    assert words[0].startswith("New guide cards") or words == [
        "Nothing changes for anybody else."
    ]
    let_late_pair_in(
        session=session,
        letter="A",
        way=0,
        from_round=2,
        members=[anna, ben],
        by=session.director,
        now=NOON,
    )
    assert load(session.pk).sections[0].players[6] == [anna, ben]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"from_round": 3}, "moved on"),
        ({"letter": "B"}, "moved on"),
        ({"way": 9}, "Choose one of the ways"),
    ],
)
def test_a_way_that_is_none_any_more_changes_nothing(changes, words):
    session, _, (anna, ben) = evening(mitchell(5))
    chosen = {"letter": "A", "way": 0, "from_round": 2} | changes
    with pytest.raises(Refused, match=words):
        let_late_pair_in(
            session=session,
            members=[anna, ben],
            by=session.director,
            now=NOON,
            **chosen,
        )
    assert Plan.objects.count() == 1


def test_who_plays_already_is_no_late_pair():
    session, client, (anna, _) = evening(mitchell(5))
    plays = load(session.pk).sections[0].players[1][0]
    read = (
        client.get(f"/duplicate/{session.pk}/director/late-pair/").context["form"].mark
    )
    chosen = {
        "way": "A0",
        "first": anna.pk,
        "partner": plays.pk,
        "from_round": 2,
        "read": read,
    }
    assert (
        client.post(f"/duplicate/{session.pk}/director/late-pair/", chosen).status_code
        == 422
    )


def test_an_open_number_is_taken_in_the_round_that_is_played():
    session = in_play(count=5, rounds=2)
    late = (member("Mona"), member("Nils"))
    number = load(session.pk).sections[0].open_numbers[0]
    seat(session=session, taken=[Taken("A", number, late)], by=late[0], now=NOON)
    section = load(session.pk).sections[0]
    assert (section.players_in(number, 1), section.players_in(number, 2)) == (
        [],
        list(late),
    )


def test_a_price_is_told_in_sentences():
    price = Price(((3, 7),), (7,), ((2, 5, 4), (3, 5, 3)), (7,), (1, 4), (9,))
    assert price_in_words(price) == [
        "Number 7 sits out round 3.",
        "2 sets of boards with 3 fewer results.",
        "New guide cards for tables 1, 4.",
        "1 set that only one table plays: not compared.",
    ]
    one = Price((), (), ((2, 5, 4),), (7,), (1,), (8, 9))
    assert price_in_words(one) == [
        "1 set of boards with 1 fewer result.",
        "New guide cards for table 1.",
        "2 sets that only one table plays: not compared.",
    ]
    assert price_in_words(Price((), (), (), (), ())) == [
        "Nothing changes for anybody else."
    ]


def recorded_all(session):
    """Play every round but the last: begin it, and let both sides agree on a result of each board."""
    for round in range(1, load(session.pk).rounds):
        if round > 1:
            start_round(session=session, round=round, by=session.director, now=NOON)
        for slot, _ in list(slots_of(load(session.pk))):
            if slot.round == round:
                agreed(session, slot, "1ne=")


def test_who_went_home_is_not_given_boards_again_in_another_number():
    session = opened(member("Ruth"), mitchell(5))
    seated(
        session,
        [(member(f"N{number}"), member(f"S{number}")) for number in range(1, 10)],
    )
    start_round(session=session, round=1, by=session.director, now=NOON)
    pair = tuple(load(session.pk).sections[0].players[1])
    withdraw(
        session=session,
        letter="A",
        number=1,
        way=0,
        from_round=2,
        by=session.director,
        now=NOON,
    )
    start_round(session=session, round=2, by=session.director, now=NOON)
    [number] = load(session.pk).sections[0].open_numbers
    with pytest.raises(
        Refused,
        match=r"N1 has had boards 1–2 in round 1 already, and would get them again in round \d",
    ):
        seat(
            session=session,
            taken=[Taken("A", number, pair)],
            by=session.director,
            now=NOON,
        )
    fresh = (member("Mona"), pair[1])
    with pytest.raises(Refused, match="S1 has had boards 1–2"):
        seat(
            session=session,
            taken=[Taken("A", number, fresh)],
            by=session.director,
            now=NOON,
        )
    assert load(session.pk).sections[0].open_numbers == [number]


def test_who_comes_back_takes_the_seats_whose_boards_they_have_not_had():
    session = opened(member("Ruth"), mitchell(5))
    seated(
        session,
        [(member(f"N{number}"), member(f"S{number}")) for number in range(1, 11)],
    )
    start_round(session=session, round=1, by=session.director, now=NOON)
    pair = load(session.pk).sections[0].players[1]
    withdraw(
        session=session,
        letter="A",
        number=1,
        way=0,
        from_round=2,
        by=session.director,
        now=NOON,
    )
    start_round(session=session, round=2, by=session.director, now=NOON)
    more = {
        "letter": "A",
        "from_round": 3,
        "members": pair,
        "by": session.director,
        "now": NOON,
    }
    let_late_pair_in(session=session, way=0, **more)
    assert load(session.pk).sections[0].players[11] == pair
    assert sets_of(load(session.pk), pair[0]) == {1: 1}


def test_seats_whose_boards_anybody_may_look_at_already_are_not_offered():
    session, client, (anna, ben) = evening(howell(3).without(6))
    texts = [str(way.text) for way in ways_now(session)]
    assert "Pair 6 fills the empty seats." in texts
    recorded_all(session)
    assert "Pair 6 fills the empty seats." not in [
        str(way.text) for way in ways_now(session)
    ]


def ways_now(session):
    state = load(session.pk)
    return late_pair_ways(state, state.sections[0])


def three_tables_of_five_pairs():
    """Return a session of three tables and five pairs: two of three rounds are played, and number 6 was always open."""
    session = in_pairs(count=5, movement=mitchell(3), rounds=1, boards_a_round=1)
    recorded_all(session)
    return session


def take_number_six(session, first_round):
    state = load(session.pk)
    late = Taken("A", 6, [member("Olga"), member("Otto")])
    take(state=state, taken=late, from_round=first_round, by=session.director, now=NOON)


def test_an_open_number_is_refused_once_anybody_may_see_its_boards():
    session = three_tables_of_five_pairs()
    row = load(session.pk).sections[0].row_of(3, 6)
    client = Client()
    client.force_login(member("Piet"))
    assert client.get(f"/duplicate/{session.pk}/boards/{row.set}/").status_code == 200
    with pytest.raises(
        Refused, match=f"plays boards {row.set} in round 3, and anybody may see"
    ) as refused:
        take_number_six(session, 3)
    assert "Choose another number, or let them in as a late pair." in str(refused.value)


def test_an_open_number_is_refused_where_those_it_would_meet_may_have_seen_the_boards(
    monkeypatch,
):
    session = three_tables_of_five_pairs()
    # Nobody else may.
    monkeypatch.setattr(services, "seen_by", lambda *told: frozenset())
    with pytest.raises(
        Refused, match="in round 3 against somebody who may see their results already"
    ):
        take_number_six(session, 3)


def test_an_open_number_is_taken_as_long_as_its_boards_are_hidden():
    session = in_pairs(count=5, movement=mitchell(3), rounds=1, boards_a_round=1)
    for slot, _ in list(slots_of(load(session.pk))):
        if slot.round == 1:
            agreed(session, slot, "1ne=")
    take_number_six(session, 2)
    assert [member.name for member in load(session.pk).sections[0].players[6]] == [
        "Olga",
        "Otto",
    ]


def test_of_two_who_let_a_pair_in_at_once_the_second_does_not_adopt_a_way_that_nobody_read():
    session, _, late = evening(mitchell(5))
    state = load(session.pk)
    read = late_pair_ways(state, state.sections[0])[0]
    more = {
        "session": session,
        "letter": "A",
        "way": 0,
        "from_round": 2,
        "by": session.director,
        "now": NOON,
    }
    let_late_pair_in(members=late, read=read, **more)
    with pytest.raises(Refused, match="moved on"):
        let_late_pair_in(members=[member("Olga"), member("Piet")], read=read, **more)
    assert Plan.objects.count() == 2


def test_of_two_who_let_pairs_go_home_at_once_the_second_does_not_adopt_a_way_that_nobody_read():
    session, *_ = evening(mitchell(5))
    state = load(session.pk)
    read = withdrawal_ways(state, state.sections[0], 2)[0]
    more = {
        "session": session,
        "letter": "A",
        "way": 0,
        "from_round": 2,
        "by": session.director,
        "now": NOON,
    }
    withdraw(number=1, **more)
    with pytest.raises(Refused, match="moved on"):
        withdraw(number=2, read=read, **more)
    assert Plan.objects.count() == 2
