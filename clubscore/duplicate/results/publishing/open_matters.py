"""The matters that nobody has settled when results are published.

They are two results of a board, agreements that were taken back, calls, corrections and appeals.

A publication takes none of them in silence: the director settles each, or publishes with its board open (Law 79B).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.models import (
    Appeal,
    Call,
    Correction,
    OpenWhenPublished,
    PlayProposal,
    PlaySignature,
    Publication,
)
from clubscore.duplicate.outcomes.doubts import doubted
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member

Matter = OpenWhenPublished.Matter
MatterRow = PlayProposal | PlaySignature | Call | Correction | Appeal


class OpenMatter(NamedTuple):
    """A matter of a board that nobody has settled, and the member who raised it."""

    matter: OpenWhenPublished.Matter
    row: MatterRow
    """The proposal, the call, the correction, the appeal or the signature."""
    slot: Slot
    by: Member
    table: str
    """The name of the table."""

    @property
    def source(self) -> int:
        """The id of the row."""
        return self.row.pk

    @property
    def key(self) -> str:
        """A text that names the matter, such as `call-3`."""
        return f"{self.matter}-{self.source}"

    @property
    def words(self) -> str:
        """The board and the matter, such as `Board 3, table 2, round 1: an appeal (Anna)`."""
        words = _(
            "Board %(board)s, table %(table)s, round %(round)s: %(matter)s (%(name)s)"
        )
        return words % {
            "board": self.slot.board,
            "table": self.table,
            "round": self.slot.round,
            "matter": self.matter.label,
            "name": self.by.short_name,
        }

    @property
    def box(self) -> str:
        """The name of the box with which a director publishes with the board open."""
        return _("Leave it open: %(matter)s") % {"matter": self.words}

    def page(self, session_id: int) -> str:
        """The address of the page on which a director settles the matter."""
        if self.matter in (Matter.CALL, Matter.AGREEMENT):
            return reverse("duplicate:director", args=[session_id])
        names = {
            Matter.RESULTS: "duplicate:ruling",
            Matter.CORRECTION: "duplicate:correction",
            Matter.APPEAL: "duplicate:appeal",
        }
        return reverse(names[self.matter], args=[session_id, self.slot])


def open_matters(state: SessionState, results: Results) -> list[OpenMatter]:
    """The matters of a session that nobody has settled, by round, section, table and board.

    A ruling settles two results. Each kind costs one SQL statement, and none if the session has no such row.
    """
    found = []
    for matter, row, slot, by in _found(state, results):
        section = state.section(slot.letter)
        assert section
        table = table_name(state, section, slot.table)
        found.append(OpenMatter(matter, row, slot, by, table))
    return sorted(found, key=_order)


def _order(each: OpenMatter) -> tuple[int, Slot, str]:
    """The order of matters: by round, section, table and board."""
    return each.slot.round, each.slot, each.key


def _found(
    state: SessionState, results: Results
) -> Iterator[tuple[OpenWhenPublished.Matter, MatterRow, Slot, Member]]:
    """Yield the kind, the row, the slot and the member of each matter that nobody has settled."""
    there_is = results.attached.there_is
    of_session = {"session": state.session}
    if there_is.proposals:
        for slot, result in results.items():
            proposal = result.proposal
            if proposal and slot not in results.rulings:
                yield Matter.RESULTS, proposal, slot, proposal.made_by
    yield from _agreements(state, results)
    if there_is.calls:
        calls = Call.objects.waiting().filter(board__isnull=False, **of_session)
        for call in calls.select_related("section", "by"):
            yield Matter.CALL, call, call.slot, call.by
    if there_is.corrections:
        corrections = Correction.objects.open().filter(**of_session)
        for row in corrections.select_related("play__section", "asked_by"):
            yield Matter.CORRECTION, row, row.play.slot, row.asked_by
    if there_is.appeals:
        appeals = Appeal.objects.open().filter(**of_session)
        for appeal in appeals.select_related("ruling__section", "made_by"):
            yield Matter.APPEAL, appeal, appeal.ruling.slot, appeal.made_by


def _agreements(
    state: SessionState, results: Results
) -> Iterator[tuple[OpenWhenPublished.Matter, MatterRow, Slot, Member]]:
    """Yield each agreement that a player has taken back, if nobody has settled the result since."""
    slots = {results[slot].play.pk: slot for slot in doubted(state, results)}
    if not slots:
        return
    rows = PlaySignature.objects.filter(play__in=slots).exclude(taken_back_at=None)
    newest = {}
    for row in rows.select_related("member").order_by("pk"):
        newest[row.play_id, row.member.person_id] = row
    for (play_id, person), row in newest.items():
        slot = slots[play_id]
        if person in results[slot].doubters:
            yield Matter.AGREEMENT, row, slot, row.member


def open_rows(
    publication: Publication, state: SessionState, matters: Iterable[OpenMatter]
) -> list[OpenWhenPublished]:
    """The rows, not saved yet, that keep which matters a publication leaves open."""
    rows = []
    for each in matters:
        section = state.section(each.slot.letter)
        assert section
        row = OpenWhenPublished(
            publication=publication,
            section=section.section,
            round=each.slot.round,
            table=each.slot.table,
            board=each.slot.board,
            matter=each.matter,
            source=each.source,
            by=each.by,
        )
        rows.append(row)
    return rows


def has_left_open(publication: Publication, matters: Iterable[OpenMatter]) -> bool:
    """True if the publication left exactly these matters open."""
    return _left_open(publication) == _sources(matters)


def has_settled_since(publication: Publication, matters: Iterable[OpenMatter]) -> bool:
    """True if a matter that the publication left open is not among these matters, which are open now."""
    return bool(_left_open(publication) - _sources(matters))


def _left_open(publication: Publication) -> set[tuple[str, int]]:
    return {*publication.open_boards.values_list("matter", "source")}


def _sources(matters: Iterable[OpenMatter]) -> set[tuple[str, int]]:
    return {(str(each.matter), each.source) for each in matters}
