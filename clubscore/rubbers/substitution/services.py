"""Writes about substitutes: somebody plays on in another's seat, if the other three consent (1912, Law 26)."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import RubberSeat, Substitution, SubstitutionConsent
from clubscore.rubbers.rubber.binding import binds_player, refusal_of_table_pin
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.tables.locks import hold_a_move
from scoring import Seat


def propose_substitute(
    *, state: RubberState, seat: Seat, substitute: Member, by: Member, now: datetime
) -> Substitution:
    """Ask the other three whether `substitute` may play on in `seat`. The proposer consents, unless it is the leaver.

    Raises Refused when the rubber is over, when somebody is proposed for the seat or the substitute for another, and
    for whom `_refuse_substitute` refuses; PermissionDenied for members who do not play here.
    """
    with write_transaction():
        substitute = hold_a_move(member=substitute, to=state.rubber.table_id)
        state, now = hold(state, now)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied(_("Only the four players ask for a substitute."))
        if state.rubber.is_over:
            raise Refused(_("The rubber is over: nobody need be replaced."))
        _refuse_substitute(state, seat, substitute)
        for open_one in state.substitutions:
            if open_one.seat == seat:
                raise Refused(_("A substitute for %(seat)s is proposed already.") % {"seat": told(seat.word)})
            if open_one.substitute_id == substitute.pk:
                raise Refused(
                    _("%(name)s is proposed for %(seat)s already.")
                    % {"name": substitute.name, "seat": told(Seat(open_one.seat).word)}
                )
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


def _refuse_substitute(state: RubberState, seat: Seat, substitute: Member) -> None:
    """Refuse a substitute, whose row is locked, so that no merge comes between this and the write.

    Raises Refused for a member who only watches or has left, a record that was merged into another, and a person who
    plays here, or has played in another seat of this rubber: nobody is two of the four (Law 76).
    """
    name = substitute.name
    if substitute.merged_into:
        kept = substitute.merged_into.name
        raise Refused(_("%(name)s and %(kept)s are one person: choose %(kept)s.") % {"name": name, "kept": kept})
    if not substitute.is_active:
        raise Refused(_("%(name)s has left the club: choose somebody who plays.") % {"name": name})
    if not Member.objects.who_may_sit().filter(pk=substitute.pk).exists():
        raise Refused(_("%(name)s only watches: choose somebody who plays.") % {"name": name})
    if state.seat_of(substitute.pk):
        raise Refused(_("%(name)s plays in this rubber already.") % {"name": name})
    for place in state.seats:
        if state.person(place.member_id) == substitute.pk and place.seat != seat:
            had = told(Seat(place.seat).word)
            raise Refused(
                _("%(name)s has played %(had)s in this rubber: nobody plays in two seats of one rubber.")
                % {"name": name, "had": had}
            )


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

    Raises Refused when it is decided already and for the table PIN of a member, SeatingRefused when the
    substitute plays elsewhere, PermissionDenied for everybody else; with the third consent also what is raised for a
    proposal.
    """
    with write_transaction():
        substitute = hold_a_move(member=substitution.substitute, to=state.rubber.table_id)
        state, now = hold(state, now)
        mine = state.seat_of(by.pk)
        if mine is None or mine == substitution.seat:
            raise PermissionDenied(_("Only the other three players consent to a substitute."))
        if substitution not in state.substitutions or state.rubber.is_over:
            raise Refused(_("This has been settled already."))
        if not binds_player(state.players, mine, how):
            raise Refused(refusal_of_table_pin(state.players, mine, alone=True))
        substitution.consents.get_or_create(member=by, defaults={"at": now, "how": how, "device_of": device_of})
        if len(_consenting(state, substitution)) == len(state.players) - 1:
            _refuse_substitute(state, Seat(substitution.seat), substitute)
            _change_seats(state, substitution, now)
        move_signatures(state=state)


def _consenting(state: RubberState, substitution: Substitution) -> set[Seat]:
    """The other seats whose player of today has consented, under whichever record."""
    seats = {state.seat_of(given.member_id) for given in substitution.consents.all()}
    return {seat for seat in seats if seat and seat != substitution.seat}


def _change_seats(state: RubberState, substitution: Substitution, now: datetime) -> None:
    rubber, seat = state.rubber, Seat(substitution.seat)
    RubberSeat.objects.filter(rubber=rubber, seat=seat, until=None).update(until=now)
    RubberSeat.objects.create(rubber=rubber, seat=seat, member=substitution.substitute, since=now)
    tables.replace_player(
        table=rubber.table,
        seat=seat,
        leaver=substitution.leaver,
        comer=substitution.substitute,
        by=substitution.proposed_by,
        now=now,
    )
    substitution.made_at = now
    substitution.save(update_fields=["made_at"])


def withdraw_substitute(*, state: RubberState, substitution: Substitution, by: Member, now: datetime) -> None:
    """Withdraw a substitution, by the player who proposed it. Raises PermissionDenied for everybody else."""
    with write_transaction():
        state, now = hold(state, now)
        if state.person(substitution.proposed_by_id) != by.pk:
            raise PermissionDenied(_("Only the one who asked can take it back."))
        Substitution.objects.filter(pk=substitution.pk, made_at=None).update(withdrawn_at=now)
        move_signatures(state=state)
