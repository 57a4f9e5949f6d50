#!/bin/sh
# Prints the path of an nginx for the tests: $NGINX, the system's, else the one in Debian's package.
set -eu
if [ -n "${NGINX:-}" ]; then
    command -v "$NGINX" || { echo "NGINX=$NGINX cannot be run." >&2; exit 1; }
    exit
fi
PATH=$PATH:/usr/sbin:/usr/local/sbin command -v nginx && exit
"$(dirname "$0")/unpacked.sh" usr/sbin/nginx nginx nginx-core nginx-light && exit
echo "The tests of several processes need nginx and found none: install it, or name it: NGINX=/path/to/nginx" >&2
exit 1
