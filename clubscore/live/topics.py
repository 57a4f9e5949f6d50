"""Topics that can be watched. Apps register topics in their `topics.py`; the rest of `live` knows none of them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import override

WATCH = "watch"  # the view of those who do not play


@dataclass(frozen=True)
class Topic:
    """A kind of thing that pages show live. Its functions run in a thread of the stream, outside any request."""

    name: str
    revisions: Callable[[Collection[int]], Mapping[int, str]]
    """A function that returns, in one query, the revision of each given id, by the id; unknown ids are left out.

    A revision is an opaque text of one line, which differs whenever the HTML would.
    """
    render: Callable[[int, str], str]
    """A function that returns the HTML of the region for an id and a view, equal for everyone who watches it."""
    views: frozenset[str] = frozenset({WATCH})

    def rendered(self, id: int, view: str, language: str) -> str:
        """The HTML of the region for an id and a view, in this language."""
        with override(language):
            return self.render(id, view)


TOPICS: dict[str, Topic] = {}


def register(topic: Topic) -> None:
    """Make a topic watchable.

    Raises ValueError when its name is taken.
    """
    if topic.name in TOPICS:
        raise ValueError(f"There is a live topic {topic.name!r} already.")
    TOPICS[topic.name] = topic


def find_topic(name: str, view: str) -> Topic | None:
    """The topic with that name; None if there is no such topic, or if it lacks the view."""
    topic = TOPICS.get(name)
    return topic if topic and view in topic.views else None
