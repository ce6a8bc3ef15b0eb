#!/usr/bin/env bash
# 100,000 lines through `eval -`: the golden rows of static layouts that have a value, over and over. The fastest of five.
#
#   tests/benchmarks/eval.sh PROGRAM
set -euo pipefail
program=$1 golden=$(dirname "$0")/../golden/static.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F'\t' 'NF >= 3 && $3 != "ERROR" { row[n++] = $2 } END { for (i = 0; i < 100000; ++i) print row[i % n] }' "$golden" >"$work/lines"
for _ in 1 2 3 4 5; do
  begin=$(date +%s%N)
  "$program" eval --integers=cute - <"$work/lines" >"$work/values"
  end=$(date +%s%N)
  echo $(((end - begin) / 1000))
done >"$work/times"
echo "values printed = $(wc -l <"$work/values")"
echo "ratio: 100,000 lines through eval - / 0.3 s = $(sort -n "$work/times" | awk 'NR == 1 { printf "%.2f", $1 / 300000 }')"
