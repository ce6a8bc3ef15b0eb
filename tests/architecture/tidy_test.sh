#!/usr/bin/env bash
# The checks of .clang-tidy hold for the program's own files, where clang-tidy is installed. First on a bad sample, which it
# must refuse, then on the project.
#
#   tidy_test.sh ROOT
set -euo pipefail
root=$1
passed=0 failed=0

check() {
  if [[ $2 == "$3" ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s: wanted %s, got %s\n' "$1" "$3" "$2"; fi
}

if ! command -v clang-tidy >/dev/null; then
  echo 'SKIPPED: clang-tidy is not installed, so the checks of .clang-tidy were not run.'
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$root/.clang-tidy" "$work"
mkdir "$work/app"
printf '#include <string>\nbool empty(const std::string& s) { return s.size() == 0; }\n' >"$work/app/bad.cpp"
check "a bad sample is refused" "$(clang-tidy --quiet "$work/app/bad.cpp" -- -std=c++20 2>&1 | grep -c 'readability-container-size-empty')" 1

# In groups and without precompiled headers, which are GCC's: what is compiled is the same.
cmake -S "$root" -B "$work/build" -G Ninja -DCUTESCOPE_PRECOMPILED=OFF -DCUTESCOPE_GROUP_SIZE=64 -DCUTESCOPE_CUDA=OFF \
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/build" --target embedded_tables >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
sed -nE 's/^ *"file": "(.*)",?$/\1/p' "$work/build/compile_commands.json" | grep -vE '/tests/|/assets/' |
  grep -E "/groups/|^$root/(algebra|render|gpu|app)/" | sort -u >"$work/files"
# The commands are GCC's: clang does not know all of its warnings and parameters.
check "the groups are among them" "$(grep -c '/groups/' "$work/files" | awk '{ print ($1 > 8) ? "yes" : $1 }')" yes
found=$(xargs -P "$(nproc)" -n 1 clang-tidy -p "$work/build" --quiet --extra-arg=-Wno-unknown-warning-option \
  --extra-arg=-Qunused-arguments <"$work/files" 2>/dev/null |
  grep -E ' (warning|error): ' | sort -u || true)
[[ -z $found ]] || printf '%s\n' "$found"
check "the project's files pass ($(wc -l <"$work/files") groups)" "$(printf '%s' "$found" | grep -c . || true)" 0
printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
