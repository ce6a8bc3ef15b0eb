#!/usr/bin/env bash
# The facts about a function of the language stand in its record, algebra/functions/*.cpp: no other file compares
# a function's name, or lists names. First on a bad sample, which it must refuse, then on the project.
#
#   records_test.sh ROOT PROGRAM
set -euo pipefail
root=$1 program=$2
passed=0 failed=0

# names DIR: the functions and their aliases, from the records; those of families, whose records say partition_{0}, from the program.
names() {
  {
    cat "$1"/algebra/functions/*.cpp | tr '\n' ' ' |
      grep -oE '\{\.name = "[A-Za-z0-9_]+"|\.aliases = \{(\{[^}]*\}(, *)?)*\}' |
      grep -oE '(name = |\{)"[A-Za-z0-9_]+"' | cut -d'"' -f2
    if [[ $1 == "$root" ]]; then "$program" functions --json | sed -E 's/.*"name":"([^"]*)".*/\1/'; fi
  } | sort -u
}

# Where these words are no functions: what print and compilers write and pycute takes for itself, names of parameters, kernels of a launch
# and keys of the file format, the matrices of an MMA, lessons; conditions of refusals, kinds of nodes and the like; and what C++ programs
# call so, std::min and types with template arguments, Python, min and tuple, and torch, size and select, where they are read; words that
# describe scales.
other_meaning() {
  grep -vE '/(algebra/reading/scan|algebra/language/spelling|algebra/language/unsupported|algebra/reading/cpp_type|app/import/clang_dump|app/document/names|app/lessons/lessons|gpu/launch/launch_fields)\.cpp:' |
    grep -vE '/app/import/cpp_(accesses|assignments|calls|concerns|memory)\.cpp:' |
    grep -vE '/app/import/dsl/dsl_(arrays|data|host|interpreter|objects)\.cpp:' |
    grep -vE '/algebra/code/pycute\.cpp:.*names\{|/gpu/run/launch_plan\.cpp:.*letter' |
    grep -vE '/algebra/editing/(number_tokens|completion)\.cpp:.*(name|parameter) ==' |
    grep -vE '/app/scales/scale_side\.cpp:.*word ==' |
    grep -vE '(condition|key|kind|request|property|tab|title|g\.name)\)? [!=]= "'
}

# by_name DIR: lines that compare a function's name, or a part of one, and elements of lists of names.
by_name() {
  local all distinct places=("$1"/{algebra,render,gpu,app} --include='*.?pp' --include='*.cu')
  all=$(names "$1" | paste -sd'|')
  # A word that is also an ordinary one may stand in a list of something else.
  local ordinary='shape|stride|layout|size|cosize|rank|depth|offset|slice|take|equal|congruent|sum|get|max|min|group|select|replace|filter'
  ordinary+='|tuple|product|constant|tensor|partition|scales'
  # Types of elements, too.
  ordinary+='|int32_t|int64_t|uint32_t|uint64_t'
  distinct=$(names "$1" | grep -vxE "$ordinary|[A-Z]|[A-Z][a-z]+" | paste -sd'|')
  {
    grep -rnE "[!=]= ?(std::string_view\()?\"($all)\"" "${places[@]}"
    grep -rnE '(starts|ends)_with\("[a-z_]*(divide|product|partition|tile|tiled|copy|mma|frg|layout|local|TV)[a-z_]*"' "${places[@]}"
    # A call with a name for its messages is no list; nor is a row that says what another language's function of that name gives.
    grep -rnE "(\{|^ +|, )\"($distinct)\"(,|\}|$)" "${places[@]}" | grep -vE '[a-z_]+\([^{]*"|\{"[A-Za-z0-9_]+", .*[A-Za-z]+::[a-z_]+[,}]?.*\}|\{"[A-Za-z0-9_ ]+", "[.*|][^"]*",'
  } 2>/dev/null | grep -vE "/algebra/functions/[a-z_]+\.cpp:|^[^:]*:[0-9]*: *//" | other_meaning | sort -u |
    sed "s|^|by name: |" || true
}

check() {
  if [[ $2 == "$3" ]]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s: wanted %s, got %s\n' "$1" "$3" "$2"; fi
}

sample=$(mktemp -d)
trap 'rm -rf "$sample"' EXIT
mkdir -p "$sample"/{algebra/functions,algebra/code,app/document}
cat >"$sample/algebra/functions/sample.cpp" <<'CPP'
      {.name = "zipped_divide", .aliases = {{"zip_div"}, {.name = "ZippedDivide", .is_type = true}}, .run = run},
      {.name = "rank", .run = run, .obstacle = "zipped_divide"},
CPP
cat >"$sample/algebra/code/lists.cpp" <<'CPP'
constexpr std::array<std::string_view, 2> layouts{"zipped_divide",
    "zip_div"};
bool a(std::string_view f) { return f == "rank"; }
bool b(const Made& made) { return made.operation != "zipped_divide"; }
bool c(std::string_view f) { return f.ends_with("_divide"); }
constexpr Rule rule{"zipped_divide", reordered};
CPP
cat >"$sample/app/document/good.cpp" <<'CPP'
// Compares nothing with "zipped_divide".
bool a() { return key == "rank" || kind == "rank" || g.name == "rank"; }
std::vector<Property> b{{"rank", "2"}};
std::string c() { return fmt::format("{}: zipped_divide", 1); }
constexpr Row d{"zipped_divide", 1, 2, &Library::divided};
constexpr Row e{"zip_div", Is::divided};
constexpr Row f{"zip_div", ".a .b? | strict?", [](const Given& g) { return g[0]; }};
CPP
check "the names of the records are found" "$(names "$sample" | paste -sd' ')" "ZippedDivide rank zip_div zipped_divide"
check "a bad sample is refused" "$(by_name "$sample" | wc -l)" 6

check "the project's records are found" "$(($(names "$root" | wc -l) > 170))" 1
found=$(by_name "$root")
[[ -z $found ]] || printf '%s\n' "$found"
check "no function is known by its name outside its record" "$(printf '%s' "$found" | grep -c . || true)" 0
printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
