from datetime import UTC, datetime

import pytest

EVENING = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nine_in_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock at nine in the evening, far from five in the morning, when an evening ends."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: EVENING)
