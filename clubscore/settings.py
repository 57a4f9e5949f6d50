"""The only settings file. Settings that differ between installations come from the environment, and from `club.env` in
the data folder (docs/operations.md)."""

import os
from pathlib import Path

from clubscore.configuration import club_env
from clubscore.configuration.environment import (
    admins,
    charge_code,
    clock,
    club_number,
    currency,
    database_of,
    flag,
    folder,
    mail_of,
    networks,
    number,
    sqlite,
    time_of_day,
    token,
    words,
)
from clubscore.configuration.places import PAGES, ROOT, data_folder
from clubscore.configuration.secret_key import kept_key
from clubscore.configuration.sentry import start_sentry

os.umask(0o077)  # what the server and the commands write is for its owner alone

BASE_DIR = ROOT
DATA_DIR = data_folder()
FROM_CLUB_ENV = club_env.read(DATA_DIR)
DEBUG = flag("DEBUG")
SECRET_KEY = kept_key(DATA_DIR)
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = number("PORT", 8000)
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")
CLUB_NAME = os.environ.get("CLUB_NAME") or "Clubscore"
CLUB_CURRENCY = currency()
CLUB_NUMBER = club_number()
CLUB_CHARGE_CODE = charge_code()

INSTALLED_APPS = [
    "clubscore.backups",  # first: its backup before an update is made before anything else is done to the database
    "clubscore.web",
    "clubscore.live",
    "clubscore.members",
    "clubscore.tables",
    "clubscore.upkeep",
    "clubscore.ledger",
    "clubscore.rubbers",
    "clubscore.duplicate",
    "clubscore.standings",
    "clubscore.evenings",
    "clubscore.settlements",
    "clubscore.room",
    "clubscore.hands",
    "clubscore.wall",
    "clubscore.office",
    "clubscore.privacy",
    "clubscore.public",
    "clubscore.archive",
    "clubscore.restoring",
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
    "clubscore.web.monitoring.this_computer.answer_this_computer",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubscore.upkeep.following.ClubEnvFollower",  # before anything says the club's name or the time
    "clubscore.web.middleware.compress_html",
    "clubscore.web.middleware.content_security_policy",
    "clubscore.web.middleware.keep_private",
    "clubscore.web.middleware.LanguageOfReader",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "clubscore.web.middleware.refuse_unreadable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "clubscore.web.middleware.redirect_to_page_above",
    "clubscore.web.forms.whole.WholeForms",  # before the token is compared
    "django.middleware.csrf.CsrfViewMiddleware",
    "clubscore.members.access.sessions.SessionMember",
    "clubscore.web.middleware.SignInRequired",  # a page is closed unless it says that it is open
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubscore.web.conflicts.TryAgain",
]

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"
ASGI_APPLICATION = "clubscore.asgi.application"

TEMPLATE_LOADERS = [
    "clubscore.web.template_loader.Loader",
    "django.template.loaders.app_directories.Loader",  # the admin's own templates
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PAGES / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubscore.web.context_processors.club",
                "clubscore.members.device.context_processors.device",
                "clubscore.rubbers.attention.context_processors.attention",
                "clubscore.duplicate.approval.context_processors.organisers_attention",
                "clubscore.room.context_processors.seat_notice",
                "clubscore.duplicate.director.presence.context_processors.place_notice",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "clubscore.web.templatetags.fragments",
                "clubscore.web.templatetags.addresses",
                "clubscore.web.templatetags.scores",
                "clubscore.web.templatetags.sentences",
            ],
            # With DEBUG (`make dev`) each request reads its templates anew: one may have been edited.
            "loaders": TEMPLATE_LOADERS
            if DEBUG
            else [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
        },
    },
]
FORM_RENDERER = "clubscore.web.forms.renderer.ClubRenderer"

TEST_FILE = Path(
    os.environ.get("TEST_DATABASE_FILE", BASE_DIR / ".cache" / "test.sqlite3")
)
DATABASES = {
    "default": database_of(url, test_file=TEST_FILE)
    if (url := os.environ.get("DATABASE_URL"))
    else sqlite(DATA_DIR / "club.sqlite3", test_file=TEST_FILE)
}
BACKUP_FOLDER = folder("BACKUP_FOLDER", DATA_DIR / "backups")
BACKUP_AT = time_of_day("BACKUP_AT", "04:30")  # None: never by itself
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
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "nickname", "email")},
    },
    {"NAME": "clubscore.members.access.own_name.OwnNameValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# The form of opening balances has a field for each person, and a club may have ten thousand; Django's limit is 1,000.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000
SESSION_ENGINE = "clubscore.members.access.sessions"
# A club evening is weekly; nobody should sign in each week.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

SENDS_MAIL = bool(os.environ.get("EMAIL_URL"))  # without it an admin hands links out
if SENDS_MAIL:
    globals().update(mail_of(os.environ["EMAIL_URL"]))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM", "clubscore@localhost")
ADMINS = admins(sends_mail=SENDS_MAIL)
EMAIL_SUBJECT_PREFIX = f"[{CLUB_NAME}] "
if dsn := os.environ.get("SENTRY_DSN"):
    start_sentry(dsn)

LANGUAGE_CODE = "en-gb"
LANGUAGES = [
    ("en-gb", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("nl", "Nederlands"),
]
LOCALE_PATHS = [Path(__file__).parent / "locale"]
TIME_ZONE = clock()
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [PAGES / "static"]
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = (
    False  # no other site uses them, and the header takes bytes of a first visit
)
# `make run` collects the static files first, hashed and compressed, and says so. All else serves them as they lie.
COLLECTED = flag("STATIC_COLLECTED") and not DEBUG
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
HTTPS = flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
# Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed: addresses or networks. HTTPS ends at one of them.
_OWN_PROXY = "127.0.0.1,::1" if HTTPS else ""
TRUSTED_PROXIES = networks("TRUSTED_PROXIES", _OWN_PROXY)
# A day, and this host alone: whoever goes back to http is not locked out, and the neighbours are not ours to decide.
SECURE_HSTS_SECONDS = number("HSTS_SECONDS", 60 * 60 * 24) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS and flag("HSTS_PRELOAD")
# HSTS as long and as wide as asked for.
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",
]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

REQUEST_LOG = flag("REQUEST_LOG")
METRICS_TOKEN = token("METRICS_TOKEN")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}
    },
    "filters": {"expected": {"()": "clubscore.web.log.ExpectedInOneLine"}},
    "handlers": {
        "mail": {
            "class": "clubscore.web.monitoring.mailed_errors.MailedErrors",
            "formatter": "line",
        },
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["expected"],
        },
    },
    "loggers": {  # the e-mail first: the console's filter shortens what it is about
        "clubscore": {"handlers": ["mail", "console"], "level": "INFO"},
        "django": {"handlers": ["mail", "console"], "level": "WARNING"},
        "uvicorn.error": {"handlers": ["mail"]},
    },
}
