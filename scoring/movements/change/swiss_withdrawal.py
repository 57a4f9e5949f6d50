"""A pair or team that leaves a Swiss: the rounds to come are drawn without it."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Price, Proposal, proposed
from scoring.movements.check import BrokenMovement
from scoring.movements.plan import SWISS, Movement, MovementRow, Stay
from scoring.movements.swiss import SwissDraw, drawn_in, undrawn, with_draw
from scoring.said import said

DRAWN_AGAIN: Final = "drawn again"
"""The kind of a proposal that gives up the draw of a round; the new draw may seat every entry elsewhere."""
AT_ONCE: Final = "at once"
"""The kind of a proposal not to play the match of an entry that leaves; the opponents get a bye, even a second one."""


def swiss_withdrawal(
    movement: Movement,
    entry: int,
    from_round: int,
    *,
    had_bye: Collection[int] = frozenset(),
    at_once: bool = False,
) -> tuple[Proposal, ...]:
    """Proposals to play on without an entry from a round on, first the proposal that keeps most of the plan.

    With ``at_once`` a last proposal may be added: the entry leaves in the round before ``from_round``, in which its
    match has no result yet, and this match is not played. ``had_bye`` are the entries that have had a bye. The
    results of the leaving entry stand, because later rounds were drawn from them.

    Raises:
        InvalidMovement: for a movement that is no Swiss, and for an entry that does not exist.
    """
    if movement.kind != SWISS:
        raise InvalidMovement("Only the rounds of a Swiss are drawn.", field="kind")
    if entry not in movement.entries:
        raise InvalidMovement(
            said("There is no number {number}.", number=entry), field="entry"
        )

    ways: list[Proposal] = []
    if from_round <= movement.rounds:
        ways += _draw_kept(movement, entry, from_round, had_bye)
        ways.append(_draw_given_up(movement, entry, from_round))
    elif from_round <= movement.rounds_planned:
        text = said(
            "Round {round} is drawn without it. What it has played stands.",
            round=from_round,
        )
        after = _left(undrawn(movement, from_round), entry, from_round)
        ways.append(proposed("withdrawal", text, movement, after, from_round))
    if at_once:
        ways += _leaves_its_match(movement, entry, from_round - 1)

    return tuple(ways)


def _draw_kept(
    movement: Movement, entry: int, number: int, had_bye: Collection[int]
) -> Iterator[Proposal]:
    """Yield the proposal that keeps the draw of the round ``number``, although an entry leaves.

    The opponents of the entry get a bye, or meet the entry that has the bye. Nothing is yielded if that breaks a rule,
    or if the opponents are in ``had_bye``.
    """
    drawn = drawn_in(movement, number)
    matches = list(drawn.matches)
    own = next((match for match in matches if entry in match), None)
    bye: int | None = None
    moved: tuple[int, ...] = ()
    if own is None:
        text = said(
            "Round {round} stays as it is drawn. What it has played stands.",
            round=number,
        )
    elif drawn.bye is not None:
        opponent = _opponent_in(own, entry)
        matches[matches.index(own)] = opponent, drawn.bye
        form = "Round {round} stays as it is drawn: numbers {one} and {other} meet. What it has played stands."
        text = said(form, round=number, one=opponent, other=drawn.bye)
    else:
        bye = _opponent_in(own, entry)
        form = "Round {round} stays as it is drawn: number {one} has nobody to play. What it has played stands."
        text = said(form, round=number, one=bye)
        last = matches.pop()
        if last != own:  # it takes over the table that is free
            matches[matches.index(own)] = last
            moved = last
    if not matches or bye in had_bye:
        return

    sit_outs = () if bye is None else ((number, bye),)
    with suppress(BrokenMovement):  # they have met, or have had a bye
        after = with_draw(movement, number, SwissDraw(tuple(matches), bye))
        way = proposed("withdrawal", text, movement, after, number)
        yield way._replace(price=Price(sit_outs, (), (), tuple(sorted(moved)), ()))


def _opponent_in(match: tuple[int, int], entry: int) -> int:
    """The opponent of ``entry`` in ``match``, the two entries that meet each other."""
    one, other = match
    return other if one == entry else one


def _draw_given_up(movement: Movement, entry: int, number: int) -> Proposal:
    """The proposal to give up the draw of the round ``number``, and to draw the round again without the entry."""
    text = said(
        "The draw of round {round} is given up: draw it again. What it has played stands.",
        round=number,
    )
    after = _left(undrawn(movement, number), entry, number)
    way = proposed(DRAWN_AGAIN, text, movement, after, number)
    moved = _seated_beside(movement.from_round(number), entry)
    return way._replace(price=Price((), (), (), moved, ()))


def _leaves_its_match(
    movement: Movement, entry: int, number: int
) -> Iterator[Proposal]:
    """Yield the proposal not to play the entry's match of the round ``number``, and to give up later draws.

    Nothing is yielded if the entry has no match in the round, or if the round has no other match.
    """
    own_rows = []
    for row in movement.by_round.get(number, ()):
        if entry in row.seated:
            own_rows.append(row)
    opponents = _seated_beside(own_rows, entry)
    before = undrawn(movement, number + 1)
    after = before.with_rows(row for row in before.rows if row not in own_rows)
    if not opponents or after.rounds != number:
        return

    alone = opponents[0]
    if all(stay.entry != alone for stay in after.stays):
        after = replace(
            after, stays=(*after.stays, Stay(alone, 1, movement.rounds_planned))
        )

    form = "It leaves at once: number {other} has nobody to play in round {round}. What it has played stands."
    drawn_again = _seated_beside(movement.from_round(number + 1), entry)
    if drawn_again:
        form = (
            "It leaves at once: number {other} has nobody to play in round {round}, and the draw of round {next} "
            "is given up: draw it again. What it has played stands."
        )

    price = Price(((number, alone),), (), (), drawn_again, ())
    text = said(form, other=alone, round=number, next=number + 1)
    yield Proposal(AT_ONCE, text, number, _left(after, entry, number), price)


def _seated_beside(rows: Iterable[MovementRow], entry: int) -> tuple[int, ...]:
    """The entries that the rows seat, without ``entry``, in the order of their numbers."""
    others: set[int] = set()
    for row in rows:
        others.update(row.seated)
    return tuple(sorted(others - {entry}))


def _left(movement: Movement, entry: int, number: int) -> Movement:
    """The movement in which an entry takes part only in the rounds before a round."""
    own_stays = []
    stays = []
    for stay in movement.stays:
        if stay.entry == entry:
            own_stays.append(stay)
        else:
            stays.append(stay)

    for stay in own_stays or [Stay(entry, 1, movement.rounds_planned)]:
        if stay.first < number:
            stays.append(stay._replace(last=min(stay.last, number - 1)))

    return replace(movement, stays=tuple(stays))
