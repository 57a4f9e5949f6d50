"""Hypothesis strategies for layouts and boards."""

from hypothesis import strategies as some

from scoring.hands import LAYOUTS, DealtBoard, layout_of

# The deal that the description of the DUP format shows.
PRINTED = "N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76"


def layouts():
    return some.integers(0, LAYOUTS - 1).map(layout_of)


def board_sets():
    numbers = some.lists(some.integers(1, 999), min_size=1, max_size=6, unique=True)
    return numbers.flatmap(
        lambda chosen: some.tuples(
            *(
                some.builds(DealtBoard, some.just(number), layouts())
                for number in chosen
            )
        )
    )
