"""Who opens a stream: the session of the cookie, read as Django's own sign-in does, and never written."""

from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

if TYPE_CHECKING:  # a model's module: the server imports this one before Django is set up
    from django.contrib.auth.base_user import AbstractBaseUser


def member_of(cookies: str) -> int | None:
    """The primary key of the active member whose session the Cookie header carries; asks the database twice."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    backend = session.get(BACKEND_SESSION_KEY)
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    member = load_backend(backend).get_user(session[SESSION_KEY])
    if member is None or not member.is_active or not _is_hash_of(member, session.get(HASH_SESSION_KEY, "")):
        return None
    return int(member.pk)


def _is_hash_of(member: "AbstractBaseUser", kept: str) -> bool:
    """False for sessions from before the password was changed."""
    hashes = [member.get_session_auth_hash(), *member.get_session_auth_fallback_hash()]
    return any(constant_time_compare(kept, valid) for valid in hashes)
