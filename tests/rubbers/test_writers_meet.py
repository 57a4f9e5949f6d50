"""Several requests write about one table at once: the second waits for the first, and no two wait for each other."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from clubscore.members.invitations.services import invite, join
from clubscore.members.merging.services import merge
from clubscore.members.merging.services import undo as part
from clubscore.members.models import Invitation, Member, Merge
from clubscore.members.people.services import add_guest, change_role, leave_club
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_deal, agree_net, enter_deal
from clubscore.rubbers.correction.services import cast
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording.services import start_rubber, undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.tables.services import come_to_table, leave_table, open_table
from scoring import Seat, parse_deal
from tests.factories import NOON, agree, member, record, rubber_in_play
from tests.rubbers.correction.correcting import correct, vote
from tests.writing_at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

N, E, S, W = Seat
ROUNDS = 6
# Were the second a game, the rubber would end with it.
LEFT_OVER = (
    "4sn=",
    "3sn=",
    "2he=",
    "4sn=",
)
WON = ("4sn=", "4sn=")


def four_of(time: int) -> dict[Seat, Member]:
    return {seat: member(f"{seat.word} {time}") for seat in Seat}


def first_result(rubber: Rubber) -> Callable[[], object]:
    """A function that records the first deal for North, with the state loaded before any other write."""
    return partial(
        enter_deal,
        state=load(rubber.pk),
        facts=parse_deal("1nn="),
        number=1,
        seen_revision=0,
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
    )


def start_next(rubber: Rubber, dealer: Seat = N) -> Rubber:
    return start_rubber(
        table=rubber.table, dealer=dealer, by=rubber.players[N], now=NOON
    )


@pytest.mark.parametrize("dealer", [S, N])
@pytest.mark.landing
def test_the_first_result_of_a_rubber_and_a_correction_that_leaves_deals_over_for_it(
    dealer,
):
    for time in range(ROUNDS):
        before = rubber_in_play(four_of(time), lines=LEFT_OVER)
        proposal = correct(before, 2, "4sn=", later="next")
        vote(proposal, E, S)
        following = start_next(before, dealer)
        last = partial(
            cast,
            state=load(before.pk),
            proposal=proposal,
            is_yes=True,
            by=before.players[W],
            now=NOON,
        )
        assert at_once(last, first_result(following)) == []
        assert Rubber.objects.in_play().filter(table=before.table).count() == 1


@pytest.mark.landing
def test_the_first_result_of_a_rubber_and_the_net_score_of_the_one_before():
    for time in range(ROUNDS):
        before = rubber_in_play(four_of(time), lines=WON)
        following = start_next(before)
        agree(before, N)
        sign = partial(
            agree_net,
            state=load(before.pk),
            newest=before.deals.latest("pk"),
            by=before.players[E],
            now=NOON,
        )
        assert at_once(sign, first_result(following)) == []
        before.refresh_from_db()
        assert before.is_agreed
        assert load(following.pk).last.number == 1


@pytest.mark.landing
def test_two_fours_that_have_changed_tables_and_record_their_first_results_at_once():
    """Each first result locks both tables: the other four's too, where the rubber before waits to be agreed."""
    for time in range(ROUNDS):
        left, right = (
            rubber_in_play(four_of(10 * time + half), lines=WON) for half in (1, 2)
        )
        both = (left, right)
        for rubber in both:
            for player in rubber.players.values():
                leave_table(table=rubber.table, member=player, now=NOON)
        for rubber, other in (both, both[::-1]):
            for seat, player in rubber.players.items():
                come_to_table(table=other.table, member=player, seat=seat, now=NOON)
        following = [
            start_rubber(table=other.table, dealer=N, by=rubber.players[N], now=NOON)
            for rubber, other in (both, both[::-1])
        ]
        assert at_once(*map(first_result, following)) == []
        assert [load(rubber.pk).last.number for rubber in following] == [1, 1]


@pytest.mark.landing
def test_two_rubbers_of_a_table_that_are_posted_at_once_one_by_time_and_one_by_signatures():
    for time in range(ROUNDS):
        HouseRules.objects.update_or_create(
            pk=1, defaults={"agreed_by": "time", "agreed_after": 1}
        )
        by_time = rubber_in_play(four_of(time), lines=WON)
        HouseRules.objects.filter(pk=1).update(agreed_by="sides")
        by_sides = start_next(by_time)
        for line in WON:
            record(by_sides, line)
        agree(by_sides, N)
        sign = partial(
            agree_net,
            state=load(by_sides.pk),
            newest=by_sides.deals.latest("pk"),
            by=by_sides.players[E],
            now=NOON,
        )
        due = partial(post_due, now=NOON.replace(year=NOON.year + 1))
        assert at_once(sign, due) == []
        assert not Rubber.objects.unagreed().filter(table=by_time.table).exists()


@pytest.mark.landing
def test_the_last_consent_to_a_substitute_and_the_merge_of_that_record():
    for time in range(ROUNDS):
        people = four_of(time)
        before = rubber_in_play(people, lines=WON)
        rubber = start_next(before)
        eve, other = member(f"Eve {time}"), add_guest(name=f"Guest {time}", now=NOON)
        open_table(by=eve, now=NOON)
        proposed = propose_substitute(
            state=load(rubber.pk), seat=E, substitute=eve, by=people[N], now=NOON
        )
        consent(state=load(rubber.pk), substitution=proposed, by=people[S], now=NOON)
        errors = at_once(
            partial(
                consent,
                state=load(rubber.pk),
                substitution=proposed,
                by=people[W],
                now=NOON,
            ),
            partial(merge, kept=eve, merged=other, by=people[N], now=NOON),
            partial(come_to_table, table=rubber.table, member=eve, now=NOON),
        )
        assert errors == []
        assert (
            load(rubber.pk).players[E] == eve
            or not Member.objects.get(pk=other.pk).is_active
        )


@pytest.mark.landing
def test_a_merge_that_moves_the_pages_of_a_table_and_the_deals_that_are_played_there():
    for time in range(ROUNDS):
        people, guest = four_of(time), add_guest(name=f"Guest {time}", now=NOON)
        office = member(f"Office {time}")
        before, kept = (
            rubber_in_play(people | {E: guest}, lines=WON),
            member(f"Kept {time}"),
        )
        leave_table(table=before.table, member=guest, now=NOON)
        come_to_table(table=before.table, member=people[E], seat=E, now=NOON)
        following = start_next(before)
        sign = partial(
            agree_net,
            state=load(before.pk),
            newest=before.deals.latest("pk"),
            by=people[N],
            now=NOON,
        )
        merging = partial(merge, kept=kept, merged=guest, by=office, now=NOON)
        assert at_once(merging, sign, first_result(following)) == []
        made = Merge.objects.get(merged=guest)
        undo = partial(
            undo_deal, state=load(following.pk), number=1, by=people[N], now=NOON
        )
        assert at_once(partial(part, merge=made, by=office, now=NOON), undo) == []
        assert load(following.pk).deals == ()


@pytest.mark.landing
def test_two_merges_whose_records_have_sat_at_the_same_two_tables_the_other_way_round():
    for time in range(ROUNDS):
        first, second = (
            rubber_in_play(four_of(10 * time + half), lines=WON) for half in (1, 2)
        )
        guests = [add_guest(name=f"Guest {time} {half}", now=NOON) for half in (1, 2)]
        for guest, table in zip(guests, (second.table, first.table), strict=True):
            come_to_table(table=table, member=guest, now=NOON)
        errors = at_once(
            *(
                partial(
                    merge,
                    kept=rubber.players[E],
                    merged=guest,
                    by=rubber.players[N],
                    now=NOON,
                )
                for rubber, guest in zip((first, second), guests, strict=True)
            ),
            *(
                partial(
                    agree_net,
                    state=load(rubber.pk),
                    newest=rubber.deals.latest("pk"),
                    by=rubber.players[N],
                    now=NOON,
                )
                for rubber in (first, second)
            ),
        )
        assert errors == []


def test_a_member_who_leaves_the_club_in_the_moment_of_coming_to_a_table():
    ruth = member("Ruth", role=Role.OWNER)
    table = open_table(by=ruth, now=NOON)
    for time in range(ROUNDS):
        eve = member(f"Eve {time}")
        come_to_table(table=table, member=eve, now=NOON)
        errors = at_once(
            partial(leave_club, member=eve, by=ruth, now=NOON),
            partial(come_to_table, table=table, member=eve, now=NOON, seat=N),
            partial(change_role, member=eve, role=Role.SCORER, by=ruth, now=NOON),
        )
        assert errors == []


def test_two_owners_who_leave_at_once_leave_one():
    for time in range(ROUNDS):
        owners = [
            member(f"{name} {time}", role=Role.OWNER)
            for name in ("Ruth", "Sam", "Tess")
        ]
        errors = at_once(
            *(
                partial(leave_club, member=owner, by=owner, now=NOON)
                for owner in owners
            ),
            *(
                partial(change_role, member=owner, role=Role.PLAYER, by=owner, now=NOON)
                for owner in reversed(owners)
            ),
        )
        assert errors == []
        left = Member.objects.filter(is_superuser=True, is_active=True)
        assert left.count() == 1
        left.update(is_superuser=False)


def test_an_invitation_that_is_used_in_the_moment_in_which_its_member_is_merged_or_invited_again():
    ruth = member("Ruth", role=Role.ADMIN)
    for time in range(ROUNDS):
        guest, kept = add_guest(name=f"Guest {time}", now=NOON), member(f"Kept {time}")
        invitation = invite(member=guest, by=ruth, now=NOON)
        errors = at_once(
            partial(
                join,
                invitation=invitation,
                member=guest,
                username=f"g{time}",
                password="a rubber on Mondays",
                now=NOON,
            ),
            partial(merge, kept=kept, merged=guest, by=ruth, now=NOON),
            partial(invite, member=guest, by=ruth, now=NOON),
        )
        assert errors == []
        assert (
            Invitation.objects.filter(
                pk=invitation.pk, used_at=None, revoked_at=None
            ).count()
            == 0
        )


@pytest.mark.landing
def test_the_undo_of_the_last_deal_against_the_agreement_to_it_and_to_the_net_score():
    for time in range(2 * ROUNDS):
        rubber = rubber_in_play(four_of(time), lines=WON)
        state = load(rubber.pk)
        errors = at_once(
            partial(undo_deal, state=state, number=2, by=rubber.players[N], now=NOON),
            partial(
                agree_deal, state=state, deal=state.last, by=rubber.players[S], now=NOON
            ),
            partial(
                agree_net,
                state=state,
                newest=state.newest,
                by=rubber.players[E],
                now=NOON,
            ),
            partial(
                agree_net,
                state=state,
                newest=state.newest,
                by=rubber.players[N],
                now=NOON,
            ),
        )
        assert errors == []
        after = load(rubber.pk)
        assert after.rubber.is_over != (after.newest.is_undone)
        assert after.rubber.table.is_playing != after.rubber.is_over
