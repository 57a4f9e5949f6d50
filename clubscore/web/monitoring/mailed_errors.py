"""E-mails about errors of the program to ADMIN_EMAILS: at most one e-mail an hour for each kind of error."""

import logging
import time
from hashlib import sha256
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.core.mail import mail_admins

from clubscore import __version__
from clubscore.web.log import EXPECTED, LOST_DATABASE

OWN = "clubscore.web.monitoring.mailed_errors"
AN_HOUR = 3600  # seconds
MOST = 20_000  # characters


class MailedErrors(logging.Handler):
    """A log handler that sends e-mails from a separate thread, so that a slow mail server delays no page.

    An e-mail has the message and the traceback with lines of the program, and nothing else about the request.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._reported: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if not settings.ADMINS or record.name == OWN or _is_of_a_visitor(record):
            return
        if self._is_new(_kind(record), int(time.time() // AN_HOUR)):
            Thread(
                target=_send,
                args=(record.getMessage(), self.format(record)),
                name="mail",
                daemon=True,
            ).start()

    def _is_new(self, kind: str, hour: int) -> bool:
        """True if no process has sent an e-mail about this kind of error in this hour. The kind is then noted as sent.

        The note is a file, so that it survives a restart. If the file cannot be written, only this process remembers
        the kind.
        """
        name = f"{hour}-{kind}"
        if name in self._reported:
            return False
        self._reported = {
            name,
            *(other for other in self._reported if other.startswith(f"{hour}-")),
        }
        try:
            folder = Path(settings.DATA_DIR) / "mailed"
            folder.mkdir(exist_ok=True)
            (folder / name).touch(exist_ok=False)
            for old in folder.iterdir():
                if not old.name.startswith(
                    tuple(f"{hour - ago}-" for ago in range(24))
                ):
                    old.unlink(missing_ok=True)
        except FileExistsError:
            return False
        except OSError:  # a full disk is what the e-mail is about
            pass
        return True


def _is_of_a_visitor(record: logging.LogRecord) -> bool:
    """True if a visitor caused the record, such as a request for another host; that is no error of the club."""
    error = record.exc_info[1] if record.exc_info else None
    return isinstance(error, EXPECTED) and not isinstance(error, LOST_DATABASE)


def _kind(record: logging.LogRecord) -> str:
    """A key that is equal for errors of one type at one line of the program, whatever their messages."""
    place = f"{record.pathname}:{record.lineno}"
    if record.exc_info and record.exc_info[0]:
        trace = record.exc_info[2]
        while trace and trace.tb_next:
            trace = trace.tb_next
        end = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
        place = f"{place} {record.exc_info[0].__name__} {end}"
    return sha256(place.encode()).hexdigest()[:16]


def _send(subject: str, body: str) -> None:
    head = f"Clubscore {__version__} met an error. Others of this kind within the hour are in the log alone.\n\n"
    try:
        mail_admins(" ".join(subject.split())[:150], head + body[:MOST])
    except OSError as error:  # of the mail server
        logging.getLogger(OWN).error("An error could not be sent by e-mail: %s", error)
