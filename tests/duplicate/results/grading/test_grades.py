"""The handicaps and strata of a session: /duplicate/<pk>/handicaps/, the lists, the files and the season."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.duplicate.models import Grading, PublishedRow, Session
from clubscore.duplicate.results.grading.grades import Grade, grades_of
from clubscore.duplicate.results.grading.services import set_grades
from clubscore.duplicate.results.publishing.queries import (
    entries_in,
    percentages_in,
    published_rows_of,
)
from clubscore.duplicate.session.lineup import list_name
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.refusals import Refused
from scoring.contest import ContestRules
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play, seated
from tests.duplicate.evening import pairs as make_pairs
from tests.duplicate.published import played, published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def signed_in(who):
    client = Client()
    client.force_login(who)
    return client


def address(session):
    return f"/duplicate/{session.pk}/handicaps/"


def half(points):
    return Grade(Fraction(points))


def graded(session, **grades):
    """Set the grades of entries, such as A1=half(2), as the director."""
    by_entry = {(code[0], int(code[1:])): grade for code, grade in grades.items()}
    return set_grades(session=session, grades=by_entry, by=session.director, now=NOON)


def listed(session):
    """The numbers of the entries of each published list, the best first."""
    rows = PublishedRow.objects.filter(publication__session=session)
    lists = {}
    for row in rows.order_by("list", "position"):
        lists.setdefault(row.list, []).append(row.entry.number)
    return lists


def test_a_handicap_makes_a_list_beside_the_scratch_list():
    session = played()
    graded(session, A1=half(0), A4=Grade(Fraction(6125, 100)))
    published(session)
    lists = listed(session)
    assert set(lists) == {"all", "handicap"}
    assert lists["handicap"][0] == 4
    percents = dict(
        PublishedRow.objects.filter(entry__number=4).values_list("list", "percent")
    )
    assert percents["handicap"] - percents["all"] == 612_500


def test_the_page_of_results_has_the_lists_with_headings_in_words():
    session = played()
    graded(session, A1=half("2.5"), A2=half("-1.25"))
    published(session)
    page = signed_in(Member.objects.get(name="Anna")).get(
        f"/duplicate/{session.pk}/results/"
    )
    names = [name for name, _lines in page.context["lists"]]
    assert names == ["All pairs", "With handicaps"]
    beside = {line.number: line.beside for line in page.context["lists"][1][1]}
    assert beside == {"1": "+2.50", "2": "−1.25", "3": "", "4": ""}
    assert page.context["own"].of == 4


def test_a_stratum_is_kept_with_the_entry():
    session = in_play(member("Ruth"), count=6)
    for number in range(2, 7):
        graded(session, **{f"A{number}": Grade(stratum="B")})
    entries = {
        entry: grade.stratum for entry, grade in grades_of(load(session.pk)).items()
    }
    assert entries["A", 1] == ""
    assert entries["A", 6] == "B"


def test_a_second_list_counts_no_session_twice():
    session = played()
    graded(session, A1=half(10), A2=half(-10))
    publication = published(session)
    anna = Member.objects.get(name="Anna")
    assert len(published_rows_of(anna.pk)) == 1
    assert entries_in([publication]) == {publication.pk: 4}
    counted = percentages_in([publication.pk])
    assert len(counted) == 8
    scratch = PublishedRow.objects.get(list="all", entry__number=1)
    assert {percent for pk, _, percent in counted if pk == anna.pk} == {scratch.percent}


def test_an_entry_keeps_every_version_and_a_grade_that_changes_nothing_is_not_written():
    session = played()
    assert graded(session, A1=half(2), A2=half(1)) == 2
    assert graded(session, A1=half(2), A2=half(3)) == 1
    assert graded(session, A1=Grade(stratum="C")) == 1
    rows = Grading.objects.filter(entry__number=1).values_list(
        "version", "handicap", "stratum"
    )
    assert list(rows) == [(1, 200, ""), (2, None, "C")]


def test_published_results_keep_their_lists_until_they_are_published_again():
    session = played()
    first = published(session)
    later = NOON + timedelta(minutes=5)
    set_grades(
        session=session, grades={("A", 1): half(3)}, by=session.director, now=later
    )
    assert set(listed(session)) == {"all"}
    second = published(session, now=later, reason="handicaps", begins_period=False)
    assert first.rows.filter(list="handicap").count() == 0
    assert second.rows.filter(list="handicap").count() == 4


def test_a_handicap_that_moves_nobody_is_a_change_that_can_be_published():
    session = played()
    graded(session, A1=half("0.01"))
    published(session)
    graded(session, A1=half("0.02"))
    published(session, reason="handicap", begins_period=False)
    rows = PublishedRow.objects.filter(list="handicap", entry__number=1)
    assert len({row.percent for row in rows}) == 2


def test_once_the_results_are_final_the_grades_stay():
    session = played()
    publication = published(session)
    later = publication.correction_ends_at + timedelta(minutes=1)
    with pytest.raises(Refused, match="final"):
        set_grades(
            session=session, grades={("A", 1): half(3)}, by=session.director, now=later
        )


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        (Grade(Fraction(101)), "from -100 to 100"),
        (Grade(Fraction(1, 1000)), "two decimals"),
        (Grade(stratum="Z"), "no such stratum"),
    ],
)
def test_a_grade_that_cannot_be_is_refused(grade, words):
    with pytest.raises(Refused, match=words):
        graded(played(), A1=grade)


def test_an_entry_that_does_not_exist_is_refused():
    with pytest.raises(Refused, match="no such entry"):
        graded(played(), A9=half(1))


def test_a_session_that_is_not_ranked_in_per_cent_has_no_handicaps():
    session = played(rules=ContestRules(scoring="butler"))
    with pytest.raises(Refused, match="not ranked in per cent"):
        graded(session, A1=half(1))
    graded(session, A1=Grade(stratum="B"))
    page = signed_in(session.director).get(address(session))
    assert page.context["form"].has_handicaps is False


def test_a_player_sets_nothing():
    session = played()
    anna = Member.objects.get(name="Anna")
    with pytest.raises(PermissionDenied):
        set_grades(session=session, grades={("A", 1): half(9)}, by=anna, now=NOON)
    assert signed_in(anna).post(address(session), {}).status_code == 403


def test_a_player_sees_the_page_once_play_has_begun_and_not_before():
    session = opened(member("Ruth"))
    seated(session, make_pairs())
    anna = signed_in(Member.objects.get(name="Anna"))
    graded(session, A1=Grade(Fraction(5, 2), "B"))
    before = anna.get(address(session))
    assert before.context["graded"] == []
    assert "are shown once play has begun" in before.content.decode()
    assert "2.5" not in before.content.decode()
    assert signed_in(session.director).get(address(session)).status_code == 200
    begun = in_play(member("Rita"), count=6, family="Berg", name="Friday pairs")
    graded(begun, A1=Grade(Fraction(5, 2), "B"))
    page = anna.get(address(begun))
    assert page.status_code == 200
    assert page.context["may_set"] is False
    assert page.context["graded"][0].handicap == "+2.50"


def test_the_director_sets_handicaps_and_strata_on_the_page():
    session = in_play(member("Ruth"), count=6)
    client = signed_in(session.director)
    page = client.get(address(session))
    assert [line.number for line in page.context["form"].lines] == list("123456")
    answer = client.post(
        address(session), {"handicap_A1": "2.5", "stratum_A2": "B"}, follow=True
    )
    assert "2 entries" in answer.content.decode()
    grades = grades_of(load(session.pk))
    assert grades["A", 1] == Grade(Fraction(5, 2), "")
    assert grades["A", 2] == Grade(None, "B")


def test_a_wrong_field_is_told_beside_it_and_nothing_is_written():
    session = in_play(member("Ruth"), count=6)
    answer = signed_in(session.director).post(address(session), {"handicap_A1": "222"})
    assert answer.status_code == 422
    assert "handicap_A1" in answer.context["form"].errors
    assert not Grading.objects.exists()


def test_the_audit_says_who_set_a_handicap():
    session = played()
    graded(session, A1=Grade(Fraction(5, 2), "B"))
    keys = newest_keys(AuditFilter(kind="duplicate"), count=1)
    description = entries_of(keys)[0].description
    assert description.words.startswith("set the handicap and the stratum of number A1")
    assert description.after == {"handicap": 2.5, "stratum": "B"}


def test_the_files_have_handicap_and_stratum():
    session = played()
    graded(session, A1=Grade(Fraction(5, 2), "B"))
    published(session)
    client = signed_in(session.director)
    usebio = client.get(f"/duplicate/{session.pk}/results/1/usebio/").content.decode()
    assert "<HANDICAP>2.5</HANDICAP>" in usebio
    text = client.get(f"/duplicate/{session.pk}/results/1/session/")
    if text.status_code == 200:
        assert "handicap=2.5 stratum=B" in text.content.decode()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("all", "All pairs"),
        ("stratum B", "Stratum B"),
        ("handicap", "With handicaps"),
        ("ns", "North–South"),
        ("ns stratum C", "North–South, stratum C"),
        ("ew handicap", "East–West, with handicaps"),
    ],
)
def test_every_list_has_a_heading_in_words(name, words):
    assert list_name(Session(form=Session.Form.PAIRS), name) == words


def test_two_lines_have_lists_of_strata_and_of_handicaps():
    session = in_play(member("Ruth"), mitchell(3), count=6, rounds=1)
    for number in range(1, 7):
        stratum = "A" if number == 1 else "B"
        grade = Grade(Fraction(number), stratum)
        graded(session, **{f"A{number}": grade})
    for slot, _ in slots_of(load(session.pk)):
        if slot.round == 1:
            recorded(session, slot, "4sn=")
    page = signed_in(session.director).get(f"/duplicate/{session.pk}/ranking/")
    lines = [len(lines) for _name, lines in page.context["lists"]]
    names = [name for name, _lines in page.context["lists"]]
    assert names == [
        "North–South",
        "East–West",
        "North–South, stratum B",
        "North–South, with handicaps",
        "East–West, with handicaps",
    ]
    assert lines == [3, 3, 2, 3, 3]
