"""Functions for cells that several tables of an archive have."""

import json
from collections.abc import Iterable, Mapping


def ids(several: Iterable[int]) -> str:
    return ";".join(map(str, sorted(several)))


def as_json(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)
