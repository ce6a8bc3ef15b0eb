#!/usr/bin/env bash
# kill -9 at random moments while somebody types into the real window: what the next run recovers lacks at most the last second.
# A letter's time is when the key goes down; what is lost is as old, at the kill, as the first letter that is not in the recovery
# file. Prints the figures.
#
#   kill_test.sh PROGRAM OUT        CUTESCOPE_KILLS=200: so many kills; CUTESCOPE_SEED: other moments
set -uo pipefail
name=kill program=$1 out=$2
. "$(dirname "$0")/xvfb.sh"
kills=${CUTESCOPE_KILLS:-8} most_lost=1.0
RANDOM=${CUTESCOPE_SEED:-1}
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_CACHE_HOME=$work/cache
letters=abcdefghijklmnopqrstuvwxyz

# type_until_killed SECONDS: letters at the pace of a fast writer, into $work/typed with the time of each; the window is killed
# after that many seconds, at $work/killed.
type_until_killed() {
  local n=0
  : >"$work/typed"
  rm -f "$work/killed"
  { pause "$1"; echo "$EPOCHREALTIME" >"$work/time"; kill -9 "$window"; mv "$work/time" "$work/killed"; } &
  local killer=$!
  coproc HAND { exec xdotool -; }
  # The pipe is xdotool's: it takes a line as soon as it comes.
  while [[ ! -e $work/killed ]]; do
    printf 'key %s\n' "${letters:n % 26:1}" >&"${HAND[1]}" || break
    printf '%s %s\n' "$EPOCHREALTIME" "${letters:n % 26:1}" >>"$work/typed"
    n=$((n + 1))
    pause "0.0$((20 + RANDOM % 60))"
  done
  exec {HAND[1]}>&-
  wait "$killer" "$HAND_PID" 2>/dev/null
}

# The letters of the note as the recovery file has them.
recovered_letters() {
  cat "$XDG_STATE_HOME"/cutescope/recovery/*.json 2>/dev/null | sed -nE 's/.*\\n# ([a-z]*)\\n.*/\1/p' | head -1
}
whole_recovery_file() {
  local file
  for file in "$XDG_STATE_HOME"/cutescope/recovery/*.json; do [[ ! -e $file || $(tail -n 1 "$file") == '}' ]] || return 1; done
}

for ((round = 1; round <= kills; round++)); do
  rm -rf "$XDG_STATE_HOME"
  echo 'A = (8,8):(8,1)' >"$work/sheet.cutes"
  open_window "$work/sheet.cutes"
  disown "$window"   # that it was killed is no news
  keys ctrl+i; words '# '
  moment=$((RANDOM % 2500 + 100))
  type_until_killed "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  window_closes
  sent=$(cut -d' ' -f2 "$work/typed" | tr -d '\n') kept=$(recovered_letters)
  ok "round $round: the recovery file is whole" whole_recovery_file
  ok "round $round: what is recovered is what was typed ($kept of $sent)" test "${sent#"$kept"}" != "$sent" -o -z "$kept"
  # The first letter that is not kept, if it came before the kill.
  lost=$(awk -v kept="${#kept}" -v killed="$(<"$work/killed")" 'NR == kept + 1 && $1 < killed { lost = killed - $1 } END { printf "%.3f", lost }' "$work/typed")
  ok "round $round: $lost s of typing are lost, ${#kept} of ${#sent} letters kept, killed after $moment ms" \
    awk -v lost="$lost" -v most="$most_lost" 'BEGIN { exit !(lost <= most) }'
  echo "$lost $moment ${#kept} ${#sent}" >>"$out/lost.txt"
done
sort -n "$out/lost.txt" | awk '{ lost[NR] = $1 } END { printf "%d kills: %.3f s of typing lost in the middle, %.3f s at most\n", NR, lost[int((NR + 1) / 2)], lost[NR] }'
report
