"""A pair or team that leaves a Swiss: the draws to come leave it out."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Price, Proposal, proposed
from scoring.movements.check import BrokenMovement
from scoring.movements.plan import SWISS, Movement, Stay
from scoring.movements.swiss import Draw, drawn_in, undrawn, with_draw
from scoring.said import said

DRAWN_AGAIN: Final = "drawn again"
"""The kind of a way in which a round that is drawn is given up, and everybody may sit elsewhere."""
AT_ONCE: Final = "at once"
"""The kind of a way in which the match that is on is not played: who is alone has a bye, also a second one."""


def swiss_withdrawal(
    movement: Movement,
    entry: int,
    from_round: int,
    *,
    had_bye: Collection[int] = frozenset(),
    at_once: bool = False,
) -> tuple[Proposal, ...]:
    """Ways to go on without an entry from a round on, or ``at_once`` from the one before, whose match has no result.

    What it has played stands: the others were drawn by it, and no match can be given to them instead. ``had_bye`` have
    had nobody to play in a round before. The way that keeps most of the plan comes first.

    Raises:
        InvalidMovement: for another movement, and an entry that there is not.
    """
    if movement.kind != SWISS:
        raise InvalidMovement("Only the rounds of a Swiss are drawn.", field="kind")
    if entry not in movement.entries:
        raise InvalidMovement(said("There is no number {number}.", number=entry), field="entry")
    ways = []
    if from_round <= movement.rounds:
        ways += [*_draw_kept(movement, entry, from_round, had_bye), _draw_given_up(movement, entry, from_round)]
    elif from_round <= movement.rounds_planned:
        text = said("Round {round} is drawn without it. What it has played stands.", round=from_round)
        after = _left(undrawn(movement, from_round), entry, from_round)
        ways.append(proposed("withdrawal", text, movement, after, from_round))
    if at_once:
        ways += _leaves_its_match(movement, entry, from_round - 1)
    return tuple(ways)


def _draw_kept(movement: Movement, entry: int, number: int, had_bye: Collection[int]) -> Iterator[Proposal]:
    """Yield the plan in which the opponents have the bye of a round that is drawn, or meet those who had it."""
    drawn = drawn_in(movement, number)
    matches = list(drawn.matches)
    at = next((index for index, match in enumerate(matches) if entry in match), None)
    bye, one, other, moved = None, 0, 0, tuple[int, ...]()
    form = "Round {round} stays as it is drawn. What it has played stands."
    if at is not None:
        one = next(each for each in matches[at] if each != entry)
        if drawn.bye is not None:
            other = drawn.bye
            matches[at] = (one, other)
            form = "Round {round} stays as it is drawn: numbers {one} and {other} meet. What it has played stands."
        else:
            bye, moved = one, matches[-1] if at < len(matches) - 1 else ()
            matches[at:] = matches[-1:] + matches[at + 1 : -1] if moved else []
            form = "Round {round} stays as it is drawn: number {one} has nobody to play. What it has played stands."
    if not matches or bye in had_bye:
        return
    with suppress(BrokenMovement):  # they have met, or have had a bye
        after = with_draw(movement, number, Draw(tuple(matches), bye))
        way = proposed("withdrawal", said(form, round=number, one=one, other=other), movement, after, number)
        yield way._replace(price=Price(((number, bye),) if bye else (), (), (), tuple(sorted(moved)), ()))


def _draw_given_up(movement: Movement, entry: int, number: int) -> Proposal:
    """The plan in which a round that is drawn is to be drawn again."""
    text = said("The draw of round {round} is given up: draw it again. What it has played stands.", round=number)
    way = proposed(DRAWN_AGAIN, text, movement, _left(undrawn(movement, number), entry, number), number)
    everybody = {each for row in movement.from_round(number) for each in row.seated} - {entry}
    return way._replace(price=Price((), (), (), tuple(sorted(everybody)), ()))


def _leaves_its_match(movement: Movement, entry: int, number: int) -> Iterator[Proposal]:
    """Yield the plan in which the match of the round that is on is not played, and the one after it is not drawn."""
    others = {each for row in movement.by_round.get(number, ()) if entry in row.seated for each in row.seated} - {entry}
    before = undrawn(movement, number + 1)
    after = before.with_rows(row for row in before.rows if row.round < number or entry not in row.seated)
    if others and after.rounds == number:
        alone = min(others)
        if all(stay.entry != alone for stay in after.stays):
            after = replace(after, stays=(*after.stays, Stay(alone, 1, movement.rounds_planned)))
        form = "It leaves at once: number {other} has nobody to play in round {round}. What it has played stands."
        again = {each for row in movement.from_round(number + 1) for each in row.seated} - {entry}
        if again:
            form = (
                "It leaves at once: number {other} has nobody to play in round {round}, and the draw of round {next} "
                "is given up: draw it again. What it has played stands."
            )
        price = Price(((number, alone),), (), (), tuple(sorted(again)), ())
        text = said(form, other=alone, round=number, next=number + 1)
        yield Proposal(AT_ONCE, text, number, _left(after, entry, number), price)


def _left(movement: Movement, entry: int, number: int) -> Movement:
    """The movement in which an entry is there only before a round."""
    stays = [stay for stay in movement.stays if stay.entry != entry]
    own = [stay for stay in movement.stays if stay.entry == entry] or [Stay(entry, 1, movement.rounds_planned)]
    stays += (stay._replace(last=min(stay.last, number - 1)) for stay in own if stay.first < number)
    return replace(movement, stays=tuple(stays))
