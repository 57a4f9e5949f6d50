"""Law 79C2: after the correction period a director proposes, and an organiser who is a second person approves."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubscore.audit import SubjectKind
from clubscore.duplicate.approval.context import late_change_to_answer
from clubscore.duplicate.approval.permissions import is_second_person
from clubscore.duplicate.approval.services import (
    LateGrounds,
    approve,
    decline,
    propose,
    take_back,
)
from clubscore.duplicate.director.directing.checking import check_result
from clubscore.duplicate.director.directing.services import dismiss_deputy, name_deputy
from clubscore.duplicate.director.misplay.plans import Seats, misplay_ways, played_rows
from clubscore.duplicate.director.misplay.wiring import proposed_misplay
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.wiring import proposed_substitute
from clubscore.duplicate.models import (
    BoardGroup,
    LateChange,
    Penalty,
    PenaltyLift,
    Place,
    Plan,
    RoundStart,
    Session,
)
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.results.season.organisers import takers_of
from clubscore.duplicate.results.terms.services import may_set_periods
from clubscore.duplicate.session.directed import directors_of, has_directed
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.appealing import services as appealing
from clubscore.duplicate.verdicts.groups.wiring import proposed_groups
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.duplicate.verdicts.penalties.wiring import (
    proposed_lift,
    proposed_penalty,
)
from clubscore.duplicate.verdicts.ruling.wiring import proposed_ruling
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from scoring import Seat
from tests.duplicate.late_changes import LATE, SURE, approved, organiser, proposed
from tests.duplicate.published import played, published
from tests.duplicate.recorded import at, player
from tests.duplicate.results.publishing.test_publishing import of
from tests.duplicate.rulings import given, ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    found = played()
    published(found)
    return found


@pytest.fixture
def olga():
    return organiser("Olga")


def first_slot(session: Session) -> Slot:
    return next(slot for slot, _ in slots_of(load(session.pk)))


def penalty(**changes: object):
    taking = Taking("A", 1, 2_500, "%", "90B1", "Late", uuid4())
    return proposed_penalty(taking._replace(**changes))


def actions() -> list[str]:
    entries = every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    return [entry.description.action for entry in entries]


def test_79c2_a_penalty_after_the_period_counts_once_an_organiser_approves(
    session, olga
):
    late = proposed(session, penalty())
    assert (late.clause, late.decision) == ("79C2 (2017)", "")
    assert not Penalty.objects.exists()
    approved(late, olga)
    made = Penalty.objects.get()
    assert (made.given_by, made.hundredths, made.reason) == (
        session.director,
        2_500,
        "Late",
    )
    assert (late.decision, late.decided_by) == ("approved", olga)


def test_79c2_points_are_given_back_after_the_period_in_the_same_way(session, olga):
    approved(proposed(session, penalty()), olga)
    made = Penalty.objects.get()
    approved(proposed(session, proposed_lift(made, "Not his", uuid4())), olga)
    lift = PenaltyLift.objects.get()
    assert (lift.penalty, lift.lifted_by, lift.reason) == (
        made,
        session.director,
        "Not his",
    )


def test_79c2_the_groups_of_a_board_are_corrected_after_the_period(session, olga):
    slot = first_slot(session)
    what = proposed_groups(slot.board, {slot: "b"}, "Turned by 90 degrees", uuid4())
    late = proposed(session, what)
    assert not BoardGroup.objects.exists()
    approved(late, olga)
    assert BoardGroup.objects.get().group == "b"
    with pytest.raises(Refused, match="nothing changes"):
        proposed_groups(slot.board, {}, "Nothing", uuid4())


def test_79c2_a_substitute_is_named_after_the_period(session, olga):
    tim = member("Tim")
    change = PlaceChange("A", 1, "N", tim, 1, 1, True)
    late = proposed(
        session, proposed_substitute(change, "He was named too late", uuid4())
    )
    assert not Place.objects.filter(member=tim).exists()
    approved(late, olga)
    assert Place.objects.get(member=tim).to_round == 1


def test_79c2_numbers_that_sat_in_each_other_s_seats_are_put_right_after_the_period(
    session, olga
):
    state = load(session.pk)
    [section] = state.sections
    one, other = section.movement.by_round[1]
    misplay = Seats(1, one.north, other.north)
    rows = played_rows(state, section, misplay)
    way = misplay_ways(state, section, rows, results_of(session.pk))[0]
    what = proposed_misplay("A", misplay, way, "The slip shows it", uuid4())
    late = proposed(session, what)
    assert Plan.objects.count() == 1
    approved(late, olga)
    assert Plan.objects.count() == 2


def test_79c2_a_ruling_after_the_period_names_both(session, olga):
    slot = first_slot(session)
    late = proposed(session, proposed_ruling(slot, given(session, slot, "A+-")))
    approved(late, olga)
    [ruling] = session.rulings.all()
    assert (ruling.ruled_by, ruling.approved_by, ruling.period) == (
        session.director,
        olga,
        "after",
    )


def test_79c2_while_the_period_runs_nothing_is_proposed(session):
    with pytest.raises(Refused, match="The correction period is not over"):
        proposed(session, penalty(), now=NOON)


def test_79c2_both_say_that_there_is_no_reasonable_doubt(session, olga):
    with pytest.raises(Refused, match="sure of beyond doubt"):
        proposed(session, penalty(), grounds=LateGrounds(is_beyond_doubt=False))
    late = proposed(session, penalty())
    with pytest.raises(Refused, match="beyond reasonable doubt"):
        approve(late=late, is_beyond_doubt=False, by=olga, now=LATE)
    assert not Penalty.objects.exists()


def test_79c2_by_the_laws_of_2007_a_regulation_provides_for_it(olga):
    session = played(law="2007")
    published(session)
    with pytest.raises(Refused, match="need a regulation"):
        proposed(session, penalty())
    late = proposed(
        session, penalty(), grounds=SURE._replace(regulation="House rule 7")
    )
    assert (late.clause, late.regulation) == ("79C2 (2007)", "House rule 7")


def test_79c2_nobody_who_directs_proposes_or_plays_there_approves(session, olga):
    deputy = member("Dora", role=Role.ADMIN)
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    dismiss_deputy(session=session, member=deputy, by=session.director, now=NOON)
    proposer = member("Paul", role=Role.ADMIN)
    late = proposed(session, penalty(), by=proposer)
    state = load(session.pk)
    own = state.sections[0].players_in(1, 1)[0]
    own.groups.add(*olga.groups.all())
    own = type(own).objects.get(pk=own.pk)
    for by in (session.director, deputy, proposer, own, member("Karl")):
        assert not is_second_person(state, late, by)
        with pytest.raises(PermissionDenied, match="An organiser of the club"):
            approve(late=late, is_beyond_doubt=True, by=by, now=LATE)
        with pytest.raises(PermissionDenied, match="An organiser of the club"):
            decline(late=late, reason="No", by=by, now=LATE)
    assert is_second_person(state, late, olga)
    assert is_second_person(state, late, member("Ida", role=Role.ADMIN))


def began_a_round(session: Session, by: Member) -> None:
    RoundStart.objects.create(session=session, round=1, at=NOON, minutes=15, by=by)


def ended_play(session: Session, by: Member) -> None:
    Session.objects.filter(pk=session.pk).update(ended_by=by)


def published_it_again(session: Session, by: Member) -> None:
    change = {"begins_period": True, "reason": "Anew"}
    published(session, by=by, now=NOON + timedelta(minutes=1), **change)


def gave_a_penalty(session: Session, by: Member) -> None:
    taking = Taking("A", 2, 1_000, "%", "90B1", "Late", uuid4())
    penalise(session=session, taking=taking, by=by, now=NOON)


def ruled_on_a_board(session: Session, by: Member) -> None:
    ruled(session, first_slot(session), "4sn-1", by=by)


def checked_a_result(session: Session, by: Member) -> None:
    check_result(
        session_id=session.pk,
        slot=first_slot(session),
        version=1,
        by=by,
        now=NOON,
    )


def proposed_another(session: Session, by: Member) -> None:
    proposed(session, penalty(number=2), by=by)


@pytest.mark.parametrize(
    "deed",
    [
        began_a_round,
        ended_play,
        published_it_again,
        gave_a_penalty,
        ruled_on_a_board,
        checked_a_result,
        proposed_another,
    ],
)
def test_79c2_who_in_fact_directed_without_being_named_does_not_approve(
    session, olga, deed
):
    ida = member("Ida", role=Role.ADMIN)
    late = proposed(session, penalty())
    assert is_second_person(load(session.pk), late, ida)
    deed(session, ida)
    state = load(session.pk)
    assert not is_second_person(state, late, ida)
    refusal = "An organiser of the club approves this.* Who may approve it: Olga."
    with pytest.raises(PermissionDenied, match=refusal):
        approve(late=late, is_beyond_doubt=True, by=ida, now=LATE)
    with pytest.raises(PermissionDenied, match=refusal):
        decline(late=late, reason="No", by=ida, now=LATE)
    page = of(ida).get(f"/duplicate/{session.pk}/late-changes/{late.pk}/")
    assert "Who may approve it: Olga." in page.content.decode()
    assert "Approve the change" not in page.content.decode()
    assert is_second_person(state, late, olga)
    assert not may_set_periods(state, ida)
    assert takers_of(state).organisers == (olga,)


def test_the_page_of_a_late_change_reads_once_who_directed(session, olga):
    ida = member("Ida", role=Role.ADMIN)
    late = proposed(session, penalty())
    began_a_round(session, ida)
    with CaptureQueriesContext(connection) as statements:
        shown = late_change_to_answer(load(session.pk), late, ida)
    assert not shown.may_answer and "Olga" in shown.who_may
    reads = [each for each in statements if "UNION" in each["sql"]]
    assert len(reads) == 1


def test_79c2_who_only_played_has_not_directed(session):
    north = player(session, first_slot(session))
    assert directors_of(session) == {session.director.person_id}
    assert not has_directed(session, north)


def test_79c2_who_hears_an_appeal_and_changes_the_ruling_has_not_directed(session):
    ida, slot = member("Ida", role=Role.ADMIN), first_slot(session)
    ruled(session, slot, "4sn-1")
    four = at(session, slot).players
    made = appealing.appeal(
        session=session,
        slot=slot,
        why="We would have bid game",
        key=uuid4(),
        by=four[Seat.NORTH],
        now=NOON,
    )
    appealing.agree(appeal=made, by=four[Seat.SOUTH], now=NOON)
    ruled(session, slot, "4sn=", by=ida)
    assert has_directed(session, ida)  # until the appeal is decided by this ruling
    appealing.decide(
        appeal=made,
        changed=True,
        heard_as="reviewer",
        reason="We asked six players",
        by=ida,
        now=NOON,
    )
    assert not has_directed(session, ida)


def test_79c2_where_every_organiser_directed_the_club_names_another(session):
    late = proposed(session, penalty())
    with pytest.raises(PermissionDenied, match="the club names another organiser"):
        approve(late=late, is_beyond_doubt=True, by=session.director, now=LATE)


def test_79c2_who_plays_there_does_not_propose(session):
    north = player(session, first_slot(session))
    name_deputy(session=session, member=north, by=session.director, now=NOON)
    _section, entry = load(session.pk).entry_of(north)
    with pytest.raises(Refused, match="You played there yourself"):
        proposed(session, penalty(number=entry.number), by=north)


def test_79c2_the_proposer_takes_it_back_until_it_is_answered(session, olga):
    late = proposed(session, penalty())
    with pytest.raises(PermissionDenied, match="Only Ruth, who proposed this"):
        take_back(late=late, by=olga, now=LATE)
    take_back(late=late, by=session.director, now=LATE)
    with pytest.raises(Refused, match="answered or taken back already"):
        approved(late, olga)
    late.refresh_from_db()
    assert (late.decision, late.decided_by) == ("withdrawn", session.director)
    again = approved(proposed(session, penalty()), olga)
    with pytest.raises(Refused, match="answered or taken back already"):
        take_back(late=again, by=session.director, now=LATE)


def test_79c2_what_is_not_possible_is_refused_before_anybody_is_asked(session):
    with pytest.raises(Refused, match="Nobody has number 99"):
        proposed(session, penalty(number=99))
    assert not LateChange.objects.exists()
    assert not Penalty.objects.exists()


def test_79c2_what_is_not_possible_any_more_is_not_approved_but_declined(session, olga):
    slot = first_slot(session)
    first = proposed(session, proposed_ruling(slot, given(session, slot, "A+-")))
    second = proposed(session, proposed_ruling(slot, given(session, slot, "A-+")))
    approved(first, olga)
    words = "not possible any more.*Another director has ruled.*Ruth may propose anew"
    with pytest.raises(Refused, match=words):
        approved(second, olga)
    decline(late=second, reason="Ruled already", by=olga, now=LATE)
    assert session.rulings.count() == 1


def test_79c2_a_form_that_is_sent_twice_proposes_once(session):
    what = penalty()
    late = proposed(session, what)
    assert proposed(session, what) == late
    with pytest.raises(KeySpent, match="proposed something else"):
        proposed(session, what._replace(content=what.content | {"number": 2}))


def test_79c2_only_who_directs_proposes(session):
    with pytest.raises(PermissionDenied):
        propose(
            session=session,
            proposed=penalty(),
            grounds=SURE,
            by=member("Karl"),
            now=LATE,
        )


def test_79c2_the_database_refuses_an_approval_by_the_proposer(session):
    late = proposed(session, penalty())
    with (
        pytest.raises(IntegrityError, match="second_person"),
        transaction.atomic(),
    ):
        LateChange.objects.filter(pk=late.pk).update(
            decision="approved", decided_by=session.director, decided_at=LATE
        )


def test_79c2_the_audit_names_both_and_the_clause(session, olga):
    approved(proposed(session, penalty()), olga)
    entries = every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    told = {entry.description.action: entry for entry in entries}
    words = told["session.late-change-approved"].description.words
    assert "Ruth" in words and "79C2 (2017)" in words
    assert told["session.late-change-approved"].by == olga
    assert "79C2 (2017)" in told["session.late-change-proposed"].description.words


def test_79c2_the_director_proposes_on_the_page_and_the_organiser_approves_on_theirs(
    olga,
):
    session = played()
    published(session, now=timezone.now() - timedelta(hours=2))
    director, page = (
        of(session.director),
        f"/duplicate/{session.pk}/director/penalties/",
    )
    html = director.get(page).content.decode()
    assert "The correction period is over" in html
    sent = {
        "entry": "A1",
        "amount": "25",
        "unit": "%",
        "law": "90B1",
        "reason": "Late",
        "key": uuid4(),
        "late_key": uuid4(),
    }
    assert director.post(page, sent).status_code == 422
    assert not LateChange.objects.exists()
    done = director.post(page, sent | {"is_beyond_doubt": "on"}, follow=True)
    late = LateChange.objects.get()
    own = f"/duplicate/{session.pk}/late-changes/{late.pk}/"
    assert done.redirect_chain[-1][0] == own
    assert "Take the proposal back" in done.content.decode()
    organiser_ = of(olga)
    assert "Changes to approve: 1" in organiser_.get("/duplicate/").content.decode()
    assert "Changes to approve" not in director.get("/duplicate/").content.decode()
    assert own in organiser_.get("/duplicate/approvals/").content.decode()
    assert "Approve the change" in organiser_.get(own).content.decode()
    organiser_.post(own, {"act": "approve", "is_beyond_doubt": "on"})
    assert Penalty.objects.exists()
    everybody = of(member("Karl")).get(f"/duplicate/{session.pk}/late-changes/")
    html = everybody.content.decode()
    assert "Olga, as organiser, approved it." in html
    assert "Ruth, as director, is satisfied beyond reasonable doubt" in html


def pages_of_a_board(session: Session, slot: Slot, who: Member) -> list[str]:
    """The pages of a ruling and of the corrections of a board, as this director or organiser sees them."""
    board = f"/duplicate/{session.pk}/rounds/{slot.round}/A/{slot.table}/boards/{slot.board}/"
    client = of(who)
    ends = ("ruling/", "correction/")
    return [client.get(f"{board}{end}").content.decode() for end in ends]


def test_79c2_the_pages_of_a_board_name_what_waits_for_it(session, olga):
    slot = first_slot(session)
    what = proposed_ruling(slot, given(session, slot, "4sn-1"))
    late = proposed(session, what)
    link = f'href="/duplicate/{session.pk}/late-changes/{late.pk}/"'
    ida, paul = member("Ida", role=Role.ADMIN), member("Paul", role=Role.ADMIN)
    proposed(session, penalty(), by=paul)
    for page in pages_of_a_board(session, slot, ida):
        assert "Waits for an organiser:" in page
        assert "Approve it, or let the record stand" in page
        assert link in page
    for page in pages_of_a_board(session, slot, session.director):
        assert "Your proposal" in page
        assert "Who may approve it: Ida or Olga." in page
    for page in pages_of_a_board(session, slot, paul):
        assert "Who may approve it: Ida or Olga." in page
        assert link not in page
    north = player(session, slot)
    correction = pages_of_a_board(session, slot, north)[1]
    assert "Who may approve it: Ida or Olga." in correction
    assert link not in correction
    approved(late, olga)
    for page in pages_of_a_board(session, slot, ida):
        assert "Waits for an organiser:" not in page


def test_79c2_groups_and_seats_that_wait_stand_on_the_pages_of_their_boards(session):
    slot = first_slot(session)
    proposed(session, proposed_groups(slot.board, {slot: "b"}, "Fouled", uuid4()))
    other = slot._replace(board=slot.board + 1)
    director = session.director
    assert "compared with others" in pages_of_a_board(session, slot, director)[0]
    assert "Waits for an" not in pages_of_a_board(session, other, director)[0]
