#!/bin/sh
# Runs a suite of unittest and says in the way of the other suites how many of its tests passed.
#
#   run.sh PYTHON FILE
out=$(cd "$(dirname "$2")" && "$1" "$2" 2>&1)
status=$?
printf '%s\n' "$out"
ran=$(printf '%s\n' "$out" | sed -n 's/^Ran \([0-9]*\) tests\{0,1\} .*/\1/p')
bad=$(printf '%s\n' "$out" | sed -n 's/^FAILED (\(.*\))/\1/p' | tr ',' '\n' | sed -n 's/.*\(failures\|errors\)=//p' | awk '{n += $1} END {print n + 0}')
[ "$status" -eq 0 ] || [ "${bad:-0}" -gt 0 ] || bad=1
good=$((${ran:-0} - ${bad:-0}))
[ "$good" -ge 0 ] || good=0
printf 'script: %d passed, %d failed\n' "$good" "${bad:-0}"
exit "$status"
