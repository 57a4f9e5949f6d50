#!/usr/bin/env python
"""Django's command line for the club: `manage.py migrate`, `manage.py set_up_club`, `manage.py check_ledger` …"""

import sys

from clubscore.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv))
