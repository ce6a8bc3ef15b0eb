#!/usr/bin/env bash
# A program's output watched in a real window under Xvfb: layouts appear as they are printed, and a flood of them does
# not hold up the program.
#
#   watch_test.sh PROGRAM OUT
set -uo pipefail
name=watch program=$1 out=$2
. "$(dirname "$0")/xvfb.sh"
canvas=880x620+380+50 sheet=370x560+0+45

mkfifo "$work/pipe"
exec 3<>"$work/pipe"
open_window watch - --no-settings <"$work/pipe" 3>&-   # or it would be a writer itself
exec 4>"$work/pipe" 3>&-
point 1200 900
shot 1-empty
echo '[12:30:45] sA : (_4,(_2,_2)):(_1,(_4,_8))' >&4
wait_until drawn 'sA = (_4,(_2,_2)):(_1,(_4,_8))'; shot 2-first
ok "the first layout shows in the sheet" differs 1-empty 2-first $sheet
ok "and on the canvas" differs 1-empty 2-first $canvas
printf 'garbage 10:20:30 \n sB : (_8,_8)' >&4; echo ':(_8,_1)' >&4
wait_until drawn 'sB = (_8,_8):(_8,_1)'; shot 3-second
ok "the second one shows" differs 2-first 3-second $sheet
ok "while nothing is printed nothing is drawn" idle_for 1.5

# 20,000 layouts with garbage between: whoever prints them is not held up until they are drawn (benchmark_finder says how fast
# they are read).
awk 'BEGIN { for (i = 1; i <= 20000; ++i) printf "gA: (%d,2):(1,%d)\n[12:30:45] main.cpp:%d:5: step (1,2) {\"a\":1}\n", i, i, i }' >"$work/flood"
cat "$work/flood" >&4
ok "the newest are shown" wait_until drawn '(20000,2):(1,20000)~'
shot 4-flood
ok "in the cards too" differs 3-second 4-flood $canvas
ok "the window is alive" kill -0 "$window"
exec 4>&-
ok "the end of the input is said in the status" wait_until drawn 'end of standard input~'
shot 5-end
xdotool key ctrl+q
ok "the window closes" window_closes

# A program that is watched ends with the window, however that ends, and so does what a wrapper has started.
cat >"$work/wrapper" <<'EOF'
#!/bin/sh
trap '' TERM
tail -f /dev/null &
echo $$ $! >"$1"
echo 'sW : (_2,_3):(_1,_2)'
exec tail -f /dev/null
EOF
chmod +x "$work/wrapper"
gone() { local p; for p in $(cat "$work/pids"); do [[ $(ps -o stat= -p "$p") == [!Z]* ]] && return 1; done; return 0; }
for ending in ctrl+q TERM KILL; do
  rm -f "$work/pids"
  open_window watch --no-settings -- "$work/wrapper" "$work/pids"
  wait_until drawn 'sW = (_2,_3):(_1,_2)'
  begin=$SECONDS
  if [[ $ending == ctrl+q ]]; then xdotool key ctrl+q; else kill -"$ending" "$window"; fi
  if [[ $ending == KILL ]]; then wait "$window" 2>/dev/null; else ok "with $ending the window closes" window_closes; fi
  ok "what ignores SIGTERM does not hold up $ending" test $((SECONDS - begin)) -lt 20
  ok "after $ending nothing is left of what was watched" wait_until gone
done
report
