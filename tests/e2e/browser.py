"""Playwright's synchronous API, kept in a thread of its own.

Playwright leaves an event loop running in its thread, in which Django's database calls refuse to work. So the browser
gets a thread, and a test holds stand-ins: `page.goto(url)` on a stand-in runs in that thread and returns a stand-in or
a plain value.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from playwright import sync_api

PHONE = {"width": 360, "height": 740}  # for `open_page`
PHONE_DAY_AND_NIGHT = ((360, "light"), (360, "dark"))  # for `each_look`

TWICE_AS_LARGE = """() => {
    document.documentElement.style.fontSize = "200%";
    const times = [...document.querySelectorAll("time[data-ago]")], said = times.map((time) => time.textContent);
    for (const time of times) time.textContent = document.body.dataset.sayAgo.split("|")[1].replace("#", 59);
    const width = document.documentElement.scrollWidth;
    const isOver = (each) => each.getBoundingClientRect().right > innerWidth;
    const over = width > innerWidth ? [...document.querySelectorAll("body *")].filter(isOver) : [];
    const told = over.map((each) => `${each.tagName}.${each.className} ${each.getBoundingClientRect().right}`);
    document.documentElement.style.fontSize = "";
    times.forEach((time, at) => { time.textContent = said[at]; });
    return width > innerWidth ? [width, ...told] : width;
}"""
"""A script that returns the page's width in pixels with text twice as large.

If the page is too wide, the script returns a list of the width and the elements that reach over the window. While it
measures, each relative time has its longest words ("59 min ago"), so that the width does not depend on how long ago the
club was made.
"""

ARGUMENTS = ["--disable-dev-shm-usage", "--disable-gpu"]


class BrowserThread:
    """A running Chromium, and the one thread that may speak to it."""

    def __init__(self, chromium: str, *more: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="browser")
        self._playwright = self.run(lambda: sync_api.sync_playwright().start())
        arguments = [*ARGUMENTS, *more]
        self.browser = self.run(
            lambda: self._playwright.chromium.launch(
                executable_path=chromium, args=arguments
            )
        )

    def run(self, call: Callable[[], Any]) -> Any:
        return self._thread.submit(call).result()

    def stand_in(self, thing: Any) -> Any:
        """Return a value that a test may hold: a stand-in for a Playwright object, or the plain value itself."""
        if isinstance(thing, list):
            return [self.stand_in(item) for item in thing]
        if type(thing).__module__.startswith("playwright.") and not isinstance(
            thing, Exception | dict
        ):
            return StandIn(self, thing)
        return thing

    def stop(self) -> None:
        self.run(self.browser.close)
        self.run(self._playwright.stop)
        self._thread.shutdown()


class StandIn:
    """Stands for a Playwright object: passes every use of the object on to the browser's thread."""

    def __init__(self, thread: BrowserThread, real: Any) -> None:
        self._thread = thread
        self.real = real

    def __getattr__(self, name: str) -> Any:
        value = self._thread.run(lambda: getattr(self.real, name))
        if not callable(value):
            return self._thread.stand_in(value)
        return lambda *args, **kwargs: self._call(value, *args, **kwargs)

    def _call(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        args = tuple(_real(arg) for arg in args)
        kwargs = {key: _real(arg) for key, arg in kwargs.items()}
        return self._thread.stand_in(self._thread.run(lambda: method(*args, **kwargs)))

    def __enter__(self) -> Any:
        return self._thread.stand_in(self._thread.run(self.real.__enter__))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._thread.run(lambda: self.real.__exit__(kind, error, trace))


def _real(thing: Any) -> Any:
    return thing.real if isinstance(thing, StandIn) else thing


def be_patient(milliseconds: int) -> None:
    """Set how long `expect` waits, in milliseconds, where a test does not say."""
    sync_api.expect.set_options(timeout=milliseconds)


def expect(what: StandIn, message: str | None = None) -> Any:
    """Return Playwright's `expect` for a stand-in: its assertions wait until the page is as they say, or fail."""
    thread = what._thread
    return thread.stand_in(thread.run(lambda: sync_api.expect(what.real, message)))


def pages_asked_for(page: StandIn) -> list[str]:
    """Return a list that is filled with the address of each page that this page asks for from now on.

    A redirect counts together with the request that led to it. Requests are counted, not loads: a page loads later than
    its words can be read, and never loads if it is left before.
    """
    addresses: list[str] = []

    def note(request: Any) -> None:
        if request.is_navigation_request() and request.redirected_from is None:
            addresses.append(request.url)

    page.on("request", note)
    return addresses


def each_look(page: StandIn, path: str, *looks: tuple[int, str]) -> Iterator[int]:
    """Load a page once, show it at each width in pixels and in each colour scheme, and yield the width of each look."""
    _show(page, *looks[0])
    page.goto(path)
    for look in looks:
        _show(page, *look)
        yield look[0]


def _show(page: StandIn, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
