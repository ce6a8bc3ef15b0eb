#!/usr/bin/env bash
# Many entries in every export form, each file read by another program than the one that wrote it: C++ is compiled and Python run
# against stand-ins of CuTe's interfaces (stand_in/), pictures are parsed.
#
#   exports_test.sh WRITER ROOT CXX
#
# With CUTESCOPE_CUTLASS=FOLDER, where CUTLASS 4 and the CUDA toolkit are at hand, C++ and pycute run against CUTLASS itself, every
# row of the golden files, and what they print is compared with CuTe's answers and ours.
set -uo pipefail
writer=$1 root=$2 cxx=$3 cutlass=${CUTESCOPE_CUTLASS:-}
here=$root/tests/exports
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

source "$here/check.sh"

check "entries are written" "$writer" "$work" "$root/tests/golden" "$here/entries.tsv" ${cutlass:+all}
check "at least 300" test "$(wc -l <"$work/entries.tsv")" -ge 300

# The operations of all atoms, for the stand-in.
mkdir -p "$work/include/cute/atom"
awk -F'\t' '
  BEGIN { print "#pragma once\nnamespace cute {" }
  { name = arguments = $2; templated = sub(/<.*/, "", name); sub(/^[^<]*/, "", arguments) }
  # Atoms with sizes in <> or in namespaces occur in no entry.
  name ~ /::|,/ || arguments ~ /[<,][0-9]/ { next }
  seen[name]++ { next }
  templated && $1 == "mma" { print arguments == "<>" ? "template <int...>" : arguments ~ /Major/ ? "template <GMMA::Major A, GMMA::Major B>" : "template <class...>" }
  templated && $1 == "copy" { print "template <class S, class D = S>" }
  { print "struct " name " : " ($1 == "mma" ? "MmaOperation" : "CopyOperation") " {};" }
  END { print "}" }' "$root/tests/golden/atoms.tsv" >"$work/include/cute/atom/operations.hpp"
stand_in=("$cxx" -std=c++20 -fsyntax-only -w -fmax-errors=0 -I "$work/include" -I "$here/stand_in")

# wrong.txt as one file: line N is the namespace wN, and its errors are said to be in wrongN.
{
  printf '#include <cute/tensor.hpp>\n#include <cute/atom/copy_atom.hpp>\n#include <cute/atom/mma_atom.hpp>\n'
  awk '!/^#/ {
    n = NR; sub(/^! /, "")
    printf "namespace w%d {\nusing namespace cute;\n#line 1 \"wrong%d\"\n", n, n
    print "template <class A, class B> bool same(A const& a, B const& b) { return int(size(a)) == int(size(b)) && a(0) == b(0); }"
    printf "inline void main_() { auto ptr = counting_iterator<int>{0}; print(%s); }\n}\n", $0 }' "$here/wrong.txt"
} >"$work/wrong.cpp"

# refused WHICH COMPILER...: each line of wrong.txt has an error; WHICH "all", or "marked": those with ! have none.
refused() {
  local which=$1 n line errors bad=0
  shift
  errors=$("$@" "$work/wrong.cpp" 2>&1) && return 1
  n=0
  while IFS= read -r line; do
    n=$((n + 1))
    [[ $line == '#'* ]] && continue
    local has=no
    grep -qE "^wrong$n:[0-9]+:[0-9]+: +(error|required)" <<<"$errors" && has=yes
    if [[ $which == marked && $line == '! '* ]]; then
      [[ $has == yes ]] && { echo "CuTe refuses it, too: $line"; bad=1; }
    elif [[ $has == no ]]; then echo "compiles: $line"; bad=1; fi
  done <"$here/wrong.txt"
  return $bad
}

for unit in "$work"/cpp/units/*.cpp; do check "C++ compiles, $(basename "$unit")" "${stand_in[@]}" "$unit"; done
check "wrong C++ does not" refused all "${stand_in[@]}"

check "pycute answers as we say" python3 "$here/run_python.py" pycute "$work" "$here/stand_in"
check "the CuTe DSL has these functions" python3 "$here/run_python.py" dsl "$work" "$here/stand_in"
check "pictures are what they are called" python3 "$here/run_python.py" pictures "$work"

if [[ -n $cutlass ]]; then
  cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")")
  real=("$cxx" -std=c++17 -w -fmax-errors=0 -I "$cutlass/include" -I "$cuda/include" -I "$cuda/include/cccl")
  : >"$work/cpp.out"
  for unit in "$work"/cpp/units/*.cpp; do
    check "CuTe compiles $(basename "$unit")" "${real[@]}" "$unit" -o "$work/unit"
    # CuTe prints this error for a descriptor's start address, because a host has no shared memory.
    "$work/unit" | sed -z 's/ERROR: cast_smem_ptr_to_uint not supported but used\.\n//g' >>"$work/cpp.out"
    rm -f "$work/unit"
  done
  check "CuTe prints what we show" python3 "$here/run_python.py" cpp "$work" "$work/cpp.out"
  check "CuTe refuses what the stand-in refuses" refused marked "${real[@]}" -fsyntax-only
  check "pycute itself answers as we say" python3 "$here/run_python.py" pycute "$work" "$cutlass/python"
fi

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
