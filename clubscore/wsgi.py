"""The pages as a WSGI application; `clubscore.asgi` runs it in threads beside the event stream."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
application = get_wsgi_application()
