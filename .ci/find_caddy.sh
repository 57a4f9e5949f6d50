#!/bin/sh
# Prints the path of a Caddy for the tests: $CADDY, the system's, else the one in Debian's package.
set -eu
if [ -n "${CADDY:-}" ]; then
    command -v "$CADDY" || { echo "CADDY=$CADDY cannot be run." >&2; exit 1; }
    exit
fi
command -v caddy && exit
"$(dirname "$0")/unpacked.sh" usr/bin/caddy caddy && exit
echo "The tests of deploy/ need Caddy and found none: install it, or name it: CADDY=/path/to/caddy" >&2
exit 1
