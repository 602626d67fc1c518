#!/usr/bin/env bash
# Builds scree and runs a simulation: a thousand mixed particles flow out of a box. Building takes a few minutes, once.
source "$(dirname "$0")/common.sh"
scripts/setup.sh

build=build/release
if [[ ! -f $build/build.ninja ]]; then
  # The tests need packages that the demo does not install.
  stage build/logs/configure.log "Configuring" cmake --preset release -DSCREE_BUILD_TESTS=OFF
fi
text="Building scree"
if [[ ! -x $build/scree ]]; then text+=" (a minute or two, this once)"; fi
stage build/logs/build.log "$text" \
  cmake --build $build --target scree_command
echo
echo "\$ $build/scree run scenes/simulation/flow.toml --out runs/demo --force"
$build/scree run scenes/simulation/flow.toml --out runs/demo --force
echo
echo "\$ $build/scree plot runs/demo"
$build/scree plot runs/demo
echo
echo "Look at: runs/demo/viewer.html     the run in the browser: open the file, or '$build/scree view runs/demo'"
echo "         runs/demo/paraview/run.pvd  the same for ParaView"
echo "         runs/demo/plots/          energies, contacts, overlaps, forces over time"
echo "         runs/demo/table.csv       the numbers behind them; summary.json, end.png"
echo "Next: '$build/scree gallery' lists more scenes, '$build/scree new NAME' begins one of your own;"
echo "docs/guide/scenes.md says how scenes are written, '$build/scree --help' lists the commands."
