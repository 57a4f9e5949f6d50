"""Whoever was seated by somebody else in a session sees it at once, and says "I am not there" with one tap."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from clubscore.calendar import evening_of
from clubscore.duplicate.director.directing.services import (
    end_play,
    name_deputy,
    start_round,
)
from clubscore.duplicate.director.presence.judges import judges_of
from clubscore.duplicate.director.presence.queries import place_notice_for
from clubscore.duplicate.director.presence.services import (
    find_there,
    say_not_there,
    say_there,
)
from clubscore.duplicate.director.seating.services import seat, unseat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.director.substituting.services import sit_in
from clubscore.duplicate.models import Presence, Session
from clubscore.duplicate.results.publishing.queries import (
    newest_rows_of,
    percentages_in,
)
from clubscore.duplicate.session.loading import load
from clubscore.live.topics import TOPICS, WATCH
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring.movements.howell import howell
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

SEATED = "<b>Ruth seated you</b> in"
LATER = NOON + timedelta(hours=1)


def named(name: str) -> Member:
    return Member.objects.get(name=name)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(named(name))
    return client


def says_not_there(session: Session, name: str = "Ben") -> Presence:
    say_not_there(session=session, by=named(name), now=NOON)
    return Presence.objects.get(member__name=name)


def organiser(name: str) -> Member:
    return member(name, role=Role.ADMIN)


def counts_for(name: str, publication) -> bool:
    counted = {who for who, _of, _percent in percentages_in([publication.pk])}
    listed = bool(newest_rows_of([named(name).pk], 3))
    assert listed == (named(name).pk in counted)
    return listed


@pytest.fixture
def session() -> Session:
    """A session of Ruth, who has seated Anna and Ben as number 1, in its first round."""
    return in_play(member("Ruth"), howell(2), count=4)


@pytest.mark.parametrize("page", ["/", "/members/me/", "/no-such-page/"])
def test_every_page_says_who_has_seated_me_and_in_which_session(session, page):
    html = signed_in("Ben").get(page).content.decode()
    assert SEATED in html
    assert f'action="/duplicate/{session.pk}/absence/"' in html


def test_it_is_seen_at_once_by_whoever_looked_a_moment_ago():
    mei = member("Mei")
    client = signed_in("Mei")
    assert SEATED not in client.get("/").content.decode()
    session = opened(member("Ruth"), howell(2))
    pair = [Taken("A", 1, [mei, member("Zoe")])]
    seat(session=session, taken=pair, by=session.director, now=NOON)
    assert SEATED in client.get("/").content.decode()


def test_whoever_took_their_own_place_is_not_asked_but_their_partner_is():
    mei, zoe = member("Mei"), member("Zoe")
    session = opened(member("Ruth"), howell(2))
    taken = [Taken("A", 1, [mei, zoe])]
    seat(session=session, taken=taken, by=mei, now=NOON)
    assert place_notice_for(mei, NOON) is None
    asked = place_notice_for(zoe, NOON)
    assert asked is not None and asked.seated_by == mei
    with pytest.raises(Refused, match="Nobody else has seated you"):
        say_not_there(session=session, by=mei, now=NOON)


def test_whoever_is_there_says_so_once(session):
    client = signed_in("Ben")
    for _ in range(2):
        client.post(f"/duplicate/{session.pk}/presence/")
    assert Presence.objects.count() == 1
    assert SEATED not in client.get("/").content.decode()
    assert not Presence.objects.open().exists()


def test_whoever_is_there_goes_on_to_their_table_while_it_is_played(session):
    client = signed_in("Ben")
    answer = client.post(f"/duplicate/{session.pk}/presence/")
    assert answer.url == f"/duplicate/{session.pk}/table/"
    for number in (2, 3):
        start_round(session=session, round=number, by=session.director, now=NOON)
    end_play(session=session, by=session.director, now=NOON)
    assert Session.objects.get(pk=session.pk).is_over
    answer = client.post(f"/duplicate/{session.pk}/presence/")
    assert answer.url == f"/duplicate/{session.pk}/"


def test_one_tap_contests_the_place_and_another_takes_it_back(session):
    client = signed_in("Ben")
    url = f"/duplicate/{session.pk}/"
    answer = client.post(f"{url}absence/", follow=True)
    assert "You say that you are not in" in answer.content.decode()
    client.post(f"{url}absence/")
    word = Presence.objects.get()
    assert word.is_open and word.member == named("Ben")
    ruth = signed_in("Ruth").get(f"{url}director/").content.decode()
    assert "Ben says: I am not there (number 1)" in ruth
    client.post(f"{url}presence/")
    word.refresh_from_db()
    assert (word.decision, word.decided_by) == ("after_all", named("Ben"))
    assert "not there" not in client.get("/").content.decode()


def test_whoever_has_signed_a_result_is_there(session):
    session = played(member("Rob"), name="Other", family="II")
    with pytest.raises(Refused, match="You have signed a result of Other"):
        for name in ("Anna II", "Cleo II", "Eva II", "Gita II"):
            say_not_there(session=session, by=named(name), now=NOON)
    signer = Presence.objects.count()
    assert signer < 4


def test_law_5a_the_director_names_who_sat_there_and_the_place_is_settled(session):
    word = says_not_there(session)
    change = PlaceChange("A", 1, "S", member("Zoe"), 1, None, is_sure=True)
    sit_in(session=session, change=change, by=session.director, now=LATER)
    word.refresh_from_db()
    assert (word.decision, word.decided_by) == ("replaced", session.director)
    assert place_notice_for(named("Ben"), LATER) is None
    asked = place_notice_for(named("Zoe"), LATER)
    assert asked is not None and asked.seated_by == session.director


def test_a_substitute_for_some_rounds_settles_nothing(session):
    word = says_not_there(session)
    change = PlaceChange("A", 1, "S", member("Zoe"), 2, None, is_sure=True)
    sit_in(session=session, change=change, by=session.director, now=LATER)
    word.refresh_from_db()
    assert word.is_open


def test_a_number_that_is_freed_before_play_settles_it():
    session = opened(member("Ruth"), howell(2))
    pair = [Taken("A", 1, [member("Anna"), member("Ben")])]
    seat(session=session, taken=pair, by=session.director, now=NOON)
    word = says_not_there(session)
    unseat(session=session, letter="A", number=1, by=session.director, now=NOON)
    word.refresh_from_db()
    assert word.decision == "replaced"


def test_law_81c_whoever_seated_the_member_does_not_decide_that_they_were_there(
    session,
):
    word = says_not_there(session)
    with pytest.raises(PermissionDenied, match="the club names another organiser"):
        find_there(presence=word, reason="Seen", by=session.director, now=LATER)
    organiser("Olga")
    with pytest.raises(PermissionDenied, match="decides: Olga"):
        find_there(presence=word, reason="Seen", by=session.director, now=LATER)
    find_there(presence=word, reason="I saw him", by=named("Olga"), now=LATER)
    word.refresh_from_db()
    assert (word.decision, word.decided_for) == ("was_there", "I saw him")
    assert place_notice_for(named("Ben"), LATER) is None
    with pytest.raises(Refused, match="settled already"):
        say_not_there(session=session, by=named("Ben"), now=LATER)


def test_nobody_decides_about_their_own_place_or_for_their_own_number(session):
    for name in ("Anna", "Ben", "Cleo"):
        give_role(member=named(name), role=Role.ADMIN)
    says_not_there(session)
    assert judges_of(load(session.pk), named("Ben")).members == (named("Cleo"),)
    olga = organiser("Olga")
    assert judges_of(load(session.pk), named("Ben")).members == (olga,)


def test_a_deputy_whom_somebody_else_has_named_decides_and_does_not_play(session):
    dora, olga = member("Dora"), organiser("Olga")
    says_not_there(session)
    name_deputy(session=session, member=dora, by=olga, now=NOON)
    assert judges_of(load(session.pk), named("Ben")).include(dora)


def test_whoever_seated_the_member_does_not_choose_the_judge(session):
    """Law 81: the director who has seated Ben names a friend as deputy, who would find that Ben was there."""
    dora, emil = member("Dora"), member("Emil")
    word = says_not_there(session)
    name_deputy(session=session, member=dora, by=session.director, now=NOON)
    with pytest.raises(PermissionDenied, match="the club names another organiser"):
        find_there(presence=word, reason="I saw him", by=dora, now=LATER)
    name_deputy(session=session, member=emil, by=dora, now=NOON)
    with pytest.raises(PermissionDenied, match="the club names another organiser"):
        find_there(presence=word, reason="I saw him", by=emil, now=LATER)
    word.refresh_from_db()
    assert word.is_open


def test_a_contested_place_is_not_published_in_silence_and_counts_in_no_season():
    session = played(member("Ruth"))
    word = says_not_there(session)
    with pytest.raises(Refused, match="Ben says: I am not there"):
        published(session)
    first = published(session, accepts_open=frozenset({f"seat-{word.pk}"}))
    assert not counts_for("Ben", first) and counts_for("Anna", first)
    page = signed_in("Anna").get(f"/duplicate/{session.pk}/results/").content.decode()
    assert "Published while Ben said: I am not there." in page
    find_there(presence=word, reason="Seen", by=organiser("Olga"), now=LATER)
    assert counts_for("Ben", first)


def test_whoever_was_replaced_counts_in_no_publication_before_that():
    session = played(member("Ruth"))
    first = published(session)
    says_not_there(session)
    assert not counts_for("Ben", first)
    change = PlaceChange("A", 1, "S", member("Zoe"), 1, None, is_sure=True)
    soon = NOON + timedelta(minutes=5)
    sit_in(session=session, change=change, by=session.director, now=soon)
    assert not Presence.objects.open().exists()
    assert not counts_for("Ben", first)
    second = published(
        session,
        begins_period=False,
        reason="Zoe sat there",
        now=soon + timedelta(minutes=5),
    )
    assert counts_for("Zoe", second) and not counts_for("Ben", second)


def test_the_final_results_are_contested_by_a_late_change_alone():
    session = played(member("Ruth"))
    published(session)
    with pytest.raises(Refused, match="tell Ruth, who proposes a change"):
        say_not_there(session=session, by=named("Ben"), now=LATER)
    assert place_notice_for(named("Ben"), LATER) is None


def test_the_page_names_who_seated_who_said_and_who_decided(session):
    word = says_not_there(session)
    url = f"/duplicate/{session.pk}/presences/"
    organiser("Olga")
    page = signed_in("Ruth").get(url).content.decode()
    assert "seated by Ruth" in page and "decides: Olga" in page
    assert "Ben was there" not in page
    decision = f"{url}{word.pk}/decision/"
    assert signed_in("Ruth").post(decision, {"reason": "Seen"}).status_code == 403
    olga = signed_in("Olga")
    assert "Ben was there" in olga.get(url).content.decode()
    olga.post(decision, {"reason": ""})
    assert Presence.objects.open().exists()
    olga.post(decision, {"reason": "I saw him"})
    assert "Olga decided that Ben was there: I saw him" in (
        signed_in("Ben").get(url).content.decode()
    )
    olga.post(decision, {"reason": "Again"})
    word.refresh_from_db()
    assert word.decided_for == "I saw him"


def test_the_question_ends_a_week_after_the_end_of_play():
    session = played(member("Ruth"))
    assert place_notice_for(named("Ben"), NOON + timedelta(days=6)) is not None
    assert place_notice_for(named("Ben"), NOON + timedelta(days=8)) is None
    say_there(session=session, by=named("Ben"), now=timezone.now())
    assert place_notice_for(named("Ben"), NOON) is None


def test_law_5a_live_pages_name_who_is_asked_about_a_place_until_they_answer():
    session = opened(member("Ruth"), day=evening_of(timezone.now()))
    mei, zoe = member("Mei"), member("Zoe")
    taken = [Taken("A", 1, (mei, zoe))]
    seat(session=session, taken=taken, by=session.director, now=timezone.now())
    fragments = (("session", session.pk), ("room", 0))
    named = f'data-seated="{mei.pk} {zoe.pk}"'
    for topic, pk in fragments:
        assert named in TOPICS[topic].render(pk, WATCH)
    say_there(session=session, by=mei, now=timezone.now())
    say_there(session=session, by=zoe, now=timezone.now())
    for topic, pk in fragments:
        assert "data-seated" not in TOPICS[topic].render(pk, WATCH)
    client = Client()
    client.force_login(mei)
    assert "seated you" not in client.get("/room/seat/").content.decode()
