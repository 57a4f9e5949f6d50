"""A Swiss of pairs on the pages: opened, drawn by the director, followed by phones, played to the end over HTTP."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.opening.draws import DrawBasis
from clubscore.duplicate.models import Plan, PublishedRow, Session
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.live.topics import TOPICS
from scoring import parse_deal
from scoring.contest import Contest, ContestEntry, ContestRules, fold
from scoring.contest import Slot as ContestSlot
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Played
from scoring.movements.swiss import by_lot, draw
from tests.duplicate.asked import begin_when_asked, end_when_asked
from tests.duplicate.director.drawing.test_swiss_pages import (
    LINES,
    at,
    board,
    seen,
    signed_in,
    text,
)
from tests.duplicate.published import published
from tests.duplicate.recorded import player
from tests.duplicate.swiss import OF_PAIRS, begun, draw_of, drawn, played, slots_in
from tests.duplicate.swiss import swiss_of_pairs as swiss
from tests.duplicate.tablets import device_of, laid
from tests.duplicate.verdicts.correcting.test_correcting import ask, confirm, decide
from tests.duplicate.verdicts.ruling.test_ruling_pages import form
from tests.factories import member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NUMBERS = {
    "form": "swiss_pairs",
    "tables": "2½",
    "boards": "6",
    "minutes": "7",
    "sections": "1",
}
CHOSEN = {
    "name": "Swiss of the club",
    "scoring": "matchpoints-vp",
    "leads": "off",
    "law": "2017",
}
BY_SCORING = {
    "matchpoints-vp": OF_PAIRS,
    "cross-imps-vp": ContestRules(
        scoring="cross-imps", cross_imps="match", matches="vp"
    ),
    "butler-vp": ContestRules(scoring="butler", matches="vp"),
}


@pytest.mark.parametrize("how", ["lot", "list"])
@pytest.mark.parametrize("scoring", BY_SCORING)
def test_the_opening_page_offers_a_swiss_of_pairs_and_its_ways_of_scoring(how, scoring):
    client = signed_in(member("Ruth"))
    page = client.get("/duplicate/opening/", NUMBERS)
    offer = page.context["choices"][0][1]
    assert (str(offer.first.name), offer.rounds, offer.first.boards_a_round) == (
        "Swiss pairs",
        3,
        2,
    )
    words = page.content.decode()
    assert (
        "3 rounds of 2, 2 tables, 5 pairs" in words
        and "Draw of the first round" in words
    )
    assert "a pair sits out up to 2 boards" in words and "balance" not in words
    assert "all tables play the same boards" in words
    chosen = (
        NUMBERS
        | CHOSEN
        | {
            "plan": offer.key,
            "key": str(uuid4()),
            "first_round": how,
            "scoring": scoring,
        }
    )
    assert client.post("/duplicate/opening/", chosen).status_code == 302
    session, kept = Session.objects.get(), DrawBasis.from_json(Plan.objects.get().drawn)
    assert (
        session.form == "swiss_pairs" and session.contest_rules == BY_SCORING[scoring]
    )
    order = tuple(range(1, 6)) if how == "list" else by_lot(range(1, 6), kept.seed)
    assert kept.order == order and draw_of(session, 1) == draw(order)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("tables", "1½", "from 4 to 64 pairs"), ("sections", "2", "play in one")],
)
def test_numbers_that_no_swiss_has_are_refused(field, value, words):
    page = signed_in(member("Ruth")).get(
        "/duplicate/opening/", NUMBERS | {field: value}
    )
    assert page.status_code == 422 and words in page.content.decode()


def test_the_page_of_a_draw_speaks_of_pairs():
    session = swiss(5, begun=1)
    client = signed_in(session.director)
    page = text(client, at(session, "director/draw/"))
    assert (
        "2 matches have none, and count as draws" in page
        and "beside those of the other tables" in page
    )
    played(session, {1, 4})
    client.post(at(session, "director/draw/"), seen(session))
    page = text(client, at(session, "director/draw/"))
    assert (
        "has nobody to play, and 12 victory" in page
        and "Exchange two pairs by hand" in page
    )
    assert (
        "Choose a pair" in page
        and "19 VP</small>" not in page
        and "20 VP</small>" in page
    )
    assert "team" not in page.lower()
    one, other = (match[0] for match in draw_of(session, 2).matches)
    done = client.post(
        at(session, "director/draw/swap/"),
        seen(session) | {"one": one, "other": other},
        follow=True,
    )
    words = done.content.decode()
    assert (
        f"Pairs {one} and {other} have changed places." in words
        or "meet again, after round 1" in words
    )


def test_a_phone_shows_table_line_and_opponents_and_where_next_as_soon_as_it_is_drawn():
    session = swiss(5, begun=1)
    anna = signed_in("Anna")
    page = text(anna, at(session, "table/"))
    assert (
        "Cleo &amp; Dan" in page
        and "Table 1" in page
        and "Round 2 is not drawn yet" in page
    )
    played(session, {1, 4})
    marks = TOPICS["session-tables"].render(session.pk, "watch")
    drawn(session)
    assert TOPICS["session-tables"].render(session.pk, "watch") != marks
    page = text(anna, at(session, "table/"))
    assert (
        "Next, in round 2" in page
        and "Table 1, North–South" in page
        and "against Gita &amp; Hugo" in page
    )
    assert "Round 2 is drawn: who meets whom" in TOPICS["session"].render(
        session.pk, "watch"
    )
    sits_out = load(session.pk).sections[0].players[draw_of(session, 2).bye][0]
    begun(session, 2)
    assert "You sit out round 2" in text(signed_in(sits_out), at(session, ""))


def test_the_ranking_has_the_reason_behind_each_figure_and_every_match_a_page():
    session = swiss(5, begun=1, boards_a_round=2)
    played(session, {1, 4})
    anna = signed_in("Anna")
    ranking = text(anna, at(session, "ranking/"))
    assert (
        "12 for a bye" in ranking
        and "20 against pair 2" in ranking
        and "Score" in ranking
    )
    listed = text(anna, at(session, "matches/"))
    assert (
        "Pair 1 against pair 2" in listed
        and "100.00" in listed
        and "pair 5, Ida &amp; Jan" in listed
    )
    assert (
        "4 of 4 matchpoints on 2 boards; 100.00 %; 20 of 20 by the scale for 2 boards"
        in listed
    )
    page = anna.get(at(session, "matches/3/4/"))
    words = page.content.decode()
    assert (
        "Pair 3 against pair 4" in words
        and "Board by board, against the whole field" in words
    )
    assert [
        (each.one_points, each.other_points) for each in page.context["boards"]
    ] == [("0", "2")] * 2
    assert "beat 0, tied 0 of 1" in words and "team" not in words.lower()
    assert anna.get(at(session, "matches/1/3/")).status_code == 404


def test_a_match_names_the_awards_of_the_lower_number_first_wherever_it_sits():
    session = swiss(6, begun=1)
    played(session, {2, 3})
    drawn(session)
    begun(session, 2)
    played(session, {6})
    # The higher number sits North-South.
    assert draw_of(session, 2).matches[2] == (
        6,
        1,
    )
    page = signed_in("Anna").get(at(session, "matches/1/6/"))
    [each] = page.context["boards"]
    assert (each.one_points, each.other_points) == ("2", "2") and [
        team.number for team in page.context["sides"]
    ] == [
        1,
        6,
    ]


def test_the_ranking_and_the_matches_wait_for_the_boards_of_the_round():
    session = swiss(5, begun=1)
    played(session, {1, 4}, missing=1)
    finn = signed_in(load(session.pk).sections[0].players[3][0])
    for end in ("ranking/", "matches/", "matches/1/2/", "boards/1/"):
        assert finn.get(at(session, end)).status_code == 403


@pytest.mark.parametrize("change", ["late-pair", "rounds/number", "misplay"])
def test_changes_that_a_swiss_does_not_have_say_why_and_no_button_leads_to_them(change):
    session = swiss(6, count=5, begun=1)
    client = signed_in(session.director)
    page = text(client, at(session, "director/"))
    way = at(session, f"director/{change}/")
    assert f'href="{way}"' not in page and client.get(way).status_code == 200


@pytest.mark.parametrize(
    "end",
    [
        "director/draw/",
        "director/",
        "ranking/",
        "matches/",
        "matches/1/2/",
        "",
        "table/",
        "results/",
        "guide-cards/",
    ],
)
def test_pages_take_the_same_statements_with_two_matches_as_with_three(end):
    counts = []
    for pairs, family in ((4, ""), (6, "More")):
        session = swiss(pairs, begun=1, family=family)
        played(session, {1, 3})
        drawn(session)
        client = signed_in(
            session.director if end.startswith("director") else f"Anna {family}".strip()
        )
        client.get(at(session, end), follow=True)
        with CaptureQueriesContext(connection) as found:
            assert client.get(at(session, end), follow=True).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1] and counts[0] <= 27


@pytest.mark.parametrize("pairs", [4, 5, 6, 7])
@pytest.mark.landing
def test_a_whole_swiss_of_pairs_over_http_is_drawn_and_scored_as_scoring_does(pairs):
    session, director = opened_over_http(pairs)
    contest_slots: list[ContestSlot] = []
    byes: list[int] = []
    met: list[tuple[int, int]] = []
    for round in (1, 2, 3):
        if round > 1:
            director.post(at(session, "director/draw/"), seen(session, round))
            assert draw_of(session, round) == draw(
                order_of(pairs, contest_slots, byes), met, byes
            )
        assert begin_when_asked(director, session, round).status_code == 302
        met += draw_of(session, round).matches
        byes += [draw_of(session, round).bye] if pairs % 2 else []
        contest_slots += played_over_http(session, round)
    end_when_asked(director, session, 3)
    sent = director.post(
        at(session, "director/publication/"), {"minutes": "30", "key": str(uuid4())}
    )
    assert sent.status_code == 302
    expected = fold(contest(pairs, contest_slots, byes)).lists[0].rows
    assert sum(row.score for row in expected) == 20 * len(met) + 12 * len(byes)
    ranking = director.get(at(session, "ranking/")).context["lists"][0][1]
    assert [(int(row.number), row.boards) for row in ranking] == [
        (row.entry, row.boards) for row in expected
    ]
    rows = PublishedRow.objects.select_related("entry").order_by("position")
    assert [(row.entry.number, row.score) for row in rows] == [
        (row.entry, int(row.score * 10_000)) for row in expected
    ]
    results = text(signed_in("North of 0"), at(session, "results/"))
    assert (
        "Per cent" not in results
        and "Matches" in results
        and "Something’s wrong?" in results
    )


def opened_over_http(pairs: int) -> tuple[Session, Client]:
    director = signed_in(member("Ruth"))
    numbers = NUMBERS | {"tables": f"{pairs // 2}{'½' * (pairs % 2)}"}
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
        [member(f"{seat} of {number}").name for seat in ("North", "South")]
        for number in range(pairs)
    ]
    lines = "\n".join(", ".join(both) for both in names)
    assert (
        director.post(at(session, "entries/list/"), {"lines": lines}).status_code == 302
    )
    return session, director


def played_over_http(session: Session, round: int) -> Iterator[ContestSlot]:
    """Record every board of a round over HTTP by North's phone, and yield each result as a slot for `scoring`."""
    rows = dict(slots_of(load(session.pk)))
    for index, slot in enumerate(slots_in(session, round)):
        line = LINES[(3 * index + round * slot.table) % len(LINES)]
        taps = {"line": line, "number": slot.board, "revision": 0, "key": str(uuid4())}
        assert (
            signed_in(player(session, slot))
            .post(board(session, slot), taps)
            .status_code
            == 302
        )
        deal, row = parse_deal(line), rows[slot]
        yield ContestSlot(
            slot.board,
            row.ns,
            row.ew,
            Played(score_board(slot.board, deal).score, deal),
        )


def contest(pairs: int, slots: list[ContestSlot], byes: list[int]) -> Contest:
    entries = tuple(ContestEntry(number) for number in range(1, pairs + 1))
    return Contest("session", OF_PAIRS, entries, tuple(slots), byes=tuple(byes))


def order_of(pairs: int, slots: list[ContestSlot], byes: list[int]) -> list[int]:
    """Return the numbers of all pairs, sorted by victory points; equal pairs are sorted by their numbers."""
    points = {
        row.entry: row.score for row in fold(contest(pairs, slots, byes)).lists[0].rows
    }
    return sorted(points, key=lambda number: (-points[number], number))


def test_an_evening_knows_a_session_with_victory_points():
    session = swiss(5, begun=1)
    played(session, {1, 4})
    director = signed_in(session.director)
    end_when_asked(director, session, 1)
    session.refresh_from_db()
    published(session)
    evening = text(director, f"/evenings/{session.day}/")
    assert session.name in evening and "Score" in evening and "Per cent" not in evening


def test_the_tablet_on_a_table_says_where_its_pairs_go_as_soon_as_the_round_is_drawn():
    session = swiss(5, begun=1)
    tablet = laid(session)
    address = f"/duplicate/tablets/{key_of(tablet)}/"
    waiting = device_of(tablet).get(address, follow=True).content.decode()
    assert "Round 2 is not drawn yet" in waiting and "sits out" not in waiting
    played(session, {1, 4})
    drawn(session)
    page = device_of(tablet).get(address, follow=True).content.decode()
    assert "Next, in round 2" in page and "Anna &amp; Ben: table 1" in page


def test_the_effect_of_a_ruling_is_in_victory_points():
    session = swiss(6, begun=1)
    played(session, {2, 3})
    slot = slots_in(session, 1)[0]
    sent = form(kind="artificial", ns="+", ew="+", line="", law="12C2")
    page = signed_in(session.director).post(board(session, slot) + "ruling/", sent)
    effect = page.context["effect"]
    assert not effect.has_percentages and effect.lists
    scores = {
        move.number: (move.score_before, move.score) for move in effect.lists[0][1]
    }
    assert scores["1"] == ("0", "15") and scores["2"] == ("20", "15")


def test_a_correction_after_play_changes_the_victory_points_and_is_published_beside_those_before():
    session = swiss(5, begun=1)
    played(session, {1, 4})
    director = signed_in(session.director)
    end_when_asked(director, session, 1)
    session.refresh_from_db()
    published(session)
    slot = slots_in(session, 1)[0]
    correction = ask(session, slot, line="4sn-1")
    confirm(correction, session, slot)
    decide(correction)
    published(session, reason="One trick fewer")
    page = text(signed_in("Anna"), at(session, "results/"))
    assert "Publication 2" in page and "<b>10</b>" in page
    lines = signed_in("Anna").get(at(session, "results/")).context["lists"][0][1]
    assert {line.number: (line.before, line.figure) for line in lines}["1"] == (
        "1=, 20",
        "10",
    )
