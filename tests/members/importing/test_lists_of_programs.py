"""Lists of other programs and of federations go in whole: which columns are read, and which rows become members.

The headings of BridgeWebs are those of its guide, the headings of FFB those of an export of a club's licences. No list
of the others is public: their headings are made after the words of their pages. All people are invented.
"""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubscore.members.models import Member

pytestmark = pytest.mark.django_db

LISTS = Path(__file__).with_name("lists")
# As the programs write them; the files here are UTF-8, so that everybody can read them.
ENCODINGS = {
    "bridgewebs.csv": "utf-8-sig", "pianola.csv": "utf-8", "acblscore.csv": "cp1252", "ebu.csv": "cp1252",
    "acbl.csv": "utf-8", "dbv.csv": "cp1252", "ffb.csv": "cp1252", "nbb.txt": "utf-16",
}  # fmt: skip
# The columns that are read, by their meaning; all other columns are passed over.
COLUMNS = {
    "bridgewebs.csv": {
        "first_name": ["FIRSTNAME"], "last_name": ["SURNAME"], "external_id": ["CLUBID"], "national_id": ["EBU"],
        "phone": ["PHONE", "MOBILE"], "email": ["EMAIL"], "status": ["STATUS"], "joined_on": ["JOIN"],
    },
    "pianola.csv": {
        "external_id": ["Member ID"], "first_name": ["First Name"], "last_name": ["Last Name"],
        "national_id": ["EBU Number"], "email": ["Email"], "phone": ["Home Phone", "Mobile"], "status": ["Status"],
        "joined_on": ["Join Date"], "note": ["Notes"],
    },
    "acblscore.csv": {
        "national_id": ["Player #"], "name": ["Name"], "phone": ["Phone"], "joined_on": ["Joined"],
    },
    "ebu.csv": {
        "national_id": ["EBU No"], "first_name": ["Forename"], "last_name": ["Surname"],
        "phone": ["Telephone", "Mobile"], "email": ["E-mail address"], "status": ["Member Type"],
        "joined_on": ["Date Joined"],
    },
    "acbl.csv": {
        "national_id": ["ACBL Number"], "last_name": ["Last Name"], "first_name": ["First Name"],
        "phone": ["Home Phone", "Cell Phone"], "email": ["Email Address"], "joined_on": ["Join Date"],
    },
    "dbv.csv": {
        "external_id": ["Mitgl.-Nr."], "last_name": ["Name"], "first_name": ["Vorname"],
        "phone": ["Telefon privat", "Telefon mobil"], "email": ["E-Mail"], "joined_on": ["Eintritt"],
        "status": ["Mitgliedsart"], "national_id": ["DBV-Nr."],
    },
    "ffb.csv": {
        "national_id": ["Num_licence"], "last_name": ["Nom"], "first_name": ["Prénom"], "phone": ["Tél_1", "Tél_2"],
        "email": ["Email"],
    },
    "nbb.txt": {
        "national_id": ["NBB-lidnummer"], "first_name": ["Roepnaam"], "surname_prefix": ["Tussenvoegsel"],
        "last_name": ["Achternaam"], "phone": ["Telefoon", "Mobiel"], "email": ["E-mailadres"],
        "status": ["Lidsoort"], "joined_on": ["Lid sinds"],
    },
}  # fmt: skip
# Name, number in the club, number of the federation, phone, status, day of joining.
MEMBERS = {
    "bridgewebs.csv": [
        ("Margaret O'Shea", "12", "00345127", "01632 960101", "active", "2019-02-13"),
        ("Peter O'Shea", "13", "00345128", "07700 900102", "active", "2019-03-04"),
        ("Ines Da Costa", "", "00412001", "", "guest", None),
        ("Walter Finch", "15", "00298877", "01632 960104", "former", "2008-09-01"),
    ],
    "pianola.csv": [
        ("Nisha Patel", "90211", "00501223", "01632 960201", "active", "2017-09-01"),
        ("Tom Ashby", "90212", "00501224", "07700 900202", "active", "2025-10-02"),
        ("Greta Holm", "90213", "", "01632 960203", "former", "2011-01-15"),
    ],
    "acblscore.csv": [
        ("Judith Abrams", "", "K123456", "(217) 555-0101", "active", "2019-02-13"),
        ("Paul Nguyen", "", "1234567", "(217) 555-0102", "active", "2020-03-04"),
        ("Lou Ann St. James", "", "O765432", "", "active", "1998-11-30"),
    ],
    "ebu.csv": [
        ("Ada Whitcombe", "", "00123401", "01632 960301", "active", "2010-04-01"),
        ("Idris Pugh", "", "00123402", "07700 900302", "active", "2024-06-05"),
        ("Enid Pugh", "", "00123403", "01632 960303", "active", "1999-08-07"),
    ],
    "acbl.csv": [
        ("Rosa Delgado", "", "R004411", "305-555-0111", "active", "1985-06-21"),
        ("Daniel Kim", "", "8123456", "305-555-0122", "active", "2024-01-02"),
        ("Grace Kim", "", "8123457", "305-555-0123", "active", "2024-01-02"),
    ],
    "dbv.csv": [
        ("Käthe Größler", "0017", "0412345", "0421 5550101", "active", "2019-02-13"),
        ("Jörg von Stein", "0018", "0412346", "0170 5550102", "active", "2021-09-01"),
        ("Ayse Özdemir", "", "", "", "guest", None),
    ],
    "ffb.csv": [
        ("Anne-Marie LEFÈVRE", "", "00412233", "0383555101", "active", None),
        ("Gérard DE LA TOUR", "", "01998877", "0612345102", "active", None),
        ("Chloé MARTIN", "", "09776655", "", "active", None),
    ],
    "nbb.txt": [
        ("Jan van den Berg", "", "0123456", "030-5550101", "active", "2004-09-01"),
        ("Els Smit", "", "0123457", "06-55501022", "active", "1990-01-15"),
        ("Mirjam de Wit", "", "0123458", "", "guest", None),
    ],
}  # fmt: skip
FOOTERS = {
    "bridgewebs.csv": ["Total · 4 · 0.00"],
    "acblscore.csv": ["Total · 3 · 3158.63"],
    "ebu.csv": ["Total members: 3"],
    "dbv.csv": ["Anzahl Mitglieder: 3"],
    "nbb.txt": ["Totaal · 3"],
}


def choose(office, name: str):
    """Choose the list as a file, and return the page with the effect that it would have."""
    text = (LISTS / name).read_text(encoding="utf-8").replace("\n", "\r\n")
    file = SimpleUploadedFile(name, text.encode(ENCODINGS[name]))
    return office.post("/members/import/", {"file": file})


def status(member: Member) -> str:
    if not member.is_active:
        return "former"
    return "guest" if member.is_guest else "active"


def test_every_list_is_tested():
    names = {path.name for path in LISTS.iterdir()}
    assert names == set(COLUMNS) == set(MEMBERS) == set(ENCODINGS)


@pytest.mark.parametrize("name", COLUMNS)
def test_the_columns_are_read_and_the_others_are_named(name, office):
    answer = choose(office, name)
    read: dict[str, list[str]] = {}
    for column in answer.context["columns"]:
        if column.meaning:
            read.setdefault(column.meaning, []).append(column.heading)
    assert read == COLUMNS[name]
    html = answer.content.decode()
    for column in answer.context["columns"]:
        assert column.meaning or f"{column.heading} ({column.letter})" in html


@pytest.mark.parametrize("name", MEMBERS)
def test_every_row_becomes_the_member_that_it_names(name, office):
    before = set(Member.objects.values_list("pk", flat=True))
    answer = choose(office, name)
    plan = answer.context["plan"]
    assert plan.counts == {
        "new": len(MEMBERS[name]), "change": 0, "same": 0, "problem": 0
    }  # fmt: skip
    assert [row.words for row in answer.context["footers"]] == FOOTERS.get(name, [])
    office.post("/members/import/", answer.context["again"] | {"overwrite": "", "import": "yes"})  # fmt: skip
    found = [
        (member.name, member.external_id, member.national_id, member.phone, status(member))
        for member in Member.objects.exclude(pk__in=before).order_by("pk")
    ]  # fmt: skip
    assert found == [of_list[:5] for of_list in MEMBERS[name]]
    for *_, member_name, day in ((*row[1:], row[0], row[5]) for row in MEMBERS[name]):
        joined = Member.objects.get(name=member_name).joined_at.date()
        assert day is None or joined.isoformat() == day


@pytest.mark.parametrize("name", MEMBERS)
def test_the_same_list_again_changes_nobody(name, office):
    for _again in range(2):
        answer = choose(office, name)
        office.post("/members/import/", answer.context["again"] | {"overwrite": "", "import": "yes"})  # fmt: skip
    assert answer.context["plan"].counts["same"] == len(MEMBERS[name])


def test_the_page_says_who_comes_as_a_guest_and_who_has_left(office):
    html = choose(office, "bridgewebs.csv").content.decode()
    counted = {words: html.count(f"New, {words}") for words in ("player", "guest", "former member")}  # fmt: skip
    assert counted == {"player": 2, "guest": 1, "former member": 1}


def test_a_couple_with_one_e_mail_address_is_two_members(office):
    outcomes = choose(office, "acbl.csv").context["plan"].outcomes
    assert [outcome.shares_email_with for outcome in outcomes] == ["", "", "Daniel Kim"]
    html = choose(office, "acbl.csv").content.decode()
    assert "The e-mail is also Daniel Kim’s" in html
