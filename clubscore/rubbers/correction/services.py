"""Writes about correction (Laws 77–79; 1912, laws 12 and 13): proposing, voting, ruling, reopening."""

from datetime import datetime
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.games.periods import ALL_FOUR, MAJORITY, Error, Window, error_of, window
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.books import posting
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.queries import standing_of
from clubscore.rubbers.models import AuctionOver, Deal, DealAgreement, PackNote, Proposal, Reopening, Rubber, Vote
from clubscore.rubbers.queries import may_keep, newest_at, seat_of, standing_deals, still_seated
from clubscore.rubbers.recording import services
from clubscore.tables import services as tables
from clubscore.write_lock import write_transaction
from scoring import Seat


def propose(
    *,
    base: Deal,
    facts: scoring.Deal | None,
    key: UUID,
    by: Member,
    now: datetime,
    reason: str = "",
    later: str = "",
) -> Proposal:
    """Propose that the deal should say `facts`; None strikes it out. The proposer's own vote is yes.

    Raises Refused when the deal has changed, another proposal is open for it, the window is closed, nothing would
    change, or deals are left over and `later` does not say what becomes of them; scoring.ScoringError for facts that
    cannot be; PermissionDenied for who does not play here.
    """
    with write_transaction():
        rubber = base.rubber
        services.touch(rubber=rubber)
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players propose a correction.")
        sent = Proposal.objects.filter(rubber=rubber, key=key).first()
        if sent:
            return sent
        _refuse_to_propose(rubber, base, facts, later)
        proposal = Proposal.objects.create(
            rubber=rubber,
            base=base,
            origin=Proposal.Origin.CORRECTION,
            strikes=facts is None,
            later=later,
            made_by=by,
            made_at=now,
            reason=reason,
            key=key,
            **columns_of(facts or base.facts),
        )
        cast(proposal=proposal, is_yes=True, by=by, now=now)
    return proposal


def _refuse_to_propose(rubber: Rubber, base: Deal, facts: scoring.Deal | None, later: str) -> None:
    standing = standing_deals(rubber.deals.all())
    if base not in standing:
        raise services.Refused(f"Deal {base.number} has been changed since: look at it again.")
    if base.proposals.open().exists():
        raise services.Refused(f"A proposal for deal {base.number} is open already: vote on it first.")
    if facts == base.facts:
        raise services.Refused("That is what the sheet says already.")
    consequence = consequence_of(rubber, standing, base, facts)
    opened = window_for(rubber, base, facts)
    if not opened.is_open:
        raise services.Refused(opened.words)
    if consequence.left_over and not later:
        numbers = ", ".join(str(deal.number) for deal in consequence.left_over)
        raise services.Refused(f"The rubber would end earlier: say what becomes of deal {numbers}.")
    if later == Proposal.Later.NEXT and not _may_carry_over(rubber):
        raise services.Refused("The next rubber has begun: the deals left over can only be struck out.")


def _may_carry_over(rubber: Rubber) -> bool:
    return newest_at(rubber.table) == rubber


def fate_of_left_over(proposal: Proposal) -> str:
    """What becomes of deals after an end brought forward: as proposed; unsaid, they are kept where they can be.

    The other book says nothing of it, and a proposal may be older than the deals that it leaves over.
    """
    if proposal.later:
        return proposal.later
    kept = _may_carry_over(proposal.rubber) and still_seated(proposal.rubber)
    return Proposal.Later.NEXT if kept else Proposal.Later.STRIKE


def window_for(rubber: Rubber, base: Deal, facts: scoring.Deal | None) -> Window:
    """The window for putting `facts` in place of `base`. To strike out, all four."""
    if facts is None:
        opened = window(rubber.system, Error.RECORDING, standing_of(rubber, base))
        return (
            Window(ALL_FOUR, "A deal is struck out only if all four consent.", "Law 79") if opened.is_open else opened
        )
    return window(rubber.system, error_of(base.facts, facts), standing_of(rubber, base))


def facts_proposed(proposal: Proposal) -> scoring.Deal | None:
    return None if proposal.strikes else proposal.facts


def consequence_for(proposal: Proposal) -> Consequence:
    rubber = proposal.rubber
    return consequence_of(rubber, standing_deals(rubber.deals.all()), proposal.base, facts_proposed(proposal))


def cast(
    *,
    proposal: Proposal,
    is_yes: bool,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> Proposal:
    """A player's vote; the newest counts. The proposal is accepted or refused as soon as that is certain.

    Raises Refused when it is closed or its window is over (then it expires), PermissionDenied for anybody else.
    """
    expired = False
    with write_transaction():
        rubber = proposal.rubber
        services.touch(rubber=rubber)
        proposal.refresh_from_db()
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players vote.")
        if not proposal.is_open:
            raise services.Refused(f"This proposal is {proposal.get_state_display()} already.")
        opened = window_for(rubber, proposal.base, facts_proposed(proposal))
        if opened.is_open:
            Vote.objects.create(proposal=proposal, member=by, is_yes=is_yes, at=now, how=how, device_of=device_of)
            _count(proposal, opened, by, now)
        else:
            _close(proposal, Proposal.State.EXPIRED, by, now)
            expired = True
    if expired:
        raise services.Refused(opened.words)
    return proposal


def votes_of(proposal: Proposal) -> dict[int, bool]:
    """The newest vote of each of the four, by member's id."""
    players = {member.pk for member in proposal.rubber.players.values()}
    votes = proposal.votes.order_by("pk").values_list("member_id", "is_yes")
    return {member: is_yes for member, is_yes in votes if member in players}


def _count(proposal: Proposal, opened: Window, by: Member, now: datetime) -> None:
    votes = list(votes_of(proposal).values())
    yes, no = votes.count(True), votes.count(False)
    if yes >= opened.consents:
        accept(proposal=proposal, by=by, now=now)
    elif no >= (MAJORITY if opened.consents == MAJORITY else 1):
        _close(proposal, Proposal.State.REFUSED, by, now)


def is_two_against_two(proposal: Proposal) -> bool:
    """As first recorded, until one of them yields or an admin rules (Law 78 does not say)."""
    votes = list(votes_of(proposal).values())
    return votes.count(True) == votes.count(False) == 2


def withdraw(*, proposal: Proposal, by: Member, now: datetime) -> None:
    """The proposer takes it back. PermissionDenied for anybody else, Refused when it is closed."""
    with write_transaction():
        services.touch(rubber=proposal.rubber)
        proposal.refresh_from_db()
        if proposal.made_by_id != by.pk:
            raise PermissionDenied("Only the one who proposed it can take it back.")
        if not proposal.is_open:
            raise services.Refused(f"This proposal is {proposal.get_state_display()} already.")
        _close(proposal, Proposal.State.WITHDRAWN, by, now)


def rule(*, proposal: Proposal, is_yes: bool, ruling: str, by: Member, now: datetime) -> None:
    """An admin decides a dispute, in writing. PermissionDenied for anybody else, Refused without a reason."""
    with write_transaction():
        services.touch(rubber=proposal.rubber)
        proposal.refresh_from_db()
        if not may_administer(by):
            raise PermissionDenied("Only an admin rules on a dispute.")
        if not ruling.strip():
            raise services.Refused("Write down why you rule so.")
        if not proposal.is_open:
            raise services.Refused(f"This proposal is {proposal.get_state_display()} already.")
        proposal.ruling = ruling.strip()
        proposal.save(update_fields=["ruling"])
        if is_yes:
            accept(proposal=proposal, by=by, now=now, state=Proposal.State.RULED)
        else:
            _close(proposal, Proposal.State.RULED, by, now)


def accept(*, proposal: Proposal, by: Member, now: datetime, state: str = Proposal.State.ACCEPTED) -> None:
    """Write the new version, deal with what is left over, close the proposal. Who voted yes has signed the version."""
    rubber, base = proposal.rubber, proposal.base
    consequence, fate = consequence_for(proposal), fate_of_left_over(proposal)
    _close(proposal, state, by, now)
    written = _next_version(
        base,
        facts_proposed(proposal),
        by=proposal.made_by,
        now=now,
        reason=proposal.reason or proposal.get_origin_display(),
    )
    if not written.is_struck:
        DealAgreement.objects.bulk_create(
            DealAgreement(deal=written, member_id=member, at=now, how=SignatureMethod.TAPPED)
            for member, is_yes in votes_of(proposal).items()
            if is_yes
        )
    for deal in consequence.left_over:
        _next_version(
            deal, None, by=proposal.made_by, now=now, reason=f"After the end, since deal {base.number} was corrected"
        )
    services.settle_ending(rubber=rubber, sheet=consequence.after, by=by, now=now)
    if consequence.left_over and fate == Proposal.Later.NEXT:
        _carry_over(rubber, consequence, by=proposal.made_by, now=now)
    post_if_agreed(rubber=rubber, by=by, now=now)


def _next_version(base: Deal, facts: scoring.Deal | None, *, by: Member, now: datetime, reason: str) -> Deal:
    newest = base.rubber.deals.filter(number=base.number).order_by("version").last()
    return Deal.objects.create(
        rubber=base.rubber,
        number=base.number,
        version=(newest.version if newest else 0) + 1,
        is_struck=facts is None,
        recorded_at=now,
        recorded_by=by,
        reason=reason,
        key=uuid4(),
        **columns_of(facts or base.facts),
    )


def _carry_over(rubber: Rubber, consequence: Consequence, *, by: Member, now: datetime) -> Rubber:
    """The deals left over begin the next rubber, dealt on from where this one now ends."""
    last = consequence.after.deals[-1]
    dealer: Seat = last.dealer.next
    following = services.start_rubber(table=rubber.table, dealer=dealer, by=by, now=now)
    for number, deal in enumerate(consequence.left_over, start=1):
        services.record_deal(
            rubber=following,
            facts=deal.facts,
            number=number,
            seen_revision=following.revision,
            key=uuid4(),
            by=by,
            now=now,
        )
    return following


def _close(proposal: Proposal, state: str, by: Member, now: datetime) -> None:
    proposal.state, proposal.closed_at, proposal.closed_by = state, now, by
    proposal.save(update_fields=["state", "closed_at", "closed_by"])


def call_auction_over(*, rubber: Rubber, number: int, by: Member, now: datetime) -> None:
    """All four have called on the deal after `number` (Law 78). Once; PermissionDenied for who does not play here."""
    with write_transaction():
        services.touch(rubber=rubber)
        if seat_of(rubber, by) is None:
            raise PermissionDenied("Only the four players say that the auction is over.")
        standing = standing_deals(rubber.deals.all())
        if not standing or standing[-1].number != number:
            raise services.Refused(f"Deal {number} is not the last one any more.")
        AuctionOver.objects.get_or_create(rubber=rubber, number=number, defaults={"member": by, "at": now})


def reopen(*, rubber: Rubber, reason: str, by: Member, now: datetime) -> None:
    """An admin opens an agreed rubber for correction: its margin is reversed until the net score is agreed anew."""
    with write_transaction():
        services.touch(rubber=rubber)
        if not may_administer(by):
            raise PermissionDenied("Only an admin opens an agreed rubber again.")
        if not reason.strip():
            raise services.Refused("Write down why it is opened again.")
        if not rubber.is_agreed:
            raise services.Refused("This rubber is not agreed yet.")
        Reopening.objects.create(rubber=rubber, reason=reason.strip(), member=by, at=now)
        rubber.net_agreements.all().delete()
        rubber.agreed_at = None
        rubber.save(update_fields=["agreed_at"])
        posting.take_back(rubber=rubber, reason=reason.strip(), by=by, now=now)
        tables.bump(table=rubber.table)


def note_bad_pack(*, rubber: Rubber, text: str, by: Member, now: datetime) -> PackNote:
    """The pack was found to be wrong. The scores recorded with it stand (Law 79)."""
    with write_transaction():
        services.touch(rubber=rubber)
        if not may_keep(rubber, by):
            raise PermissionDenied("Only the four players and the club’s scorers note a bad pack.")
        if not text.strip():
            raise services.Refused("Say what was wrong with the pack.")
        return PackNote.objects.create(rubber=rubber, text=text.strip(), member=by, at=now)
