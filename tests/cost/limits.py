"""The limits of what pages cost, and the sentences about pages that exceed them."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

FILE = Path(__file__).with_name("limits.toml")
NOISE = (
    1.5  # other work on the machine slows what reads much more than what reads little
)
EXACT = ("statements", "nodes", "words", "bytes")

Figures = Mapping[str, float]
"""A page's `ratio`, its processor time as a multiple of a bare view's, and its EXACT counts."""

ADVICE = (
    "Make it cheaper. If what is dearer is worth it, move the limit in tests/cost/limits.toml in the same commit,"
    " and say why in a comment beside it."
)


def limits() -> dict[str, Figures]:
    """Return the limits of each page, by its name."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def exceeded(page: str, measured: Figures, limit: Figures) -> Iterator[str]:
    """Yield a sentence for each count above its limit, and for a ratio above NOISE times its limit."""
    for name in EXACT:
        if measured[name] > limit[name]:
            yield f"{page}: {measured[name]:.0f} {name}, the limit is {limit[name]}."
    if measured["ratio"] > NOISE * limit["ratio"]:
        yield f"{page}: {measured['ratio']:.1f} bare views, the limit is {limit['ratio']}, {NOISE} times that fails."
