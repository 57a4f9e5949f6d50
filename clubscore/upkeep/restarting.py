"""Starting the server anew because somebody asks for it on a page: the request, and the watch for it.

A process of the pages touches a file in the data folder. The process of `manage.py serve` sees that, stops the server
as at Ctrl-C, and runs its own command again in its place. So the service of the system, a container or a terminal keeps
the same process, and signals reach it.
"""

import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from types import FrameType

from django.conf import settings

from clubscore.launcher.running import become
from clubscore.refusals import Refused

FILE = "restart"
WATCHED = "CLUBSCORE_WATCHED"
"""The variable that `serve` sets for the processes of the pages: it starts the server anew when it is asked to."""
EVERY = 0.5  # seconds
FIRST_OF_OURS, OPEN_FILES = 3, 65_536

before_start: list[Callable[[], bool]] = []
"""Work to do while no server runs. A function returns True if the settings may have changed by it.

The apps above put their functions here in their module `wiring`.
"""


class CannotRestart(Refused):
    """The refusal to start the server anew where nobody would start it again."""


def can_restart() -> bool:
    """True if the server was started by `manage.py serve`, which starts it anew when it is asked to."""
    return WATCHED in os.environ


def ask_for_restart() -> None:
    """Ask for a new start of the server; it comes within seconds. Requests that have begun are answered before it."""
    path = _request()
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)


class RestartWatch(Thread):
    """The thread that stops the server when a new start is asked for. `is_asked` is true from then on.

    Create and start it in the main thread, which runs the server.
    """

    def __init__(self, every: float = EVERY) -> None:
        super().__init__(name="The watch for a restart", daemon=True)
        self.is_asked = False
        self._every = every
        self._seen = _stamp()
        self._stopped = Event()

    def start(self) -> None:
        os.environ[WATCHED] = "1"
        signal.signal(signal.SIGTERM, self._end)
        super().start()

    def stop(self) -> None:
        os.environ.pop(WATCHED, None)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._stopped.set()
        self.join()

    def run(self) -> None:
        while not self._stopped.wait(self._every):
            if _stamp() != self._seen:
                self.is_asked = True
                interrupt_main(signal.SIGTERM)

    def _end(self, number: int, frame: FrameType | None) -> None:
        """End the process by the signal, unless a restart has caused the signal.

        The server handles the signal first, and raises it again when it has stopped.
        """
        if not self.is_asked:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)


def start_again() -> int:
    """Replace this process by one with the same command line, which reads `club.env` anew. Returns its exit code."""
    for name in settings.FROM_CLUB_ENV:
        os.environ.pop(name, None)
    if os.name == "posix":
        # The socket of several processes would be inherited, and hold the port.
        os.closerange(FIRST_OF_OURS, OPEN_FILES)
    return become([sys.executable, *sys.orig_argv[1:]])


def do_before_start() -> bool:
    """Do the work that waits for a time without a server. True if the settings may have changed by it."""
    has_changed = [work() for work in before_start]
    return any(has_changed)


def _request() -> Path:
    return Path(settings.DATA_DIR) / FILE


def _stamp() -> tuple[int, int] | None:
    """The file's identity and time of change, which a new request changes; None if there is none."""
    try:
        found = _request().stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
