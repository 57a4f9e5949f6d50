#!/bin/sh
# Print the first Python that is new enough; PYTHON names another than those that are looked for.
set -eu
for name in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "$name"
        exit
    fi
done
echo "Clubscore needs Python 3.11 or newer and found none. Install it, or name it: make PYTHON=/path/to/python3" >&2
exit 1
