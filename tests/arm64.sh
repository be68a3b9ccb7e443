#!/usr/bin/env bash
# Does Servi set itself up and pass its tests on the processor of a Raspberry Pi? An emulated arm64 Debian trixie tells.
#
# By hand, as root: tests/arm64.sh FOLDER [PYTEST ARGUMENTS]. FOLDER (3 GB) keeps system and environment between runs. It needs
# debootstrap, qemu-user-static and binfmt-support, and hours where the machine is busy. docs/hardware.md tells the result.
# Downloads broke off where the emulated processor was too slow for a network: WHEELS=FOLDER installs from what was fetched outside before, with
# `pip download --platform manylinux_2_28_aarch64 --python-version 313 --only-binary=:all: …`.
set -euo pipefail

folder=${1:?which folder may the system lie in?}
shift
project=$(cd "$(dirname "$0")/.." && pwd)
# the processor of a Raspberry Pi 4: the newest one that qemu knows signs every return address, at sixteen times the cost
pi=(HOME=/srv LC_ALL=C.UTF-8 QEMU_CPU=cortex-a72 PATH=/usr/sbin:/usr/bin:/sbin:/bin)
inside() { chroot "$folder" /usr/bin/env -i "${pi[@]}" "$@"; }

# no strace: qemu does not let one program trace another, so the power cuts, which need it, are skipped
if [ ! -e "$folder/ready" ]; then
    debootstrap --arch=arm64 --variant=minbase \
        --include=ca-certificates,fonts-dejavu-core,git,procps,python3,python3-venv \
        trixie "$folder" http://deb.debian.org/debian
    touch "$folder/ready"
fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt" # a network may have one of its own
mountpoint --quiet "$folder/proc" || mount -t proc proc "$folder/proc"
mountpoint --quiet "$folder/dev" || mount --bind /dev "$folder/dev"
trap 'umount "$folder/proc" "$folder/dev"' EXIT

# a clone, as a person makes it; what is shared with the developers lies beside it where it is there
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
inside "${pip[@]}" /srv/servi/servi doctor || true # it is no Raspberry Pi, and says what that lacks
inside "${pip[@]}" /srv/servi/servi test --ignore=tests/browser --timeout=0 -q "$@"
