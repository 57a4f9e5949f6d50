"""The entries that went home before the end, for the page of the ranking."""

from dataclasses import dataclass

from clubscore.duplicate.outcomes.withdrawn import cancelled
from clubscore.duplicate.session.lineup import entry_name, names_of
from clubscore.duplicate.session.state import SessionState


@dataclass(frozen=True, slots=True)
class Gone:
    """An entry that went home before the end, and has no place in the ranking."""

    number: str
    names: str
    last_round: int
    counts: bool
    """True if the scores of the entry still count; False if they are cancelled."""


def gone_home(state: SessionState) -> list[Gone]:
    """The entries that went home before the end and have played a round, by section and number."""
    nothing_counts = cancelled(state)
    gone = []
    for section in state.sections:
        for number, last in sorted(section.withdrawn.items()):
            if last:
                went_home = Gone(
                    number=entry_name(state, section, number),
                    names=names_of(section.players_in(number, last)),
                    last_round=last,
                    counts=(section.letter, number) not in nothing_counts,
                )
                gone.append(went_home)
    return gone
