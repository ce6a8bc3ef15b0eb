#!/usr/bin/env bash
# Tests the comparison with a running program: `header`, `instrument`, `check --ran` and `watch -- PROGRAM`. With CUTESCOPE_CUTLASS=FOLDER
# an instrumented program is compiled with CuTe, run, and compared with the values that reading finds.
#
#   ran_test.sh PROGRAM ROOT
set -uo pipefail
program=$1 root=$2
export LC_ALL=C.UTF-8 LANGUAGE=en
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$root/tests/exports/check.sh"
cd "$work"

says() {
  local wanted=$1 out
  shift
  out=$("$@" 2>&1)
  grep -qF -- "$wanted" <<<"$out" || { printf '%s\n' "$out"; return 1; }
}
lacks() {
  local unwanted=$1 out
  shift
  out=$("$@" 2>&1)
  ! grep -qF -- "$unwanted" <<<"$out" || { printf '%s\n' "$out"; return 1; }
}

"$program" header >header.hpp
check "header prints what the project has" cmp header.hpp "$root/assets/programs/cutescope.hpp"

mkdir -p source/inner
cat >source/kernel.cu <<'EOF'
#include <cute/tensor.hpp>
#include "inner/part.hpp"
using namespace cute;
int main() {
  auto a = make_layout(Shape<_4, _8>{}); auto b = make_layout(4, 8);
  using C = Layout<Shape<_2, _2>>;
  auto twice = [](int n) { return 2 * n; };
  auto d = part_of(a);
  int n = 3;
  Layout e = make_layout(make_shape(n, _8{}), LayoutRight{});
  return twice(n) - 6;
}
EOF
cat >source/inner/part.hpp <<'EOF'
#pragma once
template <class L>
auto part_of(L const& l) {
  auto inner = cute::composition(l, cute::Layout<cute::_4>{});
  return inner;
}
template <class L>
CUTE_HOST_DEVICE constexpr auto doubled(L const& l) {
  auto inner = l;
  return inner;
}
EOF
check "files are copied as they lie to each other" says "copies/inner/part.hpp: 1 values are printed; 1 constexpr functions" \
  "$program" instrument source/kernel.cu source/inner/part.hpp -o copies
check "a declaration is followed by its value" says 'auto a = make_layout(Shape<_4, _8>{}); CUTESCOPE_ANY(a); auto b' cat copies/kernel.cu
check "so is an alias" says 'CUTESCOPE_TYPE(C);' cat copies/kernel.cu
check "a lambda is not" lacks 'CUTESCOPE_ANY(twice)' cat copies/kernel.cu
check "nor is an integer" lacks 'CUTESCOPE_ANY(n)' cat copies/kernel.cu
check "lines are those of the source" says "#line 1 \"$work/source/kernel.cu\"" cat copies/kernel.cu
check "the header lies beside them" cmp copies/cutescope.hpp header.hpp
check "a file is not written over itself" says "would be overwritten by its copy" "$program" instrument source/kernel.cu -o source
# Links and pipes that other users have put where the copies go are neither written through nor waited for.
printf 'mine\n' >victim
refuses() { local words=$1; shift; ! "$@" >said 2>&1 && grep -qF "$words" said && [[ $(cat victim) == mine && -z $(ls elsewhere) ]]; }
mkdir elsewhere
instruments=(timeout 20 "$program" instrument source/kernel.cu source/inner/part.hpp -o trap)
mkdir trap; ln -s ../victim trap/kernel.cu
check "a copy is not written through a link" refuses "trap/kernel.cu is a link, which may lead anywhere" "${instruments[@]}"
rm -r trap; mkdir trap; ln -s ../victim trap/cutescope.hpp
check "nor is the header" refuses "trap/cutescope.hpp is a link" "${instruments[@]}"
rm -r trap; mkdir trap; ln -s ../elsewhere trap/inner
check "nor into a folder that is one" refuses "trap/inner is a link" "${instruments[@]}"
rm -r trap; ln -s elsewhere trap
check "nor where the folder itself is one" refuses "trap is a link" "${instruments[@]}"
rm trap; mkdir trap; mkfifo trap/kernel.cu
check "a pipe is not waited for" refuses "trap/kernel.cu is not a file" "${instruments[@]}"
printf 'x = 1\n' >a.py
check "Python is no C++" says "is not a C++ program" "$program" instrument a.py -o copies

printf '__global__ void scale() {\n  auto a = make_layout(Int<4>{});\n  auto b = unknown_function(3);\n  auto c = make_layout(Int<2>{});\n}\n' >a.cu
{
  printf 'loss 0.3\n'
  printf 'cutescope %s:2 scale block 0,0,0 thread 0,0,0: a = _8:_1\n' "$work/a.cu"
  printf 'cutescope /built/elsewhere/a.cu:3 scale block 0,0,0 thread 0,0,0: b = smem_ptr[16b](0x7f0000000400) o (_4,3):(_1,_4) at shared byte 1024\n'
  printf 'cutescope a.cu:4 scale block 0,0,0 thread 0,0,0: c = _2:_1\n'
} >log
asked=("$program" check --ran log a.cu)
check "where both know and differ the program is right" says "a = _8:_1  [as it ran]" "${asked[@]}"
check "and the difference is said" says "reading gives _4:_1 for a, and the program, as it ran, _8:_1" "${asked[@]}"
check "what reading does not know the program does" says "o (_4,3):(_1,_4)  [as it ran]" "${asked[@]}"
check "where they agree nothing is said" lacks "c = _2:_1  [as it ran]" "${asked[@]}"
printf '__global__ void tiles(float* p) {\n  auto mA = unknown_function(p);\n  auto gA = other_function(mA);\n}\n' >tiles.cu
{
  printf 'cutescope tiles.cu:2 tiles block 0,0,0 thread 0,0,0: mA = gmem_ptr[32b](0x7f0000) o (64,_32):(_32,_1)\n'
  printf 'cutescope tiles.cu:3 tiles block 0,0,0 thread 0,0,0: gA = gmem_ptr[32b](0x7f0400) o (_8,_32):(_32,_1)\n'
} >tiles_log
check "of which tensor a part is, and where" says "(_8,_32):(_32,_1)  [as it ran, at mA + 256]" "$program" check --ran tiles_log tiles.cu
check "and what is a part of nothing" says "[as it ran, in nothing that was printed before]" "$program" check --ran tiles_log tiles.cu
check "so has --json" says '"memory":"mA + 256"' "$program" check --json --ran tiles_log tiles.cu
check "a log without values is a sentence" says "cutescope.hpp has printed no value of a.cu in it" "$program" check --ran a.py a.cu
check "a log that is not there is a sentence" says "cannot read nowhere" "$program" check --ran nowhere a.cu
check "a program that is not there is a sentence" says "./nothing is not a program that can be started" "$program" watch -- ./nothing
check "two logs are not watched" says "watch takes one file" "$program" watch log log

if [[ -z ${CUTESCOPE_CUTLASS:-} ]]; then
  echo "SKIPPED: what an instrumented program prints, and whether reading has the same: needs CUTESCOPE_CUTLASS=FOLDER"
else
  cuda=${CUDA_HOME:-/usr/local/cuda}
  check "an instrumented program compiles" g++ -std=c++17 -x c++ -I copies -I "$CUTESCOPE_CUTLASS/include" -I "$cuda/include" \
    -I "$cuda/include/cccl" copies/kernel.cu -o kernel
  check "it runs" eval "./kernel >printed"
  check "a value is printed with its place" says "kernel.cu:5 main host: a = (_4,_8):(_1,_4)" cat printed
  check "so is what an included template has" says "part.hpp:4 part_of host: inner = _4:_1" cat printed
  check "reading has the same" lacks "as it ran" "$program" check --quiet --ran printed source/kernel.cu
fi
printf 'script: %s passed, %s failed\n' "$passed" "$failed"
[[ $failed == 0 ]]
