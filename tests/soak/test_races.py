"""Fifty requests at once about one thing: nothing fails, nothing is written twice, and the audits find nothing."""

import time
from collections import Counter
from collections.abc import Callable

import pytest

from tests.databases import made_once
from tests.server_process import ServerProcess
from tests.soak.races import at_duplicate, at_the_table, in_the_club
from tests.soak.races.track import Track, audits_are_clean, in_threads, over_sockets

Race = Callable[[Track], None]

RACES: tuple[Race, ...] = (
    at_the_table.one_deal_number,
    at_the_table.one_key,
    at_the_table.one_vote,
    at_the_table.yes_and_no,
    at_the_table.two_books,
    at_the_table.undo_against_agreement,
    at_the_table.next_result_against_left_over,
    in_the_club.one_seat,
    in_the_club.one_receipt,
    in_the_club.one_settlement,
    in_the_club.one_name,
    in_the_club.closing_against_posting,
    in_the_club.merge_against_start,
    in_the_club.substitution_against_merge,
    in_the_club.leaving_against_roles,
    in_the_club.due_against_agreement,
    in_the_club.one_season,
    in_the_club.first_house_rules,
    in_the_club.one_set,
    at_duplicate.two_sides,
    at_duplicate.each_form_twice,
    at_duplicate.partners_accept,
    at_duplicate.all_four_answer,
    at_duplicate.partners_agree,
    at_duplicate.one_call,
    at_duplicate.next_round_against_entry,
    at_duplicate.publication_against_correction,
    at_duplicate.two_directors_rule,
    at_duplicate.ruling_against_entry,
    at_duplicate.late_pair,
    at_duplicate.tablet_and_phone,
    at_duplicate.one_tablet,
    at_duplicate.one_number,
    at_duplicate.one_misplay,
    at_duplicate.one_session,
)
WIDTH, SHORT_WIDTH = 50, 12  # requests at once
ROUNDS, SHORT_ROUNDS = 20, 1
ROUNDS_OVER_SOCKETS = 5

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def empty() -> None:
    """Make a club without any rows, for `made_once`; each round of races begins with it."""


def run(track: Track, race: Race, rounds: int) -> None:
    began = time.monotonic()
    for _ in range(rounds):
        made_once(empty)
        race(track)
        audits_are_clean()
    seconds = time.monotonic() - began
    statuses = ", ".join(
        f"{count} × {status}" for status, count in sorted(track.counts.items())
    )
    print(
        f"\nraces: {race.__name__}: {rounds} rounds of {track.width} in {seconds:.0f} s: {statuses}",
        flush=True,
    )


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)
def test_whoever_comes_first_all_is_written_once_and_all_are_told(
    race: Race, full: bool
) -> None:
    with in_threads(WIDTH if full else SHORT_WIDTH) as track:
        run(track, race, ROUNDS if full else SHORT_ROUNDS)
        assert not [status for status in track.counts if status >= 500]


@pytest.mark.landing
def test_over_sockets_and_two_processes_it_is_the_same(full: bool) -> None:
    failed: Counter[str] = Counter()
    with ServerProcess(processes=2) as server:
        for race in RACES if full else RACES[:1]:
            track = over_sockets(server.port, WIDTH if full else SHORT_WIDTH)
            run(track, race, ROUNDS_OVER_SOCKETS if full else SHORT_ROUNDS)
            failed[race.__name__] = sum(
                count for status, count in track.counts.items() if status >= 500
            )
    assert +failed == {}
