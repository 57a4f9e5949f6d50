"""The two versions of a deal between which the players vote: who says so and how, what each brings, its button."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.members.models import Member
from clubscore.rubbers.correction.comparison import Comparison
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.choices import choices
from clubscore.rubbers.sheet.deals import DealEntry
from clubscore.rubbers.sheet.difference import NOTHING, tricks_in_words
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.web.templatetags.scores import written
from scoring import Deal

_NAMED_APART = ("honours", "chicane", "revokes", "note")


@dataclass(frozen=True, slots=True)
class VersionFigure:
    """One figure of a version: `We below`, `120`. It `differs` from the figure of the other version or not."""

    name: str
    points: str
    differs: bool


@dataclass(frozen=True, slots=True)
class DealOnBallot:
    """One of the two versions of a deal on which the players vote."""

    is_yes: bool
    """True for the proposed version, False for the version on the sheet."""
    name: str
    """The player who says so."""
    how: str
    """`on the sheet`, `says: entered wrongly`."""
    words: str
    details: tuple[str, ...]
    """The tricks, and further facts that differ: (`10 tricks`, `honours: 4 honours Anna`)."""
    figures: tuple[VersionFigure, ...]
    choice: str
    """The shortest words that tell the two versions apart, for the button: `10 tricks`."""
    brings: str
    """`We 130`, or `no score`."""

    @property
    def vote(self) -> str:
        """The vote for this version as a form sends it: `yes` for the proposed version, else `no`."""
        return "yes" if self.is_yes else "no"


def versions_on_ballot(
    state: RubberState, proposal: Proposal, comparison: Comparison
) -> tuple[DealOnBallot, DealOnBallot]:
    """The version on the sheet and the proposed version, in this order."""
    on_sheet, proposed = choices(
        proposal.base.facts, proposal.proposed, state.names, comparison.facts
    )
    before, after = _figures(comparison)
    differing = [
        fact for fact in comparison.facts if fact.differs and fact.code in _NAMED_APART
    ]
    recorded_facts = [f"{fact.name}: {fact.before}" for fact in differing]
    proposed_facts = [f"{fact.name}: {fact.after}" for fact in differing]
    recorded = DealOnBallot(
        is_yes=False,
        name=_name(state, proposal.base.recorded_by),
        how=_("on the sheet"),
        words=_words(comparison.before_entry),
        details=tuple(_details(proposal.base.facts, recorded_facts)),
        figures=before,
        choice=on_sheet,
        brings=_brings(comparison.before_entry),
    )
    corrected = DealOnBallot(
        is_yes=True,
        name=_name(state, proposal.made_by),
        how=_how(proposal),
        words=_words(comparison.after_entry),
        details=tuple(_details(proposal.proposed, proposed_facts)),
        figures=after,
        choice=proposed,
        brings=_brings(comparison.after_entry),
    )
    return recorded, corrected


def _words(entry: DealEntry | None) -> str:
    """The version in few words: `3NT by Mei, made`; `Struck out` for a deal that leaves the sheet."""
    if entry is None:
        return capfirst(str(STRUCK))
    return entry.short


def _how(proposal: Proposal) -> str:
    """The ground of the proposal in few words: the error that the proposer named (Law 78), or the other book."""
    if proposal.error == Proposal.Error.RECORDING:
        return _("says: entered wrongly")
    if proposal.error == Proposal.Error.AGREEMENT:
        return _("says: agreed wrongly")
    if proposal.origin == Proposal.Origin.BOOK:
        return _("in the other book")
    return pgettext("a player, a correction", "proposes")


def _name(state: RubberState, member: Member) -> str:
    """The name as the table uses it."""
    seat = state.seat_by_member.get(member.pk)
    return state.names[seat] if seat else member.short_name


def _details(deal: Deal | None, further: list[str]) -> Iterator[str]:
    """The details beside the words of a version: its tricks, and the further facts that differ."""
    if deal is None:
        return
    if deal.tricks is not None:
        yield tricks_in_words(deal)
    yield from further


def _figures(
    comparison: Comparison,
) -> tuple[tuple[VersionFigure, ...], tuple[VersionFigure, ...]]:
    """The figures of both versions, row by row: what the deal brings in each place, then each side's points in all."""
    old = _parts(comparison.before_entry)
    new = _parts(comparison.after_entry)
    rows = [
        (name, old.get(name, NOTHING), new.get(name, NOTHING)) for name in old | new
    ]
    for total in comparison.totals:
        name = _("%(who)s in all") % {"who": total.who}
        rows.append((name, written(total.before), written(total.after)))
    before = tuple(
        VersionFigure(name, left, left != right) for name, left, right in rows
    )
    after = tuple(
        VersionFigure(name, right, left != right) for name, left, right in rows
    )
    return before, after


def _parts(entry: DealEntry | None) -> dict[str, str]:
    """The points that the deal brings, by side and place: {`We below`: `120`}; empty without a score."""
    if entry is None:
        return {}
    parts = {}
    for effect in entry.effects:
        for points, place in effect.parts:
            parts[f"{effect.who} {place}".strip()] = written(points)
    return parts


def _brings(entry: DealEntry | None) -> str:
    """The points that the deal brings to each side: `We 130`; `no score` if nobody scores."""
    if entry is None or not entry.effects:
        return _("no score")
    scores = [f"{effect.who} {written(effect.total)}" for effect in entry.effects]
    return " · ".join(scores)
