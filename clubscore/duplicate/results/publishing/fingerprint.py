"""A hash of everything that the published lists of a session say and depend on."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from clubscore.duplicate.models import Place
from clubscore.duplicate.outcomes.scores import Scores
from clubscore.duplicate.session.lineup import Share, shares_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.duplicate.outcome_line import outcome_line


def fingerprint_of(state: SessionState, scores: Scores) -> str:
    """The SHA-256, in hexadecimal digits, of the rules, the outcomes, the lists, the substitutes and the handicaps.

    Equal outcomes give the same hash, even if they come from different rows of the database.
    """
    lines = [
        repr(sorted(state.session.rules.items())),
        *sorted(_outcome_lines(scores)),
        *_list_lines(scores),
        *_player_lines(state),
        *_grading_lines(scores),
        *_scale_lines(scores),
    ]
    return sha256("\n".join(lines).encode()).hexdigest()


def _outcome_lines(scores: Scores) -> Iterator[str]:
    """Yield a line of text for each slot, with its sides, its outcome and its group of cards."""
    for slot, scored in scores.slots.items():
        outcome = outcome_line(scored.slot.outcome)
        yield f"{slot} {scored.slot.ns} {scored.slot.ew} {outcome} {scored.slot.group}"


def _list_lines(scores: Scores) -> Iterator[str]:
    """Yield a line of text for each entry of each list, the winner first."""
    for ranked in scores.result.lists:
        for row in ranked.rows:
            entry = scores.entry(row.entry)
            yield f"{ranked.name} {row.place} {entry} {row.score} {row.penalty}"


def _grading_lines(scores: Scores) -> Iterator[str]:
    """Yield a line of text for each entry with a handicap or a stratum."""
    for entry in scores.contest.entries:
        if entry.handicap is not None or entry.stratum:
            yield f"{entry.number} handicap {entry.handicap} stratum {entry.stratum}"


def _scale_lines(scores: Scores) -> Iterator[str]:
    """Yield a line of text with the scale of masterpoints, if there is one."""
    if scores.scale:
        yield f"masterpoints {scores.scale}"


def _player_lines(state: SessionState) -> Iterator[str]:
    """Yield a line of text for each member who played for an entry, but only for entries whose members changed."""
    for section in state.sections:
        for number in section.entries:
            shares = shares_of(section, number)
            has_substitute = any(share.rounds for share in shares)
            if has_substitute or _are_others(state, section, number, shares):
                for share in shares:
                    yield f"{section.letter}{number} {share.member.pk} {share.rounds} {share.counts}"


def _are_others(
    state: SessionState, section: SectionState, number: int, shares: Sequence[Share]
) -> bool:
    """True if the members who played for the entry are not exactly the first holder of each of its seats."""
    first: dict[str, int] = {}
    for place in section.places:
        if place.entry.number == number and not _was_freed(state, place):
            first.setdefault(place.seat, place.member.person_id)
    return {share.member.person_id for share in shares} != set(first.values())


def _was_freed(state: SessionState, place: Place) -> bool:
    """True if the member left the place before the session began, and so played no round at it."""
    if not place.is_void:
        return False
    begun = state.session.started_at
    left_in_play = begun and place.left_at and place.left_at >= begun
    return not left_in_play
