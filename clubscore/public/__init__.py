"""The public side: read-only pages without sign-in, links to one evening, calendars, and JSON for programs.

It owns the club's choice of what is public, members' wishes not to be named, links, feeds and tokens. It reads the
room, the evenings and the standings, but does not write their data.
"""
