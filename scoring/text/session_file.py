"""Session files: a contest of duplicate bridge as text, a fact a line.

The first two lines are ``session`` and ``scoring``; an entry comes before the lines that name it.
"""

from collections.abc import Callable, Iterable
from typing import Final

from scoring.contest import Contest, ContestRules, Entry, Penalty, Slot
from scoring.contest.facts import FactCheck
from scoring.duplicate import parse_board
from scoring.duplicate.outcome_line import parse_outcome
from scoring.errors import InvalidContest, InvalidDeal, InvalidOutcome, ScoringError
from scoring.said import said
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import board_ranges, group_and_result, number, penalty_amount, percentage, refuse
from scoring.text.words_of_line import Word, without_comment, words_of
from scoring.values import Side

_AN_ENTRY: Final = said("An entry has a number from 1 to 9999.")
_SIDES: Final = {side.value: side for side in Side}


def read_session(lines: Iterable[bytes]) -> Contest:
    """The contest of a session file.

    Raises:
        InvalidLine: for the first line that is refused; what only the whole file tells is refused at its last line.
    """
    texts = TextLines(lines)
    reader = _Reader()
    try:
        for text in texts:
            reader.read(without_comment(text))
        return reader.contest()
    except ScoringError as refusal:
        found = refusal.column if isinstance(refusal, InvalidDeal | InvalidOutcome) else None
        column = found or reader.columns.get(getattr(refusal, "field", ""), reader.columns.get("", 1))
        raise InvalidLine(refusal.message, line=max(texts.line, 1), column=column) from None


class _Reader:
    """A session while it is being read."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.header: dict[str, object] = {}
        self.boards: tuple[range, ...] = ()
        self.check: FactCheck | None = None
        self.entries: list[Entry] = []
        self.slots: list[Slot] = []
        self.penalties: list[Penalty] = []
        self.byes: list[int] = []
        self.columns: dict[str, int] = {}
        """The columns of the facts of the current line, by their field."""
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
        keyword, *words = words_of(line)
        self.columns = {"": keyword.column}
        if keyword.text not in self.keywords:
            message = said("A line begins with one of: {keywords}.", keywords=", ".join(self.keywords))
            refuse(message, keyword.column)
        wanted = "session" if self.name is None else "scoring" if self.check is None else None
        if wanted and keyword.text != wanted:
            refuse(said("The line “{keyword} …” comes before this one.", keyword=wanted), keyword.column)
        self.keywords[keyword.text](line, words)

    def contest(self) -> Contest:
        if self.check is None:
            wanted = "session" if self.name is None else "scoring"
            raise InvalidContest(said("The line “{keyword} …” is missing.", keyword=wanted))
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
        assert self.check is not None  # ``read`` lets nothing else pass before the two first lines
        return self.check

    def _session(self, line: str, words: list[Word]) -> None:
        if self.name is not None:
            refuse("The session has been named already: one session a file.", self.columns[""])
        end = len(line)
        if len(words) > 1 and words[-2].text == "winners":
            if words[-1].text not in ("1", "2"):
                refuse("There are 1 or 2 winners.", words[-1].column)
            self.header["winners"] = words[-1].text
            end, words = words[-2].column - 1, words[:-2]
        at = max((index for index, word in enumerate(words) if word.text == "rules"), default=len(words))
        for word in words[at + 1 :]:
            self._rule(word)
        end = words[at].column - 1 if at < len(words) else end
        self.name = line[words[0].column - 1 : end].strip() if at else ""

    def _rule(self, word: Word) -> None:
        self.columns = {"": word.column}
        key, equals, value = word.text.partition("=")
        if not equals:
            refuse("A rule is written KEY=VALUE, such as rounding=exact.", word.column)
        if key in self.header:
            refuse(said("Rule {rule} is given twice.", rule=key), word.column)
        if key in ("scoring", "winners"):
            form = "“{rule}” has words of its own, behind the rules or on the second line."
            refuse(said(form, rule=key), word.column)
        ContestRules.from_mapping({key: value})
        self.header[key] = value

    def _scoring(self, line: str, words: list[Word]) -> None:
        if self.check is not None:
            refuse("The scoring has been given already.", self.columns[""])
        if not words:
            refuse("Which scoring? Such as: scoring matchpoints boards 1-27.", len(line) + 1)
        self.columns = {"": words[0].column}
        rules = ContestRules.from_mapping({**self.header, "scoring": words[0].text})
        if len(words) > 1:
            if words[1].text != "boards" or len(words) != 3:
                refuse("After the scoring come the boards, such as: boards 1-27.", words[1].column)
            self.boards = board_ranges(words[2])
        self.check = FactCheck(rules, self.boards)

    def _entry(self, line: str, words: list[Word]) -> None:
        self._needed(line, words, 1, 'entry 7 "Ann Smith" "Bob Jones"')
        self.columns |= {"entry": words[0].column, "line": words[0].column}
        entry = Entry(number(words[0], _AN_ENTRY))
        for word in words[1:]:
            key, equals, value = word.text.partition("=")
            if word.is_quoted:
                entry = entry._replace(names=(*entry.names, word.content))
                self.columns["names"] = word.column
            elif word.text in _SIDES and word is words[1]:
                entry = entry._replace(line=_SIDES[word.text])
                self.columns["line"] = word.column
            elif equals and key == "handicap":
                entry = entry._replace(handicap=percentage(value, word.column))
                self.columns["handicap"] = word.column
            elif equals and key == "stratum":
                entry = entry._replace(stratum=value)
                self.columns["stratum"] = word.column
            elif word.text == "standing=without":
                entry = entry._replace(is_ranked=False)
            else:
                message = "An entry has names in quotes, then handicap=2.5, stratum=B or standing=without."
                refuse(message, word.column)
        self.facts.add_entry(entry)
        self.entries.append(entry)

    def _play(self, line: str, words: list[Word]) -> None:
        self._needed(line, words, 4, said("play 12 7 23 4SN+1: the board, N-S, E-W and the result"))
        for field, word in zip(("board", "ns", "ew", "outcome"), words, strict=False):
            self.columns[field] = word.column
        self.columns[""] = words[0].column
        board = parse_board(words[0].text)
        ns, ew = (number(word, _AN_ENTRY) for word in words[1:3])
        column = words[3].column
        result, group = group_and_result(line[column - 1 :])
        try:
            outcome = parse_outcome(result, board)
        except InvalidOutcome as refusal:
            raise InvalidOutcome(refusal.message, column=column - 1 + (refusal.column or 1)) from None
        slot = Slot(board, ns, ew, outcome, group)
        self.facts.add_slot(slot)
        self.slots.append(slot)

    def _expected(self, line: str, words: list[Word]) -> None:
        self._needed(line, words, 2, said("expected 12 9: the board, and how many results it should have"))
        self._no_more(words, 2)
        self.columns |= {"": words[0].column, "board": words[0].column, "expected": words[1].column}
        self.facts.add_expected(
            parse_board(words[0].text), number(words[1], said("The results expected are a number from 1 to 9999."))
        )

    def _penalty(self, line: str, words: list[Word]) -> None:
        self._needed(line, words, 3, said('penalty 7 25% 90B "phone": the entry, how much, the law and the reason'))
        self._no_more(words, 4)
        self.columns |= {"entry": words[0].column, "amount": words[1].column, "law": words[2].column}
        if len(words) == 4 and not words[3].is_quoted:
            refuse("The reason stands in quotes.", words[3].column)
        amount, unit = penalty_amount(words[1])
        reason = words[3].content if len(words) == 4 else ""
        penalty = Penalty(number(words[0], _AN_ENTRY), amount, unit, words[2].text, reason)
        self.facts.add_penalty(penalty)
        self.penalties.append(penalty)

    def _bye(self, line: str, words: list[Word]) -> None:
        self._needed(line, words, 1, said("bye 7: the team or pair that had nobody to play in a round"))
        self._no_more(words, 1)
        self.columns |= {"": words[0].column, "entry": words[0].column}
        entry = number(words[0], _AN_ENTRY)
        self.facts.add_bye(entry)
        self.byes.append(entry)

    def _needed(self, line: str, words: list[Word], count: int, example: str) -> None:
        if len(words) < count:
            refuse(said("This line is too short; it is written: {example}.", example=example), len(line) + 1)

    def _no_more(self, words: list[Word], count: int) -> None:
        if len(words) > count:
            refuse("Nothing belongs here; a comment begins with a blank and #.", words[count].column)
