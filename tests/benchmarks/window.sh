#!/usr/bin/env bash
# The real window with the starter sheet at 1600 x 1000: how soon it shows, what it costs when idle, how smoothly a number
# is dragged. Each as a ratio to its limit: below 1 is within it.
#
#   tests/benchmarks/window.sh PROGRAM [SHEET.cutes]
#
# Without DISPLAY it starts an Xvfb of its own, where OpenGL is Mesa's llvmpipe. Needs xdotool.
set -uo pipefail
program=$1 sheet=${2:-$(dirname "$0")/../../assets/sheets/starter.cutes}
command -v xdotool >/dev/null || { echo "SKIPPED: needs xdotool"; exit 0; }
work=$(mktemp -d)
pid= server=
finish() { kill $pid $server 2>/dev/null; rm -rf "$work"; }
trap finish EXIT
# Nothing of an earlier run's, nor of the user's, is read.
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
mkdir -p "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
if [[ -z ${DISPLAY:-} ]]; then
  command -v Xvfb >/dev/null || { echo "SKIPPED: needs a display or Xvfb"; exit 0; }
  number=120
  while [[ -e /tmp/.X11-unix/X$number ]]; do number=$((number + 1)); done
  export DISPLAY=:$number LIBGL_ALWAYS_SOFTWARE=1
  Xvfb "$DISPLAY" -noreset -screen 0 1600x1000x24 +extension GLX >/dev/null 2>&1 &
  server=$!
  for _ in $(seq 100); do [[ -e /tmp/.X11-unix/X$number ]] && break; sleep 0.05; done
fi
cp "$sheet" "$work/sheet.cutes"

start() { "$program" "$work/sheet.cutes" --frame-log "$1" >"$work/log" 2>&1 & pid=$!; }
stop() { kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; pid=; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }

# The first start fills the caches of the disk and of the driver's shaders; the median of five more.
for n in 0 1 2 3 4 5; do
  rm -f "$work/fifo"; mkfifo "$work/fifo"
  begin=$(date +%s%N)
  start "$work/fifo"
  exec 3<>"$work/fifo"
  # A program that has ended, or never began, says nothing any more.
  until read -r -t 1 _ <&3; do kill -0 "$pid" 2>/dev/null || { cat "$work/log"; exit 1; }; done
  exec 3<&-
  end=$(date +%s%N)
  ((n > 0)) && echo $(((end - begin) / 1000))
  stop
done >"$work/starts"
echo "ratio: first frame after the start / 0.35 s = $(ratio "$(median <"$work/starts")" 350000)"

start "$work/frames"
for _ in $(seq 200); do [[ -s $work/frames ]] && break; sleep 0.05; done
window=$(xdotool search --sync --name Cutescope | head -1)
xdotool windowmove "$window" 0 0 windowsize "$window" 1600 1000 windowfocus "$window" mousemove 1200 640 2>/dev/null
sleep 3
frames=$(wc -l <"$work/frames") before=$(ticks)
sleep 10
echo "frames of 10 idle seconds = $(($(wc -l <"$work/frames") - frames))"
echo "ratio: processor time when idle / 1 % of a core = $(ratio $(($(ticks) - before)) $(($(getconf CLK_TCK) / 10)))"
echo "ratio: most resident memory / 200 MB = $(ratio "$(awk '/VmHWM/ { print $2 }' "/proc/$pid/status")" 195312)"

# The last stride of A, in the sheet's first row of numbers: 300 moves of the mouse, as fast as a good one sends them.
frames=$(wc -l <"$work/frames")
xdotool mousemove 147 105 mousedown 1
for n in $(seq 300); do xdotool mousemove $((147 + (n % 60) * 3)) 105; sleep 0.008; done
xdotool mouseup 1
sleep 0.5
# From one frame's beginning to the next's: what was drawn in between is on the screen.
tail -n +$((frames + 1)) "$work/frames" | awk 'NR > 1 { print ($1 - last) / 0.016667 } { last = $1 }' | sort -n >"$work/times"
count=$(wc -l <"$work/times")
echo "frames drawn while a number is dragged = $count"
echo "ratio: frame to frame while a number is dragged, median / a 60th of a second = $(median <"$work/times" | xargs printf %.2f)"
echo "ratio: frame to frame while a number is dragged, 95th percentile / a 60th of a second = $(sed -n "$(((count * 95 + 99) / 100))p" "$work/times" | xargs printf %.2f)"
stop
