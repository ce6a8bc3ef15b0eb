#!/usr/bin/env bash
# A real window under Xvfb, driven with the mouse and the keyboard. Screenshots stay in OUT.
#
#   window_test.sh PROGRAM ROOT OUT
set -uo pipefail
name=window program=$1 root=$2 out=$3
. "$(dirname "$0")/xvfb.sh"

cp "$root/assets/sheets/starter.cutes" "$work/sheet.cutes"
open_window "$work/sheet.cutes" --no-settings
canvas=880x620+380+50 sheet=370x560+0+45
aside() { point 1200 600; }

shot 1-starter
ok "the starter sheet is drawn in colour" test "$(colours 1-starter $canvas)" -gt 40

ok "an idle window draws no frames" idle_for 2

# Type an entry: its card appears.
aside
shot 2-before
keys ctrl+i
words 'F = (3,5):(5,1)'
shot 3-typed
ok "typing shows in the sheet" differs 2-before 3-typed $sheet
ok "the new grid is drawn" differs 2-before 3-typed $canvas

# A quick Ctrl+A takes all of it: typed again, it is what it was. All of it comes at once, so the window sees several keys a frame.
xdotool key ctrl+a; words 'F = (3,5):(5,1)'
shot 3-typed-again
ok "Ctrl+A replaces the entry's text" same 3-typed 3-typed-again $sheet

# Undo takes the typing back, a word at a time, and then the entry. Words that come in one frame are one step, and a pause makes
# two of one: more undos than there are steps do no harm.
back=(ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z)
keys "${back[@]}"
shot 4-undone
ok "undo restores the canvas to the pixel" same 2-before 4-undone $canvas
keys "${back[@]/z/shift+z}"
shot 5-redone
ok "redo brings the grid back" same 3-typed 5-redone $canvas

# Hover: the inspector follows.
point 440 160
shot 6-hover
ok "the inspector follows the pointer" differs 5-redone 6-hover 330x300+1268+90

# The steps of the selected divide, and the next one.
click 150 205; click 1463 61
shot 6-steps
ok "the steps of a divide are shown" differs 6-hover 6-steps 330x300+1268+90
click 1576 101; aside
shot 6-next-step
ok "the next step has another picture" differs 6-steps 6-next-step 330x300+1268+90
click 1300 61

# Export the selected card through its dialog.
aside; keys ctrl+e
shot 7-export
keys ctrl+a; words "$work/card.svg"; keys Return
ok "the card is exported" test -s "$work/card.svg"
ok "as SVG" grep -q '<svg' "$work/card.svg"

# Dark theme, the palette of commands, playback.
keys ctrl+shift+l
shot 8-dark
ok "the dark theme is dark" differs 7-export 8-dark $canvas
keys ctrl+k; words 'actual size'; keys Return
shot 8b-palette
ok "a command from the palette runs and closes it" same 8-dark 8b-palette $canvas
xdotool key ctrl+p
ok "playback begins" wait_until state_is playing true
ok "and goes on" wait_until not state_is position "$(field position)"
keys ctrl+p
ok "and stops" state_is playing false
shot 9-played
ok "playback moves" differs 8-dark 9-played 700x300+640+690

# The GPU panel's views, and a thread picked in the trace.
views=420x230+890+740
click 973 730; aside
shot 10-banks
ok "the banks have a view of their own" differs 9-played 10-banks $views
click 1109 730; aside
shot 11-source
ok "the kernel's source is shown" differs 10-banks 11-source $views
click 925 730; click 668 742; aside
shot 12-isolated
ok "a picked thread stands out in the trace" differs 9-played 12-isolated 240x240+640+722
click 668 742; aside

# Save, and close: nothing is lost.
keys ctrl+s
ok "the sheet is saved with the new entry" grep -q '^F = (3,5):(5,1)' "$work/sheet.cutes"
xdotool key ctrl+q
ok "the window closes" window_closes

report
