"""Build the double-dummy solver that is kept in static/vendor/ (decision 0097); running Clubscore does not need this.

DDS by Bo Haglund and Soren Hein is compiled to WebAssembly from the tarball of Debian's source package, which
`apt-get source --download-only dds` fetches, with Debian's emscripten:

    python -m tools.double_dummy dds_2.9.0.orig.tar.gz
"""

import argparse
import hashlib
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

from tools.vendor import VENDOR

VERSION = "2.9.0"
FOLDER = f"dds-{VERSION}"
LICENCE = "Apache-2.0"
SOURCE = f"dds_{VERSION}.orig.tar.gz"
SOURCE_SHA256 = "9ef36d8c36bf697ba3b499fcb9dca51a4b423278ac72e947235ac86f0b5fc38a"
CALLED = Path(__file__).with_suffix(".cpp")
EXPORTED = ("owners_at", "tricks_at", "leads_at", "solve_table", "solve_leads")
# DDS asks the system how much memory is free, and a browser does not say.
UNKNOWN_MEMORY = "  kilobytesFree = 0;\n", "  kilobytesFree = 1048576;\n"
COMPILE = ("-O3", "-fno-exceptions", "-fno-rtti", "-std=c++11", "-include", "cstdio")
LINK = ("-O3", "-sSTANDALONE_WASM=1", "--no-entry", "-sALLOW_MEMORY_GROWTH=1")


def unpacked(tarball: Path, folder: Path) -> Path:
    """Unpack the source of DDS into `folder`, and return its folder. Another tarball than the pinned one is refused."""
    digest = hashlib.sha256(tarball.read_bytes()).hexdigest()
    if digest != SOURCE_SHA256:
        raise SystemExit(f"{tarball.name} is {digest}, not {SOURCE_SHA256} as pinned.")
    with tarfile.open(tarball) as archive:
        archive.extractall(folder, filter="data")
    [source] = folder.iterdir()
    system = source / "src" / "System.cpp"
    text = system.read_text()
    if text.count(UNKNOWN_MEMORY[0]) != 1:
        raise SystemExit("System.cpp is not as it was when this was written.")
    system.write_text(text.replace(*UNKNOWN_MEMORY))
    return source


def compiled(source: Path) -> bytes:
    """Compile DDS and the functions that the browser calls, and return the WebAssembly module."""
    made = source / "dds.wasm"
    parts = sorted(set((source / "src").glob("*.cpp")) - {source / "src" / "dds.cpp"})
    objects = []
    for part in (CALLED, *parts):
        target = source / f"{part.stem}.o"
        command = ["emcc", *COMPILE, "-w", f"-I{source / 'include'}", "-c", str(part)]
        subprocess.run([*command, "-o", str(target)], check=True)
        objects.append(str(target))
    exported = ",".join(f"_{name}" for name in EXPORTED)
    command = ["emcc", *LINK, f"-sEXPORTED_FUNCTIONS={exported}", *objects]
    subprocess.run([*command, "-o", str(made)], check=True)
    return made.read_bytes()


def keep(module: bytes, licence: bytes) -> None:
    """Write the module and its licence to static/vendor/, with a VENDOR.json that says where they come from."""
    target = VENDOR / FOLDER
    target.mkdir(parents=True, exist_ok=True)
    sums = {}
    for name, content in (("dds.wasm", module), ("LICENSE", licence)):
        (target / name).write_bytes(content)
        sums[name] = hashlib.sha256(content).hexdigest()
    told = {
        "name": "dds",
        "version": VERSION,
        "licence": LICENCE,
        "source": {SOURCE: SOURCE_SHA256},
        "changes": "Compiled to WebAssembly by tools/double_dummy.py, which names the one changed line.",
        "sha256": sums,
    }
    (target / "VENDOR.json").write_text(json.dumps(told, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tarball", type=Path)
    tarball = parser.parse_args().tarball
    with tempfile.TemporaryDirectory() as folder:
        source = unpacked(tarball, Path(folder))
        keep(compiled(source), (source / "LICENSE").read_bytes())
    print(f"static/vendor/{FOLDER}/")


if __name__ == "__main__":
    main()
