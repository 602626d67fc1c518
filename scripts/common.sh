# shellcheck shell=bash
# Shared by the scripts of this folder: `source` it first. Leaves you in the repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)
export jobs

# The files the repository owns that match a pattern: tracked or new, never ignored ones. Without
# git (an unpacked archive) everything outside build/ counts.
own_files() {  # PATTERN...
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "$@" | sort -u
  else
    local pattern
    for pattern in "$@"; do find . -path ./build -prune -o -type f -path "./$pattern" -printf '%P\n'; done | sort -u
  fi | while read -r file; do if [[ -f $file ]]; then echo "$file"; fi; done
}

# Runs a command in silence, says what it does and how long it took; if it fails, shows the end of
# its output and stops.
stage() {  # LOG_FILE TEXT COMMAND...
  local log=$1 text=$2 start=$SECONDS
  shift 2
  printf '%s ... ' "$text"
  mkdir -p "$(dirname "$log")"
  if "$@" >"$log" 2>&1; then
    printf 'done, %d s\n' $((SECONDS - start))
  else
    printf 'FAILED after %d s; the end of %s:\n' $((SECONDS - start)) "$log"
    tail -n 40 "$log"
    exit 1
  fi
}

has_nvcc() { command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]]; }

# version.hpp is made by CMake; a stand-in lets checks of single files run before any build.
make_version_header() {  # INCLUDE_FOLDER
  mkdir -p "$1/scree"
  sed 's/@PROJECT_VERSION[A-Z_]*@/0/' cmake/version.hpp.in >"$1/scree/version.hpp"
}
