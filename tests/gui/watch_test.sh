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
xdotool mousemove 1200 900
shot 1-empty
echo '[12:30:45] sA : (_4,(_2,_2)):(_1,(_4,_8))' >&4
sleep 0.5; shot 2-first
ok "the first layout shows in the sheet" differs 1-empty 2-first $sheet
ok "and on the canvas" differs 1-empty 2-first $canvas
printf 'garbage 10:20:30 \n sB : (_8,_8)' >&4; sleep 0.3; echo ':(_8,_1)' >&4
sleep 0.5; shot 3-second
ok "the second one shows" differs 2-first 3-second $sheet
idle=$(frames); sleep 1.5
ok "while nothing is printed nothing is drawn" test "$(frames)" == "$idle"

# 20,000 layouts with garbage between: whoever prints them is not held up for more than a second or two.
awk 'BEGIN { for (i = 1; i <= 20000; ++i) printf "gA: (%d,2):(1,%d)\n[12:30:45] main.cpp:%d:5: step (1,2) {\"a\":1}\n", i, i, i }' >"$work/flood"
begun=$(date +%s%N)
cat "$work/flood" >&4
spent=$((($(date +%s%N) - begun) / 1000000))
echo "20000 layouts with garbage taken in $spent ms"
ok "10,000 layouts a second are kept up with" test "$spent" -lt 2000
sleep 1; shot 4-flood
ok "the newest are shown" differs 3-second 4-flood $canvas
ok "the window is alive" kill -0 "$window"
exec 4>&-
sleep 0.5; shot 5-end
ok "the end of the input is said in the status" differs 4-flood 5-end 1000x26+0+974
xdotool key ctrl+q
ok "the window closes" window_closes
report
