"""Line-ups beside other line-ups and substitutes: each holds for its rounds, and allows nothing that was refused."""

import pytest

from clubscore.duplicate.director.dealing.services import deal_hands, look_at_hands
from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.team_lineup.services import join_team, line_up_team
from clubscore.duplicate.models import Place
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from clubscore.refusals import Refused
from tests.duplicate.director.substituting.test_substitutes import put_in
from tests.duplicate.director.team_lineup.test_team_lineup import (
    line_up,
    opened_for_teams,
    playing,
    seats,
    signed_in,
)
from tests.duplicate.other_forms import in_teams
from tests.duplicate.recorded import agreed
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Return a match over four rounds: Anna, Ben, Cleo, Dan, Eva and Finn against Gita, Hugo, Ida and Jan."""
    return opened_for_teams()


@pytest.fixture
def fours():
    """Return a session of five teams of four in play, in which Anna, Ben, Cleo and Dan are number 1."""
    return in_teams(count=5, rounds=1)


def named(name: str) -> Member:
    return Member.objects.get(name=name)


def places_in(session, name, round) -> list[int]:
    """Return the numbers of the pairs or teams for which this member sits in this round."""
    return [
        place.entry.number
        for _, place in load(session.pk).had_by(named(name))
        if place.covers(round)
    ]


def test_a_line_up_for_a_round_leaves_a_later_one_as_it_was(session):
    line_up(session, "Eva", "Finn", "Cleo", "Dan", from_round=4)
    line_up(session, "Anna", "Eva", "Cleo", "Dan", from_round=3)
    assert [playing(session, round) for round in (2, 3, 4)] == [
        ["Anna", "Ben", "Cleo", "Dan"],
        ["Anna", "Eva", "Cleo", "Dan"],
        ["Eva", "Finn", "Cleo", "Dan"],
    ]
    line_up(session, "Anna", "Ben", "Cleo", "Finn", from_round=1)
    assert playing(session, 2) == ["Anna", "Ben", "Cleo", "Finn"]
    assert playing(session, 3) == ["Anna", "Eva", "Cleo", "Dan"]
    for round in range(1, 5):
        there = [
            place.member.name
            for place in Place.objects.filter(entry__number=1)
            if place.from_round <= round <= place.last_round
        ]
        assert sorted(there) == ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"]


def test_the_page_says_up_to_which_round_a_line_up_holds(session):
    line_up(session, "Eva", "Finn", "Cleo", "Dan", from_round=4)
    four = dict(
        zip(
            ("north", "south", "east", "west"),
            ("Anna", "Eva", "Cleo", "Dan"),
            strict=True,
        )
    )
    sent = {field: named(name).pk for field, name in four.items()} | {"from_round": 2}
    page = signed_in("Ben").post(
        f"/duplicate/{session.pk}/entries/A/1/line-up/", sent, follow=True
    )
    assert (
        "up to round 3: what was said of later rounds stands" in page.content.decode()
    )


def test_a_player_does_not_undo_a_substitute_of_the_director(fours):
    put_in(fours, "Tim", from_round=2, to_round=2, seat="N")
    join_team(
        session=fours,
        letter="A",
        number=1,
        member=member("Wim"),
        by=named("Ben"),
        now=NOON,
    )
    with pytest.raises(Refused, match="Anna is not of this team in round 2"):
        line_up(fours, "Anna", "Ben", "Cleo", "Dan", from_round=2, by="Ben")
    with pytest.raises(Refused, match="The director has put in Tim for round 2"):
        line_up(fours, "Wim", "Ben", "Cleo", "Dan", from_round=2, by="Ben")
    line_up(fours, "Tim", "Wim", "Cleo", "Dan", from_round=2, by="Ben")
    assert [playing(fours, round) for round in (2, 3)] == [
        ["Tim", "Wim", "Cleo", "Dan"],
        ["Anna", "Ben", "Cleo", "Dan"],
    ]
    line_up(fours, "Wim", "Ben", "Cleo", "Dan", from_round=2, by="Ruth")
    assert [playing(fours, round) for round in (2, 3)] == [
        ["Wim", "Ben", "Cleo", "Dan"],
        ["Anna", "Ben", "Cleo", "Dan"],
    ]


def test_who_sits_in_for_another_team_is_not_lined_up_in_the_same_round(fours):
    put_in(fours, "Tim", from_round=2, to_round=2, seat="N")
    number = _sits_in(fours, "Anna", round=2)
    with pytest.raises(Refused, match="Anna is not of this team in round 2"):
        line_up(fours, "Anna", "Ben", "Cleo", "Dan", from_round=2, by="Ruth")
    assert places_in(fours, "Anna", 2) == [number]


def _sits_in(session, name, *, round) -> int:
    """Put this member in for one round at the first allowed place of teams 2 to 5. Returns the number of the team."""
    for number in (2, 3, 4, 5):
        for seat in "NSEW":
            try:
                put_in(
                    session,
                    name,
                    from_round=round,
                    to_round=round,
                    number=number,
                    seat=seat,
                )
            except Refused:
                continue
            return number
    raise AssertionError(f"{name} sits in nowhere in round {round}")


def test_a_line_up_for_one_round_gives_nobody_a_board_of_a_later_one(session):
    section = load(session.pk).sections[0]
    ns = {row.set: row.round for row in section.movement.rows if row.ns == 1}
    ew = {row.set: row.round for row in section.movement.rows if row.ew == 1}
    first, later = next((ns[each], ew[each]) for each in ns if ns[each] < ew[each])
    line_up(session, "Anna", "Ben", "Eva", "Dan", from_round=later)
    with pytest.raises(Refused, match="Eva has board"):
        line_up(session, "Eva", "Ben", "Cleo", "Dan", from_round=first)


def test_the_form_offers_who_plays_until_a_substitute_comes_and_the_substitute(fours):
    put_in(fours, "Tim", from_round=4, seat="N")
    assert (
        signed_in("Anna").get(f"/duplicate/{fours.pk}/entries/A/1/line-up/").status_code
        == 200
    )
    form = (
        signed_in("Ben")
        .get(f"/duplicate/{fours.pk}/entries/A/1/line-up/")
        .context["form"]
    )
    assert form.initial["north"] == str(named("Anna").pk)
    assert [name for _, name in form.fields["north"].choices] == [
        "Anna",
        "Ben",
        "Cleo",
        "Dan",
        "Tim",
    ]


def test_who_sits_in_for_a_round_opens_the_line_up_that_their_page_names(fours):
    put_in(fours, "Tim", from_round=2, to_round=2, seat="N")
    client, address = signed_in("Tim"), f"/duplicate/{fours.pk}/entries/A/1/line-up/"
    assert address in client.get(f"/duplicate/{fours.pk}/").content.decode()
    assert client.get(address).status_code == 200


def test_a_director_who_has_seen_results_joins_a_team_only_by_a_director_who_is_sure():
    fours = in_teams(count=5, rounds=2)
    for slot, _row in slots_of(load(fours.pk)):
        if slot.round == 1:
            agreed(fours, slot, "4sn=")
    sent = {"member": fours.director_id, "is_sure": "on"}
    address = f"/duplicate/{fours.pk}/entries/A/1/line-up/"
    refused = signed_in("Anna").post(address, sent)
    assert refused.status_code == 422
    assert (
        "Law 16D" in refused.content.decode()
        and "Ask a director" in refused.content.decode()
    )
    asked = signed_in("Ruth").post(address, {"member": fours.director_id})
    assert asked.status_code == 422 and "is_sure" in asked.context["join_form"].errors
    assert signed_in("Ruth").post(address, sent).status_code == 302
    four = seats("Ruth", "Ben", "Cleo", "Dan")
    told = {
        "session": fours,
        "letter": "A",
        "number": 1,
        "seats": four,
        "from_round": 3,
        "now": NOON,
    }
    with pytest.raises(Refused, match="Ask a director"):
        line_up_team(**told, by=named("Anna"), is_sure=True)
    with pytest.raises(Refused, match="Law 16D"):
        line_up_team(**told, by=named("Ruth"))
    line_up_team(**told, by=named("Ruth"), is_sure=True)
    assert playing(fours, 3) == ["Ruth", "Ben", "Cleo", "Dan"]


def test_who_has_looked_at_the_cards_joins_no_team_whoever_is_sure(session):
    deal_hands(session=session, name="Hands", by=session.director, now=NOON)
    session.refresh_from_db()
    look_at_hands(session=session, by=session.director, now=NOON)
    told = {
        "session": session,
        "letter": "A",
        "number": 2,
        "member": session.director,
        "now": NOON,
    }
    for by, is_sure in (("Gita", False), ("Ruth", True)):
        with pytest.raises(Refused, match="Ruth has looked at the cards"):
            join_team(**told, by=named(by), is_sure=is_sure)


def test_a_director_who_waited_in_a_team_from_the_first_round_on_plays_without_a_question(
    session,
):
    join_team(
        session=session,
        letter="A",
        number=2,
        member=session.director,
        by=named("Gita"),
        now=NOON,
    )
    start_round(session=session, round=1, by=session.director, now=NOON)
    for slot, _row in slots_of(load(session.pk)):
        if slot.round == 1:
            agreed(session, slot, "4sn=")
    four = seats("Ruth", "Hugo", "Ida", "Jan")
    line_up_team(
        session=session,
        letter="A",
        number=2,
        seats=four,
        from_round=2,
        by=named("Gita"),
        now=NOON,
    )
    assert playing(session, 2, 2) == ["Ruth", "Hugo", "Ida", "Jan"]
