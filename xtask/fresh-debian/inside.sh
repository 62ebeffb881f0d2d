#!/bin/bash
# In a fresh Debian with the sources in /src: installs the packages that are its arguments, builds, runs what was built, and
# leaves what it found in /found.
set -euo pipefail
mkdir /found
packages() { dpkg-query --show --showformat='${Package}\n' | sort; }

packages > /found/packages-before
echo "── packages"
apt-get install -y -qq --no-install-recommends "$@" > /found/apt.log 2>&1 || { cat /found/apt.log; exit 1; }
packages > /found/packages-after

echo "── build"
cd /src
# No network: what is not lent is not there.
unshare --net cargo build --release --locked
quintet=/src/target/release/quintet

echo "── run"
"$quintet" --version
"$quintet" render --repo examples/platform --env devbox --out /rendered
(cd /rendered && sha256sum --check SHA256SUMS)

# What the program names, and what starts it: not every linker lists that among them.
{
    readelf --dynamic "$quintet" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
    readelf --program-headers "$quintet" | sed -n 's|.*interpreter: .*/\(.*\)\]|\1|p'
} | sort -u > /found/libraries
ldd "$quintet"
stat --format='%s' "$quintet" > /found/size
if readelf --sections "$quintet" | grep -q '\.symtab'; then echo no; else echo yes; fi > /found/stripped
