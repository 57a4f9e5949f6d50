#!/usr/bin/env python
"""Django's command line for the club: `manage.py migrate`, `manage.py set_up_club`, `manage.py check_ledger` …"""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from clubscore.command_line import main

    sys.exit(main(sys.argv))
