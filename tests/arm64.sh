#!/usr/bin/env bash
# Sets Servi up and runs its tests on the processor of a Raspberry Pi: an emulated arm64 Debian trixie.
#
# Run it by hand, as root: tests/arm64.sh FOLDER [PYTEST ARGUMENTS]. FOLDER (3 GB) keeps system and environment between
# runs. The script needs debootstrap, qemu-user-static and binfmt-support, and takes hours on a busy machine.
# docs/hardware.md states the result. If the emulated processor is too slow for downloads, WHEELS=FOLDER installs from
# wheels that were fetched outside before, with
# `pip download --platform manylinux_2_28_aarch64 --python-version 313 --only-binary=:all: …`.
set -euo pipefail

folder=${1:?which folder may the system lie in?}
shift
project=$(cd "$(dirname "$0")/.." && pwd)
# the processor of a Raspberry Pi 4, because qemu's newest one signs every return address and is sixteen times slower
pi=(HOME=/srv LC_ALL=C.UTF-8 QEMU_CPU=cortex-a72 PATH=/usr/sbin:/usr/bin:/sbin:/bin)
inside() { chroot "$folder" /usr/bin/env -i "${pi[@]}" "$@"; }

# no strace: under qemu no program can trace another, so the tests of power cuts, which need strace, are skipped
if [ ! -e "$folder/ready" ]; then
    debootstrap --arch=arm64 --variant=minbase \
        --include=ca-certificates,fonts-dejavu-core,git,procps,python3,python3-venv \
        trixie "$folder" http://deb.debian.org/debian
    touch "$folder/ready"
fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt" # some networks have their own certificate
mountpoint --quiet "$folder/proc" || mount -t proc proc "$folder/proc"
mountpoint --quiet "$folder/dev" || mount --bind /dev "$folder/dev"
trap 'umount "$folder/proc" "$folder/dev"' EXIT

# clone the project, as a user does, and copy the folder shared/ beside the clone, if there is one
if [ -d "$folder/srv/servi" ]; then
    git -C "$folder/srv/servi" fetch --quiet "$project" HEAD
    git -C "$folder/srv/servi" reset --quiet --hard FETCH_HEAD
else
    git clone --quiet --no-hardlinks "$project" "$folder/srv/servi"
fi
mkdir -p "$folder/srv/shared"
[ ! -d "$project/../shared" ] || cp -r "$project/../shared/." "$folder/srv/shared/"

pip=(PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DEFAULT_TIMEOUT=180)
if [ -n "${WHEELS:-}" ]; then
    mkdir -p "$folder/srv/wheels"
    cp "$WHEELS"/*.whl "$folder/srv/wheels/"
    pip+=(PIP_NO_INDEX=1 PIP_FIND_LINKS=/srv/wheels)
fi

inside uname -m
inside /srv/servi/servi install --dry-run
inside "${pip[@]}" /srv/servi/servi doctor || true # doctor fails here, since the parts of a Raspberry Pi are missing
inside "${pip[@]}" /srv/servi/servi test --ignore=tests/browser --timeout=0 -q "$@"
