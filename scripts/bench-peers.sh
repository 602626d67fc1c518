#!/usr/bin/env bash
# The benchmark `narrow` beside libccd, FCL, Bullet and ODE, on the same pairs in the same run: installs their
# Debian packages, builds, runs, and keeps the report as bench/results/narrow-peers.txt and .json.
# Arguments (--pairs N, --seed S, --repeat R) go to the program. What cannot be installed does not take part.
source "$(dirname "$0")/common.sh"
scripts/setup.sh
if ! scripts/setup.sh --peers; then echo "libraries that could not be installed do not take part"; fi

folder=build/peers
stage build/logs/peers-configure.log "Configuring" cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DSCREE_BUILD_TESTS=OFF -DSCREE_BENCH_PEERS=ON
stage build/logs/peers-build.log "Building" cmake --build $folder --target scree_bench_peers

# The results appear whole or not at all.
mkdir -p bench/results
$folder/scree_bench_peers --json $folder/narrow-peers.json "$@" | tee $folder/narrow-peers.txt
mv $folder/narrow-peers.txt $folder/narrow-peers.json bench/results/
echo "kept as bench/results/narrow-peers.txt and .json"
