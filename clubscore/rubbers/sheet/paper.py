"""The sheet of a rubber as it looks on paper, from one viewpoint, with the parts that all games share.

Each game adds its own pad. Every figure comes from the sheet that `scoring` has worked out.
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
class PaperColumn:
    """One side on the sheet. `margin` is the margin by which the side has won; 0 if the side has not won."""

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
        """The number of games that the side has won, in words, such as `2 games won`."""
        return ngettext("%(number)s game won", "%(number)s games won", self.games) % {
            "number": self.games
        }


@dataclass(frozen=True)
class StripSide:
    """One side in the strip, which is the score in one line above the entry form.

    `points` are the trick points of the side toward the next game.
    """

    name: str
    names: str
    points: int


@dataclass(frozen=True)
class Strip:
    """The strip: the score in one line above the entry form, shown while the sheet is open."""

    sides: tuple[StripSide, StripSide]
    centre: tuple[str, str]
    """The figure between the two sides, and the word for what it counts, such as `1–0` and `games`."""
    game: int
    """The trick points that win a game."""


@dataclass(frozen=True)
class Paper:
    """Everything that is written on the sheet of a rubber, as one viewer sees it.

    `pad` is the part that differs from game to game, and `template` is the template that shows it. All other fields are
    common to all games.
    """

    template: str
    pad: object
    columns: tuple[PaperColumn, PaperColumn]
    stand: str
    vulnerable: str
    is_vulnerable: bool
    """True if any side is vulnerable in the deal to come."""
    need: str
    leader: str
    stopped: str
    """A sentence about a rubber that was stopped unfinished; empty for other rubbers."""
    deals: tuple[DealEntry, ...]
    to_come: Called | None
    """The number of the deal to come, as players call it; None if the sheet is closed."""
    closing: tuple[ReasonEntry, ...]
    finished: bool
    strip: Strip | None

    @property
    def last(self) -> DealEntry | None:
        return self.deals[-1] if self.deals else None

    @property
    def heading(self) -> str:
        """The heading of the sheet: `Deal 6 · Ruth deals · both vulnerable`; if closed, `Rubber over · 6 deals`."""
        return f"{self.stand} · {self.vulnerable}" if self.vulnerable else self.stand

    @property
    def spoken(self) -> str:
        """The last deal for a screen reader: `Deal 6: 3 diamonds by Carlos, one down. We 50 above.`

        After the last deal the winner follows, as `We won the rubber and 810 points.` It is empty without a deal.
        """
        last = self.last
        if last is None:
            return ""
        sentences = [
            _("Deal %(number)s: %(deal)s.")
            % {"number": last.called, "deal": last.words}
        ]
        sentences += [f"{effect}." for effect in last.effects] or [last.nobody_scores]
        if last.game:
            sentences.append(f"{last.game}.")
        if self.finished:
            sentences.append(self.leader)
        return without_signs(" ".join(sentences))

    def deal(self, number: int) -> DealEntry:
        """The entry of the deal with that number. Raises KeyError if the deal is not on the sheet."""
        for entry in self.deals:
            if entry.number == number:
                return entry
        raise KeyError(number)


def _vulnerable(sheet: Sheet, game: Game, viewpoint: Viewpoint) -> str:
    """The vulnerability in the next deal, in words; empty after the last deal, and in a game without vulnerability."""
    if sheet.next is None or not game.has_vulnerability:
        return ""
    return viewpoint.vulnerable(sheet.next.vulnerable)


def paper(
    sheet: Sheet,
    *,
    names: Mapping[Seat, str],
    view: str,
    reason_given: str = "",
    numbers: Container[int] | None = None,
    annotations: Mapping[int, DealAnnotations] | None = None,
) -> Paper:
    """Everything that is written on the sheet, as the side `view` ("NS" or "EW") or a watcher ("watch") sees it.

    `names` are the names used at the table. `reason_given` says why the rubber was stopped; it is empty if the rubber
    was not stopped. All deals are listed, or only the deals with these `numbers`. `annotations`, by number of the deal,
    are shown beside the deals; they must have every listed deal.
    """
    game = game_of(sheet.system)
    viewpoint = Viewpoint(view)
    vulnerable = _vulnerable(sheet, game, viewpoint)
    heads = [
        StripSide(viewpoint.name(side), pair(side, names), sheet.partscore[side])
        for side in viewpoint.columns
    ]
    deals = deals_of(sheet, names, viewpoint, numbers)
    if sheet.next:
        leader = game.leader(sheet, viewpoint)
        to_come = game.called_next(sheet, sheet.next)
        progress = game.stand(sheet, sheet.next)
        strip = Strip((heads[0], heads[1]), game.centre(sheet, viewpoint), game.game)
    else:
        leader = game.verdict(sheet, viewpoint)
        to_come = None
        progress = ""
        strip = None
    left, right = viewpoint.columns
    return Paper(
        need=game.need(sheet, viewpoint),
        pad=game.pad(sheet, viewpoint),
        template=game.template,
        columns=(_column(sheet, left, heads[0]), _column(sheet, right, heads[1])),
        stand=_stand(sheet, names, game, progress),
        vulnerable=vulnerable,
        is_vulnerable=sheet.next is not None and bool(sheet.next.vulnerable),
        leader=leader,
        stopped=_stopped(sheet, reason_given),
        deals=_annotated(deals, annotations),
        to_come=to_come,
        closing=tuple(reason(line, viewpoint, game) for line in sheet.closing),
        finished=sheet.next is None,
        strip=strip,
    )


def _annotated(
    deals: tuple[DealEntry, ...], annotations: Mapping[int, DealAnnotations] | None
) -> tuple[DealEntry, ...]:
    """The entries, each with the annotations of its deal; unchanged if `annotations` is None."""
    if annotations is None:
        return deals
    return tuple(
        replace(entry, annotations=annotations[entry.number]) for entry in deals
    )


def _column(sheet: Sheet, side: Side, head: StripSide) -> PaperColumn:
    margin = 0
    if sheet.winner is side:
        margin = sheet.margin
    return PaperColumn(
        side=side,
        title=head.name,
        names=head.names,
        vulnerable=sheet.next is not None and side in sheet.next.vulnerable,
        games=sheet.games[side],
        total=sheet.totals[side].total,
        margin=margin,
    )


def _stopped(sheet: Sheet, reason_given: str) -> str:
    """The sentence about a rubber that was stopped, such as `Left unfinished: Rain`; empty for other rubbers.

    It also says if a correction has made the rubber complete since.
    """
    if not reason_given or sheet.state is State.OPEN:
        return ""
    reason = stored_told(reason_given)
    if sheet.state is State.COMPLETE:
        return _("Stopped (%(reason)s), then complete by a correction") % {
            "reason": reason
        }
    return _("Left unfinished: %(reason)s") % {"reason": reason}


def _stand(sheet: Sheet, names: Mapping[Seat, str], game: Game, progress: str) -> str:
    """The heading of the sheet without the vulnerability: `Deal 6 · Ruth deals`; if closed, `Rubber over · 6 deals`.

    `progress` is the part before the dealer, such as `Deal 6`.
    """
    if sheet.next:
        dealer = _("%(name)s deals") % {"name": names[sheet.next.dealer]}
        return f"{progress} · {dealer}"
    count = game.played(sheet)
    played = ngettext("%(number)s deal", "%(number)s deals", count) % {"number": count}
    ended = _("Left unfinished")
    if sheet.state is State.COMPLETE:
        ended = _("%(noun)s over") % {"noun": capfirst(game.noun)}
    return f"{ended} · {played}"
