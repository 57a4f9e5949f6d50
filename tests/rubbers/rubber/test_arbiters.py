"""A neutral hand (Laws 76 and 78, decision 0075): nobody who plays or has played in a rubber decides in it for others,
whatever their role, and a refusal says who may.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.members.duties import Duty
from clubscore.members.merging.services import MergeRefused, merge, undo
from clubscore.members.people.services import (
    CannotLeave,
    RoleRefused,
    add_guest,
    change_duties,
    change_role,
    give_role,
    leave_club,
)
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.absence import say_not_there
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net_instead
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import (
    HouseRules,
    NetAgreement,
    Proposal,
    Reopening,
    RubberSeat,
)
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.services import leave_table
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    rubber_in_play,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)
OWN_MATTER = "You have played in it: nobody decides in their own matter."
ALL_PLAY = (
    "Every arbiter of the club has played in it: the players agree among themselves, "
    "or the club names another arbiter."
)


def disputed(rubber, *votes):
    """The open proposal of North about the last deal of the rubber, with votes: each a seat, and True for yes."""
    base = rubber.deals.latest("pk")
    facts = "3he= h4e"
    if base.number == 1:
        facts = "4sn= h4n"
    proposal = propose(
        state=load(rubber.pk),
        base=base,
        facts=parse_deal(facts),
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
    )
    for seat, is_yes in votes:
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=is_yes,
            by=rubber.players[seat],
            now=NOON,
        )
    return proposal


def rule_on(proposal, by):
    rule(
        state=load(proposal.rubber_id),
        proposal=proposal,
        is_yes=True,
        ruling="So it was",
        by=by,
        now=LATER,
    )


def sign_instead(rubber, by, seat=W):
    agree_net_instead(
        state=load(rubber.pk),
        newest=rubber.deals.latest("pk"),
        seat=seat,
        reason="By phone",
        by=by,
        now=LATER,
    )


def admin_who_plays(rubber):
    """The admin Anna, who plays."""
    give_role(member=rubber.players[N], role=Role.ADMIN)
    return rubber.players[N]


def admin_who_was_replaced(rubber):
    """The admin Anna, for whom Eve has played on."""
    RubberSeat.objects.filter(rubber=rubber, seat=N).update(until=LATER)
    RubberSeat.objects.create(rubber=rubber, seat=N, member=member("Eve"), since=LATER)
    return admin_who_plays(rubber)


def admin_whose_merged_record_plays(rubber):
    """The admin Annegret, who turned out to be the player Anna."""
    annegret = member("Annegret", role=Role.ADMIN)
    merge(kept=annegret, merged=rubber.players[N], by=annegret, now=NOON)
    return annegret


CONCERNED = (admin_who_plays, admin_who_was_replaced, admin_whose_merged_record_plays)


@pytest.mark.parametrize("concerned", CONCERNED)
def test_no_admin_who_plays_or_has_played_rules_on_a_dispute_of_the_own_rubber(
    concerned,
):
    rubber = rubber_in_play(lines=NINE_DEALS)
    proposal = disputed(rubber)
    member("Sam", role=Role.ADMIN)
    admin = concerned(rubber)
    with pytest.raises(PermissionDenied) as refused:
        rule_on(proposal, admin)
    words = "An arbiter who has not played in it decides: Sam."
    assert str(refused.value) == f"{OWN_MATTER} {words}"
    assert Proposal.objects.get().is_open


@pytest.mark.parametrize("concerned", CONCERNED)
def test_nor_signs_the_net_score_for_a_player_who_says_i_was_not_there(concerned):
    rubber = rubber_in_play(lines=NINE_DEALS)
    say_not_there(state=load(rubber.pk), by=rubber.players[W], now=LATER)
    admin = concerned(rubber)
    with pytest.raises(PermissionDenied, match="nobody decides in their own matter"):
        sign_instead(rubber, admin)
    assert not NetAgreement.objects.exists()
    assert load(rubber.pk).absent.keys() == {W}


@pytest.mark.parametrize("concerned", CONCERNED)
def test_nor_opens_the_own_agreed_rubber_again(concerned):
    rubber = agreed_rubber()
    admin = concerned(rubber)
    with pytest.raises(PermissionDenied, match="nobody decides in their own matter"):
        reopen(state=load(rubber.pk), reason="Again", by=admin, now=LATER)
    assert not Reopening.objects.exists()


def test_a_neutral_arbiter_who_is_no_admin_rules_signs_and_opens_again():
    sam, ruth = member("Sam"), member("Ruth", role=Role.ADMIN)
    change_duties(member=sam, duties=frozenset({Duty.ARBITER}), by=ruth, now=NOON)
    rubber = rubber_in_play(lines=NINE_DEALS)
    rule_on(disputed(rubber), sam)
    leave_club(member=rubber.players[W], by=ruth, now=LATER)
    leave_club(member=rubber.players[E], by=ruth, now=LATER)
    agree(rubber, N)
    sign_instead(rubber, sam)
    rubber.refresh_from_db()
    assert rubber.is_agreed
    reopen(state=load(rubber.pk), reason="Again", by=sam, now=LATER)
    rubber.refresh_from_db()
    assert not rubber.is_agreed


def test_an_arbiter_s_duty_gives_nothing_in_a_rubber_that_the_arbiter_plays():
    rubber, ruth = rubber_in_play(lines=("4sn=",)), member("Ruth", role=Role.ADMIN)
    duties = frozenset({Duty.ARBITER})
    change_duties(member=rubber.players[E], duties=duties, by=ruth, now=NOON)
    proposal = disputed(rubber)
    with pytest.raises(PermissionDenied, match="decides: Ruth"):
        rule_on(proposal, rubber.players[E])


def test_a_refusal_names_at_most_three_neutral_arbiters_who_can_sign_in():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = disputed(rubber)
    admin_who_plays(rubber)
    names = ("Zoe", "Olga", "Max", "Kim")
    admins = [member(name, role=Role.ADMIN) for name in names]
    leave_club(member=admins[2], by=admins[0], now=NOON)
    member("Yves", role=Role.OWNER)
    invited = member("Ada", role=Role.ADMIN)
    type(invited).objects.filter(pk=invited.pk).update(username=None)
    with pytest.raises(PermissionDenied) as refused:
        rule_on(proposal, rubber.players[S])
    words = "An arbiter who has not played in it decides: Kim, Olga or Yves."
    assert str(refused.value) == f"{OWN_MATTER} {words}"
    with pytest.raises(PermissionDenied) as refused:
        rule_on(proposal, member("Max Stein", role=Role.SCORER))
    assert str(refused.value) == f"Only an arbiter decides this. {words}"


def test_a_club_whose_arbiters_all_play_is_told_what_it_can_do():
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = disputed(rubber)
    anna = admin_who_plays(rubber)
    with pytest.raises(PermissionDenied) as refused:
        rule_on(proposal, anna)
    assert str(refused.value) == f"{OWN_MATTER} {ALL_PLAY}"


# --- what time posts ---


def test_no_time_posts_what_an_admin_who_plays_would_open_and_change():
    """Law 78: the net score that is agreed stands until a neutral arbiter opens it."""
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = agreed_rubber(lines=NINE_DEALS)
    anna = admin_who_plays(rubber)
    for write in (
        lambda: reopen(state=load(rubber.pk), reason="Again", by=anna, now=LATER),
        lambda: sign_instead(rubber, anna),
    ):
        with pytest.raises(PermissionDenied):
            write()
    assert post_due(now=NOON + timedelta(days=3)) == []
    assert not Reopening.objects.exists()


def test_no_time_posts_what_an_arbiter_opened_while_a_correction_of_it_is_open():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber, sam = agreed_rubber(lines=NINE_DEALS), member("Sam", role=Role.ADMIN)
    reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=LATER)
    proposal = disputed(rubber)
    assert post_due(now=NOON + timedelta(days=3)) == []
    rule_on(proposal, sam)
    assert [each.pk for each in post_due(now=NOON + timedelta(days=3))] == [rubber.pk]


def test_no_time_posts_a_rubber_against_a_player_who_was_not_there():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna = admin_who_plays(rubber)
    say_not_there(state=load(rubber.pk), by=rubber.players[W], now=LATER)
    with pytest.raises(PermissionDenied):
        sign_instead(rubber, anna)
    assert post_due(now=NOON + timedelta(days=30)) == []


# --- what members read ---


def test_the_history_says_who_decided_in_which_role_by_which_law_and_who_was_asked():
    sam = member("Sam", role=Role.ADMIN)
    rubber = rubber_in_play(lines=("4sn=",))
    rule_on(disputed(rubber, (N, True), (E, False)), sam)
    (deal,) = history_of(load(rubber.pk)).deals
    (offer,) = deal.offers
    assert offer.state.startswith("Ruled by Sam (arbiter), ")
    assert offer.closing == (
        "Deal 1 is corrected to 4♠ by Anna, made, 4 honours Anna. "
        "By Law 78 a majority of the four decides. The club’s decision: the laws have none for this."
    )
    assert (offer.yes, offer.no, offer.silent) == ("Anna", "Ben", "Cleo and Dan")


def test_the_page_of_the_history_shows_it_to_every_member(signed_in):
    rubber = rubber_in_play(lines=("4sn=",))
    rule_on(disputed(rubber, (N, True), (E, False)), member("Sam", role=Role.ADMIN))
    watcher = signed_in(member("Eve", role=Role.WATCHER))
    html = watcher.get(f"/rubbers/{rubber.pk}/history/").content.decode()
    assert "Ruled by Sam (arbiter), " in html
    assert "No answer: Cleo and Dan." in html


def test_a_decision_of_an_admin_who_played_before_this_rule_is_shown_as_such():
    rubber = agreed_rubber()
    Reopening.objects.create(
        rubber=rubber, reason="Again", member=rubber.players[N], at=LATER
    )
    words = [event.words for event in history_of(load(rubber.pk)).events]
    assert any(
        each.startswith("Anna (admin, and a player here) opened the agreed rubber")
        for each in words
    )


# --- the pages ---


def page_of(client, rubber):
    return client.get(f"/rubbers/{rubber.pk}/").content.decode()


def test_an_admin_who_plays_finds_no_button_and_reads_who_may(signed_in):
    rubber = rubber_in_play(lines=NINE_DEALS)
    disputed(rubber, (N, True), (S, True), (E, False), (W, False))
    for seat in (E, W):
        leave_club(
            member=rubber.players[seat],
            by=member(f"Sam {seat}", role=Role.ADMIN),
            now=NOON,
        )
    anna = admin_who_plays(rubber)
    html = page_of(signed_in(anna), rubber)
    assert "/ruling/" not in html
    assert "agreement-instead" not in html
    assert "An arbiter who has not played in it decides: Sam E or Sam W." in html
    assert "Ben and Dan have left the club. An arbiter" in html


def test_the_list_of_what_needs_attention_lets_nobody_rule_on_the_own_rubber(signed_in):
    rubber = rubber_in_play(lines=("4sn=",))
    disputed(rubber)
    anna, sam = admin_who_plays(rubber), member("Sam", role=Role.ADMIN)
    html = signed_in(anna).get("/attention/").content.decode()
    assert "/ruling/" not in html
    assert "An arbiter who has not played in it decides: Sam." in html
    assert "/ruling/" in signed_in(sam).get("/attention/").content.decode()


def test_a_player_of_the_agreed_rubber_finds_no_form_that_opens_it_again(signed_in):
    rubber = agreed_rubber()
    anna = signed_in(admin_who_plays(rubber))
    sam = signed_in(member("Sam", role=Role.ADMIN))
    path = f"/rubbers/{rubber.pk}/reopening/"
    words = "An arbiter who has not played in it decides: Sam."
    html = anna.get(path).content.decode()
    assert words in html
    assert 'name="reason"' not in html
    answer = anna.post(path, {"reason": "Again"})
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert path in page_of(sam, rubber)
    assert 'name="reason"' in sam.get(path).content.decode()
    eve = signed_in(member("Eve"))
    assert path not in page_of(eve, rubber)
    answer = eve.get(path)
    assert (answer.status_code, words in answer.content.decode()) == (403, True)
    assert not Reopening.objects.exists()


@pytest.fixture
def arbiter(db):
    """Olga, a watcher to whom the club gave the duty of an arbiter."""
    olga = member("Olga", role=Role.WATCHER)
    ruth = member("Ruth", role=Role.ADMIN)
    change_duties(member=olga, duties=frozenset({Duty.ARBITER}), by=ruth, now=NOON)
    return olga


def test_a_neutral_arbiter_finds_the_cards_and_rules_on_the_page(signed_in, arbiter):
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = disputed(rubber)
    olga = signed_in(arbiter)
    html = page_of(olga, rubber)
    path = f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/ruling/"
    assert path in html
    assert "pin-fields" not in html
    assert path in olga.get(f"/rubbers/{rubber.pk}/consent/").content.decode()
    assert 'id="deal-form"' not in html
    assert path in olga.get("/attention/").content.decode()
    assert "/attention/" in olga.get("/").content.decode()
    answer = olga.post(path, {"vote": "yes", "reason": "The cards show it"})
    assert answer.status_code == 302
    assert Proposal.objects.get().is_ruled_yes


def test_a_neutral_arbiter_signs_instead_on_the_page(signed_in, arbiter):
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N, E, W)
    leave_club(member=rubber.players[S], by=member("Sam", role=Role.ADMIN), now=NOON)
    olga = signed_in(arbiter)
    assert "Agree for Cleo</button>" in page_of(olga, rubber)
    path = f"/rubbers/{rubber.pk}/agreement/instead/"
    fields = {
        "version": rubber.deals.latest("pk").pk,
        "seat": "S",
        "reason": "By phone",
    }
    assert olga.post(path, fields).status_code == 302
    rubber.refresh_from_db()
    assert rubber.is_agreed


def test_somebody_who_only_watches_sees_no_cards(signed_in):
    rubber = rubber_in_play(lines=("4sn=",))
    disputed(rubber)
    assert 'id="consent"' not in page_of(signed_in(member("Eve")), rubber)


def test_a_guest_record_that_played_counts_as_the_member_that_it_turned_out_to_be():
    guest = add_guest(name="Karl Stein", now=NOON)
    rubber = rubber_in_play(four() | {S: guest}, lines=NINE_DEALS)
    karl = member("Karl", role=Role.ADMIN)
    assert RubberDesk(load(rubber.pk), karl).may_arbitrate
    merge(kept=karl, merged=guest, by=karl, now=NOON)
    assert not RubberDesk(load(rubber.pk), karl).may_arbitrate


def test_who_has_played_under_another_record_does_not_part_it_to_become_neutral():
    """Law 78: the admin whose merged record plays would part the two and rule."""
    annegret = member("Annegret", role=Role.ADMIN)
    guest = add_guest(name="Anne", now=NOON)
    rubber = rubber_in_play(four() | {N: guest}, lines=NINE_DEALS)
    made = merge(kept=annegret, merged=guest, by=annegret, now=NOON)
    with pytest.raises(MergeRefused, match="are you: another admin takes the merge"):
        undo(merge=made, by=annegret, now=LATER)
    assert not RubberDesk(load(rubber.pk), annegret).is_neutral
    olga = member("Olga", role=Role.ADMIN)
    undo(merge=made, by=olga, now=LATER)
    made.refresh_from_db()
    assert made.undone_by == olga


def test_who_plays_against_somebody_does_not_let_a_friend_sign_there_by_merging():
    """Law 78: West says no; North, an admin, merges West into a friend of North, who would sign instead."""
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna, west = rubber.players[N], rubber.players[W]
    give_role(member=anna, role=Role.ADMIN)
    friend, olga = member("Friend"), member("Olga", role=Role.ADMIN)
    with pytest.raises(MergeRefused, match=f"You play in a rubber with {west.name}"):
        merge(kept=friend, merged=west, by=anna, now=LATER)
    assert load(rubber.pk).players[W] == west
    made = merge(kept=friend, merged=west, by=olga, now=LATER)
    with pytest.raises(MergeRefused, match="not agreed: another admin does this"):
        undo(merge=made, by=anna, now=LATER)


def test_the_page_of_a_merge_says_that_another_admin_does_it(signed_in):
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna, west = rubber.players[N], rubber.players[W]
    give_role(member=anna, role=Role.ADMIN)
    leave_table(table=rubber.table, member=west, now=LATER)
    answer = signed_in(anna).post(
        f"/members/{member('Friend').pk}/merge/", {"other": west.pk}
    )
    assert answer.status_code == 409
    assert f"You play in a rubber with {west.name}" in answer.content.decode()


def test_law_78_who_plays_does_not_silence_an_opponent_before_time_posts_the_rubber():
    """North, an admin, marks West as having left, or lets West only watch: nobody would object."""
    rubber = rubber_in_play(lines=NINE_DEALS)
    anna, west = rubber.players[N], rubber.players[W]
    give_role(member=anna, role=Role.ADMIN)
    leave_table(table=rubber.table, member=west, now=LATER)
    with pytest.raises(CannotLeave, match=f"You play in a rubber with {west.name}"):
        leave_club(member=west, by=anna, now=LATER)
    with pytest.raises(RoleRefused, match="not agreed: another admin does this"):
        change_role(member=west, role=Role.WATCHER, by=anna, now=LATER)
    change_role(member=west, role=Role.SCORER, by=anna, now=LATER)
    olga = member("Olga", role=Role.ADMIN)
    change_role(member=west, role=Role.WATCHER, by=olga, now=LATER)
    leave_club(member=west, by=olga, now=LATER)
    assert load(rubber.pk).players[W].has_left


def test_law_78_once_the_rubber_is_agreed_who_played_in_it_keeps_the_records():
    rubber = agreed_rubber()
    anna, west = rubber.players[N], rubber.players[W]
    give_role(member=anna, role=Role.ADMIN)
    change_role(member=west, role=Role.WATCHER, by=anna, now=LATER)
    leave_club(member=west, by=anna, now=LATER)
    merge(kept=member("Friend"), merged=west, by=anna, now=LATER)
