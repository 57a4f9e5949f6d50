#!/usr/bin/env python
"""Django's command line for the club: `manage.py migrate`, `manage.py createsuperuser`, `manage.py check_ledger` …"""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
