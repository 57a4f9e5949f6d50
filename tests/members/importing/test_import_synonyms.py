"""Lists of members in German, French and Dutch: their headings, roles and statuses are understood like English ones."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import gettext, override

from clubscore.members.importing.cells import GIVEN_BY_LISTS
from clubscore.members.importing.columns import MEANINGS, columns_of
from clubscore.members.importing.plan import plan_import
from clubscore.members.importing.synonyms import (
    HEADINGS,
    ROLES,
    SECOND_CHOICES,
    STATUSES,
    letters_of,
    plain_key,
    role_named,
    status_named,
)
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.members.importing.reading import read_list
from tests.members.importing.spreadsheets.made import cell, ods, row, xlsx

OWN = [code for code, _ in settings.LANGUAGES]
# As clubs write them at the head of a list; what is known to the letter stands in the table.
GOLDEN = {
    "de": {
        "Mitglieds-Nr.": "external_id", "Vorname": "first_name", "Nachname": "last_name", "Spitzname": "nickname",
        "E-Mail": "email", "Handy": "phone", "Rolle": "role", "Status": "status", "Eintrittsdatum": "joined_on",
        "DBV-Nr.": "national_id", "Sprache": "language", "Bemerkungen": "note", "Beitrag": "",
    },
    "fr": {
        "N°": "external_id", "Prénom": "first_name", "NOM": "last_name", "Surnom": "nickname", "Courriel": "email",
        "Tél.": "phone", "Rôle": "role", "Statut": "status", "Date d’adhésion": "joined_on",
        "N° licence": "national_id", "Langue": "language", "Remarques": "note", "Cotisation": "",
    },
    "nl": {
        "Lidnr.": "external_id", "Voornaam": "first_name", "Achternaam": "last_name", "Bijnaam": "nickname",
        "E-mailadres": "email", "Mobiel": "phone", "Rol": "role", "Status": "status", "Lid sinds": "joined_on",
        "NBB-nummer": "national_id", "Taal": "language", "Opmerkingen": "note", "Contributie": "",
    },
}  # fmt: skip
WORDS = {
    "de": ["Schreiberin", "aktiv", "21.11.2026"],
    "fr": ["marqueuse", "Actif", "21/11/2026"],
    "nl": ["Schrijver", "actief", "21-11-2026"],
}


def meanings(*headings: str) -> dict[str, str]:
    return {
        column.heading: column.meaning
        for column in columns_of(headings, chosen={}, remembered={})
    }


@pytest.mark.parametrize("language", GOLDEN)
def test_headings_of_a_club_s_list_are_known(language):
    assert meanings(*GOLDEN[language]) == GOLDEN[language]


@pytest.mark.parametrize("language", OWN)
def test_what_the_page_calls_a_column_is_known_as_its_heading(language):
    with override(language):
        named = {
            str(words).partition(":")[0].strip(): meaning
            for meaning, words in MEANINGS.items()
        }
    for words, meaning in named.items():
        assert meanings(words) == {words: meaning}


@pytest.mark.parametrize("language", OWN)
def test_what_the_page_calls_a_role_or_a_status_is_read_as_it(language):
    with override(language):
        assert [role_named(role.words) for role in GIVEN_BY_LISTS] == list(
            GIVEN_BY_LISTS
        )
        statuses = [gettext("active"), gettext("guest"), gettext("former")]
    assert list(map(status_named, statuses)) == ["active", "guest", "former"]


def test_every_language_of_the_pages_has_its_words():
    every = {code.partition("-")[0] for code in OWN}
    assert [set(HEADINGS), set(STATUSES), set(ROLES)] == [every, every, every - {"en"}]


HEADINGS_AND_SECOND_CHOICES = {**HEADINGS, "second": SECOND_CHOICES}


@pytest.mark.parametrize("tables", [HEADINGS_AND_SECOND_CHOICES, ROLES, STATUSES])
def test_a_word_means_the_same_in_every_language(tables):
    found: dict[str, set[str]] = {}
    for table in tables.values():
        for meaning, words in table.items():
            for word in words.split():
                assert plain_key(word) == word
                found.setdefault(letters_of(word), set()).add(str(meaning))
    assert {word: meant for word, meant in found.items() if len(meant) > 1} == {}


@pytest.mark.parametrize("name", ["Name", "Nom", "Naam"])
def test_a_name_alone_is_both_and_beside_a_first_name_the_surname(name):
    first = {"Name": "Vorname", "Nom": "Prénom", "Naam": "Voornaam"}[name]
    assert (meanings(name), meanings(name, first)) == (
        {name: "name"},
        {name: "last_name", first: "first_name"},
    )


@pytest.mark.parametrize("language", GOLDEN)
@pytest.mark.parametrize("made", ["csv", "xlsx", "ods"])
@pytest.mark.django_db
def test_a_whole_list_is_imported_from_each_kind_of_file(office, language, made):
    values = [
        "0042",
        "Käthe",
        "Müller",
        "Kä",
        "k@club.example",
        "030 1",
        *WORDS[language],
        "7",
        "de",
        "x",
        "",
    ]
    rows = [list(GOLDEN[language]), values]
    if made == "csv":
        content = "\n".join(";".join(each) for each in rows).encode()
    elif made == "xlsx":
        content = xlsx(Liste=rows)
    else:
        content = ods(
            {"Liste": "".join(row(*(cell(text) for text in each)) for each in rows)}
        )
    answer = office.post(
        "/members/import/", {"file": SimpleUploadedFile(f"liste.{made}", content)}
    )
    office.post(
        "/members/import/", answer.context["again"] | {"overwrite": "", "import": "yes"}
    )
    found = Member.objects.get(name="Käthe Müller")
    assert (found.external_id, found.nickname, found.email, found.phone, found.role, found.national_id, found.note) == (
        "0042", "Kä", "k@club.example", "030 1", Role.SCORER, "7", "x",
    )  # fmt: skip
    assert found.joined_at.date().isoformat() == "2026-11-21"


@pytest.mark.parametrize(
    ("language", "problems"),
    [
        ("en-gb", ["B2: The status is one of active, guest, former, not “tot”.",
                   "C2: The role is one of watcher, player, scorer, admin, not “Inhaber”."]),
        ("de", ["B2: Der Status ist einer von aktiv, Gast, ehemalig, nicht „tot“.",
                "C2: Die Rolle ist eine von Zuschauer, Spieler, Schreiber, Admin, nicht „Inhaber“."]),
    ],
)  # fmt: skip
@pytest.mark.django_db
def test_what_would_be_right_is_said_in_the_reader_s_language(language, problems, ruth):
    with override(language):
        rows = read_list("Name;Status;Rolle\nRita Abel;tot;Inhaber\n")
        (outcome,) = plan_import(rows=rows, overwrite=False, by=ruth).outcomes
    assert list(outcome.problems) == problems


@pytest.mark.django_db
def test_a_guest_needs_one_name_in_every_language(ruth):
    rows = read_list("Prénom;Nom;Statut\nKarl;;Invité\n")
    (outcome,) = plan_import(rows=rows, overwrite=False, by=ruth).outcomes
    assert (outcome.problems, outcome.values["is_guest"]) == ((), True)
