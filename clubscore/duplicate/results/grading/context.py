"""Template context of the page of a session's handicaps and strata."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from clubscore.duplicate.outcomes.outcome_words import points_in_words
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.grading.grades import Grade
from clubscore.duplicate.results.masterpoints.forms import ScaleForm
from clubscore.duplicate.results.masterpoints.queries import scale_chosen
from clubscore.duplicate.results.masterpoints.words import scale_in_words
from clubscore.duplicate.session.lineup import entry_name, entry_names
from clubscore.duplicate.session.state import SessionState


class GradedEntry(NamedTuple):
    """An entry with its handicap and stratum in words; both are empty if it has none."""

    number: str
    names: str
    handicap: str
    stratum: str


def grading_context(
    state: SessionState,
    grades: Mapping[Numbered, Grade],
    *,
    directs: bool,
    now: datetime,
) -> dict[str, object]:
    """The context of the page without its forms for the entries.

    `grades` are those that stand. Before play only somebody who directs the session is shown any of them.
    """
    session = state.session
    publication = newest_publication(session.pk)
    stays = bool(publication and is_final(session, publication, now))
    chosen = scale_chosen(session.pk)
    is_shown = directs or session.is_begun
    shown: list[GradedEntry] = []
    scale = ""
    if is_shown:
        shown = graded(state, grades)
        scale = scale_in_words(chosen)
    return {
        "session": session,
        "may_set": directs and not stays and not session.is_cancelled,
        "directs": directs,
        "is_published": publication is not None,
        "is_final": stays,
        "is_shown": is_shown,
        "graded": shown,
        "scale_in_words": scale,
        "scale_form": ScaleForm(chosen=chosen),
    }


def graded(state: SessionState, grades: Mapping[Numbered, Grade]) -> list[GradedEntry]:
    """Every entry with its handicap and stratum; empty if no entry has one."""
    if not any(
        grade.stratum or grade.handicap is not None for grade in grades.values()
    ):
        return []
    entries = []
    for (letter, number), grade in grades.items():
        section = state.section(letter)
        assert section
        line = GradedEntry(
            entry_name(state, section, number),
            entry_names(section, number),
            handicap_in_words(grade),
            grade.stratum,
        )
        entries.append(line)
    return entries


def handicap_in_words(grade: Grade) -> str:
    """A handicap with its sign and two decimals, such as `+2.50` or `−1.25`; empty for no handicap."""
    if grade.handicap is None:
        return ""
    return points_in_words(grade.handicap)
