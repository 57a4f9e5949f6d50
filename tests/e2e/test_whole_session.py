"""A whole session of duplicate in seven browsers: a Howell of three tables, six phones and a director, from "2½
tables" to the result that was corrected after its period.

The figures on the page at the end must equal those that `scoring` makes of the taps.
"""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from clubscore.duplicate.models import LateChange, Plan, Session
from clubscore.members.roles import Role
from scoring import parse_deal
from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.contest.rounding import two_decimals
from scoring.duplicate import score_board
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Played
from scoring.movements.howell import howell
from tests.duplicate.evening import NAMES
from tests.e2e.browser import PHONE, expect
from tests.factories import member

LATE = 6  # the number of the pair that comes when round 1 is played
ROUNDS = 5
# What is recorded at the tables of each round: contract, declarer, result.
TAPPED = {
    (1, 2): ("4S", "N", "0"),
    (1, 3): ("4S", "N", "-1"),
    (2, 1): ("3NT", "S", "+1"),
    (2, 2): ("2H", "E", "+1"),
    (2, 3): ("5C", "W", "-2"),
    (3, 1): ("2H", "E", "0"),
    (3, 2): ("4S", "N", "0"),
    (3, 3): ("1NT", "W", "+2"),
    (4, 1): ("5C", "W", "-1"),
    (4, 2): ("1NT", "W", "0"),
    (4, 3): ("3D", "S", "-1"),
    (5, 1): ("6D", "E", "-3"),
    (5, 2): ("4C", "W", "0"),
    (5, 3): ("3NT", "S", "0"),
}
REFUSED, INSTEAD = (2, 1), ("3NT", "S", "0")
RULED, RULING = (3, 2), "60% 4SN=, 40% 4SN-1"
IN_THE_PERIOD, CORRECTED = (4, 2), ("1NT", "W", "+1")
AFTER_THE_PERIOD, FOUND = (5, 1), ("6D", "E", "-2")

Phones = dict[int, Any]
ROWS = {(row.round, row.table): row for row in howell(3).rows}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Return a function that sets the clock of the pages forward by a time."""
    now = timezone.now

    def later(passed: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + passed)

    return later


@pytest.mark.landing
def test_six_phones_and_a_director_play_a_howell_to_the_corrected_result(
    transactional_db: None,
    open_page: Callable[..., Any],
    later: Callable[[timedelta], None],
):
    ruth, olga = member("Ruth"), member("Olga", role=Role.ADMIN)
    players = [member(name) for name in NAMES]
    director = open_page(
        "/duplicate/opening/?tables=2½&boards=5&minutes=7&sections=1", member=ruth
    )
    session = a_session_is_opened(director)
    phones = {
        number: open_page(member=players[2 * number - 2], **PHONE)
        for number in range(1, LATE + 1)
    }
    for number in range(1, LATE):
        phones[number].goto(f"/duplicate/{session.pk}/table/")
    for round in range(1, ROUNDS + 1):
        director.get_by_role(
            "button", name="Start round 1" if round == 1 else f"Next round: {round}"
        ).click()
        expect(
            director.get_by_role("heading", name=f"Round {round} of {ROUNDS}")
        ).to_be_visible()
        a_round_is_played(phones, round)
        if round == 1:
            a_late_pair_comes(director, session)
            phones[LATE].goto(f"/duplicate/{session.pk}/table/")
    the_director_gives_a_weighted_score(director, session)
    the_results_are_published(director)
    figures_are_those_of_the_game(director, session, played())
    a_correction_is_asked_and_confirmed(phones, director, session)
    publish_again(director, session, "Both sides asked for it")
    with_it = played() | {IN_THE_PERIOD: line(CORRECTED)}
    figures_are_those_of_the_game(director, session, with_it)
    later(timedelta(minutes=31))
    what_is_found_late_takes_a_second_person(director, session, open_page, olga)
    publish_again(director, session, "Approved after the period")
    figures_are_those_of_the_game(
        phones[LATE], session, with_it | {AFTER_THE_PERIOD: line(FOUND)}
    )
    expect(phones[LATE].get_by_text("Final.")).to_be_visible()


def a_session_is_opened(director: Any) -> Session:
    director.locator('input[name="plan"][value="howell-5x1"]').check()
    director.get_by_role("button", name="Open the session").click()
    director.get_by_role("link", name="Places").click()
    pairs = [
        f"{first}, {second}"
        for first, second in zip(NAMES[::2], NAMES[1::2], strict=True)
    ]
    director.get_by_label("Pairs, a line each").fill("\n".join(pairs[: LATE - 1]))
    director.get_by_role("button", name="Seat all of them").click()
    expect(director.get_by_text("5 pairs have their numbers.")).to_be_visible()
    director.get_by_role("link", name="Run the session", exact=True).click()
    expect(director.get_by_text("5 of 5 numbers taken")).to_be_visible()
    return Session.objects.get()


def a_late_pair_comes(director: Any, session: Session) -> None:
    director.get_by_role("link", name="A late pair").click()
    expect(director.get_by_text("fills the empty seats")).to_be_visible()
    director.get_by_label("North or East").select_option(label=NAMES[-2])
    director.get_by_label("South or West").select_option(label=NAMES[-1])
    director.get_by_role("button", name="Let them in from round 2").click()
    expect(director.get_by_text("Kim and Lars are in.")).to_be_visible()
    assert Plan.objects.filter(section__session=session).count() == 2


def a_round_is_played(phones: Phones, round: int) -> None:
    """Play a round: each phone already shows its table, North-South record, and East-West agree or refuse."""
    for (at_round, table), taps in TAPPED.items():
        if at_round == round:
            row = ROWS[round, table]
            north, east = phones[row.ns], phones[row.ew]
            for phone, way in ((north, "North–South"), (east, "East–West")):
                expect(
                    phone.get_by_role("heading", name=f"Table {table} · {way}")
                ).to_be_visible()
            expect(
                north.get_by_role("heading", name=f"Board {row.set}", exact=False).first
            ).to_be_visible()
            record(north, taps)
            refuse(north, east) if (round, table) == REFUSED else accept(east)
            for phone in (
                north,
                east,
            ):
                # A page that is still being fetched anew would not hear of the next round.
                expect(
                    phone.locator('.board-tab[data-standing="agreed"]')
                ).to_be_visible()


def record(phone: Any, taps: tuple[str, str, str], *, button: str = "Record") -> None:
    for name, value in zip(("contract", "declarer", "result"), taps, strict=True):
        phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    phone.get_by_role("button", name=button).click()


def accept(east: Any) -> None:
    east.get_by_role("button", name="✓ Agree").click()
    expect(east.get_by_text("Both sides agree")).to_be_visible()


def refuse(north: Any, east: Any) -> None:
    """Let East enter another result, and let North say that East is right."""
    east.get_by_role("link", name="Something’s wrong").click()
    record(east, INSTEAD)
    expect(east.get_by_role("button", name="take mine back")).to_be_visible()
    north.get_by_role("button", name="is right").click()
    expect(north.get_by_text("Both sides agree")).to_be_visible()


def the_director_gives_a_weighted_score(director: Any, session: Session) -> None:
    round, table = RULED
    director.goto(
        f"/duplicate/{session.pk}/rounds/{round}/A/{table}/boards/{ROWS[RULED].set}/ruling/"
    )
    director.locator("input[value=weighted]").check()
    director.locator("#id_line").fill(RULING)
    director.locator("#id_text").fill("A slow pass")
    director.get_by_role("button", name="Record the ruling").click()
    expect(
        director.get_by_text(
            f"The ruling on board {ROWS[RULED].set} at table {table} is recorded."
        )
    ).to_be_visible()


def the_results_are_published(director: Any) -> None:
    director.get_by_role("link", name="Play is over…").click()
    director.get_by_role("button", name="Play is over").click()
    expect(director.get_by_text("Every result is there.")).to_be_visible()
    director.get_by_role("link", name="Publish the results").click()
    director.get_by_role("button", name="Publish").click()
    expect(director.get_by_text("Provisional until")).to_be_visible()


def a_correction_is_asked_and_confirmed(
    phones: Phones, director: Any, session: Session
) -> None:
    row = ROWS[IN_THE_PERIOD]
    north, east, at = (
        phones[row.ns],
        phones[row.ew],
        correction_of(session, IN_THE_PERIOD),
    )
    north.goto(at)
    north.get_by_label("What happened").fill("We counted one trick too few")
    record(north, CORRECTED, button="Ask for this correction")
    expect(north.get_by_role("button", name="Take it back")).to_be_visible()
    east.goto(at)
    east.get_by_role("button", name="Yes, change it").click()
    expect(east.get_by_text("confirmed it.").first).to_be_visible()
    director.goto(at)
    director.get_by_role("button", name="Correct the result").click()
    expect(director.get_by_text("Law 79C1 (2017)").first).to_be_visible()


def what_is_found_late_takes_a_second_person(
    director: Any, session: Session, open_page: Callable[..., Any], second: Any
) -> None:
    at = correction_of(session, AFTER_THE_PERIOD)
    director.goto(at)
    director.get_by_label("What happened").fill(
        "All four wrote two down on their cards"
    )
    director.get_by_label("How sure you are of this result").select_option(
        label="Sure beyond reasonable doubt"
    )
    record(director, FOUND, button="Ask for approval")
    expect(director.get_by_text("still has to approve")).to_be_visible()
    late = LateChange.objects.get(session=session)
    proposal = f"/duplicate/{session.pk}/late-changes/{late.pk}/"
    director.goto(proposal)
    assert director.get_by_role("button", name="Approve the change").count() == 0
    desk = open_page(proposal, member=second)
    desk.locator("input[name=is_beyond_doubt]").check()
    desk.get_by_role("button", name="Approve the change").click()
    expect(desk.get_by_text("Olga, as organiser, approved it.")).to_be_visible()


def publish_again(director: Any, session: Session, why: str) -> None:
    director.goto(f"/duplicate/{session.pk}/director/")
    director.get_by_role("link", name="Publish again").click()
    director.get_by_label("Why another publication").fill(why)
    director.get_by_role("button", name="Publish again").click()
    expect(director.get_by_text(f": {why}.")).to_be_visible()


def correction_of(session: Session, where: tuple[int, int]) -> str:
    round, table = where
    return f"/duplicate/{session.pk}/rounds/{round}/A/{table}/boards/{ROWS[where].set}/correction/"


def line(taps: tuple[str, str, str]) -> str:
    """Return the taps as a line of quick notation, such as `4SN=`."""
    contract, declarer, result = taps
    return f"{contract.removesuffix('T')}{declarer}{'=' if result == '0' else result}"


def played() -> dict[tuple[int, int], str]:
    return {where: line(taps) for where, taps in TAPPED.items()} | {
        REFUSED: line(INSTEAD),
        RULED: RULING,
    }


def figures_are_those_of_the_game(
    page: Any, session: Session, lines: dict[tuple[int, int], str]
) -> None:
    """Score the taps by `scoring` alone, and check that the page shows the resulting figures."""
    slots = []
    for where, text in lines.items():
        row = ROWS[where]
        deal = None if where == RULED else parse_deal(text)
        outcome = (
            Played(score_board(row.set, deal).score, deal)
            if deal
            else parse_outcome(text, row.set)
        )
        slots.append(Slot(row.set, row.ns, row.ew, outcome))
    rules = ContestRules.from_mapping({"scoring": "matchpoints"})
    entries = tuple(ContestEntry(number) for number in range(1, LATE + 1))
    # No late pair was there for board 1: it has two results, and the top of the boards that have three.
    (ranked,) = fold(Contest("howell", rules, entries, tuple(slots))).lists
    page.goto(f"/duplicate/{session.pk}/results/")
    found = [
        cells.split("\t")
        for cells in page.locator(".ranking-table tbody tr").all_inner_texts()
    ]
    shown = [(cells[0], cells[1].split()[0], cells[-1].split()[0]) for cells in found]
    assert shown == [
        (
            f"{row.place}{'=' * row.is_tied}",
            f"{row.entry}",
            two_decimals(row.percent or Fraction()),
        )
        for row in ranked.rows
    ]
