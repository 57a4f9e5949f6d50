"""Reports of errors to Sentry, if SENTRY_DSN is set. Only clubs that want it install the library."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from clubscore import __version__


def start_sentry(dsn: str) -> None:
    """Report errors to this address: the error and its lines of the program, without any data about visitors.

    Raises ImproperlyConfigured if the library is not installed or the address is not valid.
    """
    try:
        import sentry_sdk  # noqa: PLC0415 - only those who set SENTRY_DSN have it
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but Sentry's library is not installed: pip install -r requirements-sentry.txt"
        ) from error
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=f"clubscore@{__version__}",
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            server_name="",
            before_send=without_persons,  # type: ignore[arg-type]  # its own name for a dictionary
        )
    except sentry_sdk.utils.BadDsn as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is https://key@host/number, as Sentry shows it."
        ) from error


def without_persons(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """The event without data about the visitor: of the request, only method and path stay, without the query.

    Sentry calls this before it sends an event; its `hint` is not used.
    """
    event.pop("user", None)
    event.pop("breadcrumbs", None)
    if request := event.get("request"):
        path = urlsplit(request.get("url", "")).path
        is_secret = path.startswith("/join/")
        event["request"] = {
            "method": request.get("method", ""),
            "url": "/join/…/" if is_secret else path,
        }
    return event
