"""Live regions of pages: after a change of the database their watchers get fresh HTML.

    topics.py          what can be watched: an app registers a topic with two functions
    changes.py         reports that the database has changed, whichever process wrote
    notify.py          the migration operation that lets PostgreSQL report changes (SQLite needs none)
    hub.py             after a change: reads the watched revisions, renders each changed thing once, wakes the watchers
    feeds.py           one view of one thing, and its watchers
    frames.py          the bytes on the wire
    stream.py          the ASGI end of one watcher (server-sent events)
    authentication.py  the member who opens a stream
    stream_limits.py   how many streams may be open, and for how long
    workers.py         the threads that query the database for all of these
    http.py            the same regions for a page that polls

The app has no models and knows no other app. The part in the browser is static/js/live.js.
"""
