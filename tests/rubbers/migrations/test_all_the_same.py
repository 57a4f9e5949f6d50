"""What a migration makes of rulings and agreements that were there before it, and on its way back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import propose
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.models import Proposal
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, agree, member, rubber_in_play

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more
BEFORE = "0012_house_rules"
N, E, S, W = Seat


def ruled(rubber, number: int, line: str, by: Member, *, is_yes: bool) -> Proposal:
    """An hour after the other of two proposals, so that the two differ in their time."""
    now = NOON + timedelta(hours=number)
    proposal = propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=number),
        facts=parse_deal(line),
        key=uuid4(),
        error="agreement",
        by=rubber.players[N],
        now=now,
    )
    rule(state=load(rubber.pk), proposal=proposal, is_yes=is_yes, ruling="Dan’s card", by=by, now=now)
    return proposal


def test_a_ruling_made_before_says_for_what_it_was_and_agreements_go_back_as_they_were(migrate):
    rubber, sam = rubber_in_play(lines=NINE_DEALS), member("Sam", role=Role.ADMIN)
    ruled(rubber, 8, "3cn+1", sam, is_yes=True)
    ruled(rubber, 9, "3he+1", sam, is_yes=False)
    agree(rubber, N)
    disputed = propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=9),
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
    )
    agree(rubber, N, S, W, despite=disputed)
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=NOON)
    agree(rubber, N)

    agreed = migrate(BEFORE).get_model("rubbers", "NetAgreement").objects
    assert list(agreed.values_list("member__name", flat=True)) == ["Anna"]

    proposals = migrate("0015_agreed_all_the_same_or_instead").get_model("rubbers", "Proposal").objects
    found = proposals.order_by("pk").values_list("base__number", "is_ruled_yes", "consents_then")
    assert list(found) == [(8, True, None), (9, False, None), (9, None, None)]
