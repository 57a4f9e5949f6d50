"""A stand-in for a browser's EventSource: a thread reads the stream, and the test takes its events from a queue."""

import http.client
import queue
import threading
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PATIENCE = 20.0  # seconds: a busy machine is no failure


@dataclass
class Event:
    name: str = ""
    id: str = ""
    data: str = ""
    retry: str = ""


@dataclass
class Stream:
    """An open event stream. A `status` other than 200 means that the server refused it."""

    url: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> "Stream":
        self._connection = http.client.HTTPConnection(
            urlsplit(self.url).netloc, timeout=30
        )
        self._connection.request("GET", self.path, headers=self.headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.content_type = self._answer.headers["Content-Type"]
        self._events: queue.Queue[Event | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._connection.sock:
            self._connection.sock.shutdown(2)
        self._reader.join(5)
        self._answer.close()
        self._connection.close()

    def _read(self) -> None:
        event = Event()
        try:
            while line := self._answer.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                match name:
                    case "event":
                        event.name = value
                    case "id":
                        event.id = value
                    case "retry":
                        event.retry = value
                    case "data":
                        event.data += ("\n" if event.data else "") + value
                    case "":
                        self._events.put(event)
                        event = Event()
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the test has hung up
        self._events.put(None)

    def next(self, name: str | None = None, timeout: float = PATIENCE) -> Event | None:
        """Return the next event, or the next one called `name`; None if the stream has ended.

        Raises queue.Empty if no event comes in time.
        """
        while True:
            event = self._events.get(timeout=timeout)
            if event is None or name is None or event.name == name:
                return event

    def frame(self, timeout: float = PATIENCE) -> Event:
        event = self.next("frame", timeout)
        assert event is not None, "the stream has ended"
        return event

    def has_no_frame_within(self, seconds: float) -> bool:
        try:
            return self.next("frame", seconds) is None
        except queue.Empty:
            return True

    def has_ended(self, timeout: float = PATIENCE) -> bool:
        return self.next("no event has this name", timeout) is None
