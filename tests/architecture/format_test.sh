#!/usr/bin/env bash
# Lines of at most 140 columns, and the style of .clang-format where clang-format 14 is installed: other versions break some
# lines elsewhere. First on a bad sample, which it must refuse, then on the project.
#
#   format_test.sh ROOT
set -euo pipefail
export LC_ALL=C.UTF-8
root=$1
passed=0 failed=0

sources() { find "$1"/{algebra,render,gpu,app,tests} \( -name '*.?pp' -o -name '*.cu' -o -name '*.h' \) -print0 2>/dev/null; }
long_lines() { sources "$1" | xargs -0 -r grep -HnE '^.{141,}' | cut -c1-160 | sed 's|^|longer than 140 columns: |' || true; }
unformatted() { sources "$1" | (xargs -0 -r clang-format --dry-run --ferror-limit=1 2>&1 || true) | grep -F 'clang-format-violations' || true; }

check() {
  if [[ $2 == "$3" ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s: wanted %s, got %s\n' "$1" "$3" "$2"; fi
}
# count NAME EXPECTED COMMAND: how many lines the command prints; prints them where they are not as many as expected.
count() {
  local found
  found=$("${@:3}")
  [[ $2 != 0 || -z $found ]] || printf '%s\n' "$found"
  check "$1" "$(printf '%s' "$found" | grep -c . || true)" "$2"
}

sample=$(mktemp -d)
trap 'rm -rf "$sample"' EXIT
mkdir -p "$sample"/{algebra,render,gpu,app,tests}
cp "$root/.clang-format" "$sample"
printf '// %0140d\n' 0 >"$sample/algebra/long.cpp"
printf 'int  f( ) { return 1 ; }\n' >"$sample/app/spaces.cpp"
printf '// ·%0136d\n' 0 >"$sample/app/good.cpp"

count "a long line is refused" 1 long_lines "$sample"
count "the project's lines are at most 140 columns long" 0 long_lines "$root"
if [[ $(clang-format --version 2>/dev/null) == *"version 14."* ]]; then
  count "a badly formatted file is refused" 1 unformatted "$sample"
  count "the project is formatted" 0 unformatted "$root"
else
  echo 'SKIPPED: no clang-format 14 is installed, so the style of .clang-format was not checked.'
fi
printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
