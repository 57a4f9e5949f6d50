"""Phrases for breaches of the rules of movements: an entry does something that it should not do."""

from typing import Final

from scoring.said import Said, said

_ENTRY: Final = {
    "pairs": "pair {number}",
    "teams": "team {number}",
    "individual": "player {number}",
}
_MEET_AGAIN: Final = {
    "pairs": "pairs {one} and {other} meet again, after round {round}",
    "teams": "teams {one} and {other} meet again, after round {round}",
    "individual": "players {one} and {other} meet again, after round {round}",
}


def is_elsewhere(form: str, entry: int, table: int) -> Said:
    """The phrase that an entry is at ``table`` too. ``form`` is the form of play, which says how an entry is called.

    >>> is_elsewhere("individual", 3, 2)
    'player 3 is at table 2 too'
    """
    return said(
        "{entry} is at table {table} too", entry=_entry(form, entry), table=table
    )


def meets_itself(form: str, entry: int | None) -> Said:
    """The phrase that an entry is on both sides of a table."""
    return said("{entry} would meet itself", entry=_entry(form, entry))


def meet_again(form: str, one: int | None, other: int | None, after: int) -> Said:
    """The phrase that two entries meet again: they met in the round ``after``."""
    return said(_MEET_AGAIN[form], one=one, other=other, round=after)


def plays_again(form: str, entry: int | None, boards: int, after: int) -> Said:
    """The phrase that an entry plays a set of boards again: it played the set in the round ``after``."""
    return said(
        "{entry} plays set {set} again, after round {round}",
        entry=_entry(form, entry),
        set=boards,
        round=after,
    )


def sits_out_again(form: str, entry: int, after: int) -> Said:
    """The phrase that an entry sits out again: it sat out in the round ``after``."""
    return said(
        "{entry} sits out again, after round {round}",
        entry=_entry(form, entry),
        round=after,
    )


def _entry(form: str, number: int | None) -> Said:
    return said(_ENTRY[form], number=number)
