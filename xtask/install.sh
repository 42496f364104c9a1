#!/bin/sh
# Installs what `cargo xtask cross` and `cargo xtask playground` need: `xtask/install.sh NAME...`, where a name is a triple whose standard
# library Rust is to have (by rustup), or a program (by apt-get, which wants Debian and root).
set -eu
packages=
for name; do
    case $name in
        x86_64-linux-gnu-gcc) packages="$packages gcc-x86-64-linux-gnu libc6-dev-amd64-cross" ;;
        i686-linux-gnu-gcc) packages="$packages gcc-i686-linux-gnu libc6-dev-i386-cross" ;;
        aarch64-linux-gnu-gcc) packages="$packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
        s390x-linux-gnu-gcc) packages="$packages gcc-s390x-linux-gnu libc6-dev-s390x-cross" ;;
        qemu-*) packages="$packages qemu-user" ;;
        node) packages="$packages nodejs" ;;
        npm | chromium) packages="$packages $name" ;;
        *) rustup target add "$name" ;;
    esac
done
if [ -n "$packages" ]; then
    apt-get update -qq
    # One word a package.
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi
