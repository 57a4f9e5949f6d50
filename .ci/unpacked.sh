#!/bin/sh
# .ci/unpacked.sh PROGRAM PACKAGE… prints the path of a program such as usr/sbin/nginx out of the first of these Debian
# packages that has it. They are unpacked into .cache and never installed: an installed server would start to serve.
set -eu
program=$1
shift
folder=$(dirname "$0")/../.cache/$(basename "$program")

from_package() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    mkdir -p "$folder"
    cd "$folder"
    exec 9>lock
    flock 9 # tests run side by side
    [ ! -x "$program" ] || return 0
    [ "$(id -u)" != 0 ] || apt-get -q update >&2 || return 1
    for package in "$@"; do
        rm -f ./*.deb
        if apt-get -q download "$package" >&2; then
            dpkg-deb -x ./*.deb .
        fi
        if [ -x "$program" ]; then
            break
        fi
    done
    cd - >/dev/null
}

[ -x "$folder/$program" ] || from_package "$@" || exit 1
realpath -e "$folder/$program"
