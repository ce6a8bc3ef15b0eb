#!/usr/bin/env bash
# The command line and what surrounds it: streams that are closed or full, pipes, other writers, signals, names and bytes of strangers.
#
#   streams_test.sh PROGRAM ROOT
set -uo pipefail
program=$1 root=$2
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
export program

ok() { passed=$((passed + 1)); }
wrong() { failed=$((failed + 1)); printf 'FAILED: %s\n' "$*"; }
# same NAME WANTED GOT
same() { if [[ $2 == "$3" ]]; then ok; else wrong "$1: wanted [$2], got [$3]"; fi; }
# holds NAME PATTERN TEXT
holds() { if grep -qE -- "$2" <<<"$3"; then ok; else wrong "$1: no /$2/ in [$3]"; fi; }

sheet=$root/assets/sheets/starter.cutes
printf 'A = 8:1\n' >good.cutes
printf 'A = 8:1\nB = composition(A, 3:3)\nC = foo\n' >bad.cutes
printf 'void f() { auto a = Layout<_8>{}; auto t = nothing(a); }\n' >program.cu
printf '0,1\n2,3\n' >table.csv
printf 'A (4,2):(1,4)\n' >print.log

# Every command, with what it takes; those with an error too. None may be ended by a signal (a status above 128), whatever its
# standard streams are.
commands=(
  "eval 8:1" "eval (4,2" "eval --json 8:1" "explain coalesce((4,2):(1,4))" "explain foo" "print (2,2):(2,1)" "print 4:1"
  "check good.cutes" "check bad.cutes" "check --json bad.cutes" "check /nonexistent" "check program.cu" "find print.log" "find /nonexistent"
  "find --json print.log" "infer table.csv" "infer /nonexistent" "infer --json table.csv" "diff 8:1 8:2" "diff 8:1 foo" "functions"
  "functions --json" "lessons" "lessons 99" "lessons 3" "link good.cutes" "link /nonexistent.cutes" "manual" "completion bash" "completion x"
  "export 8:1 -o out.svg" "export foo -o out.svg" "export 8:1 -o out.html" "export 8:1 -o -" "export 8:1 -o /nowhere/out.svg"
  "run (8,8):(8,1) (4,4) (2,4):(4,1) --device cpu" "run 8 8" "suggest --tile (8,8) --reads (8,8):(8,1)" "suggest --tile foo --reads 8"
  "watch /nonexistent" "screenshot /nonexistent.cutes -o out.png" "--help" "--version" "--nonsense" "check --help" "good.cutes" "/nonexistent.cutes"
)
unset DISPLAY WAYLAND_DISPLAY
for command in "${commands[@]}"; do
  read -ra words <<<"$command"
  "$program" "${words[@]}" >usual.out 2>usual.err </dev/null; usual=$?
  if ((usual > 128)); then wrong "$command: status $usual"; else ok; fi
  # Without a standard error everything else is unchanged.
  "$program" "${words[@]}" >got.out 2>&- </dev/null; same "$command, no standard error" $usual $?
  "$program" "${words[@]}" >got.out 2>/dev/full </dev/null; same "$command, a full standard error" $usual $?
  if [[ $command == run* ]] || cmp -s usual.out got.out; then ok; else wrong "$command, a full standard error: another output"; fi
  # Output that cannot be written is an error of the environment, with a message.
  wanted=$usual; [[ -s usual.out ]] && wanted=3
  said=$("$program" "${words[@]}" 2>&1 >/dev/full </dev/null); same "$command, a full standard output" $wanted $?
  [[ ! -s usual.out ]] || holds "$command, a full standard output" 'cannot write to standard output: No space left' "$said"
  said=$("$program" "${words[@]}" 2>&1 >&- </dev/null); same "$command, no standard output" $wanted $?
  [[ ! -s usual.out ]] || holds "$command, no standard output" 'cannot write to standard output: Bad file descriptor' "$said"
  "$program" "${words[@]}" >&- 2>&- <&-; same "$command, no streams at all" $wanted $?
done
# Output does not get into a file that took the number of a closed stream.
cp good.cutes whole.cutes
for closed in '>&-' '2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
  eval '"$program" suggest --tile "(8,8)" --reads "(8,8):(8,1)" --into whole.cutes --json' $closed
  "$program" export foo -o never.svg >&- 2>&-
done
same "nothing is printed into a sheet" 0 "$("$program" check whole.cutes >/dev/null; echo $?)"

# Read once: what comes through a pipe is the sheet, and its errors are found.
for way in 'check <(cat bad.cutes)' 'check /dev/stdin <bad.cutes' 'check named.cutes'; do
  [[ -p named.cutes ]] || mkfifo named.cutes
  if [[ $way == *stdin* ]]; then said=$(cat bad.cutes | "$program" check /dev/stdin 2>&1); got=$?
  elif [[ $way == *named* ]]; then { cat bad.cutes >named.cutes; } & said=$(timeout 60 "$program" check named.cutes 2>&1); got=$?; wait
  else said=$("$program" check <(cat bad.cutes) 2>&1); got=$?; fi
  same "$way" 1 $got
  holds "$way" '^1 problem$' "$said"
done
printf 'A = (4,4):(4,1)\n' >four.cutes
for command in 'link {} --text' 'export {} -o piped.svg' 'export {} -o piped.hpp' 'run {}' 'infer {}' 'find {}' 'suggest --sheet {} --tile A --reads A' 'check {}'; do
  file=four.cutes; [[ $command == run* ]] && file=$sheet; [[ $command == infer* ]] && file=table.csv; [[ $command == find* ]] && file=print.log
  read -ra words <<<"$command"
  "$program" "${words[@]//\{\}/$file}" >usual.out 2>&1; usual=$?
  "$program" "${words[@]//\{\}//dev/fd/3}" 3< <(cat $file) >got.out 2>&1; same "$command, through a pipe" $usual $?
  mkfifo "pipe-$usual"; { cat $file >"pipe-$usual"; } & "$program" "${words[@]//\{\}/./pipe-$usual}" >got.out 2>&1; same "$command, through a named pipe" $usual $?
  wait; rm -f "pipe-$usual"
done
same "an empty pipe is an empty sheet" '0 problems' "$("$program" check <(true))"
holds "a folder" 'cannot read \.: Is a directory' "$("$program" find . 2>&1)"
mkfifo out.svg 2>/dev/null || { rm -f out.svg; mkfifo out.svg; }
cat out.svg >through.svg & "$program" export 4:1 -o out.svg >/dev/null; wait
holds "a picture goes through a pipe" '</svg>' "$(tail -1 through.svg)"
[[ -p out.svg ]] && ok || wrong "the pipe stays"
rm -f out.svg

# Several at once: each entry is there, and what was there before.
printf '# mine\nA = (4,4):(4,1)\n' >shared.cutes
for i in 1 2 3 4 5 6; do "$program" suggest --tile "(8,$((8 * i)))" --reads '(8,8):(8,1)' --into shared.cutes >/dev/null & done; wait
same "six entries at once" 6 "$(grep -c '^smem[0-9]* = ' shared.cutes)"
same "under six names" 6 "$(grep -oE '^smem[0-9]*' shared.cutes | sort -u | wc -l)"
holds "what was there" '^# mine$' "$(cat shared.cutes)"
rm -f new.cutes
for i in 1 2 3 4 5 6; do "$program" suggest --tile "(8,$((8 * i)))" --reads '(8,8):(8,1)' --into new.cutes >/dev/null & done; wait
same "six entries of a new sheet" 6 "$(grep -c '^smem' new.cutes)"

# Modes of files, and what is left of one that was not finished.
: >kept.svg; chmod 600 kept.svg; "$program" export 4:1 -o kept.svg >/dev/null
same "a mode is kept" 600 "$(stat -c %a kept.svg)"
(umask 027; "$program" export 4:1 -o fresh.svg >/dev/null; "$program" lessons 1 -o fresh.cutes)
same "a new file follows the umask" '640 640' "$(stat -c %a fresh.svg fresh.cutes | paste -sd' ')"
# Without unnamed files, as on some file systems, they have random names that a signal takes along.
cat >named.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
  return ((int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open(path, flags, mode);
}
C
mkdir ended
for preload in "" "$work/named.so"; do
  if [[ -n $preload ]]; then
    grep -q __asan_init "$program" && continue
    cc -shared -fPIC -o named.so named.c -ldl || { wrong "no compiler"; continue; }
    LD_PRELOAD=$preload "$program" export 4:1 -o ended/done.svg >/dev/null
    holds "a file without unnamed ones" '</svg>' "$(tail -1 ended/done.svg)"; rm -f ended/done.svg
  fi
  for signal in TERM INT HUP QUIT KILL; do
    [[ $signal == KILL && -n $preload ]] && continue
    # The shell's background jobs ignore SIGINT and SIGQUIT.
    LD_PRELOAD=$preload env --default-signal=INT,QUIT,HUP "$program" export '(20000,20000):(20000,1)' --template natural --max-size 100000 -o ended/large.svg >/dev/null 2>&1 & pid=$!
    # Until there is something in it: a file, or a descriptor without a name.
    until grep -q "$work/ended/" <<<"$(ls -l /proc/$pid/fd 2>/dev/null)" || ! kill -0 $pid 2>/dev/null; do :; done
    kill -$signal $pid 2>/dev/null; wait $pid 2>/dev/null; got=$?
    if ((got > 128)); then ok; else wrong "SIG$signal: the export was over before it was ended: $got"; fi
    same "nothing is left after SIG$signal ${preload:+with names}" '' "$(ls -A ended)"
    rm -rf ended/*
  done
done

# How large a file may be is said before it is.
for out in svg pdf tex txt; do
  said=$("$program" export '(30000,30000):(30000,1)' -o vast.$out 2>&1); same "a vast $out" 2 $?
  holds "a vast $out, its size" '30,000 x 30,000 cells would be a file of about [0-9,]+ MiB, more than the limit of 256\. A slice or tile of [0-9,]+ x 30,000 cells fits; cutescope export --max-size [0-9]+ ' "$said"
  [[ ! -e vast.$out ]] && ok || wrong "a vast $out was written"
done
said=$("$program" export '(1024,1024):(1024,1)' -o vast.html 2>&1)
holds "a vast page, its size" 'with the 1024 x 1024 of this card it would have 1048576, about [0-9]+ MiB.*--max-size' "$said"
printf 'A = (16,16,1000000):(1,16,256)\n@view slabs\n' >slabs.cutes
said=$("$program" export slabs.cutes -o slabs.svg 2>&1); same "vast slabs" 2 $?
holds "vast slabs, their size" 'would be a file of about [0-9]+,[0-9]+ MiB' "$said"
said=$("$program" export '(1000,1000):(1000,1)' --template natural --max-size 1 -o small.svg 2>&1); same "a smaller limit" 2 $?
size=$(grep -oE 'max-size [0-9]+' <<<"$said" | cut -d' ' -f2)
"$program" export '(1000,1000):(1000,1)' --template natural --max-size "${size:-0}" -o small.svg >/dev/null 2>&1; same "the limit that is named does" 0 $?
tile=$(sed -nE 's/.*tile of ([0-9,]+) x ([0-9,]+) cells.*/\1 \2/p' <<<"$said" | tr -d ,)
"$program" export "(${tile// /,}):(1000,1)" --template natural --max-size 1 -o small.svg >/dev/null 2>&1; same "the tile that is named does" 0 $?

# No byte that a terminal obeys goes out: ESC, BEL, C1 in both forms, DEL, what reverses text.
evil=$'\e]0;owned\a\x9b31m\xc2\x9b32m\x7f\r\xe2\x80\xae'
printf 'A = 8:1\n# %s\nB = "%s\n%s = 4:1\n' "$evil" "$evil" "$evil" >evil.cutes
text=$'\e]0;owned\a\xc2\x9b32m\x7f\xe2\x80\xae'
printf '# %s\nA = 8:1\n' "$text" >note.cutes
printf 'A = 8:1\nB = "%s\n%s = 4:1\n' "$text" "$text" >utf8.cutes
printf '%s (4,2):(1,4)\n' "$evil" >evil.log
printf '0,1\n2,%s\n' "$evil" >evil.csv
printf '// %s\nvoid f() { auto a = %s; auto b = Layout<_8>{}; }\n' "$evil" "$evil" >evil.cu
cp good.cutes "$evil.cutes"
cp evil.cutes $'line\nfeed.cutes'
obeyed() { LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' || LC_ALL=C grep -qP '[\x80-\x9f]' <<<"$(LC_ALL=C sed 's/[\xc2-\xf4][\x80-\xbf]*//g' <<<"$2")"; }
clean() { # NAME COMMAND...
  local name=$1 said; shift
  "$@" >clean.txt 2>&1 </dev/null
  if obeyed "" "$(tr -d '\0' <clean.txt)" <clean.txt; then wrong "$name: $(od -c clean.txt | head -20)"; else ok; fi
}
# The text of a sheet or program goes into a pipe unchanged, and is cleaned on a terminal only, which ends lines with CR LF.
on_terminal() { script -qec "$(printf '%q ' "$@")" /dev/null </dev/null 2>&1 | tr -d '\r'; }
for command in eval explain print link run; do clean "$command" "$program" $command "$evil"; done
for command in eval explain; do clean "$command --json" "$program" $command --json "$evil"; done
for file in evil.cutes utf8.cutes evil.cu evil.csv evil.log note.cutes "$evil.cutes" "$evil" $'line\nfeed.cutes'; do
  for command in check 'check --json' find 'find --json' infer 'infer --json' link watch run; do clean "$command" "$program" $command "$file"; done
  clean "link --text" on_terminal "$program" link --text "$file"
  clean "export" "$program" export "$file" -o out.svg
  clean "export, code" on_terminal "$program" export "$file" -o -
  clean "a window" "$program" "$file"
done
clean "an option" "$program" "--$evil"
clean "an option of a command" "$program" check "--$evil"
clean "a value" "$program" suggest --tile "$evil" --reads "$evil"
clean "a value as JSON" "$program" suggest --json --tile '(8,8)' --reads '(8,8):(8,1)' --element "$evil"
clean "an output" "$program" export 8:1 -o "$evil"
clean "diff" "$program" diff "$evil" 8:1
printf '%s' "8:1 # $evil" >lines.txt; clean "eval -" bash -c '"$program" eval - <lines.txt'; clean "eval - --json" bash -c '"$program" eval --json - <lines.txt'
same "it is shown" '# \x1b]0;owned\x07\u009b32m\x7f\u202e' "$(on_terminal "$program" link note.cutes --text | grep '^#')"
same "a sheet that is kept is the sheet" "$(cat note.cutes)" "$("$program" link note.cutes --text | grep -v '^@')"
same "text of any script stays" '# 布局 é 🙂' "$(printf '# 布局 é 🙂\n' >script.cutes; "$program" link script.cutes --text | grep '^#')"
"$program" check --json utf8.cutes >utf8.json
holds "JSON says it as JSON does" '\\u001b.*\\u009b.*\\u007f' "$(cat utf8.json)"
python3 -c 'import json; json.load(open("utf8.json"))' && ok || wrong "JSON with such bytes is JSON"
# Nothing else writes to these streams.
same "text goes out in one place" '' "$(grep -nE 'fmt::print|std::(cout|cerr|puts|printf|fprintf|fputs|fwrite)\b' "$root"/app/cli/*.?pp | grep -v '/output\.cpp:' | cut -c1-80)"

# A name that looks like an option is a file behind --, in the documented check of a build and in desktop files.
mkdir build; cp bad.cutes build/-h.cutes; cp bad.cutes "build/[4].cutes"
line=$(grep -oE "xargs -0 -r cutescope .*" "$root/docs/sheet-format.md")
said=$(cd build && cutescope() { "$program" "$@"; } && export -f cutescope && printf '%s\0' -h.cutes | bash -c "${line/cutescope/\"\$program\"}" 2>&1); same "the check of a build" 123 $?
holds "the check of a build" '1 problem' "$said"
holds "a name in brackets" '^1 problem$' "$(cd build && "$program" check '[4].cutes' 2>&1)"
for file in "$root"/packaging/*.desktop; do
  holds "$(basename "$file")" '^Exec=cutescope -- %[fu]$' "$(grep '^Exec=' "$file")"
done
for line in $(grep -rhoE '(xargs[^|]*|find [^|]*-exec) cutescope check [^|`]*' "$root/docs" "$root/README.md" | tr ' ' '_'); do
  if [[ $line == *_--* ]]; then ok; else wrong "an example without --: $line"; fi
done
(cd build && said=$("$program" -- -h.cutes 2>&1); [[ $said == *window* || $said == *display* ]]) && ok || wrong "the window does not take a file behind --"

# Where something is short, that is said, and nothing else.
if ! grep -q __asan_init "$program"; then
  for kib in 60000 80000 120000 200000 300000; do
    said=$( (ulimit -v $kib; "$program" check "$sheet" --time 1) 2>&1 >/dev/null); got=$?
    if ((got > 128)) && [[ $got != 134 ]]; then ok; elif ((got == 134)); then wrong "memory of $kib KiB: aborted: $said"; else ok; fi
    if grep -q 'cannot write to standard output' <<<"$said"; then wrong "memory of $kib KiB: $said"; else ok; fi
  done
fi
# The excerpt with its caret follows its error, wherever that goes.
for command in eval explain print; do
  out=$("$program" $command 'A o (4,2' 2>/dev/null) err=$("$program" $command 'A o (4,2' 2>&1 >/dev/null)
  same "$command: nothing in between" '' "$out"
  holds "$command: the error" '^error: ' "$err"
  holds "$command: its place" '^ +\^' "$err"
done

# Where a program's problem is: at what has no value, not at the line's beginning; in a sheet at the name, not at a part of another.
printf 'void f() {\n  auto t = make_layout(make_shape(Int<4>{}, foo), make_stride(Int<1>{}, Int<4>{}));\n  auto u = coalesce(\n      bar);\n}\n' >places.cu
said=$("$program" check places.cu 2>&1)
holds "the place of what has no value" '^places.cu:2:45: note: foo has no value here' "$said"
holds "its place in a later line" '^places.cu:4:7: note: bar has no value here' "$said"
printf 'a = (4,\nB = make_layout(a)\n' >names.cutes
holds "the place of a name" '^names.cutes:2:17: error: a has no value' "$("$program" check names.cutes 2>&1)"
# An _N is of its own option: the other one is answered as it is alone.
plain='make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>{}, (16,8):(8,1), (1,4))'
marked='make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,float>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_4>>{})'
holds "an _N beside an option without" 'proved by enumeration' "$("$program" suggest --tile '(64,64)' --writes "$marked" --reads "$plain" 2>&1)"
holds "as long as it takes, 2^29 elements" '536870912 of 536870912 elements' "$("$program" explain --time 0 'coalesce((32768,16384):(1,32768))')"
# An argument is one value, whatever its brackets are, and an option takes one: what follows is the command's.
cp table.csv '[t]'; cp print.log '[p]'; cp good.cutes '[g]'; cp good.cutes ' [b]'
same "infer, a name in brackets" '(2,2):(2,1)' "$("$program" read '[t]' 2>&1 | head -1)"
same "find, a name in brackets" '1:3 A = (4,2):(1,4)' "$("$program" read '[p]' 2>&1)"
same "check, a name in brackets" '[g]:1: A = 8:1' "$("$program" check -- '[g]' 2>&1 | head -1)"
same "check, a blank before the brackets" ' [b]:1: A = 8:1' "$("$program" check ' [b]' 2>&1 | head -1)"
holds "a window, a name in brackets" 'DISPLAY' "$("$program" -- '[g]' 2>&1)"
holds "an entry in brackets" 'there is no entry \[A\] in' "$("$program" export good.cutes --entry '[A]' -o out.svg 2>&1)"
holds "a tile in brackets" 'not \[8,8\]' "$("$program" suggest --tile '[8,8]' --reads 8 2>&1)"
said=$("$program" check --set='[A=3:1,A=4:1]' good.cutes 2>&1); same "a setting in brackets" 1 $?
holds "a setting in brackets" 'there is no \[A in good.cutes to set' "$said"
holds "an option before what is run" 'touched once' "$("$program" run --set A='(64,64):(64,1)' "$sheet" --device cpu 2>&1)"
holds "an option before the window's file" 'DISPLAY' "$("$program" --set A=4:1 good.cutes 2>&1)"
# Nothing that is asked for is left undone without a word.
unheard() { local name=$1 pattern=$2; shift 2; local said; said=$("$program" "$@" 2>&1 </dev/null); same "$name" 2 $?; holds "$name" "$pattern" "$said"; }
unheard "the window's option before a command" '--theme before eval applies to the window' --theme dark eval 8:1
unheard "a file before a command" 'good.cutes before check applies to the window' good.cutes check bad.cutes
unheard "a setting of the window before a command" '--set before check applies to the window' --set A=4:1 check good.cutes
unheard "a setting of expressions" '--set, -D and -U apply to a sheet' run --set A=3 '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)'
unheard "a setting without a sheet" '--set, -D, -U and -I apply to the sheet' suggest --set A=3 --tile 8 --reads 8
unheard "a setting without a file" '--set, -D and -U apply to a sheet' --set A=3
unheard "a kernel as JSON" 'use one of them' run --source --json '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)'
unheard "an address of a text" 'use one of them' link --text --address https://example.org/ good.cutes
unheard "a file for all lessons" 'lessons NUMBER -o FILE' lessons -o all.cutes
for empty in "lessons 3 -o" "diff 8:1 8:2 -o" "suggest --tile 8 --reads 8 --into" "suggest --tile 8 --reads 8 --sheet"; do
  read -ra words <<<"$empty"; unheard "$empty, an empty name" 'is empty; a file name is needed' "${words[@]}" ''
done
same "a lesson to standard output" "$("$program" lessons 3)" "$("$program" lessons 3 -o -)"
said=$("$program" lessons 3 -o lesson.cu 2>&1); same "a lesson as a program" 2 $?
holds "a lesson as a program" 'lesson.cu has the ending of a program' "$said"
# Input without an end is refused, and not gathered.
for command in 'infer -' 'infer /dev/stdin' 'link /dev/stdin' 'check /dev/stdin'; do
  said=$(yes 1,2,3 | tr -d '\n' | timeout 60 "$program" $command 2>&1); same "$command without an end" 2 $?
  holds "$command without an end" 'cannot read /dev/stdin: larger than' "$said"
done
said=$("$program" infer - 2>&1 <&-); holds "infer, no standard input" 'cannot read /dev/stdin: Bad file descriptor' "$said"
said=$("$program" diff '(30000,30000):(30000,1)' '(30000,30000):(1,30000)' -o vast.svg 2>&1)
holds "a vast difference" 'cutescope diff --max-size [0-9]+ writes it' "$said"
"$program" diff '(600,600):(600,1)' '(600,600):(1,600)' --max-size 1 -o vast.svg >/dev/null 2>&1
[[ ! -e vast-A.svg ]] && ok || wrong "a difference beyond --max-size was written"
"$program" diff '(600,600):(600,1)' '(600,600):(1,600)' --max-size 100 -o vast.svg >/dev/null 2>&1
holds "a difference within --max-size" '</svg>' "$(tail -1 vast-A.svg)"
# A link that is made opens.
same "a link of several lines" $'@cutescope 1\n(4, 2):(1, 4)' "$("$program" link "$("$program" link $'(4,\n2):(1,\r\n4)')" --text)"
said=$("$program" link $'8:1 \xff' 2>&1); same "a link of other bytes" 2 $?
holds "a link of other bytes" 'is not UTF-8 text' "$said"
# Lines that hold nothing are counted as others are.
printf 'A = 4:1\n\f\n \v\nB = foo\n' >feed.cutes
holds "a line after form feeds" '^feed.cutes:4:5: error' "$("$program" check feed.cutes)"
# A file without write permission stays, also in a folder that the user may write.
mkdir shared; cp good.cutes shared/; chmod 777 . shared; chmod 444 shared/good.cutes
as_stranger() { if [[ $(id -u) == 0 ]]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
if as_stranger test -x "$program"; then
  for command in "suggest --tile (8,8) --reads (8,8):(8,1) --into" "lessons 3 -o"; do
    read -ra words <<<"$command"
    said=$(as_stranger "$program" "${words[@]}" shared/good.cutes 2>&1); (($? != 0)) && ok || wrong "$command, a file that is read-only: $said"
    holds "$command, a file that is read-only" 'cannot write shared/good.cutes: Permission denied' "$said"
  done
fi
same "a read-only file" 'A = 8:1' "$(cat shared/good.cutes)"
ln -s round.svg round.svg
holds "a link to itself" 'cannot write round.svg: Too many levels' "$("$program" export 4:1 -o round.svg 2>&1)"
[[ -L round.svg ]] && ok || wrong "the link to itself was replaced"
mkdir nothing
said=$(timeout 60 "$root/scripts/bench" --build nothing 2>&1); same "a benchmark without programs" 3 $?
holds "a benchmark without programs" 'there is no tests/benchmarks/benchmark_algebra_operations in ' "$said"

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
