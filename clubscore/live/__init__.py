"""Who watches what. Pages have live regions; this app sends them fresh HTML as soon as the database has changed.

    topics.py    what can be watched: an app registers its topic with two functions
    changes.py   how a change is noticed: through the database itself, whoever wrote
    notify.py    the migration operation that lets PostgreSQL tell of a change (SQLite needs none)
    hub.py       after a change: reads the watched revisions, renders what moved once, wakes the watchers
    feeds.py     one view of one thing, and its watchers;  frames.py what goes over the wire
    stream.py    the ASGI end of one watcher (server-sent events)
    door.py      who is at the other end;  caps.py, limits.py how many may be
    workers.py   the threads that ask the database for all of these
    http.py      the same regions for a page that has to poll

It has no models and knows no other app. The browser's half is static/js/live.js.
"""
