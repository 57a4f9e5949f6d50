"""The commands that the docs tell their readers to type: each line of an indented block is a command."""

from dataclasses import dataclass

from markdown_it import MarkdownIt

from tests.source_code import ROOT

DOCUMENTS = (
    "README.md",
    "docs/operations.md",
    "docs/upgrading.md",
    "docs/secretary.md",
    "docs/players.md",
    "docs/api.md",
)
"""The documents whose readers need not be developers, in the order in which a newcomer reads them."""

ELSEWHERE = {
    "pipx ": "it installs; tests/launcher/test_wheel.py installs the wheel into an environment of its own",
    "uv ": "it installs; tests/launcher/test_wheel.py installs the wheel into an environment of its own",
    "clubscore run": "only an installed wheel has it; tests/launcher/test_wheel.py starts it",
    "python -m clubscore club CLUB_DATA_DIR=C:\\": "a path of Windows; the command itself is typed with others",
    "python -m clubscore run CLUB_DATA_DIR=C:\\": "a path of Windows; the command itself is typed with others",
    "make dev": "it serves until somebody ends it; tests/launcher/test_dev.py starts it",
    "make test": "all tests, of which this is one",
    "docker ": "it wants Docker; tests/deploy/test_image.py runs what the image would run",
    "useradd ": "it changes the computer; tests/deploy/test_service.py checks the service",
    "cp -r . /opt/": "it changes the computer; tests/deploy/test_service.py checks the service",
    "cp deploy/clubscore.service /etc/": "it changes the computer; tests/deploy/test_service.py checks the service",
    "systemctl ": "it wants systemd as the first process; tests/deploy/test_service.py checks the service",
    "runuser ": "it wants the user that was added before; the command that it runs is typed with others",
    "journalctl ": "it wants systemd as the first process",
    "sudo -u postgres createuser ": "it changes the server of the computer; the test has one of its own",
    "pg_basebackup ": "it wants a server that keeps its log in a folder of the computer",
    "git fetch ": "the copy of the test has no history",
    "curl -H ": "the club of the example is nowhere; tests/public/api/test_api.py asks each of these addresses",
}
"""The beginnings of commands that a test cannot type, each with the reason."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command to type, and its place: the document, the heading of the section above it, and the line."""

    document: str
    section: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}: {self.text}"

    @property
    def elsewhere(self) -> str | None:
        """The beginning in ELSEWHERE that this command has, or None."""
        return next(
            (beginning for beginning in ELSEWHERE if self.text.startswith(beginning)),
            None,
        )


def commands_of(document: str, *sections: str) -> list[Command]:
    """Return the commands of the document, or only of these sections of it, in the order of the text."""
    found: list[Command] = []
    section = ""
    tokens = MarkdownIt().parse((ROOT / document).read_text(encoding="utf-8"))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before and before.type == "heading_open":
            section = token.content
        elif (
            token.type == "code_block"
            and token.map
            and (not sections or section in sections)
        ):
            lines = enumerate(token.content.splitlines(), start=token.map[0] + 1)
            found += [
                Command(document, section, number, text)
                for number, text in lines
                if text
            ]
    return found


def fences_of(document: str) -> list[tuple[int, str]]:
    """Return the line number and the language of each fenced block: such blocks are shown, and not typed."""
    tokens = MarkdownIt().parse((ROOT / document).read_text(encoding="utf-8"))
    return [
        (token.map[0] + 1, token.info)
        for token in tokens
        if token.type == "fence" and token.map
    ]
