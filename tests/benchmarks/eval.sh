#!/usr/bin/env bash
# Lines through `eval -`: the golden rows of static layouts that have a value, over and over, without names and with one a line.
# Processor time, the least of five runs, and the most memory of one.
#
#   tests/benchmarks/eval.sh PROGRAM
set -euo pipefail
program=$1 golden=$(dirname "$0")/../golden/static.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# lines COUNT PREFIX FILE
lines() { awk -F'\t' -v n="$1" -v prefix="$2" 'NF >= 3 && $3 != "ERROR" { row[rows++] = $2 }
  END { for (i = 0; i < n; ++i) print (prefix == "" ? "" : prefix i " = ") row[i % rows] }' "$golden" >"$3"; }
# measured FILE RUNS: seconds and MB, in which a process shares what its program and libraries take.
measured() {
  python3 - "$program" "$1" "$2" <<'PYTHON'
import os, subprocess, sys
program, lines, runs = sys.argv[1:]
seconds, most = [], 0
for _ in range(int(runs)):
    with open(lines) as given:
        child = subprocess.Popen([program, "eval", "-"], stdin=given, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit("eval - failed")
    seconds.append(used.ru_utime + used.ru_stime)
    most = max(most, used.ru_maxrss)
print(min(seconds), most * 1024 / 1e6)
PYTHON
}
ratio() { echo "ratio: $1 = $(awk -v a="$2" -v b="$3" 'BEGIN { printf "%.2f", a / b }')"; }
lines 100000 "" "$work/plain"
lines 100000 name "$work/named"
lines 400000 name "$work/more"
read -r plain _ <<<"$(measured "$work/plain" 5)"
read -r named memory <<<"$(measured "$work/named" 5)"
read -r more memory_of_more <<<"$(measured "$work/more" 2)"
ratio "100,000 lines through eval - / 0.3 s" "$plain" 0.3
ratio "100,000 named lines through eval - / 0.3 s" "$named" 0.3
ratio "400,000 named lines / 4 times 100,000, processor time" "$more" "$(awk -v t="$named" 'BEGIN { print 4 * t }')"
ratio "most memory of 100,000 named lines / 60 MB" "$memory" 60
ratio "most memory of 400,000 named lines / 4 times that of 100,000" "$memory_of_more" "$(awk -v m="$memory" 'BEGIN { print 4 * m }')"
