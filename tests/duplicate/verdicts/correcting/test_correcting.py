"""Corrections after play: asked for, confirmed by the other side, decided by Law 79, later with approval."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubscore.audit import SubjectKind
from clubscore.duplicate.approval.services import approve, decline
from clubscore.duplicate.approval.services import take_back as take_back_proposal
from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import Correction, Play, Session, TakenBackAnswer
from clubscore.duplicate.outcomes.results import AGREED, results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting import services
from clubscore.duplicate.verdicts.correcting.law import Grounds
from clubscore.members.models import Member
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from scoring import Side, parse_deal
from scoring.duplicate.law79 import Conviction
from tests.duplicate.late_changes import approved, organiser, ruled_late
from tests.duplicate.published import played, published
from tests.duplicate.recorded import at, player
from tests.duplicate.results.publishing.test_publishing import of
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
UNSURE, CLEAR, SURE = (
    Grounds(),
    Grounds(Conviction.CLEAR),
    Grounds(Conviction.BEYOND_DOUBT),
)
LATE = NOON + timedelta(hours=2)


@pytest.fixture
def session() -> Session:
    found = played()
    published(found)
    return found


@pytest.fixture
def slot(session) -> Slot:
    return next(slot for slot, _ in slots_of(load(session.pk)))


def asked(
    line: str = "6ss=",
    *,
    error: str = "score",
    seen: int = 1,
    why: str = "We wrote the wrong board",
    key=None,
    claim: str = "no",
):
    return services.Asked(parse_deal(line), error, why, seen, key or uuid4(), claim)


def ask(session, slot, *, by: Member | None = None, now=NOON, **changes) -> Correction:
    by = by or player(session, slot)
    return services.ask(
        session=session, slot=slot, asked=asked(**changes), by=by, now=now
    )


def corrected_alone(session, slot, grounds=SURE, *, now=LATE, **changes) -> Correction:
    return services.correct_alone(
        session=session,
        slot=slot,
        asked=asked(**changes),
        grounds=grounds,
        by=session.director,
        now=now,
    )


def decide(correction, grounds=UNSURE, *, reason="", by=None, now=NOON) -> None:
    by = by or correction.session.director
    services.decide(
        correction=correction, grounds=grounds, reason=reason, by=by, now=now
    )


def confirm(correction, session, slot, *, yes: bool = True) -> None:
    services.answer_request(
        correction=correction, confirm=yes, by=player(session, slot, Side.EW), now=NOON
    )


def test_one_side_asks_the_other_confirms_and_the_director_corrects_by_the_clause(
    session, slot
):
    correction = ask(session, slot)
    confirm(correction, session, slot)
    decide(correction)
    play = Play.objects.get(section__session=session, version=2)
    assert (play.facts, play.reason) == (
        parse_deal("6ss="),
        "Law 79C1 (2017): We wrote the wrong board",
    )
    assert results_of(session.pk)[slot].standing(at(session, slot).sides) == AGREED
    correction.refresh_from_db()
    assert (correction.decision, correction.made, correction.late) == (
        "corrected",
        play,
        False,
    )


def test_nothing_is_corrected_before_the_director_and_once_only(session, slot):
    correction = ask(session, slot, key=(key := uuid4()))
    assert ask(session, slot, key=key) == correction
    with pytest.raises(Refused, match="Another correction"):
        ask(session, slot, by=player(session, slot, Side.EW))
    confirm(correction, session, slot)
    with pytest.raises(Refused, match="has answered for your side already"):
        confirm(correction, session, slot, yes=False)
    assert results_of(session.pk)[slot].play.version == 1
    decide(correction)
    with pytest.raises(Refused, match="decided already"):
        decide(correction)


def test_what_the_other_side_refuses_needs_a_director_who_is_convinced_and_says_why(
    session, slot
):
    correction = ask(session, slot)
    confirm(correction, session, slot, yes=False)
    with pytest.raises(Refused, match="Say why"):
        decide(correction, CLEAR)
    with pytest.raises(Refused, match="Say how sure you are"):
        decide(correction, reason="I saw it")
    decide(correction, CLEAR, reason="I saw it")
    assert Play.objects.filter(section__session=session, version=2).exists()


def take_back(correction, by) -> None:
    services.take_back_answer(correction=correction, by=by, now=NOON)


def test_who_agreed_to_a_correction_takes_it_back_until_the_director_has_decided(
    session, slot
):
    correction = ask(session, slot)
    east = player(session, slot, Side.EW)
    confirm(correction, session, slot)
    with pytest.raises(Refused, match="The side that answered"):
        take_back(correction, player(session, slot))
    take_back(correction, east)
    with pytest.raises(Refused, match="Say why"):
        decide(correction, CLEAR)
    confirm(correction, session, slot)
    decide(correction)
    with pytest.raises(Refused, match="decided already"):
        take_back(correction, east)


def test_the_page_offers_to_take_an_answer_back_to_the_side_that_gave_it(session, slot):
    correction = ask(session, slot)
    confirm(correction, session, slot)
    east, north = (of(player(session, slot, side)) for side in (Side.EW, Side.NS))
    assert "Take my answer back" in east.get(address(session, slot)).content.decode()
    assert "Take my answer" not in north.get(address(session, slot)).content.decode()
    answers = f"/duplicate/{session.pk}/corrections/{correction.pk}/answer/"
    assert east.post(answers, {"act": "take-back"}).status_code == 302
    correction.refresh_from_db()
    assert (correction.answer, correction.answered_by) == ("", None)
    name = player(session, slot, Side.EW).short_name
    shown = north.get(address(session, slot)).content.decode()
    assert f"{name} confirmed it. {name} took that back." in shown


def test_an_answer_that_was_taken_back_stays_with_the_time_of_both(session, slot):
    correction = ask(session, slot)
    east, later = player(session, slot, Side.EW), NOON + timedelta(minutes=2)
    with pytest.raises(Refused, match="Your side has not answered"):
        take_back(correction, east)
    confirm(correction, session, slot)
    services.take_back_answer(correction=correction, by=east, now=later)
    confirm(correction, session, slot, yes=False)
    kept = TakenBackAnswer.objects.get()
    said = (kept.answer, kept.answered_by, kept.answered_at)
    assert said == ("confirmed", east, NOON)
    assert (kept.taken_back_by, kept.taken_back_at) == (east, later)
    told = [
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    ]
    assert "session.correction-answer-taken-back" in told
    assert "session.correction-confirmed" in told
    assert "session.correction-refused" in told


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("is_an_answer", {"answer": ""}),
        ("taken_back_once_given", {"taken_back_at": NOON - timedelta(minutes=1)}),
    ],
)
def test_the_database_refuses_what_is_no_answer_taken_back(
    session, slot, name, changes
):
    east = player(session, slot, Side.EW)
    row = {
        "correction": ask(session, slot),
        "answer": "refused",
        "answered_by": east,
        "answered_at": NOON,
        "taken_back_by": east,
        "taken_back_at": NOON,
    }
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        TakenBackAnswer.objects.create(**row | changes)


def test_what_was_taken_back_is_not_called_decided(session, slot):
    correction = ask(session, slot)
    north = player(session, slot)
    services.withdraw(correction=correction, by=north, now=NOON)
    with pytest.raises(Refused, match=f"{north.short_name} has taken this request"):
        confirm(correction, session, slot)


def test_law_79c2_what_waits_for_an_organiser_is_called_proposed_and_not_decided(
    session, slot
):
    correction = ask(session, slot)
    confirm(correction, session, slot)
    Correction.objects.filter(pk=correction.pk).update(
        decision="proposed", decided_by=session.director, decided_at=NOON
    )
    for act in (
        lambda: take_back(correction, player(session, slot, Side.EW)),
        lambda: decide(correction),
    ):
        with pytest.raises(Refused, match="Ruth has proposed this correction"):
            act()


def test_a_late_correction_that_its_director_took_back_names_the_director(
    session, slot
):
    correction = corrected_alone(session, slot)
    late = correction.late_changes.get()
    take_back_proposal(late=late, by=session.director, now=LATE)
    with pytest.raises(Refused, match="Ruth has taken this request back"):
        decide(correction, SURE, reason="I saw it", now=LATE)


def test_law_79c_another_contract_is_no_error_about_tricks(session, slot):
    correction = ask(session, slot, line="5ss-1", error="tricks")
    assert correction.error == "score"
    services.withdraw(correction=correction, by=player(session, slot), now=NOON)
    again = ask(session, slot, line="4sn+1", error="tricks")
    assert again.error == "tricks"


def test_law_79b1_a_correction_of_the_tricks_says_if_there_was_a_claim(session, slot):
    with pytest.raises(Refused, match="claim or a concession") as refused:
        ask(session, slot, line="4sn+1", error="tricks", claim="")
    assert refused.value.field == "claim"
    assert ask(session, slot, line="4sn+1", error="tricks", claim="yes").claim == "yes"


def test_tricks_after_the_round_need_a_clear_conviction_even_if_both_agree(
    session, slot
):
    correction = ask(session, slot, line="4sn+1", error="tricks")
    confirm(correction, session, slot)
    with pytest.raises(Refused, match="only if he is clearly convinced"):
        decide(correction)
    decide(correction, CLEAR)
    correction.refresh_from_db()
    assert correction.clause == "79B3 (2017)"


def test_a_result_stands_for_a_reason_and_can_be_asked_for_again(session, slot):
    correction = ask(session, slot)
    with pytest.raises(Refused, match="Say why the result stands"):
        decide(correction, None)
    decide(correction, None, reason="The card says otherwise")
    second = ask(session, slot)
    services.withdraw(correction=second, by=player(session, slot), now=NOON)
    assert [row.decision for row in Correction.objects.order_by("pk")] == [
        "declined",
        "withdrawn",
    ]


def test_only_the_table_asks_and_only_the_other_side_answers(session, slot):
    with pytest.raises(Refused, match="Only the four"):
        ask(session, slot, by=member("Olga"))
    correction = ask(session, slot)
    for by in (player(session, slot), member("Paul")):
        with pytest.raises(Refused, match="The other side"):
            services.answer_request(
                correction=correction, confirm=True, by=by, now=NOON
            )
    with pytest.raises(Refused, match="The side that asked"):
        services.withdraw(
            correction=correction, by=player(session, slot, Side.EW), now=NOON
        )
    with pytest.raises(PermissionDenied):
        decide(correction, CLEAR, reason="I say so", by=player(session, slot))


def test_what_is_recorded_already_and_what_was_not_seen_are_refused(session, slot):
    recorded = str(results_of(session.pk)[slot].play.facts)
    with pytest.raises(Refused, match="recorded already"):
        ask(session, slot, line=recorded)
    with pytest.raises(Refused, match="Look, and ask again"):
        ask(session, slot, seen=2)


def test_the_director_corrects_alone_with_conviction_and_the_reason(session, slot):
    key = uuid4()
    for _ in range(2):
        corrected_alone(session, slot, CLEAR, now=NOON, key=key)
    assert (
        Play.objects.get(section__session=session, version=2).recorded_by
        == session.director
    )


def test_after_the_period_the_players_ask_no_more_and_a_second_person_approves(
    session, slot
):
    with pytest.raises(Refused, match="takes approval as well"):
        ask(session, slot, now=LATE)
    with pytest.raises(Refused, match="beyond reasonable doubt"):
        corrected_alone(session, slot, CLEAR)
    correction = corrected_alone(session, slot)
    assert (correction.decision, correction.clause) == ("proposed", "79C2 (2017)")
    assert not Play.objects.filter(version=2).exists()
    late = correction.late_changes.get()
    for by in (session.director, member("Karl"), player(session, slot)):
        with pytest.raises(PermissionDenied, match="An organiser of the club"):
            approve(late=late, is_beyond_doubt=True, by=by, now=LATE)
    ida = organiser("Ida")
    with pytest.raises(Refused, match="beyond reasonable doubt"):
        approve(late=late, is_beyond_doubt=False, by=ida, now=LATE)
    approved(late, ida)
    correction.refresh_from_db()
    assert (correction.second_by, correction.made.version) == (ida, 2)
    later = published(
        session, begins_period=False, reason="Board corrected with approval", now=LATE
    )
    assert later.correction_ends_at < later.at


def test_what_was_asked_for_in_time_is_decided_as_in_time_also_once_the_period_is_over(
    session, slot
):
    correction = ask(session, slot)
    confirm(correction, session, slot)
    decide(correction, now=LATE)
    correction.refresh_from_db()
    assert (correction.decision, correction.clause, correction.late) == (
        "corrected",
        "79C1 (2017)",
        False,
    )
    later = published(
        session, begins_period=False, reason="Asked for in time", now=LATE
    )
    assert later.correction_ends_at < later.at


def test_a_correction_is_closed_also_once_the_director_has_ruled_on_the_board(
    session, slot
):
    correction = ask(session, slot, line="4sn+1", error="tricks")
    ruled(session, slot, "ns:420,ew:-450", law="79B3", claim="no")
    with pytest.raises(Refused, match="has ruled"):
        decide(correction, SURE, reason="I saw it")
    decide(correction, None, reason="One side is lowered")
    correction.refresh_from_db()
    assert correction.decision == "declined" and not Correction.objects.open().exists()
    ruled(session, slot, "")
    other = ask(session, slot)
    ruled(session, slot, "A==")
    services.withdraw(correction=other, by=player(session, slot), now=NOON)
    with pytest.raises(Refused, match="has ruled"):
        ask(session, slot)


def test_a_late_correction_is_not_approved_over_a_ruling_and_can_be_declined(
    session, slot
):
    correction = corrected_alone(session, slot)
    ida, late = organiser("Ida"), correction.late_changes.get()
    ruled_late(session, slot, "A==", ida)
    with pytest.raises(Refused, match="has ruled"):
        approved(late, ida)
    decline(late=late, reason="It is ruled", by=ida, now=LATE)
    assert not Correction.objects.open().exists()


def test_an_organiser_who_does_not_approve_says_why(session, slot):
    correction = corrected_alone(session, slot)
    ida, late = organiser("Ida"), correction.late_changes.get()
    with pytest.raises(Refused, match="Say why"):
        decline(late=late, reason="", by=ida, now=LATE)
    decline(late=late, reason="Too late", by=ida, now=LATE)
    correction.refresh_from_db()
    assert (correction.decision, correction.made, correction.second_for) == (
        "declined",
        None,
        "Too late",
    )
    told = {
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    }
    assert {"session.correction-proposed", "session.correction-not-approved"} <= told


def test_the_laws_of_2007_need_a_regulation_as_well():
    session = played(law="2007")
    published(session)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    with pytest.raises(Refused, match="need a regulation"):
        corrected_alone(session, slot)
    grounds = SURE._replace(regulation="House rule 7")
    correction = corrected_alone(session, slot, grounds)
    approved(correction.late_changes.get(), organiser("Ida"))
    assert Correction.objects.get().clause == "79C2 (2007)"


def test_the_database_refuses_a_late_correction_without_a_second_person(session, slot):
    correction = corrected_alone(session, slot)
    played_row = Play.objects.first()
    for second in ({}, {"second_by": session.director, "second_at": LATE}):
        with (
            pytest.raises(IntegrityError, match="after_the_period"),
            transaction.atomic(),
        ):
            Correction.objects.filter(pk=correction.pk).update(
                decision="corrected", made=played_row, **second
            )


def test_everything_stands_in_the_audit(session, slot):
    correction = ask(session, slot)
    confirm(correction, session, slot)
    decide(correction)
    told = [
        entry.description.action
        for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
    ]
    acts = {
        "session.published",
        "session.correction-asked",
        "session.correction-confirmed",
    }
    assert acts | {"session.correction-corrected"} <= set(told)


# --- the pages ---


def address(session, slot, end="correction/"):
    return f"/duplicate/{session.pk}/rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}/{end}"


def form(slot, **changes):
    taps = {
        "contract": "6S",
        "risk": "",
        "declarer": "S",
        "result": "0",
        "number": slot.board,
        "revision": 1,
    }
    return taps | {"key": uuid4(), "error": "score", "why": "Wrong board"} | changes


def test_the_page_asks_answers_and_decides():
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    north, east = of(player(session, slot)), of(player(session, slot, Side.EW))
    page = north.get(address(session, slot))
    assert page.context["form"].tapped.contract
    refused = north.post(address(session, slot), form(slot, why=""))
    assert (
        refused.status_code == 422 and refused.context["form"].tapped.contract == "6S"
    )
    assert (
        north.post(address(session, slot), form(slot, result="-5")).status_code == 302
    )
    opened = east.get(address(session, slot)).context["opened"]
    assert (opened.may_answer, opened.may_decide) == (True, False)
    results = east.get(f"/duplicate/{session.pk}/results/")
    assert [each.slot for each in results.context["own_boards"] if each.is_asked] == [
        slot
    ]
    answers = f"/duplicate/{session.pk}/corrections/{opened.row.pk}/"
    east.post(f"{answers}answer/", {"act": "confirm"})
    director = of(session.director)
    assert (
        len(director.get(f"/duplicate/{session.pk}/director/").context["corrections"])
        == 1
    )
    shown = director.get(address(session, slot))
    assert (
        shown.context["opened"].may_decide
        and "Law 79C1 (2017)." in shown.content.decode()
    )
    assert shown.context["effects"]
    done = director.post(
        f"{answers}decision/",
        {"act": "correct", "conviction": "0", "reason": ""},
        follow=True,
    )
    assert "The result is corrected. Publish again" in done.content.decode()
    assert Play.objects.filter(section__session=session, version=2).exists()


def test_who_directs_corrects_on_the_page_and_an_organiser_approves_on_a_page_of_their_own():
    session = played()
    published(session, now=timezone.now() - timedelta(hours=2))
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    director = of(session.director)
    assert (
        "a second person still has to approve"
        in director.get(address(session, slot)).content.decode()
    )
    sent = form(slot, conviction="1")
    assert director.post(address(session, slot), sent).status_code == 422
    assert (
        director.post(address(session, slot), sent | {"conviction": "2"}).status_code
        == 302
    )
    correction = Correction.objects.get()
    late = correction.late_changes.get()
    approval = f"/duplicate/{session.pk}/late-changes/{late.pk}/"
    sent = {"act": "approve", "is_beyond_doubt": "on"}
    assert director.post(approval, sent).status_code == 403
    ida = of(organiser("Ida"))
    assert f'href="{approval}"' in director.get(address(session, slot)).content.decode()
    assert ida.get(approval).context["shown"].may_answer
    assert ida.post(approval, {"act": "approve"}).status_code == 422
    done = ida.post(approval, sent, follow=True)
    assert "Ida, as organiser, approved it." in done.content.decode()
    assert Play.objects.filter(section__session=session, version=2).exists()
    waiting = director.get(f"/duplicate/{session.pk}/director/").context["not_agreed"]
    assert slot not in [each.slot for each in waiting]  # somebody has decided
    north = of(player(session, slot)).get(address(session, slot))
    assert "The correction period was over" in north.content.decode()


def test_final_results_say_that_they_may_change_while_something_that_was_asked_for_is_not_decided():
    session = played()
    published(session, now=timezone.now() - timedelta(minutes=40))
    slot, page = (
        next(slot for slot, _ in slots_of(load(session.pk))),
        f"/duplicate/{session.pk}/results/",
    )
    correction = ask(session, slot, now=timezone.now() - timedelta(minutes=20))
    before = of(session.director).get(page).content.decode()
    decide(correction, None, reason="Both wrote it so", now=timezone.now())
    after = of(session.director).get(page).content.decode()
    assert "Final." in before and "Final." in after
    assert ("may still change" in before, "may still change" in after) == (True, False)


def test_the_split_score_for_what_was_asked_in_time_needs_no_approval_after_the_period(
    session, slot
):
    correction = ask(session, slot, line="4sn+1", error="tricks")
    assert (
        ruled(
            session, slot, "NS:+420,EW:-450", law="79B3", claim="no", now=LATE
        ).approved_by
        is None
    )
    decide(correction, None, reason="The split score counts", now=LATE)
    with pytest.raises(Refused, match="an organiser approves this ruling"):
        ruled(session, slot, "A+-", now=LATE)


def test_the_page_names_the_ruling_that_lowers_one_side_alone_and_offers_no_correction_over_a_ruling():
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ask(session, slot, line="4sn+1", error="tricks", now=timezone.now())
    director = of(session.director)
    page = director.get(address(session, slot))
    assert page.context["lowered"] == "NS:+420,EW:-450"
    assert address(session, slot, "ruling/") in page.content.decode()
    ruled(session, slot, page.context["lowered"], law="79B3", claim="no")
    page = director.get(address(session, slot)).content.decode()
    assert "Correct the result" not in page and "Let the result stand" in page


def test_the_page_is_for_the_four_and_who_directs_and_after_play():
    session = played()
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    assert of(member("Olga")).get(address(session, slot)).status_code == 403
    assert (
        of(session.director).get(address(session, slot._replace(table=9))).status_code
        == 404
    )
    assert (
        of(session.director)
        .post(f"/duplicate/{session.pk}/corrections/9/answer/")
        .status_code
        == 404
    )


def test_a_ruling_over_the_result_stands_on_the_page_with_law_and_reason():
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    ruled(session, slot, "60% 4SN=, 40% 4SN-1", text="They had no agreement")
    north = of(player(session, slot)).get(address(session, slot)).content.decode()
    assert (
        "The director has ruled (Law 12C1c):" in north
        and "They had no agreement" in north
    )
    assert "Ask for this correction" not in north and "Rule anew" not in north
    assert (
        "Rule anew" in of(session.director).get(address(session, slot)).content.decode()
    )


def test_a_director_who_played_the_board_is_not_offered_to_let_the_result_stand():
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    north = player(session, slot)
    name_deputy(session=session, member=north, by=session.director, now=NOON)
    confirm(ask(session, slot), session, slot)
    page = of(north).get(address(session, slot)).content.decode()
    assert "Correct the result" in page and "Let the result stand" not in page
    assert "another director or an admin says" in page
    assert (
        "Let the result stand"
        in of(session.director).get(address(session, slot)).content.decode()
    )


def test_the_page_asks_the_database_as_often_for_three_requests_as_for_one(
    django_assert_max_num_queries,
):
    session = played()
    published(session, now=timezone.now())
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    north, deputy = player(session, slot), member("Dora")
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    client = of(deputy)
    for _ in range(3):
        services.withdraw(correction=ask(session, slot), by=north, now=NOON)
        with django_assert_max_num_queries(24):
            client.get(address(session, slot))
