#!/usr/bin/env bash
# The house stands: includes point one way, headers keep clean, files stay short. First on a bad sample, which it must
# refuse, then on the project. Who may include whom is the table of docs/architecture.md.
#
#   includes_test.sh ROOT
set -euo pipefail
root=$1
passed=0 failed=0

# without_header DIR: files that do not include first the header that they implement: that of their own name, or where there is none one of
# their folder, as that of a class in several files.
without_header() {
  local file header first
  find "$1"/{algebra,app} -mindepth 2 -name '*.cpp' 2>/dev/null |
    while read -r file; do
      header=${file#"$1/"}
      first=$(grep -m1 '^#include' "$file")
      if [[ -e ${file%.cpp}.hpp ]]; then [[ $first == "#include \"${header%.cpp}.hpp\"" ]]; else [[ $first =~ ^"#include \"${header%/*}/"[a-z0-9_]+\.hpp\"$ ]]; fi ||
        printf 'not its own header first: %s\n' "$file"
    done
}

# rooms DIR: each room, and beside it the folders whose headers it may include.
rooms() { sed -nE 's/^\| `([a-z/]+)` \| .* \| ([a-z/ ]*) ?\|$/\1 \2/p' "$1/docs/architecture.md"; }

# arrows DIR: each room, each that it may include, and where both stand in the table; `algebra` stands for all rooms of algebra/. That app
# may include everything, itself too, is no arrow.
arrows() {
  rooms "$1" | awk '$1 != "app" { room[++rows] = $1; fields[rows] = NF; for (i = 2; i <= NF; ++i) may[rows, i] = $i }
    END { for (r = 1; r <= rows; ++r) for (i = 2; i <= fields[r]; ++i) for (other = 1; other <= rows; ++other)
      if (other != r && (room[other] == may[r, i] || index(room[other], may[r, i] "/") == 1)) print room[r], room[other], r, other }'
}

# upward DIR: a line for each room that may include one above it in the table.
upward() { arrows "$1" | awk '$3 > $4 { print "upward: " $1 " " $2 }'; }

# cycles DIR: the rooms that may include each other in a circle, one a line.
cycles() { arrows "$1" | cut -d' ' -f1,2 | { LC_ALL=C tsort 2>&1 >/dev/null || true; } | sed -n '/input contains a loop/d; s|^tsort: |cycle: |p'; }

# commented: the folders whose comments and messages are held to the rules of riddles().
commented='algebra render gpu app tests'

# riddles DIR: comments that begin with a word of which the sense comes later, and messages that repeat a verb or, in algebra, name persons.
riddles() {
  local folders=()
  for folder in $commented; do [[ ! -d $1/$folder ]] || folders+=("$1/$folder"); done
  find "${folders[@]}" \( -name '*.?pp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) -print0 | xargs -0 -r awk '
    FNR == 1 { inside = 0 }
    { whole = $0 ~ /^ *\/\//; first = whole ? !inside : 1; inside = whole }
    first && /(^ *|[;{},)] +)\/\/\/?<? (What|Of|Those|Which)( |,|$)/ { print "riddle: " FILENAME ":" FNR ": " $0 }'
  grep -rnE '"[^"]* is is [^"]*"' "$1"/{algebra,render,gpu} --include='*.?pp' 2>/dev/null | sed 's|^|repeats a verb: |' || true
  grep -rnE 'essage\("[^"]*\b([Nn]obody|[Ss]omebody|[Ww]ho|[Ww]hom)\b' "$1/algebra" --include='*.?pp' 2>/dev/null | sed 's|^|names a person: |' || true
}

# complaints DIR: one line for each broken rule.
complaints() {
  local dir=$1 folder others allowed
  while read -r folder others; do
    [[ -d $dir/$folder ]] || continue
    allowed="$folder${others:+|${others// /|}}"
    grep -rnE '^\s*#include "[a-z_]+/' "$dir/$folder" --include='*.hpp' --include='*.cpp' --include='*.h' --include='*.cu' --include='*.cuh' 2>/dev/null |
      grep -vE "#include \"($allowed)/" | sed "s|^|include: |" || true
  done < <(rooms "$root")
  # A folder that is no row of the table could include anything.
  for folder in "$dir"/render "$dir"/{algebra,gpu,app}/*/; do
    [[ ! -d $folder ]] || grep -q "^$(sed "s|^$dir/||; s|/$||" <<<"$folder") " <<<"$(rooms "$root")" || printf 'no room: %s\n' "$folder"
  done
  # OpenGL and CUDA only where they belong; no GUI below app.
  grep -rnE '#include <(epoxy|GL|GLFW|EGL|cuda)' "$dir/algebra" 2>/dev/null | sed 's|^|library: |' || true
  grep -nE '#include <(epoxy|GL|GLFW|EGL|cuda)' "$dir"/render/*.?pp 2>/dev/null | sed 's|^|library: |' || true
  grep -rnE '#include <(imgui|GLFW|backends/)' "$dir/algebra" "$dir/render" "$dir/gpu" 2>/dev/null | sed 's|^|library: |' || true
  # The rooms of app/ that every host shares, a page or a notebook as much as the window.
  grep -rnE '#include <(epoxy|GL|GLFW|EGL|imgui|backends/)' "$dir"/app/{system,document,import,launch,lessons,session,figures,state,storage,actions,commands} 2>/dev/null | grep -v '/app/launch/gl/' | sed 's|^|library: |' || true
  # At its root app/ has main alone; algebra/ and gpu/ have no file there.
  find "$dir"/{algebra,gpu,app} -maxdepth 1 -name '*.?pp' ! -path "$dir/app/main.cpp" 2>/dev/null | sed 's|^|not in a room: |'
  without_header "$dir"
  riddles "$dir"
  grep -rnE '#include <cuda' "$dir/app" "$dir/render" 2>/dev/null | sed 's|^|library: |' || true
  grep -rnE '^\s*using namespace' "$dir" --include='*.hpp' --include='*.h' 2>/dev/null | sed 's|^|header: |' || true
  # Panels emit requests that name an action or a command; what a click does is no lambda and no edit there.
  grep -rnE 'requests_?(->|\.)add\(\[|request<[^>]*\[|std::function<void\((State|Workspace|ViewState)&|(\.|->)(edit|set_view)\(' "$dir/app/panels" 2>/dev/null | sed 's|^|logic in a panel: |' || true
  # Panels own their state: what they are written with names no type of theirs.
  local panel_types
  panel_types=$(grep -rhoE '^(struct|class) [A-Z][A-Za-z0-9]+' "$dir/app/panels" --include='*.hpp' 2>/dev/null | cut -d' ' -f2 | sort -u | paste -sd'|')
  [[ -z $panel_types ]] || grep -rnwE "$panel_types" "$dir/app/ui" 2>/dev/null | sed 's|^|knows a panel: |' || true
  # Hosts evaluate a sheet in a SheetSession, which keeps what follows from it.
  grep -rnE '\bSheetEvaluator [a-z_]+;' "$dir"/app/{python,cli,window,panels,commands,actions,state,web,tools} 2>/dev/null | sed 's|^|evaluates by itself: |' || true
  # Rows and forms are written by app/ui/rows.hpp: nothing of a panel's own goes down the page.
  grep -rnE '^\s+float ([a-z_]+, )*y_?(, [a-z_]+)*;|\b(y_|height_) \+=|^(struct|class) [A-Za-z]*(Pen|Rows|Form|Writer) \{' "$dir/app/panels" 2>/dev/null | sed 's|^|rows of its own: |' || true
  # Menus and drop-downs are those of app/ui/menus.hpp, whose keys are one for all.
  grep -rnE 'ImGui::(MenuItem|BeginMenu|BeginCombo|BeginPopup)\(' "$dir/app/panels" 2>/dev/null | grep -v '/dialogs/dialog_help.cpp:' | sed 's|^|menu without keys: |' || true
  # So are the keys of lists those of app/ui/lists.hpp.
  grep -rnE 'key_pressed\(ImGuiKey_(Up|Down)Arrow|key_pressed\(ImGuiKey_(PageUp|PageDown|Home|End)\b|ImGui::(Selectable|ListBox|BeginListBox)\(' "$dir/app/panels" 2>/dev/null | sed 's|^|list without keys: |' || true
  # Tests of the window wait for what they ask it for: xvfb.sh knows how.
  grep -nE '(^|[^a-z_])sleep ' "$dir"/tests/gui/*.sh 2>/dev/null | grep -v '/xvfb.sh:' | sed 's|^|waits for time: |' || true
  # The program's decisions use a message's key and operands, never its words.
  grep -rnE '(error\(\)|\b(message|why|notice|contract|counterexample))(\.text\(\))?\.(find|rfind|starts_with|ends_with|substr|compare)\(' "$dir"/{algebra,render,gpu,app} 2>/dev/null |
    sed 's|^|reads a sentence: |' || true
  # grep -q ends at the first match; under pipefail what still writes to it then fails, or not, as the machine is busy.
  grep -rnE '[^|]\|[[:space:]]*(LC_ALL=C )?grep -[a-zA-Z]*q' "$dir"/tests "$dir"/scripts --exclude-dir=golden --exclude-dir=corpus 2>/dev/null | sed 's|^|pipe into grep -q: |' || true
}

check() {
  if [[ $2 == "$3" ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s: wanted %s, got %s\n' "$1" "$3" "$2"; fi
}

sample=$(mktemp -d)
trap 'rm -rf "$sample"' EXIT
mkdir -p "$sample"/{algebra/layout,algebra/language,algebra/functions,render,gpu/launch,gpu/cuda,app/document,app/system,app/state,app/panels,assets,tests/gui}
echo '#include "render/diagram.hpp"' >"$sample/algebra/layout/a.cpp"
echo '#include <epoxy/gl.h>' >"$sample/algebra/layout/b.cpp"
echo '#include "algebra/language/value.hpp"' >"$sample/algebra/layout/o.hpp"
echo '#include "gpu/cuda/nvrtc.hpp"' >"$sample/gpu/launch/p.cpp"
echo '#pragma once' >"$sample/algebra/q.hpp"
echo '#include "algebra/functions/records.hpp"' >"$sample/algebra/functions/good.cpp"
echo '#include "gpu/launch/launch.hpp"' >"$sample/render/c.cpp"
echo '#include <imgui.h>' >"$sample/gpu/launch/d.cpp"
echo 'using namespace std;' >"$sample/app/panels/e.hpp"
echo 'click 1 2; sleep 0.3' >"$sample/tests/gui/g_test.sh"
echo 'if nm "$program" | grep '"-q main; then" >"$sample/tests/gui/r_test.sh"
echo 'if (saved.error().starts_with("cannot write")) return;' >"$sample/app/state/s.hpp"
echo 'const bool outside = verdict.counterexample.text().find("outside") != npos;' >"$sample/algebra/functions/t.cpp"
echo '#include "gpu/launch/launch.hpp"' >"$sample/app/panels/good.cpp"
echo '#include "app/panels/e.hpp"' >"$sample/app/panels/part.cpp"
# own FILE LINE...: a file that includes its own header first, and then these lines.
own() { printf '%s\n' "#include \"${1%.cpp}.hpp\"" "${@:2}" >"$sample/$1"; }
own app/stray.cpp
own app/system/h.cpp '#include "app/document/sheet.hpp"'
own app/document/i.cpp '#include "app/app.hpp"'
own app/document/j.cpp '#include <imgui.h>'
echo '#include "app/cli/output.hpp"' >"$sample/app/panels/k.cpp"
echo '#include "app/actions/traversal.hpp"' >"$sample/app/state/l.cpp"
echo '#include "app/document/sheet.hpp"' >"$sample/app/document/m.cpp"
printf '%s\n' '#include <string>' '#include "app/document/n.hpp"' >"$sample/app/document/n.cpp"
echo '#pragma once' >"$sample/app/document/z.hpp"
echo '#include "app/document/n.hpp"' >"$sample/app/document/z.cpp"
mkdir "$sample/app/attic" "$sample/algebra/attic" "$sample/docs"
printf '| `%s` | %s | %s |\n' app/cli top 'app render' app/panels shown 'app/state algebra' app/state open app/panels algebra/language values algebra/layout algebra/layout all 'algebra/text' algebra/text low algebra >"$sample/docs/architecture.md"
check "a table with arrows up is refused" "$(upward "$sample" | paste -sd,)" "upward: app/state app/panels,upward: algebra/text algebra/language,upward: algebra/text algebra/layout"
check "a table with circles is refused" "$(cycles "$sample" | sort -u | paste -sd,)" "cycle: algebra/language,cycle: algebra/layout,cycle: algebra/text,cycle: app/panels,cycle: app/state"
echo 'requests.add([](State& s) { s.view.zoom = 2; });' >"$sample/app/panels/m.hpp"
echo 'workspace.edit("x", change);' >"$sample/app/panels/n.hpp"
echo 'struct PaletteView {' >"$sample/app/panels/u.hpp"
mkdir "$sample/app/ui"
echo 'std::shared_ptr<struct PaletteView> palette;' >"$sample/app/ui/v.hpp"
echo 'if (ImGui::MenuItem("File")) return;' >"$sample/app/panels/w.hpp"
echo 'if (compat::key_pressed(ImGuiKey_DownArrow)) ++choice;' >"$sample/app/panels/x.hpp"
printf '%s\n' 'struct Pen {' '  float x, width, y;' '  void gap() { y_ += 4; }' '};' 'struct LaunchForm : Form {' >"$sample/app/panels/y.hpp"
printf '%s\n' 'SheetEvaluator evaluator;' '// Those of A.' >"$sample/app/panels/aa.hpp"
printf '%s\n' '/// What a tile has.' 'int a;  ///< Of a thread.' '// Which is first.' '// The sum.' '// Of A: a second line is free.' >"$sample/gpu/launch/comments.hpp"
printf '%s\n' 'return message("the index {} is is not known", i);' 'return message("Nobody has {}.", i);' >"$sample/algebra/layout/messages.hpp"
check "riddles are refused" "$(riddles "$sample" | cut -d: -f1 | sort | uniq -c | sed 's/^ *//' | paste -sd,)" "1 names a person,1 repeats a verb,4 riddle"
check "a bad sample is refused" "$(complaints "$sample" | wc -l)" 43

found=$(complaints "$root"; upward "$root"; cycles "$root")
[[ -z $found ]] || printf '%s\n' "$found"
check "the project keeps the rules" "$(printf '%s' "$found" | grep -c . || true)" 0
printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
