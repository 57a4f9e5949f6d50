"""Start, rounds, deputies, end and cancelling of a session, all of which only its directors may do."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.audit import SubjectKind
from clubscore.duplicate.director.directing import services
from clubscore.duplicate.models import Call, RoundStart, Session
from clubscore.duplicate.play.entering import calls
from clubscore.duplicate.play.entering.calls import call_director
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.slot import Slot
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from scoring import Side
from tests.duplicate.asked import begin_when_asked, end_when_asked
from tests.duplicate.evening import in_play, pairs, seated
from tests.duplicate.recorded import agreed, player, recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def signed_in(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def begin(session: Session, round: int, **told) -> None:
    services.start_round(
        session=session, round=round, by=session.director, **({"now": NOON} | told)
    )


def test_the_start_waits_for_nobody_but_for_two_pairs_at_one_table():
    session, players = opened(member("Ruth")), pairs(6)
    with pytest.raises(Refused, match="No table has both of its sides yet"):
        begin(session, 1)
    seated(session, players[:5])
    begin(session, 1)
    session.refresh_from_db()
    assert session.is_in_play
    assert load(session.pk).round == 1


def test_a_round_begins_once_and_in_order_and_never_before_the_one_before_it():
    session = in_play(rounds=2)
    begin(session, 2, now=NOON + timedelta(hours=1))
    assert RoundStart.objects.filter(session=session).count() == 2
    with pytest.raises(Refused, match="the next is 3"):
        begin(session, 4)
    begin(session, 3, now=NOON - timedelta(hours=1))
    starts = load(session.pk).starts
    assert starts[3].at > starts[2].at


def test_play_ends_after_the_last_round_and_nothing_begins_then():
    session = in_play(rounds=4)
    with pytest.raises(Refused, match="Round 4 of 5"):
        services.end_play(session=session, by=session.director, now=NOON)
    begin(session, 5)
    with pytest.raises(Refused, match="the last"):
        begin(session, 6)
    for _ in range(2):
        services.end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    assert session.is_over and not session.is_in_play


def test_a_deputy_directs_until_dismissed_and_an_admin_always():
    session, anna = opened(member("Ruth")), member("Anna")
    admin, watcher = member("Ida", role=Role.ADMIN), member("Walter", role=Role.WATCHER)
    services.name_deputy(session=session, member=anna, by=session.director, now=NOON)
    services.name_deputy(session=session, member=watcher, by=anna, now=NOON)
    assert [
        may_direct(session, each) for each in (session.director, anna, admin, watcher)
    ] == [True, True, True, False]
    services.dismiss_deputy(session=session, member=anna, by=session.director, now=NOON)
    assert not may_direct(session, anna)


@pytest.mark.parametrize(
    "act",
    [
        lambda session, by: services.start_round(
            session=session, round=1, by=by, now=NOON
        ),
        lambda session, by: services.end_play(session=session, by=by, now=NOON),
        lambda session, by: services.cancel(
            session=session, reason="Snow", by=by, now=NOON
        ),
        lambda session, by: services.name_deputy(
            session=session, member=by, by=by, now=NOON
        ),
        lambda session, by: services.dismiss_deputy(
            session=session, member=by, by=by, now=NOON
        ),
    ],
    ids=["start_round", "end_play", "cancel", "name_deputy", "dismiss_deputy"],
)
def test_who_does_not_direct_writes_nothing(act):
    with pytest.raises(PermissionDenied):
        act(opened(member("Ruth")), member("Anna"))


@pytest.mark.parametrize(
    "page",
    [
        "director",
        "entries",
        "director/late-pair",
        "director/cancellation",
        "director/deputies",
    ],
)
def test_the_directors_pages_are_closed_to_other_players(page):
    session = opened(member("Ruth"))
    address = f"/duplicate/{session.pk}/{page}/"
    assert signed_in(session.director).get(address).status_code == 200
    refused = signed_in(member("Anna")).get(address)
    assert refused.status_code == 403
    assert "a deputy or one of the club’s admins" in refused.content.decode()


def test_the_buttons_of_the_page_begin_rounds_and_end_play():
    session = in_play(rounds=4)
    client, page = signed_in(session.director), f"/duplicate/{session.pk}/director/"
    assert "Next round: 5" in client.get(page).content.decode()
    begin_when_asked(client, session, 5)
    assert "Play is over…" in client.get(page).content.decode()
    client.post(f"{page}rounds/", {"round": "x"})
    client.post(f"{page}ending/")
    assert not Session.objects.get().is_over
    end_when_asked(client, session, 5)
    assert Session.objects.get().is_over


def test_deputies_are_named_on_the_page():
    session, anna = opened(member("Ruth")), member("Anna")
    client, address = (
        signed_in(session.director),
        f"/duplicate/{session.pk}/director/deputies/",
    )
    assert "Nobody else directs." in client.get(address).content.decode()
    assert client.post(address, {"member": "0"}).status_code == 422
    client.post(address, {"member": anna.pk})
    assert may_direct(session, anna)
    assert "Anna" in client.get(f"/duplicate/{session.pk}/director/").content.decode()
    assert f"{address}{anna.pk}/end/" in client.get(address).content.decode()
    client.post(f"{address}{anna.pk}/end/")
    assert not may_direct(session, anna)


def test_a_session_is_cancelled_for_a_reason_and_moves_no_more():
    session = opened(member("Ruth"))
    client, address = (
        signed_in(session.director),
        f"/duplicate/{session.pk}/director/cancellation/",
    )
    assert client.post(address, {"reason": ""}).status_code == 422
    client.post(address, {"reason": "Snow"})
    session.refresh_from_db()
    assert (session.cancelled_by, session.cancelled_for) == (session.director, "Snow")
    with pytest.raises(Refused, match="was cancelled: Snow"):
        begin(session, 1)
    opened(session.director)


def test_a_call_waits_on_the_page_until_somebody_is_coming():
    session = in_play()
    call = called(session, now=NOON)
    client, page = signed_in(session.director), f"/duplicate/{session.pk}/director/"
    assert "a revoke" in client.get(page).content.decode()
    answer = f"{page}calls/{call.pk}/answer/"
    assert signed_in(call.by).post(answer).status_code == 403
    for _ in range(2):
        client.post(answer)
    assert client.get(page).context["calls"] == []
    call.refresh_from_db()
    assert call.answered_by == session.director
    assert (
        client.post(
            f"/duplicate/{session.pk + 1}/director/calls/{call.pk}/answer/"
        ).status_code
        == 404
    )


def called(session: Session, *, now) -> Call:
    return call_director(
        session_id=session.pk,
        slot=FIRST,
        about="a revoke",
        key=uuid4(),
        by=player(session, FIRST),
        now=now,
    )


def test_two_results_are_named_and_shown_only_to_who_may_see_the_board():
    session = in_play()
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW), seen=1)
    page = f"/duplicate/{session.pk}/director/"
    (found,) = signed_in(session.director).get(page).context["differences"]
    assert (found.slot, found.may_look) == (FIRST, True)
    deputy = player(session, FIRST._replace(table=2))
    services.name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    shown = signed_in(deputy).get(page)
    assert [each.may_look for each in shown.context["differences"]] == [False]
    assert "4♠" not in shown.content.decode()


def test_law_81_who_plays_at_the_table_is_offered_no_ruling_there_but_reads_who_may():
    session = in_play()
    recorded(session, FIRST, "4sn=")
    recorded(session, FIRST, "4sn-1", by=player(session, FIRST, Side.EW), seen=1)
    called(session, now=NOON)
    deputy, page = player(session, FIRST), f"/duplicate/{session.pk}/director/"
    services.name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    address = f"/duplicate/{session.pk}/rounds/1/A/1/boards/1/ruling/"
    words = "You play there: another director or an admin rules."
    for who, offers in ((session.director, 2), (deputy, 0)):
        html = signed_in(who).get(page).content.decode()
        assert (html.count(address), html.count(words)) == (offers, 2 - offers)


def test_the_audit_tells_of_calls_at_once_and_of_results_when_play_is_over():
    session = in_play(rounds=5)
    calls.answer_call(call=called(session, now=NOON), by=session.director, now=NOON)
    agreed(session, FIRST, "4sn=")

    def told() -> list[str]:
        return [
            entry.description.action
            for entry in every_entry(AuditFilter(kind=SubjectKind.DUPLICATE))
        ]

    assert told().count("session.call") == 2
    assert not any("result" in action for action in told())
    services.end_play(session=session, by=session.director, now=NOON)
    assert {"session.result-recorded", "session.result-agreed"} <= set(told())
