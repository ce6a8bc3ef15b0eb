#!/usr/bin/env bash
# check --front-end: what clang says of a program over the stand-in of CuTe's interfaces; and, with CUTESCOPE_CUTLASS=FOLDER, over CUTLASS
# itself. What is missing, or does not compile, is a sentence.
#
#   front_end_test.sh PROGRAM ROOT
set -uo pipefail
program=$1 root=$2
export LC_ALL=C.UTF-8 LANGUAGE=en
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
source "$root/tests/exports/check.sh"

printf 'template <int M> struct Traits { using L = cute::Layout<cute::Shape<cute::Int<M>, cute::_8>>; };\n' >"$work/traits.h"
says() {
  local wanted=$1 out
  shift
  out=$("$@" 2>&1)
  grep -qF -- "$wanted" <<<"$out" || { printf '%s\n' "$out"; return 1; }
}

# Without a compiler.
mkdir -p "$work/bin"
check "no clang is a sentence" says "clang is not installed" env PATH="$work/bin" "$program" check --front-end "$work/traits.h"

clang=
for version in 22 21 20 19 18 17; do command -v "clang++-$version" >/dev/null && clang=clang++-$version && break; done
# A compiler that answers as it is told.
cat >"$work/bin/clang++-22" <<'EOF'
#!/bin/sh
case $FAULT in
  dies) kill -SEGV $$ ;;
  silent) exit 0 ;;
  error) echo "a.cu:1:1: error: no such thing"; exit 1 ;;
  *) cat "$TREE" ;;
esac
EOF
chmod +x "$work/bin/clang++-22"
check "no CUTLASS is a sentence" says "CUTLASS's headers are not found" env -u CUTESCOPE_CUTLASS -u CUTLASS_PATH PATH="$work/bin:$PATH" "$program" check --front-end "$work/traits.h"
mkdir -p "$work/cutlass/include/cute" "$work/cuda/include"
touch "$work/cutlass/include/cute/tensor.hpp" "$work/cuda/include/cuda_runtime.h"
printf '__global__ void scale() {\n  auto a = make_layout(Int<4>{});\n  auto b = unknown_function(3);\n}\n' >"$work/a.cu"
printf 'FunctionDecl 0x1 <%s:1:1, line:4:1> line:1:17 used scale '"'void ()'"'\n|-VarDecl 0x2 <line:2:3, col:9> col:8 a '"'cute::Layout<cute::C<8>, cute::C<1>>'"' cinit\n`-VarDecl 0x3 <line:3:3, col:9> col:8 b '"'cute::Layout<int, cute::C<1>>'"' cinit\n' "$work/a.cu" >"$work/tree"
asked=(env PATH="$work/bin:$PATH" CUDA_HOME="$work/cuda" TREE="$work/tree" "$program" check --front-end -I "$work/cutlass" "$work/a.cu")
check "a compiler that dies is a sentence" says "crashed, or was stopped for lack of memory" env FAULT=dies "${asked[@]}"
check "a compiler that says nothing is a sentence" says "sees no instantiation of its templates" env FAULT=silent "${asked[@]}"
check "what does not compile is a sentence" says "cannot compile it: a.cu:1:1: error: no such thing" env FAULT=error "${asked[@]}"
check "where both know and differ the compiler is right" says "a = _8:_1  [by the compiler's front end]" "${asked[@]}"
check "and the difference is said" says "reading gives _4:_1 for a, and the compiler _8:_1" "${asked[@]}"
check "what reading does not know the compiler does" says "b = ?:_1  [by the compiler's front end]" "${asked[@]}"
check "an answer is kept" says "a = _8:_1" env FAULT=dies "${asked[@]}"
check "an instantiation that is not there is a sentence" says "there are 1 instantiations, but no number 7" "${asked[@]}" --instance 7

# A file whose name a compiler would take for options: it is compiled, and its text is no options.
cat >"$work/bin/clang++-22" <<'EOF'
#!/bin/sh
printf '%s\n' "$@" >>"$ARGUMENTS"
cat "$TREE"
EOF
mkdir "$work/odd"
told() { ! grep -q '^@' "$work/arguments" && ! grep -q '^-b.cu' "$work/arguments" && grep -qxF -- "$work/odd/$1" "$work/arguments"; }
for name in @a.cu -b.cu; do
  cp "$work/a.cu" "$work/odd/$name"
  : >"$work/arguments"
  (cd "$work/odd" && env PATH="$work/bin:$PATH" CUDA_HOME="$work/cuda" TREE="$work/tree" ARGUMENTS="$work/arguments" \
    "$program" check --front-end -I "$work/cutlass" -- "$name" >/dev/null 2>&1)
  check "$name is a file by its whole path" told "$name"
done
# Whoever ends the program ends its compiler, and what that has started.
cat >"$work/bin/clang++-22" <<'EOF'
#!/bin/sh
trap '' TERM
tail -f /dev/null &
echo $$ $! >"$PIDS"
exec tail -f /dev/null
EOF
mkfifo "$work/never"
comes() { local end=$((SECONDS + 60)); until "$@"; do ((SECONDS < end)) || return 1; read -r -t 0.1 <>"$work/never" || true; done; }
gone() { local p; for p in $(cat "$work/pids"); do [[ $(ps -o stat= -p "$p") == [!Z]* ]] && return 1; done; return 0; }
for signal in TERM KILL; do
  rm -f "$work/pids"
  printf '// %s\n' "$signal" >>"$work/a.cu"
  env PATH="$work/bin:$PATH" CUDA_HOME="$work/cuda" PIDS="$work/pids" \
    "$program" check --front-end -I "$work/cutlass" "$work/a.cu" >/dev/null 2>&1 &
  asking=$!
  comes test -s "$work/pids"
  kill -"$signal" "$asking"
  check "after SIG$signal no compiler is left" comes gone
  wait "$asking" 2>/dev/null
done

if [[ -z $clang ]]; then
  echo "SKIPPED: what clang itself says of a program: there is none here (Debian's package clang-19; scripts/test --kernels installs it)"
else
  cat >"$work/stand.cu" <<'EOF'
#include <cute/tensor.hpp>
using namespace cute;
template <class T> __device__ auto pick(int) -> Layout<tuple<T, Int<2>>, tuple<Int<2>, Int<1>>>;
template <class T> __device__ Layout<T, T> pick(...);
template <class T> __global__ void choose(int n) {
  using Chosen = decltype(pick<T>(0));
  Chosen chosen;
}
int main() { choose<Int<8>><<<1, 32>>>(4); choose<Int<4>><<<1, 32>>>(4); }
EOF
  stand=("$program" check --front-end --std c++20 -I "$root/tests/exports/stand_in" "$work/stand.cu")
  if says "CUDA's headers are not found" "${stand[@]}" >/dev/null; then
    echo "SKIPPED: what clang itself says of a program: CUDA's headers, without which it compiles no kernel, are not here"
  else
    check "clang itself, over the stand-in of CuTe" says "$clang has 2 instantiations" "${stand[@]}"
    check "has what an overload chooses" says "chosen = (_8,_2):(_2,_1)  [by the compiler's front end]" "${stand[@]}"
    check "in each instantiation" says "chosen = (_4,_2):(_2,_1)  [by the compiler's front end]" "${stand[@]}" --instance 2
    case $clang in
      clang++-1?) check "for an architecture that it does not know it compiles for another, and says so" says "$clang does not know sm_100a" "${stand[@]}" --arch sm_100a ;;
    esac
  fi
fi

if [[ -n $clang && -n ${CUTESCOPE_CUTLASS:-} ]]; then
  cat >"$work/kernel.cu" <<'EOF'
#include <cute/tensor.hpp>
#include "traits.h"
using namespace cute;
template <class T> __global__ void partition_of(float* p, int n) {
  auto whole = make_tensor(make_gmem_ptr(p), make_layout(make_shape(n, Int<32>{})));
  auto mine = local_partition(whole, typename T::L{}, threadIdx.x);
}
int main() { partition_of<Traits<4>><<<1, 32>>>(nullptr, 128); }
EOF
  check "CUTLASS itself" says "1 instantiations" "$program" check --front-end "$work/kernel.cu"
  check "agrees with reading" test -z "$("$program" check --front-end "$work/kernel.cu" 2>&1 | grep "reading has")"
fi
printf 'script: %s passed, %s failed\n' "$passed" "$failed"
[[ $failed == 0 ]]
