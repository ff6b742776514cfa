#!/usr/bin/env bash
# npm.sh FROM TO: install what FROM/package-lock.json pins in the folder TO, unless it is there. No package runs a script.
set -eu
from=$1 to=$2
mkdir -p "$to"
exec 9>"$to/lock" # two checks may want it at once
flock 9
if ! cmp -s "$from/package-lock.json" "$to/installed"; then
    command -v npm >/dev/null 2>&1 || { echo "missing: npm (tests/tools/deps.sh test installs it)" >&2; exit 1; }
    rm -f "$to/installed"
    cp "$from/package.json" "$from/package-lock.json" "$to"
    npm ci --prefix "$to" --ignore-scripts --no-audit --no-fund --loglevel=error
    cp "$from/package-lock.json" "$to/installed"
fi
