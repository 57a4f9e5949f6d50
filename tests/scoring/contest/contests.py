"""Contests for tests: one board from its results, and Hypothesis strategies for whole contests."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as some

from scoring import Deal, score_board
from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Part,
    Played,
    Split,
    Weighted,
)
from scoring.values import Side
from tests.scoring.made_up_deals import contract_deals


def traveller(*results, expected=None, board=1, **rules):
    """A contest of one board. Each result is text; after a blank and a slash it may name its group."""
    slots = []
    for index, text in enumerate(results):
        result, _, group = text.partition(" /")
        slots.append(
            Slot(
                board, 2 * index + 1, 2 * index + 2, parse_outcome(result, board), group
            )
        )
    entries = tuple(ContestEntry(number) for number in range(1, 2 * len(results) + 1))
    complete = ((board, expected),) if expected else ()
    return Contest("", ContestRules(**rules), entries, tuple(slots), expected=complete)


def awards(*results, **options):
    """The points of North-South and those of East-West at each table of one board; None where there is no award."""
    slots = fold(traveller(*results, **options)).slots
    return [each.ns and each.ns.points for each in slots], [
        each.ew and each.ew.points for each in slots
    ]


def ns_awards(*results, **options):
    return awards(*results, **options)[0]


def exactly(*texts):
    return [Fraction(text) for text in texts]


points = some.integers(-760, 760).map(lambda tens: 10 * tens)
likely_points = some.sampled_from([420, 450, -50, -100, 170, 620, -420, 0, 140])


@some.composite
def weights(draw):
    """Draw weights that add up to 1, in hundredths of a per cent."""
    cuts = sorted(draw(some.sets(some.integers(1, 9999), max_size=3)))
    return [
        Fraction(after - before, 10_000)
        for before, after in zip([0, *cuts], [*cuts, 10_000], strict=True)
    ]


@some.composite
def parts(draw, board=None, sign=1):
    """Draw the weighted parts of one side's score, in points of that side; with contracts if a board is given."""
    found = []
    for weight in draw(weights()):
        if board is not None and draw(some.booleans()):
            deal = draw(plain_deals())
            found.append(Part(weight, sign * score_board(board, deal).score, deal))
        else:
            found.append(Part(weight, draw(likely_points | points)))
    return tuple(found)


def plain_deals():
    return contract_deals().map(without_note)


def without_note(deal):
    return Deal.passed_out() if deal.is_passed_out else replace(deal, note="")


def real_outcomes(board=None):
    single = likely_points.map(Played)
    if board is not None:
        single |= plain_deals().map(
            lambda deal: Played(score_board(board, deal).score, deal)
        )
    split = some.tuples(parts(board), parts(board, -1)).map(lambda sides: Split(*sides))
    return single | single | single | parts(board).map(Weighted) | split


sides = some.sampled_from(Average) | some.integers(0, 100)
artificial = some.tuples(sides, sides).map(lambda given: Artificial(*given))


def any_outcomes(board=None):
    return real_outcomes(board) | artificial | some.just(NotPlayed())


def all_rules():
    choices = {
        rule: some.sampled_from(values)
        for rule, values in ContestRules.allowed().items()
    }
    return some.fixed_dictionaries(choices).map(lambda chosen: ContestRules(**chosen))


def drawn_slots(draw, chosen, tables, boards, outcomes):
    """Draw a result at each table for each board; for teams, most boards also have a result in the other room."""
    slots = []
    for board in range(1, boards + 1):
        for table in range(tables):
            ns, ew = table + 1, tables + (table + board) % tables + 1
            kind = real_outcomes if chosen.scoring == "aggregate" else outcomes
            outcome = draw(kind(board))
            slots.append(
                Slot(board, ns, ew, outcome, draw(some.sampled_from(["", "", "", "b"])))
            )
            if chosen.against_the_other_room and draw(
                some.sampled_from([True, True, True, False])
            ):
                slots.append(Slot(board, ew, ns, draw(kind(board)), ""))
    return slots


def drawn_entries(draw, chosen, tables):
    """Draw the pairs of the contest, two for each table, some with names and some with a handicap."""
    lines = [Side.NS] * tables + [Side.EW] * tables
    entries = []
    for number, line in enumerate(lines, 1):
        entry = ContestEntry(
            number,
            tuple(draw(some.lists(names, max_size=2))),
            line if chosen.winners == 2 else None,
        )
        handicap = draw(
            some.none()
            | some.integers(-500, 500).map(lambda cents: Fraction(cents, 100))
        )
        entries.append(
            entry._replace(handicap=handicap if chosen.ranks_by_percentages else None)
        )
    return entries


def drawn_penalties(draw, chosen, tables):
    """Draw no penalty, or one in a unit that the scoring allows."""
    penalties = []
    if chosen.scoring != "aggregate" and draw(some.booleans()):
        unit = draw(
            some.sampled_from(
                ["%", "mp"]
                if chosen.ranks_by_percentages
                else ["vp" if chosen.has_victory_points else "imp"]
            )
        )
        amount = Fraction(draw(some.integers(1, 500)), 10)
        penalties.append(
            Penalty(
                draw(some.integers(1, 2 * tables)), amount, unit, "90B", draw(names)
            )
        )
    return penalties


@some.composite
def contests(draw, rules=None, outcomes=any_outcomes):
    """Draw a contest of a few tables and boards in which pairs meet other opponents every round."""
    chosen = draw(all_rules() if rules is None else rules)
    tables, boards = draw(some.integers(1, 4)), draw(some.integers(1, 3))
    slots = drawn_slots(draw, chosen, tables, boards, outcomes)
    entries = drawn_entries(draw, chosen, tables)
    penalties = drawn_penalties(draw, chosen, tables)
    name = draw(
        some.sampled_from(
            [
                "",
                "Thursday pairs",
                "Club rules night",
                "A very long name of a session, it is",
            ]
        )
    )
    return Contest(
        name,
        chosen,
        tuple(entries),
        tuple(slots),
        (range(1, boards + 1),),
        (),
        tuple(penalties),
    )


names = some.text(some.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
