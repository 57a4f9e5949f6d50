"""What can be watched. An app registers its topics in AppConfig.ready; nothing else about it is known here."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

WATCH = "watch"  # the view of everyone who only looks on


@dataclass(frozen=True)
class Topic:
    """A kind of thing that pages show live.

    `revisions(ids)` answers in one query with an opaque revision for each id: one line of text that differs whenever
    the thing's HTML would; an id that does not exist is left out. `render(id, view)` gives the HTML of the region, the
    same for everyone who watches that view. Both run in a thread of their own, outside any request.
    """

    name: str
    revisions: Callable[[Collection[int]], Mapping[int, str]]
    render: Callable[[int, str], str]
    views: frozenset[str] = frozenset({WATCH})


TOPICS: dict[str, Topic] = {}


def register(topic: Topic) -> None:
    """Make a topic watchable. ValueError when its name is taken."""
    if topic.name in TOPICS:
        raise ValueError(f"There is a live topic {topic.name!r} already.")
    TOPICS[topic.name] = topic


def find_topic(name: str, view: str) -> Topic | None:
    """The topic of that name, if it has that view."""
    topic = TOPICS.get(name)
    return topic if topic and view in topic.views else None
