"""The write of rulings on all boards of a table that are not played any more."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Ruling, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.unplayed import slot_to_rule, unplayed
from clubscore.duplicate.session.holding import hold
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.verdicts.ruling.services import Given, rule, versions
from clubscore.languages.stored_sentences import NOT_PLAYED
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.duplicate.law12 import clause_of
from scoring.duplicate.outcome_line import parse_outcome

GIVEN: Final = ("NP", "A++")
"""What one tap gives, as the line of an outcome: nothing, or average plus to who has the boards nowhere else."""


def rule_on_unplayed(
    *,
    session: Session,
    round: int,
    letter: str,
    table: int,
    boards: Collection[int],
    give: str,
    by: Member,
    now: datetime,
) -> list[Ruling]:
    """Rule on those of these boards of a table that are not played any more and wait for a ruling; one of GIVEN.

    Others of the table may be for other numbers. Raises Refused where none waits any more, at the own table, where the
    scoring knows no averages, and once the results are final; PermissionDenied.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        waiting = [
            board
            for board in unplayed(state, results_of(session.pk))
            if board.slot[:3] == (letter, round, table) and board.slot.board in boards
        ]
        if not waiting:
            raise Refused(_("No board of that table waits for a ruling any more."))
        made = []
        for board in waiting:
            outcome = parse_outcome(give, board.slot.board)
            seen = versions(slot_to_rule(state, board.slot))
            given = Given(outcome, clause_of(outcome), NOT_PLAYED(), seen, 0, uuid4())
            made.append(
                rule(
                    session_id=session.pk, slot=board.slot, given=given, by=by, now=now
                )
            )
    return made
