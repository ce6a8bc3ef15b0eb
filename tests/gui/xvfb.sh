# For the scripts that drive a real window: a display of their own, one window on it, and questions about what it shows.
#
#   name=NAME program=PROGRAM out=FOLDER
#   . xvfb.sh
#
# Skips the test where a tool is missing. Screenshots stay in $out; $work is a folder that goes away at the end.
for tool in Xvfb xdotool import convert compare; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: the $name test needs $tool"; exit 0; }
done
mkdir -p "$out" && rm -rf "${out:?}"/*
passed=0 failed=0 window= server=
work=$(mktemp -d)
trap 'kill $window $server 2>/dev/null; rm -rf "$work"' EXIT

ok() { if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi; }
not() { ! "$@"; }
wait_until() { local n; for n in $(seq 300); do "$@" >/dev/null 2>&1 && return 0; sleep 0.1; done; return 1; }
frames() { if [[ -e $work/frames ]]; then wc -l <"$work/frames"; else echo 0; fi; }
drawn() { (($(frames) >= $1)); }
# No frame for 0.4 s: everything that was asked for is drawn.
settled() { local a b n; for n in $(seq 40); do a=$(frames); sleep 0.5; b=$(frames); [[ $a == "$b" && $b -gt 0 ]] && return 0; done; return 1; }
# Not one frame for that many seconds.
idle_for() { settled || return 1; local a; a=$(frames); sleep "$1"; [[ $(frames) == "$a" ]]; }
shot() { settled; import -window root "$out/$1.png"; }
# difference A B WIDTHxHEIGHT+X+Y: pixels of a region that differ.
difference() {
  convert "$out/$1.png" -crop "$3" +repage "$work/a.png" && convert "$out/$2.png" -crop "$3" +repage "$work/b.png"
  compare -metric AE "$work/a.png" "$work/b.png" null: 2>&1 | grep -oE '^[0-9.e+]+'
}
same() { [[ $(difference "$@") == 0 ]]; }
differs() { awk -v n="$(difference "$@")" 'BEGIN { exit !(n > 200) }'; }
colours() { convert "$out/$1.png" -crop "$2" +repage -format %k info:; }
click() { xdotool mousemove "$1" "$2" click "${3:-1}"; }

# open_window ARGUMENTS...: the program, and its window at 0,0 with the screen's size and the keyboard. What it reads on its
# standard input is ours. Ends the test where there is none.
open_window() {
  : >"$work/frames"
  "$program" "$@" --device cpu --frame-log "$work/frames" <&0 >>"$out/program.log" 2>&1 &
  window=$!
  wait_until xdotool search --name Cutescope || { ok "the window opens" false; report; exit 1; }
  local id
  id=$(xdotool search --name Cutescope | head -1)
  xdotool windowmove "$id" 0 0 windowsize "$id" 1600 1000 windowfocus "$id" 2>/dev/null
}
window_closes() { wait_until not kill -0 "$window"; }
# The last words of a test: its exit status.
report() {
  [[ -s $out/program.log ]] && cat "$out/program.log"
  printf 'script: %d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

# -noreset: the server must not start over when the first client of many leaves. It chooses its number itself.
Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 +extension GLX 3>"$work/display" >"$out/xvfb.log" 2>&1 &
server=$!
wait_until test -s "$work/display" || { echo "FAILED: Xvfb did not start"; exit 1; }
DISPLAY=:$(<"$work/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1
