"""The one settings file. What differs between installations comes from the environment (docs/operations.md)."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


def _flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


DATA_DIR = Path(os.environ.get("CLUB_DATA_DIR", BASE_DIR / "data"))
DEBUG = _flag("DEBUG")


def _secret_key() -> str:
    """SECRET_KEY from the environment, else the one that `make run` keeps beside the database."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    kept = DATA_DIR / "secret_key"
    if kept.exists():
        return kept.read_text().strip()
    raise ImproperlyConfigured(f"Set SECRET_KEY, or keep one in {kept} (`make run` does).")


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS")
CLUB_NAME = os.environ.get("CLUB_NAME", "Clubscore")


def _currency() -> str:
    """CLUB_CURRENCY, an ISO 4217 code; empty for a club that plays for points."""
    code = os.environ.get("CLUB_CURRENCY", "").strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise ImproperlyConfigured(f"CLUB_CURRENCY is three letters, such as EUR, not {code}.")
    return code


CLUB_CURRENCY = _currency()

INSTALLED_APPS = [
    "clubscore.web",
    "clubscore.live",
    "clubscore.members",
    "clubscore.tables",
    "clubscore.ledger",
    "clubscore.rubbers",
    "clubscore.standings",
    "clubscore.evenings",
    "clubscore.settlements",
    "clubscore.room",
    "clubscore.office",
    "clubscore.archive",
    "clubscore.demo",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",  # the templates of its widgets, for FORM_RENDERER
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubscore.web.middleware.compress_html",
    "clubscore.web.middleware.content_security_policy",
    "clubscore.web.middleware.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "clubscore.web.middleware.redirect_to_page_above",
    "django.middleware.csrf.CsrfViewMiddleware",
    "clubscore.members.access.sessions.SessionMember",
    "clubscore.web.middleware.SignInRequired",  # a page is closed unless it says that it is open
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"
ASGI_APPLICATION = "clubscore.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubscore.web.context_processors.club",
                "clubscore.rubbers.context_processors.attention",
            ],
            "builtins": ["clubscore.web.templatetags.scores"],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "clubscore.web.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",  # the admin's own templates
                    ],
                )
            ],
        },
    },
]
FORM_RENDERER = "clubscore.web.form_renderer.ClubRenderer"


def _sqlite(path: str | Path) -> dict[str, Any]:
    """A score book on SQLite: write-ahead log, every commit on the disk, write lock taken at BEGIN (decision 0004)."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 5,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            "PRAGMA journal_size_limit=67108864;",
        },
        # A file, because the server under test and its stream open the database beside the test itself.
        "TEST": {"NAME": os.environ.get("TEST_DATABASE_FILE", BASE_DIR / ".cache" / "test.sqlite3")},
    }


def _database(url: str) -> dict[str, Any]:
    """The database that DATABASE_URL names: `sqlite:///path` or `postgres://user:password@host:port/name?host=/socket/dir`."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path[1:]) if parts.path.startswith("//") else unquote(parts.path))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"DATABASE_URL must start with sqlite:// or postgres://, not {parts.scheme}://")
    socket_dir = [value for key, _, value in (pair.partition("=") for pair in parts.query.split("&")) if key == "host"]
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(socket_dir[0]) if socket_dir else (parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
    }


DATABASES = {"default": _database(os.environ.get("DATABASE_URL", f"sqlite:///{DATA_DIR / 'club.sqlite3'}"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "members.Member"
LOGIN_URL = "members:sign-in"
LOGIN_REDIRECT_URL = "room:index"
LOGOUT_REDIRECT_URL = "members:sign-in"
PASSWORD_HASHERS = [
    "clubscore.members.access.hashers.FrugalArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# The form of opening balances has a field for each person, and a club may have ten thousand; Django's limit is 1,000.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000
SESSION_ENGINE = "clubscore.members.access.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a club evening is weekly; nobody should sign in each week


def _mail(url: str) -> dict[str, Any]:
    """The mail server that EMAIL_URL names: `smtps://user:password@host`, or `smtp://…` with STARTTLS."""
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"}:
        raise ImproperlyConfigured(f"EMAIL_URL must start with smtps:// or smtp://, not {parts.scheme}://")
    return {
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }


SENDS_MAIL = bool(os.environ.get("EMAIL_URL"))  # without it an admin hands links out
if SENDS_MAIL:
    globals().update(_mail(os.environ["EMAIL_URL"]))
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "clubscore@localhost")

LANGUAGE_CODE = "en-gb"
TIME_ZONE = os.environ.get("TIME_ZONE", "Europe/London")
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_AUTOREFRESH = DEBUG
# `make run` collects the static files first, hashed and compressed, and says so. All else serves them as they lie.
COLLECTED = _flag("STATIC_COLLECTED") and not DEBUG
WHITENOISE_USE_FINDERS = not COLLECTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "clubscore.web.bundles.BundledStaticFilesStorage"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

SECURE_CSP = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
}

# Behind HTTPS (HTTPS=1) the cookies are for HTTPS only and browsers are told to stay there.
HTTPS = _flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "clubscore": {"handlers": ["console"], "level": "INFO"},
        "django": {"handlers": ["console"], "level": "WARNING"},
    },
}
