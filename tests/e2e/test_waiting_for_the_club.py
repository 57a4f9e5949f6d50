"""A browser that waits while the club is being restored: it never shows its own page of a refused connection."""

import pytest

from clubscore.members.roles import Role
from clubscore.restoring.waiting_page import waiting_page
from clubscore.upkeep.restarting import WATCHED
from tests.e2e.browser import expect
from tests.e2e.conftest import OpenPage
from tests.factories import member
from tests.server_process import free_port

pytestmark = pytest.mark.django_db

RESTORED = "The club is being restored"
TWO_ROUNDS = 9_000  # milliseconds


@pytest.fixture
def port(settings) -> int:
    settings.HOST, settings.PORT = "127.0.0.1", free_port()
    return settings.PORT


def test_a_page_that_waits_outlives_the_seconds_without_a_server(
    port: int, open_page: OpenPage, expected_errors: list[str]
):
    expected_errors += ["net::ERR_CONNECTION_REFUSED", "503 (Service Unavailable)"]
    page = open_page()
    with waiting_page():
        page.goto(f"http://127.0.0.1:{port}/ledger/")
        expect(page.locator("h1")).to_have_text(RESTORED)
    page.wait_for_timeout(TWO_ROUNDS)
    expect(page.locator("h1")).to_have_text(RESTORED)
    assert page.url == f"http://127.0.0.1:{port}/ledger/"


def test_it_goes_on_by_itself_when_the_club_answers_again(
    port: int, open_page: OpenPage, expected_errors: list[str]
):
    expected_errors += ["net::ERR_CONNECTION_REFUSED", "503 (Service Unavailable)"]
    page = open_page()
    with waiting_page():
        page.goto(f"http://127.0.0.1:{port}/sign-in/")
        expect(page.locator("h1")).to_have_text(RESTORED)
    page.wait_for_timeout(TWO_ROUNDS)
    page.route(
        "**/sign-in/",
        lambda route: route.fulfill(
            status=200, content_type="text/html", body="<h1>Sign in</h1>"
        ),
    )
    expect(page.locator("h1")).to_have_text("Sign in")


def test_the_page_of_a_new_start_leads_back_when_the_club_answers_and_not_before(
    transactional_db: None,
    open_page: OpenPage,
    expected_errors: list[str],
    settings,
    monkeypatch,
    tmp_path,
):
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv(WATCHED, "1")
    for name in ("HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)
    expected_errors += ["net::ERR_FAILED"]
    answers = ["away", "away", "away"]

    def answer(route) -> None:
        if answers:
            answers.pop()
            route.abort()
        else:
            route.fulfill(status=200, body="ok")

    page = open_page("/office/phones/", member=member("Ruth", role=Role.ADMIN))
    page.route("**/healthz", answer)
    page.get_by_role("button", name="Let phones in").click()
    expect(page.locator("h1")).to_have_text("Clubscore restarts")
    expect(page.locator("h1")).to_have_text("Phones")
    assert answers == []
