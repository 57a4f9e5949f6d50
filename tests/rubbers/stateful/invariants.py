"""Invariants that hold after every write or after every step.

Each function raises AssertionError if its invariant fails.
"""

from collections import Counter, defaultdict
from collections.abc import Collection

from django.db.models import Sum

from clubscore.calendar import evening_of
from clubscore.evenings.queries import rubbers_of
from clubscore.ledger.carry_forward import wrongly_carried
from clubscore.ledger.models import OF_A_RUBBER, Posting, Season, Transaction
from clubscore.ledger.queries import unbalanced
from clubscore.ledger.reversals import wrongly_reversed
from clubscore.members.models import Member
from clubscore.rubbers.books import audit, remainder_audit
from clubscore.rubbers.history.books import books_of
from clubscore.rubbers.models import BookEntry, Motion, Proposal, Rubber, RubberSeat
from clubscore.rubbers.rubber.book_entries import own_entry
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import load, load_all
from clubscore.standings.seasons import audit as final_tables
from clubscore.tables.models import Sitting, Table
from tests.rubbers.stateful import oracle, own_matter
from tests.rubbers.stateful.snapshot import RubberRows, Snapshot, place_of

# --- of a write ---


def rubbers_changed(
    before: RubberRows, after: RubberRows, touched: Collection[int]
) -> set[int]:
    """The ids of rubbers that are new or have other rows.

    Asserts that no older rubber outside `touched` has changed.
    """
    changed = {pk for pk, rows in after.items() if rows != before.get(pk)}
    others = (changed & before.keys()) - set(touched)
    assert not others, f"rubbers {others} changed by a write about {list(touched)}"
    return changed


def newly_accepted(before: Snapshot, after: Snapshot) -> set[int]:
    """The ids of proposals that were accepted between the two snapshots."""
    return _with_state(after, "accepted") - _with_state(before, "accepted")


def _with_state(taken: Snapshot, state: str) -> set[int]:
    place = place_of(Proposal, "state")
    return {pk for pk, row in taken[Proposal].items() if row[place] == state}


def newly_agreed(before: Snapshot, after: Snapshot) -> set[int]:
    """The ids of rubbers whose net score was agreed between the two snapshots."""
    place = place_of(Rubber, "agreed_at")
    was = {pk for pk, row in before[Rubber].items() if row[place] is not None}
    return {pk for pk, row in after[Rubber].items() if row[place] is not None} - was


def no_terms_are_changed(before: Snapshot, after: Snapshot) -> None:
    """Assert that the way of agreeing, and the time that it takes, are those with which each rubber began."""
    places = [place_of(Rubber, name) for name in ("agreed_by", "agreed_after")]
    for pk, row in before[Rubber].items():
        for place in places:
            assert after[Rubber][pk][place] == row[place], f"the terms of rubber {pk}"


# --- of the club ---


def the_books_sum_to_zero() -> None:
    sums = (
        Posting.objects.values("transaction")
        .annotate(total=Sum("points"))
        .exclude(total=0)
    )
    assert list(sums) == []


def what_is_posted_is_what_the_deals_score() -> None:
    assert list(audit.differences()) == []


def nothing_is_booked_into_a_closed_season() -> None:
    for season in Season.objects.exclude(closed_at=None):
        assert not Transaction.objects.filter(
            season=season, pk__gt=season.closed_after
        ).exists(), season


def nobody_sits_twice() -> None:
    """Assert that no person sits twice in one rubber, or at two tables in play."""
    people = dict(
        Member.objects.exclude(merged_into=None).values_list("pk", "merged_into_id")
    )
    seats = RubberSeat.objects.filter(until=None).order_by("pk")
    four: dict[int, list[int]] = defaultdict(list)
    playing: Counter[int] = Counter()
    for rubber, member, ended in seats.values_list(
        "rubber_id", "member_id", "rubber__ended_at"
    ):
        four[rubber].append(people.get(member, member))
        playing[people.get(member, member)] += ended is None
    assert [rubber for rubber, people in four.items() if len(set(people)) != 4] == []
    assert [who for who, tables in playing.items() if tables > 1] == []


def a_rubber_in_play_holds_its_table() -> None:
    """Assert that exactly the tables with a rubber in play are held, with the rubber's four players in their seats."""
    playing = {rubber.table_id: rubber for rubber in Rubber.objects.in_play()}
    assert (
        set(Table.objects.filter(is_playing=True).values_list("pk", flat=True))
        == playing.keys()
    )
    for table, rubber in playing.items():
        sitting = (
            Sitting.objects.filter(table=table, left_at=None)
            .exclude(seat="")
            .values_list("seat", "member_id")
        )
        assert dict(sitting) == {
            seat.value: pk for seat, pk in oracle.current_seats(rubber).items()
        }, rubber


def an_agreed_rubber_is_closed() -> None:
    """Assert that no proposal is open for an agreed rubber. A step tries that none can be made."""
    assert not Proposal.objects.open().filter(rubber__agreed_at__isnull=False).exists()


def a_voided_rubber_is_in_no_figure() -> None:
    """Assert that no booking of a voided rubber stands, that no evening lists it, and that it waits for nothing."""
    voided = list(Rubber.objects.exclude(voided_at=None))
    pks = [rubber.pk for rubber in voided]
    standing = Transaction.objects.filter(
        source__in=OF_A_RUBBER, source_id__in=pks, reverses=None, reversal=None
    )
    assert not standing.exists()
    for rubber in voided:
        assert rubber not in rubbers_of(evening_of(rubber.started_at))
    assert not Rubber.objects.unagreed().filter(pk__in=pks).exists()
    asked = Motion.objects.open().filter(rubber__in=pks)
    assert not asked.exclude(kind=Motion.Kind.RESTORE).exists()


def what_waits_in_a_book_is_its_side_s_alone() -> None:
    """Assert that a deal which waits in a book is the next one of a rubber with blind books, and that nobody but the
    side of its writer is given its facts.
    """
    for entry in BookEntry.objects.filter(state="open").select_related("rubber"):
        state = load(entry.rubber_id)
        assert (entry.rubber.has_blind_books, entry.rubber.ended_at) == (True, None)
        assert (entry.number, state.book_entry) == (state.next_number, entry)
        readers = [RubberDesk(state, player) for player in state.players.values()]
        given = {desk.seat.side for desk in readers if own_entry(desk)}
        assert given <= {entry.side}, entry
        assert not books_of(state, [], []).get(entry.number), entry


def the_sheet_is_the_fold_of_the_standing_deals(rubbers: Collection[int]) -> None:
    for state in load_all(Rubber.objects.filter(pk__in=rubbers).order_by("pk")):
        facts = [deal.facts for deal in oracle.standing(state.rubber)]
        assert state.sheet == oracle.sheet_of(state.rubber, facts), state.rubber
        assert (state.sheet.state == "complete") == (
            state.rubber.ending == "complete"
        ), state.rubber
        assert (state.sheet.next is None) == state.rubber.is_over, state.rubber


def versions_follow_each_other(rubbers: Collection[int]) -> None:
    """Assert that the versions of each deal count from 1 without gaps, and that a struck deal's number does
    not come back.

    An entry that its recorder has undone may be entered again under its number.
    """
    for rubber in Rubber.objects.filter(pk__in=rubbers).order_by("pk"):
        rows = rubber.deals.order_by("number", "version").values_list(
            "number", "version", "is_struck", "is_undone"
        )
        struck: set[int] = set()
        last = (0, 0)
        for number, version, is_struck, is_undone in rows:
            assert version == (last[1] + 1 if number == last[0] else 1), (
                f"deal {number} of {rubber}"
            )
            assert number not in struck, f"deal {number} of {rubber} is there again"
            struck |= {number} if is_struck and not is_undone else set()
            last = (number, version)


def what_was_stopped_is_over(stopped: Collection[int]) -> None:
    """Assert that a stopped rubber is in play again by a motion alone, whatever is corrected."""
    assert not Rubber.objects.in_play().filter(pk__in=stopped).exists()


OF_THE_CLUB = (
    the_books_sum_to_zero,
    what_is_posted_is_what_the_deals_score,
    nothing_is_booked_into_a_closed_season,
    nobody_sits_twice,
    a_rubber_in_play_holds_its_table,
    an_agreed_rubber_is_closed,
    a_voided_rubber_is_in_no_figure,
    what_waits_in_a_book_is_its_side_s_alone,
    own_matter.each_rubber_was_ended_by_a_motion,
    own_matter.nobody_ruled_in_their_own_rubber,
)
OF_RUBBERS = (the_sheet_is_the_fold_of_the_standing_deals, versions_follow_each_other)


def the_audits_find_nothing() -> None:
    """Assert that the audits of the books, which `make audit` runs, find no difference.

    Called at the end of a sequence.
    """
    found = [*map(str, unbalanced()), *wrongly_reversed(), *wrongly_carried()]
    found += [
        *audit.without_a_rubber(),
        *remainder_audit.differences(),
        *final_tables.differences(),
    ]
    assert found == []
