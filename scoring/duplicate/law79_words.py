"""Sentences about Law 79 of duplicate bridge for players: reasons, and conditions for a late correction."""

from typing import Final

from scoring.said import said

REGULATION: Final = said("a regulation that provides for it")
DIRECTOR: Final = said("a director who is satisfied beyond reasonable doubt")
ORGANISER: Final = said("an organiser who is satisfied beyond reasonable doubt")
APPROVAL: Final = said("the organiser’s approval")
AGREED: Final = said(
    "Both sides agree on the tricks before the four hands are back in the board. "
    "Nobody may knowingly accept a trick that was not won or could not be lost (79A2)."
)
BY_BOTH_SIDES: Final = said(
    "The agreed result was entered wrongly: while the round is on both sides correct it."
)
CLAIM_OF_2007: Final = said(
    "There was a claim or a concession: the director applies Law 69."
)
CLAIM_OF_2017: Final = said(
    "There was a claim or a concession: the director applies Law 69B or Law 71."
)
ON_THE_SPOT: Final = said(
    "The sides disagree on the tricks: the director rules what is recorded."
)
LATE_TRICKS_OF_2007: Final = said(
    "The director was called after the round: he rules by 79C or Law 87, and need not raise the score of a side."
)
LATE_TRICKS_OF_2017: Final = said(
    "The director was called after the round: only if he is clearly convinced of the result at the table does he "
    "change the score of both sides. Else it stands, or one side is lowered and none raised."
)
IN_THE_PERIOD_OF_2007: Final = said(
    "An error of a player or the scorer in computing or tabulating the agreed score is corrected until the correction "
    "period is over."
)
IN_THE_PERIOD_OF_2017: Final = said(
    "An error of a player or an official in recording or computing the agreed score is corrected until the correction "
    "period is over."
)
AFTER_THE_PERIOD_OF_2007: Final = said(
    "The correction period is over: only where a regulation provides for it, and the director and the organiser are "
    "both satisfied beyond reasonable doubt that the record is wrong."
)
AFTER_THE_PERIOD_OF_2017: Final = said(
    "The correction period is over: only if the director is satisfied beyond reasonable doubt that the record is "
    "wrong, and the organiser approves."
)
TRICKS_AFTER_THE_PERIOD: Final = said(
    "The correction period is over. A disputed number of tricks is no error in the score (79C2): the result stands."
)
