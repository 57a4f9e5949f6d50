"""The site with its static files collected, as `make run` serves it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from tests.live_server import AsgiServer


def collect(settings: Any, folder: Path) -> None:
    """Collect the static files into a folder; from now on pages name those. `settings` is pytest-django's fixture."""
    from django.core.management import call_command  # noqa: PLC0415 - Django must be set up first, and not at import

    settings.COLLECTED, settings.WHITENOISE_USE_FINDERS, settings.STATIC_ROOT = True, False, folder
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "clubscore.web.bundles.BundledStaticFilesStorage"}
    }
    folder.mkdir()
    call_command("collectstatic", interactive=False, verbosity=0)


@contextmanager
def serving() -> Iterator[AsgiServer]:
    """The real server, whose middleware is loaded under the settings of this moment."""
    from django.core.handlers.wsgi import WSGIHandler  # noqa: PLC0415 - as above

    import clubscore.asgi as entry  # noqa: PLC0415

    with mock.patch.object(entry.pages, "application", WSGIHandler()), AsgiServer() as server:
        yield server
