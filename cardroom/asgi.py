"""ASGI entry point: the embedded server, and in production the small process that serves `/live/`."""

import os

from django.core.asgi import get_asgi_application

from audit.checks import refuse_without_guard

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
application = get_asgi_application()
refuse_without_guard()
