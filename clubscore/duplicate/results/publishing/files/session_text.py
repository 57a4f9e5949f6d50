"""A session as a session file of `scoring`, from which the command line works out the same figures."""

from clubscore.duplicate.outcomes.scores import Scores
from clubscore.duplicate.session.lineup import shares_of
from clubscore.duplicate.session.state import SessionState
from scoring.contest import Contest, ContestEntry
from scoring.text.session_lines import session_lines


def session_text(state: SessionState, scores: Scores) -> str:
    """The session file of a session, with the names of its players but not of substitutes.

    The file has the numbers of the contest: with several sections, one sequence for the entries of all sections.
    """
    named = [_named(state, scores, entry) for entry in scores.contest.entries]
    contest = scores.contest
    whole = Contest(
        _name(state.session.name),
        contest.rules,
        tuple(named),
        contest.slots,
        contest.boards,
        contest.expected,
        contest.penalties,
        contest.byes,
    )
    return "".join(f"{line}\n" for line in session_lines(whole))


def _name(name: str) -> str:
    """The name of a session as a contest may have it: in one line, and without the sharp that begins a comment."""
    return " ".join(name.replace("#", " ").split())


def _named(state: SessionState, scores: Scores, entry: ContestEntry) -> ContestEntry:
    """An entry of the contest with the names of its players. A stand-in has none."""
    letter, number = scores.entry(entry.number)
    section = state.section(letter)
    if section is None:
        return entry
    names = []
    for share in shares_of(section, number):
        if not share.rounds:
            names.append(" ".join(share.member.name.split()))
    return entry._replace(names=tuple(names))
