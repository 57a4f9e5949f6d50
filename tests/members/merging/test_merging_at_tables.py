"""Merging records that sit at tables: never in the middle of a rubber, and the person keeps one place only."""

from datetime import timedelta

import pytest

from clubscore.members.merging.queries import preview
from clubscore.members.merging.services import MergeRefused, merge, undo
from clubscore.members.models import Member, Merge
from clubscore.members.people.services import add_guest
from clubscore.members.roles import Role
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import (
    consent,
    propose_substitute,
    withdraw_substitute,
)
from clubscore.tables.cuts import choose_seats, cut_for_partners
from clubscore.tables.models import Sitting
from clubscore.tables.queries import seating_at
from clubscore.tables.refusals import SeatingRefused
from clubscore.tables.services import come_to_table, open_table
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    four,
    member,
    rubber_in_play,
    seated_table,
    stop_rubber,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def guest() -> Member:
    return add_guest(name="Ann Weiss", now=NOON)


@pytest.fixture
def anne() -> Member:
    return member("Anne Weiss")


def stop(rubber) -> None:
    state = load(rubber.pk)
    stop_rubber(
        state=state,
        reason="Rain",
        seen_revision=state.rubber.revision,
        by=state.players[N],
        now=LATER,
    )


@pytest.mark.parametrize(("stays", "closed"), [("anne", "guest"), ("other", "anne")])
def test_nobody_is_merged_in_the_middle_of_a_rubber(anne, guest, ruth, stays, closed):
    records = {"anne": anne, "guest": guest, "other": member("Annie")}
    seated = guest if closed == "guest" else anne
    rubber = rubber_in_play({**four(), E: seated})
    for kept, merged in ((records[stays], records[closed]), (seated, member("Else"))):
        with pytest.raises(
            MergeRefused,
            match=f"{seated.name} plays in the rubber at Table 1: finish it, or let somebody play on for {seated.name}",
        ):
            merge(kept=kept, merged=merged, by=ruth, now=LATER)
    assert not Merge.objects.exists()
    stop(rubber)
    merge(kept=records[stays], merged=records[closed], by=ruth, now=LATER)


def test_a_round_of_chicago_is_called_a_round(anne, guest):
    rubber_in_play({**four(), E: guest}, system="chicago")
    assert preview(kept=anne, merged=guest).problems == [
        "Ann Weiss plays in the round at Table 1: finish it, or let somebody play on for Ann Weiss."
    ]


def test_the_page_says_so_before_anybody_taps(office, anne, guest):
    rubber_in_play({**four(), E: guest})
    for path in (
        f"/members/{anne.pk}/merge/?other={guest.pk}",
        f"/members/{guest.pk}/merge/?other={anne.pk}",
    ):
        html = office.get(path).content.decode()
        assert (
            "Ann Weiss plays in the rubber at Table 1: finish it, or let somebody play on"
            in html
        )
        assert "They are one person: merge" not in html
    assert (
        office.post(f"/members/{anne.pk}/merge/", {"other": guest.pk}).status_code
        == 409
    )


def test_once_somebody_plays_on_for_the_guest_the_records_are_merged(anne, guest, ruth):
    rubber = rubber_in_play({**four(), E: guest})
    state = load(rubber.pk)
    proposed = propose_substitute(
        state=state, seat=E, substitute=member("Eve"), by=state.players[N], now=LATER
    )
    for seat in (S, W):
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=state.players[seat],
            now=LATER,
        )
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    assert load(rubber.pk).seat_by_member.get(anne.pk) is None


def test_a_proposed_substitute_is_not_merged_before_that_is_decided(anne, guest, ruth):
    rubber = rubber_in_play()
    state = load(rubber.pk)
    proposed = propose_substitute(
        state=state, seat=E, substitute=guest, by=state.players[N], now=LATER
    )
    for kept, merged in ((anne, guest), (guest, add_guest(name="A. Weiss", now=NOON))):
        with pytest.raises(
            MergeRefused,
            match="Ann Weiss is proposed as a substitute at Table 1: decide that first",
        ):
            merge(kept=kept, merged=merged, by=ruth, now=LATER)
    withdraw_substitute(
        state=load(rubber.pk), substitution=proposed, by=state.players[N], now=LATER
    )
    merge(kept=anne, merged=guest, by=ruth, now=LATER)


def test_two_records_that_are_both_at_tables_are_not_merged(anne, guest, ruth):
    first, second = open_table(by=anne, now=NOON), open_table(by=ruth, now=NOON)
    come_to_table(table=second, member=guest, seat=N, now=NOON)
    with pytest.raises(
        MergeRefused,
        match="Anne Weiss is at Table 1 and Ann Weiss at Table 2: one of them must leave",
    ):
        merge(kept=anne, merged=guest, by=ruth, now=LATER)
    come_to_table(table=first, member=guest, seat=N, now=NOON)
    with pytest.raises(
        MergeRefused,
        match="Anne Weiss and Ann Weiss are both at Table 1: one of them must leave",
    ):
        merge(kept=anne, merged=guest, by=ruth, now=LATER)


def test_the_person_keeps_the_place_at_the_table(anne, guest, ruth):
    table = seated_table({**four(), E: guest})
    moved = table.revision
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    table.refresh_from_db()
    assert seating_at(table).seats[E] == anne
    assert table.revision > moved
    assert not Sitting.objects.present().filter(member=guest).exists()


def test_who_waits_to_cut_in_goes_on_waiting_in_the_same_place_of_the_line(
    anne, guest, ruth
):
    table = open_table(by=guest, now=NOON)
    come_to_table(table=table, member=member("Ben"), now=NOON + timedelta(minutes=1))
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    assert [waiting.name for waiting in seating_at(table).waiting] == [
        "Anne Weiss",
        "Ben",
    ]


def test_who_only_watches_or_has_left_takes_no_place(somebody, guest, ruth):
    wim = somebody("Wim", Role.WATCHER)
    table = seated_table({**four(), E: guest})
    merge(kept=wim, merged=guest, by=ruth, now=LATER)
    assert E not in seating_at(table).seats


def test_undoing_a_merge_leaves_the_person_who_stays_in_the_place(anne, guest, ruth):
    table = seated_table({**four(), E: guest})
    undo(merge=merge(kept=anne, merged=guest, by=ruth, now=LATER), by=ruth, now=LATER)
    assert seating_at(table).seats[E] == anne
    assert (
        come_to_table(
            table=open_table(by=ruth, now=LATER), member=guest, now=LATER
        ).member
        == guest
    )


def test_a_merge_is_not_undone_in_the_middle_of_a_rubber_of_the_closed_record(
    office, anne, guest, ruth
):
    rubber = rubber_in_play({**four(), E: guest})
    # As older versions of Clubscore made it.
    made = Merge.objects.create(
        kept=anne, merged=guest, was_active=True, made_at=NOON, made_by=ruth
    )
    Member.objects.filter(pk=guest.pk).update(merged_into=anne, is_active=False)
    html = office.post(
        f"/members/merges/{made.pk}/undoing/", follow=True
    ).content.decode()
    assert (
        "Ann Weiss plays in the rubber at Table 1: finish it, or let somebody play on for Ann Weiss."
        in html
    )
    assert Member.objects.get(pk=guest.pk).merged_into == anne
    stop(rubber)
    undo(merge=made, by=ruth, now=LATER)
    assert Member.objects.get(pk=guest.pk).merged_into is None


# --- a closed record takes no seat, by no door ---


def test_a_merged_record_does_not_come_to_a_table(anne, guest, ruth):
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    table = open_table(by=ruth, now=LATER)
    for seat in (None, E):
        with pytest.raises(
            SeatingRefused,
            match="Ann Weiss and Anne Weiss are one person: bring Anne Weiss",
        ):
            come_to_table(table=table, member=guest, seat=seat, now=LATER)
    assert not Sitting.objects.present().filter(member=guest).exists()


def test_an_old_cut_does_not_seat_a_merged_record(anne, guest, ruth):
    players = {**four(), E: guest}
    table = seated_table(players)
    cut = cut_for_partners(table=table, by=players[N], now=NOON)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    with pytest.raises(
        SeatingRefused, match="Ann Weiss has left the table since the cut: cut again"
    ):
        choose_seats(cut=cut, seat=N)
    assert guest not in seating_at(table).members


def test_an_agreed_rubber_does_not_stand_against_merging(anne, guest, ruth):
    rubber = rubber_in_play({**four(), E: guest}, lines=NINE_DEALS)
    agree(rubber)
    merge(kept=anne, merged=guest, by=ruth, now=LATER)
    assert preview(kept=anne, merged=member("Else")).problems == []
