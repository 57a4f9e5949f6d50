"""The published sessions of duplicate as files of an archive, for other programs and spreadsheets."""

from collections.abc import Iterator
from datetime import datetime

from clubscore.duplicate.results.publishing.queries import newest_publications
from clubscore.duplicate.results.publishing.result_files import (
    FileSource,
    ResultFile,
    has_file,
    written_file,
)
from clubscore.duplicate.session.loading import load
from clubscore.refusals import Refused

KINDS = ("usebio", "pbn", "csv", "session-file")
"""The kinds of files of a session in an archive: keys of the kinds of result files."""


def session_files(now: datetime) -> Iterator[ResultFile]:
    """Yield the files of the newest publication of each session. Play of a published session is over.

    The files have the players' national numbers, and the cards that everybody may see at the moment `now`. Where the
    boards of a publication are not known any more as they were, the session has no files; its rows have everything.
    """
    for publication in newest_publications():
        session = publication.session
        source = FileSource(load(session.pk), publication, has_ids=True, now=now)
        try:
            for kind in KINDS:
                if has_file(session, kind):
                    file = written_file(source, kind)
                    yield file._replace(name=f"{session.pk}-{file.name}")
        except Refused:
            continue
