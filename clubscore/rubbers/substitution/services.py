"""Writes about substitutes: somebody plays on in another's seat, if the other three consent (1912, Law 26)."""

from datetime import datetime

from django.core.exceptions import PermissionDenied

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.holding import hold, move_signatures
from clubscore.rubbers.models import RubberSeat, Substitution, SubstitutionConsent
from clubscore.rubbers.state import RubberState
from clubscore.tables import services as tables
from clubscore.write_lock import write_transaction
from scoring import Seat


def propose_substitute(
    *, state: RubberState, seat: Seat, substitute: Member, by: Member, now: datetime
) -> Substitution:
    """Ask the other three whether `substitute` may play on in `seat`. The proposer consents, unless it is the leaver.

    Raises Refused when the rubber is over, or the substitute plays already or only watches; PermissionDenied for
    members who do not play here.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied("Only the four players ask for a substitute.")
        if state.rubber.is_over:
            raise Refused("The rubber is over: nobody need be replaced.")
        if state.seat_of(substitute.pk):
            raise Refused(f"{substitute.name} plays in this rubber already.")
        if not Member.objects.who_may_sit().filter(pk=substitute.pk).exists():
            raise Refused(f"{substitute.name} only watches: choose somebody who plays.")
        if any(open_one.seat == seat for open_one in state.substitutions):
            raise Refused(f"A substitute for {seat.word} is proposed already.")
        proposed = Substitution.objects.create(
            rubber=state.rubber,
            seat=seat,
            leaver=state.players[seat],
            substitute=substitute,
            proposed_by=by,
            proposed_at=now,
        )
        if by != proposed.leaver:
            SubstitutionConsent.objects.create(substitution=proposed, member=by, at=now, how=SignatureMethod.TAPPED)
        move_signatures(state=state)
    return proposed


def consent(
    *,
    state: RubberState,
    substitution: Substitution,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Consent to a substitute as one of the other three players. The third consent changes the seat at once.

    Raises Refused when it is decided already, tables.services.SeatingRefused when the substitute plays elsewhere,
    PermissionDenied for everybody else.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None or by.pk == substitution.leaver_id:
            raise PermissionDenied("Only the other three players consent to a substitute.")
        if substitution not in state.substitutions or state.rubber.is_over:
            raise Refused("This has been settled already.")
        substitution.consents.get_or_create(member=by, defaults={"at": now, "how": how, "device_of": device_of})
        if substitution.consents.count() == len(state.players) - 1:
            _change_seats(state, substitution, now)
        move_signatures(state=state)


def _change_seats(state: RubberState, substitution: Substitution, now: datetime) -> None:
    rubber, seat = state.rubber, Seat(substitution.seat)
    RubberSeat.objects.filter(rubber=rubber, seat=seat, until=None).update(until=now)
    RubberSeat.objects.create(rubber=rubber, seat=seat, member=substitution.substitute, since=now)
    tables.replace_player(
        table=rubber.table, seat=seat, leaver=substitution.leaver, comer=substitution.substitute, now=now
    )
    substitution.made_at = now
    substitution.save(update_fields=["made_at"])


def withdraw_substitute(*, state: RubberState, substitution: Substitution, by: Member, now: datetime) -> None:
    """Withdraw a substitution, by the player who proposed it. Raises PermissionDenied for everybody else."""
    with write_transaction():
        state = hold(state)
        if substitution.proposed_by_id != by.pk:
            raise PermissionDenied("Only the one who asked can take it back.")
        Substitution.objects.filter(pk=substitution.pk, made_at=None).update(withdrawn_at=now)
        move_signatures(state=state)
