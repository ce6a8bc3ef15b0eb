#!/usr/bin/env bash
# 100,000 lines through `eval -`: the golden rows of static layouts that have a value, over and over. Processor time, the least of
# five runs.
#
#   tests/benchmarks/eval.sh PROGRAM
set -euo pipefail
program=$1 golden=$(dirname "$0")/../golden/static.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F'\t' 'NF >= 3 && $3 != "ERROR" { row[n++] = $2 } END { for (i = 0; i < 100000; ++i) print row[i % n] }' "$golden" >"$work/lines"
TIMEFORMAT='%U %S'
for _ in 1 2 3 4 5; do
  { time "$program" eval - <"$work/lines" >"$work/values"; } 2>>"$work/times"
done
echo "values printed = $(wc -l <"$work/values")"
least=$(awk '{ print $1 + $2 }' "$work/times" | sort -n | head -1)
echo "ratio: 100,000 lines through eval - / 0.3 s = $(awk -v least="$least" 'BEGIN { printf "%.2f", least / 0.3 }')"
