#!/bin/sh
# Prints the path of an nginx for the tests: $NGINX, the system's, else the one in Debian's package, which is unpacked
# into .cache and never installed: an installed nginx would start to serve.
set -eu
here=$(dirname "$0")
folder=$here/../.cache/nginx
unpacked=$folder/usr/sbin/nginx

from_package() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    mkdir -p "$folder"
    cd "$folder"
    [ "$(id -u)" != 0 ] || apt-get -q update >&2 || return 1
    for package in nginx nginx-core nginx-light; do
        rm -f ./*.deb
        if apt-get -q download "$package" >&2; then
            dpkg-deb -x ./*.deb .
        fi
        if [ -x usr/sbin/nginx ]; then
            break
        fi
    done
    cd - >/dev/null
    "$unpacked" -v >&2
}

if [ -n "${NGINX:-}" ]; then
    command -v "$NGINX" || { echo "NGINX=$NGINX cannot be run." >&2; exit 1; }
    exit
fi
PATH=$PATH:/usr/sbin:/usr/local/sbin command -v nginx && exit
[ -x "$unpacked" ] || from_package || {
    echo "The tests of several processes need nginx and found none: install it, or name it: NGINX=/path/to/nginx" >&2
    exit 1
}
realpath "$unpacked"
