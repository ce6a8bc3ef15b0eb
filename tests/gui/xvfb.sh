# For the scripts that drive a real window: a display of their own, one window on it, and questions about what it shows.
#
#   name=NAME program=PROGRAM out=FOLDER
#   . xvfb.sh
#
# Skips the test where a tool is missing. Screenshots stay in $out; $work is a folder that goes away at the end.
#
# Nothing here waits for time. The window answers requests (app/window/probe.hpp): `rest` when all input so far has been taken
# and drawn and nothing goes on. Every picture and every look at a file comes after that, so a slow machine only takes longer.
# Where nothing comes for $limit seconds, the check fails and says what it waited for.
for tool in Xvfb xdotool import convert compare; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: the $name test needs $tool"; exit 0; }
done
mkdir -p "$out" && rm -rf "${out:?}"/*
passed=0 failed=0 window= server= limit=120 answer=
work=$(mktemp -d)
trap 'kill $window $server 2>/dev/null; rm -rf "$work"' EXIT

ok() { if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi; }
not() { ! "$@"; }
# wait_until COMMAND...: tried until it is true.
wait_until() {
  local end=$((SECONDS + limit))
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || { echo "waited $limit s for: $*"; return 1; }
    sleep 0.05   # between two tries
  done
}
# ask REQUEST...: the window's answer, in $answer.
ask() {
  local end=$((SECONDS + limit))
  answer=
  printf '%s\n' "$*" >&8
  until IFS= read -r -t 1 answer <&9; do
    kill -0 "$window" 2>/dev/null || { echo "the window is gone; it was asked: $*"; return 1; }
    ((SECONDS < end)) || { echo "waited $limit s for the window's answer to: $*"; return 1; }
  done
}
rest() { ask rest; }
# field NAME: of the window's state in $answer.
field() { sed -nE "s/.*\"$1\":\"?([^,\"}]*).*/\1/p" <<<"$answer"; }
# state_is NAME VALUE: now, at rest or not; for wait_until.
state_is() { ask state && [[ $(field "$1") == "$2" ]]; }
# Not one frame for that many seconds.
idle_for() {
  rest || return 1
  local before; before=$(field frames)
  sleep "$1"   # the time that is looked at
  state_is frames "$before"
}
# place TEXT: "x y" of a text that the window shows; see place_of in app/ui/drawn_text.hpp for TEXT.
place() {
  ask place "$1" || return 1
  [[ $answer != none ]] && { echo "$answer"; return; }
  ask texts; printf 'no "%s" is drawn; what is: %s\n' "$1" "$answer" >>"$out/places.log"
  return 1
}
drawn() { [[ -n $(place "$1") ]]; }
shot() { rest && import -window root -quality 10 "$out/$1.png"; }
# difference A B WIDTHxHEIGHT+X+Y: pixels of a region that differ.
difference() { compare -metric AE -extract "$3" "$out/$1.png" "$out/$2.png" null: 2>&1 | grep -oE '^[0-9.e+]+'; }
same() { [[ $(difference "$@") == 0 ]]; }
differs() { awk -v n="$(difference "$@")" 'BEGIN { exit !(n > 200) }'; }
colours() { convert "$out/$1.png" -crop "$2" +repage -format %k info:; }

# pause SECONDS: of a hand between two letters, or until somebody kills. Nothing may be expected after it.
pause() { sleep "$1"; }

# The mouse and the keyboard. Each returns when the window has taken and drawn it.
point() { xdotool mousemove "$1" "$2"; rest; }
click() { point "$1" "$2" && xdotool click "${3:-1}"; rest; }
wheel() { xdotool click "$1"; rest; }
keys() { local k; for k in "$@"; do xdotool key "$k"; rest; done; }
words() { xdotool type --delay 4 -- "$1"; rest; }
# click_on TEXT: on a text that the window shows, where it is once the window is at rest: a dialog's first frame may stand elsewhere.
click_on() { local at; rest; at=$(place "$1") || { ok "a place for $1" false; return; }; click $at; }
# pull X Y DX DY: the button goes down and the pointer on, in eight steps; it stays down.
pull() {
  local n
  point "$1" "$2"; xdotool mousedown 1; rest
  for n in 1 2 3 4 5 6 7 8; do point $(($1 + $3 * n / 8)) $(($2 + $4 * n / 8)); done
}
let_go() { xdotool mouseup 1; rest; }

# open_window ARGUMENTS...: the program, and its window at 0,0 with the screen's size and the keyboard. What it reads on its
# standard input is ours. Ends the test where there is none.
open_window() {
  exec 8>&- 9>&-
  rm -rf "$work/probe"; mkdir "$work/probe"; mkfifo "$work/probe/ask" "$work/probe/answer"
  exec 8<>"$work/probe/ask" 9<>"$work/probe/answer"
  "$program" "${@:1:1}" --device cpu --probe "$work/probe" "${@:2}" <&0 >>"$out/program.log" 2>&1 8>&- 9>&- &
  window=$!
  rest || { ok "the window opens" false; report; exit 1; }
  local id
  id=$(xdotool search --name Cutescope | head -1)
  xdotool windowmove "$id" 0 0 windowsize "$id" 1600 1000 windowfocus "$id" 2>/dev/null
  rest
}
window_closes() { wait_until not kill -0 "$window"; }
# The last words of a test: its exit status.
report() {
  [[ -s $out/program.log ]] && cat "$out/program.log"
  ((failed == 0)) || tail -c 4000 "$out/places.log" 2>/dev/null   # what was drawn where a text was missed
  printf 'script: %d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

# -noreset: the server must not start over when the first client of many leaves. It chooses its number itself.
Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 +extension GLX 3>"$work/display" >"$out/xvfb.log" 2>&1 &
server=$!
wait_until test -s "$work/display" || { echo "FAILED: Xvfb did not start"; exit 1; }
DISPLAY=:$(<"$work/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1
