"""Rows of a list that are no members: they are passed over and named, and no member is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.members.importing.footers import is_footer
from clubscore.members.importing.tables import table_of, table_of_names
from clubscore.members.models import Member

NAMES = st.text(st.characters(categories=("Lu", "Ll")), min_size=1, max_size=12)


@pytest.mark.parametrize(
    "cells",
    [
        ["Total", "1"], ["Total members: 120"], ["TOTAL", "", "12.50"], ["End of list"], ["*** End of report ***"],
        ["120 members"], ["Count:", "44"], ["Number of members: 7"], ["Page 1 of 3"], ["Printed on 29/11/2026"],
        ["Gesamt", "120"], ["Anzahl Mitglieder: 120"], ["Ende der Liste"], ["Seite 1 von 3"], ["Stand: 01.10.2026"],
        ["Total adhérents : 45"], ["Nombre de licenciés", "45"], ["Fin de la liste"], ["Imprimé le 29/11/2026"],
        ["Totaal", "3"], ["Aantal leden: 120"], ["Einde van de lijst"], ["Afgedrukt op 29-11-2026"],
        ["-----", "-----"], ["===="], ["", "Total", "120"],
    ],
)  # fmt: skip
def test_totals_and_ends_are_no_members(cells):
    assert is_footer(cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["Jean", "Total"], ["Total", "Jean", "jean@club.example"], ["Ende", "Michael"], ["Fin", "Ende"],
        ["Anna Count"], ["Ruth Abel"], ["Page", "Larry", "3"], ["Page"], ["Members"], ["Anna", "Weiss", "1"],
        ["", "", "17"], ["Total Recall"], ["Sum Ting", "1"],
    ],
)  # fmt: skip
def test_somebody_with_such_a_name_is_a_member(cells):
    assert not is_footer(cells)


@given(first=NAMES, last=NAMES, number=st.integers(0, 9999))
def test_nobody_with_two_names_is_a_footer(first, last, number):
    assert not is_footer([first, last])
    assert not is_footer([first, last, str(number)])


def test_a_total_between_members_is_passed_over_too():
    table = table_of("First name;Surname\nAnna;Weiss\nTotal;1\nBen;Cole\nTotal;1\n")
    assert [row.cells for row in table.rows] == [["Anna", "Weiss"], ["Ben", "Cole"]]
    assert [(row.number, row.words) for row in table.footers] == [
        (3, "Total · 1"),
        (5, "Total · 1"),
    ]


def test_a_list_of_names_may_end_with_its_count():
    table = table_of_names("Ruth Abel\nBen Cole\n2 members\n")
    assert [row.cells for row in table.rows] == [["Ruth Abel"], ["Ben Cole"]]
    assert [row.words for row in table.footers] == ["2 members"]


@pytest.mark.django_db
def test_the_page_names_what_is_no_member(office):
    text = "Name,Number\nAnna Weiss,7\nTotal,1\n"
    answer = office.post("/members/import/", {"list": text})
    html = answer.content.decode()
    assert "These rows are no members, and are passed over:" in html
    assert "Row 3: Total · 1" in html
    office.post("/members/import/", {"list": text, "import": "yes"})
    assert not Member.objects.filter(name__startswith="Total").exists()
