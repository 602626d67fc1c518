#!/usr/bin/env bash
# The long checks: a million random pairs against the brute-force reference, ten million adversarial
# queries to every algorithm, ten million steps of pairs in motion, a run killed at 50 random moments,
# then a minute of libFuzzer for each reader of files.
# Arguments (--pairs N, --seed S) go to all soak programs. SCREE_FUZZ_SECONDS sets the time of each
# fuzz target.
source "$(dirname "$0")/common.sh"
scripts/setup.sh --tests

seconds=${SCREE_FUZZ_SECONDS:-60}
passed=0
failed=()
result() {  # NAME STATUS SECONDS
  if [[ $2 == 0 ]]; then
    passed=$((passed + 1))
    echo "ok      $3 s  $1"
  else
    failed+=("$1")
    echo "FAILED  $3 s  $1 (exit status $2)"
  fi
}

stage build/logs/soak-configure.log "Configuring release" cmake --preset release -DSCREE_BUILD_TESTS=ON
stage build/logs/soak-build.log "Building the soak programs" \
  cmake --build build/release --target soak_pairs soak_algorithms soak_warm scree_command
# One process per core; the first shows its progress.
soak() {  # PROGRAM ARGUMENT...
  local program=$1 part status=0 start=$SECONDS parts=()
  shift
  for ((part = jobs - 1; part > 0; --part)); do
    build/release/"$program" "$@" --part "$part/$jobs" >build/logs/"$program-$part.log" 2>&1 &
    parts+=($!)
  done
  build/release/"$program" "$@" --part "0/$jobs" >build/logs/"$program-0.log" || status=$?
  for part in "${parts[@]}"; do wait "$part" || status=$?; done
  for ((part = 0; part < jobs; ++part)); do
    echo "part $part of $jobs:"
    cat build/logs/"$program-$part.log"
  done
  result "$program" $status $((SECONDS - start))
}
soak soak_pairs "$@"
soak soak_algorithms --pairs 10000000 "$@"
soak soak_warm --pairs 10000 "$@"
start=$SECONDS status=0
SCREE=build/release/scree scripts/kill_test.sh >build/logs/kill.log 2>&1 || status=$?
result "kill_test: $(tail -n 1 build/logs/kill.log)" $status $((SECONDS - start))

stage build/logs/fuzz-configure.log "Configuring the fuzz targets" cmake -S . -B build/fuzz -G Ninja \
  -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSCREE_BUILD_FUZZERS=ON -DSCREE_BUILD_TESTS=OFF
mapfile -t fuzzers < <(basename -s .cpp tests/fuzz/fuzz_*.cpp)
stage build/logs/fuzz-build.log "Building the fuzz targets" cmake --build build/fuzz --target "${fuzzers[@]}"
for name in "${fuzzers[@]}"; do
  seeds=tests/fuzz/corpus/${name#fuzz_}
  found=build/fuzz/corpus/$name  # what this machine has learnt, for the next run
  artifacts=build/fuzz/artifacts/$name
  mkdir -p "$found" "$artifacts"
  folders=("$found")
  if [[ -d $seeds ]]; then folders+=("$seeds"); fi
  log=build/logs/$name.log
  start=$SECONDS status=0
  build/fuzz/"$name" -max_total_time="$seconds" -rss_limit_mb=1024 -timeout=10 -artifact_prefix="$artifacts/" \
    -print_final_stats=1 "${folders[@]}" >"$log" 2>&1 || status=$?
  result "$name: $(sed -n 's/^stat::number_of_executed_units: */inputs: /p' "$log")" $status $((SECONDS - start))
  if [[ $status != 0 ]]; then
    echo "the end of $log; the input is in $artifacts:"
    tail -n 30 "$log"
  fi
done

echo "$passed passed, ${#failed[@]} failed"
[[ ${#failed[@]} == 0 ]]
