"""The exceptions of the package, one for each kind of refusal. Every message is a sentence that players understand."""


class ScoringError(ValueError):
    """Base class of all refusals. ``message`` is one plain sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InvalidDeal(ScoringError):
    """Raised for facts that no deal can have, and for a quick line that cannot be read.

    ``field`` names the wrong fact: "contract", "declarer", "result", "honours", "transferred", "voids", "revokes",
    "note"; it is "option", "deal" or empty if no such fact is wrong. ``column`` is the place of the mistake in the line
    of text, counted from 1; None if it is not known.
    """

    def __init__(self, message: str, *, field: str, column: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.column = column


class InvalidBoard(ScoringError):
    """Raised for a number that no duplicate board can have."""


class RubberOver(ScoringError):
    """Raised for a deal after the end of a sheet, which was complete or was closed as unfinished."""


class InvalidRules(ScoringError):
    """Raised for a system, rule or value that does not exist. The message usually lists the possible choices."""


class InvalidContest(ScoringError):
    """Raised for facts that no contest of duplicate bridge can have.

    ``field`` names the wrong fact if one fact is wrong, such as "entry", "line", "board", "ns", "ew", "outcome",
    "expected" or "amount"; otherwise it is empty.
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class InvalidOutcome(ScoringError):
    """Raised for an outcome that no board can have, and for text that describes no outcome.

    ``column`` is the place of the mistake in the text, counted from 1; None when no text was read.
    """

    def __init__(self, message: str, *, column: int | None = None) -> None:
        super().__init__(message)
        self.column = column


class InvalidMovement(ScoringError):
    """Raised if a movement cannot be made or changed as wanted. ``field`` names the wrong choice, such as "tables"."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class InvalidRuling(ScoringError):
    """Raised for a ruling or a correction period against the laws. ``field`` names the wrong fact, such as "length"."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class InvalidHands(ScoringError):
    """Raised for cards that no deal can have, and for an impossible set of boards.

    ``column`` is the place of the mistake in the text, counted from 1; None when no text was read.
    """

    def __init__(self, message: str, *, column: int | None = None) -> None:
        super().__init__(message)
        self.column = column
