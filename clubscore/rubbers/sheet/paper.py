"""The sheet as paper shows it, from one viewpoint: what all games share around the pad that is each game's own.

Pure presentation. Every figure comes from the sheet that `scoring` folded.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.games import game_of
from clubscore.games.base import Game
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint, pair
from clubscore.languages.stored_sentences import stored_told
from clubscore.rubbers.sheet.annotations import DealAnnotations
from clubscore.rubbers.sheet.deals import DealEntry, ReasonEntry, deals_of, reason
from clubscore.web.templatetags.scores import without_signs
from scoring import Seat, Sheet, Side, State


@dataclass(frozen=True)
class Column:
    """One side of the sheet. `margin` is what it won by, 0 for the others and while play goes on."""

    side: Side
    title: str
    names: str
    vulnerable: bool
    games: int
    total: int
    margin: int

    @property
    def dots(self) -> range:
        return range(self.games)

    @property
    def games_in_words(self) -> str:
        """`2 games won`."""
        return ngettext("%(number)s game won", "%(number)s games won", self.games) % {"number": self.games}


@dataclass(frozen=True)
class StripSide:
    """One side of the strip. `points` are those toward the next game."""

    name: str
    names: str
    points: int


@dataclass(frozen=True)
class Strip:
    """The score in one line above the entry, while the sheet is open."""

    sides: tuple[StripSide, StripSide]
    centre: tuple[str, str]
    """The figure between them, and what it counts: `1–0`, `games`."""
    game: int
    """The trick points that win a game."""


@dataclass(frozen=True)
class Paper:
    """All that is written on the sheet. `template` draws `pad`; the rest is alike in every game."""

    template: str
    pad: object
    columns: tuple[Column, Column]
    stand: str
    vulnerable: str
    is_vulnerable: bool
    """Whether any side is vulnerable in the deal to come."""
    need: str
    leader: str
    stopped: str
    """A sentence about a rubber that was stopped unfinished; empty for others."""
    deals: tuple[DealEntry, ...]
    to_come: Called | None
    """The deal to come, as players call it."""
    closing: tuple[ReasonEntry, ...]
    finished: bool
    strip: Strip | None

    @property
    def last(self) -> DealEntry | None:
        return self.deals[-1] if self.deals else None

    @property
    def heading(self) -> str:
        """`Deal 6 · Ruth deals · both vulnerable`."""
        return f"{self.stand} · {self.vulnerable}" if self.vulnerable else self.stand

    def annotated(self, beside: Mapping[int, DealAnnotations]) -> "Paper":
        """The same paper with these annotations beside its deals, by number."""
        return replace(self, deals=tuple(replace(entry, annotations=beside[entry.number]) for entry in self.deals))

    @property
    def spoken(self) -> str:
        """The last deal for those who listen: `Deal 6: 3 diamonds by Carlos, one down. We 50 above.`"""
        if self.last is None:
            return ""
        brought = [f"{effect}." for effect in self.last.effects] or [self.last.nobody_scores]
        game = [f"{self.last.game}."] if self.last.game else []
        deal = _("Deal %(number)s: %(deal)s.") % {"number": self.last.called, "deal": self.last.words}
        return without_signs(" ".join([deal, *brought, *game]))

    def deal(self, number: int) -> DealEntry:
        """The deal of that number. KeyError when it was not played."""
        for entry in self.deals:
            if entry.number == number:
                return entry
        raise KeyError(number)


def paper(
    sheet: Sheet,
    *,
    names: Mapping[Seat, str],
    view: str,
    reason_given: str = "",
    numbers: Container[int] | None = None,
) -> Paper:
    """Draw the sheet for those who are `view` ("NS" or "EW"), or for those who "watch".

    `names` as they are called at the table; `reason_given` is why a rubber was stopped, if it was. Its `deals` are all,
    or those with these `numbers`.
    """
    game, viewpoint = game_of(sheet.system), Viewpoint(view)
    left, right = (_column(sheet, side, names, viewpoint) for side in viewpoint.columns)
    return Paper(
        template=game.template,
        pad=game.pad(sheet, viewpoint),
        columns=(left, right),
        stand=_stand(sheet, names, game),
        vulnerable=viewpoint.vulnerable(sheet.next.vulnerable) if sheet.next and game.has_vulnerability else "",
        is_vulnerable=sheet.next is not None and bool(sheet.next.vulnerable),
        need=game.need(sheet, viewpoint),
        leader=game.leader(sheet, viewpoint) if sheet.next else game.verdict(sheet, viewpoint),
        stopped=_stopped(sheet, reason_given),
        deals=deals_of(sheet, names, viewpoint, numbers),
        to_come=game.called_next(sheet, sheet.next) if sheet.next else None,
        closing=tuple(reason(line, viewpoint, game) for line in sheet.closing),
        finished=sheet.next is None,
        strip=_strip(sheet, names, game, viewpoint) if sheet.next else None,
    )


def _strip(sheet: Sheet, names: Mapping[Seat, str], game: Game, viewpoint: Viewpoint) -> Strip:
    left, right = (
        StripSide(viewpoint.name(side), pair(side, names), sheet.partscore[side]) for side in viewpoint.columns
    )
    return Strip((left, right), game.centre(sheet, viewpoint), game.game)


def _column(sheet: Sheet, side: Side, names: Mapping[Seat, str], viewpoint: Viewpoint) -> Column:
    return Column(
        side=side,
        title=viewpoint.name(side),
        names=pair(side, names),
        vulnerable=sheet.next is not None and side in sheet.next.vulnerable,
        games=sheet.games[side],
        total=sheet.totals[side].total,
        margin=sheet.margin if sheet.winner is side else 0,
    )


def _stopped(sheet: Sheet, reason_given: str) -> str:
    """`Left unfinished: Rain`. A correction may have made the rubber complete since."""
    if not reason_given or sheet.state is State.OPEN:
        return ""
    reason = stored_told(reason_given)
    if sheet.state is State.COMPLETE:
        return _("Stopped (%(reason)s), then complete by a correction") % {"reason": reason}
    return _("Left unfinished: %(reason)s") % {"reason": reason}


def _stand(sheet: Sheet, names: Mapping[Seat, str], game: Game) -> str:
    if sheet.next:
        return f"{game.stand(sheet, sheet.next)} · {_('%(name)s deals') % {'name': names[sheet.next.dealer]}}"
    count = game.played(sheet)
    played = ngettext("%(number)s deal", "%(number)s deals", count) % {"number": count}
    is_complete = sheet.state is State.COMPLETE
    ended = _("%(noun)s over") % {"noun": capfirst(game.noun)} if is_complete else _("Left unfinished")
    return f"{ended} · {played}"
