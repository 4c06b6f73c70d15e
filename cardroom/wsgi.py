"""WSGI entry point: the production workers that serve everything except `/live/`."""

import os

from django.core.wsgi import get_wsgi_application

from audit.checks import refuse_without_guard

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
application = get_wsgi_application()
refuse_without_guard()
