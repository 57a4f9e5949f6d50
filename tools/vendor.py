"""Fetch the browser libraries that are kept in static/vendor/: `make vendor` (needs npm; running Clubscore does not).

To move to another version, enter here the version and its `dist.integrity` from `npm view NAME@VERSION`, run this
command, name the new folder in the templates, and delete the old folder.
"""

import base64
import hashlib
import json
import re
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


@dataclass(frozen=True)
class Package:
    """One package of the npm registry at a pinned version, and those of its files that the pages use."""

    folder: str
    name: str
    version: str
    integrity: str
    licence: str
    files: tuple[str, ...]


PACKAGES = (
    Package(
        folder="htmx",
        name="htmx.org",
        version="2.0.11",
        integrity="sha512-Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFvBTqjnIMCgELTNt636dtamA==",
        licence="0BSD",
        files=("dist/htmx.min.js", "LICENSE"),
    ),
)


def fetch(package: Package, folder: Path) -> Path:
    """Download the package's tarball with npm into `folder` and return its path.

    A tarball with another digest is refused.
    """
    answer = subprocess.run(
        ["npm", "pack", "--json", f"{package.name}@{package.version}"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    tarball = folder / str(json.loads(answer.stdout)[0]["filename"])
    digest = (
        "sha512-"
        + base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
    )
    if digest != package.integrity:
        raise SystemExit(
            f"{package.name} {package.version} is {digest}, not {package.integrity} as pinned."
        )
    return tarball


def without_source_map(text: bytes) -> bytes:
    """Remove the line that refers to a source map, because the map is not kept and hashed static files
    refuse a broken reference.
    """
    return re.sub(rb"\n?//# sourceMappingURL=\S+\s*\Z", b"\n", text)


def unpack(package: Package, tarball: Path) -> None:
    """Write the package's files to static/vendor/FOLDER-VERSION/, with a VENDOR.json that says where they come from."""
    target = VENDOR / f"{package.folder}-{package.version}"
    target.mkdir(parents=True, exist_ok=True)
    sums: dict[str, str] = {}
    with tarfile.open(tarball) as archive:
        for name in package.files:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise SystemExit(
                    f"{package.name} {package.version} has no file {name}."
                )
            content = without_source_map(member.read())
            (target / Path(name).name).write_bytes(content)
            sums[Path(name).name] = hashlib.sha256(content).hexdigest()
    told = {
        "name": package.name,
        "version": package.version,
        "integrity": package.integrity,
        "licence": package.licence,
        "sha256": sums,
    }
    (target / "VENDOR.json").write_text(json.dumps(told, indent=2) + "\n")


def main() -> None:
    for package in PACKAGES:
        with tempfile.TemporaryDirectory() as folder:
            unpack(package, fetch(package, Path(folder)))
        print(f"static/vendor/{package.folder}-{package.version}/")


if __name__ == "__main__":
    main()
