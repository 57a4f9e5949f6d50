"""A Swiss of teams on the pages: opened, drawn by the director, followed by phones, played to the end over HTTP."""

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.director.opening.draws import DrawBasis
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Plan, PublishedRow, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.live.topics import TOPICS
from clubscore.members.models import Member
from scoring import parse_deal
from scoring.contest import Contest, ContestEntry, fold
from scoring.contest import Slot as ContestSlot
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Played
from scoring.movements.swiss import SwissDraw, by_lot, draw
from tests.duplicate.asked import begin_when_asked, end_when_asked
from tests.duplicate.other_forms import in_teams
from tests.duplicate.recorded import player
from tests.duplicate.swiss import (
    VICTORY_POINTS,
    begun,
    draw_of,
    drawn,
    edition_of,
    played,
    slots_in,
    swiss,
)
from tests.factories import NOON, member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NUMBERS = {
    "form": "swiss_teams",
    "tables": "5",
    "boards": "6",
    "minutes": "7",
    "sections": "1",
}
CHOSEN = {"name": "Swiss of the club", "scoring": "vp", "leads": "off", "law": "2017"}
LINES = ("4sn=", "3nn-1", "2he+1", "p", "5cw-2", "6sn=", "1nn+1")


def signed_in(who: Member | str) -> Client:
    client = Client()
    client.force_login(Member.objects.get(name=who) if isinstance(who, str) else who)
    return client


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def at(session: Session, end: str = "") -> str:
    return f"/duplicate/{session.pk}/{end}"


def seen(session: Session, round: int = 2) -> dict[str, int]:
    return {"round": round, "edition": edition_of(session)}


@pytest.mark.parametrize("how", ["lot", "list"])
def test_the_opening_page_offers_a_swiss_and_opens_it_by_lot_or_by_the_numbers(how):
    client = signed_in(member("Ruth"))
    page = client.get("/duplicate/opening/", NUMBERS)
    offer = page.context["choices"][0][1]
    assert (str(offer.first.name), offer.rounds, offer.first.boards_a_round) == (
        "Swiss teams",
        3,
        2,
    )
    assert (
        "3 rounds of 2, 4 tables" in page.content.decode()
        and "Draw of the first round" in page.content.decode()
    )
    chosen = (
        NUMBERS | CHOSEN | {"plan": offer.key, "key": str(uuid4()), "first_round": how}
    )
    assert client.post("/duplicate/opening/", chosen).status_code == 302
    session, kept = Session.objects.get(), DrawBasis.from_json(Plan.objects.get().drawn)
    assert session.form == "swiss_teams" and session.contest_rules == VICTORY_POINTS
    order = tuple(range(1, 6)) if how == "list" else by_lot(range(1, 6), kept.seed)
    assert kept.order == order and draw_of(session, 1) == draw(order)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("tables", "3", "from 4 to 64 teams"),
        ("tables", "4½", "whole tables"),
        ("sections", "2", "play in one"),
    ],
)
def test_numbers_that_no_swiss_has_are_refused(field, value, words):
    page = signed_in(member("Ruth")).get(
        "/duplicate/opening/", NUMBERS | {field: value}
    )
    assert page.status_code == 422 and words in page.content.decode()


def test_pairs_are_not_asked_how_the_first_round_is_drawn():
    page = signed_in(member("Ruth")).get(
        "/duplicate/opening/", NUMBERS | {"form": "pairs"}
    )
    assert "Draw of the first round" not in page.content.decode()


def test_the_directors_page_draws_with_one_button_when_every_result_is_in():
    session = swiss(begun=1)
    client = signed_in(session.director)
    waiting = text(client, at(session, "director/"))
    assert (
        "Results of this round are missing" in waiting and "Next round" not in waiting
    )
    played(session, {2, 4})
    ready = text(client, at(session, "director/"))
    assert (
        "Results of this round are missing" not in ready
        and f'action="{at(session, "director/draw/")}"' in ready
    )
    answer = client.post(at(session, "director/draw/"), seen(session), follow=True)
    page = answer.content.decode()
    assert (
        "Round 2 is drawn. Everybody sees where they sit." in page
        and "Start round 2" in page
    )
    assert draw_of(session, 2) == SwissDraw(((2, 4), (1, 3)))
    assert "Next round: 2" in text(client, at(session, "director/"))


def test_the_page_of_a_draw_says_what_it_was_made_of_and_what_is_missing():
    session = swiss(5, begun=1)
    client = signed_in(session.director)
    page = text(client, at(session, "director/draw/"))
    assert (
        "4 results are missing" in page
        and "2 matches have none, and count as draws" in page
    )
    played(session, {1, 3}, missing=1)
    client.post(at(session, "director/draw/"), seen(session))
    page = text(client, at(session, "director/draw/"))
    assert (
        "Drawn by the standings, with 1 result missing" in page
        and "has nobody to play, and 12 victory" in page
    )
    assert (
        "10.00 VP</small>" in page and "1 match has none, and counts as a draw" in page
    )


def test_victory_points_are_written_as_the_reader_writes_them():
    session = swiss(5, begun=1)
    played(session, {1, 3})
    drawn(session)
    german = Client(headers={"accept-language": "de"})
    german.force_login(session.director)
    assert "18,09" in text(german, at(session, "director/draw/"))
    assert "18,09 gegen" in text(german, at(session, "ranking/"))


def test_two_teams_are_exchanged_by_hand_or_the_page_says_which_rule_forbids_it():
    session = swiss(6, begun=1)
    played(session, {1, 3, 5})
    drawn(session)
    client = signed_in(session.director)
    page = client.post(
        at(session, "director/draw/swap/"), seen(session) | {"one": 3, "other": 2}
    )
    assert page.status_code == 422
    assert (
        "Round 2, table 1: teams 1 and 2 meet again, after round 1 (M9)"
        in page.content.decode()
    )
    unknown = client.post(
        at(session, "director/draw/swap/"), seen(session) | {"one": "x", "other": 9}
    )
    assert unknown.status_code == 422
    done = client.post(
        at(session, "director/draw/swap/"),
        seen(session) | {"one": 3, "other": 4},
        follow=True,
    )
    assert "Teams 3 and 4 have changed places." in done.content.decode()
    assert draw_of(session, 2) == SwissDraw(((1, 4), (5, 2), (3, 6)))


def test_the_first_round_is_drawn_again_on_the_page():
    session = swiss(6, count=5)
    client = signed_in(session.director)
    few = client.post(
        at(session, "director/draw/"), seen(session, 1) | {"how": "list", "entries": 4}
    )
    assert few.status_code == 422 and "5 have come" in few.content.decode()
    done = client.post(
        at(session, "director/draw/"),
        seen(session, 1) | {"how": "lot", "entries": 5},
        follow=True,
    )
    assert "Drawn by lot, seed" in done.content.decode() and draw_of(session, 1).bye


def test_an_old_form_of_a_draw_is_refused_and_the_page_has_the_new_one():
    session = swiss(begun=1)
    old = seen(session)
    drawn(session)
    page = signed_in(session.director).post(at(session, "director/draw/"), old)
    assert (
        page.status_code == 422 and "The session has moved on" in page.content.decode()
    )
    assert 'name="edition" value="2"' in page.content.decode()


@pytest.mark.parametrize("end", ["director/draw/", "director/draw/swap/"])
def test_only_who_directs_a_swiss_draws(end):
    session, other = swiss(begun=1), in_teams(family="B", rules=VICTORY_POINTS)
    assert signed_in("Anna").post(at(session, end), seen(session)).status_code == 403
    assert (
        signed_in(other.director).post(at(other, end), seen(other)).status_code == 404
    )


def test_there_is_nothing_to_draw_in_the_last_round_and_after_play():
    session = swiss(rounds=2, begun=1)
    drawn(session)
    begun(session, 2)
    client = signed_in(session.director)
    assert "The last round is being played" in text(
        client, at(session, "director/draw/")
    )
    end_play(session=session, by=session.director, now=NOON)
    assert "Play is over: there is nothing to draw." in text(
        client, at(session, "director/draw/")
    )


def test_a_director_who_plays_is_not_shown_points_while_boards_are_out():
    anna = member("Anna")
    session = swiss(by=anna, begun=1)
    played(session, {1, 3}, missing=2)
    client = signed_in(anna)
    assert client.get(at(session, "director/draw/")).context["standings"] == []
    assert "You play: the points are shown" in text(
        client, at(session, "director/draw/")
    )


def test_phones_see_where_they_sit_next_as_soon_as_it_is_drawn_and_again_when_it_changes():
    session = swiss(5, begun=1)
    played(session, {1, 3})
    anna, marks = (
        signed_in("Anna"),
        TOPICS["session-tables"].render(session.pk, "watch"),
    )
    assert "Round 2 is not drawn yet" in text(anna, at(session, "table/"))
    drawn(session)
    assert TOPICS["session-tables"].render(session.pk, "watch") != marks
    page = text(anna, at(session, "table/"))
    assert (
        "Next, in round 2" in page
        and "Table 1, North–South" in page
        and "against Kim &amp; Lars" in page
    )
    dan = text(signed_in("Dan"), at(session, "table/"))
    assert "Table 2, East–West" in dan
    assert "Round 2 is drawn: who meets whom" in TOPICS["session"].render(
        session.pk, "watch"
    )
    bye = draw_of(session, 2).bye
    sits_out = load(session.pk).sections[0].players[bye][0]
    begun(session, 2)
    assert "You sit out round 2" in text(signed_in(sits_out), at(session, ""))


def test_a_line_up_of_a_round_that_is_not_drawn_is_that_of_the_last_drawn():
    session = swiss(begun=1)
    page = signed_in("Anna").get(at(session, "?round=3"))
    assert page.context["round"] == 1 and page.status_code == 200


def test_the_ranking_has_the_reason_behind_each_figure_and_the_matches_have_the_byes():
    session = swiss(5, begun=1)
    played(session, {1, 3})
    anna = signed_in("Anna")
    ranking = text(anna, at(session, "ranking/"))
    assert "12.00 for a bye" in ranking and "against team 2" in ranking
    scores = re.findall(
        r"<summary><b>([^<]*)</b></summary>",
        anna.get(at(session, "ranking/")).content.decode(),
    )
    assert "12.00" in scores and all(
        re.fullmatch(r"\d+\.\d\d", score) for score in scores
    )
    assert "had nobody to play: 12 victory points" in text(
        anna, at(session, "matches/")
    )


@pytest.mark.parametrize(
    "end", ["director/draw/", "director/", "ranking/", "matches/", ""]
)
def test_pages_take_the_same_statements_with_two_matches_as_with_three(end):
    counts = []
    for teams, family in ((4, ""), (6, "More")):
        session = swiss(teams, begun=1, family=family)
        played(session, {1, 3})
        drawn(session)
        client = signed_in(session.director)
        client.get(at(session, end))
        with CaptureQueriesContext(connection) as found:
            assert client.get(at(session, end)).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1] and counts[0] <= 27


@pytest.mark.parametrize("teams", [4, 5, 6])
@pytest.mark.landing
def test_a_whole_swiss_over_http_is_drawn_and_scored_as_scoring_does(teams):
    session, director = opened_over_http(teams)
    contest_slots: list[ContestSlot] = []
    byes: list[int] = []
    met: list[tuple[int, int]] = []
    for round in (1, 2, 3):
        if round > 1:
            director.post(at(session, "director/draw/"), seen(session, round))
            order = order_of(teams, contest_slots, byes)
            assert draw_of(session, round) == draw(order, met, byes)
        assert begin_when_asked(director, session, round).status_code == 302
        met += draw_of(session, round).matches
        byes += [draw_of(session, round).bye] if teams % 2 else []
        contest_slots += played_over_http(session, round)
    end_when_asked(director, session, 3)
    sent = director.post(
        at(session, "director/publication/"), {"minutes": "30", "key": str(uuid4())}
    )
    assert sent.status_code == 302
    expected = fold(contest(teams, contest_slots, byes)).lists[0].rows
    ranking = director.get(at(session, "ranking/")).context["lists"][0][1]
    assert [(int(row.number), row.boards) for row in ranking] == [
        (row.entry, row.boards) for row in expected
    ]
    assert sum(row.score for row in expected) == 20 * len(met) + 12 * len(byes)
    published = PublishedRow.objects.select_related("entry").order_by("position")
    assert [(row.entry.number, row.score) for row in published] == [
        (row.entry, int(row.score * 10_000)) for row in expected
    ]


def opened_over_http(teams: int) -> tuple[Session, Client]:
    director = signed_in(member("Ruth"))
    numbers = NUMBERS | {"tables": str(teams)}
    offers = [
        offer
        for _, offer, _ in director.get("/duplicate/opening/", numbers).context[
            "choices"
        ]
    ]
    plan = next(offer.key for offer in offers if offer.rounds == 3)
    director.post(
        "/duplicate/opening/",
        numbers | CHOSEN | {"plan": plan, "key": str(uuid4()), "first_round": "lot"},
    )
    session = Session.objects.get()
    names = [
        [
            member(f"{seat} of {number}").name
            for seat in ("North", "South", "East", "West")
        ]
        for number in range(teams)
    ]
    lines = "\n".join(", ".join(four) for four in names)
    assert (
        director.post(at(session, "entries/list/"), {"lines": lines}).status_code == 302
    )
    return session, director


def played_over_http(session: Session, round: int) -> Iterator[ContestSlot]:
    """Record every board of a round over HTTP by North's phone, and yield each result as a slot for `scoring`."""
    rows = dict(slots_of(load(session.pk)))
    for index, slot in enumerate(slots_in(session, round)):
        line = LINES[(3 * index + round * slot.table) % len(LINES)]
        north = signed_in(player(session, slot))
        taps = {"line": line, "number": slot.board, "revision": 0, "key": str(uuid4())}
        assert north.post(board(session, slot), taps).status_code == 302
        deal = parse_deal(line)
        row = rows[slot]
        yield ContestSlot(
            slot.board,
            row.ns,
            row.ew,
            Played(score_board(slot.board, deal).score, deal),
        )


def board(session: Session, slot: Slot) -> str:
    return at(
        session, f"rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/"
    )


def contest(teams: int, slots: list[ContestSlot], byes: list[int]) -> Contest:
    entries = tuple(ContestEntry(number) for number in range(1, teams + 1))
    return Contest("session", VICTORY_POINTS, entries, tuple(slots), byes=tuple(byes))


def order_of(teams: int, slots: list[ContestSlot], byes: list[int]) -> list[int]:
    """Return the numbers of all teams, sorted by victory points; equal teams are sorted by their numbers."""
    points = {
        row.entry: row.score for row in fold(contest(teams, slots, byes)).lists[0].rows
    }
    return sorted(points, key=lambda number: (-points[number], number))


def test_a_bye_says_on_the_phone_what_it_brings():
    session = swiss(5, begun=1)
    page = text(signed_in("Eva Again"), at(session, "table/"))
    assert (
        "You sit out round 1" in page
        and "it brings you <b>12</b> victory points" in page
    )
    assert "victory points" not in text(
        signed_in("Anna"), f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/"
    )


def test_a_team_that_waits_for_the_next_draw_reads_so_on_its_phone():
    session = swiss(6, count=5, begun=1)
    played(session, {1, 3})
    four = [member(f"Late {name}") for name in ("North", "South", "East", "West")]
    seat(session=session, taken=[Taken("A", 6, four)], by=four[0], now=NOON)
    page = signed_in(four[0]).get(at(session, "table/")).content.decode()
    assert (
        "You sit out round 1" in page
        and "Round 2 is not drawn yet" in page
        and "against" not in page
    )
    assert (
        "Your table stands here as soon as it is." in page
        and "victory points" not in page
    )
    assert signed_in(session.director).get(at(session, "director/")).status_code == 200
    assert signed_in(four[0]).get(at(session, "")).status_code == 200
