"""Take the screenshots of docs/ with one command, `make pictures`: a tour of a demonstration club made for it.

The club is served from .cache/pictures as `make run` serves it. Its secretary and a player look at it in a headless
Chromium.
"""

import io
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
DATA = ROOT / ".cache" / "pictures"
PATIENCE = 600  # seconds, until a slow computer has made its club
COLOURS = 128
PHONE, DESK = 390, 1200

LIST = "Member;E-mail\nNora Field;nora@club.example\nIvo;ivo@club.example\nNora Field;nora@club.example\n"


# The secretary directs tonight's duplicate; the other plays in it.
SECRETARY, PLAYER = (
    "ruth",
    "edda",
)


class Picture(NamedTuple):
    """A screenshot to take: the address to open, the links to follow from there, and the window size and
    colour scheme. With a `height` of 0 the screenshot shows the whole page.
    """

    name: str
    address: str
    links: tuple[str, ...] = ()
    width: int = DESK
    height: int = 0
    is_dark: bool = False
    is_printed: bool = False
    by: str = SECRETARY


TABLE = '#live a[href^="/tables/"]'
EVENING = 'tbody a[href^="/evenings/20"]'
SETTLEMENT = 'tbody a[href^="/settlements/"]'
RUBBER = 'main a[href^="/rubbers/"]'
ABOUT, MEMBER = 'tbody a[href*="about="]', '#about-row .book-foot a[href^="/members/"]'
OTHER_TABLES = (
    'a[href$="/director/"]',
    "a.direct-slot",
    'a:has-text("The board at other tables")',
)
TONIGHT, PLAYED = 'main a:has-text("Club pairs")', 'main a:has-text("Open pairs")'
TOUR = (
    Picture("room", "/", height=720),
    Picture("room-phone", "/", (), PHONE, 844, by=PLAYER),
    Picture("table-desktop", "/", (TABLE,)),
    Picture("table-phone", "/", (TABLE,), PHONE, 844),
    Picture("table-tablet", "/", (TABLE,), 820, 1180),
    Picture("sheet-end", "/evenings/", (EVENING, RUBBER)),
    Picture("sheet-print", "/evenings/", (EVENING, RUBBER), is_printed=True),
    Picture("wall", "/wall/", height=675),
    Picture(
        "duplicate-director",
        "/duplicate/",
        (TONIGHT, 'a[href$="/director/"]'),
        height=860,
    ),
    Picture(
        "duplicate-phone",
        "/duplicate/",
        (TONIGHT, 'a[href$="/table/"]'),
        PHONE,
        844,
        by=PLAYER,
    ),
    Picture(
        "duplicate-phone-dark",
        "/duplicate/",
        (TONIGHT, 'a[href$="/table/"]'),
        PHONE,
        844,
        is_dark=True,
        by=PLAYER,
    ),
    Picture(
        "duplicate-ranking", "/duplicate/", (PLAYED, 'a[href$="/ranking/"]'), height=900
    ),
    Picture("duplicate-traveller", "/duplicate/", (PLAYED, *OTHER_TABLES), height=900),
    Picture("evening-print", "/evenings/", (EVENING,), 1040, is_printed=True),
    Picture("evening-phone", "/evenings/", (EVENING,), PHONE),
    Picture("settlement", "/settlements/", (SETTLEMENT,), height=1250),
    Picture(
        "settlement-phone-dark",
        "/settlements/",
        (SETTLEMENT,),
        PHONE,
        800,
        is_dark=True,
    ),
    Picture("ledger", "/ledger/", height=720),
    Picture("ledger-phone", "/ledger/", (), PHONE, 844, by=PLAYER),
    Picture("standings", "/standings/"),
    Picture("standings-phone", "/standings/", (), PHONE, 844, by=PLAYER),
    Picture("member", "/standings/", (ABOUT, MEMBER), height=1100),
    Picture(
        "member-phone-dark", "/standings/", (ABOUT, MEMBER), PHONE, 1200, is_dark=True
    ),
    Picture("office", "/office/", height=1000),
    Picture("archive", "/export/", height=795),
    Picture("pad", "/pad/", width=794, is_printed=True),
    Picture("offline-phone", "/offline/", width=PHONE, height=844),
    Picture("styleguide", "/styleguide/", height=1200),
)


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """Serve a demonstration club on a free port inside the block. Gives its address and the password of its members."""
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "CLUB_DATA_DIR": str(DATA),
        "PORT": str(port),
        "CLUB_NAME": "Four Lakes Bridge Club",
        "BACKUP_AT": "never",
    }
    club = subprocess.Popen(
        [sys.executable, "-m", "clubscore", "run"], cwd=ROOT, env=os.environ | settings
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, club)
        words = (DATA / "demo-sign-in.txt").read_text(encoding="utf-8")
        found = re.search(r"The password of each is (\S+)", words)
        assert found is not None
        yield address, found[1]
    finally:
        club.terminate()
        club.wait(30)


def _wait(address: str, club: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=30).close()
        except OSError:
            if club.poll() is not None or time.monotonic() > give_up:
                raise
            time.sleep(1)
        else:
            return


def sign_in(browser: Browser, address: str, username: str, password: str) -> Page:
    """Return a new browser page on which this member is signed in."""
    page = browser.new_context(base_url=address, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto("/sign-in/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{address}/")
    return page


def take(page: Page, picture: Picture) -> None:
    """Open the page that the picture describes and save a screenshot of it."""
    page.emulate_media(
        color_scheme="dark" if picture.is_dark else "light",
        reduced_motion="reduce",
        media="screen",
    )
    page.set_viewport_size({"width": picture.width, "height": picture.height or 800})
    page.goto(picture.address)
    for link in picture.links:
        page.goto(page.locator(link).first.evaluate("(link) => link.href"))
    if picture.is_printed:
        page.emulate_media(media="print")
    keep(page, picture.name, is_whole=not picture.height)


def take_import(page: Page) -> None:
    """Save a screenshot of the dry run of an import of members; nothing is imported."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce", media="screen")
    page.set_viewport_size({"width": DESK, "height": 720})
    page.goto("/members/import/")
    page.fill("[name=list]", LIST)
    with page.expect_navigation():
        page.locator("main form button[type=submit]").first.click()
    keep(page, "import", is_whole=False)


def take_wall_of_duplicate(page: Page) -> None:
    """Stop all rubbers, so that the wall shows the duplicate session on its large sheet, and save the last
    screenshot.
    """
    page.goto("/")
    tables = page.locator(TABLE).evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    for table in dict.fromkeys(tables):
        page.goto(table)
        stop = page.locator('a[href$="/ending/"]')
        if stop.count():
            page.goto(stop.first.get_attribute("href") or "/")
            page.fill("#stop-form [name=reason]", "Late")
            with page.expect_navigation():
                page.locator("#stop-form [type=submit]").click()
    take(page, Picture("duplicate-wall", "/wall/", height=675))


def keep(page: Page, name: str, *, is_whole: bool) -> None:
    """Save a screenshot of the page as NAME.png, with a palette of few colours, which makes the file much smaller."""
    seen = Image.open(io.BytesIO(page.screenshot(full_page=is_whole))).convert("RGB")
    seen.quantize(COLOURS, dither=Image.Dither.NONE).save(
        PICTURES / f"{name}.png", optimize=True
    )
    print(
        f"{name}.png {(PICTURES / f'{name}.png').stat().st_size // 1000} kB", flush=True
    )


def main(chromium: str) -> None:
    """Take all screenshots with the Chromium at this path."""
    with served() as (address, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--disable-dev-shm-usage"]
        )
        pages = {
            name: sign_in(browser, address, name, password)
            for name in (SECRETARY, PLAYER)
        }
        for picture in TOUR:
            take(pages[picture.by], picture)
        take_import(pages[SECRETARY])
        take_wall_of_duplicate(pages[SECRETARY])
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
