#!/bin/sh
# .ci/apt_install.sh PACKAGE… installs Debian packages without asking; fails at once when that is not possible here.
set -eu
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 1
export DEBIAN_FRONTEND=noninteractive
options="-y -q -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300"
echo "Installing $* with apt-get" >&2
for attempt in 1 2 3; do
    if apt-get $options update >&2 && apt-get $options install --no-install-recommends "$@" >&2; then
        exit 0
    fi
    echo "apt-get failed (attempt $attempt of 3)" >&2
    sleep 5
done
exit 1
