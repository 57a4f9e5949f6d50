"""The columns of an imported list: their meaning comes from the heading or from an admin; lists of names
without columns.
"""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.members.importing.columns import columns_of
from clubscore.members.importing.member_list import parted
from clubscore.members.models import ListHeading, Member
from tests.members.importing.reading import read_list
from tests.members.importing.spreadsheets.made import cell, ods, row, xlsx

pytestmark = pytest.mark.django_db

PAGE = "/members/import/"


def meanings(*headings: str, chosen=None, remembered=None) -> list[str]:
    found = columns_of(headings, chosen=chosen or {}, remembered=remembered or {})
    return [column.meaning for column in found]


# --- headings ---


def test_headings_are_known_in_the_ways_people_write_them():
    assert meanings("First Name", "SURNAME", "E-mail address", "Mobile", "No.", "Colour") == [
        "first_name", "last_name", "email", "phone", "external_id", "",
    ]  # fmt: skip


def test_the_name_beside_a_first_name_is_the_surname():
    assert meanings("Name", "First name") == ["last_name", "first_name"]
    assert meanings("Name", "First name", "Surname") == ["", "first_name", "last_name"]


def test_of_two_columns_with_one_meaning_the_chosen_one_counts_else_the_first():
    assert meanings("E-mail", "Mail") == ["email", ""]
    assert meanings("E-mail", "Mail", chosen={1: "email"}) == ["", "email"]


def test_several_columns_may_have_phone_numbers_and_the_left_one_goes_before():
    assert meanings("Mobile", "Colour", "Telephone") == ["phone", "", "phone"]
    assert meanings("Mobile", "Telephone", chosen={1: "phone"}) == ["", "phone"]
    rows = read_list(
        "Name;Phone;Mobile\nRuth Abel;030 1;0170 1\nBen Cole;;0170 2\nEva Klein;;\n"
    )
    assert [(row.cells["phone"], row.places["phone"]) for row in rows] == [
        ("030 1", "B2"), ("0170 2", "C3"), ("", "B4"),
    ]  # fmt: skip


def test_a_column_with_values_goes_before_an_empty_one():
    headings, values = ["CLUBID", "PID"], [set(), {"7"}]
    found = columns_of(headings, chosen={}, remembered={}, values=values)
    assert [column.meaning for column in found] == ["", "external_id"]


def test_a_program_s_own_number_counts_only_where_the_club_has_none():
    assert meanings("PID", "CLUBID") == ["", "external_id"]
    assert meanings("PID", "Colour") == ["external_id", ""]
    assert meanings("Player Number", "EBU No") == ["", "national_id"]
    assert meanings("Player #", "Last Name") == ["national_id", "last_name"]


def test_kinds_of_membership_say_the_status_if_all_of_them_are_known():
    headings = ["Name", "Membership type"]
    known, unknown = {"Full", "Honorary", "Visitor"}, {"Full", "Gold"}
    for values, meaning in ((known, "status"), (unknown, "")):
        found = columns_of(
            headings, chosen={}, remembered={}, values=[{"Ruth Abel"}, values]
        )
        assert [column.meaning for column in found] == ["name", meaning]
    assert meanings("Status", "Membership type") == ["status", ""]


def test_what_was_said_before_counts_unless_something_else_is_said_now():
    assert meanings("Spieler", remembered={"spieler": "name"}) == ["name"]
    assert meanings(
        "Spieler", remembered={"spieler": "name"}, chosen={0: "nickname"}
    ) == ["nickname"]


# --- names ---


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("Ruth Abel", "Ruth", "Abel"), ("Abel, Ruth", "Ruth", "Abel"), ("Jan van der Berg", "Jan", "van der Berg"),
     ("van der Berg,Jan", "Jan", "van der Berg"), ("Ruth", "Ruth", "")],
)  # fmt: skip
def test_a_name_in_one_cell_is_parted(name, first, last):
    assert parted(name) == (first, last, "")


@pytest.mark.parametrize("name", ["Abel,", ", Ruth", "Abel, Ruth, MBE"])
def test_a_name_that_cannot_be_parted_says_how_to_write_it(name):
    assert parted(name) == (
        "",
        "",
        f"“{name}” cannot be parted; write it as Ruth Abel or Abel, Ruth.",
    )


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("ABEL Ruth", "Ruth", "ABEL"), ("Abel Ruth", "Ruth", "Abel"),
     ("DE LA TOUR Anne Marie", "Anne Marie", "DE LA TOUR"), ("Abel, Ruth", "Ruth", "Abel"), ("Ruth", "Ruth", "")],
)  # fmt: skip
def test_a_name_with_the_surname_first_is_parted(name, first, last):
    (row,) = read_list(f"Nom et prénom;N°\n{name};7\n")
    assert (row.cells["first_name"], row.cells["last_name"]) == (first, last)


def test_nobody_knows_how_much_of_a_long_name_is_the_surname():
    (row,) = read_list("Naam, voornaam;Nr\nvan der Berg Jan;7\n")
    assert row.problem == (
        "A2: “van der Berg Jan” cannot be parted; write it as Abel, Ruth."
    )


def test_a_prefix_in_a_column_of_its_own_belongs_to_the_surname():
    berg, smit = read_list(
        "Voornaam;Tussenvoegsel;Achternaam\nJan;van den;Berg\nEls;;Smit\n"
    )
    assert (berg.cells["last_name"], smit.cells["last_name"]) == (
        "van den Berg",
        "Smit",
    )


def test_a_pasted_column_of_names_is_not_cut_at_its_commas():
    rows = read_list("Name\nAbel, Ruth\nWeiss, Anna\n")
    assert [row.cells["last_name"] for row in rows] == ["Abel", "Weiss"]


def test_rows_above_the_headings_and_empty_ones_keep_their_numbers():
    (found,) = read_list(
        "The members of 2026;;\n;;\nName;E-mail;Paid\n;;\nRuth Abel;ruth@club.example;yes\n"
    )
    assert (found.number, found.places) == (
        5,
        {"first_name": "A5", "last_name": "A5", "email": "B5"},
    )


# --- the page ---


def upload(office, content: bytes, name: str = "members.xlsx", **fields: str):
    return office.post(PAGE, {"file": SimpleUploadedFile(name, content), **fields})


def test_a_workbook_is_read_shown_and_imported(office):
    rows = [
        ["Members"],
        [],
        ["Name", "No.", "Colour"],
        ["Abel, Rita", "0042", "red"],
        ["Cole", 7.0, ""],
    ]
    answer = upload(office, xlsx(Cover=[], Members=rows))
    html = answer.content.decode()
    assert "The sheet “Members” was read" in html
    assert "Not needed, and passed over: Colour (C)." in html
    assert "A5: The surname is missing." in html
    again = answer.context["again"]
    office.post(PAGE, again | {"overwrite": "", "import": "yes"})
    assert Member.objects.get(name="Rita Abel").external_id == "0042"
    assert not Member.objects.filter(name__startswith="Cole").exists()


def test_an_ods_file_is_read(office):
    made = ods(
        {
            "Members": row(cell("First name"), cell("Surname"))
            + row(cell("Rita"), cell("Abel"))
        }
    )
    assert "Rita Abel" in upload(office, made, "members.ods").content.decode()


def test_a_file_that_is_no_list_keeps_the_form_and_says_what_to_do(office):
    answer = upload(office, b"%PDF-1.7", overwrite="on")
    assert answer.status_code == 422
    assert "Save it as .xlsx, .ods or CSV" in answer.content.decode()
    assert answer.context["form"]["overwrite"].value() is True


def test_unknown_headings_are_explained_once_and_remembered_for_the_club(office):
    text = "Spieler;Anschluss;Farbe\nRita Abel;0123;red\n"
    answer = office.post(PAGE, {"list": text})
    assert (answer.status_code, answer.context["asks_for_names"]) == (422, True)
    html = answer.content.decode()
    assert "Say below which column has the names" in html
    assert "Rita Abel" in html
    chosen = {"column-0": "name", "column-1": "phone", "column-2": ""}
    answer = office.post(PAGE, {"list": text, **chosen})
    assert "Import 1 member" in answer.content.decode()
    assert not ListHeading.objects.exists()
    office.post(PAGE, {"list": text, **chosen, "import": "yes"})
    assert Member.objects.get(name="Rita Abel").phone == "0123"
    assert dict(ListHeading.objects.values_list("key", "meaning")) == {
        "spieler": "name",
        "anschluss": "phone",
    }
    answer = office.post(PAGE, {"list": "Spieler;Anschluss\nBen Cole;0456\n"})
    assert "Import 1 member" in answer.content.decode()


def test_what_was_remembered_can_be_changed_again(office):
    text = "Spieler;Anschluss\nRita Abel;0123\n"
    for meaning in ("phone", "note", ""):
        office.post(
            PAGE,
            {
                "list": text,
                "column-0": "name",
                "column-1": meaning,
                "import": "yes",
                "overwrite": "on",
            },
        )
        assert ListHeading.objects.get(key="anschluss").meaning == meaning


def test_names_alone_are_read_one_a_line(office):
    answer = office.post(PAGE, {"names": "Rita Abel\n\nCole, Ben\nDan\n"})
    html = answer.content.decode()
    assert "Import 2 members, leave 1 out" in html
    assert "Line 4: The surname is missing." in html
    assert answer.context["columns"] == []
    office.post(PAGE, answer.context["again"] | {"overwrite": "", "import": "yes"})
    assert Member.objects.filter(name__in=["Rita Abel", "Ben Cole"]).count() == 2


def test_a_table_and_names_together_are_refused(office):
    answer = office.post(PAGE, {"names": "Rita Abel", "list": "Name\nBen Cole\n"})
    assert answer.status_code == 422
    assert "Give a table or names, not both" in answer.content.decode()


@pytest.mark.parametrize("columns", [1, 3])
def test_the_page_asks_the_database_as_often_for_three_columns_as_for_one(
    columns, office, django_assert_max_num_queries
):
    text = ";".join(["Name", "Colour", "Shoe"][:columns]) + "\nRita Abel;red;42\n"
    with django_assert_max_num_queries(9):
        # The session, attention, headings, members, their groups.
        office.post(PAGE, {"list": text})
