"""A browser on the real server: `open_page("/", member=ruth)` opens a page as Ruth sees it.

An error in the console of a page fails the test; so does anything that the Content-Security-Policy refuses. The pages
of a failed test are photographed into .cache/e2e/.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import ConsoleMessage

from scoring import Seat
from tests.collected import collected
from tests.e2e.browser import BrowserThread, StandIn, be_patient
from tests.factories import four
from tests.live_server import AsgiServer

HERE = Path(__file__).resolve().parent
PICTURES = HERE.parent.parent / ".cache" / "e2e"
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
OUTCOME = pytest.StashKey[pytest.TestReport]()
# A form that is refused, or that came second, answers with these; the console reports them as failures to load.
ORDINARY = re.compile(r"status of (409|422)")

PATIENCE = 20_000  # milliseconds: a busy machine is no failure; what must be quick says so itself

# Of a new window: each would fetch the files of the program once more.
KEPT_OFF = {"service_workers": "block"}

OpenPage = Callable[..., Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.stash[OUTCOME] = report
    return report


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium. Raises RuntimeError if there is none."""
    path = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM)), None
    )
    if path is None:
        raise RuntimeError(
            "No Chromium in PATH: name one in CHROMIUM, or run `make test`, which finds or installs one."
        )
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[BrowserThread]:
    be_patient(PATIENCE)
    browser = BrowserThread(chromium)
    yield browser
    browser.stop()


@pytest.fixture(scope="module", autouse=True)
def bundles(django_test_environment: None) -> Iterator[None]:
    """Serve the bundled static files, as members get them: a page then asks for two files, not for forty."""
    with collected():
        yield


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    """Yield the address of a server of the whole application, pages and event streams, on the test's database."""
    server = AsgiServer()
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
def players(transactional_db: None) -> dict[Seat, Any]:
    """Make Anna, Ben, Cleo and Dan, and return them by their seats."""
    return four()


@pytest.fixture
def expected_errors() -> list[str]:
    """Return a list to which a test adds parts of the console errors that it causes, as "ERR_INTERNET_DISCONNECTED"."""
    return []


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest,
    browser: BrowserThread,
    server: str,
    expected_errors: list[str],
    day_of_the_run: datetime | None,
) -> Iterator[OpenPage]:
    """Return a function that opens a path in a new browser.

    For example `open_page("/tables/1/", member=anna, width=360, scripts=False)`. Without a path the page is empty, for
    `each_look`. Further keyword arguments are Playwright's for a new context (`color_scheme="dark"`,
    `reduced_motion="reduce"`).
    """
    pages: list[StandIn] = []
    errors: list[str] = []

    def open_page(
        path: str = "",
        *,
        member: Any = None,
        width: int = 1280,
        height: int = 800,
        scripts: bool = True,
        **context: Any,
    ) -> Any:
        window = browser.stand_in(browser.browser).new_context(
            base_url=server,
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            **KEPT_OFF | context,
        )
        window.set_default_timeout(PATIENCE)
        if member is not None:
            window.add_cookies([cookie_of(member, server)])
        page = window.new_page()
        if day_of_the_run and scripts:
            page.clock.set_system_time(day_of_the_run)
        keep_errors(page, errors)
        pages.append(page)
        if path:
            page.goto(path)
        return page

    yield open_page
    close(pages, request.node)
    assert [text for text in errors if not is_expected(text, expected_errors)] == []


def keep_errors(page: StandIn, errors: list[str]) -> None:
    """From now on, add each error in the console of the page and each uncaught error of its scripts to `errors`."""
    page.on(
        "console",
        lambda message: (
            errors.append(told_by(message)) if message.type == "error" else None
        ),
    )
    page.on("pageerror", lambda error: errors.append(str(error)))


def close(pages: list[StandIn], test: pytest.Item) -> None:
    """Close the windows of these pages; if the test failed, first save a screenshot of each."""
    report = test.stash.get(OUTCOME, None)
    for number, page in enumerate(pages, start=1):
        if page.is_closed():
            continue
        if report is not None and report.failed:
            page.screenshot(path=PICTURES / f"{test.name}-{number}.png", full_page=True)
        page.context.close()


def told_by(message: ConsoleMessage) -> str:
    return f"{message.text} ({message.location['url']})"


def is_expected(text: str, expected: list[str]) -> bool:
    return bool(ORDINARY.search(text)) or any(part in text for part in expected)


def cookie_of(member: Any, server: str) -> dict[str, str]:
    """Return the cookie by which a browser on this server is signed in as this member."""
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": session_of(member), "url": server}


def session_of(member: Any) -> str:
    """Sign this member in, and return the value of the session cookie."""
    client = Client()
    client.force_login(member)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def obstacles(browser: BrowserThread) -> Callable[[StandIn], list[str]]:
    """Return a function that lists what axe finds to keep people from using a page: `assert obstacles(page) == []`."""

    def obstacles(page: StandIn) -> list[str]:
        script = "axe" if page.evaluate("'axe' in window") else AXE_SCRIPT
        found = browser.run(lambda: Axe(script).run(page.real)).response["violations"]
        return [
            f"{node['html']} {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]

    return obstacles
