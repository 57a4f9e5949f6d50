"""The log: what is to be expected takes a line, what is not takes its traceback."""

import logging

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError

LOST_DATABASE = (OperationalError, InterfaceError)
EXPECTED = (BadRequest, PermissionDenied, SuspiciousOperation, *LOST_DATABASE)


class ExpectedInOneLine(logging.Filter):
    """A refused request and a lost database are one line each: hundreds come together, and all say the same."""

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
