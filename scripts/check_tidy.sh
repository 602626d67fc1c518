#!/usr/bin/env bash
# clang-tidy on every source file the repository owns, and through them on its headers.
source "$(dirname "$0")/common.sh"

made=build/checks/include
make_version_header $made

tidy() {  # NAME CLANG_TIDY_OPTION...
  local name=$1
  shift
  scripts/check_cached.py "$name" --key "$(clang-tidy --version)" --depends .clang-tidy --depends scripts/check_tidy.sh -- \
    clang-tidy --quiet "$@" {} -- -std=c++20 -Iinclude -Isrc -Itests -I$made \
    -DSCREE_SOURCE_DIR='"."' -DSCREE_COMMAND_PATH='"scree"' -DSCREE_VIEWER_PAGE='"web/dist/viewer.html"'
}

status=0
own_files 'src/*.cpp' 'apps/*.cpp' | tidy tidy || status=$?
# The analyzer costs a third of the time: not for tests, which run under sanitizers.
own_files 'tests/*.cpp' 'bench/*.cpp' | tidy tidy-tests '--checks=-clang-analyzer-*' || status=$?
if [[ $status == 0 ]]; then
  echo "$(own_files '*.cpp' | wc -l) files, no findings"
else
  echo "there are findings"
fi
exit $status
