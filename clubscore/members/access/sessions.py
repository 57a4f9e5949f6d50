"""Sessions kept in the database with their member and device (SESSION_ENGINE)."""

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY, login
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

DEVICE, BEGUN = "device", "begun"
# What a browser says of itself holds these; the first that is found counts.
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox",
    "Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android",
    "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type:
        from clubscore.members.models import OpenSession  # noqa: PLC0415 - the engine is named before models are loaded

        return OpenSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        session: Any = super().create_model_instance(data)
        session.member_id = data.get(SESSION_KEY)
        session.device = data.get(DEVICE, "")
        session.begun_at = datetime.fromisoformat(data[BEGUN]) if BEGUN in data else None
        return session


def remember_device(request: HttpRequest) -> None:
    """Note in the session, just signed in to, from what and when."""
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    request.session[BEGUN] = timezone.now().isoformat()


def sign_in(request: HttpRequest, member: Any) -> None:
    """Open a session for this member without asking for a password."""
    login(request, member, backend="django.contrib.auth.backends.ModelBackend")
    remember_device(request)


def device_of(user_agent: str) -> str:
    """`Firefox on Android`: what a browser says of itself, in words for its owner."""
    browser = next((name for sign, name in BROWSERS.items() if sign in user_agent), "A browser")
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser
