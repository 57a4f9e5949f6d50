"""Writes about substitutes: somebody plays on in another's seat, if the other three consent (1912, Law 26)."""

from datetime import datetime

from django.core.exceptions import PermissionDenied

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber, RubberSeat, Substitution
from clubscore.rubbers.queries import seat_of
from clubscore.rubbers.recording import services
from clubscore.tables import services as tables
from clubscore.write_lock import write_transaction
from scoring import Seat


def propose_substitute(*, rubber: Rubber, seat: Seat, substitute: Member, by: Member, now: datetime) -> Substitution:
    """Ask the other three whether `substitute` may play on in `seat`. The proposer consents, unless it is the leaver.

    Raises Refused when the rubber is over, or the substitute plays already or only watches; PermissionDenied for who
    may not ask.
    """
    with write_transaction():
        services.touch(rubber=rubber)
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players ask for a substitute.")
        if rubber.is_over:
            raise services.Refused("The rubber is over: nobody need be replaced.")
        if seat_of(rubber, substitute):
            raise services.Refused(f"{substitute.name} plays in this rubber already.")
        if not Member.objects.who_may_sit().filter(pk=substitute.pk).exists():
            raise services.Refused(f"{substitute.name} only watches: choose somebody who plays.")
        if rubber.substitutions.filter(seat=seat, made_at=None, withdrawn_at=None).exists():
            raise services.Refused(f"A substitute for {seat.word} is proposed already.")
        asked = Substitution.objects.create(
            rubber=rubber,
            seat=seat,
            leaver=rubber.players[seat],
            substitute=substitute,
            proposed_by=by,
            proposed_at=now,
        )
        if by != asked.leaver:
            consent(substitution=asked, by=by, now=now)
    return asked


def consent(
    *,
    substitution: Substitution,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """One of the other three consents; with the third, the seat changes hands at once."""
    with write_transaction():
        rubber = substitution.rubber
        services.touch(rubber=rubber)
        substitution.refresh_from_db()
        if seat_of(rubber, by) is None or by.pk == substitution.leaver_id:
            raise PermissionDenied("Only the other three players consent to a substitute.")
        if substitution.made_at or substitution.withdrawn_at or rubber.is_over:
            raise services.Refused("This has been settled already.")
        substitution.consents.get_or_create(member=by, defaults={"at": now, "how": how, "device_of": device_of})
        if substitution.consents.count() == 3:
            _change_seats(substitution, now)


def _change_seats(substitution: Substitution, now: datetime) -> None:
    rubber, seat = substitution.rubber, Seat(substitution.seat)
    RubberSeat.objects.filter(rubber=rubber, seat=seat, until=None).update(until=now)
    RubberSeat.objects.create(rubber=rubber, seat=seat, member=substitution.substitute, since=now)
    tables.replace_player(
        table=rubber.table, seat=seat, leaver=substitution.leaver, comer=substitution.substitute, now=now
    )
    substitution.made_at = now
    substitution.save(update_fields=["made_at"])


def withdraw_substitute(*, substitution: Substitution, by: Member, now: datetime) -> None:
    """Whoever asked takes it back."""
    with write_transaction():
        services.touch(rubber=substitution.rubber)
        if substitution.proposed_by_id != by.pk:
            raise PermissionDenied("Only the one who asked can take it back.")
        Substitution.objects.filter(pk=substitution.pk, made_at=None).update(withdrawn_at=now)
