"""`travellers.csv` in the archive: the results of the published sessions, as they counted when they were published."""

from datetime import timedelta

import pytest

from clubscore.archive.sessions.travellers_table import HEADER, rows
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def lines() -> list[dict[str, object]]:
    return [dict(zip(HEADER, line, strict=True)) for line in rows()]


def test_each_result_of_a_published_session_has_a_line():
    session = published(played(name="Saturday pairs")).session
    found = lines()
    assert len(found) == 12
    ids = {name: Member.objects.get(name=name).pk for name in ("Gita", "Anna", "Hugo", "Ben")}  # fmt: skip
    assert found[0] == {
        "session_id": session.pk, "session": "Saturday pairs", "day": "2026-11-21", "publication": 1,
        "board": 1, "dealer": "N", "section": "A", "round": 1, "table": 1,
        "n_id": ids["Gita"], "e_id": ids["Anna"], "s_id": ids["Hugo"], "w_id": ids["Ben"],
        "contract": "4S", "declarer": "N", "tricks": 10, "lead": "", "points_ns": 420, "ruled": "",
        "score_ns": 2.0, "score_ew": 0.0,
    }  # fmt: skip


def test_a_session_that_is_not_published_has_no_line():
    played()
    assert lines() == []


def test_a_ruling_after_the_publication_waits_for_the_next_publication():
    session = published(played()).session
    later = NOON + timedelta(minutes=1)
    ruled(session, Slot("A", 1, 1, 1), "A+-", now=later)
    assert (lines()[0]["contract"], lines()[0]["publication"]) == ("4S", 1)
    published(session, now=later, begins_period=True, reason="Ruled")
    first = lines()[0]
    assert (first["contract"], first["points_ns"], first["publication"]) == ("", None, 2)  # fmt: skip
    words = "average plus for North–South, average minus for East–West"
    assert first["ruled"] == words


def test_sessions_follow_each_other_and_teams_are_there_too():
    published(played(name="Pairs"))
    teams = in_teams(count=3, boards_a_round=2, by=member("Cy"), family="Cole")
    published(played_to_the_end(teams))
    names = [line["session"] for line in lines()]
    assert names == sorted(names, key=names.index)
    assert len(set(names)) == 2
