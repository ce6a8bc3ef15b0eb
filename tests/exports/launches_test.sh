#!/usr/bin/env bash
# Launches of every kind as programs (launches.tsv), and the trace that each prints against Cutescope's own.
#
#   launches_test.sh WRITER ROOT CXX
#
# With CUTESCOPE_CUTLASS=FOLDER, where CUTLASS 4 and the CUDA toolkit are at hand: nvcc compiles each for sm_80 and sm_90a; without a
# GPU each is also compiled for the CPU and run there thread by thread (host_device.hpp), with one it runs there.
# CUTESCOPE_LAUNCHES=PATTERN takes those whose names match.
set -uo pipefail
writer=$1 root=$2 cxx=$3 cutlass=${CUTESCOPE_CUTLASS:-} pattern=${CUTESCOPE_LAUNCHES:-.}
here=$root/tests/exports
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

source "$here/check.sh"

# prints_trace PROGRAM TRACE: it succeeds, and prints the trace and how much it compared.
prints_trace() {
  local out
  out=$("$1") || { printf '%s\n' "$out"; return 1; }
  diff <(grep '^element' <<<"$out") "$2"
}

# for_the_cpu FILE: the program with the kernel called by a loop.
for_the_cpu() {
  sed -E 's/^struct Trace \{/#include "host_device.hpp"\n&/; s/extern __shared__ .*shared_memory\[\];//
    s/kernel<<<(dim3\([^)]*\)), (dim3\([^)]*\))(, bytes)?>>>(.*);/emulate(\1, \2, trace, [\&] { kernel\4; });/' "$1"
}

check "launches are written" "$writer" "$work" "$here/launches.tsv"
check "at least sixty" test "$(ls "$work"/*.cu | wc -l)" -ge 60

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [[ -z $cutlass || ! -x $nvcc ]]; then
  echo "SKIPPED: exported launches are not compiled: that needs CUTESCOPE_CUTLASS=FOLDER and nvcc"
else
  cuda=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
  gpu=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -1 | tr -d .)
  [[ $gpu == 90 ]] && gpu=90a
  [[ $gpu ]] || echo "SKIPPED: exported launches run on the CPU here: there is no GPU"
  for program in "$work"/*.cu; do
    name=$(basename "$program" .cu)
    [[ $name =~ $pattern ]] || continue
    for arch in sm_80 sm_90a; do
      [[ $name == *sm90* && $arch == sm_80 ]] && continue
      check "nvcc compiles $name for $arch" "$nvcc" -arch=$arch -std=c++17 -I "$cutlass/include" -cubin "$program" -o "$work/cubin"
    done
    if [[ $gpu ]]; then
      check "nvcc compiles $name" "$nvcc" -arch="sm_$gpu" -std=c++17 -I "$cutlass/include" "$program" -o "$work/program"
    elif grep -qE 'SM[0-9]+_[A-Z0-9]*_?(LDSM|STSM|ASYNC)' "$program"; then continue
    else
      for_the_cpu "$program" >"$work/$name.cpp"
      check "a compiler takes $name" "$cxx" -std=c++17 -w -I "$cutlass/include" -I "$cuda/include" -I "$cuda/include/cccl" -I "$here" "$work/$name.cpp" -o "$work/program"
    fi
    check "$name prints our trace" prints_trace "$work/program" "$work/$name.trace"
  done
fi

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
