"""The carry-forward: the score that a contestant takes from a qualifying session into a final."""

from fractions import Fraction


def carried_forward(
    score: Fraction,
    *,
    boards: int,
    maximum: Fraction,
    final_boards: int,
    final_maximum: Fraction,
) -> Fraction:
    """Half of the score of a qualifying session, on the scale of the final.

    The result is ½ × ``score`` × (``boards`` ÷ ``maximum``) × (``final_maximum`` ÷ ``final_boards``). ``boards`` and
    ``maximum`` are the number of boards and the greatest possible score of the qualifying session.

    >>> carried_forward(Fraction(250), boards=24, maximum=Fraction(400), final_boards=27, final_maximum=Fraction(540))
    Fraction(150, 1)
    """
    return score / 2 * (boards / maximum) * (final_maximum / final_boards)
