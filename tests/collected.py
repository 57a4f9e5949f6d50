"""Collects the static files for tests, as `make run` serves them, and keeps them in `.cache` for the next run."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.conf import settings

from tests.cache import CACHE
from tests.one_at_a_time import alone


@contextmanager
def collected() -> Iterator[None]:
    """In the block, pages name the bundled static files, and servers that start in the block serve them."""
    # Django must be set up first, and not at import.
    from django.core.handlers.wsgi import WSGIHandler  # noqa: PLC0415
    from django.test import override_settings  # noqa: PLC0415

    import clubscore.asgi as entry  # noqa: PLC0415
    from clubscore.upkeep.static_files import collect_if_changed  # noqa: PLC0415

    bundled = {
        "staticfiles": {"BACKEND": "clubscore.web.bundles.BundledStaticFilesStorage"}
    }
    with override_settings(
        COLLECTED=True,
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_AUTOREFRESH=False,
        STATIC_ROOT=CACHE / "static",
        STORAGES=settings.STORAGES | bundled,
    ):
        with alone("static"):
            settings.STATIC_ROOT.mkdir(exist_ok=True)
            collect_if_changed()
        with mock.patch.object(entry.pages, "application", WSGIHandler()):
            # Has the middleware of this moment.
            yield
