"""The files of published results for other programs: the rows of their publication, and the boards behind them."""

from datetime import timedelta
from uuid import uuid4

import pytest
from defusedxml import ElementTree
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.verdicts.groups.services import group_board
from clubscore.duplicate.verdicts.penalties.services import (
    Taking,
    lift_penalty,
    penalise,
)
from clubscore.members.models import Member
from clubscore.members.roles import Role
from scoring.contest import ContestRules
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import agreed, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.duplicate.swiss import played as played_swiss
from tests.duplicate.swiss import swiss_of_pairs
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LATER = NOON + timedelta(minutes=5)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def address(session: Session, kind: str, number: int = 1) -> str:
    return f"/duplicate/{session.pk}/results/{number}/{kind}/"


def usebio(session: Session, number: int = 1):
    return ElementTree.fromstring(
        of(session.director).get(address(session, "usebio", number)).content
    )


def figures(root) -> list[tuple[str | None, ...]]:
    tags = "PAIR_NUMBER", "PLACE", "TOTAL_SCORE", "PERCENTAGE", "BOARDS_PLAYED"
    return [tuple(pair.findtext(tag) for tag in tags) for pair in root.iter("PAIR")]


def scores_on(root, board: int) -> list[str | None]:
    found = next(
        each
        for each in root.iter("BOARD")
        if each.findtext("BOARD_NUMBER") == f"{board}"
    )
    return [line.findtext("SCORE") for line in found.iter("TRAVELLER_LINE")]


def test_usebio_has_the_club_the_day_and_every_pair_as_the_page_shows_it(settings):
    settings.CLUB_NAME = "Bridge & Söhne"
    session = played()
    published(session)
    answer = of(member("Walter", role=Role.WATCHER)).get(address(session, "usebio"))
    root = ElementTree.fromstring(answer.content)
    lines = (
        of(session.director)
        .get(f"/duplicate/{session.pk}/results/")
        .context["lists"][0][1]
    )
    names = [
        [each.text for each in pair.iter("PLAYER_NAME")] for pair in root.iter("PAIR")
    ]
    assert [" & ".join(each) for each in names] == [line.names for line in lines]
    shown = [
        (line.number, line.place.strip("="), line.figure, str(line.boards))
        for line in lines
    ]
    assert [
        (number, place, percent, boards)
        for number, place, _, percent, boards in figures(root)
    ] == shown
    head = (
        "CLUB/CLUB_NAME",
        "EVENT/EVENT_DESCRIPTION",
        "EVENT/DATE",
        "EVENT/WINNER_TYPE",
        "EVENT/PAIRS",
    )
    assert [root.findtext(tag) for tag in head] == [
        "Bridge & Söhne",
        "Thursday pairs",
        "21/11/2026",
        "1",
        "4",
    ]
    assert len([*root.iter("TRAVELLER_LINE")]) == len([*slots_of(load(session.pk))])
    assert answer["Content-Type"] == "application/xml; charset=utf-8"
    assert (
        answer["Content-Disposition"]
        == 'attachment; filename="thursday-pairs-2026-11-21.xml"'
    )
    assert (answer["Cache-Control"], answer["X-Content-Type-Options"]) == (
        "private, no-store",
        "nosniff",
    )


def test_pbn_has_the_tables_of_the_boards_and_the_ranking(settings):
    settings.CLUB_NAME = 'The "Ace"'
    session = played()
    published(session)
    answer = of(session.director).get(address(session, "pbn"))
    text = answer.content.decode()
    assert (
        '[Site "The \\"Ace\\""]\n[Date "2026.11.21"]' in text
        and text.count("[Board ") == 6
    )
    lines = (
        of(session.director)
        .get(f"/duplicate/{session.pk}/results/")
        .context["lists"][0][1]
    )
    for line in lines:
        assert (
            f'"{line.names.replace(" & ", ";")}"' in text
            and f" {line.figure} {line.boards}" in text
        )
    assert answer["Content-Type"] == "text/x-pbn; charset=utf-8"
    assert (
        answer["Content-Disposition"]
        == 'attachment; filename="thursday-pairs-2026-11-21.pbn"'
    )


def test_names_are_well_formed_whatever_marks_they_have():
    session = played(name='Tod & <Teufel> "Öl"')
    marks = 'Änne <Bö> & "Co" ]]>'
    Member.objects.filter(name="Anna").update(name=marks)
    published(session)
    root = usebio(session)
    assert marks in [each.text for each in root.iter("PLAYER_NAME")]
    assert root.findtext("EVENT/EVENT_DESCRIPTION") == 'Tod & <Teufel> "Öl"'
    answer = of(session.director).get(address(session, "usebio"))
    assert (
        answer["Content-Disposition"]
        == 'attachment; filename="tod-teufel-ol-2026-11-21.xml"'
    )


def test_a_publication_keeps_its_figures_and_its_boards_whatever_is_corrected_later():
    session = played()
    first, slots = published(session), [slot for slot, _ in slots_of(load(session.pk))]
    before = of(session.director).get(address(session, "usebio")).content
    taking = Taking("A", 2, 25, "%", "90B1", "late", uuid4())
    penalty = penalise(session=session, taking=taking, by=session.director, now=LATER)
    ruled(session, slots[1], "A+-", now=LATER)
    other = {"board": slots[4].board, "groups": {slots[4]: "b"}}
    group_board(
        session=session, **other, reason="Turned", by=session.director, now=LATER
    )
    assert of(session.director).get(address(session, "usebio")).content == before
    second = published(session, begins_period=False, reason="Corrected", now=LATER)
    lift_penalty(
        penalty=penalty,
        reason="It was not",
        by=session.director,
        now=LATER + timedelta(minutes=1),
    )
    assert (first.number, second.number) == (1, 2)
    assert of(session.director).get(address(session, "usebio")).content == before
    root = usebio(session, 2)
    assert "A6040" in scores_on(root, slots[1].board)
    assert "A6040" not in scores_on(usebio(session, 1), slots[1].board)
    assert figures(root) != figures(usebio(session, 1))


def test_a_correction_after_the_publication_is_not_in_its_file_and_one_that_was_struck_then_is_not_either():
    session = played(missing=1)
    published(session, accepts_missing=True)
    before = of(session.director).get(address(session, "usebio")).content
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    # Something that is no result.
    rewrite(Session.objects.filter(pk=session.pk), revision=1_000)
    assert of(session.director).get(address(session, "usebio")).content == before
    recorded(session, slot, "7nn-6", by=session.director)
    rewrite(session.plays.filter(board=slot.board, table=slot.table), recorded_at=LATER)
    assert of(session.director).get(address(session, "usebio")).content == before


@pytest.mark.tampers
def test_where_the_boards_are_not_known_any_more_the_page_of_the_publication_says_so():
    session = played(missing=1)
    published(session, accepts_missing=True)
    rewrite(PublishedRow.objects.filter(position=1), score=7)
    for kind in ("usebio", "pbn"):
        answer = of(session.director).get(address(session, kind), follow=True)
        assert answer.redirect_chain == [
            (f"/duplicate/{session.pk}/results/?publication=1", 302)
        ]
        assert (
            "The boards of publication 1 are not known any more as they were."
            in answer.content.decode()
        )


def test_what_is_not_published_and_a_number_that_is_not_there_have_no_file():
    session = played()
    client = of(session.director)
    page = f"/duplicate/{session.pk}/results/"
    assert "usebio" not in client.get(page).content.decode()
    assert [
        client.get(address(session, kind)).status_code for kind in ("usebio", "pbn")
    ] == [404, 404]
    published(session)
    assert [
        client.get(address(session, kind, 2)).status_code for kind in ("usebio", "pbn")
    ] == [404, 404]
    assert client.get(address(session, "usebio", 10**30)).status_code == 404
    assert client.get("/duplicate/987654/results/1/usebio/").status_code == 404
    assert Client().get(address(session, "usebio")).status_code == 302


def test_the_page_of_each_publication_leads_to_its_own_files():
    session = played(missing=1)
    published(session, accepts_missing=True)
    recorded(
        session,
        next(slot for slot, _ in slots_of(load(session.pk))),
        "7nn-6",
        by=session.director,
    )
    published(session, begins_period=False, reason="Board 1 came late")
    client, page = of(session.director), f"/duplicate/{session.pk}/results/"
    for number, query in ((2, ""), (1, "?publication=1")):
        found = client.get(page + query).content.decode()
        assert all(
            f'href="{address(session, kind, number)}"' in found
            for kind in ("usebio", "pbn")
        )


@pytest.mark.parametrize(
    ("form", "kinds"),
    [
        ("imps", ["usebio", "pbn"]),
        ("total points", ["usebio", "pbn"]),
        ("individual", ["usebio"]),
        ("teams", ["usebio"]),
        ("swiss", ["usebio"]),
    ],
)
def test_a_file_is_offered_where_the_format_has_room_for_the_session(form, kinds):
    session = _of_form(form)
    published(session, accepts_missing=True)
    client = of(session.director)
    page = client.get(f"/duplicate/{session.pk}/results/").content.decode()
    assert [
        kind for kind in ("usebio", "pbn") if address(session, kind) in page
    ] == kinds
    wanted = [200 if kind in kinds else 404 for kind in ("usebio", "pbn")]
    assert [
        client.get(address(session, kind)).status_code for kind in ("usebio", "pbn")
    ] == wanted


def _of_form(form: str) -> Session:
    if form == "individual":
        return played_to_the_end(alone())
    if form == "teams":
        return played_to_the_end(in_teams())
    if form == "swiss":
        session = swiss_of_pairs(4, begun=1)
        played_swiss(session, {1, 3})
        end_play(session=session, by=session.director, now=NOON)
        session.refresh_from_db()
        return session
    return played(
        rules=ContestRules(scoring="cross-imps" if form == "imps" else "aggregate")
    )


def test_two_winners_have_their_directions_and_a_number_that_nobody_has_is_left_out():
    session = in_play(None, mitchell(3, rounds=2), rounds=2, boards_a_round=1, count=5)
    _ended(session)
    published(session, accepts_missing=True)
    root = usebio(session)
    found = {
        pair.findtext("PAIR_NUMBER"): pair.findtext("DIRECTION")
        for pair in root.iter("PAIR")
    }
    assert found == {"1": "NS", "2": "NS", "3": "NS", "4": "EW", "5": "EW"}
    assert root.findtext("EVENT/WINNER_TYPE") == "2"


def test_pairs_keep_the_numbers_of_the_page_where_one_before_them_is_empty():
    session = opened(member("Ruth"), mitchell(3, rounds=1), boards_a_round=1)
    taken = [
        Taken("A", number, pair)
        for number, pair in zip((1, 2, 4, 5), pairs(4), strict=True)
    ]
    seat(session=session, taken=taken, by=session.director, now=NOON)
    start_round(session=session, round=1, by=session.director, now=NOON)
    _ended(session)
    published(session, accepts_missing=True)
    root = usebio(session)
    assert {number for number, *_ in figures(root)} == {"1", "2", "4", "5"}
    assert {line.text for line in root.iter("EW_PAIR_NUMBER")} == {"4", "5"}


def test_numbers_run_through_the_sections_where_there_are_several():
    session = opened(member("Ruth"), howell(2), howell(2), boards_a_round=1)
    seated(session, pairs(4))
    seated(session, pairs(4, family="West"), letter="B")
    for round in range(1, 4):
        start_round(session=session, round=round, by=session.director, now=NOON)
    _ended(session)
    published(session, accepts_missing=True)
    root = usebio(session)
    named = {
        pair.findtext("PAIR_NUMBER"): pair.findtext("PLAYER/PLAYER_NAME")
        for pair in root.iter("PAIR")
    }
    assert [named[f"{number}"] for number in range(1, 9)] == [
        *("Anna", "Cleo", "Eva", "Gita"),
        *("Anna West", "Cleo West", "Eva West", "Gita West"),
    ]


def _ended(session: Session) -> None:
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()


def statements(client: Client, page: str) -> int:
    client.get(page)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(page).status_code == 200
    return len(captured)


@pytest.mark.parametrize("is_newest", [True, False])
def test_a_file_asks_the_database_as_often_for_three_boards_as_for_one(is_newest):
    counts = []
    for boards in (1, 3):
        opening = {
            "count": 4,
            "rounds": 3,
            "family": f"{boards}",
            "name": f"{boards}",
            "boards_a_round": boards,
        }
        session = in_play(member(f"Ruth {boards}"), howell(2), **opening)
        _ended(session)
        published(session, accepts_missing=True)
        if not is_newest:
            rewrite(Session.objects.filter(pk=session.pk), revision=1_000)
        counts.append(statements(of(session.director), address(session, "usebio")))
    assert counts[0] == counts[1] <= (13 if is_newest else 17)


def test_law_79a_the_files_remark_on_results_of_one_side_alone():
    session = in_play(None, howell(2), count=4, rounds=3)
    for slot, _ in slots_of(load(session.pk)):
        agreed(session, slot, "4sn=")
    alone, remark = slot, "entered by one side or by the director alone"
    recorded(session, alone, "4sn-1", by=session.director, seen=1)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session)
    client = of(session.director)
    pbn = client.get(address(session, "pbn")).content.decode()
    xml = client.get(address(session, "usebio")).content.decode()
    assert (pbn.count(remark), xml.count(f"<!-- {remark} -->")) == (1, 1)
    (comment,) = [line for line in pbn.splitlines() if line.startswith("{")]
    assert comment.startswith("{Pairs ")


def test_law_81a_the_files_of_a_friendly_session_say_so_in_its_name():
    session = played(is_friendly=True)
    published(session)
    assert usebio(session).findtext("EVENT/EVENT_DESCRIPTION") == (
        f"{session.name} (friendly)"
    )
    pbn = of(session.director).get(address(session, "pbn")).content.decode()
    assert f'[Event "{session.name} (friendly)"]' in pbn
