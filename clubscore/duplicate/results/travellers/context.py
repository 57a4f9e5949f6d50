"""Template context of a traveller and of the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.outcomes.outcome_words import (
    outcome_in_short,
    outcome_in_words,
    place_in_words,
    score_in_words,
)
from clubscore.duplicate.outcomes.results import RecordedPlay, Results
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.travellers.gone_home import gone_home
from clubscore.duplicate.session.lineup import (
    entry_name,
    entry_names,
    list_name,
    names_of,
    table_name,
)
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.games.figures import short
from clubscore.languages.spoken import figure, told
from scoring import Seat
from scoring.contest import Award, RankedRow, ScoredSlot
from scoring.contest.matches import BYE
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate import dealer_of, vulnerable_on
from scoring.duplicate.outcomes import Played
from scoring.movements.plan import MovementRow
from scoring.words import sides_in_words


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """One result of a traveller, or what a director ruled in its place."""

    table: str
    ns: str
    ew: str
    contract: str
    declarer: str
    result: str
    lead: str
    score: int | None
    """None where a ruling is not one result."""
    ns_award: str
    ew_award: str
    why: tuple[str, ...]
    ew_why: tuple[str, ...]
    is_own: bool
    group: str
    """The letter of those who had other cards than the first (Law 87); empty for these."""
    ruled: str
    """The ruling in words; empty where there is none."""
    law: str
    text: str


@dataclass(frozen=True, slots=True)
class ListPlace:
    """One entry in a list of results."""

    place: str
    number: str
    names: str
    score: str
    percent: str
    boards: int
    penalties: tuple[Penalty, ...]
    is_own: bool
    why: tuple[str, ...] = ()
    """With victory points: a sentence for each match and bye."""


Lists = tuple[tuple[str, tuple[ListPlace, ...]], ...]


def traveller_context(
    state: SessionState, results: Results, board: int, own: tuple[str, int] | None
) -> dict[str, object]:
    """A board at all tables, the best for North-South first."""
    scores = scores_of(state, results)
    lines = [
        line_of(state, scores, results, slot, own)
        for slot in results.settled
        if slot.board == board
    ]
    lines += [
        _owed_line(state, scores, slot, own)
        for slot in scores.owed
        if slot.board == board
    ]
    return {
        "session": state.session,
        "board": board,
        "dealer": told(dealer_of(board).word),
        "vulnerable": told(sides_in_words(vulnerable_on(board))),
        "lines": sorted(
            lines, key=lambda line: (line.score is None, -(line.score or 0), line.table)
        ),
    }


def line_of(
    state: SessionState,
    scores: Scores,
    results: Results,
    slot: Slot,
    own: tuple[str, int] | None = None,
) -> TravellerRow:
    """The line of a slot that has a result or a ruling; without awards where they are cancelled."""
    found, scored = results.rulings.get(slot), scores.slots.get(slot)
    four = found.ruling if found else results[slot].play
    section = next(
        section for section in state.sections if section.letter == slot.letter
    )
    sat = MovementRow(
        slot.round, slot.table, four.north, four.south, four.east, four.west, 0
    )
    sides = [names_of(section.players_at(sat, line)) for line in ("NS", "EW")]
    row = section.row_at(slot.round, slot.table)
    names = SlotState(state, section, row, slot).names if row else {}
    words = _ruled(found, names) if found else _recorded(results[slot].play, names)
    return TravellerRow(
        table=table_name(state, section, slot.table),
        ns=sides[0],
        ew=sides[1],
        is_own=own in {(slot.letter, number) for number in sat.seated},
        group=results.groups.get(slot, ""),
        **_awards(scored),
        **words,
    )


def _owed_line(
    state: SessionState, scores: Scores, slot: Slot, own: tuple[str, int] | None
) -> TravellerRow:
    """The line of a slot that was not played because one side went home."""
    missed = scores.owed[slot]
    section = next(
        section for section in state.sections if section.letter == slot.letter
    )
    sides = [
        names_of(section.players_in(number, section.withdrawn.get(number, slot.round)))
        for number in (missed.ns, missed.ew)
    ]
    return TravellerRow(
        table=table_name(state, section, slot.table),
        ns=sides[0],
        ew=sides[1],
        contract=outcome_in_short(missed.score),
        declarer="",
        result="",
        lead="",
        score=None,
        is_own=own is not None
        and own[0] == slot.letter
        and own[1] in {missed.ns, missed.ew},
        group="",
        ruled=outcome_in_words(missed.score),
        law="12C2",
        text=_("One of the two pairs went home."),
        **_awards(scores.slots[slot]),
    )


def _awards(scored: ScoredSlot | None) -> dict[str, Any]:
    ns, ew = (scored.ns, scored.ew) if scored else (None, None)
    return {
        "ns_award": _award(ns),
        "ew_award": _award(ew),
        "why": tuple(told(step) for step in ns.steps) if ns else (),
        "ew_why": tuple(told(step) for step in ew.steps) if ew else (),
    }


def _recorded(play: RecordedPlay, names: Mapping[Seat, str]) -> dict[str, Any]:
    facts = play.facts
    return {
        "contract": short(facts.contract) if facts.contract else _("passed out"),
        "declarer": names.get(facts.declarer, told(facts.declarer.word))
        if facts.declarer
        else "",
        "result": facts.relative if facts.contract else "",
        "lead": play.lead,
        "score": play.points,
        "ruled": "",
        "law": "",
        "text": "",
    }


def _ruled(found: SlotRuling, names: Mapping[Seat, str]) -> dict[str, Any]:
    return {
        "contract": outcome_in_short(found.outcome),
        "declarer": "",
        "result": "",
        "lead": "",
        "score": found.outcome.points if isinstance(found.outcome, Played) else None,
        "ruled": outcome_in_words(found.outcome, names),
        "law": found.ruling.law,
        "text": found.ruling.text,
    }


def _award(award: Award | None) -> str:
    return figure(shown(award.points)) if award else ""


def ranking_context(
    state: SessionState, results: Results, own: tuple[str, int] | None
) -> dict[str, object]:
    """The lists of results, the winner first."""
    lists, rules = ranked_lists(state, results, own), state.session.contest_rules
    return {
        "session": state.session,
        "lists": lists,
        "has_percentages": rules.ranks_by_percentages,
        "gone": gone_home(state),
    }


def ranked_lists(
    state: SessionState, results: Results, own: tuple[str, int] | None
) -> Lists:
    """The ranking lists of the results that are recorded now, each with its heading."""
    scores = scores_of(state, results)
    lists = []
    for ranked in scores.result.lists:
        name = list_name(state.session, ranked.name)
        places = [_place(state, scores, results, row, own) for row in ranked.rows]
        lists.append((name, tuple(places)))
    return tuple(lists)


def _place(
    state: SessionState,
    scores: Scores,
    results: Results,
    row: RankedRow,
    own: tuple[str, int] | None,
) -> ListPlace:
    letter, number = scores.entry(row.entry)
    section = next(section for section in state.sections if section.letter == letter)
    rules = state.session.contest_rules
    pk = section.entries[number].pk
    penalties = [penalty for penalty in results.penalties if penalty.entry_id == pk]
    percent = ""
    if row.percent is not None:
        percent = figure(two_decimals(row.percent))
    why: tuple[str, ...] = ()
    if rules.has_victory_points:
        why = _victory_points(state, scores, row.entry)
    return ListPlace(
        place=place_in_words(row.place, row.is_tied),
        number=entry_name(state, section, number),
        names=entry_names(section, number),
        score=score_in_words(row.score, rules),
        percent=percent,
        boards=row.boards,
        penalties=tuple(penalties),
        is_own=own == (letter, number),
        why=why,
    )


def _victory_points(state: SessionState, scores: Scores, entry: int) -> tuple[str, ...]:
    """`13.75 against team 4`, for each match that has a board, and `12 for a bye`."""
    rules, own, against = (
        state.session.contest_rules,
        scores.entry(entry),
        _("%(points)s against pair %(number)s"),
    )
    if state.session.noun == "team":
        against = _("%(points)s against team %(number)s")
    won = [
        against
        % {
            "points": score_in_words(side.victory_points, rules),
            "number": scores.entry(other.entry)[1],
        }
        for match in scores.result.matches
        for side, other in (match, match[::-1])
        if side.entry == entry and side.boards and side.victory_points is not None
    ]
    byes = [
        _("%(points)s for a bye") % {"points": score_in_words(BYE, rules)}
        for bye in state.byes
        if bye[1:] == own
    ]
    return (*won, *byes)
