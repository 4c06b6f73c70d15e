"""Settings of the card room. Embedded (SQLite, files) unless `DATABASE_URL` and `REDIS_URL` say otherwise.

Every variable of the environment that is read stands here; README.md lists those a casino sets.
"""

import os
import secrets
from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA = Path(env("CARDROOM_DATA", default="") or BASE_DIR / "var").resolve()
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)


def _kept_secret(file: Path) -> str:
    """The room's own key, made once. The link makes it appear whole: two processes starting at once agree."""
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text().strip()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY", default="")
SECRET_KEY_GENERATED = not SECRET_KEY
SECRET_KEY = SECRET_KEY or _kept_secret(DATA / "secret_key")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "audit",
    "cardroom.accounts",
    "cardroom.live",
    "fees",
    "tables",
    "cardroom",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "cardroom.middleware.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "cardroom.accounts.middleware.KeptSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "cardroom.accounts.middleware.terminal_middleware",
    "cardroom.accounts.middleware.SignInRequiredMiddleware",
    "tables.devices.PairedDeviceMiddleware",
    "tables.handed.HandedRoundMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "cardroom.urls"
WSGI_APPLICATION = "cardroom.wsgi.application"
ASGI_APPLICATION = "cardroom.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "tables.screens.preferences.look",
            ],
        },
    },
]

# --- database ---------------------------------------------------------------------------

DATABASE = env.db_url_config(env("DATABASE_URL", default="") or f"sqlite:///{DATA / 'cardroom.sqlite3'}")
DATABASE.setdefault("OPTIONS", {})
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] |= {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # A file, since threads share no in-memory database; one a process, so that two test runs do not collide.
    DATABASE["TEST"] = {"NAME": str(DATA / f"test-{os.getpid()}.sqlite3")}
else:
    # The pool replaces persistent connections; with CONN_MAX_AGE Django would refuse it.
    DATABASE["OPTIONS"]["pool"] = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=16)}
DATABASES = {"default": DATABASE | {"CONN_MAX_AGE": 0, "ATOMIC_REQUESTS": False}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default="")

# --- people and sessions ----------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Person"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 12 * 60 * 60  # from its last use; a dealer's screen uses it while it is open
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
BADGE_PREFIX = env("BADGE_PREFIX", default="") or ";"  # what a badge reader types before the code
BADGE_KEY_MS = env.int("BADGE_KEY_MS", default=100)  # so long a badge reader takes for a key at most
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# --- security ---------------------------------------------------------------------------

HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "cardroom.views.csrf_failure"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# HSTS binds this host alone: what the casino's other hosts speak is not ours to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# Public displays show the first word of a player's alias: what follows may be a surname.
DISPLAY_WHOLE_ALIAS = env.bool("DISPLAY_WHOLE_ALIAS", default=False)

# --- language and time ------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env("ROOM_TIME_ZONE", default="") or "UTC"  # what screens show; what is stored is UTC

# --- static files -----------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Set in production, where `collectstatic` fills it; without it the files are served from where they are.
STATIC_ROOT = env("STATIC_ROOT", default="") or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- the demo room ----------------------------------------------------------------------

SIMULATION = env.bool("SIMULATION", default=True)  # `runroom` deals at some tables, in the demo room alone

# --- API --------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["tables.api.refusals.SignedIn"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["tables.api.refusals.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "EXCEPTION_HANDLER": "tables.api.refusals.refused",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Card room",
    "DESCRIPTION": "The commands a dealer's screen sends, as JSON.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "OAS_VERSION": "3.1.0",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {},
}

# --- logging ----------------------------------------------------------------------------

# Nothing is mailed, and neither queries nor what templates are made from is logged, whatever level the loggers above
# them are set to: it would carry names, cards and tokens out of the database, also those that are chosen in secret.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%dT%H:%M:%S%z",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.db.backends": {"level": "WARNING"},
        "django.template": {"level": "WARNING"},
        # A refusal is an answer, and is on record in the log; faults of the server are still told.
        "django.request": {"level": "ERROR"},
    },
}
