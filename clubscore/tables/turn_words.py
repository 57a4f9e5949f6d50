"""The sentences that say who stays out of a rubber, and why."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from clubscore.tables.cutting import Custom
from clubscore.tables.turns import GoingOut, Turns

T = TypeVar("T")


def reasons(
    turns: Turns[T], names: Mapping[T, str], rule: GoingOut, custom: Custom, stayed: Collection[T] | None = None
) -> list[str]:
    """Sentences about who comes in, who goes out and why; none where all play.

    `stayed` are those of `turns.cuts` for whom the cut found a place; None before the cards are drawn.
    """
    if turns.all_play:
        return []
    sentences = [
        _does([names[who] for who in turns.comes_in], "waited and comes in.", "waited and come in."),
        _goes_out(turns, names),
        _cut(turns, names, rule, custom, stayed),
        _does([names[who] for who in turns.waits_on], "came later and waits on.", "came later and wait on."),
    ]
    return [sentence for sentence in sentences if sentence]


def listed(names: Iterable[str]) -> str:
    """`Anna, Ben and Cleo`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _does(names: list[str], one: str, several: str) -> str:
    """A sentence about one or several; empty where there is nobody."""
    return f"{listed(names)} {one if len(names) == 1 else several}" if names else ""


def _goes_out(turns: Turns[T], names: Mapping[T, str]) -> str:
    out = [names[who] for who in turns.goes_out]
    if not turns.stays and not turns.cuts:
        return _does(out, "makes room.", "make room.")
    return _does(out, "has played longest and goes out.", "have played longest and go out.")


def _cut(turns: Turns[T], names: Mapping[T, str], rule: GoingOut, custom: Custom, stayed: Collection[T] | None) -> str:
    if not turns.cuts:
        return ""
    before = f"{_who_cuts(turns, names, rule)}: "
    higher, lowest = ("higher", "lowest") if custom.highest_first else ("lower", "highest")
    if stayed is None:
        several = len(turns.cuts) - turns.places > 1
        cards = f"the {lowest} cards {'wait' if turns.all_cut else 'go out'}"
        card = f"the {lowest} card {'waits' if turns.all_cut else 'goes out'}"
        return f"{before}{cards if several else card}."
    out = [names[who] for who in turns.cuts if who not in stayed]
    if len(turns.cuts) == 2:
        (stays,) = (names[who] for who in stayed)
        return f"{before}{stays} cut the {higher} card and stays, {out[0]} goes out."
    one, several_do = ("waits", "wait") if turns.all_cut else ("goes out", "go out")
    return before + _does(out, f"cut the {lowest} card and {one}.", f"cut the {lowest} cards and {several_do}.")


def _who_cuts(turns: Turns[T], names: Mapping[T, str], rule: GoingOut) -> str:
    if turns.all_cut:
        return "Nobody here has just played, so all cut"
    who = listed(names[who] for who in turns.cuts)
    if rule is GoingOut.CUT:
        return f"{who} have just played and cut for it"
    return f"{who} have played longest" if turns.stays and not turns.goes_out else f"{who} have played equally long"
