"""Static files are collected if they have changed; an interrupted start leaves nothing that looks complete."""

from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from clubscore.upkeep import static_files
from clubscore.upkeep.static_files import MADE_FROM, collect_if_changed
from tests.power import cut_at

VERSIONS = {"1": ("a.css", "b.js", "c.svg"), "2": ("a.css", "d.js")}
ENOUGH = 200


@pytest.fixture
def source(settings, tmp_path: Path, monkeypatch) -> Path:
    """The folder of static files to collect, on a disk that happens to list the collected files' own list last."""

    def last_by_name(
        storage: FileSystemStorage, path: str
    ) -> tuple[list[str], list[str]]:
        return [], sorted(
            (each.name for each in Path(storage.path(path)).iterdir()), reverse=True
        )

    monkeypatch.setattr(FileSystemStorage, "listdir", last_by_name)
    settings.COLLECTED = True
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    return tmp_path / "source"


def install(version: str, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "__version__", version)
    source.mkdir(exist_ok=True)
    for old in source.iterdir():
        old.unlink()
    for name in VERSIONS[version]:
        (source / name).write_text(version)


def collected(root: Path) -> dict[str, str]:
    return {
        path.name: path.read_text() for path in root.iterdir() if path.name != MADE_FROM
    }


def test_they_are_collected_once_for_each_version(source, settings, monkeypatch):
    install("1", source, monkeypatch)
    assert collect_if_changed()
    assert not collect_if_changed()
    install("2", source, monkeypatch)
    assert collect_if_changed()
    assert collected(settings.STATIC_ROOT) == {"a.css": "2", "d.js": "2"}


@pytest.mark.parametrize("following", ["1", "2"])
def test_whichever_version_starts_after_a_cut_has_all_of_its_own(
    source, settings, monkeypatch, following
):
    for at in range(1, ENOUGH):
        install("1", source, monkeypatch)
        collect_if_changed()
        install("2", source, monkeypatch)
        with cut_at(at) as power:
            collect_if_changed()
        install(following, source, monkeypatch)
        collect_if_changed()
        assert collected(settings.STATIC_ROOT) == dict.fromkeys(
            VERSIONS[following], following
        ), f"cut at {at}"
        if not power.is_cut:
            break
    assert at > 5, "there are that many steps"
