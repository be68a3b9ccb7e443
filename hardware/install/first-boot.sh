#!/bin/sh
# Installs the table on a fresh Raspberry Pi OS at its first start. cloud-init runs this script as root if it finds it
# on the card's boot partition as `vendor-data`, beside `servi.tar.gz`. The output goes to a log file there.
set -u
boot=/boot/firmware
new=/opt/servi/card
exec >>"$boot/servi-install.log" 2>&1
date
trap '[ $? = 0 ] || rm -f /var/lib/cloud/instance/sem/config_scripts_vendor' EXIT # after a failure the next start tries again

[ -f "$boot/servi.tar.gz" ] || { echo "servi.tar.gz is not on the card: copy it beside vendor-data."; exit 1; }
(cd "$boot" && sha256sum --check servi.tar.gz.sha256) || { echo "Copy servi.tar.gz and servi.tar.gz.sha256 again."; exit 1; }
rm -rf "$new"
mkdir -p "$new"
tar -xzf "$boot/servi.tar.gz" -C "$new" --no-same-owner || exit 1

for try in 1 2 3 4 5; do # retry, because the network may come later than this script
    if "$new/servi" install --name "$(hostname)"; then
        echo "The table is installed."
        rm -rf "$new"
        exit 0
    fi
    sleep 30
done
echo "Servi could not be installed; the reason stands above. Start the machine again to try once more."
exit 1
