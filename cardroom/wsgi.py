"""WSGI entry point: the production workers that serve everything except `/live/`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")
application = get_wsgi_application()
