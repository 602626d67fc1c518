#!/usr/bin/env bash
# The viewer's page: builds it anew and compares it with the one in the repository, then tries it in a
# browser. With SCREE_COMMAND (the built program) real runs are tried as well. Needs Node, npm and, for
# the second half, Chromium; what npm has to fetch the first time needs a network.
source "$(dirname "$0")/common.sh"

skip() { echo "$1"; exit 77; }

command -v node >/dev/null || skip "Node is not on this machine"
command -v npm >/dev/null || skip "npm is not on this machine"
version=$(node -p 'process.versions.node')
printf '20.15\n%s\n' "$version" | sort --version-sort --check=quiet || skip "Node $version is too old; 20.15 is needed"
chromium=${SCREE_CHROMIUM:-/usr/bin/chromium}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd web || exit
# Packages are installed again only when the lock file has changed.
if ! cmp -s package-lock.json node_modules/.scree-installed; then
  if ! npm ci --ignore-scripts --prefer-offline --fetch-retries=1 --fetch-timeout=60000 >"$work/npm.log" 2>&1; then
    cat "$work/npm.log"
    if grep -qE 'code (E?NOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E5[0-9]{2}|ERR_SOCKET|UNABLE_TO|E40[13])' "$work/npm.log"; then
      skip "npm cannot reach a registry"
    fi
    echo "npm ci fails"
    exit 1
  fi
  cp package-lock.json node_modules/.scree-installed
fi

SCREE_WEB_OUT=$work/dist npm run --silent build
if ! cmp "$work/dist/viewer.html" dist/viewer.html; then
  echo "web/dist/viewer.html is not what web/src makes; 'npm run build' in web/ puts it right"
  exit 1
fi
size=$(wc -c <dist/viewer.html)
if ((size > 1000000)); then
  echo "web/dist/viewer.html has $size bytes, should have less than 1,000,000"
  exit 1
fi

[[ -x $chromium ]] || skip "the page is up to date; Chromium is not on this machine to try it"
node --test tests/*.test.mjs | tee "$work/test.log"
tests=$(sed -n 's/^# pass //p' "$work/test.log")
echo "page of $((size / 1000)) kB up to date, $tests tests"
