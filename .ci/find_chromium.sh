#!/bin/sh
# Prints the path of a Chromium for the browser tests: $CHROMIUM, the system's, apt-get's when root, else npm's.
# The headless shell is the same browser without windows: the tests take two thirds of the time (decision 0064).
set -eu
here=$(dirname "$0")
cache=$here/../.cache

in_path() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    return 1
}

from_npm() {
    command -v npm >/dev/null && command -v node >/dev/null || return 1
    mkdir -p "$cache/npm"
    cd "$cache/npm"
    [ -d node_modules/@sparticuz/chromium ] || npm install --silent --no-audit --no-fund --prefix . @sparticuz/chromium@153.0.0 >&2
    path=$(node --input-type=module -e 'import c from "@sparticuz/chromium"; console.log(await c.executablePath())')
    "$path" --version >&2 && echo "$path"
}

if [ -n "${CHROMIUM:-}" ]; then
    command -v "$CHROMIUM" || { echo "CHROMIUM=$CHROMIUM cannot be run." >&2; exit 1; }
    exit
fi
in_path && exit
"$here/apt_install.sh" chromium-headless-shell && in_path && exit
"$here/apt_install.sh" chromium && in_path && exit
from_npm && exit
echo "The browser tests need Chromium and found none: install it, or name it: make test CHROMIUM=/path/to/chromium" >&2
exit 1
