#!/usr/bin/env bash
# Installs scree into a fresh prefix and builds the stranger's project against it, once by
# find_package and once by pkg-config.
# usage: run.sh CMAKE GENERATOR BUILD_FOLDER WORK_FOLDER COMPILER FLAGS
set -euo pipefail
cmake=$1 generator=$2 build=$3 work=$4 compiler=$5 flags=$6
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "install test: $*" >&2
  exit 1
}
check_output() {  # NAME PROGRAM
  local printed
  printed=$("$2")
  echo "$1: $printed"
  [[ $printed == "scree "*": distance 2.500000000" ]] || fail "$1 printed '$printed', not distance 2.5"
}

# The guide shows the very program that is built here.
check_guide() {  # PROGRAM_SOURCE PAGE
  awk '/^```cpp/ && !done {on = 1; next} /^```/ && on {on = 0; done = 1} on' "$2" | diff - "$1" >&2 ||
    fail "the first program of ${2##*/} is not ${1##*/}"
}
check_stones() {  # PROGRAM
  local printed
  printed=$("$1")
  echo "stones: $printed"
  [[ $printed == *": yes"* && $printed != *": no"* ]] || fail "stones printed '$printed', not yes to everything"
}

rm -rf "$work"
mkdir -p "$work"
"$cmake" --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/prefix"  # an installed tree may be moved
prefix=$work/prefix

"$prefix/bin/scree" --version
for header in "$here"/../../include/scree/*.hpp; do
  [[ -f $prefix/include/scree/${header##*/} ]] || fail "${header##*/} is not installed"
done
if grep -rn -e -Werror -e "$build" "$prefix/lib"*/ --include='*.cmake' --include='*.pc'; then
  fail "our flags or build paths leak to users"
fi

"$cmake" -G "$generator" -S "$here/stranger" -B "$work/by_cmake" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$prefix" >"$work/cmake.log"
"$cmake" --build "$work/by_cmake" >>"$work/cmake.log" || { cat "$work/cmake.log"; fail "find_package build"; }
check_output find_package "$work/by_cmake/stranger"
check_guide "$here/stranger/stones.cpp" "$here/../../docs/guide/simulation-api.md"
check_stones "$work/by_cmake/stones"

pc=$(find "$prefix" -name scree.pc)
export PKG_CONFIG_PATH=${pc%/*}
options=$(pkg-config --cflags --libs --static scree)
# shellcheck disable=SC2086  # flags and options are lists of words
"$compiler" -std=c++20 $flags "$here/stranger/main.cpp" $options -Wl,-rpath,"${pc%/pkgconfig/*}" -o "$work/by_pkg_config"
check_output pkg-config "$work/by_pkg_config"
