#!/usr/bin/env bash
# The settled box of 1,000 mixed polyhedra in scree and in YADE (Debian's package), one thread each, one after
# the other: particle-steps per second, and their ratio, which must be 200 at least. Installs YADE where it is
# missing (about 1 GB with what it needs), builds, runs, and keeps bench/results/engine-yade.txt.
# An argument is the scree to measure, instead of the one that is built.
source "$(dirname "$0")/common.sh"

scripts/setup.sh --yade
# The package has builds for several precisions; ours is double.
yade=$(command -v yade-double || command -v yade)

scree=${1:-build/release/scree}
if [[ $# == 0 ]]; then
  stage build/logs/yade-configure.log "Configuring release" cmake --preset release
  stage build/logs/yade-build.log "Building scree" cmake --build build/release --target scree_command
fi

folder=build/yade
rm -rf $folder
mkdir -p $folder
stage $folder/scree.txt "Measuring scree" \
  "$scree" bench engine --particles 1000 --threads 1 --out $folder --json $folder/engine.json
stage $folder/yade.txt "Measuring YADE" \
  "$yade" -n -x -j1 bench/peers/yade_box.py $folder/settled-column.json
python3 - $folder >$folder/engine-yade.txt <<'PYTHON'
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
report = json.loads((folder / "engine.json").read_text())
table = report["tables"][0]
row = dict(zip((column["heading"] for column in table["columns"]), table["rows"][0]))
lines = (folder / "yade.txt").read_text().splitlines()
peer = json.loads(next(line for line in lines if line.startswith("yade_box: "))[len("yade_box: "):])
version = next(line.strip() for line in lines if line.startswith("Welcome to Yade"))[len("Welcome to "):]
ours, theirs = row["particle-steps per second"], peer["particle_steps_per_second"]
print(f"1,000 settled polyhedra, one thread, {report['machine']['processor']}")
print(f"scree: {ours:.0f} particle-steps per second, coordination {row['coordination']:.2f}")
print(f"{version}: {theirs:.0f} particle-steps per second, coordination {peer['coordination']:.2f}")
print(f"{'pass' if ours >= 200 * theirs else 'FAIL'}  scree over YADE >= 200: {ours / theirs:.0f}")
PYTHON
cat $folder/engine-yade.txt
mkdir -p bench/results
cp $folder/engine-yade.txt bench/results/engine-yade.txt
echo "kept as bench/results/engine-yade.txt"
