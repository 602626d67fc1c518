#!/usr/bin/env bash
# Builds scree, asks it about a few pairs of shapes, and runs a small simulation. The second run takes a moment.
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
echo "\$ $build/scree contact scenes/pairs/demo.json"
$build/scree contact scenes/pairs/demo.json
echo
echo "\$ $build/scree run scenes/simulation/drop-box.toml --out runs/demo --force"
$build/scree run scenes/simulation/drop-box.toml --out runs/demo --force
echo
echo "Look at: runs/demo/end.png     how the particles came to rest"
echo "         runs/demo/table.csv   energies, contacts, overlaps over time"
echo "         runs/demo/summary.json"
echo "Next: change a number in scenes/simulation/drop-box.toml and run the last line again;"
echo "docs/guide/scenes.md says how scenes are written, '$build/scree --help' lists the commands."
