#!/bin/sh
# Imports the image helve-test into podman: busybox, and nothing from a registry. Needs Debian's podman, runc and busybox-static.
set -eu
podman="podman --cgroup-manager=cgroupfs --runtime runc"
$podman image exists localhost/helve-test:latest && exit 0
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/bin" "$root/etc" "$root/usr/bin" "$root/root" "$root/tmp"
chmod 1777 "$root/tmp"
cp "$(command -v busybox)" "$root/bin/busybox"
for name in $(busybox --list); do
  [ "$name" = busybox ] || ln -sf busybox "$root/bin/$name"
done
ln -s /bin/env "$root/usr/bin/env"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
tar -C "$root" -c . | $podman import - helve-test:latest
