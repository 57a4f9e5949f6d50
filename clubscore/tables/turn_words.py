"""The sentences that say who comes in, who goes out and who waits before a rubber, and why."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.tables.cutting import Custom
from clubscore.tables.turns import GoingOut, Turns
from clubscore.web.templatetags.sentences import all_of

T = TypeVar("T")


def reasons(
    turns: Turns[T],
    names: Mapping[T, str],
    rule: GoingOut,
    custom: Custom,
    stayed: Collection[T] | None = None,
) -> list[str]:
    """Sentences that say who comes in, who goes out and who waits, with the reasons; [] if everybody plays.

    `stayed` are the members of `turns.cuts` whom the cards let play; None before the cards are drawn.
    """
    if turns.all_play:
        return []
    sentences = [
        _come_in([names[who] for who in turns.comes_in]),
        _goes_out(turns, names),
        _cut(turns, names, rule, custom, stayed),
        _wait_on([names[who] for who in turns.waits_on]),
    ]
    return [sentence for sentence in sentences if sentence]


def _does(sentence: str, names: list[str]) -> str:
    """The sentence with these names filled in; empty without names."""
    return sentence % {"names": all_of(names)} if names else ""


def _come_in(names: list[str]) -> str:
    words = ngettext(
        "%(names)s waited and comes in.", "%(names)s waited and come in.", len(names)
    )
    return _does(words, names)


def _wait_on(names: list[str]) -> str:
    words = ngettext(
        "%(names)s came later and waits on.",
        "%(names)s came later and wait on.",
        len(names),
    )
    return _does(words, names)


def _goes_out(turns: Turns[T], names: Mapping[T, str]) -> str:
    out = [names[who] for who in turns.goes_out]
    if not turns.stays and not turns.cuts:
        room = ngettext("%(names)s makes room.", "%(names)s make room.", len(out))
        return _does(room, out)
    longest = ngettext(
        "%(names)s has played longest and goes out.",
        "%(names)s have played longest and go out.",
        len(out),
    )
    return _does(longest, out)


def _cut(
    turns: Turns[T],
    names: Mapping[T, str],
    rule: GoingOut,
    custom: Custom,
    stayed: Collection[T] | None,
) -> str:
    """The sentence about the members who cut, and what the cards decide or have decided; empty if nobody cuts."""
    if not turns.cuts:
        return ""
    if stayed is None:
        going_out = len(turns.cuts) - turns.places
        after = _cards(going_out, lowest=custom.highest_first, wait=turns.all_cut)
    else:
        after = _decided_by_cards(turns, names, custom, stayed)
    return _("%(who_cuts)s: %(what_comes_of_it)s") % {
        "who_cuts": _who_cuts(turns, names, rule),
        "what_comes_of_it": after,
    }


def _decided_by_cards(
    turns: Turns[T],
    names: Mapping[T, str],
    custom: Custom,
    stayed: Collection[T],
) -> str:
    """A clause that names the members whom the cards have sent out.

    If only two members cut, the clause also names the member who stays.
    """
    out = [names[who] for who in turns.cuts if who not in stayed]
    if len(turns.cuts) == 2:
        (stays,) = stayed
        return _of_two(custom) % {"stays": names[stays], "goes_out": out[0]}
    words = _drew(len(out), lowest=custom.highest_first, wait=turns.all_cut)
    return _does(words, out)


def _cards(count: int, *, lowest: bool, wait: bool) -> str:
    """A clause about cards that will be drawn, such as `the lowest card goes out.`

    `count` is the number of members whom the cards will send out: those with the lowest cards if `lowest` is true, else
    those with the highest. With `wait` the clause says `waits` instead of `goes out`, because nobody has just played.
    """
    if lowest and wait:
        return ngettext("the lowest card waits.", "the lowest cards wait.", count)
    if lowest:
        return ngettext("the lowest card goes out.", "the lowest cards go out.", count)
    if wait:
        return ngettext("the highest card waits.", "the highest cards wait.", count)
    return ngettext("the highest card goes out.", "the highest cards go out.", count)


def _of_two(custom: Custom) -> str:
    if custom.highest_first:
        return _("%(stays)s cut the higher card and stays, %(goes_out)s goes out.")
    return _("%(stays)s cut the lower card and stays, %(goes_out)s goes out.")


def _drew(count: int, *, lowest: bool, wait: bool) -> str:
    """A clause about cards that were drawn, with a placeholder: `%(names)s cut the lowest card and goes out.`

    `count` is the number of members whom the cards have sent out: those with the lowest cards if `lowest` is true, else
    those with the highest. With `wait` the clause says `waits` instead of `goes out`, because nobody has just played.
    """
    if lowest and wait:
        return ngettext(
            "%(names)s cut the lowest card and waits.",
            "%(names)s cut the lowest cards and wait.",
            count,
        )
    if lowest:
        return ngettext(
            "%(names)s cut the lowest card and goes out.",
            "%(names)s cut the lowest cards and go out.",
            count,
        )
    if wait:
        return ngettext(
            "%(names)s cut the highest card and waits.",
            "%(names)s cut the highest cards and wait.",
            count,
        )
    return ngettext(
        "%(names)s cut the highest card and goes out.",
        "%(names)s cut the highest cards and go out.",
        count,
    )


def _who_cuts(turns: Turns[T], names: Mapping[T, str], rule: GoingOut) -> str:
    if turns.all_cut:
        return _("Nobody here has just played, so all cut")
    who = {"names": all_of(names[who] for who in turns.cuts)}
    if rule is GoingOut.CUT:
        return _("%(names)s have just played and cut for it") % who
    if turns.stays and not turns.goes_out:
        return _("%(names)s have played longest") % who
    return _("%(names)s have played equally long") % who
