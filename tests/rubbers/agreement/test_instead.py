"""An admin agrees in place of a player who has left the club: when this is allowed, the written reason, and
where it shows.
"""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.audit import SubjectKind
from clubscore.ledger.books import books
from clubscore.members.access.pins import choose_pin
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest, leave_club
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_net_instead
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, NetAgreement
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.net_signatures import net_annotations
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, agree, four, member, rubber_in_play

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def sam(db):
    return member("Sam", role=Role.ADMIN)


@pytest.fixture
def rubber(db):
    """A rubber of nine deals in a club whose house rules ask all four players to sign."""
    HouseRules.objects.create(pk=1, agreed_by="all")
    return rubber_in_play(lines=NINE_DEALS)


def left(rubber, *seats, by):
    for seat in seats:
        leave_club(member=rubber.players[seat], by=by, now=NOON)


def instead(rubber, seat, *, by, reason="She agreed by phone", **more):
    newest = rubber.deals.latest("pk")
    agree_net_instead(
        state=load(rubber.pk),
        newest=newest,
        seat=seat,
        reason=reason,
        by=by,
        now=LATER,
        **more,
    )
    rubber.refresh_from_db()


def posted() -> bool:
    return bool(books().accounts)


def test_where_all_four_sign_an_admin_signs_for_who_has_left_with_the_reason(
    rubber, sam
):
    left(rubber, S, by=sam)
    agree(rubber, N, E, W)
    assert not posted()
    instead(rubber, S, by=sam)
    given = NetAgreement.objects.latest("pk")
    assert (given.member.name, given.given_by, given.reason) == (
        "Cleo",
        sam,
        "She agreed by phone",
    )
    assert posted()


def test_the_seals_show_whose_hand_it_was(rubber, sam):
    left(rubber, S, by=sam)
    agree(rubber, N)
    instead(rubber, S, by=sam)
    net = net_annotations(load(rubber.pk))
    assert (
        net.agreement
        == "Agreed: Anna; for Cleo, who has left: Sam, “She agreed by phone”. Not yet: Ben and Dan."
    )
    assert [seal.whose_hand for seal in net.seals if seal.whose_hand] == [
        "for Cleo, who has left: Sam, “She agreed by phone”"
    ]


def test_history_and_audit_name_the_admin_the_player_and_the_reason_also_after_a_reopening(
    rubber, sam
):
    left(rubber, S, by=sam)
    agree(rubber, N, E, W)
    instead(rubber, S, by=sam)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=sam,
        now=LATER + timedelta(hours=1),
    )
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert (
        "Sam (arbiter) agreed to the net score for Cleo, who has left: She agreed by phone"
        in words
    )
    (entry,) = [
        entry
        for entry in every_entry(AuditFilter(kind=SubjectKind.RUBBERS))
        if entry.description.action == "net.agreed_instead"
    ]
    assert (entry.by, entry.description.reason) == (sam, "She agreed by phone")
    assert (
        entry.description.words
        == "agreed to the net score of a rubber at Table 1 for Cleo, who has left the club"
    )
    about_cleo = AuditFilter(kind=SubjectKind.RUBBERS, who="Cleo")
    assert "net.agreed_instead" in {
        entry.description.action for entry in every_entry(about_cleo)
    }


def test_nobody_but_an_arbiter_and_not_without_a_reason(rubber, sam):
    left(rubber, S, by=sam)
    with pytest.raises(PermissionDenied):
        instead(rubber, S, by=rubber.players[N])
    with pytest.raises(PermissionDenied):
        instead(rubber, S, by=member("Ines", role=Role.SCORER))
    with pytest.raises(Refused, match="Write down why"):
        instead(rubber, S, by=sam, reason="  ")
    assert not NetAgreement.objects.exists()


def test_not_for_a_player_who_can_still_sign_in(rubber, sam):
    with pytest.raises(
        Refused,
        match="Cleo can still agree: by signing in, or by PIN on a device at the table",
    ):
        instead(rubber, S, by=sam)


def test_not_for_a_guest_who_signs_by_pin_at_the_table(sam):
    HouseRules.objects.create(pk=1, agreed_by="all")
    karl = add_guest(name="Karl Stein", now=NOON)
    choose_pin(member=karl, pin="2468", now=NOON)
    rubber = rubber_in_play(four() | {S: karl}, lines=NINE_DEALS)
    with pytest.raises(Refused, match="Karl can still agree"):
        instead(rubber, S, by=sam)


def test_not_for_a_record_that_was_merged_into_that_of_a_member(sam):
    HouseRules.objects.create(pk=1, agreed_by="all")
    karl = add_guest(name="Karl Stein", now=NOON)
    rubber = rubber_in_play(four() | {S: karl}, lines=NINE_DEALS)
    merge(kept=member("Karla Stein"), merged=karl, by=sam, now=NOON)
    with pytest.raises(Refused, match="can still agree"):
        instead(rubber, S, by=sam)
    Member.objects.filter(name="Karla Stein").update(is_active=False)
    instead(rubber, S, by=sam)
    assert len(load(rubber.pk).agreed_net) == 1


def test_not_twice_and_not_after_the_player_s_own_signature(rubber, sam):
    agree(rubber, S)
    left(rubber, S, W, by=sam)
    with pytest.raises(Refused, match="Cleo has agreed already"):
        instead(rubber, S, by=sam)
    instead(rubber, W, by=sam)
    with pytest.raises(Refused, match="Dan has agreed already"):
        instead(rubber, W, by=sam)


def test_where_one_of_each_side_is_enough_the_partner_who_is_there_signs(sam):
    rubber = rubber_in_play(lines=NINE_DEALS)
    left(rubber, W, by=sam)
    with pytest.raises(Refused, match="Ben can agree for that side"):
        instead(rubber, W, by=sam)
    left(rubber, E, by=sam)
    agree(rubber, N)
    instead(rubber, W, by=sam)
    assert posted()
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=LATER)
    instead(rubber, E, by=sam)
    with pytest.raises(Refused, match="Ben has agreed for that side already"):
        instead(rubber, W, by=sam)


def test_where_time_posts_it_nobody_s_signature_is_missing(sam):
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    left(rubber, E, W, by=sam)
    with pytest.raises(Refused, match="posted by itself"):
        instead(rubber, W, by=sam)


def test_a_rubber_in_play_has_no_net_score_to_agree_to(sam):
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(Refused, match="not over yet"):
        instead(rubber, S, by=sam)


def test_the_database_refuses_another_s_hand_without_a_reason_and_a_reason_without_another_s_hand(
    rubber, sam
):
    newest, cleo = rubber.deals.latest("pk"), rubber.players[S]
    wrong = (
        {"given_by": sam},
        {"reason": "By phone"},
        {"given_by": cleo, "reason": "By phone"},
    )
    for columns in wrong:
        with (
            pytest.raises(IntegrityError, match="rubbers_netagreement_instead"),
            transaction.atomic(),
        ):
            NetAgreement.objects.create(
                rubber=rubber,
                newest=newest,
                member=cleo,
                at=NOON,
                how="tapped",
                **columns,
            )
