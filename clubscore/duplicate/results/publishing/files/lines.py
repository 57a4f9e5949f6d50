"""The facts of a line of a traveller beside its result: section, round, opening lead and a remark."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.duplicate.models import Publication
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Scores
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot

Line = tuple[int, int, int]
"""A line of a traveller: the board, and the numbers of North-South and East-West in the contest.

In an individual the numbers are those of North and East.
"""


class LineFacts(NamedTuple):
    """The facts of one line."""

    section: str
    """The letter of the section; empty if the session has only one."""
    round: int
    lead: str
    """The opening lead, rank first, such as KD; empty if it is not known or if the director ruled."""
    remark: str


def facts_of_lines(
    state: SessionState, publication: Publication, results: Results, scores: Scores
) -> Mapping[Line, LineFacts]:
    """The facts of each line of the travellers of a publication.

    The remarks say which results one side or the director entered alone, and which the publication left open. They are
    not translated, because other programs read them.
    """
    rows = publication.open_boards.select_related("section")
    left_open = {row.slot for row in rows}
    has_sections = len(state.sections) > 1
    facts = {}
    for slot, scored in scores.slots.items():
        words = []
        if is_one_sided(state, results, slot):
            words.append("entered by one side or by the director alone")
        if slot in left_open:
            words.append("open when published")
        line = slot.board, scored.slot.ns, scored.slot.ew
        section = slot.letter if has_sections else ""
        lead = _lead(results, slot)
        facts[line] = LineFacts(section, slot.round, lead, ", ".join(words))
    return facts


def sections_of_entries(
    state: SessionState, scores: Scores, facts: Mapping[Line, LineFacts]
) -> Mapping[int, str]:
    """The letter of the section of each entry, by its number in the contest; empty if the session has only one section.

    If a ruling counts for one side only, a stand-in takes the place of the other side in the contest. A stand-in
    belongs to the section of its only line.
    """
    sections = {}
    for (_board, ns, ew), of_line in facts.items():
        sections[ns] = sections[ew] = of_line.section
    has_sections = len(state.sections) > 1
    for number, (letter, _number) in enumerate(scores.entries, start=1):
        if not has_sections:
            sections[number] = ""
        elif state.section(letter) is not None:
            sections[number] = letter
    return sections


def _lead(results: Results, slot: Slot) -> str:
    """The opening lead of the recorded result, rank first; empty if a ruling took the place of the result."""
    if slot in results.rulings or slot not in results.settled:
        return ""
    return "".join(reversed(results[slot].play.lead))
