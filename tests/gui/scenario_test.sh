#!/usr/bin/env bash
# An afternoon with the window, from the first run on: a sheet is typed, numbers are dragged, cards are linked, an operation
# is explained, a launch is run, all of it is undone and done again, a lesson is presented and solved, and what a kill left
# is recovered. Everything by mouse and keyboard in a real window under Xvfb; each stage leaves its picture in OUT.
#
#   scenario_test.sh PROGRAM ROOT OUT
set -uo pipefail
name=scenario program=$1 root=$2 out=$3
. "$(dirname "$0")/xvfb.sh"
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
sheet=$work/sheet.cutes
canvas=880x620+380+50 panel=370x560+0+45 inspector=330x590+1268+80 trace=250x260+640+722 form=256x300+374+690

# menu TEXT...: a click on each; the second is drawn because the first is clicked, and so on.
menu() { local text; for text in "$@"; do click_on "$text"; done; }
aside() { point 1200 670; }
# grid_of HEADING: most of the grid beneath a card's heading.
grid_of() { local at=($(place "$1")); echo "220x200+$((at[0] - 30))+$((at[1] + 30))"; }
command() { keys ctrl+k; words "$1"; keys Return; }
save() { keys ctrl+s; }
windows_are() { [[ $(xdotool search --name Cutescope | wc -l) == "$1" ]]; }
says() { save; grep -qF -- "$1" "$sheet"; }
# The sheet but for the note's words, the pin and where playback is.
solved() { grep -q "\"solved_lessons\":\[\"$1\"\]" <<<"$(tr -d ' \n' <"$XDG_CONFIG_HOME/cutescope/settings.json")"; }
entries_of() { grep -v -e '^#' -e '^@pin' -e '^@panels' -e '^@example' "$1" | sed 's/ position=[-0-9]*//'; }

# 1. The first run shows the start page, and from there the tour, through the starter sheet; then an empty sheet.
open_window
shot 01-start
ok "the first thing seen is a lesson to begin with" drawn 'Begin with lesson 1: What a layout is'
ok "and pictures of examples" test "$(colours 01-start 1600x900+0+50)" -gt 20
ok "a start page draws no frames when idle" idle_for 1
click_on Tour
shot 01-tour
keys Right Right
shot 01-tour-3
ok "the tour goes on" differs 01-tour 01-tour-3 1600x1000+0+0
keys Escape; aside
shot 01-starter
ok "the tour goes away" differs 01-tour-3 01-starter 1600x1000+0+0
ok "the starter sheet is drawn in colour" test "$(colours 01-starter $canvas)" -gt 40
ok "and its arrows and Esc have left the sheet alone" state_is title 'A partition on the GPU'
keys ctrl+w; aside
ok "the closed sheet leaves the start page" drawn 'Empty sheet'
click_on 'Empty sheet'; keys Escape; aside
shot 02-folded
keys ctrl+shift+o ctrl+shift+p ctrl+shift+i ctrl+shift+g; aside
shot 02-empty
ok "the panels of an empty sheet are folded until somebody wants them" differs 02-folded 02-empty 1600x900+0+50
ok "a new sheet has nothing to show" test "$(colours 02-empty 880x250+380+120)" == 1
ok "an empty window draws no frames" idle_for 1
keys ctrl+shift+s ctrl+a; words "$sheet"; keys Return
ok "it is saved under a name" test -s "$sheet"
cp "$sheet" "$work/empty.cutes"

# 2. The starter sheet, typed: its entries, which cards are shown and how, and the launch.
# Typed text goes to the first row without a click.
words '# An 8x8 row-major tile, cut into four 4x4 blocks, each copied by eight threads.'; keys Return
words 'A = (8,8):(8,1)'; keys Return
words 'T = <4:1, 4:1>'; keys ctrl+h Return
words 'D = zipped_divide(A, T)'; keys ctrl+t Return
shot 03-typing
words 'cta = local_tile(A, (4,4), (0,1))'; keys ctrl+h Return
words 'thr = (2,4):(4,1)'; keys ctrl+h Return
words 'P = local_partition(cta, thr, 3)'; keys Return
words 'E = composition(A, 6:3)'; keys ctrl+h Escape
# The cards' looks by their menus: A in the colours of D's tiles, D in its own, P by threads.
save
menu 'colour: index ▾' 'Tiles of' 'D#1'
menu 'colour: index ▾' 'Colour by' 'tile#1'
menu 'colour: index ▾' 'Colour by' 'thread'
menu 'colour: thread ▾' 'Label' 'thread_value'
for field in tensor=A tile=T threads=thr; do
  at=($(place "${field%=*}"))
  click $((at[0] + 110)) "${at[1]}"; words "${field#*=}"; keys Return
done
aside; save
shot 04-typed
ok "what was typed is the starter sheet" diff <(entries_of "$root/assets/sheets/starter.cutes") <(entries_of "$sheet")
ok "and is drawn like it" test "$(colours 04-typed $canvas)" -gt 40
ok "it draws no frames when idle" idle_for 1

# 3. Numbers are dragged, grids follow while the button is down; each way is one step of undo.
at=($(place 'A = (8,8):(8,1)@5'))
rest; from=$(field frames)
pull "${at[@]}" 68 0
import -window root "$out/05-dragging.png"
rest
ok "a dragged number has a frame for each move" test $(($(field frames) - from)) -ge 8
ok "grids follow while it is dragged" differs 04-typed 05-dragging $canvas
let_go
ok "the drag has changed the text" says 'A = (16,8):(8,1)'
keys ctrl+z; aside; shot 05-undone
ok "the drag is one step of undo" same 04-typed 05-undone $canvas
last=($(place '63')) side=$(($(place '63' | cut -d' ' -f1) - $(place '62' | cut -d' ' -f1)))
pull $((last[0] + side / 2)) $((last[1] + side / 2)) $((4 * side)) 0
import -window root "$out/06-corner.png"
let_go
ok "a grid's corner pulls its shape" says 'A = (8,12):('
ok "and the others follow" differs 04-typed 06-corner 700x230+380+440
keys ctrl+z; aside; shot 06-undone
ok "which is one step of undo" same 04-typed 06-undone $canvas
point $(place 'P = local_partition(cta, thr, 3)@30'); wheel 4; wheel 4
shot 07-wheel
ok "the wheel steps a number" says 'P = local_partition(cta, thr, 5)'
p=$(grid_of 'P over cta')
ok "and its card follows" differs 04-typed 07-wheel "$p"
wheel 5; wheel 5; aside; shot 07-back
ok "and back" same 04-typed 07-back $canvas
ok "dragging leaves it idle" idle_for 1

# 4. Three linked cards: whichever is pointed at, the other two show where.
a=355x370+385+55 d=700x230+385+442
point $(place '23#0'); shot 08-hover-a
ok "from A to D" differs 07-back 08-hover-a $d
ok "from A to P" differs 07-back 08-hover-a "$p"
point $(place '23#1'); shot 08-hover-d
ok "from D to A" differs 07-back 08-hover-d $a
ok "from D to P" differs 07-back 08-hover-d "$p"
point $(place 'T3#1'); shot 08-hover-p
ok "from P to A" differs 07-back 08-hover-p $a
ok "from P to D" differs 07-back 08-hover-p $d
ok "the inspector follows" differs 08-hover-d 08-hover-p $inspector
keys ctrl+shift+k; shot 08-lines
ok "lines on request" differs 08-hover-p 08-lines $canvas
keys ctrl+shift+k; aside; shot 08-none
ok "no pointer, no marks" same 07-back 08-none $canvas

# 5. An operation worked through.
click_on 'D = zipped_divide(A, T)@23'; keys Escape ctrl+3; aside
shot 09-step-1
keys ctrl+shift+period; shot 09-step-2
keys ctrl+shift+period; shot 09-step-3
ok "the second step is another" differs 09-step-1 09-step-2 $inspector
ok "and so is the third" differs 09-step-2 09-step-3 $inspector
keys ctrl+shift+comma; shot 09-back
ok "and back" same 09-step-2 09-back $inspector
ok "an explanation is idle" idle_for 1
keys ctrl+1

# 6. The launch: run, scrubbed, a thread isolated.
keys ctrl+r; aside; shot 10-run
from=($(place 'request~')) to=($(place 'warp ▾'))
middle=$(((from[0] + 60 + to[0] - 30) / 2)) y=${from[1]}
pull $((to[0] - 60)) "$y" $((middle - to[0] + 60)) 0
import -window root "$out/11-scrubbing.png"
let_go; aside
ok "the trace follows the slider" differs 10-run 11-scrubbing $trace
save
ok "playback is where the slider is" grep -qE 'position=[345]' "$sheet"
shot 11-scrubbed
click 668 742; aside; shot 12-isolated
ok "a clicked thread stands out" differs 11-scrubbed 12-isolated $trace
ok "it is the first" says 'thread=0'
ok "playback at rest is idle" idle_for 1
click 668 742; aside; shot 12-all
ok "clicked again, all do" same 11-scrubbed 12-all $trace

# 7. Back to the start, and all of it again.
save; entries_of "$sheet" >"$work/done"
xdotool key --delay 2 --repeat 250 --repeat-delay 2 ctrl+z; aside; shot 13-undone
ok "undone to the start, to the pixel" same 02-empty 13-undone $canvas
save
ok "and in the file" diff "$work/empty.cutes" <(grep -v '^@launch tensor=""' "$sheet")
xdotool key --delay 2 --repeat 250 --repeat-delay 2 ctrl+shift+z; aside; shot 14-redone
ok "and done again" same 12-all 14-redone $canvas
save
ok "and in the file" diff "$work/done" <(entries_of "$sheet")

# 8. A lesson in a tab of its own: presented, and its exercise solved by typing.
command 'What a layout is'; aside; shot 15-lesson
ok "a lesson opens" differs 14-redone 15-lesson $canvas
ok "two tabs are idle" idle_for 1
keys F5; shot 16-presented
ok "it is presented" differs 15-lesson 16-presented 400x30+0+5
keys Right Right Right; shot 17-next
ok "the arrows go on" differs 16-presented 17-next 1600x1000+0+0
point 800 500; keys s; shot 18-spotlight
ok "the spotlight dims the rest" differs 17-next 18-spotlight 400x300+0+600
ok "a presentation at rest is idle" idle_for 1
keys s v
ok "the presenter has a window of his own" wait_until windows_are 2
import -window "$(xdotool search --name Cutescope | tail -1)" -quality 10 "$out/18-presenter.png"
ok "with the next slide in colour" test "$(colours 18-presenter 480x500+480+60)" -gt 20
keys Left Right v
ok "and its keys step the slides, and close it" windows_are 1
keys Escape; aside; shot 19-left
ok "Esc leaves" differs 17-next 19-left 400x30+0+5
command 'Go to S'; keys F2 End; words ' (3,4):(4,3)'; keys Escape; aside; shot 20-solved
ok "the exercise is solved" wait_until solved layout
ok "and says so" differs 19-left 20-solved $panel

# 9. The other language, and the dark theme.
click_on 'EN / 中文'; aside; shot 21-chinese
ok "the lesson speaks Chinese" differs 20-solved 21-chinese $panel
keys ctrl+shift+l; shot 22-dark
ok "the dark theme is dark" differs 21-chinese 22-dark $canvas
keys ctrl+Tab; aside; shot 23-dark-sheet
ok "a dark Chinese window is idle" idle_for 1
keys ctrl+shift+l; click_on 'EN / 中文'; aside

# 10. Killed once the last letter has been written down, which is half a second after it (recovery_test): nothing is lost.
keys ctrl+Tab ctrl+w   # the lesson, which needs no recovery
keys ctrl+i; words 'Z = (5,7):(7,1)'; command 'Go to Z'; aside; shot 24-before-kill
ok "what is typed is written down for a recovery" wait_until grep -rqF 'Z = (5,7):(7,1)' "$XDG_STATE_HOME/cutescope/recovery"
kill -9 $window; wait $window 2>/dev/null
ok "it was not saved" not grep -q '^Z' "$sheet"
open_window
aside; shot 25-asked
click_on Recover; command 'Go to A'; command 'Go to Z'; aside; shot 26-recovered
ok "the sheet is as it was" same 24-before-kill 26-recovered $canvas
ok "a recovered sheet is idle" idle_for 1
ok "the text is there, and can be saved" says 'Z = (5,7):(7,1)'
keys ctrl+q
shot 27-closing
keys Escape
report
