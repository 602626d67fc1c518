#!/usr/bin/env bash
# Builds scree and asks it about the pairs in scenes/pairs/demo.json. The second run takes a moment.
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
echo "Next: change a number in scenes/pairs/demo.json and run the line above again;"
echo "'$build/scree --help' lists the commands, README.md shows the same queries in C++."
