"""The boards of a played session, as they counted when it was published."""

from collections import Counter
from datetime import date, timedelta
from fractions import Fraction

import pytest

from clubscore.duplicate.models import PublishedPlayer, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slot_in, slots_of
from clubscore.members.models import Member
from clubscore.standings.boards import remembered
from clubscore.standings.boards.groups import BoardRole, by_role, grouped, own_boards
from clubscore.standings.boards.played import AwardUnit, boards_played, unit_of
from clubscore.standings.boards.queries import publications_with
from clubscore.standings.boards.remembered import boards_in, forget_boards
from scoring import Seat
from scoring.contest.rules import ContestRules
from tests.duplicate.other_forms import alone, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.recorded import recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import EVENING
from tests.duplicate.team_match import match
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

ALWAYS = (date.min, date.max)


def named(name: str) -> Member:
    return Member.objects.get(name=name)


def roles_of(name: str) -> dict[str, list[Fraction]]:
    """The awards of a member in all publications, by role, in the order of play."""
    pks = [named(name).pk]
    found = []
    for boards in boards_in(publications_with(pks, *ALWAYS)):
        found += own_boards(boards, pks)
    return dict(grouped(found, by_role))


def test_each_player_of_a_session_has_the_awards_of_the_traveller_by_role():
    published(played())
    # Pair 1, Anna and Ben: they defend boards 1 to 3, then Anna declares.
    assert roles_of("Anna") == {
        BoardRole.DEFENDER: [0, 100, 100],
        BoardRole.DECLARER: [100, 100, 0],
    }
    assert roles_of("Ben") == {
        BoardRole.DEFENDER: [0, 100, 100],
        BoardRole.DUMMY: [100, 100, 0],
    }
    # Pair 2, Cleo and Dan: board 2 was passed out.
    assert roles_of("Cleo") == {
        BoardRole.DEFENDER: [0, 0, 0, 100],
        BoardRole.PASSED_OUT: [100],
        BoardRole.DUMMY: [0],
    }


def test_a_board_with_a_ruling_does_not_count():
    session = played()
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    ruled(session, slots[0], "A+-")
    published(session)
    boards = list(boards_played(load(session.pk), results_of(session.pk)))
    assert len(boards) == len(slots) - 1
    assert roles_of("Anna")[BoardRole.DEFENDER] == [100, 100]


def test_the_boards_are_those_of_the_newest_publication():
    session = played()
    published(session)
    slot, _ = next(iter(slots_of(load(session.pk))))
    before = roles_of("Anna")
    assert before[BoardRole.DEFENDER] == [0, 100, 100]
    ruled(session, slot, "A+-", now=NOON + timedelta(minutes=1))
    assert roles_of("Anna") == before
    later = NOON + timedelta(minutes=2)
    published(session, now=later, begins_period=False, reason="A ruling")
    assert roles_of("Anna")[BoardRole.DEFENDER] == [100, 100]


def test_a_publication_is_folded_once(django_assert_num_queries):
    session = played()
    published(session)
    publications = publications_with([named("Anna").pk], *ALWAYS)
    forget_boards()
    first = boards_in(publications)
    with django_assert_num_queries(0):
        assert boards_in(publications) == first
    forget_boards()
    assert boards_in(publications) == first


def test_three_sessions_are_folded_in_as_many_statements_as_one(
    django_assert_max_num_queries,
):
    ruth = member("Ruth")
    for number in range(3):
        published(played(ruth, family=str(number), name=f"Pairs {number}"))
    pks = list(PublishedPlayer.objects.values_list("member", flat=True))
    publications = publications_with(pks, *ALWAYS)
    assert len(publications) == 3
    with django_assert_max_num_queries(7):
        assert [len(boards) for boards in boards_in(publications)] == [12, 12, 12]


def test_only_published_sessions_that_count_in_these_days_have_figures():
    ruth = member("Ruth")
    session = played(ruth)
    pks = [named("Anna").pk]
    assert publications_with(pks, *ALWAYS) == []
    publication = published(session)
    published(played(ruth, family="B", name="A friendly game", is_friendly=True))
    friends = [named("Anna B").pk]
    assert publications_with(pks, *ALWAYS) == [publication]
    assert publications_with(friends, *ALWAYS) == []
    next_day = EVENING + timedelta(days=1)
    assert publications_with(pks, EVENING, next_day) == [publication]
    assert publications_with(pks, next_day, date.max) == []
    assert publications_with(pks, date.min, EVENING) == []


def test_a_recorded_lead_is_there():
    session = played(missing=1, leads=Session.Leads.ASKED)
    slot, _ = next(iter(slots_of(load(session.pk))))
    assert [b.lead for b in boards_played(load(session.pk), results_of(session.pk))]
    recorded(session, slot, "4sn=", lead="DK", by=session.director)
    boards = boards_played(load(session.pk), results_of(session.pk))
    assert [board.lead for board in boards if board.lead] == ["DK"]


@pytest.mark.parametrize(
    ("rules", "unit"),
    [
        ({"scoring": "matchpoints"}, AwardUnit.PERCENT),
        ({"scoring": "bam"}, AwardUnit.PERCENT),
        ({"scoring": "cross-imps"}, AwardUnit.IMPS),
        ({"scoring": "cross-imps", "cross_imps": "total"}, None),
        ({"scoring": "butler"}, AwardUnit.IMPS),
        ({"scoring": "team-imps"}, AwardUnit.IMPS),
        ({"scoring": "aggregate"}, None),
    ],
)
def test_awards_that_cannot_be_compared_have_no_unit(rules, unit):
    assert unit_of(ContestRules(**rules)) is unit


FORMS = {"pairs": played, "individual": alone, "teams": match}


@pytest.mark.parametrize("form", FORMS)
def test_in_every_form_the_players_are_those_of_the_table_and_the_awards_share_out(
    form,
):
    session = FORMS[form]()
    if form == "individual":
        played_to_the_end(session)
    state = load(session.pk)
    expected = []
    for slot, _ in slots_of(state):
        held = slot_in(state, slot).players
        expected.append(tuple(held[seat].pk for seat in Seat))
    boards = list(boards_played(state, results_of(session.pk)))
    assert Counter(board.players for board in boards) == Counter(expected)
    shared = 0 if form == "teams" else 100
    assert {board.ns + board.ew for board in boards} == {shared}


def test_imps_stay_imps():
    published(played(rules=ContestRules(scoring="cross-imps")))
    # Board 1: 420 against −140 is 560, or 11 IMPs.
    assert roles_of("Anna")[BoardRole.DEFENDER][0] == -11


def test_no_more_than_so_many_boards_are_remembered(
    monkeypatch, django_assert_num_queries
):
    ruth = member("Ruth")
    for number in range(3):
        published(played(ruth, family=str(number), name=f"Pairs {number}"))
    pks = list(PublishedPlayer.objects.values_list("member", flat=True))
    first, second, third = publications_with(pks, *ALWAYS)
    forget_boards()
    monkeypatch.setattr(remembered, "MOST_BOARDS", 24)
    for publication in (first, second, first, third):
        boards_in([publication])
    with django_assert_num_queries(0):
        boards_in([first, third])
    assert len(remembered._boards) == 2
