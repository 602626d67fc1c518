#!/usr/bin/env bash
# All checks, each in one line; the rest still run when one fails. Logs: build/logs/.
# What has not changed since it last passed is not checked again.
source "$(dirname "$0")/common.sh"
scripts/setup.sh --tests

passed=0 failed=0 skipped=0
declare -A state

# A check's last line of output is its summary. Status 77 means skipped.
check() {  # NAME COMMAND...
  local name=$1 start=$SECONDS status=0 word
  local log=build/logs/test-${name// /-}.log
  shift
  set +e
  (set -e; "$@") >"$log" 2>&1
  status=$?
  set -e
  case $status in
    0) word=ok passed=$((passed + 1)) ;;
    77) word=skipped skipped=$((skipped + 1)) ;;
    *) word=FAILED failed=$((failed + 1)) ;;
  esac
  state[$name]=$word
  printf '%-8s %4d s  %s: %s\n' "$word" $((SECONDS - start)) "$name" "$(tail -n 1 "$log")"
  if [[ $word == FAILED ]]; then
    tail -n 60 "$log" | sed 's/^/    /'
    echo "    (all of it: $log)"
  fi
}
needs() {  # CHECK: ends the calling check unless that one passed
  if [[ ${state[$1]} != ok ]]; then
    echo "needs '$1'"
    exit 77
  fi
}

build() {  # PRESET TARGET...
  local preset=$1
  shift
  cmake --preset "$preset" -DSCREE_BUILD_TESTS=ON
  cmake --build "build/$preset" --target "$@"
  echo "$(find "build/$preset" -name '*.o' | wc -l) object files"
}
unit_tests() {  # PRESET CTEST_OPTION...
  local preset=$1 log status=0
  shift
  needs "build $preset"
  log=build/logs/ctest-$preset.log
  ctest --test-dir "build/$preset" -j "$jobs" --no-tests=error --timeout 600 --output-on-failure "$@" 2>&1 |
    tee "$log" || status=$?
  sed -n '/tests passed/p' "$log"
  return $status
}
viewer() {
  needs "build release"
  SCREE_COMMAND=build/release/scree scripts/check_web.sh
}
format() {
  local files
  mapfile -t files < <(own_files '*.cpp' '*.hpp' '*.cu')
  if ! clang-format --dry-run -Werror "${files[@]}"; then
    echo "clang-format -i on the files above puts it right"
    return 1
  fi
  echo "${#files[@]} files"
}
levels() {
  scripts/check_levels.py --self-test
  scripts/check_levels.py
}
shell_scripts() {
  local files file
  mapfile -t files < <(own_files '*.sh' '.ci/run')
  for file in "${files[@]}"; do bash -n "$file"; done
  if command -v shellcheck >/dev/null; then
    shellcheck --external-sources --source-path=SCRIPTDIR "${files[@]}"
    echo "${#files[@]} files by bash -n and shellcheck"
  else
    echo "${#files[@]} files by bash -n (shellcheck is not installed)"
  fi
}

mkdir -p build/logs
check "shell scripts" shell_scripts
check "clang-format" format
check "include levels" levels
check "headers alone" scripts/check_headers.sh
check "kernels by nvcc" scripts/check_kernels.sh
check "build release" build release all
check "unit tests release" unit_tests release
check "viewer" viewer
check "build asan" build asan scree_tests scree_allocation_tests scree_command_tests
export SCREE_TEST_SCALE=0.1 UBSAN_OPTIONS=print_stacktrace=1
check "unit tests asan" unit_tests asan --label-exclude install
check "clang-tidy" scripts/check_tidy.sh

summary="$passed passed, $failed failed"
if [[ $skipped != 0 ]]; then summary+=", $skipped skipped"; fi
echo "$summary"
[[ $failed == 0 ]]
