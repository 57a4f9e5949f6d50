"""The page that opens a session: its number of tables, the plans that fit, and the choice of a plan."""

from uuid import uuid4

import pytest
from django.test import Client

from clubscore.duplicate.director.opening.offers import offers
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.lineup import line_up
from clubscore.duplicate.session.loading import load
from scoring.errors import InvalidMovement
from tests.duplicate.late_changes import organiser
from tests.factories import member

pytestmark = pytest.mark.django_db

NUMBERS = {
    "tables": "9½",
    "boards": "27",
    "begins": "19:30",
    "minutes": "7",
    "sections": "1",
}


@pytest.fixture
def ruth_signed_in() -> Client:
    client = Client()
    client.force_login(member("Ruth"))
    return client


def chosen(**changes: str) -> dict[str, str]:
    choice = {
        "name": "Thursday pairs",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "key": str(uuid4()),
    }
    return NUMBERS | choice | changes


def test_nine_and_a_half_tables_and_27_boards_have_plans_best_first(ruth_signed_in):
    page = ruth_signed_in.get("/duplicate/opening/", NUMBERS)
    text = page.content.decode()
    assert page.status_code == 200
    costs = [offer.first.cost for _, offer, _ in page.context["choices"]]
    assert costs == sorted(costs) and len(costs) > 2
    assert "balance" in text and "sits out" in text


@pytest.mark.parametrize("tables", ["9½", "9.5", "9,5", "9 1/2", " 9½ "])
def test_half_a_table_is_written_in_many_ways(ruth_signed_in, tables):
    page = ruth_signed_in.get("/duplicate/opening/", NUMBERS | {"tables": tables})
    assert page.context["field_form"].cleaned_data["tables"] == 19


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("tables", "many", "Write the tables as a number"),
        ("tables", "1", "from 4 to 120 pairs"),
        ("boards", "1", "greater than or equal to 2"),
        ("boards", "99", "No plan has about as many boards"),
        ("sections", "4", "too few for 4 sections"),
    ],
)
def test_numbers_that_no_plan_has_are_refused_and_stay_as_they_were_typed(
    ruth_signed_in, field, value, words
):
    numbers = NUMBERS | {"tables": "3"} | {field: value}
    page = ruth_signed_in.get("/duplicate/opening/", numbers)
    assert words in page.content.decode().replace("&#x27;", "'")
    assert f'value="{value}"' in page.content.decode()
    assert page.status_code == 422 or page.context["form"] is None


def test_a_plan_that_was_shown_is_opened_and_directed_by_who_chose_it(ruth_signed_in):
    shown = ruth_signed_in.get("/duplicate/opening/", NUMBERS).context["choices"]
    offer = shown[1][1]
    answer = ruth_signed_in.post(
        "/duplicate/opening/", chosen(plan=offer.key, scoring="butler", leads="asked")
    )
    session = Session.objects.get()
    assert answer.url == f"/duplicate/{session.pk}/director/"
    assert (session.director.name, session.leads, session.contest_rules.scoring) == (
        "Ruth",
        "asked",
        "butler",
    )
    assert load(session.pk).sections[0].movement == offer.first.movement
    assert session.starts_at is not None


def test_79c1_an_organiser_who_opens_sets_the_periods_and_another_member_gets_the_usual(
    ruth_signed_in,
):
    shown = ruth_signed_in.get("/duplicate/opening/", NUMBERS)
    assert shown.context["periods_form"] is None
    sent = chosen(plan=shown.context["choices"][0][1].key)
    periods = {"correction_minutes": "1440", "appeal_minutes": "60"}
    ruth_signed_in.post("/duplicate/opening/", sent | periods)
    opened = Session.objects.get()
    assert (opened.correction_minutes, opened.appeal_minutes) == (30, 30)
    olga = Client()
    olga.force_login(organiser("Olga"))
    sent |= {"name": "Another", "key": uuid4()}
    short = periods | {"appeal_minutes": "20"}
    assert olga.post("/duplicate/opening/", sent | short).status_code == 409
    olga.post("/duplicate/opening/", sent | periods)
    opened = Session.objects.get(name="Another")
    assert (opened.correction_minutes, opened.appeal_minutes) == (1440, 60)


@pytest.mark.parametrize(
    "changes", [{"plan": ""}, {"plan": "howell-3x99"}, {"name": ""}, {"tables": "x"}]
)
def test_a_choice_that_is_none_opens_nothing(ruth_signed_in, changes):
    answer = ruth_signed_in.post(
        "/duplicate/opening/", chosen(**({"plan": "mitchell-9x3"} | changes))
    )
    assert answer.status_code == 422
    assert not Session.objects.exists()


def test_the_name_of_another_session_today_is_refused_at_its_field(ruth_signed_in):
    key = (
        ruth_signed_in.get("/duplicate/opening/", NUMBERS).context["choices"][0][1].key
    )
    ruth_signed_in.post("/duplicate/opening/", chosen(plan=key))
    answer = ruth_signed_in.post("/duplicate/opening/", chosen(plan=key))
    assert answer.status_code == 409
    assert answer.context["form"].errors["name"] == [
        "Another session of this day has this name: choose another name."
    ]


def test_sections_of_unequal_size_play_as_many_rounds_and_boards():
    for offer in offers(19, 24, sections=2, minutes_a_board=7, minutes_a_change=2):
        shapes = {
            (fit.movement.rounds, fit.boards_a_round, fit.movement.winners)
            for fit in offer.fits
        }
        assert len(shapes) == 1
        assert [len(fit.movement.entries) for fit in offer.fits] == [10, 9]


def test_too_few_pairs_for_the_sections_are_refused():
    with pytest.raises(InvalidMovement, match="7 pairs are too few for 2 sections"):
        offers(7, 24, sections=2, minutes_a_board=7, minutes_a_change=2)


def test_a_web_says_how_many_copies_of_the_boards_it_needs(ruth_signed_in):
    page = ruth_signed_in.get(
        "/duplicate/opening/", NUMBERS | {"tables": "16", "boards": "26"}
    )
    first = page.context["choices"][0][1]
    assert (first.key, first.sharing_in_words) == (
        "web-mitchell-13x2",
        "2 copies of the boards",
    )


def test_seven_rounds_of_three_stand_beside_six_of_four(ruth_signed_in):
    page = ruth_signed_in.get(
        "/duplicate/opening/", NUMBERS | {"tables": "7", "boards": "24"}
    )
    keys = [offer.key for _, offer, _ in page.context["choices"]]
    assert keys[0] == "mitchell-6x4"
    assert "mitchell-7x3" in keys
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("plan", ["web-mitchell-13x2", "mitchell-with-a-skip-13x2"])
def test_a_web_is_opened_and_no_table_is_told_that_it_shares(ruth_signed_in, plan):
    numbers = {"tables": "16", "boards": "26", "plan": plan}
    ruth_signed_in.post("/duplicate/opening/", chosen(**numbers))
    session = Session.objects.get()
    state = load(session.pk)
    (section,) = line_up(state, 1)
    assert {table.shared_with for table in section.tables} == {""}
    assert state.sections[0].movement.copies == (2 if plan[0] == "w" else 1)
