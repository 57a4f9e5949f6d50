"""Template context of a traveller and of the ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Penalty, PenaltyLift, Session
from clubscore.duplicate.outcomes.appeals import appeals_in_words, appeals_of
from clubscore.duplicate.outcomes.one_sided import is_one_sided
from clubscore.duplicate.outcomes.outcome_words import (
    list_order,
    outcome_in_short,
    outcome_in_words,
    place_in_words,
    score_in_words,
    vulnerable_in_words,
)
from clubscore.duplicate.outcomes.results import RecordedPlay, Results
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.outcomes.scores import Numbered, Scores, scores_of
from clubscore.duplicate.results.travellers.gone_home import gone_home
from clubscore.duplicate.results.travellers.scorecard import CardLink, card_link
from clubscore.duplicate.session.lineup import (
    entry_name,
    entry_names,
    list_name,
    names_of,
    table_name,
)
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import (
    SectionState,
    SessionState,
    numbers_in,
)
from clubscore.duplicate.slot import Slot
from clubscore.games.figures import short
from clubscore.languages.spoken import figure, told
from scoring import Seat, Side
from scoring.contest import Award, MatchSide, RankedRow, ScoredSlot
from scoring.contest.matches import BYE
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate import dealer_of
from scoring.duplicate.outcomes import Played
from scoring.movements.plan import MovementRow


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """One row of a traveller: a recorded result, or the director's ruling in its place."""

    table: str
    ns: str
    ew: str
    contract: str
    declarer: str
    result: str
    lead: str
    score: int | None
    """The score of North-South; None for a ruling that is not one result, and for a board that was not played."""
    ns_award: str
    ew_award: str
    why: tuple[str, ...]
    ew_why: tuple[str, ...]
    is_own: bool
    group: str
    """The letter of a group of tables that played the board with other cards (Law 87).

    Empty for the tables that had the cards with which the board was first played.
    """
    ruled: str
    """The ruling or the artificial score in words; empty for a recorded result."""
    law: str
    text: str
    appeals: tuple[str, ...] = ()
    """A sentence for each appeal of the rulings in this row."""
    ns_side: tuple[CardLink, ...] = ()
    """The entries that sat North-South, with the way to the card of each: two in an individual, else one."""
    ew_side: tuple[CardLink, ...] = ()
    by: str = ""
    """The name of the director who ruled, on the page of the traveller; empty without a ruling."""
    seat: Seat | None = None
    """The seat of the declarer; None if the board was passed out or the director ruled."""
    ns_percent: str = ""
    """The award of North-South in per cent of its top; empty without a top."""
    ew_percent: str = ""
    slot: Slot | None = None
    """Where the board was played; None if it was not."""
    is_one_sided: bool = False
    """True after play if no player of one side has agreed to the result: its entry, or the director, stands alone."""

    @property
    def sides(self) -> tuple[tuple[CardLink, ...], ...]:
        """The entries of both sides, North-South first."""
        return self.ns_side, self.ew_side

    @property
    def awards(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The award of each side with its reasons, North-South first: in per cent of its top, if it has one."""
        return (
            (self.ns_percent or self.ns_award, self.why),
            (self.ew_percent or self.ew_award, self.ew_why),
        )


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
    """The phrases about the matches and byes that gave victory points; empty without victory points."""
    code: str = ""
    """The code of the entry, such as `A7`, that leads to its scorecard."""

    @property
    def figure(self) -> str:
        """The figure by which the list ranks: the percentage, or the score if there is none."""
        return self.percent or self.score


class OwnLine(NamedTuple):
    """The viewer's line in a list of results, with the heading of the list and the number of its lines."""

    line: Any
    list: str
    of: int


Lists = tuple[tuple[str, tuple[ListPlace, ...]], ...]


def traveller_context(
    state: SessionState, results: Results, board: int, own: Numbered | None
) -> dict[str, object]:
    """The context of a traveller: the results of a board at all tables, the best for North-South first.

    `own` is the entry for which the viewer plays: its rows are marked as the viewer's own.
    """
    scores = scores_of(state, results)
    rows = []
    is_ruled = any(slot.board == board for slot in results.rulings)
    appeals = appeals_of(state.session.pk, board=board) if is_ruled else {}
    for slot in results.settled:
        if slot.board == board:
            line = line_of(state, scores, results, slot, own)
            words = tuple(appeals_in_words(appeals.get(slot, ())))
            rows.append(replace(line, appeals=words, by=_ruled_by(results, slot)))
    for slot in scores.owed:
        if slot.board == board:
            rows.append(_owed_line(state, scores, slot, own))
    lines = sorted(rows, key=_best_for_north_south)
    return {
        "session": state.session,
        "board": board,
        "dealer": told(dealer_of(board).word),
        "vulnerable": vulnerable_in_words(board),
        "lines": lines,
        "has_percentages": state.session.contest_rules.has_percentages,
        "has_one_sided": any(line.is_one_sided for line in lines),
    }


def _ruled_by(results: Results, slot: Slot) -> str:
    """The name of the director who ruled on a slot; empty without a ruling."""
    ruled = results.rulings.get(slot)
    if ruled is None:
        return ""
    return ruled.ruling.ruled_by.name


def _best_for_north_south(row: TravellerRow) -> tuple[bool, int, str]:
    """The sort key of a row: the highest score first, rows without a score last, then by table."""
    return row.score is None, -(row.score or 0), row.table


def line_of(
    state: SessionState,
    scores: Scores,
    results: Results,
    slot: Slot,
    own: Numbered | None = None,
) -> TravellerRow:
    """The row of the traveller for a slot that has a result or a ruling.

    The awards of both sides, such as matchpoints or IMPs, are empty if the scores of an entry at the table are
    cancelled. `own` is the entry for which the viewer plays: its row gets `is_own`.
    """
    ruled = results.rulings.get(slot)
    four = ruled.ruling if ruled else results[slot].play
    section = _section(state, slot.letter)
    sat = MovementRow(
        slot.round, slot.table, four.north, four.south, four.east, four.west, 0
    )
    row = section.row_at(slot.round, slot.table)
    names: Mapping[Seat, str] = {}
    if row:
        names = SlotState(state, section, row, slot).names
    only = None
    if ruled:
        outcome, only = _ruled(ruled, names), ruled.only
    else:
        outcome = _recorded(results[slot].play, names)
    return TravellerRow(
        table=table_name(state, section, slot.table),
        ns=names_of(section.players_at(sat, "NS")),
        ew=names_of(section.players_at(sat, "EW")),
        ns_side=_side(state, section, sat, "NS"),
        ew_side=_side(state, section, sat, "EW"),
        is_own=own in {(slot.letter, number) for number in sat.seated},
        group=results.groups.get(slot, ""),
        slot=slot,
        is_one_sided=state.session.is_over and is_one_sided(state, results, slot),
        **_awards(scores.slots.get(slot), only=only),
        **outcome,
    )


def _side(
    state: SessionState, section: SectionState, row: MovementRow, line: str
) -> tuple[CardLink, ...]:
    """The entries that hold the cards of a line, NS or EW, in a row, each with the names of those who play for it."""
    numbers = {number for number in numbers_in(row, line) if number}
    links = []
    for number in dict.fromkeys(filter(None, numbers_in(row, line))):
        members = section.players_at(row, line)
        if len(numbers) > 1:
            members = section.players_in(number, row.round)
        links.append(card_link(state, section, number, names_of(members)))
    return tuple(links)


def _until(
    state: SessionState, section: SectionState, number: int, round: int
) -> tuple[CardLink, ...]:
    """The entry with this number, with its names in a round or in its last round before it; empty without a number."""
    if not number:
        return ()
    names = _names_until(section, number, round)
    return (card_link(state, section, number, names),)


def _section(state: SessionState, letter: str) -> SectionState:
    """The section with this letter. Fails if the session has no such section."""
    section = state.section(letter)
    assert section
    return section


def _owed_line(
    state: SessionState, scores: Scores, slot: Slot, own: Numbered | None
) -> TravellerRow:
    """The row of the traveller for a slot that was not played because one side had gone home.

    `own` is the entry for which the viewer plays: its row gets `is_own`.
    """
    missed = scores.owed[slot]
    section = _section(state, slot.letter)
    return TravellerRow(
        table=table_name(state, section, slot.table),
        ns=_names_until(section, missed.ns, slot.round),
        ew=_names_until(section, missed.ew, slot.round),
        contract=outcome_in_short(missed.score),
        declarer="",
        result="",
        lead="",
        score=None,
        ns_side=_until(state, section, missed.ns, slot.round),
        ew_side=_until(state, section, missed.ew, slot.round),
        is_own=own in {(slot.letter, missed.ns), (slot.letter, missed.ew)},
        group="",
        ruled=outcome_in_words(missed.score),
        law="12C2",
        text=_("One of the two pairs went home."),
        **_awards(scores.slots[slot]),
    )


def _names_until(section: SectionState, number: int, round: int) -> str:
    """The names of an entry's players in a round; if the entry went home, the names in its last round."""
    last = section.withdrawn.get(number, round)
    return names_of(section.players_in(number, last))


def _awards(scored: ScoredSlot | None, *, only: Side | None = None) -> dict[str, Any]:
    """The fields of a TravellerRow that show the award of each side, such as its matchpoints or IMPs, and the reasons.

    The texts are empty if `scored` is None, and for the other side than `only`, if the row counts for one side alone.
    """
    ns = ew = None
    if scored and only is not Side.EW:
        ns = scored.ns
    if scored and only is not Side.NS:
        ew = scored.ew
    return {
        "ns_award": _award(ns),
        "ew_award": _award(ew),
        "ns_percent": _percent(ns),
        "ew_percent": _percent(ew),
        "why": _why(ns),
        "ew_why": _why(ew),
    }


def _recorded(play: RecordedPlay, names: Mapping[Seat, str]) -> dict[str, Any]:
    """The fields of a TravellerRow that show a recorded result."""
    facts = play.facts
    contract = _("passed out")
    declarer = ""
    result = ""
    if facts.contract:
        contract = short(facts.contract)
        result = facts.relative
    if facts.declarer:
        declarer = names.get(facts.declarer, told(facts.declarer.word))
    return {
        "contract": contract,
        "declarer": declarer,
        "result": result,
        "lead": play.lead,
        "seat": facts.declarer,
        "score": play.points,
        "ruled": "",
        "law": "",
        "text": "",
    }


def _ruled(ruled: SlotRuling, names: Mapping[Seat, str]) -> dict[str, Any]:
    """The fields of a TravellerRow that show a ruling. The score is None unless the ruling is one result."""
    score = None
    if isinstance(ruled.outcome, Played):
        score = ruled.outcome.points
    return {
        "contract": outcome_in_short(ruled.outcome, only=ruled.only),
        "declarer": "",
        "result": "",
        "lead": "",
        "score": score,
        "ruled": outcome_in_words(ruled.outcome, names, only=ruled.only),
        "law": ruled.ruling.law,
        "text": ruled.ruling.text,
    }


def _award(award: Award | None) -> str:
    """The points of an award as a figure; empty if `award` is None."""
    if award is None:
        return ""
    return figure(shown(award.points))


def _percent(award: Award | None) -> str:
    """An award in per cent of its top as a figure; empty without an award or a top."""
    if award is None or not award.top:
        return ""
    return figure(two_decimals(100 * award.points / award.top))


def _why(award: Award | None) -> tuple[str, ...]:
    """The steps by which an award was computed, as sentences; empty if `award` is None."""
    if award is None:
        return ()
    return tuple(told(step) for step in award.steps)


def ranking_context(
    state: SessionState, results: Results, own: Numbered | None
) -> dict[str, object]:
    """The context of the ranking: its lists, the winner first, the other penalties, and the entries that went home.

    `own` is the entry for which the viewer plays: its place in a list gets `is_own`.
    """
    rules = state.session.contest_rules
    lists = ranked_lists(state, results, own)
    lifts: list[PenaltyLift] = []
    if results.attached.there_is.lifts:
        lifts = lifts_of(state.session)
    return {
        "session": state.session,
        "lists": lists,
        "own": own_line(lists),
        "off_the_lists": penalties_off_the_lists(results, lists),
        "has_percentages": rules.ranks_by_percentages,
        "gone": gone_home(state),
        "lifts": lifts,
    }


def penalties_off_the_lists(results: Results, lists: Lists) -> list[Penalty]:
    """The penalties of entries that have no result yet, and so no place in a list."""
    listed = {
        penalty.pk
        for _name, places in lists
        for place in places
        for penalty in place.penalties
    }
    return [penalty for penalty in results.penalties if penalty.pk not in listed]


def lifts_of(session: Session) -> list[PenaltyLift]:
    """The penalties of a session that were given back, each with who gave it back and why, the oldest first."""
    lifts = PenaltyLift.objects.filter(penalty__session=session).order_by("pk")
    return list(
        lifts.select_related("lifted_by", "penalty__given_by", "penalty__entry")
    )


def ranked_lists(state: SessionState, results: Results, own: Numbered | None) -> Lists:
    """The ranking lists computed from these results, each as its heading and its places.

    `own` is the entry for which the viewer plays: its place gets `is_own`.
    """
    scores = scores_of(state, results)
    lists = []
    in_order = sorted(scores.result.lists, key=lambda ranked: list_order(ranked.name))
    for ranked in in_order:
        name = list_name(state.session, ranked.name)
        places = [_place(state, scores, results, row, own) for row in ranked.rows]
        lists.append((name, tuple(places)))
    return tuple(lists)


def _place(
    state: SessionState,
    scores: Scores,
    results: Results,
    row: RankedRow,
    own: Numbered | None,
) -> ListPlace:
    """A row of the ranking as a ListPlace. It gets `is_own` if `own` is the entry of the row."""
    letter, number = scores.entry(row.entry)
    section = _section(state, letter)
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
        code=f"{letter}{number}",
    )


def own_line(lists: Iterable[tuple[str, Sequence[Any]]]) -> OwnLine | None:
    """The first line of these lists that is the viewer's own; None if no list has one."""
    for name, lines in lists:
        for line in lines:
            if line.is_own:
                return OwnLine(line, name, len(lines))
    return None


def _victory_points(state: SessionState, scores: Scores, entry: int) -> tuple[str, ...]:
    """Phrases that say where the victory points of an entry come from.

    There is one phrase for each match with a recorded board, such as `13.75 against team 4`, and one for each bye, such
    as `12 for a bye`. `entry` is the number of the entry in the contest.
    """
    rules = state.session.contest_rules
    against = _("%(points)s against pair %(number)s")
    if state.session.noun == "team":
        against = _("%(points)s against team %(number)s")
    sentences = []
    for side, other in _sides_of(scores, entry):
        if side.boards and side.victory_points is not None:
            _letter, opponent = scores.entry(other.entry)
            points = score_in_words(side.victory_points, rules)
            sentences.append(against % {"points": points, "number": opponent})
    for _round, letter, number in state.byes:
        if (letter, number) == scores.entry(entry):
            points = score_in_words(BYE, rules)
            sentences.append(_("%(points)s for a bye") % {"points": points})
    return tuple(sentences)


def _sides_of(scores: Scores, entry: int) -> Iterator[tuple[MatchSide, MatchSide]]:
    """Yield each match of an entry: the side of the entry, and the side of its opponent."""
    for one, other in scores.result.matches:
        if one.entry == entry:
            yield one, other
        if other.entry == entry:
            yield other, one
