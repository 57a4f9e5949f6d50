"""Figures for Prometheus, open to this computer and to requests with the token."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from platform import python_version

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from clubscore import __version__
from clubscore.metrics import REGISTRY
from clubscore.web.monitoring.this_computer import is_from_this_computer

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where the processes of one port keep their figures together

told_by: dict[str, tuple[str, Callable[[], float | None]]] = {}
"""Further figures from other apps: for each name a description and a function. A figure that is None is left out."""


@require_GET
@never_cache
@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of all processes of this port, as text for Prometheus.

    The answer is 401 unless the request comes from this computer or has the METRICS_TOKEN.
    """
    if not (is_from_this_computer(request) or _has_token(request)):
        return HttpResponse(
            "These figures are for the club's own computer, and for whoever has the METRICS_TOKEN of its settings.\n",
            status=HTTPStatus.UNAUTHORIZED,
            content_type="text/plain; charset=utf-8",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return HttpResponse(_exposition(), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    return (
        bool(wanted)
        and kind.lower() == "bearer"
        and constant_time_compare(token.strip(), wanted)
    )


def _exposition() -> bytes:
    installation = CollectorRegistry()
    installation.register(_Installation())
    return generate_latest(installation) + generate_latest(_counted())


def _counted() -> CollectorRegistry:
    folder = os.environ.get(SHARED)
    if not folder:
        return REGISTRY
    _forget_the_dead(Path(folder))
    shared = CollectorRegistry()
    MultiProcessCollector(shared, folder)
    return shared


def _forget_the_dead(folder: Path) -> None:
    """Remove the open streams of killed processes from the figures in this folder.

    The numbers of requests that those processes have answered stay.
    """
    for process in {
        int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*_*.db")
    }:
        if not Path(f"/proc/{process}").exists() and Path("/proc/self").exists():
            with suppress(FileNotFoundError):  # another process was faster
                mark_process_dead(process, str(folder))


class _Installation:
    """A Prometheus collector of figures about the installation, such as its version. Every process reports the same."""

    def collect(self) -> Iterator[Metric]:
        labels = {
            "version": __version__,
            "python": python_version(),
            "database": connection.vendor,
        }
        build = GaugeMetricFamily(
            "clubscore_build_info", "What is running", labels=list(labels)
        )
        build.add_metric(list(labels.values()), 1)
        yield build
        for name, (meaning, value) in told_by.items():
            if (found := value()) is not None:
                yield GaugeMetricFamily(name, meaning, value=found)
