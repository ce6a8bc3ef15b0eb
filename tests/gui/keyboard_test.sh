#!/usr/bin/env bash
# The keyboard alone does it all: the tour, a lesson with its exercise, an export, also over a file that is there, and a kernel that is
# opened and looked at. The mouse is never touched.
#
#   keyboard_test.sh PROGRAM ROOT OUT
set -uo pipefail
name=keyboard program=$1 root=$2 out=$3 kernel=sgemm.cu
. "$(dirname "$0")/xvfb.sh"
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
command() { keys ctrl+k; words "$1"; keys Return; }
# shows TEXT: once the window has drawn it, or a longer text with it.
shows() { wait_until drawn "$1~"; }
gone() { wait_until not drawn "$1~"; }
timed() { printf '%s: %s s\n' "$1" "$((SECONDS - since))" >>"$out/times.log"; since=$SECONDS; }
since=$SECONDS

# The tour, from the first page on: to its end, back one step, and away.
open_window
ok "the first page is there" shows 'Empty sheet'
command 'A tour in five steps'
ok "the tour begins" shows '1 / 5'
keys Right Right Right
ok "the arrows go on" shows '4 / 5'
keys Left Right Right
ok "and back, and to the last" shows '5 / 5'
keys Escape
ok "Escape ends it" gone '5 / 5'
timed tour

# A lesson: found, its exercise answered, its end said.
command 'What a layout is'
ok "the lesson is there" shows 'What a layout is'
command 'Go to S'
keys F2 End; words ' (3,4):(4,3)'; keys Escape
ok "the exercise is solved" shows 'Exercise: solved'
timed lesson

# An export: a name is typed; a file that is there is asked about, and replaced by another Enter.
command 'Go to A'
keys ctrl+e ctrl+a; words "$work/A.svg"; keys Return
ok "the card is exported" wait_until test -s "$work/A.svg"
ok "and it is said where" shows "exported $work/A.svg"
echo mine >"$work/mine.svg"
keys ctrl+e ctrl+a; words "$work/mine.svg"; keys Return
ok "what somebody else wrote is asked about" shows 'mine.svg exists.'
ok "and is still there" test "$(<"$work/mine.svg")" == mine
keys Return
ok "Enter once more replaces it" wait_until grep -qF '<svg' "$work/mine.svg"
keys ctrl+e ctrl+a; words "$work/none/A.svg"; keys Return
ok "what cannot be written is said" shows 'none/A.svg'
keys Escape
ok "and Escape leaves" gone 'Export a figure'
timed export

# A kernel: opened, its first problem or entry looked at, presented from there.
keys ctrl+o ctrl+a; words "$root/tests/fixtures/programs/$kernel"; keys Return
ok "the kernel is there" wait_until state_is title "$kernel"
keys Down Down F2 Escape shift+F5
ok "an entry is presented" shows 'Esc leave'
keys Escape
ok "and Escape leaves" gone 'Esc leave'
timed kernel

keys ctrl+q
if drawn 'Discard all'; then keys Tab Tab Return; fi
report
