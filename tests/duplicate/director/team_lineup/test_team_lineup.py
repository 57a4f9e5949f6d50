"""Teams of five and six: a member of the team or a director names who plays in which round."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.director.team_lineup.services import line_up_team
from clubscore.duplicate.models import Place, PublishedPlayer
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.contest.rules import ContestRules
from scoring.movements.teams import teams
from tests.duplicate.evening import NAMES
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
SIX = NAMES[:6]


def opened_for_teams():
    """Return a match of two teams over four rounds, seated: the six from Anna to Finn against four others."""
    rules = ContestRules(scoring="team-imps")
    session = opened(member("Ruth"), teams(2, rounds=4), rules=rules, boards_a_round=1)
    taken = [
        Taken("A", 1, [member(name) for name in SIX]),
        Taken("A", 2, [member(name) for name in NAMES[6:10]]),
    ]
    seat(session=session, taken=taken, by=session.director, now=NOON)
    return session


@pytest.fixture
def session():
    return opened_for_teams()


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(Member.objects.get(name=name))
    return client


def seats(*names: str) -> dict[str, Member]:
    return {
        letter: Member.objects.get(name=name)
        for letter, name in zip("NSEW", names, strict=True)
    }


def playing(session, round, number=1):
    return [
        each.name for each in load(session.pk).sections[0].players_in(number, round)
    ]


def line_up(session, *names, from_round, by="Anna"):
    who = Member.objects.get(name=by)
    line_up_team(
        session=session,
        letter="A",
        number=1,
        seats=seats(*names),
        from_round=from_round,
        by=who,
        now=NOON,
    )


def test_the_first_four_of_six_play_and_a_captain_names_others_before_a_round(session):
    assert playing(session, 1) == ["Anna", "Ben", "Cleo", "Dan"]
    client, address = signed_in("Ben"), f"/duplicate/{session.pk}/entries/A/1/line-up/"
    assert "Eva &amp; Finn" in client.get(address).content.decode()
    names = {"north": "Eva", "south": "Finn", "east": "Cleo", "west": "Dan"}
    four = {field: Member.objects.get(name=name).pk for field, name in names.items()}
    assert client.post(address, four | {"from_round": 3}).status_code == 302
    assert playing(session, 2) == ["Anna", "Ben", "Cleo", "Dan"]
    assert playing(session, 3) == ["Eva", "Finn", "Cleo", "Dan"]
    page = client.get(address).content.decode()
    assert "Eva &amp; Finn" in page and "Anna &amp; Ben" in page


def test_who_waits_sits_out_on_the_own_phone_and_plays_when_the_line_up_has_them(
    session,
):
    start_round(session=session, round=1, by=session.director, now=NOON)
    eva = signed_in("Eva")
    assert (
        "You sit out round 1"
        in eva.get(f"/duplicate/{session.pk}/table/", follow=True).content.decode()
    )
    line_up(session, "Eva", "Finn", "Cleo", "Dan", from_round=2)
    slot = next(slot for slot, row in slots_of(load(session.pk)) if slot.round == 1)
    with pytest.raises(Refused, match="You sit out round 1"):
        recorded(session, slot, "4sn=", by=Member.objects.get(name="Eva"))
    start_round(session=session, round=2, by=session.director, now=NOON)
    page = eva.get(f"/duplicate/{session.pk}/table/", follow=True)
    assert page.context["side"] and "Table" in page.content.decode()
    anna = (
        signed_in("Anna")
        .get(f"/duplicate/{session.pk}/table/", follow=True)
        .content.decode()
    )
    assert "You sit out round 2" in anna


@pytest.mark.parametrize(
    ("names", "how", "words"),
    [
        (("Anna", "Anna", "Cleo", "Dan"), {"from_round": 2}, "Anna is named twice"),
        (
            ("Anna", "Gita", "Cleo", "Dan"),
            {"from_round": 2},
            "Gita is not of this team",
        ),
        (
            ("Anna", "Ben", "Cleo", "Eva"),
            {"from_round": 1},
            "choose round 2 or a later one",
        ),
        (
            ("Anna", "Ben", "Cleo", "Eva"),
            {"from_round": 5},
            "choose round 2 or a later one",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_says_what_is_right(session, names, how, words):
    start_round(session=session, round=1, by=session.director, now=NOON)
    with pytest.raises(Refused, match=words):
        line_up(session, *names, **how)
    assert Place.objects.count() == 10


def test_nobody_meets_a_board_again_at_the_other_table(session):
    section = load(session.pk).sections[0]
    ns = {row.set: row.round for row in section.movement.rows if row.ns == 1}
    ew = {row.set: row.round for row in section.movement.rows if row.ew == 1}
    first = min(round for board_set, round in ew.items() if round > ns[board_set])
    with pytest.raises(Refused, match="at another table"):
        line_up(session, "Cleo", "Dan", "Anna", "Ben", from_round=first)


def test_the_result_counts_for_each_who_played_half_and_not_for_who_only_waited(
    session,
):
    line_up(session, "Eva", "Ben", "Cleo", "Dan", from_round=3)
    for round in range(1, 5):
        start_round(session=session, round=round, by=session.director, now=NOON)
        for slot, _ in slots_of(load(session.pk)):
            if slot.round == round:
                recorded(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    players = PublishedPlayer.objects.filter(row__entry__number=1).order_by("position")
    found = {each.member.name: (each.rounds, each.counts) for each in players}
    assert found == dict.fromkeys(("Anna", "Ben", "Cleo", "Dan", "Eva"), ("", True))
    assert "Finn" not in [
        share.member.name for share in shares_of(load(session.pk).sections[0], 1)
    ]


def test_others_of_the_club_and_of_the_other_team_name_no_line_up(session):
    address = f"/duplicate/{session.pk}/entries/A/1/line-up/"
    assert signed_in("Gita").get(address).status_code == 403
    assert signed_in("Gita").post(address, {"from_round": 2}).status_code == 403
    assert signed_in("Ruth").get(address).status_code == 200
    assert (
        signed_in("Ruth")
        .get(f"/duplicate/{session.pk}/entries/A/9/line-up/")
        .status_code
        == 404
    )


def test_a_fifth_joins_a_team_and_a_seventh_does_not(session):
    client, joe, tom, una = (
        signed_in("Gita"),
        member("Joe"),
        member("Tom"),
        member("Una"),
    )
    address = f"/duplicate/{session.pk}/entries/A/2/line-up/"
    assert client.post(address, {"member": joe.pk}).status_code == 302
    assert client.post(address, {"member": tom.pk}).status_code == 302
    refused = client.post(address, {"member": una.pk})
    assert (refused.status_code, "at most six" in refused.content.decode()) == (
        422,
        True,
    )
    assert [Place.objects.get(member=who).seat for who in (joe, tom)] == ["5", "6"]


def test_a_member_of_the_team_plays_by_its_line_up_and_not_as_a_substitute(session):
    change = PlaceChange("A", 1, "N", Member.objects.get(name="Eva"), 2)
    with pytest.raises(Refused, match="by the line-up of the team"):
        sit_in(session=session, change=change, by=session.director, now=NOON)


def test_a_team_of_six_leaves_whole_before_it_begins(session):
    line_up(session, "Eva", "Finn", "Cleo", "Dan", from_round=2)
    unseat(session=session, letter="A", number=1, by=session.director, now=NOON)
    section = load(session.pk).sections[0]
    assert 1 not in section.players and 1 in section.open_numbers


def test_the_director_seats_five_or_six_by_form_and_by_a_list():
    session = opened(member("Ruth"), teams(2), rules=ContestRules(scoring="team-imps"))
    people = [member(name) for name in NAMES]
    client = signed_in("Ruth")
    fields = ("first", "partner", "third", "fourth", "fifth")
    form = {"number": "A1"} | {
        name: each.pk for name, each in zip(fields, people, strict=False)
    }
    assert client.post(f"/duplicate/{session.pk}/entries/", form).status_code == 302
    listed = ", ".join(NAMES[5:11])
    assert (
        client.post(
            f"/duplicate/{session.pk}/entries/list/", {"lines": listed}
        ).status_code
        == 302
    )
    players = load(session.pk).sections[0].players
    assert [len(players[number]) for number in (1, 2)] == [5, 6]


def test_the_database_takes_no_other_seat_and_no_second_fifth(session):
    entry = Place.objects.filter(entry__number=1).first().entry
    facts = {
        "session": session,
        "entry": entry,
        "from_round": 1,
        "seated_at": NOON,
        "seated_by": session.director,
    }
    for seat_name in ("7", "5"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Place.objects.create(
                **facts, seat=seat_name, member=member(f"No {seat_name}")
            )


def test_the_page_takes_as_many_queries_for_one_line_up_as_for_three(session):
    client, counts = signed_in("Anna"), []
    fours = (
        (2, ("Eva", "Ben", "Cleo", "Dan")),
        (3, ("Eva", "Finn", "Cleo", "Dan")),
        (4, ("Anna", "Finn", "Cleo", "Dan")),
    )
    for from_round, four in fours:
        line_up(session, *four, from_round=from_round)
        client.get(f"/duplicate/{session.pk}/entries/A/1/line-up/")
        with CaptureQueriesContext(connection) as queries:
            assert (
                client.get(f"/duplicate/{session.pk}/entries/A/1/line-up/").status_code
                == 200
            )
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_the_places_name_a_team_as_every_other_page_does(session):
    client = signed_in("Ruth")
    assert (
        "Anna, Ben, Cleo, Dan, Eva &amp; Finn"
        in client.get(f"/duplicate/{session.pk}/entries/").content.decode()
    )
