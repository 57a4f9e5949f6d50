"""The club's practice: /duplicate/practice/, the choice of a session, and what the results say."""

import pytest
from django.test import Client

from clubscore.duplicate.models import PracticeChoice, Session
from clubscore.duplicate.results.practices.queries import current_practice
from clubscore.duplicate.results.practices.services import choose_practice
from clubscore.duplicate.results.practices.words import practice_in_words
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, entries_of, newest_keys
from clubscore.refusals import Refused
from scoring.contest.practices import PRACTICES
from scoring.contest.rules import ContestRules
from tests.duplicate.published import played, published
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db

PAGE = "/duplicate/practice/"
OPENING = {
    "form": "pairs",
    "tables": "4",
    "boards": "14",
    "minutes": "7",
    "sections": "1",
}


def signed_in(who):
    client = Client()
    client.force_login(who)
    return client


@pytest.fixture
def office():
    return signed_in(member("Sam", role=Role.ADMIN))


def opened_with(client, **choices):
    """Open a session on the page of the opening, with these choices beside the usual ones, and return it."""
    page = client.get("/duplicate/opening/", OPENING)
    form = page.context["form"]
    plan = form.fields["plan"].choices[0][0]
    fields = {
        **OPENING,
        "name": "Thursday pairs",
        "scoring": "matchpoints",
        "leads": "off",
        "law": "2017",
        "plan": plan,
        "key": str(form.initial["key"]),
    }
    answer = client.post("/duplicate/opening/", fields | choices)
    assert answer.status_code == 302, answer.context["form"].errors
    return Session.objects.get()


def test_a_club_that_has_chosen_nothing_scores_as_the_world_does():
    assert current_practice() == ("wbf", PRACTICES["wbf"])


def test_an_admin_chooses_a_practice_and_the_audit_and_the_page_say_who(office):
    answer = office.post(PAGE, {"practice": "polish"}, follow=True)
    assert current_practice() == ("polish", PRACTICES["polish"])
    assert "Sam" in answer.content.decode()
    keys = newest_keys(AuditFilter(kind="duplicate"), count=1)
    description = entries_of(keys)[0].description
    assert description.words == "chose how duplicate is scored: Polish (PZBS)"
    assert description.after["comparison_cap"] == "17"


def test_the_same_practice_again_writes_nothing(office):
    for _ in range(2):
        office.post(PAGE, {"practice": "acbl"})
    assert PracticeChoice.objects.count() == 1


def test_the_clubs_own_practice_has_the_conventions_that_were_chosen(office):
    office.post(PAGE, {"practice": "own", "short_boards": "none", "trim": "0"})
    name, conventions = current_practice()
    assert name == "own"
    assert conventions["short_boards"] == "none"
    assert conventions["trim"] == "0"
    assert conventions["rounding"] == "exact"


def test_a_convention_that_is_younger_than_the_clubs_choice_has_its_usual_value(
    office,
):
    PracticeChoice.objects.create(
        practice="own",
        conventions={"average_plus": "flat"},
        chosen_by=member("Ruth"),
        chosen_at=NOON,
    )
    session = opened_with(office)
    assert session.contest_rules.average_plus == "flat"
    assert session.contest_rules.small_groups == "third"


def test_a_convention_that_does_not_exist_is_refused_on_the_page(office):
    answer = office.post(PAGE, {"practice": "own", "trim": "half"})
    assert answer.status_code == 422
    assert not PracticeChoice.objects.exists()


def test_a_practice_that_does_not_exist_is_refused():
    with pytest.raises(Refused, match="There is no practice martian"):
        choose_practice(practice="martian", conventions={}, by=member("Sam"), now=NOON)


def test_a_session_is_opened_with_the_practice_of_the_club_and_keeps_it(office):
    office.post(PAGE, {"practice": "polish"})
    session = opened_with(office, scoring="cross-imps")
    office.post(PAGE, {"practice": "acbl"})
    session.refresh_from_db()
    assert session.contest_rules.comparison_cap == "17"
    assert practice_in_words(session.contest_rules).name == "Polish (PZBS)"


def test_a_session_can_be_opened_with_another_practice(office):
    session = opened_with(office, practice="french")
    assert session.contest_rules.rounding == "tenth-half-up"
    assert session.contest_rules.scoring == "matchpoints"


def test_a_session_can_be_opened_with_the_clubs_own_practice(office):
    office.post(PAGE, {"practice": "own", "average_plus": "flat"})
    session = opened_with(office, practice="own")
    assert session.contest_rules.average_plus == "flat"
    assert practice_in_words(session.contest_rules).name == "the club’s own"


def test_the_results_say_by_which_practice_they_were_scored(office):
    session = played(member("Ruth"))
    published(session)
    html = office.get(f"/duplicate/{session.pk}/results/").content.decode()
    assert "Practice: World and English Bridge (WBF, EBU)" in html
    assert "How is an award rounded?" in html
    assert "Butler" not in html


def test_only_the_conventions_that_matter_are_said():
    teams = ContestRules(scoring="team-imps", matches="vp", victory_point_scale="whole")
    questions = [each.question for each in practice_in_words(teams).conventions]
    assert questions == [
        "What is an average plus?",
        "How are ties broken?",
        "By which scale do IMPs become victory points?",
    ]


def test_who_is_no_admin_may_not_choose():
    player = signed_in(member("Edda", role=Role.PLAYER))
    assert player.get(PAGE).status_code == 403
    assert player.post(PAGE, {"practice": "polish"}).status_code == 403
    assert not PracticeChoice.objects.exists()
