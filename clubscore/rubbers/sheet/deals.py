"""The deals of a sheet in words, each with the scored figures, and with the law for each figure."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import get_language

from clubscore.games import game_of
from clubscore.games.base import Game, points
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import told
from clubscore.rubbers.sheet.annotations import DealAnnotations
from clubscore.rubbers.sheet.short_words import deal_in_short, further_facts
from clubscore.web.templatetags.scores import written
from scoring import ScoredDeal, ScoreLine, Seat, Sheet, Side, Where
from scoring.words import deal_in_words

REMEMBERED = 4_000  # deals, of some kB each: those of a large evening in four views


@dataclass(frozen=True)
class ReasonEntry:
    """One scored figure with its reason: the side `who` got `points` in the place `where` of the sheet.

    `text` is the reason in words, `law` the law behind it.
    """

    who: str
    points: int
    where: str
    text: str
    law: str

    @property
    def sentence(self) -> str:
        """The reason without the name of the side, to be shown after `who`."""
        return self.text.removeprefix(f"{self.who} ")


@dataclass(frozen=True)
class DealEffect:
    """The score of one side, `who`, in one deal.

    `parts` are the points in each place of the sheet, with the name of the place, such as (120, "below"). The name is
    empty if the game has no places.
    """

    who: str
    parts: tuple[tuple[int, str], ...]

    @property
    def total(self) -> int:
        return sum(brought for brought, _ in self.parts)

    @property
    def places(self) -> str:
        """The points in each place, without the side: `60 below, 130 above`."""
        scores = [
            f"{written(brought)} {place}".strip() for brought, place in self.parts
        ]
        return ", ".join(scores)

    def __str__(self) -> str:
        return f"{self.who} {self.places}"


@dataclass(frozen=True)
class DealEntry:
    """One deal as the list of deals shows it, in words such as `4♠ doubled by Anna, one down`, with its scores.

    `number` is the number of the deal on the sheet; `called` is the number by which the players know it.
    """

    number: int
    called: Called
    dealer: str
    words: str
    short: str
    """The deal in few words: `4♠ doubled by Anna, −1`."""
    further: str
    """What was scored beside the contract: `4 honours Anna`; empty if nothing was."""
    vulnerable: str
    effects: tuple[DealEffect, ...]
    lines: tuple[ReasonEntry, ...]
    game: str
    game_winner: str
    """The name of the side that won a game with the deal; empty if no game was won."""
    note: str
    nobody_scores: str
    transfer_law: str
    """The law by which tricks are transferred for a revoke."""
    annotations: DealAnnotations = field(default_factory=DealAnnotations)

    @property
    def places(self) -> str:
        """The points in each place of the sheet: `60 below, 130 above`, with the side if both sides score."""
        if len(self.effects) == 1:
            return self.effects[0].places
        return " · ".join(str(effect) for effect in self.effects)


def deals_of(
    sheet: Sheet,
    names: Mapping[Seat, str],
    viewpoint: Viewpoint,
    numbers: Container[int] | None = None,
) -> tuple[DealEntry, ...]:
    """The deals with these numbers, or all deals, in words and with scores, in order of play.

    `viewpoint` decides which side is called We.
    """
    game = game_of(sheet.system)
    language = get_language()
    called = game.called(sheet)
    players = tuple(names.items())
    nobody_scores = game.nobody_scores(sheet.rules)
    shown = [
        scored for scored in sheet.deals if numbers is None or scored.number in numbers
    ]
    return tuple(
        _entry(
            sheet.system,
            scored,
            called[scored.number],
            players,
            viewpoint,
            nobody_scores,
            language,
        )
        for scored in shown
    )


def deals_by_number(
    sheet: Sheet,
    names: Mapping[Seat, str],
    viewpoint: Viewpoint,
    numbers: Container[int] | None = None,
) -> dict[int, DealEntry]:
    """The deals with these numbers, or all deals, in words and with scores, by the number of the deal.

    `viewpoint` decides which side is called We.
    """
    return {entry.number: entry for entry in deals_of(sheet, names, viewpoint, numbers)}


def reason(line: ScoreLine, viewpoint: Viewpoint, game: Game) -> ReasonEntry:
    """A scored figure with its reason, in words for this viewer: the viewer's side is called We."""
    return ReasonEntry(
        viewpoint.name(line.side),
        line.points,
        str(game.places[line.where]),
        viewpoint.in_words(line.text),
        told(line.law),
    )


@lru_cache(maxsize=REMEMBERED)
def _entry(
    system: str,
    scored: ScoredDeal,
    called: Called,
    players: tuple[tuple[Seat, str], ...],
    viewpoint: Viewpoint,
    nobody_scores: str,
    _language: str | None,
) -> DealEntry:
    """The deal `scored` in words and with its scores, in the current language.

    `nobody_scores` are the words for a deal in which nobody scores. Results are cached, because a sheet is drawn again
    with each new deal. `_language` is only a part of the cache key.
    """
    game = game_of(system)
    names = dict(players)
    vulnerable = ""
    game_winner = ""
    if game.has_vulnerability:
        vulnerable = viewpoint.vulnerable(scored.vulnerable)
    if scored.game_won_by:
        game_winner = viewpoint.name(scored.game_won_by)
    return DealEntry(
        number=scored.number,
        called=called,
        dealer=names[scored.dealer],
        words=told(deal_in_words(scored.deal, names)),
        short=deal_in_short(scored.deal, names),
        further=further_facts(scored.deal, names),
        vulnerable=vulnerable,
        effects=tuple(_effects(scored, viewpoint, game)),
        lines=tuple(reason(line, viewpoint, game) for line in scored.lines),
        game=game.game_won(scored, viewpoint),
        game_winner=game_winner,
        note=scored.deal.note,
        nobody_scores=nobody_scores,
        transfer_law=told(game.transfer_law),
    )


def _effects(
    scored: ScoredDeal, viewpoint: Viewpoint, game: Game
) -> Iterator[DealEffect]:
    for side in viewpoint.columns:
        if any(line.side == side for line in scored.lines):
            yield DealEffect(
                viewpoint.name(side), tuple(parts_of(scored.lines, side, game))
            )


def parts_of(
    lines: Iterable[ScoreLine], side: Side, game: Game
) -> Iterator[tuple[int, str]]:
    """The points of the side in these score lines, each as (sum, name of the place), such as (120, "below").

    There is a sum for each place of the game's sheet in which the side has a line.
    """
    own = [line for line in lines if line.side is side]
    columns = {where: str(game.columns[where]) for where in Where}
    for place in dict.fromkeys(columns.values()):
        wheres = [where for where in Where if columns[where] == place]
        if any(line.where in wheres for line in own):
            yield sum(points(own, side, where) for where in wheres), place
