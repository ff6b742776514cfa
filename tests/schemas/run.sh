#!/usr/bin/env bash
# The schemas in docs/schemas against the library. Everything that this makes or installs is in build/schemas.
set -eu
cd "$(dirname "$0")/../.."
here=tests/schemas out=build/schemas

missing=""
for command in node npm "${CC:-cc}"; do
    command -v "$command" >/dev/null 2>&1 || missing="$missing $command"
done
if [ -n "$missing" ]; then
    echo "missing:$missing (tests/tools/deps.sh test installs it)" >&2
    exit 1
fi
if [ "$(node -p 'parseInt(process.versions.node)')" -lt 18 ]; then
    echo "node is $(node -v), but the test needs version 18 or later" >&2
    exit 1
fi

tests/tools/npm.sh "$here" "$out"
"${CC:-cc}" -std=c99 -O1 -Wall -Wextra -Werror -Iinclude -Isrc ${JSMN_DIR:+-isystem "$JSMN_DIR"} \
    "$here/verdicts.c" src/*.c src/dialect/*.c -o "$out/verdicts"
node "$here/differential.mjs" "$out" "$out/verdicts"
