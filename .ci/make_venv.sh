#!/bin/sh
# .ci/make_venv.sh FOLDER makes a virtual environment there with the first Python that is new enough.
set -eu
folder=$1
here=$(dirname "$0")

find_python() {
    for name in ${PYTHON:-} python3.11 python3.12 python3.13 python3.14 python3 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Clubscore needs Python 3.11 or newer and found none. Install it, or name it: make PYTHON=/path/to/python3" >&2
    return 1
}

python=$(find_python)
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
# Debian's python3 comes without ensurepip, which a virtual environment needs for its pip.
if ! "$python" -c 'import ensurepip' 2>/dev/null && ! "$here/apt_install.sh" "python$version-venv"; then
    echo "Python $version has no ensurepip. Install it (Debian, Ubuntu: apt-get install python$version-venv)." >&2
    exit 1
fi
exec "$python" -m venv --clear "$folder"
