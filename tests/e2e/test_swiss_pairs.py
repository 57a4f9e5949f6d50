"""A Swiss of five pairs in six browsers: opened, drawn for each round on the director's page, followed by phones."""

from collections.abc import Callable
from typing import Any

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.contest.rounding import shown
from scoring.duplicate.outcomes import Played
from scoring.movements.swiss import drawn_in
from tests.duplicate.evening import NAMES
from tests.e2e.browser import PHONE, expect
from tests.e2e.test_whole_session import accept, record
from tests.factories import member

TAPPED = {1: (("4S", "N", "0"), 420), 2: (("4S", "N", "-1"), -50)}
PAIRS = [" & ".join(pair) for pair in zip(NAMES[:10:2], NAMES[1:10:2], strict=True)]


@pytest.fixture
def phones(transactional_db: None, open_page: Callable[..., Any]) -> dict[int, Any]:
    """Return a phone for each of five pairs, by the pair's number."""
    return {
        number: open_page(member=member(NAMES[2 * number - 2]), **PHONE)
        for number in range(1, 6)
    }


@pytest.mark.landing
def test_five_pairs_play_a_swiss_that_is_drawn_round_by_round(
    phones: dict[int, Any], open_page: Callable[..., Any]
):
    for name in NAMES[1:10:2]:
        member(name)
    director = open_page(
        "/duplicate/opening/?form=swiss_pairs&tables=2½&boards=3&minutes=7&sections=1",
        member=member("Ruth"),
    )
    session = a_swiss_is_opened(director)
    for phone in phones.values():
        phone.goto(f"/duplicate/{session.pk}/table/")
    slots: list[Slot] = []
    byes: list[int] = []
    for round in (1, 2, 3):
        if round > 1:
            the_next_round_is_drawn(director, phones, session, round)
        director.get_by_role("button", name=f"Start round {round}").click()
        drawn = drawn_in(load(session.pk).sections[0].movement, round)
        byes.append(drawn.bye or 0)
        expect(
            phones[byes[-1]].get_by_text(f"You sit out round {round}").first
        ).to_be_visible()
        for table, (ns, ew) in enumerate(drawn.matches, start=1):
            taps, score = TAPPED[table]
            expect(
                phones[ns].get_by_role("heading", name=f"Table {table} · North–South")
            ).to_be_visible()
            expect(
                phones[ew].get_by_role("heading", name=f"Table {table} · East–West")
            ).to_be_visible()
            expect(phones[ew].get_by_text(PAIRS[ns - 1]).first).to_be_visible()
            record(phones[ns], taps)
            accept(phones[ew])
            slots.append(Slot(round, ns, ew, Played(score)))
    figures_are_those_of_the_game(director, session, slots, byes)


def a_swiss_is_opened(director: Any) -> Session:
    director.locator('input[name="plan"][value="swiss-pairs-3x1"]').check()
    director.get_by_role("button", name="Open the session").click()
    director.get_by_role("link", name="Places").click()
    director.get_by_label("Pairs, a line each").fill(
        "\n".join(pair.replace(" & ", ", ") for pair in PAIRS)
    )
    director.get_by_role("button", name="Seat all of them").click()
    director.get_by_role("link", name="Run the session", exact=True).click()
    expect(director.get_by_text("5 of 5 numbers taken")).to_be_visible()
    return Session.objects.get()


def the_next_round_is_drawn(
    director: Any, phones: dict[int, Any], session: Session, round: int
) -> None:
    director.goto(f"/duplicate/{session.pk}/director/draw/")
    expect(director.get_by_text("Every result is there.")).to_be_visible()
    director.get_by_role("button", name=f"Draw round {round}").click()
    expect(
        director.get_by_text(f"Round {round} is drawn. Everybody sees where they sit.")
    ).to_be_visible()
    one, other = drawn_in(load(session.pk).sections[0].movement, round).matches[0]
    expect(phones[one].get_by_text(f"Next, in round {round}").first).to_be_visible()
    expect(phones[one].get_by_text(PAIRS[other - 1]).first).to_be_visible()


def figures_are_those_of_the_game(
    director: Any, session: Session, slots: list[Slot], byes: list[int]
) -> None:
    rules = ContestRules(scoring="matchpoints", matches="vp")
    game = Contest(
        "", rules, tuple(map(ContestEntry, range(1, 6))), tuple(slots), byes=tuple(byes)
    )
    director.goto(f"/duplicate/{session.pk}/ranking/")
    for place, row in enumerate(fold(game).lists[0].rows):
        cells = director.locator("tbody tr").nth(place)
        expect(cells).to_contain_text(PAIRS[row.entry - 1])
        expect(cells.locator("summary")).to_have_text(shown(row.score))
    director.goto(f"/duplicate/{session.pk}/director/")
    director.get_by_role("link", name="Play is over…").click()
    director.get_by_role("button", name="Play is over").click()
    director.get_by_role("link", name="Publish the results").click()
    director.get_by_role("button", name="Publish").click()
    expect(director.get_by_text("Provisional until")).to_be_visible()
