#!/usr/bin/env bash
# Does Servi set itself up and pass its tests on the processor of a Raspberry Pi? An emulated arm64 Debian trixie tells.
#
# By hand, as root: tests/arm64.sh FOLDER [PYTEST ARGUMENTS]. FOLDER (3 GB) keeps the system between runs. It needs
# debootstrap, qemu-user-static and binfmt-support; the first run takes about an hour. docs/hardware.md tells the result.
set -euo pipefail

folder=${1:?which folder may the system lie in?}
shift
project=$(cd "$(dirname "$0")/.." && pwd)
inside() { chroot "$folder" /usr/bin/env -i HOME=/srv LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

if [ ! -e "$folder/ready" ]; then
    debootstrap --arch=arm64 --variant=minbase \
        --include=ca-certificates,fonts-dejavu-core,git,procps,python3,python3-venv,strace \
        trixie "$folder" http://deb.debian.org/debian
    touch "$folder/ready"
fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt" # a network may have one of its own
mountpoint --quiet "$folder/proc" || mount -t proc proc "$folder/proc"
mountpoint --quiet "$folder/dev" || mount --bind /dev "$folder/dev"
trap 'umount "$folder/proc" "$folder/dev"' EXIT

# a clone, as a person makes it; what is shared with the developers lies beside it where it is there
rm -rf "$folder/srv/servi"
git clone --quiet --no-hardlinks "$project" "$folder/srv/servi"
mkdir -p "$folder/srv/shared"
[ ! -d "$project/../shared" ] || cp -r "$project/../shared/." "$folder/srv/shared/"

inside uname -m
inside /srv/servi/servi install --dry-run
inside PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DEFAULT_TIMEOUT=180 /srv/servi/servi doctor
inside PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DEFAULT_TIMEOUT=180 \
    /srv/servi/servi test --ignore=tests/browser --timeout=0 -q "$@"
