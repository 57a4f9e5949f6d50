"""Writes about agreement (Laws 75, 76): the two books, the four signatures, and the posting that waits for them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.members.models import Member
from clubscore.rubbers.books import posting
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, Proposal, Rubber
from clubscore.rubbers.queries import newest_version, seat_of, standing_deals
from clubscore.rubbers.recording import services
from clubscore.tables import services as tables
from clubscore.write_lock import write_transaction
from scoring import SYSTEMS, Side


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of an entry: the deal as it stands, and the other book's version where the two differ."""

    deal: Deal
    proposal: Proposal | None = None


def enter_deal(
    *, rubber: Rubber, facts: scoring.Deal, number: int, seen_revision: int, key: UUID, by: Member, now: datetime
) -> Entered:
    """Record deal `number`; if the other side was faster, keep it as the other book's version (Laws 75, 78).

    Alike, it is agreed by both; different, it becomes a proposal on which the four vote. Raises what `record_deal`
    raises; Stale too when it was the own side that was faster with something else.
    """
    with write_transaction():
        try:
            return Entered(_record(rubber, facts, number, seen_revision, key, by, now))
        except services.KeyUsed:
            raise
        except services.Refused as refusal:
            services.touch(rubber=rubber)  # one at a time from here on: two second books are not two proposals
            standing = next((deal for deal in standing_deals(rubber.deals.all()) if deal.number == number), None)
            if standing is None:
                raise
            return _second_book(rubber, standing, facts, key, by, now, refusal)


def _record(
    rubber: Rubber, facts: scoring.Deal, number: int, seen_revision: int, key: UUID, by: Member, now: datetime
) -> Deal:
    deal = services.record_deal(
        rubber=rubber, facts=facts, number=number, seen_revision=seen_revision, key=key, by=by, now=now
    )
    if seat_of(rubber, by):
        DealAgreement.objects.get_or_create(deal=deal, member=by, defaults={"at": now, "how": SignatureMethod.RECORDED})
    return deal


def _second_book(
    rubber: Rubber, standing: Deal, facts: scoring.Deal, key: UUID, by: Member, now: datetime, refusal: services.Refused
) -> Entered:
    mine, theirs = seat_of(rubber, by), seat_of(rubber, standing.recorded_by)
    if mine is None or rubber.is_agreed:
        raise refusal
    if replace(facts, note="") == replace(standing.facts, note=""):  # a remark is nobody's score
        _sign(standing, by, now, SignatureMethod.KEPT)
        return Entered(standing)
    sent = Proposal.objects.filter(rubber=rubber, key=key).first()
    if sent:
        return Entered(standing, sent)
    if theirs and mine.side == theirs.side:
        raise refusal
    return Entered(standing, _other_book(rubber, standing, facts, key, by, now))


def _other_book(rubber: Rubber, standing: Deal, facts: scoring.Deal, key: UUID, by: Member, now: datetime) -> Proposal:
    if standing.proposals.open().exists():
        raise services.Refused(f"Deal {standing.number} is disputed already: vote on the two versions.")
    SYSTEMS[rubber.system].fold([facts], rules=SYSTEMS[rubber.system].rules(rubber.rules))  # refuses what cannot be
    proposal = Proposal.objects.create(
        rubber=rubber,
        base=standing,
        origin=Proposal.Origin.BOOK,
        made_by=by,
        made_at=now,
        key=key,
        **columns_of(facts),
    )
    proposal.votes.create(member=by, is_yes=True, at=now)
    services.touch(rubber=rubber)
    return proposal


def agree_deal(
    *,
    deal: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> DealAgreement:
    """A player's signature under a deal. Refused for a version that no longer stands, and to who does not play here."""
    with write_transaction():
        rubber = deal.rubber
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players agree to a deal.")
        if newest_version(rubber, deal.number) != deal or deal.is_struck:
            raise services.Refused(f"Deal {deal.number} has been changed since: look at it again.")
        return _sign(deal, by, now, how, device_of)


def _sign(
    deal: Deal, by: Member, now: datetime, how: SignatureMethod, device_of: Member | None = None
) -> DealAgreement:
    signature, is_new = DealAgreement.objects.get_or_create(
        deal=deal, member=by, defaults={"at": now, "how": how, "device_of": device_of}
    )
    if is_new:
        services.touch(rubber=deal.rubber)
    return signature


def agree_net(
    *,
    rubber: Rubber,
    newest: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> NetAgreement:
    """A player's signature under the net score as it is after the version `newest`; it may post the rubber.

    Refused while the rubber is in play, and when a version has come since; PermissionDenied to who does not play here.
    """
    with write_transaction():
        services.touch(rubber=rubber)
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players agree to the net score.")
        if not rubber.is_over:
            raise services.Refused("The rubber is not over yet.")
        if rubber.deals.order_by("pk").last() != newest:
            raise services.Refused("The sheet has changed since: look at the net score again.")
        signature, _ = NetAgreement.objects.get_or_create(
            rubber=rubber, newest=newest, member=by, defaults={"at": now, "how": how, "device_of": device_of}
        )
        post_if_agreed(rubber=rubber, by=by, now=now)
    return signature


def signed_sides(rubber: Rubber) -> tuple[set[int], set[Side]]:
    """Who has agreed to the net score as it stands now, by id, and the sides that they speak for."""
    newest = rubber.deals.order_by("pk").last()
    signed = set(NetAgreement.objects.filter(rubber=rubber, newest=newest).values_list("member_id", flat=True))
    players = rubber.players
    current = {member.pk for member in players.values()} & signed
    return current, {seat.side for seat, member in players.items() if member.pk in signed}


def is_agreed_enough(rubber: Rubber, now: datetime) -> bool:
    """Whether those have agreed to the net score whose agreement this rubber asks for."""
    signed, sides = signed_sides(rubber)
    if rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(signed) == 4
    if len(sides) == 2:
        return True
    if rubber.agreed_by != Rubber.AgreedBy.TIME or rubber.ended_at is None:
        return False
    waited = now - rubber.ended_at >= timedelta(minutes=rubber.agreed_after)
    return waited and not rubber.proposals.open().exists()


def post_if_agreed(*, rubber: Rubber, by: Member, now: datetime) -> bool:
    """Post the margin to the books, once, if the net score is agreed. Open proposals expire with it."""
    if not rubber.is_over or rubber.is_agreed or not is_agreed_enough(rubber, now):
        return False
    with write_transaction():
        rubber.agreed_at = now
        rubber.save(update_fields=["agreed_at"])
        rubber.proposals.open().update(state=Proposal.State.EXPIRED, closed_at=now)
        posting.book(rubber=rubber, by=by, now=now)
        tables.bump(table=rubber.table)
    return True


def post_due(*, now: datetime) -> list[Rubber]:
    """Post every rubber that is agreed by time and whose time is up. Returns them."""
    waiting = Rubber.objects.unagreed().filter(agreed_by=Rubber.AgreedBy.TIME)
    due = [rubber for rubber in _in_order(waiting) if is_agreed_enough(rubber, now)]
    return [rubber for rubber in due if _post_alone(rubber, now)]


def _post_alone(rubber: Rubber, now: datetime) -> bool:
    """Several processes look for what is due: whoever gets the rubber first posts it."""
    with write_transaction():
        services.touch(rubber=rubber)
        return post_if_agreed(rubber=rubber, by=rubber.started_by, now=now)


def _in_order(rubbers: Iterable[Rubber]) -> list[Rubber]:
    return sorted(rubbers, key=lambda rubber: rubber.pk)
