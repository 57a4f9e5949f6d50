"""GET /attention/: the list of things that need an admin."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.members.people.services import leave_club
from clubscore.members.roles import Role
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.attention import queries
from clubscore.rubbers.attention.queries import attention_now
from clubscore.rubbers.attention.waiting import Waiting, waiting
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, propose, withdraw
from clubscore.rubbers.models import HouseRules, Motion, Rubber, RubberSeat
from clubscore.rubbers.motions.services import move
from clubscore.rubbers.rubber.loading import load, load_these
from clubscore.rubbers.substitution.services import propose_substitute
from clubscore.tables.models import Table
from scoring import Seat, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

N, E, S, W = Seat


@pytest.fixture
def sam(db, signed_in):
    return signed_in(member("Sam", role=Role.ADMIN))


def propose_honours(rubber, number=1):
    facts = parse_deal("4sn= h4n")
    return propose(
        state=load(rubber.deals.get(number=number).rubber_id),
        base=rubber.deals.get(number=number),
        facts=facts,
        key=uuid4(),
        by=rubber.players[N],
        now=timezone.now(),
    )


def count_in_band(client) -> str:
    html = client.get("/ledger/").content.decode()
    return (
        html.split('class="count">')[1].split("<")[0]
        if 'class="count">' in html
        else ""
    )


def test_it_is_for_admins_and_nobody_else_has_the_link(signed_in, sam):
    eve = signed_in(member("Eve"))
    assert eve.get("/attention/").status_code == 403
    assert "/attention/" not in eve.get("/").content.decode()
    assert "Nothing needs attention." in sam.get("/attention/").content.decode()
    assert "/attention/" in sam.get("/").content.decode()


def test_disputes_come_with_both_versions_and_two_against_two_first(sam):
    first = rubber_in_play(lines=("4sn=",))
    others = {seat: member(f"{seat} Else") for seat in Seat}
    second = rubber_in_play(others, lines=("4sn=",))
    propose_honours(first)
    tied = propose_honours(second)
    for seat, is_yes in ((S, True), (E, False), (W, False)):
        cast(
            state=load(tied.rubber_id),
            proposal=tied,
            is_yes=is_yes,
            by=others[seat],
            now=timezone.now(),
        )
    html = sam.get("/attention/").content.decode()
    assert html.index("two against two") < html.index("Table 1, deal 1")
    assert "honours: 4 honours Anna" in html
    assert "<b>4 honours Anna</b>" in html and "<b>No honours</b>" in html
    assert f"/rubbers/{first.pk}/proposals/" in html
    assert count_in_band(sam) == "2"


def test_a_rubber_that_is_over_and_not_agreed_says_for_whom_it_waits(sam):
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N)
    html = sam.get("/attention/").content.decode()
    assert "N–S 1,690, E–W 880" in html
    assert "Waits for Ben or Dan." in html
    assert f"/rubbers/{rubber.pk}/" in html
    assert count_in_band(sam) == "1"
    agree(rubber, E)
    assert count_in_band(sam) == ""


def test_a_rubber_that_waits_for_somebody_who_has_left_leads_to_the_form_for_an_admin(
    sam,
):
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, N, E, W)
    assert "#agreement-instead" not in sam.get("/attention/").content.decode()
    leave_club(member=rubber.players[S], by=Member.objects.get(name="Sam"), now=NOON)
    html = sam.get("/attention/").content.decode()
    assert "Waits for Cleo." in html
    assert "<b>Cleo has left the club</b>: an arbiter can agree in their stead." in html
    assert f'href="/rubbers/{rubber.pk}/#agreement-instead"' in html
    assert (
        'id="agreement-instead"' in sam.get(f"/rubbers/{rubber.pk}/").content.decode()
    )


def test_a_proposal_that_is_closed_while_the_page_reads_is_no_dispute(sam, monkeypatch):
    proposal = propose_honours(rubber_in_play(lines=("4sn=",)))

    def load_after_it_was_closed(pks):
        if pks == [proposal.rubber_id]:
            rubber = load(proposal.rubber_id)
            withdraw(
                state=rubber, proposal=proposal, by=proposal.made_by, now=timezone.now()
            )
        return load_these(pks)

    monkeypatch.setattr(queries, "load_these", load_after_it_was_closed)
    assert attention_now(timezone.now(), Member.objects.earliest("pk")).disputes == ()


def test_a_rubber_with_a_dispute_says_that_it_waits_for_that(sam):
    rubber = rubber_in_play(lines=NINE_DEALS)
    propose(
        state=load(rubber.pk),
        base=rubber.deals.get(number=9),
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=rubber.players[N],
        now=timezone.now(),
    )
    assert (
        "A correction of deal 9 is proposed." in sam.get("/attention/").content.decode()
    )


def test_only_a_ruling_that_changed_the_sheet_is_a_late_correction():
    rubber, admin, now = (
        rubber_in_play(lines=NINE_DEALS),
        member("Sam", role=Role.ADMIN),
        NOON + timedelta(hours=1),
    )
    for number, line, is_yes in ((8, "3cn+1", True), (9, "3he+1", False)):
        proposal = propose(
            state=load(rubber.pk),
            base=rubber.deals.get(number=number),
            facts=parse_deal(line),
            key=uuid4(),
            error="agreement",
            by=rubber.players[N],
            now=now,
        )
        rule(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=is_yes,
            ruling="Dan’s card",
            by=admin,
            now=now,
        )
    words = [
        late.words for late in attention_now(now, Member.objects.earliest("pk")).late
    ]
    assert words == ["Deal 8 was corrected after the end, by a ruling: Dan’s card"]


def test_a_rubber_kept_by_one_side_only_is_named():
    rubber = rubber_in_play()
    for number, line in enumerate(NINE_DEALS):
        rubber.refresh_from_db()
        enter_deal(
            state=load(rubber.pk),
            facts=parse_deal(line),
            number=load(rubber.pk).next_number,
            seen_revision=rubber.revision,
            key=uuid4(),
            by=rubber.players[N if number % 2 else S],
            now=timezone.now(),
        )
    assert [
        each.kept_by
        for each in attention_now(
            timezone.now(), Member.objects.earliest("pk")
        ).one_sided
    ] == ["Only NS recorded or signed its deals."]


def test_a_correction_after_the_end_and_a_reopening_are_late():
    rubber, admin, now = (
        agreed_rubber(),
        member("Sam", role=Role.ADMIN),
        NOON + timedelta(hours=1),
    )
    reopen(state=load(rubber.pk), reason="Ben's card", by=admin, now=now)
    base = Rubber.objects.get(pk=rubber.pk).deals.get(number=9)
    proposal = propose(
        state=load(base.rubber_id),
        base=base,
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=rubber.players[N],
        now=now,
    )
    for seat in (E, S):
        cast(
            state=load(proposal.rubber_id),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[seat],
            now=now,
        )
    words = [
        late.words for late in attention_now(now, Member.objects.earliest("pk")).late
    ]
    assert words == [
        "Deal 9 was corrected after the end",
        "Opened again by Sam: Ben's card",
    ]
    assert (
        attention_now(now + timedelta(days=15), Member.objects.earliest("pk")).late
        == ()
    )


def test_a_substitute_who_is_asked_for_is_named(sam):
    rubber = rubber_in_play()
    propose_substitute(
        state=load(rubber.pk),
        seat=W,
        substitute=member("Eve"),
        by=rubber.players[N],
        now=timezone.now(),
    )
    assert "Eve for Dan, asked by Anna" in sam.get("/attention/").content.decode()
    assert count_in_band(sam) == "1"


def test_it_only_reads(sam):
    rubber = rubber_in_play(lines=NINE_DEALS)
    sam.get("/attention/")
    assert sam.post("/attention/").status_code == 405
    assert Rubber.objects.get(pk=rubber.pk).signatures == rubber.signatures


def test_a_ruling_made_there_leads_to_the_table(sam):
    rubber = rubber_in_play(lines=("4sn=",))
    proposal = propose_honours(rubber)
    record(rubber, "p")
    path = f"/rubbers/{rubber.pk}/proposals/{proposal.pk}/ruling/"
    assert (
        sam.post(path, {"vote": "no", "reason": "Nobody saw them"}).url
        == f"/tables/{rubber.table_id}/#consent"
    )
    proposal.refresh_from_db()
    assert (proposal.state, proposal.ruling) == ("ruled", "Nobody saw them")


def test_what_waits_is_counted_in_one_query(django_assert_num_queries):
    rubber = rubber_in_play(lines=("4sn=",))
    propose_honours(rubber)
    propose_substitute(
        state=load(rubber.pk),
        seat=W,
        substitute=member("Eve"),
        by=rubber.players[N],
        now=timezone.now(),
    )
    rubber_in_play({seat: member(f"{seat} Else") for seat in Seat}, lines=NINE_DEALS)
    with django_assert_num_queries(1):
        found = waiting(timezone.now())
    assert found == Waiting(
        absences=0, disputes=1, books=0, unagreed=1, motions=0, substitutions=1
    )
    assert found.total == 3


def test_a_club_in_which_very_many_have_played_lately_is_shown(sam):
    now = timezone.now()
    people = Member.objects.bulk_create(
        Member(name=f"Anna {number}", joined_at=NOON) for number in range(1_200)
    )
    rubbers = [agreed_rubber_row(people[0], now) for _ in range(len(people) // 4)]
    RubberSeat.objects.bulk_create(
        RubberSeat(
            rubber=rubber, seat=seat, member=people[4 * number + place], since=now
        )
        for number, rubber in enumerate(rubbers)
        for place, seat in enumerate(Seat)
    )
    assert sam.get("/attention/").status_code == 200


def test_of_very_many_the_first_are_shown_and_all_of_them_page_by_page(
    sam, monkeypatch
):
    monkeypatch.setattr(queries, "PAGE_SIZE", 2)
    for number in range(3):
        rubber_in_play(
            {seat: member(f"{seat} of {number}") for seat in Seat}, lines=NINE_DEALS
        )
    html = sam.get("/attention/").content.decode()
    assert (
        html.count("over since"),
        "?kind=unagreed" in html,
        "?kind=disputes" in html,
    ) == (2, True, False)
    pages = [
        sam.get(f"/attention/?kind=unagreed&page={page}").content.decode()
        for page in (1, 2, 3)
    ]
    assert [page.count("over since") for page in pages] == [2, 1, 0]
    assert [page.count('rel="next"') for page in pages] == [1, 0, 0]
    assert "Substitutes" not in pages[0]


@pytest.mark.parametrize("count", [1, 3])
def test_it_takes_as_many_queries_with_three_rubbers_as_with_one(
    sam, count, django_assert_num_queries
):
    for number in range(count):
        rubber_in_play(
            {seat: member(f"{seat} of {number}") for seat in Seat}, lines=NINE_DEALS
        )
    with django_assert_num_queries(20):
        sam.get("/attention/")


def agreed_rubber_row(by, now):
    table = Table.objects.create(
        name="Table", opened_at=now, opened_by=by, closed_at=now
    )
    ended = {
        "ended_at": now,
        "ended_by": by,
        "ending": Rubber.Ending.COMPLETE,
        "agreed_at": now,
    }
    return Rubber.objects.create(
        table=table,
        system="contract",
        rules={},
        first_dealer=Seat.NORTH,
        started_at=now,
        started_by=by,
        **ended,
    )


def test_a_question_about_the_seats_names_the_players(sam, django_assert_num_queries):
    rubber = rubber_in_play(lines=NINE_DEALS)
    move(
        state=load(rubber.pk),
        kind=Motion.Kind.SEATS,
        reason="Anna played with Ben",
        seen_revision=load(rubber.pk).rubber.revision,
        by=rubber.players[N],
        now=timezone.now(),
        swap="ES",
    )
    eve = member("Eve")
    with django_assert_num_queries(3):  # the question, its seats, their players
        (asked,) = attention_now(NOON, eve, kind="motions").motions
    assert asked.aim == "let Ben and Cleo change places"
    html = sam.get("/attention/").content.decode()
    assert "Anna asks: let Ben and Cleo change places?" in html
