"""The tables of results for spreadsheets, read back by the csv module of Python and compared with the page."""

import csv
from decimal import Decimal
from io import StringIO

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.duplicate.published import played, published
from tests.duplicate.results.publishing.files.test_results import FORMS, of, shown
from tests.duplicate.rulings import ruled
from tests.factories import member

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def table(
    session: Session, kind: str, who: Member | None = None
) -> list[dict[str, str]]:
    answer = of(who or session.director).get(
        f"/duplicate/{session.pk}/results/1/{kind}/"
    )
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return [*csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline=""))]


@pytest.mark.parametrize("form", FORMS)
def test_places_and_figures_are_those_of_the_page_in_every_form(form):
    session = FORMS[form]()
    published(session, accepts_missing=True)
    column = "score"
    if session.contest_rules.ranks_by_percentages:
        column = "percent"
    found = {
        row["number"]: (row["place"], Decimal(row[column]))
        for row in table(session, "csv")
    }
    assert found == {
        number: (place, Decimal(figure.replace("−", "-")))
        for number, (place, figure) in shown(session).items()
    }


@pytest.mark.parametrize("form", FORMS)
def test_every_award_of_every_form_is_in_the_table_of_boards(form):
    session = FORMS[form]()
    published(session, accepts_missing=True)
    scores = scores_of(load(session.pk), results_of(session.pk))
    wanted = sorted(
        (each.slot.board, round(float(each.ns.points), 3))
        for each in scores.result.slots
        if each.ns and each.ew
    )
    found = sorted(
        (int(row["board"]), round(float(row["ns_points"]), 3))
        for row in table(session, "boards-csv")
    )
    assert found == wanted


def test_a_result_has_its_contract_and_an_artificial_score_its_percentages():
    session = played()
    slots = [slot for slot, _ in slots_of(load(session.pk))]
    ruled(session, slots[1], "A+-")
    published(session)
    rows = table(session, "boards-csv")
    assert {
        "contract": "4S", "declarer": "N", "tricks": "10", "score": "620",
    }.items() <= next(row for row in rows if row["score"] == "620").items()  # fmt: skip
    artificial = [row for row in rows if row["score"] == "A6040"]
    assert [row["contract"] for row in artificial] == [""]


def test_a_name_that_a_spreadsheet_would_run_is_only_a_name():
    session = played()
    Member.objects.filter(name="Anna").update(name='=HYPERLINK("x";"y")')
    published(session)
    (first,) = [row for row in table(session, "csv") if row["number"] == "1"]
    assert first["player_1"] == '\'=HYPERLINK("x";"y")'


def test_national_numbers_have_columns_for_officials_alone():
    session = played()
    Member.objects.filter(name="Anna").update(national_id="0555002")
    published(session)
    (first,) = [row for row in table(session, "csv") if row["number"] == "1"]
    assert (first["player_1"], first["national_id_1"]) == ("Anna", "0555002")
    assert (first["player_2"], first["national_id_2"]) == ("Ben", "")
    others = table(session, "csv", member("Walter", role=Role.WATCHER))
    assert "national_id_1" not in others[0]


def test_a_kind_that_is_not_there_is_not_found():
    session = played()
    published(session)
    page = f"/duplicate/{session.pk}/results/1"
    assert of(session.director).get(f"{page}/bws/").status_code == 404
