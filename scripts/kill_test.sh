#!/usr/bin/env bash
# Kills a run with kill -9 at random moments and resumes it, again and again: at most one interval between
# checkpoints may be lost each time, and the end must be bit for bit that of a run nobody killed.
#   scripts/kill_test.sh [KILLS] [SEED]     50 kills and seed 1 by default
# SCREE=PATH uses that program; otherwise build/release/scree is built.
source "$(dirname "$0")/common.sh"
kills=${1:-50}
RANDOM=${2:-1}
scree=${SCREE:-build/release/scree}
if [[ -z ${SCREE-} ]]; then
  scripts/setup.sh
  stage build/logs/kill-configure.log "Configuring release" cmake --preset release
  stage build/logs/kill-build.log "Building the command" cmake --build build/release --target scree_command
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
interval=0.005  # s of simulated time between checkpoints
scene=scenes/simulation/injection.toml

value() { sed -n "s/^  \"$2\": \"\\{0,1\\}\\([^\",]*\\)\"\\{0,1\\},\\{0,1\\}\$/\\1/p" "$1/summary.json"; }  # FOLDER KEY
last_row() { tail -n +2 "$1/table.csv" | grep -c . || true; }                                            # FOLDER
newest() { find "$1/checkpoints" -name '*.checkpoint' -printf '%f\n' 2>/dev/null | sort | tail -n 1; }    # FOLDER

start=$(date +%s%N)
"$scree" run "$scene" --out "$work/whole" --quiet --checkpoint-every $interval
took=$((($(date +%s%N) - start) / 1000000))
echo "uninterrupted: $(value "$work/whole" steps) steps in $took ms, state hash $(value "$work/whole" state_hash)"
per_interval=$(awk -v i=$interval -v dt="$(value "$work/whole" time_step)" 'BEGIN { print int(i / dt) + 2 }')

run=$work/killed
command=("$scree" run "$scene" --out "$run" --force --quiet --checkpoint-every "$interval")
killed=0 worst=0
while ((killed < kills)); do
  "${command[@]}" 2>"$work/notes" &
  process=$!
  # Somewhere within a share of the whole run's time, so that it gets far enough to be killed so often.
  random=$RANDOM  # here: a subshell would draw the same number again and again
  sleep "$(awk -v r="$random" -v t="$took" -v k="$kills" 'BEGIN { print r / 32768 * 1.8 * t / k / 1000 }')"
  if ! kill -9 $process 2>/dev/null; then
    wait $process || { echo "FAILED: the run ended with an error"; cat "$work/notes"; exit 1; }
    echo "the run has ended after $killed kills"
    break
  fi
  wait $process 2>/dev/null || true
  killed=$((killed + 1))
  [[ -f $run/run.json ]] || continue  # killed before there was a run: it begins again
  command=("$scree" resume "$run" --quiet)
  # The last row tells how far it got, the newest checkpoint what is kept of it.
  reached=$(tail -n 2 "$run/table.csv" 2>/dev/null | awk -F, '$2 ~ /^[0-9]+$/ { step = $2 } END { print step + 0 }')
  kept=$(newest "$run")
  kept=${kept%.checkpoint}
  lost=$((reached - 10#${kept:-0}))
  if ((lost > worst)); then worst=$lost; fi
  if ((lost > per_interval)); then
    echo "FAILED: kill $killed lost $lost steps, more than the $per_interval of an interval"
    exit 1
  fi
done
"$scree" resume "$run" --quiet 2>>"$work/notes"

status=0
if [[ $(value "$run" state_hash) != "$(value "$work/whole" state_hash)" ]]; then
  echo "FAILED: the state hash is $(value "$run" state_hash)"
  status=1
fi
for table in table.csv forces.csv events.csv; do
  cmp "$run/$table" "$work/whole/$table" || status=1
done
if [[ $status == 0 ]]; then
  echo "ok: $killed kills, at most $worst of $per_interval steps lost, $(last_row "$run") rows, the same end"
fi
exit $status
