"""The commands of the docs, typed as they stand there, in their order, on a machine that has Clubscore and no club."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.docs.commands import DOCUMENTS, ELSEWHERE, Command, commands_of, fences_of
from tests.docs.machine import Machine, machine
from tests.docs.typed import type_it
from tests.source_code import ROOT

COMMANDS = [command for document in DOCUMENTS for command in commands_of(document)]


def typed_of(document: str) -> list[Command]:
    return [
        command
        for command in COMMANDS
        if command.document == document and not command.elsewhere
    ]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """Yield one machine for all documents: each has its own user, and what one installs serves the next."""
    with machine(tmp_path_factory.mktemp("machine")) as fresh:
        yield fresh


@pytest.mark.typed
@pytest.mark.parametrize("document", [name for name in DOCUMENTS if typed_of(name)])
def test_each_command_of_a_document_does_what_it_says(
    document: str, fresh: Machine, tmp_path: Path
) -> None:
    with fresh.terminal(home=tmp_path) as terminal:
        for command in typed_of(document):
            type_it(terminal, command, port=fresh.port)


def test_there_are_commands_in_the_docs() -> None:
    assert len([command for command in COMMANDS if not command.elsewhere]) > 20


def test_what_is_not_typed_has_its_reason_and_each_reason_is_needed() -> None:
    needless = [
        beginning
        for beginning in ELSEWHERE
        if beginning not in {each.elsewhere for each in COMMANDS}
    ]
    assert needless == [], (
        "Delete these lines of ELSEWHERE in tests/docs/commands.py: no document has such a command."
    )


def test_a_command_has_no_comment_behind_it() -> None:
    """No command of the docs has a comment behind it, which a Mac's shell and Windows would take for arguments."""
    commented = [
        str(command) for command in COMMANDS if re.search(r"(^|\s)#", command.text)
    ]
    assert commented == [], (
        "Put the comment behind each of these commands into the sentence above it."
    )


def test_between_fences_nothing_stands_to_be_typed() -> None:
    shown = {"ini", "json", "text", "yaml"}
    fences = [
        (name, *fence)
        for name in DOCUMENTS
        for fence in fences_of(name)
        if fence[1] not in shown
    ]
    assert fences == [], (
        f"Indent commands by four blanks; fences are for what is shown, and say which: {sorted(shown)}."
    )


def test_commands_inside_sentences_exist() -> None:
    targets = set(
        re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    )
    known = {"make": targets, "manage.py": set(get_commands())}
    said = [
        (document, program, name)
        for document in DOCUMENTS
        for code in re.findall(
            r"`([^`\n]+)`", (ROOT / document).read_text(encoding="utf-8")
        )
        for program, name in re.findall(r"(make|manage\.py) ([a-z_-]+)", code)
    ]
    unknown = [each for each in said if each[2] not in known[each[1]]]
    assert unknown == [], (
        "Correct these commands in the documents: the Makefile, or manage.py, has none of that name."
    )
