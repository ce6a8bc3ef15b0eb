#!/usr/bin/env bash
# A program's output watched in a real window under Xvfb: layouts appear as they are printed, and a flood of them does
# not hold up the program.
#
#   watch_test.sh PROGRAM OUT
set -uo pipefail
program=$1 out=$2
for tool in Xvfb xdotool import convert; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: the watch test needs $tool"; exit 0; }
done
mkdir -p "$out" && rm -f "$out"/*
passed=0 failed=0
work=$(mktemp -d)
number=190
while [[ -e /tmp/.X11-unix/X$number ]]; do number=$((number + 1)); done
export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1
Xvfb "$DISPLAY" -noreset -screen 0 1600x1000x24 +extension GLX >"$out/xvfb.log" 2>&1 &
server=$!
window_process=
trap 'kill $window_process $server 2>/dev/null; rm -rf "$work"' EXIT

ok() { if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi; }
wait_until() { local n; for n in $(seq 300); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; return 1; }
frames() { if [[ -e $work/frames ]]; then wc -l <"$work/frames"; else echo 0; fi; }
settled() { local a b n; for n in $(seq 40); do a=$(frames); sleep 0.5; b=$(frames); [[ $a == "$b" && $b -gt 0 ]] && return 0; done; return 1; }
shot() { settled; import -window root "$out/$1.png"; }
difference() {
  convert "$out/$1.png" -crop "$3" +repage "$work/a.png" && convert "$out/$2.png" -crop "$3" +repage "$work/b.png"
  compare -metric AE "$work/a.png" "$work/b.png" null: 2>&1 | grep -oE '^[0-9]+'
}
differs() { [[ $(difference "$@") -gt 200 ]]; }
canvas=880x620+380+50 sheet=370x560+0+45

wait_until test -e "/tmp/.X11-unix/X$number" || { echo "FAILED: Xvfb did not start"; exit 1; }
mkfifo "$work/pipe"
"$program" watch - --no-settings --device cpu --frame-log "$work/frames" <"$work/pipe" >"$out/program.log" 2>&1 &
window_process=$!
exec 3>"$work/pipe"
ok "the window opens" wait_until xdotool search --name Cutescope
((failed == 0)) || { cat "$out/program.log"; echo "script: 0 passed, 1 failed"; exit 1; }
id=$(xdotool search --name Cutescope | head -1)
xdotool windowmove "$id" 0 0 windowsize "$id" 1600 1000 windowfocus "$id" mousemove 1200 900 2>/dev/null
shot 1-empty
echo '[12:30:45] sA : (_4,(_2,_2)):(_1,(_4,_8))' >&3
sleep 0.5; shot 2-first
ok "the first layout shows in the sheet" differs 1-empty 2-first $sheet
ok "and on the canvas" differs 1-empty 2-first $canvas
printf 'garbage 10:20:30 \n sB : (_8,_8)' >&3; sleep 0.3; echo ':(_8,_1)' >&3
sleep 0.5; shot 3-second
ok "the second one shows" differs 2-first 3-second $sheet
idle=$(frames); sleep 1.5
ok "while nothing is printed nothing is drawn" test "$(frames)" == "$idle"

# 20,000 layouts with garbage between: whoever prints them is not held up for more than a second or two.
awk 'BEGIN { for (i = 1; i <= 20000; ++i) printf "gA: (%d,2):(1,%d)\n[12:30:45] main.cpp:%d:5: step (1,2) {\"a\":1}\n", i, i, i }' >"$work/flood"
begun=$(date +%s%N)
cat "$work/flood" >&3
spent=$((($(date +%s%N) - begun) / 1000000))
echo "20000 layouts with garbage taken in $spent ms"
ok "10,000 layouts a second are kept up with" test "$spent" -lt 2000
sleep 1; shot 4-flood
ok "the newest are shown" differs 3-second 4-flood $canvas
ok "the window is alive" kill -0 "$window_process"
exec 3>&-
sleep 0.5; shot 5-end
ok "the end of the input is said in the status" differs 4-flood 5-end 1000x26+0+974
xdotool key ctrl+q
ok "the window closes" wait_until bash -c "! kill -0 $window_process"
[[ -s $out/program.log ]] && cat "$out/program.log"

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
