"""Conventions that a reader relies on and no other tool checks. Each test lists the places that break its rule."""

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FRAGMENTS = [path for path in TEMPLATES if path.name.startswith("_")]
DECISIONS = ROOT / "docs" / "decisions"


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def files_of_the_project() -> list[Path]:
    """Return every file that is committed or would be, except the fetched libraries in static/vendor/."""
    told = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (
        ROOT / name
        for name in told.stdout.split("\0")
        if name and not name.startswith("static/vendor/")
    )
    return sorted(path for path in paths if path.is_file())


def text_of(path: Path) -> str:
    """Return the text of the file, or an empty string for a binary file such as a picture."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode()


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    return [
        f"{name_of(path)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if re.search(pattern, line)
    ]


def modules(*globs: str) -> list[Path]:
    return sorted(path for glob in globs for path in ROOT.glob(glob))


# --- templates: the strict Content-Security-Policy, and fragments that can be swapped ---


class _Elements(HTMLParser):
    """Collects the elements of a template: all its elements, and those that stand inside no other element."""

    VOID = frozenset(
        {
            "area",
            "base",
            "br",
            "col",
            "embed",
            "hr",
            "img",
            "input",
            "link",
            "meta",
            "source",
            "track",
            "wbr",
        }
    )

    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.roots: list[tuple[str, dict[str, str | None]]] = []
        self.text_outside: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))
        if self._depth == 0:
            self.roots.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._depth -= 1

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._depth == 0 and data.strip():
            self.text_outside.append(data.strip())


def elements_of(template: Path) -> _Elements:
    """Return the elements of the template, parsed without Django's tags and comments, with its `{{ values }}` kept."""
    source = re.sub(
        r"{% comment .*?%}.*?{% endcomment %}|{#.*?#}",
        "",
        template.read_text(),
        flags=re.DOTALL,
    )
    source = re.sub(r"{%.*?%}", "", source, flags=re.DOTALL)
    source = re.sub(
        r"{{(.*?)}}",
        lambda value: "{{" + value[1].replace('"', "'") + "}}",
        source,
        flags=re.DOTALL,
    )
    elements = _Elements()
    elements.feed(source)
    elements.close()
    return elements


def test_templates_have_no_inline_style_or_script():
    found = [
        f"{name_of(template)}: <{tag} {' '.join(attributes)}>"
        for template in TEMPLATES
        for tag, attributes in elements_of(template).all
        if tag == "style"
        or (tag == "script" and "src" not in attributes)
        or "style" in attributes
        or any(name.startswith(("on", "hx-on")) for name in attributes)
    ]
    assert found == [], (
        "The Content-Security-Policy forbids these: move styles into a class of static/css, scripts into static/js, "
        "and let the script find its element by a class or a data attribute."
    )


LONGEST_LINE = 160  # characters of a line of a template


def test_a_template_has_no_line_that_nobody_reads_to_its_end():
    """No line of a template is longer than LONGEST_LINE characters: a longer value gets a name, and Python makes it."""
    ours = [
        path
        for path in (ROOT / "templates").rglob("*")
        if path.suffix in {".html", ".txt", ".js"}
    ]
    assert len(ours) > 250
    assert lines_with(f".{{{LONGEST_LINE + 1}}}", ours) == []


def test_a_form_that_writes_ends_with_its_token():
    forms = [
        (name_of(template), opening, content)
        for template in TEMPLATES
        for opening, content in re.findall(
            r"(<form\b[^>]*>)(.*?)</form>", template.read_text(), flags=re.DOTALL
        )
    ]
    writing = [
        (name, opening, content)
        for name, opening, content in forms
        if 'method="post"' in opening
    ]
    assert len(writing) > 50, (
        "This test finds no forms any more: mend the way in which it looks for them."
    )
    without_end = [
        each[:2]
        for each in writing
        if not each[2].rstrip().endswith("{% csrf_token %}")
    ]
    assert without_end == [], (
        "Put `{% csrf_token %}` last into these forms, after the buttons: so the server sees that the form is whole."
    )
    twice_or_read = [
        each[:2] for each in forms if each[2].count("csrf_token") != (each in writing)
    ]
    assert twice_or_read == [], (
        'Leave one `{% csrf_token %}` in each form with method="post", and none in a form that only asks.'
    )


def is_of_includes_only(template: Path) -> bool:
    """True if the template holds nothing but `{% include %}` tags, as an answer does that replaces several regions."""
    source = template.read_text()
    elements = elements_of(template)
    return "{% include" in source and not elements.all and not elements.text_outside


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=name_of)
def test_a_fragment_is_one_element_that_bears_its_name(fragment: Path):
    if is_of_includes_only(fragment) or "{% extends" in fragment.read_text():
        # Its element stands in the other.
        return
    elements = elements_of(fragment)
    name = fragment.stem.removeprefix("_").replace("_", "-")
    one_element = f'Put all of {name_of(fragment)} into one element with id="{name}", so that htmx can swap it.'
    assert elements.text_outside == [], one_element
    assert len(elements.roots) == 1, (
        f"{one_element} Now it has these: {[tag for tag, _ in elements.roots]}"
    )
    attributes = elements.roots[0][1]
    assert "id" in attributes, one_element
    if "hx-swap-oob" not in attributes:
        # Which bears the name of the region elsewhere that it fills.
        assert re.fullmatch(rf"{name}(-{{{{.*}}}})?", attributes["id"] or ""), (
            f'Name the element of {name_of(fragment)} as the file: id="{name}", or id="{name}-{{{{ … }}}}" where a '
            "page has several."
        )


def test_pages_are_named_noun_action():
    alone = {
        "base.html",
        "400.html",
        "403.html",
        "403_csrf.html",
        "404.html",
        "500.html",
    }
    pages = [
        path for path in TEMPLATES if path not in FRAGMENTS and path.name not in alone
    ]
    misnamed = [
        name_of(page)
        for page in pages
        if not re.fullmatch(r"[a-z]+(_[a-z]+)+\.html", page.name)
    ]
    assert misnamed == [], (
        "Name these pages noun_action.html, such as note_list.html; a fragment begins with `_`."
    )


# --- tests ---


def test_no_test_is_skipped_or_expected_to_fail():
    words = r"(pytest|mark)\.(skip|xfail|importorskip)|unittest\.skip|@skip"
    others = [path for path in modules("tests/**/*.py") if path != Path(__file__)]
    assert lines_with(words, others) == [], (
        "Mend these tests, or delete them with the reason in the commit: a test that is skipped tests nothing."
    )


WITHOUT_CODE = {
    "bench": "the measurements of `make bench`",
    "cost": "the guard on what pages cost",
    "deploy": "the files of deploy/",
    "docs": "the commands of docs/",
    "e2e": "in a browser",
    "soak": "faults, races, intruders, noise: the whole server",
    "walk": "whole clubs, page by page",
}
"""The folders of tests that belong to no folder of code, each with what it tests."""


def folders_of_code() -> dict[str, Path]:
    """Return each folder of code that has modules, by the path that its folder of tests has below tests/.

    Folders of migrations and of management commands are left out: they belong to their app.
    """
    return {
        str(folder.relative_to(ROOT / "clubscore"))
        if folder.is_relative_to(ROOT / "clubscore")
        else str(folder.relative_to(ROOT)): folder
        for folder in {
            path.parent
            for path in modules("clubscore/**/*.py", "scoring/**/*.py")
            if path.name != "__init__.py"
        }
        if not {"migrations", "management"} & set(folder.parts)
    }


def folders_of_tests() -> set[str]:
    tests = ROOT / "tests"
    return {str(path.parent.relative_to(tests)) for path in tests.rglob("test_*.py")}


def test_each_folder_of_code_has_a_folder_of_tests():
    untested = {
        name_of(folder): f"tests/{name}"
        for name, folder in folders_of_code().items()
        if name not in folders_of_tests()
    }
    assert untested == {}, (
        "Put the tests of these folders of code into the folders named beside them, in a file test_….py."
    )


def test_each_folder_of_tests_has_a_folder_of_code():
    homeless = {
        f"tests/{name}"
        for name in folders_of_tests() - folders_of_code().keys()
        if name.partition("/")[0] not in WITHOUT_CODE
        and not (ROOT / "clubscore" / name).is_dir()
    }
    assert homeless == set(), (
        "Move these tests into the folder of tests that has the path of the code which they test: clubscore/room has "
        "tests/room, scoring/text has tests/scoring/text."
    )


# --- documents ---


def test_decisions_are_numbered_without_gaps_and_listed():
    records = sorted(
        path.name for path in DECISIONS.glob("*.md") if path.name != "README.md"
    )
    assert [name[:5] for name in records] == [
        f"{number:04}-" for number in range(1, len(records) + 1)
    ], (
        "Number the files of docs/decisions one after the other: the newest has the next number after the last."
    )
    listed = re.findall(
        r"\]\((\d{4}-[\w-]+\.md)\)", (DECISIONS / "README.md").read_text()
    )
    assert listed == records, (
        "List each record in docs/decisions/README.md, once, in the order of the numbers."
    )


def test_contributing_names_every_make_target():
    page = (ROOT / "CONTRIBUTING.md").read_text()
    targets = re.findall(
        r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), flags=re.MULTILINE
    )
    unnamed = [
        target
        for target in targets
        if not re.search(rf"\bmake {target}(?![\w-])", page)
    ]
    assert unnamed == [], (
        "Give each of these targets, as `make …`, a row in the table at the end of CONTRIBUTING.md."
    )


def test_links_between_documents_lead_somewhere():
    found = [
        f"{name_of(document)}: {link}"
        for document in files_of_the_project()
        if document.suffix == ".md"
        for link in re.findall(
            r"\]\((?!https?://|mailto:|#)([^)#\s]+)", document.read_text()
        )
        if not (document.parent / link).resolve().is_relative_to(ROOT)
        or not (document.parent / link).exists()
    ]
    assert found == [], (
        "Correct these links: each is the path of a file of the project, seen from the document."
    )


def test_no_file_names_a_place_on_somebodys_machine():
    places = r"(?<![\w.-])/(home|root|work|Users)/"
    assert lines_with(places, files_of_the_project()) == [], (
        "Take these paths out, which other machines do not have: write a path from the root of the project, or one "
        "such as /path/to/it."
    )
