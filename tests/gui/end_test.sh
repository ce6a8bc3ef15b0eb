#!/usr/bin/env bash
# The ends of a window that nobody asked for: signals, an X server that goes away, an OpenGL that fails. What was typed and set
# is there at the next start, and nothing else is offered. Screenshots stay in OUT.
#
#   end_test.sh PROGRAM ROOT OUT
set -uo pipefail
name=end program=$1 root=$2 out=$3
. "$(dirname "$0")/xvfb.sh"
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
cp "$root/assets/sheets/starter.cutes" "$work/sheet.cutes"
settings=$XDG_CONFIG_HOME/cutescope/settings.json
nothing_left() { [[ -z $(ls "$XDG_STATE_HOME/cutescope/recovery" 2>/dev/null) ]]; }
zoom_is() { [[ $(sed -nE 's/.*"zoom": *([0-9.]+).*/\1/p' "$settings" | cut -c1-3) == "$1" ]]; }
# ends_with STATUS: the window has gone, and that is what it said.
ends_with() {
  window_closes || return 1
  wait "$window"
  local got=$?
  [[ $got == "$1" ]] || { echo "its status was $got"; return 1; }
}

# A sheet without a change: nothing to recover. What was set a moment ago is kept.
open_window "$work/sheet.cutes"
keys ctrl+equal ctrl+equal
kill -TERM "$window"
ok "SIGTERM ends the window in order" ends_with 0
ok "and leaves nothing to recover" nothing_left
ok "and the zoom is kept" zoom_is 1.2
open_window "$work/sheet.cutes"
ok "the next start asks nothing" state_is dialog false
keys ctrl+0
kill -TERM "$window"   # SIGINT is ignored behind the & of a script; end_signals_test has it
ok "the window ends again" ends_with 0
ok "and the zoom that was just taken back is kept" zoom_is 1.0

# A change that was taken back is none, however recently. One letter is one step of undo; a line is as many as it has words, where
# the words come in frames of their own.
open_window "$work/sheet.cutes"
keys ctrl+i; words F; keys ctrl+z ctrl+z
kill -HUP "$window"
ok "SIGHUP ends the window in order" ends_with 0
ok "and a change that was undone is not recovered" nothing_left

# A change: a signal cannot wait for an answer, so the next start asks. The keys come before the signal.
open_window "$work/sheet.cutes"
keys ctrl+i
xdotool type --delay 0 'F = (3,5):(5,1)'; rest
kill -TERM "$window"
ok "SIGTERM ends a window with an unsaved sheet" ends_with 0
ok "and what was typed is written down" grep -rqF 'F = (3,5):(5,1)' "$XDG_STATE_HOME/cutescope/recovery"
ok "and the file is as it was" cmp -s "$root/assets/sheets/starter.cutes" "$work/sheet.cutes"
open_window
ok "the next start offers the sheet" drawn 'Recover'
click_on Recover
ok "and it is as it was left" drawn 'F = (3,5):(5,1)'
keys ctrl+s
xdotool key ctrl+q
ok "it is saved, and the window closes" window_closes
ok "and nothing is left" nothing_left

# OpenGL that fails in the middle: the window says so, and goes on with what it had.
for trouble in 'gl-lost:lost its context' 'gl-memory:ran out of memory' 'gl-black:did not draw any more'; do
  fault=${trouble%%:*}
  open_window "$work/sheet.cutes" --no-settings --inject "$fault=1"
  ok "$fault: the window says so" drawn "${trouble#*:}~"
  shot "$fault"
  ok "$fault: it shows the sheet" test "$(colours "$fault" 880x400+380+50)" -gt 40
  ok "$fault: it is idle" idle_for 1
  xdotool windowfocus "$(xdotool search --name Cutescope | head -1)"; rest   # nobody manages windows here
  keys ctrl+i; words 'G = (3,5):(5,1)'
  ok "$fault: it takes what is typed" drawn 'G = (3,5):(5,1)'
  kill -TERM "$window"
  ok "$fault: it ends" ends_with 0
done
# Where it fails for ever, there is no window: the end is not one that eats a processor.
mkdir -p "$work/probe"
timeout 120 "$program" "$work/sheet.cutes" --device cpu --inject gl-black=100 2>"$work/black.log" </dev/null
ok "OpenGL that never draws is an environment that failed" test $? == 3
ok "and says so" grep -qx 'cutescope: OpenGL does not draw' "$work/black.log"

# The X server goes, as at a log-out: the last part, since nothing can be shown after it.
open_window "$work/sheet.cutes"
keys ctrl+equal ctrl+i
words 'H = (3,5):(5,1)'
: >"$out/program.log"
kill "$server"
ok "a window without its display ends" ends_with 3
ok "and says why" grep -q 'the connection to the display was lost' "$out/program.log"
ok "and its sheet is written down" grep -rqF 'H = (3,5):(5,1)' "$XDG_STATE_HOME/cutescope/recovery"
ok "and its zoom is kept" zoom_is 1.1
: >"$out/program.log"

report
