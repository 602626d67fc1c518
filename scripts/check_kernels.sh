#!/usr/bin/env bash
# Every header with device code compiles with nvcc for sm_90, alone. A header has device code when
# it names SCREE_HD or lies in a kernels/ folder.
source "$(dirname "$0")/common.sh"

if ! has_nvcc; then
  echo "nvcc is not on this machine"
  exit 77
fi
PATH=$PATH:/usr/local/cuda/bin

if [[ ${1-} == --one ]]; then
  header=$2
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  # Marked as used and kept for a later link (-rdc), every function is compiled down to machine code
  # though nothing calls it. Optimising them all would take minutes and find nothing more: hence -G.
  cat >"$work/unit.cu" <<UNIT
#include <scree/real.hpp>
#undef SCREE_HD
#define SCREE_HD __host__ __device__ __attribute__((used))
#include "$PWD/$header"
UNIT
  # A call of a host function from device code is a warning by default, with nonsense as its result.
  nvcc -std=c++20 -arch=sm_90 --expt-relaxed-constexpr -Werror cross-execution-space-call -G -rdc=true \
    -Iinclude -Isrc -cubin -o "$work/unit.cubin" "$work/unit.cu"
  exit
fi

own_files 'include/*.hpp' 'src/*.hpp' | while read -r header; do
  if [[ $header == */kernels/* ]] || grep -qw SCREE_HD "$header"; then echo "$header"; fi
done | scripts/check_cached.py kernels --key "$(nvcc --version)" --depends scripts/check_kernels.sh -- \
  scripts/check_kernels.sh --one {}
