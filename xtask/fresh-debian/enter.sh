#!/bin/sh
# Enters the fresh Debian in $1 with the Rust toolchain $2 and the registry of crates $3, and runs /inside.sh there.
# To be started in a mount namespace of its own: what is mounted here is seen by nobody else and ends with this process, so
# that nothing of the machine is ever below a folder that is taken away.
set -eu
root=$1 toolchain=$2 registry=$3

lend() {
    mkdir -p "$2"
    mount --bind "$1" "$2"
    mount -o remount,bind,ro "$2"
}
lend "$toolchain" "$root/opt/rust"
lend "$registry" "$root/opt/cargo/registry"
mount -t proc proc "$root/proc"

shift 3
exec chroot "$root" /usr/bin/env -i PATH=/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    CARGO_HOME=/opt/cargo CARGO_NET_OFFLINE=true DEBIAN_FRONTEND=noninteractive "$@"
