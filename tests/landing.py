"""What takes long and is a variant of what `make test` has run: other sizes, other languages, without scripts."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_alone(values: Iterable[Any]) -> list[Any]:
    """Parameters of a test: `make test` runs it with the first, `.ci/run` with each."""
    first, *others = values
    return [
        first,
        *(pytest.param(other, marks=pytest.mark.landing) for other in others),
    ]
