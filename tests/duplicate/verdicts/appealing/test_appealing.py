"""Appeals of rulings: made in time, by both of a pair, and heard by somebody who did not rule (Laws 92 and 93)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubscore.audit import SubjectKind
from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import Appeal, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services
from clubscore.duplicate.verdicts.appealing.queries import appeals_end_at
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from scoring import Seat
from tests.duplicate.evening import in_play
from tests.duplicate.late_changes import ruled_late
from tests.duplicate.published import played, published
from tests.duplicate.recorded import at, player, recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import with_periods
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
LATE = NOON + timedelta(hours=2)


@pytest.fixture
def session() -> Session:
    return played()


@pytest.fixture
def slot(session) -> Slot:
    found = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, found, "60% 4SN=, 40% 4SN-1")
    return found


@pytest.fixture
def admin() -> Member:
    return member("Ida", role=Role.ADMIN)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def partner(session: Session, slot: Slot) -> Member:
    found = at(session, slot).players[Seat.SOUTH]
    assert found
    return found


def appealed(
    session: Session, slot: Slot, *, by: Member | None = None, now=NOON, key=None
) -> Appeal:
    by = by or player(session, slot)
    why = "Nobody would have bid game"
    return services.appeal(
        session=session, slot=slot, why=why, key=key or uuid4(), by=by, now=now
    )


def both(session: Session, slot: Slot) -> Appeal:
    made = appealed(session, slot)
    services.agree(appeal=made, by=partner(session, slot), now=NOON)
    return made


def decide(made: Appeal, by: Member, *, changed: bool = False) -> None:
    services.decide(
        appeal=made,
        changed=changed,
        heard_as="reviewer",
        reason="We asked six players",
        by=by,
        now=NOON,
    )


def test_a_ruling_that_is_upheld_stays_in_force_with_the_reason(session, slot, admin):
    made = both(session, slot)
    decide(made, admin)
    made.refresh_from_db()
    assert (made.decision, made.decided_by, made.made) == ("upheld", admin, None)
    assert results_of(session.pk).rulings[slot].ruling == made.ruling
    with pytest.raises(Refused, match="decided already"):
        decide(made, admin)


def test_a_ruling_is_changed_by_another_of_who_hears_it(session, slot, admin):
    made = both(session, slot)
    with pytest.raises(Refused, match="Rule anew on the board first"):
        decide(made, admin, changed=True)
    second = ruled(session, slot, "4SN-1", by=session.director)
    with pytest.raises(Refused, match="Rule anew on the board first"):
        decide(made, admin, changed=True)
    third = ruled(session, slot, "4SN=", by=admin)
    decide(made, admin, changed=True)
    made.refresh_from_db()
    assert (made.decision, made.made) == ("changed", third)
    assert second.version < third.version


def test_one_ruling_changes_the_appeals_of_both_sides(session, slot, admin):
    ours, theirs = (
        both(session, slot),
        appealed(session, slot, by=at(session, slot).players[Seat.EAST]),
    )
    services.agree(appeal=theirs, by=at(session, slot).players[Seat.WEST], now=NOON)
    anew = ruled(session, slot, "4SN=", by=admin)
    for made in (ours, theirs):
        decide(made, admin, changed=True)
    assert {(made.decision, made.made) for made in Appeal.objects.all()} == {
        ("changed", anew)
    }


def test_it_is_heard_once_both_of_the_pair_agree(session, slot, admin):
    made = appealed(session, slot)
    with pytest.raises(Refused, match=r"once both of the pair agree \(Law 92D\)"):
        decide(made, admin)
    for by in (
        player(session, slot),
        at(session, slot).players[Seat.EAST],
        member("Olga"),
    ):
        with pytest.raises(Refused, match="The other of the pair agrees"):
            services.agree(appeal=made, by=by, now=NOON)
    services.agree(appeal=made, by=partner(session, slot), now=NOON)
    services.agree(appeal=made, by=partner(session, slot), now=NOON)
    decide(made, admin)


def test_a_director_notes_that_both_have_said_so(session, slot, admin):
    made = appealed(session, slot)
    services.agree(appeal=made, by=session.director, now=NOON)
    made.refresh_from_db()
    assert made.agreed_by == session.director
    decide(made, admin)


def test_nobody_hears_an_appeal_of_their_own_ruling_or_at_their_own_table(
    session, slot
):
    made = both(session, slot)
    with pytest.raises(Refused, match="not the one who ruled"):
        decide(made, session.director)
    with pytest.raises(PermissionDenied):
        decide(made, member("Olga"))
    east = at(session, slot).players[Seat.EAST]
    east.is_superuser = True
    east.save()
    with pytest.raises(Refused, match="nobody of the table"):
        decide(made, east)


def test_law_93_who_approved_a_late_ruling_does_not_hear_the_appeal_of_it(admin):
    session = played()
    published(session)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled_late(session, slot, "A+-", admin, now=LATE)
    made = appealed(session, slot, now=LATE)
    services.agree(appeal=made, by=partner(session, slot), now=LATE)
    with pytest.raises(Refused, match="not the one who ruled"):
        decide(made, admin)
    otto = member("Otto", role=Role.ADMIN)
    page = of(admin).get(address(session, slot)).content.decode()
    assert "Appeal by North–South" in page and 'value="uphold"' not in page
    assert "Somebody who did not rule hears it (Law 93): Otto." in page
    decide(made, otto)


def test_only_the_table_appeals_and_only_a_ruling_that_is_in_force(session, slot):
    other = next(each for each, _ in slots_of(load(session.pk)) if each != slot)
    with pytest.raises(Refused, match="Only the four"):
        appealed(session, slot, by=member("Olga"))
    with pytest.raises(Refused, match="No ruling is in force"):
        appealed(session, other, by=player(session, other))
    first = appealed(session, slot, key=(key := uuid4()))
    assert appealed(session, slot, key=key) == first
    with pytest.raises(Refused, match="Your side has appealed"):
        appealed(session, slot, by=partner(session, slot))
    appealed(session, slot, by=at(session, slot).players[Seat.EAST])
    assert Appeal.objects.count() == 2


@pytest.mark.parametrize(
    "period",
    [
        {},
        {"correction_minutes": 24 * 60},
        {"correction_minutes": 10, "special_nature": "a final tonight"},
    ],
)
def test_the_time_is_half_an_hour_from_the_official_score_whatever_the_period_for_corrections_is(
    session, slot, period
):
    with_periods(session, **period)
    published(session)
    appealed(session, slot, now=NOON + timedelta(minutes=30))
    with pytest.raises(Refused, match=r"The time for appeals is over.*\(Law 92B\)"):
        appealed(
            session,
            slot,
            by=at(session, slot).players[Seat.EAST],
            now=NOON + timedelta(minutes=31),
        )


def test_the_time_is_as_long_as_the_organiser_said_and_begins_anew_with_the_period_alone():
    session = with_periods(played(), appeal_minutes=60)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, slot, "A+-")
    published(session)
    assert appeals_end_at(session) == NOON + timedelta(minutes=60)
    ruled(session, slot, "A-+")
    later = NOON + timedelta(minutes=20)
    published(session, begins_period=False, reason="Ruled anew", now=later)
    assert appeals_end_at(session) == NOON + timedelta(minutes=60)
    published(
        session,
        begins_period=True,
        reason="The list was wrong",
        now=later,
    )
    assert appeals_end_at(session) == later + timedelta(minutes=60)


def test_a_ruling_that_is_made_later_has_its_own_time(session, slot):
    with_periods(session, correction_minutes=24 * 60)
    published(session)
    ruled(session, slot, "A+-", now=LATE)
    appealed(session, slot, now=LATE + timedelta(minutes=30))
    with pytest.raises(Refused, match="The time for appeals is over"):
        appealed(
            session,
            slot,
            by=at(session, slot).players[Seat.EAST],
            now=LATE + timedelta(minutes=31),
        )


def test_who_hears_an_appeal_after_the_correction_period_needs_no_approval_and_who_ruled_still_does(
    admin,
):
    session = with_periods(played(), appeal_minutes=24 * 60)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, slot, "60% 4SN=, 40% 4SN-1")
    published(session)
    made = appealed(session, slot, now=LATE)
    with pytest.raises(
        Refused, match="an organiser approves this ruling"
    ):  # nobody hears it yet
        ruled(session, slot, "4SN=", by=admin, now=LATE)
    services.agree(appeal=made, by=partner(session, slot), now=LATE)
    with pytest.raises(Refused, match="an organiser approves this ruling"):
        ruled(session, slot, "4SN=", now=LATE)
    anew = ruled(session, slot, "4SN=", by=admin, now=LATE)
    services.decide(
        appeal=made,
        changed=True,
        heard_as="reviewer",
        reason="Not game",
        by=admin,
        now=LATE,
    )
    assert (anew.period, anew.approved_by) == ("open", None)


def test_the_side_takes_it_back_and_nobody_else(session, slot):
    made = both(session, slot)
    with pytest.raises(Refused, match="The side that appealed"):
        services.withdraw(
            appeal=made, by=at(session, slot).players[Seat.EAST], now=NOON
        )
    services.withdraw(appeal=made, by=partner(session, slot), now=NOON)
    made.refresh_from_db()
    assert made.decision == "withdrawn"


def test_law_92_an_appeal_that_was_taken_back_is_not_called_decided(
    session, slot, admin
):
    made = both(session, slot)
    back = partner(session, slot)
    services.withdraw(appeal=made, by=back, now=NOON)
    words = f"{back.short_name} has taken this appeal back"
    for act in (
        lambda: services.withdraw(appeal=made, by=player(session, slot), now=NOON),
        lambda: services.agree(appeal=made, by=back, now=NOON),
        lambda: decide(made, admin),
    ):
        with pytest.raises(Refused, match=words):
            act()


def test_law_92b_who_took_an_appeal_back_appeals_again_until_the_time_is_over(
    session, slot, admin
):
    first = both(session, slot)
    services.withdraw(appeal=first, by=partner(session, slot), now=NOON)
    published(session)
    page = of(player(session, slot)).get(address(session, slot))
    again = appealed(session, slot, now=NOON + timedelta(minutes=30))
    assert again != first and page.context["has_appealed"] is False
    with pytest.raises(Refused, match="Your side has appealed this ruling already"):
        appealed(session, slot, by=partner(session, slot))
    services.agree(appeal=again, by=partner(session, slot), now=NOON)
    decide(again, admin)
    with pytest.raises(Refused, match="Your side has appealed this ruling already"):
        appealed(session, slot)
    shown = of(player(session, slot)).get(address(session, slot)).content.decode()
    assert "Your side has appealed this ruling already." in shown


def test_law_92b_after_the_time_an_appeal_that_was_taken_back_is_not_made_again(
    session, slot
):
    published(session)
    services.withdraw(
        appeal=appealed(session, slot), by=partner(session, slot), now=LATE
    )
    with pytest.raises(Refused, match=r"The time for appeals is over \(Law 92B\)"):
        appealed(session, slot, now=LATE)
    page = of(player(session, slot)).get(address(session, slot)).content.decode()
    assert "The time for appeals was over on" in page


def test_law_93_a_ruling_does_not_stand_once_another_is_in_force(session, slot, admin):
    made = both(session, slot)
    ruled(session, slot, "4SN=", by=admin)
    with pytest.raises(Refused, match="is not in force any more"):
        decide(made, admin)
    page = of(admin).get(address(session, slot)).content.decode()
    assert "My ruling takes its place" in page and 'value="uphold"' not in page
    ruled(session, slot, "60% 4SN=, 40% 4SN-1", by=admin)
    decide(made, admin)


def test_law_92d_the_partner_is_asked_on_the_board_and_under_the_results(session, slot):
    published(session, now=timezone.now())
    appealed(session, slot, now=timezone.now())
    asked = "Your partner appeals: do you, too?"
    board, results = address(session, slot)[:-7], f"/duplicate/{session.pk}/results/"
    east = at(session, slot).players[Seat.EAST]
    for who, is_asked in (
        (partner(session, slot), True),
        (player(session, slot), False),
        (east, False),
    ):
        for page in (board, results):
            assert (asked in of(who).get(page).content.decode()) is is_asked
    shown = of(east).get(board).content.decode()
    assert "North–South appeal: it is heard once both of the pair agree" in shown


def test_what_became_of_an_appeal_is_read_by_the_table_and_on_the_traveller(
    session, slot, admin
):
    published(session)
    decide(both(session, slot), admin)
    words = "North–South appealed. Ida (a reviewer): the ruling stands."
    east = at(session, slot).players[Seat.EAST]
    assert words in of(east).get(address(session, slot)[:-7]).content.decode()
    traveller = f"/duplicate/{session.pk}/boards/{slot.board}/"
    assert words in of(member("Walt")).get(traveller).content.decode()


def test_law_93_everybody_of_the_table_reads_who_may_hear_the_appeal(session, slot):
    both(session, slot)
    north = of(player(session, slot))
    page = north.get(address(session, slot)).content.decode()
    assert "name a deputy who did neither (Law 93)." in page
    member("Ida", role=Role.ADMIN)
    page = north.get(address(session, slot)).content.decode()
    assert "Somebody who did not rule hears it (Law 93): Ida." in page


def test_a_ruling_may_be_appealed_while_play_goes_on():
    session, slot = in_play(), Slot("A", 1, 1, 1)
    recorded(session, slot, "4sn=")
    ruled(session, slot, "A+-")
    both(session, slot)
    page = of(session.director).get(f"/duplicate/{session.pk}/director/")
    assert [each.slot for each in page.context["appeals"]] == [slot]
    assert "waits to be heard" in page.content.decode()
    assert "Nobody would have bid game" in page.content.decode()


def test_in_play_the_reason_is_kept_from_who_still_plays_the_board():
    session, slot = in_play(), Slot("A", 1, 1, 1)
    recorded(session, slot, "4sn=")
    ruled(session, slot, "A+-")
    both(session, slot)
    deputy = player(session, Slot("A", 1, 2, 1))
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    shown = of(deputy).get(f"/duplicate/{session.pk}/director/").content.decode()
    assert "waits to be heard" in shown
    assert "Nobody would have bid game" not in shown
    told = {
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    }
    assert told.isdisjoint({"session.appeal-made", "session.appeal-agreed"})


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("is_heard_once_both_agree", {"agreed_by": None, "agreed_at": None}),
        ("changed_made_a_ruling", {"decision": "changed"}),
        ("is_decided_whole", {"decided_for": ""}),
        ("is_agreed_whole", {"agreed_at": None}),
    ],
)
def test_the_database_refuses_what_is_no_decision(session, slot, admin, name, changes):
    made = both(session, slot)
    decide(made, admin)
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Appeal.objects.filter(pk=made.pk).update(**changes)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("UNIQUE|duplicate_appeal_one_a_side", {"side": "NS"}),
        ("side_is_known", {"side": "XX"}),
        ("says_why", {"why": ""}),
    ],
)
def test_the_database_refuses_what_is_no_appeal(session, slot, name, changes):
    made = appealed(session, slot)
    row = {
        "session": session,
        "ruling": made.ruling,
        "side": "EW",
        "why": "So",
        "made_by": made.made_by,
    }
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Appeal.objects.create(**(row | {"made_at": NOON, "key": uuid4()} | changes))


def test_everything_stands_in_the_audit(session, slot, admin):
    decide(both(session, slot), admin)
    told = {
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    }
    assert {
        "session.appeal-made",
        "session.appeal-agreed",
        "session.appeal-upheld",
    } <= told


# --- the page ---


def address(session: Session, slot: Slot) -> str:
    return f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/appeal/"


def test_the_page_says_until_when_there_is_time(session, slot):
    north, page = of(player(session, slot)), address(session, slot)
    assert (
        "until 30 minutes after the results are published"
        in north.get(page).content.decode()
    )
    published(session, now=timezone.now())
    assert "There is time for it until" in north.get(page).content.decode()


def test_once_the_time_is_over_the_page_says_when_it_was(session, slot):
    with_periods(session, correction_minutes=24 * 60)
    published(session, now=timezone.now() - timedelta(hours=1))
    page = of(player(session, slot)).get(address(session, slot)).content.decode()
    assert (
        "The time for appeals was over on" in page and "Appeal the ruling" not in page
    )


def test_the_page_takes_an_appeal_both_agree_and_another_decides(session, slot, admin):
    published(session, now=timezone.now())
    north, south, page = (
        of(player(session, slot)),
        of(partner(session, slot)),
        address(session, slot),
    )
    assert page in north.get(page.replace("appeal/", "")).content.decode()
    refused = north.post(page, {"why": "", "key": uuid4()})
    assert (
        refused.status_code == 422
        and "Your partner is asked here" in refused.content.decode()
    )
    assert north.post(page, {"why": "No game", "key": uuid4()}).status_code == 302
    made = Appeal.objects.get()
    assert "I appeal, too" not in north.get(page).content.decode()
    assert "I appeal, too" in south.get(page).content.decode()
    answers = f"/duplicate/{session.pk}/appeals/{made.pk}/"
    south.post(f"{answers}answer/", {"act": "agree"})
    assert (
        "Somebody who did not rule hears it"
        in of(session.director).get(page).content.decode()
    )
    hearing = of(admin).get(page).content.decode()
    assert "The ruling stands" in hearing and "Rule anew first" in hearing
    ruled(session, slot, "4SN=", by=admin, now=timezone.now())
    assert "My ruling takes its place" in of(admin).get(page).content.decode()
    of(admin).post(
        f"{answers}decision/",
        {"act": "change", "heard_as": "committee", "reason": "Three of us agree"},
    )
    made.refresh_from_db()
    assert (made.decision, made.heard_as) == ("changed", "committee")
    assert "Three of us agree" in north.get(page).content.decode()


def test_the_page_is_for_the_four_and_the_director(session, slot):
    assert of(member("Olga")).get(address(session, slot)).status_code == 403
    assert (
        of(session.director).get(address(session, slot._replace(table=9))).status_code
        == 404
    )
    assert (
        of(session.director)
        .post(f"/duplicate/{session.pk}/appeals/9/answer/")
        .status_code
        == 404
    )


def test_the_page_asks_the_database_as_often_for_two_appeals_as_for_one(
    session, slot, django_assert_max_num_queries
):
    client = of(session.director)
    for seat in (Seat.NORTH, Seat.EAST):
        appealed(session, slot, by=at(session, slot).players[seat])
        with django_assert_max_num_queries(20):
            client.get(address(session, slot))
