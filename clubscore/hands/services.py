"""Writes about sets of boards: deal a set, import a set, look at a set before it is open, open a set."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.hands.models import DealSet, Look, Origin
from clubscore.hands.queries import is_open
from clubscore.hands.signals import looking, opening
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import ScoringError
from scoring.hands import DealtBoard, deal_boards
from scoring.text.hands.sealed_text import digest_of, sealed_text


class SetRefused(Refused):
    """The refusal to make, look at or open a set of boards."""


def deal_set(
    *,
    name: str,
    first: int,
    boards: int,
    opens_at: datetime | None,
    by: Member,
    now: datetime,
) -> DealSet:
    """Deal a set of `boards` boards, numbered from `first`, and seal it. Returns the set.

    Raises SetRefused for impossible board numbers, a name that is taken, or an opening time in the past.
    """
    try:
        dealt = deal_boards(first, boards)
    except ScoringError as refusal:
        raise SetRefused(refusal_told(refusal), field="boards") from refusal
    return _keep(
        name=name, origin=Origin.DEALT, dealt=dealt, opens_at=opens_at, by=by, now=now
    )


def import_set(
    *,
    name: str,
    dealt: Sequence[DealtBoard],
    opens_at: datetime | None,
    by: Member,
    now: datetime,
) -> DealSet:
    """Seal a set of boards that were dealt elsewhere. Returns the set.

    Raises SetRefused for a name that is taken, or an opening time in the past.
    """
    return _keep(
        name=name,
        origin=Origin.IMPORTED,
        dealt=dealt,
        opens_at=opens_at,
        by=by,
        now=now,
    )


def look(*, seen: DealSet, by: Member, now: datetime) -> None:
    """Record that a member looks at the cards of a set before it is open. A second look of the member changes nothing.

    Raises SetRefused if the set is open, and for a member who is to play its boards.
    """
    with write_transaction():
        if is_open(_locked(seen), now):
            raise SetRefused(_("These hands are open: everybody may look."))
        looking.send(DealSet, deal_set=seen, by=by)
        if not seen.looks.filter(by=by).exists():
            Look.objects.create(deal_set=seen, by=by, at=now)


def open_set(*, opened: DealSet, by: Member, now: datetime) -> None:
    """Open the cards of a set to everybody.

    Raises SetRefused for a set that is open already, and while somebody still has to play its boards.
    """
    with write_transaction():
        if is_open(_locked(opened), now):
            raise SetRefused(_("These hands are open already."))
        opening.send(DealSet, deal_set=opened)
        DealSet.objects.filter(pk=opened.pk).update(opened_at=now, opened_by=by)


def _locked(deal_set: DealSet) -> DealSet:
    """The set as it is now, locked until the end of the transaction."""
    return DealSet.objects.select_for_update(no_key=True).get(pk=deal_set.pk)


def _keep(
    *,
    name: str,
    origin: Origin,
    dealt: Sequence[DealtBoard],
    opens_at: datetime | None,
    by: Member,
    now: datetime,
) -> DealSet:
    """Seal these boards, and store them as a new set. Returns the set.

    Raises SetRefused for a name that is taken, and for an opening time in the past.
    """
    if opens_at is not None and opens_at < now:
        message = _("That time is over. Choose a later one, or none.")
        raise SetRefused(message, field="opens_at")
    text = sealed_text(dealt)
    with write_transaction():
        if DealSet.objects.filter(name=name).exists():
            words = _("There is a set “%(name)s” already. Choose another name.")
            raise SetRefused(words % {"name": name}, field="name")
        return DealSet.objects.create(
            name=name,
            origin=origin,
            first_board=dealt[0].number,
            boards=len(dealt),
            sealed_text=text,
            digest=digest_of(text),
            opens_at=opens_at,
            made_by=by,
            made_at=now,
        )
