"""Marks slow variants of tests that `make test` has run otherwise: other sizes, other languages, without scripts."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_alone(values: Iterable[Any]) -> list[Any]:
    """Return the values as parameters of a test: `make test` runs it with the first value only, `.ci/run` with each."""
    first, *others = values
    return [
        first,
        *(pytest.param(other, marks=pytest.mark.landing) for other in others),
    ]
