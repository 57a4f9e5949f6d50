"""Writes about substitutes, who take a player's seat if the other three players consent (1912, Law 26)."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import RubberSeat, Substitution, SubstitutionConsent
from clubscore.rubbers.rubber.arbiters import pin_refusal
from clubscore.rubbers.rubber.binding import binds_player
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.tables.locks import hold_a_move
from scoring import Seat


def propose_substitute(
    *, state: RubberState, seat: Seat, substitute: Member, by: Member, now: datetime
) -> Substitution:
    """Propose that `substitute` takes `seat`. The proposer consents at once, unless it is the proposer who leaves.

    Raises Refused if the rubber is over, if a substitute for the seat is proposed already, if this substitute is
    proposed for another seat, and for a substitute who may not take the seat (`_require_suitable_substitute`). Raises
    PermissionDenied for members who do not play in this rubber.
    """
    with write_transaction():
        substitute = hold_a_move(member=substitute, to=state.rubber.table_id)
        state, now = hold(state, now)
        if by.pk not in state.seat_by_member:
            raise PermissionDenied(_("Only the four players ask for a substitute."))
        if state.rubber.is_over:
            raise Refused(_("The rubber is over: nobody need be replaced."))
        _require_suitable_substitute(state, seat, substitute)
        _require_first_proposal(state, seat, substitute)
        proposed = Substitution.objects.create(
            rubber=state.rubber,
            seat=seat,
            leaver=state.players[seat],
            substitute=substitute,
            proposed_by=by,
            proposed_at=now,
        )
        if by != proposed.leaver:
            SubstitutionConsent.objects.create(
                substitution=proposed, member=by, at=now, how=SignatureMethod.TAPPED
            )
        move_signatures(state=state)
    return proposed


def _require_first_proposal(state: RubberState, seat: Seat, substitute: Member) -> None:
    """Raise Refused if a substitute for this seat, or this substitute for any seat, is proposed already."""
    for substitution in state.substitutions:
        if substitution.seat == seat:
            raise Refused(
                _("A substitute for %(seat)s is proposed already.")
                % {"seat": told(seat.word)}
            )
        if substitution.substitute_id == substitute.pk:
            other_seat = told(Seat(substitution.seat).word)
            words = _("%(name)s is proposed for %(seat)s already.")
            raise Refused(words % {"name": substitute.name, "seat": other_seat})


def _require_suitable_substitute(
    state: RubberState, seat: Seat, substitute: Member
) -> None:
    """Raise Refused for a substitute who may not take the seat. The caller has locked the row of the substitute.

    A substitute may not be a member who only watches or has left, a record that was merged into another, a player of
    this rubber, or a person who has played in another seat of this rubber: nobody plays in two seats (Law 76).
    """
    name = substitute.name
    if substitute.merged_into:
        kept = substitute.merged_into.name
        raise Refused(
            _("%(name)s and %(kept)s are one person: choose %(kept)s.")
            % {"name": name, "kept": kept}
        )
    if not substitute.is_active:
        raise Refused(
            _("%(name)s has left the club: choose somebody who plays.") % {"name": name}
        )
    if not Member.objects.who_may_sit().filter(pk=substitute.pk).exists():
        raise Refused(
            _("%(name)s only watches: choose somebody who plays.") % {"name": name}
        )
    if substitute.pk in state.seat_by_member:
        raise Refused(
            _("%(name)s plays in this rubber already: choose somebody else.")
            % {"name": name}
        )
    for place in state.seats:
        if state.people[place.member_id] == substitute.pk and place.seat != seat:
            words = _(
                "%(name)s has played %(had)s in this rubber: nobody plays in two seats of one rubber."
            )
            raise Refused(words % {"name": name, "had": told(Seat(place.seat).word)})


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

    `how` is the method of the consent; `device_of` is the owner of the device on which the player typed a PIN, else
    None.

    Raises Refused if the substitution is decided already, if the rubber is over, and for a table PIN that does not bind
    the player. Raises PermissionDenied unless `by` is one of the other three players. The third consent also raises
    Refused for a substitute who may not take the seat (`_require_suitable_substitute`), and SeatingRefused for a
    substitute who plays at another table.
    """
    with write_transaction():
        substitute = hold_a_move(
            member=substitution.substitute, to=state.rubber.table_id
        )
        state, now = hold(state, now)
        mine = state.seat_by_member.get(by.pk)
        if mine is None or mine == substitution.seat:
            raise PermissionDenied(
                _("Only the other three players consent to a substitute.")
            )
        if substitution not in state.substitutions or state.rubber.is_over:
            raise Refused(_("This has been settled already."))
        if not binds_player(state.players, mine, how):
            raise Refused(pin_refusal(state, mine, alone=True))
        substitution.consents.get_or_create(
            member=by, defaults={"at": now, "how": how, "device_of": device_of}
        )
        if len(_consenting(state, substitution)) == len(state.players) - 1:
            _require_suitable_substitute(state, Seat(substitution.seat), substitute)
            _change_seats(state, substitution, now)
        move_signatures(state=state)


def _consenting(state: RubberState, substitution: Substitution) -> set[Seat]:
    """The seats of players who have consented under any of their records, without the seat of the player who leaves."""
    seats = {
        state.seat_by_member.get(consent.member_id)
        for consent in substitution.consents.all()
    }
    return {seat for seat in seats if seat and seat != substitution.seat}


def _change_seats(
    state: RubberState, substitution: Substitution, now: datetime
) -> None:
    rubber = state.rubber
    seat = Seat(substitution.seat)
    RubberSeat.objects.filter(rubber=rubber, seat=seat, until=None).update(until=now)
    RubberSeat.objects.create(
        rubber=rubber, seat=seat, member=substitution.substitute, since=now
    )
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


def withdraw_substitute(
    *, state: RubberState, substitution: Substitution, by: Member, now: datetime
) -> None:
    """Withdraw a proposed substitution.

    Raises PermissionDenied unless `by` is the player who proposed the substitution. Raises Refused if it was withdrawn,
    if all have consented to it, and if it ended with its rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        if state.person(substitution.proposed_by_id) != by.pk:
            raise PermissionDenied(_("Only the one who asked can take it back."))
        held = Substitution.objects.get(pk=substitution.pk)
        if held.withdrawn_at:
            raise Refused(_("You have taken this back already."))
        if held.made_at:
            words = _("All have agreed: %(name)s plays. It cannot be taken back.")
            raise Refused(words % {"name": held.substitute.short_name})
        if held not in state.substitutions:
            raise Refused(_("The rubber is over: nothing is left to take back."))
        held.withdrawn_at = now
        held.save(update_fields=["withdrawn_at"])
        move_signatures(state=state)
