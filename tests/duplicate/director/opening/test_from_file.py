"""A session whose movement comes from a file: checked, shown as a plan, and opened as any other."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from clubscore.duplicate.director.opening.from_file import (
    MOST_CHARACTERS,
    MovementFileForm,
)
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from scoring.movements.check import check
from scoring.movements.howell import three_quarter_howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell, web
from scoring.movements.teams import teams
from scoring.text.movement_lines import movement_lines
from scoring.text.triples_file import triples_lines
from tests.factories import member

pytestmark = pytest.mark.django_db

PAGE = "/duplicate/opening/"


@pytest.fixture
def ruth_signed_in() -> Client:
    client = Client()
    client.force_login(member("Ruth"))
    return client


def file_of(movement, boards=3) -> str:
    return "\n".join(movement_lines(movement, boards))


def pasted(text: str, tables: str = "5", **changes: str) -> dict[str, str]:
    """The fields of the form for a movement from a file, with a pasted text."""
    fields = {"own-text": text, "own-tables": tables, "own-minutes": "7"}
    return fields | {f"own-{name}": value for name, value in changes.items()}


def kept(page) -> dict[str, str]:
    """The fields that the form with the plan sends along."""
    return dict(page.context["file_form"].kept)


def chosen(page, **changes: str) -> dict[str, str]:
    choice = {
        "name": "Thursday pairs",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "key": str(uuid4()),
        "plan": page.context["choices"][0][1].key,
    }
    return kept(page) | choice | changes


@pytest.mark.parametrize(
    ("movement", "tables", "scoring"),
    [
        (mitchell(5, switch=1), "5", "matchpoints"),
        (web(14), "14", "matchpoints"),
        (three_quarter_howell(7), "7", "butler"),
        (mitchell(5).without(10), "4½", "matchpoints"),
        (individual(8), "2", "matchpoints"),
        (teams(5), "5", "vp"),
    ],
)
def test_a_movement_from_a_file_is_shown_and_opened_as_it_stands_there(
    ruth_signed_in, movement, tables, scoring
):
    page = ruth_signed_in.post(PAGE, pasted(file_of(movement), tables))
    assert page.status_code == 200
    ((_, offer, _),) = page.context["choices"]
    assert (offer.first.movement, offer.first.boards_a_round) == (movement, 3)
    assert not Session.objects.exists()
    answer = ruth_signed_in.post(PAGE, chosen(page, scoring=scoring))
    session = Session.objects.get()
    assert answer.url == f"/duplicate/{session.pk}/director/"
    assert load(session.pk).sections[0].movement == movement
    assert session.sections.get().plans.get().name == "Movement from a file"
    assert session.boards_a_round == 3


def test_the_form_with_the_plan_sent_twice_opens_one_session(ruth_signed_in):
    page = ruth_signed_in.post(PAGE, pasted(file_of(mitchell(5))))
    sent = chosen(page)
    urls = {ruth_signed_in.post(PAGE, sent).url for _ in range(2)}
    assert len(urls) == 1
    assert Session.objects.count() == 1


def test_an_uploaded_file_of_triples_gives_its_title_and_its_boards(ruth_signed_in):
    lines = triples_lines(mitchell(5), 4, "Our <five> tables")
    file = SimpleUploadedFile("own.txt", "\r\n".join(lines).encode("utf-8-sig"))
    page = ruth_signed_in.post(PAGE, pasted("", begins="19:30") | {"own-file": file})
    offer = page.context["choices"][0][1]
    assert (offer.first.name, offer.first.boards) == ("Our <five> tables", 20)
    text = page.content.decode()
    assert "Our &lt;five&gt; tables" in text and "<five>" not in text
    ruth_signed_in.post(PAGE, chosen(page))
    session = Session.objects.get()
    assert session.sections.get().plans.get().name == "Our <five> tables"
    assert session.starts_at is not None


def test_the_pair_that_is_missing_is_put_where_that_saves_sharing(ruth_signed_in):
    shared = file_of(mitchell(8, even="share"))
    page = ruth_signed_in.post(PAGE, pasted(shared, "7½"))
    offer = page.context["choices"][0][1]
    assert (offer.is_shared, offer.sits_out, len(offer.first.movement.entries)) == (
        False,
        3,
        15,
    )


def test_breaches_are_told_in_words_with_their_place_and_nothing_is_opened(
    ruth_signed_in,
):
    text = file_of(mitchell(5)).replace("\n3 2 2 10 4", "\n3 2 2 7 4")
    page = ruth_signed_in.post(PAGE, pasted(text))
    assert page.status_code == 422
    errors = page.context["file_form"].errors["text"]
    assert list(errors) == [
        "Line 13: Round 3, table 2: pairs 2 and 7 meet again, after round 1 (M2)",
        "Line 13: Round 3, table 2: pair 7 plays set 4 again, after round 2 (M3)",
        "Line 15: Round 3, table 4: pair 7 is at table 2 too (M1)",
    ]
    assert page.context["form"] is None
    assert "<details open>" in page.content.decode()


def test_of_many_breaches_the_first_are_told_and_the_number_of_the_others(
    ruth_signed_in,
):
    text = file_of(mitchell(9, rounds=9)).replace(" 10 ", " 11 ")
    page = ruth_signed_in.post(PAGE, pasted(text, "8½"))
    errors = page.context["file_form"].errors["text"]
    assert len(errors) == 9
    assert errors[-1].endswith("more rules are broken.")


@pytest.mark.parametrize(
    ("text", "tables", "words"),
    [
        ("1 1 1 6 1\n1 2 x 7 2", "5", "Line 2, column 5: An entry, or - for nobody,"),
        ("hello", "5", "Line 1, column 1: A file begins with"),
        ("# nothing", "5", "Line 1, column 1: A movement has at least one row"),
        (file_of(mitchell(5)), "6", "This movement is for 10 pairs, and you have 12."),
        (file_of(mitchell(5)), "4", "This movement is for 10 pairs, and you have 8."),
        (file_of(teams(5)), "6", "This movement is for 5 teams, and you have 6."),
        (file_of(individual(8)), "3", "This movement is for 8 players, and you have 12."),
        (file_of(mitchell(5), 0), "5", "Write how many boards a round has, from 1 to 12."),
        (file_of(mitchell(5), 13), "5", "Write how many boards a round has, from 1 to 12."),
        (file_of(mitchell(5)).replace("\n2 ", "\n9 "), "5", "Round 2 has no table."),
        ("movement swiss pairs\n1 1 1 2 1\n1 2 3 4 1 shared", "2", "A Swiss is drawn"),
        ("1 61 1 2 1", "1", "A movement has at most 60 tables"),
        (f"movement {'x' * 41} pairs\n1 1 1 2 1", "1", "and a short name"),
        ("", "5", "Choose a file or paste its text: one of the two."),
        ("x" * (MOST_CHARACTERS + 1), "5", "at most 40000 characters"),
        ("1 1 1 6 1\0", "5", "Null characters are not allowed"),
        (file_of(mitchell(5)), "many", "Write the tables as a number"),
    ],
)  # fmt: skip
def test_what_is_no_movement_for_these_tables_is_refused_in_words(
    ruth_signed_in, text, tables, words
):
    page = ruth_signed_in.post(PAGE, pasted(text, tables))
    assert page.status_code == 422
    told = [
        str(error)
        for errors in page.context["file_form"].errors.values()
        for error in errors
    ]
    assert any(words in error for error in told), told
    assert page.context["form"] is None
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (file_of(mitchell(5)).encode("utf-16"), "This file is no text in UTF-8"),
        (b"1 1 1 6 1\0\n", "This file is no text in UTF-8"),
        (b"# caf\xe9\n1 1 1 6 1\n", "This file is no text in UTF-8"),
        (b"1" * (MOST_CHARACTERS + 1), "The text has more than 40000 characters."),
        (b"", "The submitted file is empty."),
    ],
)
def test_a_file_that_is_no_plain_text_is_refused(ruth_signed_in, content, words):
    file = SimpleUploadedFile("own.txt", content)
    page = ruth_signed_in.post(PAGE, pasted("") | {"own-file": file})
    assert page.status_code == 422
    assert words in str(page.context["file_form"].errors["file"])


def test_a_file_and_a_text_at_once_are_refused(ruth_signed_in):
    text = file_of(mitchell(5))
    file = SimpleUploadedFile("own.txt", text.encode())
    page = ruth_signed_in.post(PAGE, pasted(text) | {"own-file": file})
    assert page.status_code == 422
    assert page.context["file_form"].non_field_errors() == [
        "Choose a file or paste its text: one of the two."
    ]


def test_a_plan_form_whose_file_was_changed_to_a_broken_one_opens_nothing(
    ruth_signed_in,
):
    page = ruth_signed_in.post(PAGE, pasted(file_of(mitchell(5))))
    sent = chosen(page) | {"own-text": "1 1 1 1 1"}
    assert ruth_signed_in.post(PAGE, sent).status_code == 422
    sent = chosen(page, plan="mitchell-5x3")
    assert ruth_signed_in.post(PAGE, sent).status_code == 422
    assert not Session.objects.exists()


def test_a_name_that_is_taken_is_refused_at_its_field_and_the_movement_stays(
    ruth_signed_in,
):
    page = ruth_signed_in.post(PAGE, pasted(file_of(mitchell(5))))
    ruth_signed_in.post(PAGE, chosen(page))
    answer = ruth_signed_in.post(PAGE, chosen(page))
    assert answer.status_code == 409
    assert "name" in answer.context["form"].errors
    assert len(answer.context["choices"]) == 1


def test_what_the_file_allows_against_the_rules_is_told(ruth_signed_in):
    rows = [
        "1 1 1 3 1",
        "1 2 2 4 2",
        "2 1 1 3 3",
        "2 2 2 - 4",
        "3 1 1 3 5",
        "3 2 2 - 6",
    ]
    heading = "movement own pairs boards=3 replays sits-twice"
    page = ruth_signed_in.post(PAGE, pasted("\n".join([heading, *rows]), "2"))
    assert page.status_code == 200
    text = page.content.decode()
    assert "The file lets the same opponents meet again." in text
    assert "The file lets somebody sit out more than once." in text


WORDS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "9",
        "999",
        "1000",
        "-",
        "x",
        "shared",
        "turned",
        "stay",
        '"',
        "½",
        "#",
    ]
)
LINES = file_of(mitchell(3)).splitlines()
TRIPLES = [*triples_lines(mitchell(3), 2, "Three tables")]


@given(st.sampled_from([LINES, TRIPLES]), st.data())
def test_a_file_with_any_word_changed_is_a_plan_that_keeps_the_rules_or_is_refused(
    lines, data
):
    number = data.draw(st.integers(0, len(lines) - 1))
    words = lines[number].replace(",", " , ").split()
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(WORDS)
    text = "\n".join([*lines[:number], " ".join(words), *lines[number + 1 :]])
    form = MovementFileForm(pasted(text, "3"))
    if form.is_valid():
        assert check(form.offer.first.movement) == ()
        assert len(form.offer.first.movement.entries) == 6
    else:
        assert form.errors


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    form = MovementFileForm(pasted(text, "3"))
    assert form.is_valid() or form.errors
