"""What the package refuses, one exception per kind; every message is a sentence for players."""


class ScoringError(ValueError):
    """Anything this package refuses. ``message`` is one plain sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InvalidDeal(ScoringError):
    """Facts that no deal can have, or a quick line that cannot be read.

    ``field`` names the fact at fault ("contract", "declarer", "result", "honours", "transferred", "voids", "revokes",
    "note"; "option" or "deal" when it is none of them). ``column`` is its place in the quick line, counted from 1, or
    None when no line was read.
    """

    def __init__(self, message: str, *, field: str, column: int | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.column = column


class InvalidBoard(ScoringError):
    """A number that no duplicate board has."""


class RubberOver(ScoringError):
    """A deal was offered after the end of the sheet, or after it was closed unfinished."""


class InvalidRules(ScoringError):
    """A system, rule or value that does not exist; the message names those that do."""
