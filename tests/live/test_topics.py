import pytest

from clubscore.live.topics import TOPICS, Topic, find_topic, register
from tests.live.conftest import Names


@pytest.fixture
def topic() -> Topic:
    return Topic("kibitzers", lambda ids: {}, lambda pk, view: "")


def test_a_registered_topic_is_found_by_its_name_and_view(
    topic: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(TOPICS, "kibitzers", raising=False)
    register(topic)
    assert find_topic("kibitzers", "watch") is topic
    assert find_topic("kibitzers", "NS") is None
    assert find_topic("nobody", "watch") is None
    del TOPICS["kibitzers"]


def test_two_topics_cannot_share_a_name(names: Names) -> None:
    with pytest.raises(ValueError, match="'names'"):
        register(TOPICS["names"])
