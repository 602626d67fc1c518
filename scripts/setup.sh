#!/usr/bin/env bash
# Installs the Debian packages that are missing, and says nothing when none is.
#   scripts/setup.sh           what the library and the command need
#   scripts/setup.sh --tests   the same, and what the checks need
#   scripts/setup.sh --peers   the same, and the libraries that scripts/bench-peers.sh compares with
#   scripts/setup.sh --yade    the same, and YADE (about 1 GB), for scripts/bench-yade.sh
set -euo pipefail

packages=(g++ cmake ninja-build 'pkgconf|pkg-config' libqhull-dev nlohmann-json3-dev libcli11-dev libfmt-dev
          libtomlplusplus-dev zlib1g-dev libcpp-httplib-dev)
checkers=(libgtest-dev python3 python3-vtk9 ffmpeg clang clang-format clang-tidy libclang-rt-14-dev)
peers=(libccd-dev libfcl-dev libbullet-dev libode-dev)
# The viewer is built and tried where Node is new enough; Debian 12 has an older one.
if command -v npm >/dev/null && [[ $(node -p 'process.versions.node.split(".")[0]') -ge 20 ]]; then
  checkers+=(chromium)
fi

case "${1-}" in
  '') ;;
  --tests) packages+=("${checkers[@]}") ;;
  --peers) packages+=("${peers[@]}") ;;
  --yade) packages+=(yade python3) ;;
  *)
    echo "usage: scripts/setup.sh [--tests|--peers|--yade]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "setup: this is not a Debian system; please see that you have: ${packages[*]}" >&2
  exit 0
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' | sed -n 's/ installed$//p')
is_installed() { grep -qxF "$1" <<<"$installed"; }

missing=()
for choice in "${packages[@]}"; do  # "one|other": either will do, the first is installed
  found=no
  for package in ${choice//|/ }; do if is_installed "$package"; then found=yes; fi; done
  if [[ $found == no ]]; then missing+=("${choice%%|*}"); fi
done
if [[ ${#missing[@]} == 0 ]]; then exit 0; fi

if [[ $(id -u) == 0 ]]; then
  as_root=()
elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
  as_root=(sudo)
else
  echo "setup: missing packages, and neither root nor sudo to install them. Please run:" >&2
  echo "  apt-get install ${missing[*]}" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" </dev/null >"$log" 2>&1; }
install_missing() { apt install -y --no-install-recommends "${missing[@]}"; }

echo "setup: installing ${missing[*]}"
if ! install_missing; then
  echo "setup: refreshing the package lists"
  if ! apt update || ! install_missing; then
    echo "setup: apt-get could not install ${missing[*]}:" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
fi
