#!/usr/bin/env bash
# Every header compiles alone, as the first include of a file.
source "$(dirname "$0")/common.sh"

made=build/checks/include
make_version_header $made

own_files 'include/*.hpp' 'src/*.hpp' 'apps/*.hpp' |
  scripts/check_cached.py headers --key "$(g++ --version)" --depends scripts/check_headers.sh -- \
    g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude -Isrc -I$made -include {} -x c++ /dev/null
