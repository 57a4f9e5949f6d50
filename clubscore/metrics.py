"""The figures that a process counts for Prometheus; `web/monitoring` shows them (decision 0032).

Routes are names of addresses and never paths: there are some hundred, whatever strangers ask for.
"""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
NO_ROUTE = "none"
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})

_requests = Counter(
    "clubscore_requests",
    "Requests answered",
    ["route", "method", "status"],
    registry=REGISTRY,
)
_seconds = Histogram(
    "clubscore_request_seconds",
    "From the first byte of a request to the last of its answer, without streams",
    ["route", "method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
recordings = Counter("clubscore_recordings", "Deals recorded", registry=REGISTRY)
watchers = Gauge(
    "clubscore_watchers", "Open streams", multiprocess_mode="livesum", registry=REGISTRY
)
write_waits = Histogram(
    "clubscore_write_wait_seconds",
    "The wait of a write for those before it, on SQLite",
    buckets=(0.001, 0.005, 0.025, 0.1, 0.5, 2, 10),
    registry=REGISTRY,
)


def count_request(
    *, route: str, method: str, status: str, seconds: float | None
) -> None:
    """Count one request, and the `seconds` that it took; if they are None, its time is not counted."""
    method = method if method in METHODS else "other"
    _requests_like(route, method, status).inc()
    if seconds is not None:
        _seconds_of(route, method).observe(seconds)


# `labels` itself takes longer than the counting.


@cache
def _requests_like(route: str, method: str, status: str) -> Counter:
    return _requests.labels(route, method, status)


@cache
def _seconds_of(route: str, method: str) -> Histogram:
    return _seconds.labels(route, method)
