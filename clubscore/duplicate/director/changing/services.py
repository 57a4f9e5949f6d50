"""Services that change a plan during play: each writes another edition, usually from the next round on."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.director.changing.queries import (
    late_pair_ways,
    require_form_that_allows,
    rounds_ways,
    withdrawal_ways,
)
from clubscore.duplicate.director.opening.draws import DrawBasis
from clubscore.duplicate.director.opening.services import write_plan
from clubscore.duplicate.director.seating.services import (
    leave,
    require_free_members,
    take,
)
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Entry, Plan, Session
from clubscore.duplicate.session.elsewhere import hold_members
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.spoken import refusal_told
from clubscore.languages.stored_sentences import GOES_HOME, LATE_PAIR
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal
from scoring.movements.change.swiss_withdrawal import AT_ONCE
from scoring.movements.swiss import drawn_in

MOVED_ON = gettext_lazy("The session has moved on: look at the ways again.")
NO_WAY = gettext_lazy("Choose one of the ways.")


def let_late_pair_in(
    *,
    session: Session,
    letter: str,
    way: int,
    from_round: int,
    members: Sequence[Member],
    by: Member,
    now: datetime,
    read: Proposal | None = None,
) -> Plan:
    """Let a late pair play from the next round on: seat it, adopt a way to go on, and return the new plan.

    `way` is the index of the way in `late_pair_ways`, `from_round` the next round as the sender saw it, and `read` the
    way that the sender has read.

    Raises Refused if the form of play lets no late pair in, if the session has moved on to another round or is
    cancelled, if the way does not exist or has changed, if a member plays already, is named twice or was merged into
    another, or if a member would get boards that they have had, or that everybody or an opponent may already have seen.
    Raises PermissionDenied for members who do not direct.
    """
    with write_transaction():
        hold_members(members)
        state, section = _held(session, letter, from_round, by)
        require_form_that_allows(state, "late pair")
        chosen = way_read(late_pair_ways(state, section), way, read)
        require_free_members(state, members, now)
        plan = write_edition(
            section=section,
            chosen=chosen,
            reason=LATE_PAIR(round=from_round, way=chosen.text),
            by=by,
            now=now,
        )
        number = max({*chosen.movement.entries} - {*section.movement.entries})
        taken = Taken(letter, number, members)
        take(state=load(session.pk), taken=taken, from_round=from_round, by=by, now=now)
        move(session_id=session.pk)
    return plan


def withdraw(
    *,
    session: Session,
    letter: str,
    number: int,
    way: int,
    from_round: int,
    by: Member,
    now: datetime,
    read: Proposal | None = None,
) -> Plan:
    """Let an entry go home: adopt a way to go on without it, and return the new plan.

    `way` is the index of the way in `withdrawal_ways`, `from_round` the next round as the sender saw it, and `read` the
    way that the sender has read. The new plan begins with the round that the way names. The entry is not ranked any
    more. Its scores count in a Swiss, and otherwise if it has played at least half of the session.

    Raises Refused if the form of play has no withdrawals, if nobody has the number, if the session has moved on to
    another round or is cancelled, or if the way does not exist, has changed or breaks a rule. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state, section = _held(session, letter, from_round, by)
        require_form_that_allows(state, "withdrawal")
        if number not in section.players:
            raise Refused(
                _("Nobody has number %(number)s.") % {"number": number}, field="pair"
            )
        chosen = way_read(withdrawal_ways(state, section, number), way, read)
        last_round = chosen.from_round - 1
        reason = GOES_HOME(number=number, round=last_round, way=chosen.text)
        try:
            plan = write_edition(
                section=section,
                chosen=chosen,
                reason=reason,
                drawn=_draw_without(state, chosen, from_round, number),
                by=by,
                now=now,
            )
        except InvalidMovement as refusal:
            raise Refused(refusal_told(refusal), field="way") from refusal
        leave(section=section, number=number, last_round=last_round, by=by, now=now)
        entry = section.entries[number]
        entry.standing = Entry.Standing.WITHDRAWN
        entry.save(update_fields=["standing"])
        move(session_id=session.pk)
    return plan


def _draw_without(
    state: SessionState, chosen: Proposal, from_round: int, gone: int
) -> dict[str, Any] | None:
    """The basis of the next round's draw, as JSON, after the entry `gone` has left; None if that round is not drawn."""
    if not state.session.is_swiss:
        return None
    drawn = drawn_in(chosen.movement, from_round)
    if not drawn.matches:
        return None
    return DrawBasis.without(drawn, gone).as_json()


def change_rounds(
    *, session: Session, rounds: int, from_round: int, by: Member, now: datetime
) -> list[Plan]:
    """Play another number of rounds in every section, and return the new plans. Rounds that have begun stay.

    `from_round` is the next round as the sender saw it. Raises Refused if the session has moved on to another round or
    is cancelled, if the form of play does not allow the change, or if the session cannot change to this number. Raises
    PermissionDenied for members who do not direct.
    """
    with write_transaction():
        state = _in_play(session, from_round, by)
        require_form_that_allows(state, "rounds")
        ways = rounds_ways(state).get(rounds)
        if ways is None:
            raise Refused(NO_WAY, field="rounds")
        plans = [
            write_edition(
                section=section,
                chosen=ways[section.letter],
                reason=str(ways[section.letter].text),
                by=by,
                now=now,
            )
            for section in state.sections
        ]
        move(session_id=session.pk)
    return plans


def write_edition(
    *,
    section: SectionState,
    chosen: Proposal,
    reason: str,
    by: Member,
    now: datetime,
    drawn: Mapping[str, Any] | None = None,
) -> Plan:
    """Write a way to go on as the next edition of a section's plan, and return the new plan.

    The caller opens the transaction. `chosen` is the way, and `reason` is stored with the plan. `drawn` is the basis of
    a draw in a Swiss, as JSON; None for other plans. Raises scoring.InvalidMovement if the way breaks a rule.
    """
    newest = section.plans[-1]
    # A second bye in the round that is on is one, which no plan mends.
    is_fact = chosen.kind == AT_ONCE
    return write_plan(
        section=section.section,
        edition=newest.edition + 1,
        name=newest.name,
        movement=chosen.movement,
        from_round=chosen.from_round,
        proved_from=chosen.from_round + is_fact,
        reason=reason[:200],
        drawn=drawn,
        by=by,
        now=now,
    )


def _in_play(session: Session, from_round: int, by: Member) -> SessionState:
    """The state of a session, locked for writing.

    Raises Refused unless the session is in play and `from_round` is its next round. Raises PermissionDenied for
    members who do not direct.
    """
    state = hold(session)
    require_director(state.session, by)
    if not state.session.is_in_play or from_round != state.round + 1:
        raise Refused(MOVED_ON)
    return state


def _held(
    session: Session, letter: str, from_round: int, by: Member
) -> tuple[SessionState, SectionState]:
    state = _in_play(session, from_round, by)
    section = state.section(letter)
    if section is None:
        raise Refused(MOVED_ON)
    return state, section


def way_read(ways: Sequence[Proposal], number: int, read: Proposal | None) -> Proposal:
    """The way with this index (`number`).

    `read` is the way that the sender has read; None if that is not checked. Raises Refused if there is no way with the
    index, or if it is not the way that the sender has read.
    """
    if not 0 <= number < len(ways):
        raise Refused(NO_WAY, field="way")
    if read not in (None, ways[number]):
        raise Refused(MOVED_ON)
    return ways[number]
