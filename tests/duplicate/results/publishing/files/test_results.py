"""USEBIO of the app for every form of session, read back and compared with the page of the results."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.hands.services import deal_set
from clubscore.members.models import Member
from clubscore.members.roles import Role
from scoring.contest import ContestRules
from scoring.movements.howell import howell
from scoring.movements.teams import teams
from scoring.text.hands.deal_tag import deal_text
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.late_changes import organiser
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import played as round_played
from tests.duplicate.swiss import swiss, swiss_of_pairs
from tests.factories import NOON, member
from tests.scoring.text.results.usebio_reader import UsebioFile, usebio_read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def text(session: Session, kind: str = "usebio", who: Member | None = None) -> str:
    answer = of(who or session.director).get(
        f"/duplicate/{session.pk}/results/1/{kind}/"
    )
    assert answer.status_code == 200
    return answer.content.decode()


def read(session: Session, who: Member | None = None) -> UsebioFile:
    return usebio_read(text(session, who=who))


def shown(session: Session) -> dict[str, tuple[str, str]]:
    """The place and the figure of each number, as the page of the published results shows them."""
    page = of(session.director).get(f"/duplicate/{session.pk}/results/")
    figures = {}
    for _name, lines in page.context["lists"]:
        for line in lines:
            figures[line.number] = line.place.strip("="), line.figure
    return figures


def drawn_and_played(session: Session) -> Session:
    round_played(session, {1, 3})
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def imps(scoring: str) -> Session:
    return played(rules=ContestRules(scoring=scoring))


FORMS = {
    "PAIRS": played,
    "CROSS_IMP": lambda: imps("cross-imps"),
    "BUTLER_PAIRS": lambda: imps("butler"),
    "INDIVIDUAL": lambda: played_to_the_end(alone()),
    "TEAMS": lambda: played_to_the_end(in_teams(count=3, movement=teams(3))),
    "SWISS_TEAMS": lambda: drawn_and_played(swiss(4, begun=1)),
    "SWISS_PAIRS": lambda: drawn_and_played(swiss_of_pairs(4, begun=1)),
}


@pytest.mark.parametrize("form", FORMS)
def test_places_and_figures_are_those_of_the_page_in_every_form(form):
    session = FORMS[form]()
    published(session, accepts_missing=True)
    file = read(session)
    assert file.type == form
    name = "TOTAL_SCORE"
    if session.contest_rules.ranks_by_percentages:
        name = "PERCENTAGE"
    found = {
        number: (own["PLACE"], Decimal(own[name]))
        for number, own in file.entries.items()
    }
    assert found == {
        number: (place, Decimal(figure.replace("−", "-")))
        for number, (place, figure) in shown(session).items()
    }


@pytest.mark.parametrize("form", FORMS)
def test_every_award_of_every_form_is_in_the_file(form):
    session = FORMS[form]()
    published(session, accepts_missing=True)
    state = load(session.pk)
    scores = scores_of(state, results_of(session.pk))
    wanted = sorted(
        (
            slot.slot.board,
            round(float(slot.ns.points), 3),
            round(float(slot.ew.points), 3),
        )
        for slot in scores.result.slots
        if slot.ns and slot.ew
    )
    found = sorted(
        (line.board, round(float(line.ns), 3), round(float(line.ew), 3))
        for line in read(session).lines
    )
    assert found == wanted


def test_the_halves_of_a_team_have_their_players_and_matches_their_rounds():
    session = FORMS["SWISS_TEAMS"]()
    published(session, accepts_missing=True)
    file = read(session)
    assert [name for name, _ in file.players["1"]] == ["Anna", "Ben", "Cleo", "Dan"]
    assert [
        (match["ROUND_NUMBER"], match["TEAM"], match["OPPOSING_TEAM"])
        for match in file.matches
    ] == [("1", "1", "2"), ("1", "3", "4")]
    assert {line.seats for line in file.lines} == {
        ("1NS", "2EW"),
        ("2NS", "1EW"),
        ("3NS", "4EW"),
        ("4NS", "3EW"),
    }


def test_several_sections_are_nested_with_numbers_that_run_through():
    session = opened(member("Ruth"), howell(2), howell(2), boards_a_round=1)
    seated(session, pairs(4))
    seated(session, pairs(4, family="West"), letter="B")
    for round in range(1, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session)
    file = read(session)
    assert {letter: sorted(numbers) for letter, numbers in file.sections.items()} == {
        "A": ["1", "2", "3", "4"],
        "B": ["5", "6", "7", "8"],
    }
    for line in file.lines:
        assert set(line.seats) <= set(file.sections[line.section])


def test_the_lead_stands_rank_first_and_the_number_of_the_session_as_its_identifier():
    session = in_play(None, howell(2), count=4, rounds=3, leads="asked")
    for slot, _ in slots_of(load(session.pk)):
        recorded(session, slot, "4sn=", lead="DT")
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session)
    file = read(session)
    assert {line.lead for line in file.lines} == {"TD"}
    assert file.head["EVENT_IDENTIFIER"] == f"{session.pk}"


def test_the_numbers_of_the_club_with_its_federation_are_in_the_files(settings):
    settings.CLUB_NUMBER, settings.CLUB_CHARGE_CODE = "4680", "10"
    session = played()
    published(session)
    file = read(session)
    assert file.club["CLUB_ID_NUMBER"] == "4680"
    assert file.head["P2P_CHARGE_RATE"] == "10"


def test_only_who_directs_and_organisers_get_national_numbers():
    session = played()
    Member.objects.filter(name="Anna").update(national_id="0555002")
    published(session)
    for who in (session.director, organiser(), member("Ada", role=Role.ADMIN)):
        people = read(session, who).players["1"]
        assert people == [("Anna", "0555002"), ("Ben", "")]
    others = Member.objects.filter(name__in=("Anna", "Ben", "Cleo"))
    for who in (member("Walter", role=Role.WATCHER), *others):
        assert "0555002" not in text(session, who=who)


def test_who_opens_a_friendly_session_does_not_learn_the_numbers_of_its_players():
    session = played(is_friendly=True)
    Member.objects.filter(name="Anna").update(national_id="0555002")
    published(session)
    assert "0555002" not in text(session)
    assert "0555002" in text(session, who=organiser())


def over_with_hands(opens_at: datetime | None, family: str = "") -> Session:
    """Return a session that was played to the end with dealt hands."""
    session = in_play(
        member(f"Ruth {family}".strip()),
        howell(2),
        count=4,
        rounds=3,
        family=family,
        name=f"Thursday pairs {family}".strip(),
    )
    by = session.director
    hands = deal_set(
        name=f"Hands {family}", first=1, boards=8, opens_at=opens_at, by=by, now=NOON
    )
    name_set(session=session, deal_set=hands, by=by, now=NOON)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=by, now=NOON)
    session.refresh_from_db()
    return session


def with_hands(opens_at: datetime | None, family: str = "") -> Session:
    """Return a session that was played with dealt hands, and published."""
    session = over_with_hands(opens_at, family)
    published(session)
    return session


def test_the_hands_of_the_boards_are_in_the_file_once_everybody_may_see_them():
    session = with_hands(None)
    hands = read(session).hands
    assert sorted(hands) == [1, 2, 3, 4, 5, 6]
    for board in session.deal_set.dealt[:6]:
        of_board = hands[board.number]
        seats = [of_board[seat] for seat in ("North", "East", "South", "West")]
        assert deal_text(board.layout) == f"N:{' '.join(seats)}"


def test_hands_that_open_later_are_in_no_file_before():
    session = with_hands(timezone.now() + timedelta(days=1))
    assert read(session).hands == {}
