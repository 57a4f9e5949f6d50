"""The boards that a publication left open, as its page shows them: the matters, and how each board counts."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.duplicate.models import OpenWhenPublished, Publication
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.web.templatetags.sentences import all_of


class OpenBoard(NamedTuple):
    """A board of one table that a publication left open."""

    slot: Slot
    table: str
    matters: tuple[str, ...]
    """The matters in words, such as `an appeal (Anna)`."""
    counts: str
    """A sentence that says how the board counts in the publication."""


def open_boards(state: SessionState, publication: Publication) -> list[OpenBoard]:
    """The boards that a publication left open, by round, section, table and board."""
    rows = publication.open_boards.select_related("section", "by").order_by("pk")
    matters: defaultdict[Slot, list[OpenWhenPublished]] = defaultdict(list)
    for row in rows:
        matters[row.slot].append(row)
    if not matters:
        return []
    results = results_then(publication)
    boards = []
    for slot in sorted(matters, key=lambda slot: (slot.round, slot)):
        section = state.section(slot.letter)
        assert section
        table = table_name(state, section, slot.table)
        said = tuple(
            f"{row.get_matter_display()} ({row.by.short_name})" for row in matters[slot]
        )
        boards.append(OpenBoard(slot, table, said, how_it_counts(results, slot)))
    return boards


def how_it_counts(results: Results, slot: Slot) -> str:
    """The sentence that says how a board counts: by the ruling, by its official entry, or not yet."""
    if ruled := results.rulings.get(slot):
        words = _("It counts as the director ruled: %(outcome)s.")
        return words % {"outcome": outcome_in_words(ruled.outcome)}
    result = results.get(slot)
    if result is None:
        return _("It has no result yet.")
    words = _("It counts by its official entry, by %(name)s: %(outcome)s.")
    recorder = result.row().recorded_by.short_name
    outcome = outcome_in_words(result.play.outcome)
    return words % {"outcome": outcome, "name": recorder}


def boards_left_open(
    publications: Collection[Publication],
) -> dict[int, tuple[int, ...]]:
    """The numbers of the boards that each publication left open, by the id of the publication.

    Publications that left none open are left out. Runs one SQL statement, and none if there are no publications.
    """
    if not publications:
        return {}
    rows = OpenWhenPublished.objects.filter(publication__in=publications)
    boards: defaultdict[int, list[int]] = defaultdict(list)
    distinct = rows.values_list("publication", "board").order_by("board").distinct()
    for publication, board in distinct:
        boards[publication].append(board)
    return {publication: tuple(numbers) for publication, numbers in boards.items()}


def left_open_in_words(boards: Collection[int]) -> str:
    """A sentence about boards that a publication left open, by their numbers; empty if there are none."""
    if not boards:
        return ""
    words = ngettext(
        "Board %(boards)s is open: these results may still change.",
        "Boards %(boards)s are open: these results may still change.",
        len(boards),
    )
    return words % {"boards": all_of(map(str, boards))}
