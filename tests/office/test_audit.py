"""The page of the audit: one line for each recorded event, in words and as its facts."""

import csv
import json
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.audit import SOURCES, SubjectKind, register
from clubscore.contracts.models import SignatureMethod
from clubscore.duplicate.models import Session
from clubscore.ledger.models import Season
from clubscore.members.access.pins import choose_pin, forget_pin
from clubscore.members.invitations import services as invitations
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import (
    add_guest,
    change_role,
    come_back,
    leave_club,
    record_event,
    sign_out,
)
from clubscore.members.roles import Role
from clubscore.office.audit import (
    EVERYTHING,
    AuditFilter,
    entries_of,
    every_entry,
    newest_keys,
)
from clubscore.office.audit_table import HASHED, HEADER, audit_rows
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, note_bad_pack, propose, withdraw
from clubscore.rubbers.models import DealAgreement
from clubscore.rubbers.recording.services import undo_deal
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.substitution.services import consent, propose_substitute
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.services import change_terms, close_season, open_season
from clubscore.web.csv import without_quote
from scoring import Seat, parse_deal
from tests.duplicate.sessions import opened
from tests.factories import (
    NOON,
    PASSWORD,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
    stop_rubber,
)
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

N, E, S, W = Seat
LATER = NOON + timedelta(hours=6)


def words_of(**filters: object) -> list[str]:
    return [
        f"{entry.by.name} {entry.description.words}"
        for entry in entries_of(newest_keys(AuditFilter(**filters), count=1000))
    ]


def proposal(rubber, line="4sn= h4n", *, number=1, **more):
    base = rubber.deals.get(number=number)
    return propose(
        state=load(base.rubber_id),
        base=base,
        facts=parse_deal(line),
        key=uuid4(),
        by=rubber.players[N],
        now=NOON,
        **more,
    )


# --- what each event says ---


def test_a_deal_is_told_with_its_versions_consents_and_reason():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposed = proposal(rubber, reason="All four in hand")
    cast(
        state=load(proposed.rubber_id),
        proposal=proposed,
        is_yes=True,
        by=rubber.players[E],
        now=NOON,
    )
    cast(
        state=load(proposed.rubber_id),
        proposal=proposed,
        is_yes=True,
        by=rubber.players[S],
        now=NOON,
        how=SignatureMethod.PIN,
        device_of=rubber.players[N],
    )
    assert (
        "Anna proposed to correct deal 1 at Table 1: 4♠ by Anna, made, 4 honours Anna"
        in words_of()
    )
    assert "Cleo said yes to the correction of deal 1 at Table 1 (PIN)" in words_of()
    (changed,) = [
        entry
        for entry in every_entry(AuditFilter())
        if entry.description.action == "deal.corrected"
    ]
    assert changed.description.words == (
        "corrected deal 1 at Table 1: 4♠ by Anna, made, 4 honours Anna, before 4♠ by Anna, made"
    )
    assert (changed.description.reason, changed.description.consents) == (
        "All four in hand",
        "Anna, Ben and Cleo (PIN)",
    )
    assert (changed.description.from_version, changed.description.to_version) == (1, 2)
    assert (changed.description.before, changed.description.after) == (
        {"deal": "4SN="},
        {"deal": "4SN= h4N"},
    )
    assert changed.description.link == f"/rubbers/{rubber.pk}/history/#history-1"


def test_what_was_undone_and_recorded_again_is_told():
    rubber = rubber_in_play(lines=("4sn=",))
    undo_deal(state=load(rubber.pk), number=1, by=rubber.players[N], now=LATER)
    record(rubber, "3nn=", now=LATER + timedelta(minutes=1))
    assert words_of() == [
        "Anna recorded deal 1 at Table 1 again: 3NT by Anna, made",
        "Anna struck out deal 1 at Table 1, 4♠ by Anna, made",
    ]


def test_first_recordings_show_when_they_are_asked_for():
    rubber_in_play(lines=("4sn=",))
    assert words_of() == []
    assert (
        words_of(kind=SubjectKind.DEALS)
        == ["Anna recorded deal 1 at Table 1: 4♠ by Anna, made"]
        == words_of(kind=EVERYTHING)
    )


def test_proposals_that_came_to_nothing_and_rulings_are_told(ruth):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    taken_back = proposal(rubber)
    withdraw(
        state=load(taken_back.rubber_id),
        proposal=taken_back,
        by=rubber.players[N],
        now=NOON,
    )
    ruled = proposal(rubber)
    rule(
        state=load(ruled.rubber_id),
        proposal=ruled,
        is_yes=False,
        ruling="Nobody saw them",
        by=ruth,
        now=LATER,
    )
    assert words_of()[0] == (
        "Ruth Abel ruled against the correction of deal 1 at Table 1. "
        "By Law 78 a majority of the four decides. The club’s decision: the laws have none for this."
    )
    assert "Anna took back the correction of deal 1 at Table 1" in words_of()
    (ruling,) = [
        entry.description
        for entry in every_entry(AuditFilter())
        if entry.description.action == "proposal.ruled"
    ]
    assert (ruling.reason, ruling.consents) == ("Nobody saw them", "Anna yes")


def test_rubbers_stopped_reopened_with_a_bad_pack_or_a_substitute_are_told(ruth):
    rubber, eve = rubber_in_play(lines=("4sn=",)), member("Eve")
    note_bad_pack(
        state=load(rubber.pk), text="Two deuces", by=rubber.players[E], now=NOON
    )
    substitution = propose_substitute(
        state=load(rubber.pk), seat=W, substitute=eve, by=rubber.players[N], now=NOON
    )
    for seat in (E, S):
        consent(
            state=load(substitution.rubber_id),
            substitution=substitution,
            by=rubber.players[seat],
            now=NOON + timedelta(minutes=20),
        )
    rubber.refresh_from_db()
    stop_rubber(
        state=load(rubber.pk),
        reason="The last bus",
        seen_revision=rubber.revision,
        by=ruth,
        now=LATER,
    )
    assert words_of(kind=SubjectKind.RUBBERS) == [
        "Ruth Abel decided at Table 1, without having played in it: end the rubber early",
        "Ruth Abel stopped a rubber at Table 1 unfinished",
        "Anna had Eve play on for Dan at Table 1",
        "Ben noted a faulty pack at Table 1",
    ]
    assert [
        each.description.consents
        for each in every_entry(AuditFilter(kind=SubjectKind.RUBBERS))
    ] == [
        "",
        "Anna, Ben and Cleo",
        "",
        "",
    ]


def test_the_books_are_told_with_the_points_of_each(ruth):
    rubber = agreed_rubber()
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
    posted, reversed_ = (
        entry.description for entry in every_entry(AuditFilter(kind=SubjectKind.BOOKS))
    )
    assert posted.action == "transaction.posted"
    assert sorted(posted.after["points"].values()) == [-810, -810, 810, 810]
    assert reversed_.words == "took back from the books: Contract rubber at Table 1"
    assert words_of(kind=SubjectKind.RUBBERS) == [
        "Ruth Abel opened the agreed rubber at Table 1 again. The club’s decision: the laws have none for this."
    ]


def test_seasons_are_told(ruth):
    terms = {
        "by": Order.NET,
        "least": Least.parse("25%"),
        "guests": False,
        "best": None,
        "admin": ruth,
    }
    autumn = open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1), now=NOON, **terms
    )
    change_terms(
        season=autumn, now=NOON + timedelta(minutes=1), **terms | {"guests": True}
    )
    open_season(
        name="Winter",
        slug="winter",
        begins_on=date(2026, 11, 22),
        now=NOON + timedelta(minutes=2),
        **terms,
    )
    close_season(season=autumn, by=ruth, now=NOON + timedelta(minutes=3))
    assert words_of(kind=SubjectKind.SEASONS)[::-1] == [
        "Ruth Abel opened Autumn, from 1 September 2026: net points, at least 25% of the rubbers, without guests",
        "Ruth Abel changed the ranking rules of Autumn: net points, at least 25% of the rubbers, with guests; "
        "before: net points, at least 25% of the rubbers, without guests",
        "Ruth Abel opened Winter, from 22 November 2026: net points, at least 25% of the rubbers, without guests; "
        "duplicate by the mean of all sessions, at least 25% of the sessions, without guests",
        "Ruth Abel closed Autumn and published its table",
    ]


def test_what_is_done_to_members_is_told(ruth):
    anna, guest = member("Anna"), add_guest(name="Annie", now=NOON)
    tom = Member.objects.create(name="Tom Byrne", joined_at=NOON)
    made = merge(kept=anna, merged=guest, by=ruth, now=NOON + timedelta(minutes=1))
    undo(merge=made, by=ruth, now=NOON + timedelta(minutes=2))
    card = invitations.invite(member=tom, by=ruth, now=NOON + timedelta(minutes=3))
    invitations.join(
        invitation=card,
        member=tom,
        username="tom",
        password=PASSWORD,
        now=NOON + timedelta(minutes=4),
    )
    choose_pin(member=tom, pin="2468", now=NOON)
    forget_pin(member=tom, by=ruth, now=NOON + timedelta(minutes=5))
    sign_out(member=tom, by=ruth, now=NOON + timedelta(minutes=6))
    change_role(member=tom, role=Role.ADMIN, by=ruth, now=NOON + timedelta(minutes=7))
    leave_club(member=tom, by=ruth, now=NOON + timedelta(minutes=8))
    come_back(member=tom, by=ruth, now=NOON + timedelta(minutes=9))
    poster = invitations.make_poster(by=ruth, now=NOON + timedelta(minutes=10))
    invitations.revoke(invitation=poster, by=ruth, now=NOON + timedelta(minutes=11))
    record_event(
        what=AuditEvent.What.IMPORTED,
        by=ruth,
        now=NOON + timedelta(minutes=12),
        after="3 new, 0 changed",
    )
    assert words_of(kind=SubjectKind.MEMBERS)[::-1] == [
        "Ruth Abel merged Annie into Anna",
        "Ruth Abel parted Annie and Anna again",
        "Ruth Abel invited Tom Byrne",
        "Tom Byrne joined by an invitation",
        "Ruth Abel had Tom Byrne choose another PIN",
        "Ruth Abel signed Tom Byrne out everywhere",
        "Ruth Abel gave Tom Byrne another role: admin instead of player",
        "Ruth Abel marked Tom Byrne as having left the club",
        "Ruth Abel marked Tom Byrne as back in the club",
        "Ruth Abel made a poster for the club",
        "Ruth Abel took back a poster",
        "Ruth Abel imported a list of members: 3 new, 0 changed",
    ]


def test_what_is_changed_in_the_raw_records_is_told(office):
    anna = member("Anna")
    told_ = {
        "name": "Anna Weiss",
        "username": "anna",
        "joined_at_0": "2026-11-21",
        "joined_at_1": "12:00",
    }
    office.post(f"/admin/members/member/{anna.pk}/change/", told_ | {"is_active": "on"})
    (entry,) = every_entry(AuditFilter(kind=SubjectKind.RECORDS))
    assert entry.description.words == "changed the member “Anna Weiss” in the database"
    assert entry.description.reason.startswith("Changed Name")


def test_a_raw_record_with_an_old_message_or_no_model_is_told_all_the_same(ruth):
    LogEntry.objects.create(
        user=ruth,
        action_time=NOON,
        object_id="x",
        object_repr="It",
        action_flag=CHANGE,
        change_message="By hand",
    )
    (entry,) = every_entry(AuditFilter(kind=SubjectKind.RECORDS))
    assert (entry.description.words, entry.description.object_id) == (
        "changed the record “It” in the database",
        0,
    )
    assert entry.description.after == {"message": "By hand"}


# --- the list ---


def much(ruth: Member, count: int) -> None:
    """Create `count` events of each kind."""
    for number in range(count):
        players = {seat: member(f"{seat.word} {number}") for seat in Seat}
        rubber = rubber_in_play(players, lines=("4sn=", "2he="))
        proposed = proposal(rubber)
        for seat in (E, S):
            cast(
                state=load(proposed.rubber_id),
                proposal=proposed,
                is_yes=True,
                by=rubber.players[seat],
                now=NOON,
            )
        taken_back = proposal(rubber, "2he= h4e", number=2)
        withdraw(
            state=load(rubber.pk), proposal=taken_back, by=rubber.players[N], now=NOON
        )
        note_bad_pack(
            state=load(rubber.pk), text="Two deuces", by=rubber.players[E], now=NOON
        )
        rubber.refresh_from_db()
        stop_rubber(
            state=load(rubber.pk),
            reason="The bus",
            seen_revision=rubber.revision,
            by=rubber.players[N],
            now=NOON,
        )
        rubber.refresh_from_db()
        agree(rubber)
        reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
        change_role(member=players[N], role=Role.SCORER, by=ruth, now=LATER)
        invitations.invite(member=players[S], by=ruth, now=LATER)
        merge(
            kept=players[E],
            merged=add_guest(name=f"Guest {number}", now=NOON),
            by=ruth,
            now=NOON,
        )


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.landing
def test_the_page_asks_as_often_for_two_of_each_as_for_one(
    office, ruth, count, django_assert_num_queries
):
    much(ruth, count)
    office.get("/office/audit/")  # content types are asked for once
    with django_assert_num_queries(PAGE_ASKS):
        answer = office.get("/office/audit/")
    assert len(answer.context["entries"]) >= 12 * count


PAGE_ASKS = (
    29  # session and member, the band, keys, doers and groups, and each source's own
)


def test_a_day_a_name_and_a_kind_are_filters_together(ruth):
    anna, ben = member("Anna Weiss"), member("Ben Hart")
    for days, whom in ((0, anna), (1, ben), (2, anna)):
        sign_out(member=whom, by=ruth, now=NOON + timedelta(days=days))
    assert words_of(who="weiss") == ["Ruth Abel signed Anna Weiss out everywhere"] * 2
    assert words_of(who="abel")[1] == "Ruth Abel signed Ben Hart out everywhere"
    assert words_of(who="nobody") == []
    assert words_of(since=date(2026, 11, 22), until=date(2026, 11, 22)) == [
        "Ruth Abel signed Ben Hart out everywhere"
    ]
    assert words_of(kind=SubjectKind.BOOKS, who="weiss") == []


def test_a_booking_is_found_by_the_names_of_those_it_is_for_and_stands_once(ruth):
    agreed_rubber()
    found = words_of(kind=SubjectKind.BOOKS, who="dan")
    assert len(found) == len(words_of(kind=SubjectKind.BOOKS)) == 1
    assert words_of(kind=SubjectKind.BOOKS, who="zed") == []


def test_a_name_that_very_many_members_bear_can_be_asked_for(office, ruth):
    Member.objects.bulk_create(
        Member(name=f"Anna {number}", joined_at=NOON) for number in range(1500)
    )
    with CaptureQueriesContext(connection) as queries:
        assert office.get("/office/audit/?who=anna").status_code == 200
    assert max(query["sql"].count(",") for query in queries.captured_queries) < 1000


def test_the_days_are_those_of_the_clubs_clock(office, ruth):
    anna = member("Anna")
    for at in (
        datetime(2026, 7, 4, 19, tzinfo=UTC),
        datetime(2026, 7, 4, 23, 30, tzinfo=UTC),
    ):  # 20:00, 00:30
        sign_out(member=anna, by=ruth, now=at)
    html = office.get("/office/audit/?kind=members").content.decode()
    assert html.count('class="audit-day"') == 2
    assert html.index("Sunday, 5 July 2026") < html.index("Saturday, 4 July 2026")


def test_a_source_has_a_name_of_its_own():
    with pytest.raises(ValueError, match="audit source 'vote' already"):
        register(SOURCES["vote"])


def test_every_kind_can_be_asked_for_alone():
    assert {source.kind for source in SOURCES.values()} == set(SubjectKind)
    assert [words_of(kind=kind) for kind in SubjectKind] == [[]] * len(SubjectKind)


def test_the_filters_are_kept_from_page_to_page_and_in_the_download(office, ruth):
    anna = member("Anna")
    for minutes in range(60):
        sign_out(member=anna, by=ruth, now=NOON + timedelta(minutes=minutes))
    answer = office.get("/office/audit/?kind=members&who=anna")
    html = answer.content.decode()
    assert len(answer.context["entries"]) == 50
    assert "?kind=members&amp;who=anna&amp;page=2" in html
    assert "/office/audit/audit.csv?kind=members&amp;who=anna" in html
    second = office.get("/office/audit/?kind=members&who=anna&page=2")
    assert len(second.context["entries"]) == 10
    assert 'value="anna"' in second.content.decode()


@pytest.mark.landing
def test_pages_go_on_until_there_is_nothing_before_and_leave_nothing_out(office, ruth):
    rubber_in_play(lines=("4sn=", "2he=", "1cs="))
    una = member("Una")
    for minutes in range(120):
        sign_out(member=una, by=ruth, now=NOON + timedelta(minutes=minutes))
    shown = [
        office.get(f"/office/audit/?kind=all&page={page}").context["entries"]
        for page in (1, 2, 3)
    ]
    assert [entry for page in shown for entry in page] == entries_of(
        newest_keys(AuditFilter(EVERYTHING), count=1000)
    )
    assert [entry.at for entry in reversed(shown[2])] == [
        entry.at for entry in every_entry(AuditFilter(EVERYTHING))
    ][: len(shown[2])]
    beyond = office.get("/office/audit/?kind=all&page=4").content.decode()
    assert 'There is nothing older. <a href="?kind=all">To the newest</a>' in beyond


def test_the_last_page_that_can_be_asked_for_leads_no_further(
    office, ruth, monkeypatch
):
    for module in ("office.views", "web.pagination"):
        monkeypatch.setattr(f"clubscore.{module}.LAST_PAGE", 2)
    una = member("Una")
    for minutes in range(120):
        sign_out(member=una, by=ruth, now=NOON + timedelta(minutes=minutes))
    assert [
        office.get(f"/office/audit/?page={page}").context["page"].has_next
        for page in (1, 2, 3)
    ] == [
        True,
        False,
        False,
    ]


def test_more_members_than_sqlite_joins_in_one_question_are_told(ruth):
    people = Member.objects.bulk_create(
        Member(name=f"Anna {number}", joined_at=NOON) for number in range(1_200)
    )
    rubber = rubber_in_play(lines=("4sn=",))
    deal = rubber.deals.get()
    DealAgreement.objects.bulk_create(
        DealAgreement(deal=deal, member=each, how=SignatureMethod.TAPPED, at=NOON)
        for each in people
    )
    assert len(list(every_entry(AuditFilter(EVERYTHING)))) == 1


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("since=yesterday", "Write the day as 2026-11-21."),
        ("since=2026-11-22&until=2026-11-21", "The last day comes before the first."),
        ("kind=party", "Select a valid choice"),
        ("until=9999-12-31", "Look at the year"),
        ("since=0001-01-01", "Look at the year"),
    ],
)
def test_a_filter_that_makes_no_sense_is_explained_and_does_not_count(
    office, ruth, query, says
):
    sign_out(member=member("Anna"), by=ruth, now=NOON)
    answer = office.get(f"/office/audit/?{query}")
    assert says in answer.content.decode()
    assert len(answer.context["entries"]) in {0, 1}


# --- the download ---


def test_the_download_is_a_chain_from_the_oldest_on(ruth):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposed = proposal(rubber, reason="So it was")
    for seat in (E, S):
        cast(
            state=load(proposed.rubber_id),
            proposal=proposed,
            is_yes=True,
            by=rubber.players[seat],
            now=LATER,
        )
    rows = [
        dict(zip(HEADER, row, strict=True))
        for row in audit_rows(every_entry(AuditFilter(kind=EVERYTHING)))
    ]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert [row["prev_hash"] for row in rows] == [
        "",
        *(row["hash"] for row in rows[:-1]),
    ]
    corrected = next(row for row in rows if row["action"] == "deal.corrected")
    assert json.loads(corrected["after_json"]) == {"deal": "4SN= h4N"}
    assert (corrected["actor_role"], corrected["consents"]) == (
        "player",
        "Anna, Ben and Cleo",
    )
    assert len({row["hash"] for row in rows}) == len(rows)


def chain() -> list[tuple[object, ...]]:
    return [
        tuple(row[-2:]) for row in audit_rows(every_entry(AuditFilter(kind=EVERYTHING)))
    ]


def test_another_role_or_name_leaves_the_chain_as_it_was(ruth):
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    proposed = proposal(rubber, reason="So it was")
    for seat in (E, S):
        cast(
            state=load(proposed.rubber_id),
            proposal=proposed,
            is_yes=True,
            by=rubber.players[seat],
            now=LATER,
        )
    before = chain()
    Member.objects.filter(pk=rubber.players[E].pk).update(
        nickname="Benny", name="Benjamin"
    )
    rubber.players[N].groups.set(ruth.groups.all())
    assert chain() == before


def test_the_order_in_which_a_database_keeps_the_keys_of_a_rule_does_not_change_the_chain(
    ruth,
):
    session = opened(ruth)
    before = chain()
    rewrite(
        Session.objects.filter(pk=session.pk),
        rules=dict(reversed(session.rules.items())),
    )
    assert chain() == before


def test_the_chain_is_worked_out_again_from_the_file_alone(office, ruth):
    note_bad_pack(
        state=load(rubber_in_play().pk),
        text="=cmd()",
        by=ruth,
        now=datetime(2027, 7, 4, 23, 30, tzinfo=UTC),
    )
    file = StringIO(
        office.get("/office/audit/audit.csv?kind=rubbers")
        .getvalue()
        .decode("utf-8-sig"),
        newline="",
    )
    (row,) = csv.DictReader(file)
    cells = [without_quote(cell) for name, cell in row.items() if name in HASHED]
    text = json.dumps(cells, ensure_ascii=False, separators=(",", ":"))
    assert row["hash"] == sha256(f"{row['prev_hash']}\n{text}".encode()).hexdigest()
    assert row["at"] == "2027-07-05T00:30:00+01:00"


def test_the_file_names_the_columns_and_guards_against_formulas(office, ruth):
    rubber = rubber_in_play()
    note_bad_pack(state=load(rubber.pk), text="=cmd()", by=rubber.players[E], now=NOON)
    answer = office.get("/office/audit/audit.csv?kind=rubbers")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="audit.csv"'
    header, line = answer.getvalue().decode("utf-8-sig").splitlines()
    assert header == ",".join(HEADER)
    assert ",'=cmd()," in line


def test_a_posting_by_time_and_a_merged_member_break_nothing(ruth):
    players = four()
    agreed_rubber(players)
    merge(kept=players[N], merged=add_guest(name="Ann", now=NOON), by=ruth, now=NOON)
    assert Season.objects.count() == 1
    assert len(list(every_entry(AuditFilter(kind=EVERYTHING)))) > 10
    assert ContentType.objects.exists()
