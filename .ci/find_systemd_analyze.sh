#!/bin/sh
# Prints the path of systemd-analyze for the tests: the system's, else apt-get's when root.
set -eu
command -v systemd-analyze && exit
"$(dirname "$0")/apt_install.sh" systemd && command -v systemd-analyze && exit
echo "The tests of deploy/ need systemd-analyze, of systemd, and found none: install it." >&2
exit 1
