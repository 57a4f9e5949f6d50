"""Publishing: provisional, final after a time, repeated beside earlier publications; and what everybody sees."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubscore.duplicate.director.directing.services import end_play
from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.results.publishing.context import results_context, time_left
from clubscore.duplicate.results.publishing.rows import ten_thousandths
from clubscore.duplicate.results.travellers.context import ranking_context
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.penalties.services import Taking, penalise
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from scoring.contest.rounding import two_decimals
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import with_periods
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db


def of(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_what_is_published_is_the_fold_of_what_was_recorded_and_stays_so():
    session = played()
    publication = published(session)
    state = load(session.pk)
    scores = scores_of(state, results_of(session.pk))
    (ranked,) = scores.result.lists
    rows = PublishedRow.objects.filter(publication=publication).order_by("position")
    assert [
        (row.place, row.is_tied, row.entry.number, row.score, row.percent)
        for row in rows
    ] == [
        (
            row.place,
            row.is_tied,
            scores.entry(row.entry)[1],
            ten_thousandths(row.score),
            ten_thousandths(row.percent),
        )
        for row in ranked.rows
    ]
    assert [
        player.member.name
        for player in rows.get(entry__number=1).players.order_by("position")
    ] == ["Anna", "Ben"]


def test_the_ranking_and_what_is_published_have_the_same_figures_where_they_end_in_a_five():
    session = in_play(None, mitchell(3, rounds=2), rounds=2, boards_a_round=1)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    for number in range(1, 7):
        # 0.01 % of 2 out of 4 are 0.005 %.
        taking = Taking("A", number, 1, "%", "90B1", "late", uuid4())
        penalise(session=session, taking=taking, by=session.director, now=NOON)
    published(session)
    state = load(session.pk)
    ranked = ranking_context(state, results_of(session.pk), None)
    shown = results_context(state, session.director, NOON)
    figures = [row.percent for _, rows in ranked["lists"] for row in rows]
    assert figures == [line.figure for _, lines in shown["lists"] for line in lines]
    exact = [
        row.percent
        for each in scores_of(state, results_of(session.pk)).result.lists
        for row in each.rows
    ]
    assert [two_decimals(percent) for percent in exact] != [
        f"{float(percent):.2f}" for percent in exact
    ]


def test_it_is_provisional_for_thirty_minutes_and_then_final_without_a_write():
    session = played()
    publication = published(session)
    assert publication.correction_ends_at == publication.at + timedelta(minutes=30)
    assert not is_final(session, publication, publication.correction_ends_at)
    assert is_final(
        session, publication, publication.correction_ends_at + timedelta(seconds=1)
    )


def test_the_database_refuses_a_short_period_without_what_is_special():
    session = with_periods(played(), correction_minutes=24 * 60)
    publication = published(session)
    assert publication.minutes == 24 * 60
    with (
        pytest.raises(IntegrityError, match="duplicate_publication_short_period"),
        transaction.atomic(),
    ):
        Publication.objects.bulk_create(
            [Publication(**_columns(publication), number=2, minutes=10, reason="x")]
        )


def _columns(publication: Publication) -> dict:
    names = ("session", "at", "by", "correction_ends_at", "missing", "facts")
    return {name: getattr(publication, name) for name in names} | {
        "key": uuid4(),
        "special_nature": "",
    }


def test_missing_results_are_published_without_only_on_purpose():
    session = played(missing=2)
    with pytest.raises(Refused, match="Results are missing"):
        published(session)
    assert published(session, accepts_missing=True).missing == 2


def test_it_is_published_once_by_its_key_after_play_and_by_who_directs():
    with pytest.raises(Refused, match="is still played"):
        published(in_play(member("Max"), name="Friday pairs", family="Cole"))
    session = played()
    with pytest.raises(PermissionDenied):
        published(session, by=member("Olga"))
    key = uuid4()
    assert published(session, key=key) == published(session, key=key)


def test_a_session_without_a_result_is_not_published():
    session = in_play(rounds=5)
    end_play(session=session, by=session.director, now=NOON)
    with pytest.raises(Refused, match="nothing to publish"):
        published(session, accepts_missing=True)


def test_a_later_publication_stands_beside_the_earlier_and_keeps_its_period_unless_another_is_begun():
    session = played(missing=1)
    first = published(session, accepts_missing=True)
    with pytest.raises(Refused, match="Nothing has changed"):
        published(session, begins_period=False, accepts_missing=True)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    recorded(session, slot, "6nn+1", by=session.director)
    later = NOON + timedelta(minutes=20)
    with pytest.raises(Refused, match="why there is another"):
        published(session, begins_period=False)
    second = published(
        session, begins_period=False, reason="Board 1 came late", now=later
    )
    assert (second.number, second.correction_ends_at) == (2, first.correction_ends_at)
    third = published(
        session, begins_period=True, reason="Everybody looks again", now=later
    )
    assert third.correction_ends_at == third.at + timedelta(minutes=30)
    assert PublishedRow.objects.filter(publication=first).count() == 4


def test_what_is_final_begins_no_other_period_and_takes_no_missing_result():
    session = played(missing=1)
    first = published(session, accepts_missing=True)
    after = first.correction_ends_at + timedelta(minutes=1)
    with pytest.raises(Refused, match="no other period begins"):
        published(session, reason="Once more", accepts_missing=True, now=after)
    Publication.objects.bulk_create(
        [
            Publication(
                **_columns(first) | {"at": NOON - timedelta(days=1)},
                number=2,
                minutes=30,
                reason="long ago",
            )
        ]
    )
    assert newest_publication(session.pk).number == 2


def test_the_page_publishes_and_names_what_is_missing():
    session = played(missing=1)
    client, address = (
        of(session.director),
        f"/duplicate/{session.pk}/director/publication/",
    )
    page = client.get(address)
    assert "no result, round 1" in page.content.decode()
    sent = {"key": uuid4()}
    refused = client.post(address, sent)
    assert (
        refused.status_code == 422
        and "or tick “Leave it open” for each" in refused.content.decode()
    )
    for _board, box in page.context["missing"]:
        sent |= {box.name: "on"}
    assert client.post(address, sent).url == f"/duplicate/{session.pk}/results/"
    assert "Begins anew" in client.get(address).content.decode()
    assert of(member("Olga")).get(address).status_code == 403


def test_everybody_sees_what_was_published_and_until_when_it_is_provisional():
    session = played()
    watching = of(member("Walter", role=Role.WATCHER))
    address = f"/duplicate/{session.pk}/results/"
    assert "Nothing is published yet" in watching.get(address).content.decode()
    published(session, now=timezone.now())
    page = watching.get(address)
    assert (
        "Provisional until" in page.content.decode()
        and page.context["left"] == "29 minutes"
    )
    assert watching.get(f"{address}?publication=2").status_code == 404
    top = page.context["lists"][0][1][0]
    rows = scores_of(load(session.pk), results_of(session.pk)).result.lists[0].rows
    assert (top.place[0], top.figure) == ("1", two_decimals(rows[0].percent))
    assert "My boards" not in page.content.decode()


def test_the_results_say_until_when_rulings_may_be_appealed():
    session = with_periods(played(), appeal_minutes=60)
    published(session)
    watching, address = (
        of(member("Walter", role=Role.WATCHER)),
        f"/duplicate/{session.pk}/results/",
    )
    with time_machine.travel(NOON + timedelta(minutes=45), tick=False):
        page = watching.get(address).content.decode()
    assert "Final." in page and "may be appealed until 13:00." in page
    with time_machine.travel(NOON + timedelta(minutes=61), tick=False):
        assert (
            "Rulings before the publication could be appealed until 13:00."
            in watching.get(address).content.decode()
        )
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        assert (
            "could be appealed until 13:00." in watching.get(address).content.decode()
        )


def test_law_79c2_after_the_period_the_results_lead_to_what_was_changed_late():
    session = played()
    published(session)
    walter = of(member("Walter", role=Role.WATCHER))
    address, link = f"/duplicate/{session.pk}/results/", "/late-changes/"
    for minutes, is_linked in ((10, False), (40, True)):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            page = walter.get(address).content.decode()
        assert (link in page) is is_linked
    assert walter.get(f"/duplicate/{session.pk}{link}").status_code == 200


@pytest.mark.parametrize(
    ("page", "at_once"),
    [
        ("director/substitutes/", "Let them play"),
        ("director/penalties/", "Take them off"),
        ("boards/1/groups/", "Compare in these groups"),
        (
            "director/misplay/?what=seats&round=A1&one=A1&other=A2",
            "Record it as it was played",
        ),
    ],
)
def test_law_79c2_after_the_period_the_button_asks_for_approval(page, at_once):
    session = in_play(member("Ruth"), mitchell(3, rounds=1))
    for slot, _ in slots_of(load(session.pk)):
        recorded(session, slot, "4sn=")
    end_play(session=session, by=session.director, now=NOON)
    director, address = of(session.director), f"/duplicate/{session.pk}/{page}"
    shown = director.get(address).content.decode()
    assert at_once in shown and "Ask for approval" not in shown
    published(session, now=timezone.now() - timedelta(hours=1))
    late = director.get(address).content.decode()
    assert "Ask for approval" in late and at_once not in late


def test_a_later_publication_says_what_was_before():
    session = played(missing=1)
    published(session, accepts_missing=True)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    recorded(session, slot, "7nn-6", by=session.director)
    published(session, begins_period=False, reason="Board 1 came late")
    page = of(session.director).get(f"/duplicate/{session.pk}/results/")
    lines = page.context["lists"][0][1]
    assert any(line.before for line in lines)
    assert ">Before<" in page.content.decode()
    assert "Final." in page.content.decode()  # by the clock of today
    first = of(session.director).get(f"/duplicate/{session.pk}/results/?publication=1")
    assert not any(line.before for line in first.context["lists"][0][1])


def test_a_later_publication_that_moves_nobody_has_no_empty_column():
    session = played()
    published(session)
    published(session, reason="Everybody shall have time to look")
    page = of(session.director).get(f"/duplicate/{session.pk}/results/")
    assert page.context["before"].number == 1
    assert ">Before<" not in page.content.decode()


def test_a_player_finds_the_own_boards_there():
    session = played()
    published(session)
    anna = session.places.order_by("pk").first().member
    own = of(anna).get(f"/duplicate/{session.pk}/results/").context["own_boards"]
    assert [each.slot.board for each in own] == list(range(1, 7))


@pytest.mark.parametrize("publications", [1, 3])
def test_the_page_asks_the_database_as_often_for_three_publications_as_for_one(
    publications, django_assert_max_num_queries
):
    session = played(missing=3)
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    for number in range(publications):
        published(
            session, begins_period=number == 0, reason="more", accepts_missing=True
        )
        recorded(session, slots[number], "1nn=", by=session.director)
    client = of(session.director)
    with django_assert_max_num_queries(17):
        client.get(f"/duplicate/{session.pk}/results/")


def test_the_directors_page_says_that_results_have_changed_since():
    session = played(missing=1)
    published(session, accepts_missing=True)
    client, page = of(session.director), f"/duplicate/{session.pk}/director/"
    assert client.get(page).context["has_changed"] is False
    recorded(session, Slot("A", 1, 1, 1), "4sn=", by=session.director)
    assert "Publish again" in client.get(page).content.decode()


def test_a_publication_keeps_the_revision_that_the_session_has_since():
    session = played()
    publication = published(session)
    assert publication.revision == Session.objects.get(pk=session.pk).revision


def test_the_lists_are_folded_where_a_publication_is_older_than_the_last_write_or_kept_no_revision(
    monkeypatch,
):
    session = played(missing=1)
    publication, folded = published(session, accepts_missing=True), []
    monkeypatch.setattr(
        "clubscore.duplicate.director.directing.context.scores_of",
        lambda *args: folded.append(args) or scores_of(*args),
    )
    client, page = of(session.director), f"/duplicate/{session.pk}/director/"
    assert (client.get(page).context["has_changed"], len(folded)) == (False, 0)
    rewrite(Publication.objects.filter(pk=publication.pk), revision=None)
    assert (client.get(page).context["has_changed"], len(folded)) == (False, 1)
    recorded(session, Slot("A", 1, 1, 1), "4sn=", by=session.director)
    assert (client.get(page).context["has_changed"], len(folded)) == (True, 2)


def test_my_page_has_the_last_results_as_they_were_published_last():
    session = played(missing=1)
    published(session, accepts_missing=True)
    slot = next(slot for slot, _ in slots_of(load(session.pk)))
    recorded(session, slot, "7nn-6", by=session.director)
    published(session, begins_period=False, reason="Board 1 came late")
    anna = session.places.order_by("pk").first().member
    page = of(anna).get("/me/")
    ((row, place, figure),) = page.context["duplicate"]
    assert (row.publication.number, row.entry.number) == (2, 1)
    assert f"{figure}\N{NO-BREAK SPACE}%" in page.content.decode() and place


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=6, hours=23), "6 days"),
        (timedelta(hours=1, minutes=59), "1 hour"),
        (timedelta(minutes=19, seconds=59), "19 minutes"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(0), "less than a minute"),
        (timedelta(seconds=-1), ""),
    ],
)
def test_the_time_that_is_left_is_said_in_one_unit(left, words):
    assert time_left(left) == words
