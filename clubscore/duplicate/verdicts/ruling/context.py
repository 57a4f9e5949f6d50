"""Template context of a ruling: the slot, and the effect on its traveller and on the first places."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import (
    LISTS,
    figure_in_words,
    outcome_in_words,
    place_in_words,
    vulnerable_in_words,
)
from clubscore.duplicate.outcomes.results import AGREED, DIFFERS, ENTERED, Results
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.outcomes.scores import Scores, scores_of
from clubscore.duplicate.results.travellers.context import TravellerRow, line_of
from clubscore.duplicate.session.lineup import entry_name, list_name, names_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling import refusals
from clubscore.duplicate.verdicts.ruling.forms import EXAMPLES, KIND_WORDS, RulingForm
from clubscore.duplicate.verdicts.ruling.services import unwritten
from clubscore.duplicate.verdicts.ruling.tricks import offered
from clubscore.languages.spoken import told
from clubscore.refusals import refusal_on_form
from scoring.contest import RankedRow
from scoring.contest.rules import ContestRules
from scoring.duplicate import dealer_of, score_board
from scoring.duplicate.correction_period import Code
from scoring.duplicate.law79 import laws_of_claims
from scoring.words import deal_in_words

FIRST_PLACES = 5
STANDINGS = {
    ENTERED: gettext_lazy("not agreed yet"),
    AGREED: gettext_lazy("agreed by both sides"),
    DIFFERS: gettext_lazy("and the other side has another"),
}
CLAUSES = [
    ("12C1c", gettext_lazy("weighted score")),
    ("12C1d", gettext_lazy("artificial score, as too many results are possible")),
    ("12C1e", gettext_lazy("each side by itself")),
    ("12C2", gettext_lazy("no result can be had")),
    ("79C2", gettext_lazy("after the correction period")),
    ("87", gettext_lazy("fouled board")),
]
CLAUSES_OF_TRICKS = {
    Code.OF_2007: [
        ("69", gettext_lazy("a claim or a concession")),
        ("79B2", gettext_lazy("the sides disagree on the tricks")),
    ],
    Code.OF_2017: [
        ("69B", gettext_lazy("agreement to a claim withdrawn")),
        ("71", gettext_lazy("concession withdrawn")),
        ("79B2", gettext_lazy("the sides disagree on the tricks")),
        ("79B3", gettext_lazy("called after the round")),
    ],
}
"""The clauses about tricks that a ruling may rest on, by the laws that the session is played under."""


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line of the traveller before and after the ruling.

    `before` is None if the traveller had no such line before the ruling. `after` is None if it has no such line after
    the ruling.
    """

    before: TravellerRow | None
    after: TravellerRow | None

    @property
    def line(self) -> TravellerRow:
        """The line after the ruling; if the ruling removes the line, the line before the ruling."""
        line = self.after or self.before
        assert line
        return line

    @property
    def is_changed(self) -> bool:
        """True if the ruling changes the line."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class EntryMove:
    """One entry in a ranking list, with its place and score before and after the ruling.

    The place and score are empty texts if the entry is not in the list.
    """

    number: str
    names: str
    place_before: str
    place: str
    score_before: str
    score: str

    @property
    def is_changed(self) -> bool:
        """True if the ruling changes the place or the score of the entry."""
        return (self.place_before, self.score_before) != (self.place, self.score)


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The effect of a ruling on the traveller and on the ranking lists.

    `traveller` is None if the viewer may not see the board, and `lists` is None if the viewer may not see the ranking.
    """

    words: str
    law: str
    shown: str
    """The outcome as a line of text. The form sends it back as proof that the sender has seen this effect."""
    traveller: list[RuledLine] | None
    lists: list[tuple[str, list[EntryMove]]] | None
    has_percentages: bool
    heading: str
    """The heading of the names in the lists: `Pair`, `Team` or `Player`."""


def ruling_context(
    desk: BoardDesk, form: RulingForm, *, notice: str = ""
) -> dict[str, object]:
    """The context of the page on which a director rules on a slot. `notice` is a message for the page."""
    at = desk.at
    kinds = [(option, KIND_WORDS[option.data["value"]]) for option in form["kind"]]
    context: dict[str, object] = {
        "at": at,
        "session": at.state.session,
        "slot": at.slot,
        "dealer": told(dealer_of(at.slot.board).word),
        "vulnerable": vulnerable_in_words(at.slot.board),
        "ns": names_of(at.section.players_at(at.row, "NS")),
        "ew": names_of(at.section.players_at(at.row, "EW")),
        "form": form,
        "kinds": kinds,
        "sides": [(form[side], form[f"{side}_percent"]) for side in form.sides],
        "sees_board": desk.sees_board,
        "examples": {kind.value: example for kind, example in EXAMPLES.items()},
        "clauses": [*CLAUSES, *CLAUSES_OF_TRICKS[Code(desk.session.law)]],
        "laws_of_claims": ", ".join(laws_of_claims(Code(desk.session.law))),
        "effect": effect_of(desk, form),
        "notice": notice,
    }
    if desk.sees_board:
        context |= _counting(at, desk.whole.results)
        context["offers"] = offered(desk)
    return context


def _counting(at: SlotState, results: Results) -> dict[str, object]:
    """The part of the context about the recorded result of the slot and the ruling in force on it."""
    context: dict[str, object] = {}
    result = results.get(at.slot)
    if result:
        facts = result.play.facts
        context |= {
            "result": result,
            "result_words": told(deal_in_words(facts, at.names)),
            "result_points": score_board(at.slot.board, facts).score,
            "result_standing": STANDINGS[result.standing(at.sides)],
        }
    ruled = results.rulings.get(at.slot)
    if ruled:
        context |= {
            "ruled": ruled,
            "ruled_words": outcome_in_words(ruled.outcome, at.names, only=ruled.only),
        }
    return context


def effect_of(desk: BoardDesk, form: RulingForm) -> RulingEffect | None:
    """The effect that the ruling of a form would have.

    None if the form is not valid, or if the ruling cannot be scored: then the refusal becomes an error of the form.
    """
    if form.is_bound and form.is_valid():
        with refusal_on_form(form):
            outcome = form.cleaned_data["outcome"]
            refusals.require_valid_outcome(desk.at, desk.whole.results, outcome)
            return _effect(desk, form)
    return None


def _effect(desk: BoardDesk, form: RulingForm) -> RulingEffect:
    """The effect that the ruling of a valid form would have. Raises Refused if the ruling cannot be scored."""
    at = desk.at
    results = desk.whole.results
    given = form.given()
    ruling = unwritten(at, given, results)
    ruled = results.ruled(at.slot, ruling, given.outcome)
    refusals.require_scorable(at, ruled)
    before = scores_of(at.state, results)
    after = scores_of(at.state, ruled)
    words = _("the ruling is withdrawn")
    if given.outcome:
        only = SlotRuling(ruling, given.outcome).only
        words = outcome_in_words(given.outcome, at.names, only=only)
    traveller = lists = None
    if desk.sees_board:
        traveller = _traveller(at, (before, results), (after, ruled))
    if desk.whole.sees(None):
        lists = list(_lists(at, before, after))
    return RulingEffect(
        words=words,
        law=given.law,
        shown=form.line_shown,
        traveller=traveller,
        lists=lists,
        has_percentages=at.state.session.contest_rules.ranks_by_percentages,
        heading=at.state.session.heading_of_entries,
    )


def _traveller(
    at: SlotState, before: tuple[Scores, Results], after: tuple[Scores, Results]
) -> list[RuledLine]:
    """Every line of the ruled board before and after the ruling, the line of the ruled slot first."""
    settled = before[1].settled | after[1].settled
    slots = [slot for slot in settled if slot.board == at.slot.board]
    lines = []
    for slot in sorted(slots, key=lambda slot: (slot != at.slot, slot)):
        lines.append(RuledLine(_line(at, *before, slot), _line(at, *after, slot)))
    return lines


def _line(
    at: SlotState, scores: Scores, results: Results, slot: Slot
) -> TravellerRow | None:
    """The line of a slot in the traveller; None if the slot has neither result nor ruling."""
    if slot not in results.settled:
        return None
    return line_of(at.state, scores, results, slot)


def _lists(
    at: SlotState, before: Scores, after: Scores
) -> Iterator[tuple[str, list[EntryMove]]]:
    """Yield each ranking list as its name and the moves of some entries.

    The entries are those in the first places after the ruling, and the entries that play the ruled slot.
    """
    earlier = _rows_by_entry(before)
    later = _rows_by_entry(after)
    for name in LISTS:
        if name not in earlier and name not in later:
            continue
        was = earlier.get(name, {})
        will_be = later.get(name, {})
        moves = []
        for place, entry in enumerate(dict.fromkeys((*will_be, *was))):
            letter, number = after.entry(entry)
            is_here = letter == at.slot.letter and number in at.row.seated
            if place < FIRST_PLACES or is_here:
                move = _move(at, after, entry, was.get(entry), will_be.get(entry))
                moves.append(move)
        yield list_name(at.state.session, name), moves


def _rows_by_entry(scores: Scores) -> dict[str, dict[int, RankedRow]]:
    """The rows of each ranking list: by the name of the list, and then by the number of the entry in the contest."""
    lists = {}
    for ranked in scores.result.lists:
        lists[ranked.name] = {row.entry: row for row in ranked.rows}
    return lists


def _move(
    at: SlotState,
    scores: Scores,
    entry: int,
    before: RankedRow | None,
    after: RankedRow | None,
) -> EntryMove:
    """The place and score of an entry in a list, before and after the ruling.

    `before` and `after` are the rows of the entry in the list; None if the list has no such row. `entry` is the number
    of the entry in the contest.
    """
    letter, number = scores.entry(entry)
    section = at.state.section(letter)
    assert section
    rules = at.state.session.contest_rules
    return EntryMove(
        number=entry_name(at.state, section, number),
        names=names_of(section.players_in(number, max(at.state.round, 1))),
        place_before=_place(before),
        place=_place(after),
        score_before=_score(before, rules),
        score=_score(after, rules),
    )


def _place(row: RankedRow | None) -> str:
    """The place of a row of a ranking list in words; empty if `row` is None."""
    return place_in_words(row.place, row.is_tied) if row else ""


def _score(row: RankedRow | None, rules: ContestRules) -> str:
    """The score or percentage by which a row is ranked, in words; empty if `row` is None."""
    return figure_in_words(row.score, row.percent, rules) if row else ""
