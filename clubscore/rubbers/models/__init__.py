"""The rows of rubbers: what was played (rubber.py), who agreed to what (consent.py), and what rounding left over
(remainder.py).
"""

from clubscore.rubbers.models.consent import (
    AuctionOver,
    DealAgreement,
    House,
    How,
    NetAgreement,
    PackNote,
    Proposal,
    Reopening,
    Substitution,
    SubstitutionConsent,
    Vote,
)
from clubscore.rubbers.models.remainder import Remainder
from clubscore.rubbers.models.rubber import FACT_COLUMNS, Deal, Facts, Rubber, RubberSeat, columns_of, facts_of

__all__ = [
    "FACT_COLUMNS",
    "AuctionOver",
    "Deal",
    "DealAgreement",
    "Facts",
    "House",
    "How",
    "NetAgreement",
    "PackNote",
    "Proposal",
    "Remainder",
    "Reopening",
    "Rubber",
    "RubberSeat",
    "Substitution",
    "SubstitutionConsent",
    "Vote",
    "columns_of",
    "facts_of",
]
