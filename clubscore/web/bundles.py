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
        "css/entry.css",
        "css/consent.css",
        "css/history.css",
        "css/room.css",
        "css/seats.css",
        "css/cards.css",
        "css/forms.css",
        "css/books.css",
        "css/ledger.css",
        "css/members.css",
        "css/standings.css",
        "css/office.css",
        "css/evenings.css",
        "css/settlements.css",
        "css/archive.css",
        "css/contrast.css",
    ],
    "club.js": [
        "vendor/htmx-2.0.11/htmx.min.js",
        "js/forms.js",
        "js/live.js",
        "js/ago.js",
        "js/explain.js",
        "js/entry.js",
        "js/consent.js",
        "js/seated.js",
    ],
}


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Collected files with the hash of their content in their names, compressed; the parts of a bundle as one file."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write the bundles beside the collected files, and go on with them in place of their parts.

        `paths` has the storage and the path in it of each collected file, by its name.
        """
        if not dry_run:
            for name, parts in BUNDLES.items():
                text = "".join(self._part(*paths.pop(part)) for part in parts)
                self.delete(name)
                paths[name] = (self, self.save(name, ContentFile(text.encode())))
        yield from super().post_process(paths, dry_run, **options)

    def _part(self, storage: Any, path: str) -> str:
        with storage.open(path) as file:
            text = file.read().decode()
        if PurePath(path).suffix == ".css":
            return f"{cssmin(text)}\n"
        # The semicolon, because a script that ends without one would call what follows.
        return f"{text if path.endswith('.min.js') else jsmin(text)};\n"
