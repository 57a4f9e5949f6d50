"""One stylesheet and one script for all pages, built from parts when static files are collected (decision 0017)."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The parts of each, in the order in which a browser reads them.
BUNDLES = {
    "club.css": [
        "css/tokens.css",
        "css/base.css",
        "css/play.css",
        "css/games.css",
        "css/sheet.css",
        "css/sheets.css",
        "css/highlight.css",
        "css/deals.css",
        "css/weather.css",
        "css/watching.css",
        "css/entry.css",
        "css/consent.css",
        "css/at_the_table.css",
        "css/over.css",
        "css/places.css",
        "css/tablet.css",
        "css/seats.css",
        "css/forms.css",
        "css/reflow.css",
        "css/paper.css",
        "css/contrast.css",
    ],
    "club.js": [
        "vendor/htmx-2.0.11/htmx.min.js",
        "js/forms.js",
        "js/live.js",
        "js/ago.js",
        "js/explain.js",
        "js/entry.js",
        "js/honours.js",
        "js/fold.js",
        "js/asks.js",
        "js/paper_window.js",
        "js/spoken.js",
        "js/awake.js",
        "js/consent.js",
        "js/seated.js",
        "js/print.js",
        "js/kept.js",
    ],
    # Paper pages of names and figures. Every page has them except the room and a table's pages.
    "books.css": [
        "css/paper_forms.css",
        "css/books.css",
        "css/members.css",
        "css/standings.css",
        "css/book_reflow.css",
    ],
    # Sessions of duplicate, and their hands.
    "duplicate.css": [
        "css/duplicate.css",
        "css/at_the_board.css",
        "css/rulings.css",
        "css/hands.css",
        "css/makeable.css",
    ],
    "duplicate.js": ["js/board.js"],
    # What the cards of a board give, worked out by a worker that no page loads before somebody asks (record 97).
    "makeable.js": ["js/makeable.js"],
    "double_dummy.js": ["js/double_dummy.js"],
    # The page on which a director types slips.
    "slips.css": ["css/slips.css"],
    # The page of a session's handicaps and strata.
    "grading.css": ["css/grading.css"],
    # The button that shows a password, on the pages where one is typed.
    "password.js": ["js/password.js"],
    # Passkeys, on the pages where one is made or used.
    "passkeys.js": ["js/passkeys.js"],
    # The pages that wait while the server starts anew.
    "back.js": ["js/back.js"],
    # Public pages have no other script than the one of their button.
    "print.js": ["js/print.js"],
    # The table of a rubber that is over, and the rubber: a deal may still wait on a phone that had no network.
    "late.js": ["js/late.js"],
    # A table before its first rubber.
    "first_rubber.css": ["css/first_rubber.css"],
    "history.css": ["css/history.css"],
    # Codes to scan, and the cards and posters that have them.
    "codes.css": ["css/codes.css"],
    # The books, an account, what is booked by hand.
    "ledger.css": ["css/ledger.css"],
    # The correction of a deal.
    "correction.css": ["css/correction.css"],
    # The games from which a table chooses.
    "game_choice.css": ["css/game_choice.css"],
    # Charts of a member and of a pair.
    "charts.css": ["css/charts.css"],
    # Who sits round a table, and who can come.
    "seating.css": ["css/seating.css"],
    # The cards of a cut.
    "cards.css": ["css/cards.css"],
    # The desk of the office, and the pages that have its lists of links.
    "office.css": ["css/office.css"],
    # The room: a card for each table, for members and the public.
    "room.css": ["css/room.css"],
    "room.js": ["js/room.js"],
    # The names of the members, for every member.
    "members.css": ["css/member_names.css"],
    # The import of members, and what each role may.
    "import.css": ["css/import.css"],
    # What the club keeps, and one's own data.
    "privacy.css": ["css/privacy.css"],
    # Who did what, and who signed in.
    "audit.css": ["css/audit.css"],
    "settlements.css": ["css/settlements.css"],
    # The table of an evening, of members and of the public.
    "evenings.css": ["css/evenings.css"],
    # The empty pad, and what was written on it typed in.
    "pad.css": ["css/pad.css"],
    # A screen on the wall needs both beside the others; no phone loads them.
    "wall.css": ["css/wall.css", "css/wall_rows.css"],
    "wall.js": ["js/wall.js"],
    # The page without a network has these alone beside club.css.
    "offline.css": ["css/offline.css"],
    "offline.js": ["js/offline.js"],
    "public.css": ["css/public.css"],
    "archive.css": ["css/archive.css"],
    "styleguide.css": ["css/styleguide.css"],
}


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """A storage for collected static files that replaces the parts of each bundle by one minified file.

    Like its base class, it puts the hash of the content into the name of each file, and compresses the files.
    """

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Write the bundles beside the collected files, and let the base class process all files.

        In `paths` each bundle replaces its parts, so that the parts are not processed on their own. `paths` has a tuple
        (storage, path in that storage) for each collected file, by the name of the file. Yields what the base class
        yields. With `dry_run` no bundle is written.
        """
        if not dry_run:
            made: dict[str, Any] = {}
            for name, parts in BUNDLES.items():
                text = "".join(self._part(*paths[part]) for part in parts)
                self.delete(name)
                made[name] = (self, self.save(name, ContentFile(text.encode())))
            for part in {part for parts in BUNDLES.values() for part in parts}:
                del paths[part]
            paths |= made
        yield from super().post_process(paths, dry_run, **options)

    def _part(self, storage: Any, path: str) -> str:
        with storage.open(path) as file:
            text = file.read().decode()
        if PurePath(path).suffix == ".css":
            return f"{cssmin(text)}\n"
        # The semicolon, because a script that ends without one would call what follows.
        return f"{text if path.endswith('.min.js') else jsmin(text)};\n"
