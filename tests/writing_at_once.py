"""Runs several writes at the same moment, as happens in a club with many phones."""

from collections.abc import Callable
from threading import Thread

from django.db import connection

from clubscore.refusals import Refused


def at_once(*writes: Callable[[], object]) -> list[Exception]:
    """Run these writes at the same time, each in its own thread. Returns the errors other than `Refused`."""
    errors: list[Exception] = []

    def run(write: Callable[[], object]) -> None:
        try:
            write()
        except Refused:
            pass
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(write,)) for write in writes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors
