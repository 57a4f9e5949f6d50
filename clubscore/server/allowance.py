"""The limit on the size of a request: the size of a form, or more if the view allows it to the signed-in member."""

import logging
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.http import parse_cookie
from django.urls import Resolver404, resolve

from clubscore.members.access.sessions import SessionStore
from clubscore.server.bodies import FORM, BodyRefused, Scope
from clubscore.web.large_bodies import LargeBody

logger = logging.getLogger(__name__)


def allowance_of(scope: Scope) -> int:
    """The most bytes that the request may send. Queries the database only for views that accept more than a form.

    Raises BodyRefused if the database does not answer.
    """
    try:
        taken: LargeBody | None = getattr(
            resolve(scope["path"]).func, "large_body", None
        )
    except Resolver404:
        taken = None
    if taken is None:
        return FORM
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    close_old_connections()
    try:
        member = SessionStore(key).member if key else None
    except (OperationalError, InterfaceError) as error:
        logger.error(
            "The session of an upload to %s could not be read: %s", scope["path"], error
        )
        raise BodyRefused(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "The club’s book does not answer. Nothing was written: send it again.",
        ) from None
    return taken.most if member and taken.may(member) else FORM
