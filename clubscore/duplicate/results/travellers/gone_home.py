"""Those who went home before the end, as a ranking names them."""

from dataclasses import dataclass

from clubscore.duplicate.outcomes.withdrawn import cancelled
from clubscore.duplicate.session.lineup import entry_name, names_of
from clubscore.duplicate.session.state import SessionState


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who went home before the end, and has no place."""

    number: str
    names: str
    last_round: int
    counts: bool
    """Whether what they have played stands."""


def gone_home(state: SessionState) -> list[Gone]:
    """Those who went home before the end and have played something, by section and number."""
    nothing_counts = cancelled(state)
    return [
        Gone(
            entry_name(state, section, number),
            names_of(section.players_in(number, last)),
            last,
            (section.letter, number) not in nothing_counts,
        )
        for section in state.sections
        for number, last in sorted(section.withdrawn.items())
        if last
    ]
