"""Reads session files: a contest of duplicate bridge as text, one fact a line.

The first two lines are ``session`` and ``scoring``; an entry comes before the lines that name it.
"""

from collections.abc import Callable, Iterable
from typing import Final

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot
from scoring.contest.facts import FactCheck
from scoring.contest.practices import with_practice
from scoring.duplicate import parse_board
from scoring.errors import InvalidContest, InvalidDeal, InvalidOutcome, ScoringError
from scoring.said import said
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import (
    board_ranges,
    number,
    outcome_and_group,
    partners,
    penalty_amount,
    percentage,
    refuse,
)
from scoring.text.words_of_line import Word, without_comment, words_of
from scoring.values import Side

_AN_ENTRY: Final = said("An entry has a number from 1 to 9999.")
_SIDES: Final = {side.value: side for side in Side}


def read_session(lines: Iterable[bytes]) -> Contest:
    """Read the contest from a session file.

    Raises:
        InvalidLine: for the first line that is refused; a mistake of the whole file is refused at its last line.
    """
    texts = TextLines(lines)
    reader = _SessionReader()
    try:
        for text in texts:
            reader.read(without_comment(text))
        return reader.contest()
    except ScoringError as refusal:
        column = reader.column_of(refusal)
        raise InvalidLine(
            refusal.message, line=max(texts.line, 1), column=column
        ) from None


class _SessionReader:
    """A reader that builds a contest from a session file, line by line."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.header: dict[str, object] = {}
        self.boards: tuple[range, ...] = ()
        self.check: FactCheck | None = None
        self.entries: list[ContestEntry] = []
        self.slots: list[Slot] = []
        self.penalties: list[Penalty] = []
        self.byes: list[int] = []
        self.columns: dict[str, int] = {}
        """The columns of the facts of the current line, by the field that a refusal names; "" if it names no field."""
        self.keywords: dict[str, Callable[[str, list[Word]], None]] = {
            "session": self._session,
            "scoring": self._scoring,
            "entry": self._entry,
            "play": self._play,
            "expected": self._expected,
            "penalty": self._penalty,
            "bye": self._bye,
        }

    def read(self, line: str) -> None:
        """Read one line, without its comment. Raises ScoringError for a line that is refused."""
        keyword, *words = words_of(line)
        self.columns = {"": keyword.column}
        if keyword.text not in self.keywords:
            message = said(
                "A line begins with one of: {keywords}.",
                keywords=", ".join(self.keywords),
            )
            refuse(message, keyword.column)
        wanted = self._missing()
        if wanted and keyword.text != wanted:
            refuse(
                said("The line “{keyword} …” comes before this one.", keyword=wanted),
                keyword.column,
            )
        self.keywords[keyword.text](line, words)

    def column_of(self, refusal: ScoringError) -> int:
        """The column of the current line where the mistake of a refusal is, counted from 1."""
        if isinstance(refusal, InvalidDeal | InvalidOutcome) and refusal.column:
            return refusal.column
        field = getattr(refusal, "field", "")
        of_line = self.columns.get("", 1)
        return self.columns.get(field, of_line)

    def _missing(self) -> str:
        """The keyword of the line that must come next; empty when both first lines are read."""
        if self.name is None:
            return "session"
        if self.check is None:
            return "scoring"
        return ""

    def contest(self) -> Contest:
        """The contest of all lines. Raises InvalidContest if a line is missing, or for facts no contest has."""
        if self.check is None:
            raise InvalidContest(
                said("The line “{keyword} …” is missing.", keyword=self._missing())
            )

        self.columns = {"": 1}
        expected = tuple(self.check.wanted.items())
        return Contest(
            self.name or "",
            self.check.rules,
            tuple(self.entries),
            tuple(self.slots),
            self.boards,
            expected,
            tuple(self.penalties),
            tuple(self.byes),
        )

    @property
    def facts(self) -> FactCheck:
        """The check to which this reader adds the facts of the lines; it exists only after the line ``scoring``."""
        assert self.check is not None
        return self.check

    def _session(self, line: str, words: list[Word]) -> None:
        if self.name is not None:
            refuse(
                "The session has been named already: one session a file.",
                self.columns[""],
            )

        end = len(line)
        if len(words) > 1 and words[-2].text == "winners":
            *words, keyword, winners = words
            if winners.text not in ("1", "2"):
                refuse("There are 1 or 2 winners.", winners.column)
            self.header["winners"] = winners.text
            end = keyword.column - 1

        texts = [word.text for word in words]
        of_name = len(words)
        if "rules" in texts:
            # A name may have the word too.
            of_name = len(words) - 1 - texts[::-1].index("rules")
            end = words[of_name].column - 1

        for word in words[of_name + 1 :]:
            self._rule(word)

        self.name = ""
        if of_name:
            self.name = line[words[0].column - 1 : end].strip()

    def _rule(self, word: Word) -> None:
        self.columns = {"": word.column}
        key, equals, value = word.text.partition("=")
        if not equals:
            refuse("A rule is written KEY=VALUE, such as rounding=exact.", word.column)
        if key in self.header:
            refuse(said("Rule {rule} is given twice.", rule=key), word.column)
        if key in ("scoring", "winners"):
            form = (
                "“{rule}” has words of its own, behind the rules or on the second line."
            )
            refuse(said(form, rule=key), word.column)

        ContestRules.from_mapping(with_practice({key: value}))
        self.header[key] = value

    def _scoring(self, line: str, words: list[Word]) -> None:
        if self.check is not None:
            refuse("The scoring has been given already.", self.columns[""])
        if not words:
            refuse(
                "Which scoring? Such as: scoring matchpoints boards 1-27.",
                len(line) + 1,
            )

        self.columns = {"": words[0].column}
        chosen = {**self.header, "scoring": words[0].text}
        rules = ContestRules.from_mapping(with_practice(chosen))
        if len(words) > 1:
            if words[1].text != "boards" or len(words) != 3:
                refuse(
                    "After the scoring come the boards, such as: boards 1-27.",
                    words[1].column,
                )
            self.boards = board_ranges(words[2])

        self.check = FactCheck(rules, self.boards)

    def _entry(self, line: str, words: list[Word]) -> None:
        self._require_words(line, words, 1, 'entry 7 "Ann Smith" "Bob Jones"')
        first, *rest = words
        self.columns |= {"entry": first.column, "line": first.column}
        entry = ContestEntry(number(first, _AN_ENTRY))
        if rest and rest[0].text in _SIDES:
            side = rest.pop(0)
            entry = entry._replace(line=_SIDES[side.text])
            self.columns["line"] = side.column

        for word in rest:
            entry = self._with_word(entry, word)

        self.facts.add_entry(entry)
        self.entries.append(entry)

    def _with_word(self, entry: ContestEntry, word: Word) -> ContestEntry:
        """The entry, changed by a word of its line: a name, a handicap, a stratum, or that it is not ranked."""
        key, equals, value = word.text.partition("=")
        if word.is_quoted:
            self.columns["names"] = word.column
            return entry._replace(names=(*entry.names, word.content))
        if equals and key == "handicap":
            self.columns["handicap"] = word.column
            return entry._replace(handicap=percentage(value, word.column))
        if equals and key == "stratum":
            self.columns["stratum"] = word.column
            return entry._replace(stratum=value)
        if word.text == "standing=without":
            return entry._replace(is_ranked=False)

        message = "An entry has names in quotes, then handicap=2.5, stratum=B or standing=without."
        refuse(message, word.column)

    def _play(self, line: str, words: list[Word]) -> None:
        self._require_words(
            line,
            words,
            4,
            said("play 12 7 23 4SN+1: the board, N-S, E-W and the result"),
        )
        board_word, ns_word, ew_word, first = words[:4]
        self.columns |= {
            "": board_word.column,
            "board": board_word.column,
            "ns": ns_word.column,
            "ew": ew_word.column,
            "outcome": first.column,
        }
        board = parse_board(board_word.text)
        ns, south = partners(ns_word, _AN_ENTRY)
        ew, west = partners(ew_word, _AN_ENTRY)
        outcome, group = outcome_and_group(line, first.column, board)
        slot = Slot(board, ns, ew, outcome, group, south, west)
        self.facts.add_slot(slot)
        self.slots.append(slot)

    def _expected(self, line: str, words: list[Word]) -> None:
        self._require_words(
            line,
            words,
            2,
            said("expected 12 9: the board, and how many results it should have"),
        )
        self._require_no_more(words, 2)
        board, results = words
        self.columns |= {
            "": board.column,
            "board": board.column,
            "expected": results.column,
        }
        wanted = said("The results expected are a number from 1 to 9999.")
        self.facts.add_expected(parse_board(board.text), number(results, wanted))

    def _penalty(self, line: str, words: list[Word]) -> None:
        example = said(
            'penalty 7 25% 90B "phone": the entry, how much, the law and the reason'
        )
        self._require_words(line, words, 3, example)
        self._require_no_more(words, 4)
        entry, amount_word, law, *reasons = words
        self.columns |= {
            "entry": entry.column,
            "amount": amount_word.column,
            "law": law.column,
        }
        reason = ""
        for word in reasons:
            if not word.is_quoted:
                refuse("The reason stands in quotes.", word.column)
            reason = word.content

        amount, unit = penalty_amount(amount_word)
        penalty = Penalty(number(entry, _AN_ENTRY), amount, unit, law.text, reason)
        self.facts.add_penalty(penalty)
        self.penalties.append(penalty)

    def _bye(self, line: str, words: list[Word]) -> None:
        self._require_words(
            line,
            words,
            1,
            said("bye 7: the team or pair that had nobody to play in a round"),
        )
        self._require_no_more(words, 1)
        self.columns |= {"": words[0].column, "entry": words[0].column}
        entry = number(words[0], _AN_ENTRY)
        self.facts.add_bye(entry)
        self.byes.append(entry)

    def _require_words(
        self, line: str, words: list[Word], count: int, example: str
    ) -> None:
        if len(words) < count:
            refuse(
                said(
                    "This line is too short; it is written: {example}.", example=example
                ),
                len(line) + 1,
            )

    def _require_no_more(self, words: list[Word], count: int) -> None:
        if len(words) > count:
            refuse(
                "Nothing belongs here; a comment begins with a blank and #.",
                words[count].column,
            )
