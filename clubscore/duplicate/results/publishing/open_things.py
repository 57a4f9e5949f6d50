"""The open matters on the page that publishes results: who says what, and what follows if a matter stays open."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Appeal, Call, Correction, PlayProposal
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.results.publishing.forms import PublicationForm
from clubscore.duplicate.results.publishing.open_boards import how_it_counts
from clubscore.duplicate.results.publishing.open_matters import OpenMatter
from clubscore.duplicate.session.contested import ContestedPlace
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.refusals import Refused
from scoring import Deal
from scoring.duplicate import score_board
from scoring.duplicate.outcomes import Played


class OpenLine(NamedTuple):
    """A line about an open board: who says it, and what; `who` is empty if nobody in particular does."""

    who: str
    what: str


class OpenThing(NamedTuple):
    """A matter that is open: who says what, what it means to leave it open, and the box that says so."""

    kind: str
    """The kind of the matter, such as `results` or `call`; `seat` for a contested place."""
    slot: Slot | None
    table: str
    label: str
    """The matter, such as `two results`."""
    words: str
    said: tuple[OpenLine, ...]
    means: str
    page: str
    box: BoundField


def open_things(
    state: SessionState,
    results: Results,
    matters: Collection[OpenMatter | ContestedPlace],
    form: PublicationForm,
) -> list[OpenThing]:
    """The matters that are open, each with its box in the form."""
    things = []
    for matter in matters:
        page, box = matter.page(state.session.pk), form[matter.key]
        if isinstance(matter, ContestedPlace):
            thing = OpenThing(
                "seat", None, "", "", matter.words, (), matter.means, page, box
            )
        else:
            thing = OpenThing(
                kind=matter.matter,
                slot=matter.slot,
                table=matter.table,
                label=str(matter.matter.label),
                words=matter.words,
                said=tuple(_said(state, results, matter)),
                means=how_it_counts(results, matter.slot),
                page=page,
                box=box,
            )
        things.append(thing)
    return things


def _said(
    state: SessionState, results: Results, matter: OpenMatter
) -> Iterator[OpenLine]:
    """Yield the lines about an open matter: first the recorded result, then what stands against it."""
    try:
        at = slot_in(state, matter.slot)
    except Refused:  # the plan has the board no more
        return
    row, by = matter.row, matter.by.short_name
    result = results.get(matter.slot)
    if result:
        recorder = _("Recorded")
        side = at.side_behind(matter.by)
        if side and result.is_signed_by(at, side.other):
            recorder = at.pair(side.other)
        yield OpenLine(recorder, _deal(at, result.play.facts))
    match row:
        case PlayProposal():
            who = by
            if side := at.side_behind(matter.by):
                who = at.pair(side)
            yield OpenLine(who, _deal(at, row.facts))
        case Correction():
            yield OpenLine(by, _deal(at, row.facts))
            yield OpenLine("", row.why)
        case Call():
            time = date_format(localtime(row.at), "H:i")
            yield OpenLine(f"{by}, {time}", row.about)
        case Appeal():
            yield OpenLine(by, row.why)


def _deal(at: SlotState, facts: Deal) -> str:
    """A deal of the board in words, with its score for North-South, such as `3NT by Anna, made (+600)`."""
    score = score_board(at.slot.board, facts).score
    return outcome_in_words(Played(score, facts), at.names)
