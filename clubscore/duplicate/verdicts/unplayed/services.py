"""The write of rulings on all boards of a table that are not played any more."""

from collections.abc import Collection
from datetime import datetime
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
    """Rule on the unplayed boards of a table that have no ruling, and return the rulings.

    Each of `boards` gets the outcome `give`, a line: `NP` if it was not played and counts for nobody, or averages by
    the fault of each side, such as `A+-` (Law 12C2). Other boards of the table get no ruling, because other pairs may
    have missed them.

    Raises PermissionDenied for members who do not direct. Raises Refused if no board waits for a ruling, for a director
    who is concerned, if `give` is an average and the scoring knows no averages, if the results are final, and if the
    session was cancelled.
    """
    with write_transaction():
        state = hold(session)
        require_director(state.session, by)
        made = []
        for waiting in unplayed(state, results_of(session.pk)):
            slot = waiting.slot
            if slot[:3] != (letter, round, table) or slot.board not in boards:
                continue
            outcome = parse_outcome(give, slot.board)
            seen = versions(slot_to_rule(state, slot))
            given = Given(outcome, clause_of(outcome), NOT_PLAYED(), seen, 0, uuid4())
            made.append(
                rule(session_id=session.pk, slot=slot, given=given, by=by, now=now)
            )
        if not made:
            raise Refused(_("No board of that table waits for a ruling any more."))
    return made
