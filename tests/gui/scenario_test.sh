#!/usr/bin/env bash
# An afternoon with the window, from the first run on: a sheet is typed, numbers are dragged, cards are linked, an operation
# is explained, a launch is run, all of it is undone and done again, a lesson is presented and solved, and what a kill left
# is recovered. Everything by mouse and keyboard in a real window under Xvfb; each stage leaves its picture in OUT.
#
#   scenario_test.sh PROGRAM PLACES ROOT OUT
set -uo pipefail
name=scenario program=$1 places=$2 root=$3 out=$4
. "$(dirname "$0")/xvfb.sh"
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
sheet=$work/sheet.cutes
canvas=880x620+380+50 panel=370x560+0+45 inspector=330x590+1268+80 trace=250x260+640+722 form=256x300+374+690

# place ARGUMENTS...: "x y" of a text of the saved sheet, as window_places takes it.
place() { "$places" "$sheet" --size 1600x1000 "$@" 2>>"$out/places.log"; }
# click_on ARGUMENTS...: on a text.
click_on() { local at; at=$(place "$@") || { ok "a place for $*" false; return; }; xdotool mousemove $at click 1; }
aside() { xdotool mousemove 1200 670; }
keys() { local k; for k in "$@"; do xdotool key "$k"; sleep 0.06; done; }
words() { xdotool type --delay 12 -- "$1"; }
command() { keys ctrl+k; sleep 0.15; words "$1"; sleep 0.15; keys Return; sleep 0.15; }
save() { settled; keys ctrl+s; sleep 0.2; }
says() { save; grep -qF -- "$1" "$sheet"; }
# The sheet but for the note's words, the pin and where playback is.
entries_of() { grep -v -e '^#' -e '^@pin' "$1" | sed 's/ position=[-0-9]*//'; }

# 1. The first run shows the starter sheet and the tour; then an empty sheet.
open_window
shot 01-tour
keys Right Right
shot 01-tour-3
ok "the tour goes on" differs 01-tour 01-tour-3 1600x1000+0+0
keys Escape; aside
shot 01-starter
ok "the tour goes away" differs 01-tour-3 01-starter 1600x1000+0+0
ok "the starter sheet is drawn in colour" test "$(colours 01-starter $canvas)" -gt 40
ok "and its arrows and Esc have left the sheet alone" wait_until bash -c 'xdotool search --name "^untitled – Cutescope"'
keys ctrl+w; aside
shot 02-empty
ok "the closed sheet leaves an empty one" test "$(colours 02-empty $canvas)" -lt 40
ok "an empty window draws no frames" idle_for 1
keys ctrl+shift+s; sleep 0.3; keys ctrl+a; words "$sheet"; keys Return
ok "it is saved under a name" wait_until test -s "$sheet"
cp "$sheet" "$work/empty.cutes"

# 2. The starter sheet, typed: its entries, which cards are shown and how, and the launch.
keys ctrl+i; sleep 0.2
words '# An 8x8 row-major tile, cut into four 4x4 blocks, each copied by eight threads.'; keys Return
words 'A = (8,8):(8,1)'; keys Return
words 'T = <4:1, 4:1>'; keys ctrl+h Return
words 'D = zipped_divide(A, T)'; keys ctrl+t Return
shot 03-typing
words 'cta = local_tile(A, (4,4), (0,1))'; keys ctrl+h Return
words 'thr = (2,4):(4,1)'; keys ctrl+h Return
words 'P = local_partition(cta, thr, 3)'; keys Return
words 'E = composition(A, 6:3)'; keys ctrl+h Escape
save
cat "$sheet"
shot 04-typed
report; exit
