#!/usr/bin/env bash
# Runs every example of the README, of CONTRIBUTING and of docs/, and compares what they promise with what the program says.
# Their links lead to files and headings that exist, the README stays short, and the golden answers are as many as they say.
#
#   docs_test.sh PROGRAM ROOT
#
# In a block ```cutescope each line is an expression; what follows "->", on the line or on the next, is its value. The
# lines of a block know each other's names. In a block ```console a line "$ command" is run by bash, in one folder for
# the page, and the lines after it are its output; a line "..." stands for any number of lines. A command with <<'END' goes
# on to the line END. Blocks ```python are run by tests/python.
set -uo pipefail
export LC_ALL=C.UTF-8
program=$(realpath "$1") root=$2
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/page"
ln -s "$program" "$work/bin/cutescope"
export PATH=$work/bin:$PATH
unset DISPLAY WAYLAND_DISPLAY

good() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); printf 'FAILED: %s\n' "$*"; }
trimmed() { local s=${1#"${1%%[![:space:]]*}"}; printf '%s' "${s%"${s##*[![:space:]]}"}"; }

# matches PATTERN TEXT: line by line, where "..." is any number of lines.
matches() {
  local -a want got
  mapfile -t want <<<"$1"; mapfile -t got <<<"$2"
  local i=0 j=0
  for ((; i < ${#want[@]}; ++i)); do
    if [[ ${want[i]} == ... ]]; then
      ((i + 1 < ${#want[@]})) || return 0
      while ((j < ${#got[@]})) && [[ ${got[j]} != "${want[i + 1]}" ]]; do j=$((j + 1)); done
    else
      ((j < ${#got[@]})) && [[ ${got[j]} == "${want[i]}" ]] || return 1
      j=$((j + 1))
    fi
  done
  ((j == ${#got[@]}))
}

# run_expressions PLACE LINE...
run_expressions() {
  local place=$1 line value
  shift
  local -a expressions=() wanted=() got
  for line in "$@"; do
    [[ -z ${line// /} || $line == '#'* ]] && continue
    value='' 
    if [[ $line == '-> '* ]]; then wanted[-1]=$(trimmed "${line#-> }"); continue; fi
    if [[ $line == *' -> '* ]]; then value=$(trimmed "${line##* -> }") line=${line% -> *}; fi
    expressions+=("$(trimmed "$line")") wanted+=("$value")
  done
  mapfile -t got < <(cutescope eval "${expressions[@]}" 2>/dev/null)
  local i
  for i in "${!expressions[@]}"; do
    # An expression without a value beside it names a value for the lines below, and must evaluate.
    if [[ -z ${wanted[i]} ]]; then
      [[ ${got[i]-} != error:* ]] || bad "$place: ${expressions[i]}: ${got[i]}"
    elif [[ ${got[i]-} == "${wanted[i]}" ]]; then good
    else bad "$place: ${expressions[i]}: the page says ${wanted[i]}, the program ${got[i]-nothing}"; fi
  done
}

run_command() {
  local place=$1 command=$2 wanted=$3 got
  got=$(cd "$work/page" && bash -c "$command" 2>&1 </dev/null)
  if matches "$wanted" "$got"; then good; else bad "$place: $command: the program says"; printf '%s\n' "$got"; fi
}

# run_console PLACE LINE...
run_console() {
  local place=$1 line command='' output='' end=''
  shift
  for line in "$@" '$ '; do
    if [[ -n $end ]]; then
      command+=$'\n'$line
      [[ $line != "$end" ]] || end=''
    elif [[ $line == '$ '* ]]; then
      [[ -z $command ]] || run_command "$place" "$command" "${output%$'\n'}"
      command=${line#\$ } output='' end=''
      [[ ! $command =~ \<\<\'([A-Z]+)\' ]] || end=${BASH_REMATCH[1]}
    else
      output+=$line$'\n'
    fi
  done
  [[ -z $end ]] || bad "$place: the here-document does not end with $end"
}

# pages DIR: what is read.
pages() { find "$1" "$1/docs" -maxdepth 1 \( -name README.md -o -name README.zh.md -o -name CONTRIBUTING.md -o -path '*/docs/*.md' \) | sort -u; }

# prose PAGE: without blocks of code.
prose() { awk '/^```/ { inside = !inside; next } !inside' "$1"; }

# anchors PAGE: the names that links may give its headings, as GitHub makes them.
anchors() {
  prose "$1" | sed -nE 's/^#{1,6} +//p' | sed -E 's/[^[:alnum:] _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]' |
    awk '{ print seen[$0] ? $0 "-" seen[$0] : $0; ++seen[$0] }'
}

# broken_links DIR: a line for each link to a file or a heading that does not exist.
broken_links() {
  local page link file
  while read -r page; do
    while read -r link; do
      file=${link%%#*}
      file=${file:+$(dirname "$page")/$file}
      file=${file:-$page}
      if [[ ! -e $file ]]; then printf '%s: there is no %s\n' "${page#"$1"/}" "$link"
      elif [[ $link == *'#'* ]] && ! grep -qxF -- "${link#*#}" <<<"$(anchors "$file")"; then printf '%s: there is no heading %s\n' "${page#"$1"/}" "$link"; fi
    done < <(links "$page")
  done < <(pages "$1")
}

# links PAGE: the relative ones.
links() { prose "$1" | sed 's/`[^`]*`//g' | grep -oE '\]\([^):]+\)' | sed -E 's/^\]\(|\)$//g'; }

# too_long DIR: a line if the README has more words than somebody new to the program reads.
most_words=900
too_long() {
  local words
  words=$(wc -w <"$1/README.md")
  ((words <= most_words)) || printf 'README.md has %d words, more than %d\n' "$words" "$most_words"
}

# missing_files DIR: a line for each file or folder that a page names and that does not exist. `*` stands for anything.
missing_files() {
  local page path
  while read -r page; do
    while read -r path; do
      compgen -G "$1/${path%.}" >/dev/null || printf '%s: there is no %s\n' "${page#"$1"/}" "$path"
    done < <(prose "$page" | grep -oE '`[^`]*`' | tr -d '`' | grep -oE '(^| )(algebra|render|gpu|app|assets|tests|docs|scripts|cmake|packaging)/[A-Za-z0-9_.*/-]*' | sort -u)
  done < <(pages "$1")
}

# miscounted DIR: a line unless docs/algebra.md says how many rows of answers there are, in thousands. No other page counts them.
miscounted() {
  local rows said
  rows=$(cat "$1"/tests/golden/*.tsv | wc -l)
  said=$(grep -ohE '[0-9,]+ answers of CuTe' "$1"/CONTRIBUTING.md "$1"/docs/*.md | tr -cd '0-9\n')
  [[ $said == "$((rows / 1000 * 1000))" ]] || printf 'tests/golden has %d rows; the pages say: more than %s\n' "$rows" "${said:-nothing}"
}

# count NAME EXPECTED COMMAND: how many lines the command prints; prints them where they are not as many as expected.
count() {
  local found n
  found=$("${@:3}")
  n=$(printf '%s' "$found" | grep -c .)
  if [[ $n == "$2" ]]; then good; else bad "$1: wanted $2, got $n"; printf '%s\n' "$found"; fi
}

# stale_pictures PAGE FOLDER: a line for each picture that a command of the page draws otherwise than FOLDER has it, and, where the page draws
# any of that folder, for each there that it does not draw.
stale_pictures() {
  local picture any=no
  for picture in "$1"/*.svg; do
    [[ -e $2/${picture##*/} ]] || continue
    any=yes
    cmp -s "$picture" "$2/${picture##*/}" || printf '%s is not what its command draws; scripts/pictures mends it\n' "${picture##*/}"
  done
  [[ $any == yes ]] || return 0
  for picture in "$2"/*.svg; do [[ -e $1/${picture##*/} ]] || printf '%s is drawn by no command\n' "${picture##*/}"; done
}

sample=$work/sample
mkdir -p "$sample/docs"
printf '# One\n[no file](docs/none.md) [a file](docs/two.md) [out](https://example.org/none.md#none)\n```text\n[code](none.md)\n# Code\n```\n[no](#none) [code](#code) `[code](none.md)`\n' >"$sample/README.md"
printf '# Two: the `second`, page\n## A\n## A\n[yes](#two-the-second-page) [yes](#a-1) [no](#a-2) [up](../README.md#one) [no](../README.md#two)\n' >"$sample/docs/two.md"
printf '[no](none.md#one)\n' >"$sample/CONTRIBUTING.md"
mkdir -p "$sample/tests/golden"
seq 2345 >"$sample/tests/golden/rows.tsv"
printf 'more than 2,000 answers of CuTe C++\n' >"$sample/docs/algebra.md"
count "a right count of answers is let pass" 0 miscounted "$sample"
seq 3000 >"$sample/tests/golden/rows.tsv"
count "a count of answers that has grown is found" 1 miscounted "$sample"
count "links that lead nowhere are found" 6 broken_links "$sample"
printf '`docs/two.md`, `docs/*.md`, `docs`, `render/none.hpp`, `cat docs/none.md`\n' >"$sample/docs/three.md"
count "names of files that do not exist are found" 2 missing_files "$sample"
count "a short README is let pass" 0 too_long "$sample"
seq $((most_words + 1)) >"$sample/README.md"
count "a long README is refused" 1 too_long "$sample"

# wrong_commands LINE...: a line for each command of a block whose answer is another, or that does not end.
wrong_commands() { (run_console sample "$@") | grep '^FAILED'; }
count "a command with a here-document is run whole" 0 wrong_commands "\$ cat <<'END' | tr 'a\$' bc" a '$ a' END b 'c b' '$ echo d' d
count "a wrong answer to one is found" 1 wrong_commands "\$ cat <<'END'" a END b
count "one that does not end is found" 1 wrong_commands "\$ cat <<'END'" a

mkdir "$sample/page" "$sample/pictures"
printf 'a' | tee "$sample/page/a.svg" >"$sample/pictures/a.svg"
printf 'other' >"$sample/pictures/gone.svg"
printf 'c' >"$sample/page/c.svg"; printf 'old' >"$sample/pictures/c.svg"; printf 'd' >"$sample/page/d.svg"
count "pictures that no command draws so are found" 2 stale_pictures "$sample/page" "$sample/pictures"

count "all links lead somewhere" 0 broken_links "$root"
count "all files that pages name exist" 0 missing_files "$root"
count "the README is short" 0 too_long "$root"
count "the answers are counted" 0 miscounted "$root"

while read -r page; do
  name=${page#"$root"/} language='' number=0
  rm -rf "$work/page"; mkdir "$work/page"
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    if [[ -z $language && $line == '```'* ]]; then
      language=${line#'```'} lines=() begin=$number
      case ${language:=none} in cutescope | console | sh | yaml | cpp | js | python | text) ;; *) bad "$name:$number: a block of $language is none that is run or left" ;; esac
    elif [[ $line == '```' ]]; then
      case $language in
        cutescope) run_expressions "$name:$begin" "${lines[@]}" ;;
        console) run_console "$name:$begin" "${lines[@]}" ;;
      esac
      language=''
    elif [[ -n $language ]]; then
      lines+=("$line")
    fi
  done <"$page"
  [[ -z $language ]] || bad "$name:$begin: the block does not end"
  for drawn in gallery mathematics; do
    count "$name: pictures that its commands draw" 0 stale_pictures "$work/page" "$root/docs/pictures/$drawn"
  done
done < <(pages "$root")

# The reference has a row for every function, as its record has it, and an example. Tried first on a page with another meaning, a row too
# few and a row too many, which is refused, and mended.
reference=$root/docs/functions.md
sed -e 's/, up to n |$/ |/' -e '/^| `right_inverse(A)/d' -e 's/^| `left_inverse(A)/| `gone(A)` | gone |\n&/' "$reference" >"$work/functions.md"
functions() { "$root/scripts/functions" --program "$program" "$@"; }
differs() { functions --check "$1" | grep -E '^[-+]\||^scripts/functions mends it'; }
count "a page that differs from the records is refused" 5 differs "$work/functions.md"
functions "$work/functions.md"
if cmp -s "$work/functions.md" "$reference"; then good; else bad "scripts/functions does not mend a page"; fi
for page in "$reference" "${reference%.md}.zh.md"; do if said=$(functions --check "$page"); then good; else bad "$said"; fi; done
# The tables of commands are those of the program, first tried on a page with another sentence and a row too few.
tables=$root/docs/command-line.md
sed -e 's/| Show where two layouts differ |/| Show it |/' -e '/^| `scales`/d' "$tables" >"$work/command-line.md"
stale_tables() { "$root/scripts/commands" --program "$program" --check "$1" | grep -E '^[<>]|^scripts/commands mends it'; }
count "tables of commands that differ are refused" 4 stale_tables "$work/command-line.md"
"$root/scripts/commands" --program "$program" "$work/command-line.md"
if cmp -s "$work/command-line.md" "$tables"; then good; else bad "scripts/commands does not mend a page"; fi
count "the tables of commands are those of the program" 0 stale_tables "$tables"
# The Chinese page of the program in a browser has the commands of the English one.
blocks() { awk '/^```/ { inside = !inside; next } inside' "$1"; }
if [[ $(blocks "$root/docs/web.md") == "$(blocks "$root/docs/web.zh.md")" ]]; then good; else bad "docs/web.zh.md has other commands than docs/web.md"; fi
examples=$(awk '/^```/ { inside = $0 == "```cutescope"; next } inside' "$reference")
# Also without what stands in <>, so that T<...>::member is found by its name.
examples+=$'\n'$(sed -E ':a; s/<[^<>]*>::/::/; ta; s/<[^<>]*>([^<>]*>::)/\1/; ta' <<<"$examples")
while read -r function; do
  if grep -qE "(^|[^A-Za-z0-9_])$function *[(<{>]" <<<"$examples"; then good; else bad "docs/functions.md: $function has no example"; fi
done < <(cutescope functions --json | sed -E 's/.*"name":"([^"]*)".*/\1/')

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0 && passed > 0))
