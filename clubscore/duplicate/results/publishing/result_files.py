"""Files of a publication for other programs: the published rows, and the boards from which they follow.

A member who may see a publication may download its files: play is over then, and no board is hidden any more. Only
officials get the national numbers of the players.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import NamedTuple

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.results.publishing.files.results import (
    require_rows_that_follow,
    results_as_published,
)
from clubscore.duplicate.results.publishing.files.session_text import session_text
from clubscore.duplicate.results.publishing.files.tables import (
    boards_csv,
    entries_csv,
)
from clubscore.duplicate.results.publishing.results_then import results_then
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise
from scoring.contest import ContestRules
from scoring.text.results.pbn import has_pbn, pbn_text
from scoring.text.results.usebio import UsebioVersion, has_usebio, usebio_text
from scoring.text.results.values import SessionResults

CSV = "text/csv; charset=utf-8"
XML = "application/xml; charset=utf-8"


class ResultFile(NamedTuple):
    """A file for the browser to download: its name, its content type and its bytes."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class FileSource:
    """A publication, and the values by which it becomes a file: with national numbers or not, and the moment."""

    state: SessionState
    publication: Publication
    has_ids: bool
    now: datetime

    @cached_property
    def results(self) -> SessionResults:
        """The publication as files have it. Raises Refused if its boards are not known any more as they were."""
        return results_as_published(
            self.state, self.publication, has_ids=self.has_ids, now=self.now
        )


class ResultFileKind(NamedTuple):
    """A kind of file: the end of its names, its content type, the function that writes it, and the rules that fit."""

    ending: str
    content_type: str
    write: Callable[[FileSource], str]
    fits: Callable[[ContestRules], bool]


def has_tables(rules: ContestRules) -> bool:
    """True if a session by these rules can be written as tables or as a session file: every session can."""
    return bool(rules.scoring)


def _of_results(write: Callable[[SessionResults], str], source: FileSource) -> str:
    """The text of a file that is written from the results."""
    return write(source.results)


def _session_file(source: FileSource) -> str:
    """The text of the session file, for the boards as they were when the results were published."""
    results = results_then(source.publication)
    scores = scores_of(source.state, results)
    require_rows_that_follow(source.state, source.publication, scores)
    return session_text(source.state, scores)


KINDS = {
    "usebio": ResultFileKind(
        ".xml", XML, partial(_of_results, usebio_text), has_usebio
    ),
    "usebio-1-3": ResultFileKind(
        "-1.3.xml",
        XML,
        partial(_of_results, partial(usebio_text, version=UsebioVersion.V1_3)),
        has_usebio,
    ),
    "pbn": ResultFileKind(
        ".pbn", "text/x-pbn; charset=utf-8", partial(_of_results, pbn_text), has_pbn
    ),
    "csv": ResultFileKind(
        "-results.csv", CSV, partial(_of_results, entries_csv), has_tables
    ),
    "boards-csv": ResultFileKind(
        "-boards.csv", CSV, partial(_of_results, boards_csv), has_tables
    ),
    "session-file": ResultFileKind(
        ".txt", "text/plain; charset=utf-8", _session_file, has_tables
    ),
}
"""The kinds of files, by the word for them in addresses."""


def has_file(session: Session, kind: str) -> bool:
    """True if the results of a session can be written as a file of this kind, a key of `KINDS`."""
    if kind not in KINDS:
        return False
    if kind == "pbn" and session.form != Session.Form.PAIRS:
        return False
    return KINDS[kind].fits(session.contest_rules)


class ResultFileLink(NamedTuple):
    """The way to a file on the page of a publication: its address, its name, and who reads it."""

    url: str
    name: str
    words: str


def file_links(session: Session, publication: Publication) -> list[ResultFileLink]:
    """The ways to the files of a publication of a session."""
    links = []
    for kind, name, words in (
        ("usebio", "USEBIO 1.2", _("for federations and sites of results")),
        ("usebio-1-3", "USEBIO 1.3", _("where a federation asks for it")),
        ("pbn", "PBN", _("for bridge programs")),
        ("csv", _("Places as CSV"), _("for spreadsheets")),
        ("boards-csv", _("Boards as CSV"), _("for spreadsheets")),
        ("session-file", _("Session file"), _("to work the scores out again")),
    ):
        if has_file(session, kind):
            place = [session.pk, publication.number]
            url = reverse(f"duplicate:results-{kind}", args=place)
            links.append(ResultFileLink(url, name, words))
    return links


def has_national_ids(session: Session, member: Member) -> bool:
    """True if the files that a member downloads have the national numbers of the players.

    Organisers send results to a federation, and so do directors of sessions that an organiser has taken in. Anybody can
    open a friendly session, and must not learn the numbers of its players by it.
    """
    if may_organise(member):
        return True
    return not session.is_friendly and may_direct(session, member)


def result_file(
    state: SessionState,
    publication: Publication,
    kind: str,
    *,
    has_ids: bool,
    now: datetime,
) -> ResultFile:
    """The file of a publication, of a kind of `KINDS`. The caller has checked it with `has_file`.

    Raises Refused if the ranking computed from the boards differs from the published rows.
    """
    source = FileSource(state, publication, has_ids, now)
    return written_file(source, kind)


def written_file(source: FileSource, kind: str) -> ResultFile:
    """The file of a kind of `KINDS`, written from its source. Raises Refused as `result_file` does."""
    session = source.state.session
    file = KINDS[kind]
    name = f"{slugify(session.name) or 'session'}-{session.day:%Y-%m-%d}"
    content = file.write(source).encode()
    return ResultFile(f"{name}{file.ending}", file.content_type, content)
