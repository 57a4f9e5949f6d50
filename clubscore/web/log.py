"""The log: expected errors take one line, other errors a traceback."""

import logging

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError

LOST_DATABASE = (OperationalError, InterfaceError)
EXPECTED = (BadRequest, PermissionDenied, SuspiciousOperation, *LOST_DATABASE)


class ExpectedInOneLine(logging.Filter):
    """A filter that logs refused requests and a lost database in one line each, because they come by hundreds."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, EXPECTED):
            words = " ".join(str(error).split())
            record.msg, record.args = (
                f"{record.getMessage()} ({type(error).__name__}: {words})",
                (),
            )
            record.exc_info, record.exc_text = None, None
        return True
