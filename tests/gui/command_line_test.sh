#!/usr/bin/env bash
# The command line: answers, files, messages and exit statuses.
#
#   command_line_test.sh PROGRAM ROOT
set -uo pipefail
program=$1 root=$2
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

# check NAME STATUS PATTERN COMMAND...: its exit status, and an extended regular expression in its output.
check() {
  local name=$1 status=$2 pattern=$3 out got
  shift 3
  out=$("$@" 2>&1 </dev/null); got=$?
  if [[ $got == "$status" ]] && grep -qE -- "$pattern" <<<"$out"; then passed=$((passed + 1)); else
    failed=$((failed + 1)); printf 'FAILED: %s: status %s (wanted %s), output:\n%s\n' "$name" "$got" "$status" "$out"
  fi
}

sheet=$root/assets/sheets/starter.cutes
check "eval" 0 '^\(\(3,\(2,4\)\),\(3,\(2,2\)\)\):\(\(177,\(13,2\)\),\(59,\(26,1\)\)\)$' "$program" eval 'zipped_divide((9,(4,8)):(59,(13,1)),<3:3,(2,4):(1,8)>)'
check "eval in CuTe's marks" 0 '^\(_4,1\):\(_1,24\)$' "$program" eval 'complement(6:_4,24)'
check "eval with names" 0 '^6:1$' "$program" eval 'A = (2,3):(1,2)' 'coalesce(A)'
check "eval, a tiler in brackets" 0 '^<4:1,2:1>$' "$program" eval '[4:1, 2:1]'
check "eval in Chinese" 2 '^错误：步长 \(6\) 有 1 个数，形状 \(4,6\) 有 2 个数：两者的嵌套结构必须相同。可改为：\(4,6\):\(6,24\)$' "$program" eval --language zh '(4,6):(6)'
check "in Chinese, the language before the command" 2 '^错误：没有名为 Q 的条目。$' "$program" --language zh eval Q
check "eval in Chinese, a warning" 0 '^警告：CuTe 对它们的复合是错的：3 不能整除 .*，结果不对：R\(3\) = 1，而 A\(B\(3\)\) = 9。可改为：6:4, 6:1$' "$program" eval --language zh '(8,8):(8,1) o 6:3'
check "explain in Chinese" 0 '^ 1\. A = \(10,2\):\(16,4\)，先合并 \(coalesce\)' "$program" explain --language zh '(10,2):(16,4) o (5,4):(1,5)'
check "explain in Chinese, its contract" 0 '^R\(c\) = A\(B\(c\)\)：20 / 20 个元素$' "$program" explain --language zh '(10,2):(16,4) o (5,4):(1,5)'
check "JSON stays English" 2 '"text":"There is no Q here' "$program" eval --language zh --json Q
check "functions in Chinese" 0 '合并步长首尾相接的 mode$' "$program" functions --language zh
check "run in Chinese" 0 '^每请求扇区数            4（理想 4）$' "$program" run --language zh --device cpu '(64,64):(64,1)' '(16,16)' '(8,16):(16,1)'
check "suggest in Chinese" 0 '^在 [0-9,]+ 个布局中最好，由穷举证明' "$program" suggest --language zh --tile '(32,32)' --reads '(32,8):(8,1)'
check "suggest in Chinese, columns" 0 '^  名次  wavefront     字节     读取$' "$program" suggest --language zh --tile '(32,32)' --reads '(32,8):(8,1)'
check "diff in Chinese" 1 '^A 与 B 在 24 个坐标中的 22 个上不同。' "$program" diff --language zh '(4,6):(6,1)' '(4,6):(1,4)'
check "diff in Chinese, its pictures" 1 '着色处为不同之处' bash -c '"$0" diff --language zh "(4,6):(6,1)" "(4,6):(1,4)" -o zh.svg >/dev/null; status=$?; cat zh-A.svg; exit $status' "$program"
check "check in Chinese" 1 '^1 个问题$' "$program" check --language zh "$sheet"
check "check in Chinese, a place" 1 'starter.cutes:18:20: 错误：CuTe 对它们的复合是错的' "$program" check --language zh "$sheet"
check "export in Chinese, what an option takes" 2 '^cutescope: --label 可取 index, .* 或 none，不能是 what$' "$program" export --language zh '8:1' -o x.svg --label what
check "wrong usage in Chinese" 2 '^cutescope: --integers 应为 auto, math 或 cute，而不是 x$' "$program" eval --language zh --integers x 3
check "help in Chinese" 0 '^  --language WORD +设置文字的语言' "$program" eval --language zh --help
check "the manual in Chinese" 0 '^\.SH 启动配置$' "$program" manual --language zh
# Two English words after one another, but for what is typed, and the field's names.
english() { "$program" manual --language zh | grep -vE '^(cutescope|\\&\./kernel|\.[A-Z])' | sed -E 's/\\f[BI][^\\]*\\f?R?//g; s/\([^()]*\)//g' | grep -E '(^|[^A-Za-z0-9_<:@.+"/-])[a-z]{2,} [a-z]{2,}($|[^A-Za-z0-9_(<:/=])'; true; }
check "the manual in Chinese has no English sentence" 0 '^$' bash -c 'said=$(cat); echo "$said"' <<<"$(english)"
check "the language of the locale" 2 '^错误：没有名为 Q 的条目。$' env LC_ALL=zh_CN.UTF-8 "$program" eval Q
check "the language of the locale's messages" 2 '^错误：' env LC_ALL= LC_MESSAGES=zh_TW.UTF-8 LANG=en_US.UTF-8 "$program" eval Q
check "the language of LANG" 2 '^错误：' env LC_ALL= LC_MESSAGES= LANG=zh_CN "$program" eval Q
check "another locale" 2 '^error: There is no Q' env LC_ALL=de_DE.UTF-8 LANG=zh_CN.UTF-8 "$program" eval Q
check "--language before the locale" 2 '^error: There is no Q' env LC_ALL=zh_CN.UTF-8 "$program" eval --language=en Q
check "inspect in Chinese" 0 '^  秩                2$' "$program" inspect --language zh '(4,6):(6,1)'
printf 'A = (4,8):(8,1)\nB = coalesce(A)\n' >values.cutes
check "eval, a sheet" 0 '^\(4,8\):\(8,1\) \(4,8\):\(8,1\) 32$' bash -c '"$0" eval values.cutes "size(B)" | paste -sd" "' "$program"
check "eval, a sheet as JSON" 0 '"file":"values.cutes"' "$program" eval --json values.cutes
check "eval, a program that is not there" 2 'cannot read missing.cu: No such file' "$program" eval missing.cu
errors=$root/tests/golden/why
check "why, g++" 1 '^user.cu:6:26: The block.s shape must divide the target shape, mode by mode.$' "$program" why "$errors/g068.txt"
check "why, clang on standard input" 1 '^  works        target = \(_128,_64\)' bash -c '"$0" why - <"$1"' "$program" "$errors/c15.txt"
check "why, nothing known" 4 '^There is no error in this text.$' bash -c 'echo "(4,8):(8,1)" | "$0" why -' "$program"
check "eval, names before standard input" 0 '^8:1$' bash -c 'echo "coalesce(A)" | "$0" eval "A = (2,4):(1,2)" -' "$program"
check "eval, a table of the last value" 0 '\| +0 \| +1 \|' "$program" eval --table 'A = (2,2):(2,1)' A
check "explain, a sheet" 0 '^B = coalesce' "$program" explain values.cutes
check "a link of nothing" 2 'SOURCE is empty; give an expression' "$program" link ''
check "a link as JSON" 0 '^\{"link":"cutescope:#' "$program" link --json 8:1
check "a statement that is none" 2 'neither true nor false' "$program" always A
check "eval, an error" 2 '^error: This bracket is not closed' "$program" eval '(4,2'
check "eval, a type of CuTe's IR" 0 '^<\(2,3\):\(1,2\),_>$' "$program" eval 'tile<"[(2,3):(1,2);_]">'
check "eval, what only the running program knows" 0 'note: known when it runs: shape 0' "$program" eval '!cute.layout<"(?,3):(1@0,?{i64 div=128})">'
check "eval, a type that is wrong" 2 '^ {20}\^' "$program" eval '!cute.layout<"(8,8:(8,1)">'
check "print, a type" 0 '\| +0 \| +1 \|' "$program" print '!cute.layout<"(2,2):(2,1)">'
blocked='#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>'
check "eval, a tensor of Triton" 0 '^\(\(4,32\),\(4,4\)\):\(\(128,1\),\(32,512\)\)$' "$program" eval "tensor<32x64xf16, $blocked>"
check "eval, an encoding without its numbers" 2 '^error: ' "$program" eval 'tensor<32x64xf16, #ttg.blocked<{}>>'
check "find, a tensor with its encoding" 0 'blocked_32x64 = \(\(4,32\)' bash -c 'echo "$1" | "$2" find -' find "%0 = tt.load %p : tensor<32x64xf16, $blocked>" "$program"
check "eval as JSON" 0 '"value":"6:1"' "$program" eval --json 'coalesce((2,3):(1,2))'
check "a problem as JSON has the key of its message and the operands" 2 '"key":"[^"]*\{\}[^"]*".*"operands":\[' "$program" eval --json 'composition((8,8):(8,1),3:5)'
check "eval as JSON, the elements' type and memory" 0 '"element":"f16",.*"memory":"shared"' "$program" eval --json 'make_tensor(make_smem_ptr<half_t>(ptr), (_4,_4))'
check "eval, a broken contract as JSON" 0 '"kind":"broken"' "$program" eval --json 'composition((8,8):(8,1),6:3)'
check "eval, integers forced" 0 '^_4:_1$' "$program" eval --integers=cute '_4:_1'
check "explain" 0 'one element of every 4: divide the modes of A by 4' "$program" explain 'A = (8,8):(8,1)' 'composition(A, 6:4)'
check "explain, the verdict" 0 'R\(c\) = A\(B\(c\)\): 6 of 6 elements' "$program" explain 'composition((8,8):(8,1), 6:4)'
check "explain as JSON" 0 '"stage":"\(2,3\):\(32,1\)"' "$program" explain --json 'composition((8,8):(8,1), 6:4)'
check "explain, nothing to say" 0 'has no steps to explain' "$program" explain '(4,2):(1,4)'
check "explain, an error" 2 'does not divide' "$program" explain 'composition((4,6):(1,5), 5:3)'
check "a hidden merge is noted" 0 'note: Dynamic integers hide a merge' "$program" eval --integers=cute 'coalesce((4,2):(_1,4))'
check "dropped modes are noted" 0 'note: The tiler has 2 of 3 modes' "$program" eval 'composition((8,8,4):(1,8,64), <4,4>)'
check "a difference is noted" 0 'A\(1\) = 1 where B\(1\) = 2' "$program" eval '(4,2):(1,4) == (4,2):(2,1)'
check "a verdict of many elements" 0 '"checked":1048576,.*"kind":"kept"' "$program" eval --json 'zipped_divide((1024,1024):(1024,1), (64,64))'
check "a verdict of a sample" 0 '"checked":65536,.*"total":16777216' "$program" eval --json 'zipped_divide((4096,4096):(4096,1), (64,64))'
check "a verdict of very many elements" 0 '16777216 of 16777216 elements' "$program" explain --time 600 'zipped_divide((4096,4096):(4096,1), (64,64))'
check "explain, beyond its time" 0 '65536 of 16777216 elements \(a sample\)' "$program" explain --time 0.000001 'zipped_divide((4096,4096):(4096,1), (64,64))'
check "explain, beyond its time, what to do" 0 'time 0 checks every element' "$program" explain --time 0.000001 'zipped_divide((4096,4096):(4096,1), (64,64))'
check "explain, as long as it takes" 0 '67108864 of 67108864 elements' "$program" explain --time 0 'coalesce((8192,8192):(1,8192))'
check "print" 0 '\| +0 \| +1 \|' "$program" print '(2,2):(2,1)'
check "print, a swizzle" 0 '^ 1  \|  1 \|  8 \| 19 \| 26 \|' "$program" print 'Swizzle<3,0,3> o (_8,_8):(_1,_8)'
check "print, a swizzle in the title" 0 '^Sw<3,0,3> o _0 o \(_8,_8\):\(_1,_8\)$' "$program" print 'Swizzle<3,0,3> o (_8,_8):(_1,_8)'
check "print, a swizzled tensor" 0 '^ 1  \|  1 \|  8 \|' "$program" print 'ptr o Swizzle<3,0,3> o 0 o (8,8):(1,8)'
check "print, coordinates" 2 'are coordinates' "$program" print 'make_identity_layout((4,4))'
check "print, a negative size" 2 'negative size' "$program" print 'left_inverse((_4):(_-1))'
check "print, wrong rank" 2 'rank 2' "$program" print '4:1'
check "check" 1 '^1 problem$' "$program" check "$sheet"
check "check, the place" 1 'starter.cutes:18:20: error: CuTe composes these wrongly' "$program" check "$sheet"
check "check, several" 1 '^1 problem in 2 files$' "$program" check "$sheet" "$root/assets/sheets/strided.cutes"
check "check, nothing wrong" 0 '^0 problems$' "$program" check "$root/assets/sheets/strided.cutes"
check "check, only what is wrong" 0 '^0 problems$' "$program" check --quiet "$root/assets/sheets/algebra.cutes"
check "check as JSON" 1 '"line":18,.*"problems":1' "$program" check --json "$sheet"
# A folder is a repository: what has no CuTe and what is not understood is counted, and is no problem.
mkdir repository
printf 'int main() { return 0; }\n' >repository/plain.cpp
printf 'auto a = cute::Layout<cute::_41>{};\nauto t = logical_divide(a, cute::Layout<cute::_4>{});\n' >repository/tail.cu
check "check, a tile beyond the end is what predicates guard" 0 'tail.cu:2:6: note: CuTe C\+\+ accepts it' "$program" check repository/tail.cu
check "check, and no problem" 0 '^0 problems$' "$program" check repository/tail.cu
# An expression of a type never runs, the shape of an argument is what its caller gives, and CuTe does not compare strides with shapes.
cat >types.cu <<'CU'
#include <cute/tensor.hpp>
using namespace cute;
using Extents = Shape<int, int>;
using Load = decltype(make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(static_cast<half_t const*>(nullptr)), Extents{}, Stride<int64_t, _1>{}), Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
struct Arguments { half_t const* data; Extents extents; };
void launch(Arguments const& given) {
  auto all = make_tensor(make_gmem_ptr(given.data), given.extents, Stride<_64, _1>{});
  auto load = make_tma_copy(SM90_TMA_LOAD{}, all, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
}
using Spare = Layout<Shape<Shape<_4, _8>, Shape<_2>>, Stride<Stride<_0, _1>, Stride<_8, _0>>>;
using Missing = Layout<Shape<_4, _8>, Stride<_1>>;
CU
check "check, a tensor map of a type" 1 "types.cu:4:[0-9]+: note: the extents of this tensor map are known only as the program runs" \
  "$program" check types.cu
check "check, the extents of an argument" 1 'types.cu:7:[0-9]+: note: given.extents has no value here' "$program" check types.cu
check "check, strides to spare" 1 'types.cu:10:[0-9]+: note: .*it has 4 numbers, the shape has 3 numbers' "$program" check types.cu
check "check, strides that are missing" 1 'types.cu:11:[0-9]+: error: .*it has 1 number, the shape has 2 numbers' "$program" check types.cu
check "check, the others are no problems" 1 '^1 problem; not understood: ' "$program" check types.cu
# A copy that more threads take part in than the tensor has elements is guarded by predicates.
cat >guarded.cu <<'CU'
#include <cute/tensor.hpp>
using namespace cute;
__global__ void k() {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_128>{}, Layout<_1>{});
  __shared__ float row[64];
  auto s = make_tensor(make_smem_ptr(row), Layout<_64>{});
  auto part = copy.get_slice(threadIdx.x).partition_D(s);
}
int main() { k<<<1, 128>>>(); }
CU
check "check, a copy that reaches beyond the end" 0 'guarded.cu:7:[0-9]+: note: CuTe C\+\+ accepts it .*is owned but not in the tensor' "$program" check guarded.cu
check "check, a folder" 0 '^0 problems in 2 files; without CuTe: 1 file$' "$program" check repository
printf '#include <cute/tensor.hpp>\nvoid f(int n) { auto a = make_layout(g(n)); }\n' >repository/half.cu
check "check, a folder that is not all understood" 4 '^0 problems in 3 files; not understood: 1 definition; without CuTe: 1 file$' "$program" check repository
check "check, if that is no failure" 0 'not understood: 1 definition' "$program" check --lenient repository
check "check, for GitHub" 4 '^::notice file=repository/half.cu,line=2,.*::There is no function g here' "$program" check --format github repository
check "check, for GitHub, in the folder itself" 4 '^::notice file=half.cu,line=2,' bash -c 'cd repository && "$0" check --format github .' "$program"
check "check, for GitHub, only findings" 4 '^::notice file=repository/tail.cu,' "$program" check --format github --quiet repository
said=$("$program" check --format github --quiet repository); check "check, for GitHub, only findings, a line each" 0 '^1$' bash -c 'wc -l <<<"$0"' "$said"
check "check, a file that is not there, too" 2 '^0 problems in 4 files; not understood: 1 definition; without CuTe: 1 file; not read: 1 file$' \
  "$program" check repository nowhere.cu
# A refusal has no summary: "0 problems" would be an answer.
said=$("$program" check nowhere.cu 2>&1); check "check, a file that is not there" 1 '' grep -q 'problem' <<<"$said"
said=$("$program" check repository/half.cu --set nothing=4 2>&1); check "check, a setting of nothing has no summary" 1 '' grep -q 'problem' <<<"$said"
# More than there is time for: samples, and said so.
for i in {1..400}; do echo "R$i = composition((4096,4096):(4096,1), (4096,4096):(1,4096))"; done >many.cutes
check "check, beyond its time" 0 '^sampled: 400 of 400 verdicts; --time 0 checks every element$' "$program" check --quiet --time 0.001 many.cutes
check "check, beyond its time, the verdict" 0 '  \[R\(c\) = A\(B\(c\)\): 65536 of 16777216 elements \(a sample\)\]$' "$program" check --time 0.001 many.cutes
check "check, beyond its time, as JSON" 0 '"sampled":true,.*"interrupted":false.*"sampled":400,"seconds":0.001' "$program" check --json --time 0.001 many.cutes
head -2 many.cutes >few.cutes
check "check, as long as it takes" 0 'R2 = .*: 16777216 of 16777216 elements\]$' "$program" check --time 0 few.cutes
check "check, a time that is none" 2 'time' "$program" check --time soon few.cutes
# Ended when it says how far it is: what was found so far.
mkfifo said
"$program" check --time 0 many.cutes >ended.txt 2>said & ended=$!
{ read -r line; kill $ended; wait $ended; got=$?; } <said
echo "$line" >said.txt
check "check, how far it is" 0 'of 400 verdicts' cat said.txt
check "check, interrupted" 0 '^130 interrupted(; |: [0-9]+ of 400 verdicts were not checked; )sampled: [0-9]+ of 400 verdicts' echo "$got $(grep interrupted ended.txt)"
check "check, interrupted, what was found" 0 'R1 = .*of 16777216 elements( \(a sample\))?\]$' cat ended.txt
check "run, beyond the memory" 0 'sampled: the first 1048576 of 4194304 elements' "$program" run '(4096,1024):(1,4096)' '(128,128)' '(32,8):(1,32)' --device cpu --memory 64
kernel=$root/tests/fixtures/programs/staged_gemm.cu
printf 'void f() { auto a = Layout<_8>{}; auto t = make_tiled_copy(SM999_COPY{}, a, a); }\n' >half.cu
printf 'A = 4:1\nB = coalesce(A)\n' >set.cutes
check "check, a kernel" 0 '^.*staged_gemm.cu: ([0-9]+) of \1 definitions understood$' "$program" check "$kernel"
shared=$root/tests/fixtures/kernels/shared.cu
check "flow" 0 '^0 findings$' "$program" flow "$shared"
check "flow, another block" 0 '^0 findings$' "$program" flow "$shared" --set blockIdx.x=1 --set m=256
check "flow, a tile beyond the end" 1 'shared.cu:30: out_of_range: thread ' "$program" flow "$shared" --set m=120
check "flow, JSON" 1 '"findings":\[\{"count":.*"kind":"out_of_range".*"line":30,"lines":\[' "$program" flow "$shared" --set m=120 --json
check "flow, a name that it does not have" 2 'there is no q in' "$program" flow "$shared" --set q=3
check "flow, a kernel that it does not have" 2 'no kernel with "nope" in its name' "$program" flow "$shared" --kernel nope
check "export, a map" 0 '^map.svg: shared@main$' "$program" export "$shared" --figure map --thread 37 --k-tile 3 --set blockIdx.x=1 -o map.svg
mkdir -p apart
sed 's/^int main/static int unused/' "$shared" >apart/apart.cuh
printf '#include "apart.cuh"\n' >calls.cu
sed -n '/^int main/,$p' "$shared" >>calls.cu
check "export, a map of a kernel in another folder" 0 'calls.svg: shared@main' "$program" export calls.cu -I apart --figure map -o calls.svg
check "export, a map of a kernel in another file, its place" 0 'Current step: line apart.cuh:[0-9]+<' cat calls.svg
check "export, a map without that folder" 2 'its host calls no kernel' "$program" export calls.cu --figure map -o calls.svg
check "export, a map, its words" 0 'Registers of thread 37' cat map.svg
check "export, a map in Chinese" 0 '线程 0 的寄存器' sh -c '"$1" export "$2" --figure map --language zh -o zh.svg >/dev/null && cat zh.svg' sh "$program" "$shared"
check "export, a map of a thread that there is not" 2 'has 128 threads: there is no thread 128' "$program" export "$shared" --figure map --thread 128 -o map.svg
check "export, a map of a k tile that there is not" 2 'has 5 k tiles: there is no k tile 5' "$program" export "$shared" --figure map --k-tile 5 -o map.svg
check "export, a map of a block that there is not" 2 'shared@main has [0-9]+ blocks along x: there is no block 99' "$program" export "$shared" --figure map --set blockIdx.x=99 -o map.svg
check "export, a map of no kernel" 2 'no kernel with "nope" in its name' "$program" export "$shared" --figure map --kernel nope -o map.svg
check "export, a map as text" 2 'written as SVG, PDF, PNG or a page' "$program" export "$shared" --figure map -o map.txt
check "export, a map that plays" 0 '^kernel.html: [0-9]+ kB$' "$program" export "$shared" --figure map --thread 37 -o kernel.html
check "export, a map that plays, its thread" 0 'Thread 37 at this step' cat kernel.html
check "export, a map that plays, in pixels" 2 '--scale applies to pictures, not to kernel.html' "$program" export "$shared" --figure map --scale 2 -o kernel.html
check "export, a map after a step" 0 '^map.svg: shared@main$' "$program" export "$shared" --figure map --step 3 -o map.svg
check "export, a map after a step that there is not" 2 'shared@main has [0-9]+ steps: there is no step 5000' "$program" export "$shared" --figure map --step 5000 -o map.svg
check "export, a map of two moments" 2 'use one of them' "$program" export "$shared" --figure map --step 3 --k-tile 1 -o map.svg
check "export, a map as slides" 0 '^kernel.pdf: [0-9]+ pages$' "$program" export "$shared" --figure map --slides -o kernel.pdf
check "export, a map as slides that are none" 2 '--slides writes .pdf, not kernel.svg' "$program" export "$shared" --figure map --slides -o kernel.svg
check "export, a map as slides of a size" 2 '--width is not valid with --slides' "$program" export "$shared" --figure map --slides --width 20 -o kernel.pdf
check "export, an option of a map alone" 2 '--thread is only valid with --figure=map' "$program" export "$shared" --thread 3 -o map.svg
check "export, an option that a map does not have" 2 '--legend is not valid with --figure=map' "$program" export "$shared" --figure map --legend -o map.svg
check "flow, Python" 0 '^kernel, line 35: 128 threads in a block' "$program" flow "$root/tests/fixtures/programs/tiled_copy.py"
check "check, tiles that reach beyond the end" 0 '^0 problems$' "$program" check "$root/tests/fixtures/programs/ragged_copy.cu"
check "check, a kernel's thread" 0 ':56: tCgD = ptr\+6530 o' "$program" check "$kernel" --set threadIdx.x=37
check "check, a kernel as JSON" 0 '"function":"staged@launch","kind":"fragment","line":57,"name":"tCrD"' "$program" check --json "$kernel"
check "check, members as JSON" 0 '"kind":"tiled_mma","line":53,"name":"part.thr_vmnk","value":"\(5,1,0,_0\)"' "$program" check --json "$kernel" --set threadIdx.x=37
check "check, what a kernel does not need" 2 'there is no Q in .*staged_gemm.cu to set: it needs rows, depth, columns, ' "$program" check "$kernel" --set Q=3
check "check, what is not understood" 4 '^half.cu:1:[0-9]+: note: SM999_COPY is not supported yet' "$program" check half.cu
check "check, how much is understood" 4 '^half.cu: 1 of 2 definitions understood$' "$program" check half.cu
check "--set, not NAME=VALUE" 2 'is not NAME=VALUE: M' "$program" check "$kernel" --set M
check "--set, of a sheet" 0 ': B = 8:1' "$program" check set.cutes --set 'A=(2,4):(1,2)'
check "--set, of an export" 0 'written|cm|px' "$program" export set.cutes --set 'A=(2,4):(1,2)' -o set.svg
printf '#ifdef BIG\nauto a = Layout<_8>{};\n#elif defined(SMALL)\nauto a = Layout<_2>{};\n#else\nauto a = make_layout(4);\n#endif\n' >macro.cu
check "check, a macro that nothing defines" 0 '^macro.cu:1:1: note: BIG is assumed undefined; -D BIG defines it$' "$program" check macro.cu
check "check, the branch that is taken" 0 '^macro.cu:6: a = 4:_1$' "$program" check macro.cu
check "-D" 0 '^macro.cu:2: a = _8:_1$' "$program" check macro.cu -D BIG
check "-D, without a blank" 0 '^macro.cu:2: a = _8:_1$' "$program" check macro.cu -DBIG=2 -DSMALL
check "-U" 0 '^macro.cu:4: a = _2:_1$' "$program" check macro.cu -D SMALL -D BIG -U BIG
check "-D, of an expression" 0 '^macro.cu:2: a = _8:_1$' "$program" check macro.cu -D 'BIG(x)=x + 1'
check "-D, as JSON" 0 '"macros":\[\{"by":"setting","line":1,"name":"BIG","value":null\},\{"by":"nothing","line":3,"name":"SMALL","value":null\}\]' "$program" check --json macro.cu -U BIG
check "-D, of an export" 0 'written|cm|px' "$program" export macro.cu -D BIG --entry a -o macro.svg
check "-D, of a macro that is not there" 2 'there is no macro HUGE in macro.cu: its conditions test BIG, SMALL' "$program" check macro.cu -D HUGE
check "-D, not a name" 2 'is not NAME or NAME=VALUE: 1A' "$program" check macro.cu -D 1A
check "-U, not a name" 2 "is not a macro's name: A=1" "$program" check macro.cu -U A=1
check "-D, of a sheet" 1 '-D BIG applies to C\+\+ programs, not to set.cutes' "$program" check set.cutes -D BIG
check "functions" 0 'coalesce\(A\)' "$program" functions
check "functions as JSON" 0 '"name":"coalesce"' "$program" functions --json
check "the manual page" 0 '^\.TH CUTESCOPE 1' "$program" manual
for shell in bash zsh fish; do check "completion for $shell" 0 'local_partition' "$program" completion "$shell"; done
completed() { bash -c 'source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cutescope; echo "${COMPREPLY[*]}"' "$program" "$@"; }
check "bash completes what an option takes" 0 '^bank$' completed cutescope export x --color-by b
check "bash completes what a command takes" 0 '^bash zsh fish$' completed cutescope completion ''
if command -v fish >/dev/null; then check "fish completes them" 0 '^bank' fish -c '$argv[1] completion fish | source; complete -C "cutescope export x --color-by b"' "$program"; fi
check "the manual page, limits and defaults" 0 'List at most this many answers \[1 \\- 100000\] \(default: 10\)' "$program" manual
check "the manual page, values that a description does not name" 0 '^Run the launch here \(auto, cuda, cpu\) \(default: auto\)$' "$program" manual
check "completion for another shell" 2 . "$program" completion tcsh
check "eval -, a byte order mark" 0 '^8:1$' bash -c 'printf "\xef\xbb\xbf8:1\n" | "$1" eval -' bom "$program"
check "help of --integers" 0 '\(auto, math, cute\)' "$program" eval --help
check "help has no control bytes" 0 '^0$' bash -c '"$1" eval --help | LC_ALL=C grep -c "[^[:print:][:space:]]"; true' control "$program"
check "a title that is not UTF-8" 2 'is not UTF-8' "$program" export '8:1' -o "$work/title.svg" --title $'a\xff'
mkfifo "$work/pipe"; check "check of a named pipe" 2 'named pipe' timeout 20 "$program" check "$work/pipe"
check "check of a shell's pipe" 0 '^0 problems$' bash -c '"$1" check <(echo "A = 8:1")' pipe "$program"
# A full device, a limit of files' sizes, a link.
for arguments in 'eval 8:1' 'explain coalesce(8:1)' 'functions' 'manual' 'completion bash' 'lessons' 'diff 8:1 8:2' 'eval --table (2,2):(2,1)' "check $sheet"; do
  read -ra words <<<"$arguments"
  said=$("$program" "${words[@]}" 2>&1 >/dev/full); got=$?
  check "a full device: ${words[0]}" 0 '^3 .*cannot write to standard output: No space left' echo "$got $said"
done
said=$(echo '8:1' | "$program" eval - 2>&1 >/dev/full); check "a full device: eval -" 0 '^3 .*No space left' echo "$? $said"
check "a limit of files' sizes" 3 'cannot write .*large.svg: File too large' bash -c 'ulimit -f 8; "$@"' limited "$program" export '(64,64):(64,1)' --template natural -o "$work/large.svg"
check "nothing is left of it" 0 '^0$' bash -c 'ls "$1" | grep -c large || true' count "$work"
: >"$work/target.svg"; ln -s target.svg "$work/link.svg"
check "export through a link" 0 '.*' "$program" export '(4,4):(4,1)' -o "$work/link.svg"
check "the link stays" 0 'symbolic link|svg' bash -c 'test -L "$1/link.svg" && grep -l "<svg" "$1/target.svg"' link "$work"
check "run" 0 'same as the algebra +64 of 64' "$program" run "$sheet" --device cpu
check "run as JSON" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --device cpu --json
check "run, an impossible launch" 2 'cutescope: ' "$program" run '(8,8):(8,1)' '(4,4)' '(3,3)' --device cpu
check "suggest" 0 '^ +1 +384 +16384 +128 +256  composition\(Swizzle<3,3,3>\{\}, \(128,64\):\(64,1\)\)$' "$program" suggest --tile '(128,64)' --element half_t --writes 'make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))' --reads 'make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, (2,2,1)))' --padding 32B --swizzles --order
for kind in by_hand tiled vectors tensor_cores wgmma; do
  check "gemm, $kind" 0 '^@panels map$' "$program" gemm --kind "$kind"
  check "gemm, $kind, checked" 0 '^0 findings$' bash -c '"$0" gemm --kind "$1" -o "$1.cutes" && "$0" flow "$1.cutes"' "$program" "$kind"
  check "gemm, $kind, as a program" 0 'elements are right' bash -c '"$0" export "$1.cutes" -o "$1.cu" && cat "$1.cu"' "$program" "$kind"
done
check "gemm, all that can be said" 0 'SM80_16x8x16_F32BF16BF16F32_TN' "$program" gemm --kind tensor_cores --problem 128x128x128 --tile 64x64x32 --threads 2x2 --stages 4 --element bfloat16_t --element-c float --rows-a mn --rows-b k --rows-c m --swizzle 64
check "gemm in Chinese" 0 'TMA 搬来 tile，256 个线程用 WGMMA 相乘' "$program" gemm --language zh --kind wgmma
check "gemm, a tile that does not divide" 2 'tile M = 96 does not divide M = 256. Nearest that works: tile M = 64\.' "$program" gemm --tile 96x128x64
check "gemm, no extents" 2 '\-\-tile is 3 numbers, such as 128x128x64, not 96' "$program" gemm --tile 96
check "gemm, a type of another kind" 2 'A and B of this kind of kernel are of half_t, bfloat16_t, tfloat32_t, float_e4m3_t or int8_t, and not of double' "$program" gemm --element double
check "gemm, no such kind" 2 'kind' "$program" gemm --kind fast
check "gemm as JSON" 0 '"kind":"tiled",.*"sheet":"@cutescope 1' "$program" gemm --kind tiled --json
check "gemm, the wrong extents as JSON" 2 '^\{"error":.*"text":"--tile is 3 numbers' "$program" gemm --tile 96 --json
check "a theorem" 0 'No counterexample among 1,379 choices of A up to size 12, depth 1' "$program" always 'size(coalesce(A)) == size(A)' --no-random
check "a falsehood" 1 'B = 2:0' "$program" always 'A o B == B o A' --no-random
check "a statement as JSON" 1 '"outcome":"counterexample"' "$program" always 'T = 4:2' 'A o T == T o A' --json
check "no statement" 2 'There is no function nonsense here' "$program" always 'nonsense(A) == A'
check "a time that is none" 2 '--time' "$program" always 'A == A' --time 0
check "suggest as JSON" 0 '"expression":"composition\(Swizzle<1,2,3>\{\}, \(64,64\):\(1,64\)\)"' "$program" suggest --tile '(64,64)' --reads '(32,8):(8,1)' --json
check "suggest with a sheet's names, into it" 0 'added to named.cutes: smem2 = \(32,8\):\(1,32\)$' bash -c 'printf "@cutescope 1\nsmem = (32,8):(8,1)\nwho = (32,8):(1,32)\n" > named.cutes; "$0" suggest --sheet named.cutes --tile smem --reads "who by 4 bytes" --canonical --order --into named.cutes && grep -q "^smem2 = " named.cutes' "$program"
check "suggest, threads" 0 '^ +1 +512 +32 +128 +16  make_tiled_copy' "$program" suggest --global '(128,64):(64,1)' --element half_t --threads 128
check "suggest, threads that do not divide" 2 '96 threads do not divide the tile \(128,64\); 64 do' "$program" suggest --global '(128,64):(64,1)' --threads 96
check "suggest without an access" 2 'at least one --writes or --reads' "$program" suggest --tile '(64,64)'
check "suggest, an unknown name" 2 'There is no foo here' "$program" suggest --tile '(64,64)' --reads foo
check "suggest, a wrong padding" 2 'such as 16 or 32B, not 3k' "$program" suggest --tile '(64,64)' --reads '(32,8):(8,1)' --padding 3k
check "suggest, nothing works" 1 'None of [0-9,]+ layouts allows every access' "$program" suggest --tile '(64,64)' --element half_t --writes 'make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))' --reads 'make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (8,16):(1,8), (8,1))'
check "run, inner_partition" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,4)' --partition=inner_partition --values '(1,2)' --device cpu --json
check "run, outer_partition" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4)' --partition=outer_partition --device cpu --json
check "run, tiled_copy" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,8)' '(4,2):(2,1)' --partition=tiled_copy --values '(1,2):(2,1)' --device cpu --json
check "run with a step" 0 '"shared_by":4' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --step '(1,X)' --device cpu --json
check "run, a written partition" 0 '"once":64' "$program" run --layout '(4,8,2):(16,2,1)' --device cpu --json
check "run, a written partition, swizzled" 0 '"once":64' "$program" run --layout 'Swizzle<2,0,3> o 0 o (4,8,2):(16,2,1)' --device cpu --json
check "run, a tensor larger than the partition" 0 '"never":64' "$program" run 128:1 --layout '(4,8,2):(16,2,1)' --device cpu --json
check "run, out of bounds" 0 '"out_of_bounds":32' "$program" run 32:1 --partition=layout --layout '(4,8,2):(16,2,1)' --device cpu --json
check "run with a grid" 0 '"never":32' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --grid 2 --device cpu --json
check "run with a target" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --target '(8,8):(1,8)' --device cpu --json
check "run, a grid too large" 2 'The grid \(1,70000,1\) is too large' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --grid '(1,70000)' --device cpu
check "run, a launch too long" 2 'too long: 2147483647 blocks of 8 threads with 2 values each are 34359738352 accesses, and up to 1073741824 are run' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --grid 2147483647 --device cpu
check "run, no more accesses than asked for" 2 'are 64 accesses, and up to 63 are run' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --device cpu --accesses 63
check "run, as many accesses as asked for" 0 '"once":64' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --device cpu --accesses 64 --json
check "run, no accesses" 2 . "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --accesses 0
check "run, a sheet and options" 0 '"once":32' "$program" run "$sheet" --grid 2 --device cpu --json
check "run, the kernel's source" 0 '__global__ void' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --source
check "run, no such kernel" 2 . "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --partition=mma
check "run, too few expressions" 2 'TENSOR TILE THREADS' "$program" run '(8,8)' '(4,4)'
check "run, no values" 2 'takes --values=SHAPE' "$program" run '(8,8)' '(4,4)' --partition=inner_partition
check "run, no partition" 2 'takes --layout=LAYOUT' "$program" run --partition=layout
check "run, an unknown fault" 2 'cutescope: ' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --inject=gremlins
check "run without a device" 0 '"once":64' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --inject=no-device --json
check "run without a device that was asked for" 3 'cutescope: ' "$program" run '(8,8):(8,1)' '(4,4)' '(2,4):(4,1)' --inject=no-device --device=cuda
# 2^27 records in half the memory that they need. AddressSanitizer itself needs more than any limit.
grep -q __asan_init "$program" || check "run, no room for the trace" 3 'needs 2048 MiB of memory' \
  bash -c 'ulimit -v 1000000; "$0" run "(16384,8192):(8192,1)" "(128,128)" "(8,128):(128,1)" --device cpu --memory 16384' "$program"
check "wrong usage" 2 . "$program" eval
check "unknown option" 2 . "$program" eval --nonsense 4:1
check "unknown ending" 2 '\.svg' "$program" export '(4,4)' -o picture.bmp
check "an ending in capitals" 0 '' "$program" export '(4,4)' -o CAPITALS.CPP
check "options that leave each other nothing to say" 2 'dialect=cpp applies to .hpp and .cpp, not to a.py' "$program" export '(4,4)' --dialect cpp -o a.py
check "a dialect of C++" 2 'dialect=pycute applies to .py, not to a.cpp' "$program" export '(4,4)' --dialect pycute -o a.cpp
check "a dialect of a picture" 2 'dialect applies to programs, not to a.svg' "$program" export '(4,4)' --dialect dsl -o a.svg
check "a launch as a picture" 2 'launch writes a CUDA program: a.svg does not end in .cu' "$program" export "$sheet" --launch -o a.svg
check "a launch in Python" 2 'launch writes a CUDA program' "$program" export "$sheet" --launch -o a.py
check "a launch and an entry" 2 'use one of them' "$program" export "$sheet" --launch --entry D -o a.cu
check "colours of a program" 2 'color-by applies to pictures' "$program" export "$sheet" --color-by mode -o a.cpp
check "a figure as a program" 2 'figure applies to pictures' "$program" export "$sheet" --figure=steps -o a.cpp
check "a page" 0 '^page.html: [0-9]+ kB$' "$program" export "$sheet" -o page.html
check "a page is a document" 0 '<title>A &amp; B</title>' bash -c '"$0" export "$1" --title "A & B" --theme dark --language zh -o page.htm >/dev/null && cat page.htm' "$program" "$sheet"
check "a fragment is none" 0 '^<div class="cutescope-figure"' bash -c '"$0" export "$1" --fragment --entry A --entry D --hide D -o part.html >/dev/null && ! grep -q "<html" part.html && cat part.html' "$program" "$sheet"
check "a page of an expression" 0 'kB' "$program" export '(4,4):(4,1)' --color-by mode -o one.html
check "a colour without a meaning on a page" 2 'color-by takes .*, not thread' "$program" export '(4,4):(4,1)' --color-by thread -o no.html
check "a page has no width" 2 'width applies to pictures, not to no.html' "$program" export "$sheet" --width 8.5 -o no.html
check "a page is no kind of figure" 2 'figure applies to pictures, not to no.html' "$program" export "$sheet" --figure steps -o no.html
check "a picture is no fragment" 2 'fragment applies to pages \(.html\), not to no.svg' "$program" export "$sheet" --fragment -o no.svg
check "a program hides nothing" 2 'hide applies to pages' "$program" export "$sheet" --hide A -o no.cpp
check "a page of no such entry" 2 'there is no entry Q' "$program" export "$sheet" --hide Q -o no.html
check "an unwritable page" 3 '/nowhere/a.html' "$program" export "$sheet" -o /nowhere/a.html
check "a page of too much" 2 '262144 cells|262,144 cells' "$program" export '(1024,1024):(1024,1)' -o no.html
check "a width that is not a number" 2 'width is a number, not nan' "$program" export '(4,4)' --width nan -o a.svg
check "no such rule of integers" 2 'integers takes auto, math or cute, not foo' "$program" eval --integers=foo 4:1
check "a word of a title finds the lesson" 0 '^@lesson name=permutation' "$program" lessons permutation
check "a word of several" 0 '^  14  swizzle ' "$program" lessons swizzle
check "a word of none" 2 'No lesson has swizle .* Nearest that work: swizzle' "$program" lessons swizle
check "lessons as JSON" 0 '"group":"The algebra".*"number":5' "$program" lessons --json
check "no lesson before the first" 2 'there is no lesson 0; there are 43' "$program" lessons 0
check "a screenshot that is no PNG" 2 'a.svg does not end in .png' "$program" screenshot "$sheet" -o a.svg
check "values of a kernel without" 2 'values applies to inner_partition, tiled_copy and tiled_mma, not to local_partition' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --values '(' --device cpu
check "a partition of a kernel without" 2 'layout applies to layout, not to tiled_copy' "$program" run '(8,8)' '(4,4)' '(2,4):(4,1)' --partition=tiled_copy --layout '(4,8,2):(16,2,1)'
check "more expressions than a kernel takes" 2 'and at most the expressions TENSOR' "$program" run A B --layout '(4,8,2):(16,2,1)'
check "steps of a kernel without" 2 'step applies to local_partition, not to layout' "$program" run --layout '(4,8,2):(16,2,1)' --step '(1,X)' --device cpu
[[ ! -e a.py && ! -e a.cpp && ! -e a.svg && ! -e a.cu ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: what is refused is not written"; }
check "unreadable sheet" 2 'cannot read nowhere.cutes: No such file' "$program" check nowhere.cutes
printf 'A = 4:1\n@view colour=plaid\n' >corrupt.cutes
check "corrupt sheet" 1 '^corrupt.cutes:2:1: error: there is no colour mode' "$program" check corrupt.cutes
printf '@cutescope 2\nA = 4:1\n' >later.cutes
check "a later format" 1 'later.cutes:1:1: error: this sheet has format 2' "$program" check later.cutes
check "a later format, in the window" 2 'later.cutes: line 1: this sheet has format 2' "$program" screenshot later.cutes -o later.png
head -c 4000 /dev/urandom >random.cutes
check "random bytes" 1 . "$program" check random.cutes
check "unwritable picture" 3 '/nowhere/a.svg' "$program" export '(4,4)' -o /nowhere/a.svg
check "no such entry" 2 'there is no entry Q' "$program" export "$sheet" --entry Q -o q.svg
check "no display" 3 'no window can be opened' env -u DISPLAY -u WAYLAND_DISPLAY "$program" "$sheet"
check "screenshot to nowhere" 3 '/nowhere/w.png' "$program" screenshot "$sheet" -o /nowhere/w.png --device cpu

log=$root/tests/logs/kernel.log
check "find" 0 '^8:7 tAgA = ptr\+0 o \(\(_4,_1\),_1,_1,64\):\(\(_1,_0\),_0,_0,4096\)$' "$program" find "$log"
check "find as JSON" 0 '"name":"stage_1","text":"\(_4,_2\):\(_2,_1\)"' "$program" find --json "$log"
check "find, the same name again" 0 '^2:4 sA_2 = \(4,2\):\(2,1\)$' bash -c 'printf "sA (4,2):(1,4)\nsA (4,2):(2,1)\n" | "$0" find -' "$program"
check "find, nothing" 1 'no output of CuTe.s print' bash -c 'echo "12:30:45 main.cpp:10:5" | "$0" find -' "$program"
check "find, no such file" 2 'cannot read nowhere.log: No such file' "$program" find nowhere.log
table() { printf "$1" >table.txt; }
table '0,1,2,3\n4,5,6,7\n'
check "infer from a table" 0 '^\(2,4\):\(4,1\)$' "$program" infer table.txt
check "infer, in C++" 0 '^C\+\+: make_layout\(make_shape\(Int<2>\{\}, Int<4>\{\}\), make_stride\(Int<4>\{\}, Int<1>\{\}\)\)' "$program" infer table.txt
check "infer, how many cells" 0 '^all 8 cells$' "$program" infer table.txt
check "infer as JSON" 0 '"cells":8,.*"expression":"\(2,4\):\(4,1\)","made":8,"unique":true' "$program" infer --json table.txt
check "infer, what print prints" 0 '^Sw<2,1,3> o 0 o \(8,8\):\(8,1\)$' bash -c '"$0" print "Sw<2,1,3> o 0 o (8,8):(8,1)" | tail -n +2 | "$0" infer -' "$program"
check "infer from our TikZ" 0 '^\(\(2,2\),4\):\(\(1,8\),2\)$' bash -c '"$0" export "((2,2),4):((1,8),2)" -o t.tex >/dev/null && "$0" infer t.tex' "$program"
table '0 1 2\n3 4 6\n'
check "infer, no layout" 1 '^table.txt:2:5: error: No layout, swizzled or not, makes 6 at \(1,2\) .* With 5 in place of 6 at \(1,2\) it would be \(2,3\):\(3,1\)\.$' "$program" infer table.txt
check "infer, no layout, as JSON" 1 '"cell":"\(1,2\)","column":5,"line":2,"problem":.*"repair":' "$program" infer table.txt --json
table '0 1 ?\n3 4 5\n'
check "infer with a gap" 0 '^all 5 known cells, of 6: no other layout makes them$' "$program" infer table.txt
table '0,1\n2,4x\n'
check "infer, no cell" 1 '^table.txt:2:3: error: 4x is not a cell' "$program" infer table.txt
table '0,0\n1,4\n2,8\n'
check "infer from pairs" 0 '^3:4$' "$program" infer --as pairs table.txt
check "infer, no such file" 2 'nowhere.csv' "$program" infer nowhere.csv
check "infer from random bytes" 0 '' bash -c 'head -c 100000 /dev/urandom | "$0" infer - >/dev/null 2>&1; (($? < 2))' "$program"
check "find in random bytes" 0 '' bash -c 'head -c 1000000 /dev/urandom | "$0" find - >/dev/null; (($? < 2))' "$program"
check "read, a text itself" 0 '^1:4 sA = \(4,8\):\(8,1\)$' "$program" read 'sA (4,8):(8,1)'
check "read, a table where nothing is printed" 0 '^\(2,4\):\(4,1\)$' bash -c 'printf "0 1 2 3\n4 5 6 7\n" | "$0" read -' "$program"
check "read, nothing" 1 'no output of CuTe.s print' bash -c 'echo "12:30:45 main.cpp:10:5" | "$0" read -' "$program"
check "read, nothing as JSON" 1 '^\{"error":.*"text":"it has no output of CuTe' bash -c 'echo nothing | "$0" read --as printed --json -' "$program"
check "read, no such file" 2 'cannot read nowhere.log: No such file' "$program" read nowhere.log
check "read, no such way" 2 'auto, printed, table, pairs or threads, not tree' "$program" read --as tree nowhere.log
check "watch, no such file" 2 'cannot read nowhere.log: No such file' "$program" watch nowhere.log
check "watch without a display" 3 'no window can be opened' env -u DISPLAY -u WAYLAND_DISPLAY "$program" watch "$log"
check "watch, keep nothing" 2 . "$program" watch "$log" --keep 0
check "diff, the same function" 0 'different modes, but are the same function' "$program" diff '(2,4):(1,2)' '8:1'
check "diff" 1 'differ at 6 of 8 coordinates. The first is 1, \(1,0\) of A and \(1,0\) of B: A\(1\) = 1, B\(1\) = 2' "$program" diff '(4,2):(1,4)' '(4,2):(2,1)'
check "diff as JSON" 1 '"first":\{"a":"1","b":"2","coordinate":1' "$program" diff --json '(4,2):(1,4)' '(4,2):(2,1)'
check "diff, sizes" 1 'A has 8 elements, B has 4' "$program" diff '(4,2)' '4:1'
check "diff, an error" 2 '^error: The expression ends too early' "$program" diff '(4,2)' '(4,'
check "diff, pictures" 1 '' "$program" diff '(4,2):(1,4)' '(4,2):(2,1)' -o d.svg
[[ -s d-A.svg && -s d-B.svg ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: diff -o wrote no pictures"; }

# A sheet is exported whole.
check "export a sheet as C++" 0 '' "$program" export "$sheet" -o all.cpp
check "export a sheet as the CuTe DSL" 0 '' "$program" export "$sheet" -o all.py
check "export a sheet as pycute, which has no tensors" 2 'cta: There is no code for local_tile .* --entry takes one of A, T, D, cta, thr, P, E\.' "$program" export "$sheet" --dialect pycute -o no.py
check "export an entry as pycute" 0 '' "$program" export "$sheet" --entry D --dialect pycute -o entry.py
for entry in A T D cta thr P E; do
  check "$entry in C++" 0 "print\\(\"$entry = \"\\)" cat all.cpp
  check "$entry in Python" 0 "print\\(\"$entry =\", $entry\\)" cat all.py
done
check "only what the entry needs" 0 '^print\(D\)$' grep print entry.py
check "export a sheet as a picture" 0 '' "$program" export "$sheet" -o all.txt
check "with all cards that are shown" 0 '^ADP$' bash -c 'grep -oE "^(A|D|P over cta)" all.txt | cut -c1 | tr -d "\n"'
check "figures of one entry" 2 '=steps takes one entry: --entry takes one of A, T, D' "$program" export "$sheet" --figure=steps -o no.svg
printf 'A = 4:1\nB = (4,\nC = 2:1\n' >broken.cutes
check "a picture tells what is missing" 0 'warning: B is not in the figure: ' "$program" export broken.cutes -o broken.svg
check "all palettes" 2 '--palette takes cutescope, cute, greys, contrast or print, not pink' "$program" export 4:1 --palette pink -o no.svg

for ending in svg png pdf tex txt; do
  check "export .$ending" 0 '' "$program" export "$sheet" --entry D -o "D.$ending"
  [[ -s D.$ending ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: D.$ending is missing"; }
done

# Figures: every kind, at a column's width, and what is refused.
for kind in card canvas operands steps trace tv; do
  entry=D; [[ $kind == tv ]] && entry=P
  check "figure $kind" 0 '' "$program" export "$sheet" --figure=$kind --entry $entry --width 8.5 --legend --caption "A caption & more" -o "figure-$kind.svg"
  check "figure $kind, its width" 0 'width="240.94pt"' head -1 "figure-$kind.svg"
  check "figure $kind, its caption" 0 'A caption &amp; more' cat "figure-$kind.svg"
  check "figure $kind as text" 0 '' "$program" export "$sheet" --figure=$kind --entry $entry -o "figure-$kind.txt"
done
if command -v pdflatex >/dev/null; then
  for kind in card canvas operands steps trace tv; do
    entry=D; [[ $kind == tv ]] && entry=P
    "$program" export "$sheet" --figure=$kind --entry $entry -o "tex-$kind.tex"
    check "figure $kind compiles with pdflatex" 0 'Output written on' timeout 120 pdflatex -interaction=nonstopmode -halt-on-error "tex-$kind.tex"
  done
else
  echo "SKIPPED: pdflatex is not installed: no figure is compiled"
fi
# The size and letters that the program reports of a figure are those that another program reads back from the file.
near() { # NAME VALUE WANTED BY
  if awk -v a="$2" -v b="$3" -v by="$4" 'BEGIN { exit !(a + 0 > 0 && b + 0 > 0 && a - b <= by && b - a <= by) }'; then
    passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1: $2 is not $3"; fi
}
points() { awk -v v="$1" 'BEGIN { printf "%.2f", v * 72 / 2.54 }'; }
mma='make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0))'
small='make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN)'  # has its labels in each of these
for page in '--width 17' '--template two-columns' '--template slide' '--template page' '--template blog' '--width 12 --height 16'; do
  for file in said.svg said.pdf; do
    read -r width height letters < <("$program" export "$small" --figure=tv $page -o $file |
      sed -nE 's/^.*: ([0-9.]+) x ([0-9.]+) cm, letters of ([0-9.]+) pt and larger$/\1 \2 \3/p')
    if [[ $file == said.svg ]]; then
      near "$page: the width of the SVG" "$(head -1 $file | sed -E 's/.* width="([0-9.]+)pt.*/\1/')" "$(points "$width")" 0.3
      near "$page: the letters of the SVG" "$(grep -o 'font-size="[0-9.]*' $file | cut -d'"' -f2 | sort -n | head -1)" "$letters" 0.06
    elif command -v pdftotext >/dev/null; then
      pdftotext -bbox $file said.html
      near "$page: the width of the PDF" "$(sed -nE 's/.*<page width="([0-9.]+)".*/\1/p' said.html)" "$(points "$width")" 0.3
      near "$page: the height of the PDF" "$(sed -nE 's/.*<page .*height="([0-9.]+)".*/\1/p' said.html)" "$(points "$height")" 0.3
      # A line of JetBrains Mono is 1.32 times its letters' size high.
      near "$page: the letters of the PDF" "$(sed -nE 's/.*yMin="([0-9.]+)".*yMax="([0-9.]+)">V[0-9]+<.*/\2 \1/p' said.html |
        awk '{ print ($1 - $2) / 1.32 }' | sort -n | head -1)" "$letters" 0.06
    fi
  done
done
command -v pdftotext >/dev/null || echo "SKIPPED: pdftotext is not installed: no letters of a PDF are read"
check "labels that do not fit, and the width that shows them" 0 \
  'warning: No labels in panel 1: their letters would be smaller than 5 pt; [0-9.]+ cm is the least width that shows them' \
  "$program" export "$mma" --figure=tv --width 8.5 -o said.svg
least=$("$program" export "$mma" --figure=tv --width 8.5 -o said.svg 2>&1 | sed -nE 's/.*; ([0-9.]+) cm is the least.*/\1/p')
check "that width does, without a warning" 0 '^said.svg: [0-9. x]+ cm, letters of 5\.[01] pt and larger$' "$program" export "$mma" --figure=tv --width "$least" -o said.svg
[[ $("$program" export "$mma" --figure=tv --width "$least" -o said.svg 2>&1 | wc -l) == 1 ]] && grep -q '>T127<' said.svg && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: the labels at $least cm"; }
templates=$(sed -nE 's/^\| `([a-z-]+)` \| ([0-9.]+) cm \| ([0-9.]+) cm \| ([0-9]+) pt \|$/\1 \2 \3 \4/p' "$root/docs/command-line.md")
while read -r name width height letters; do
  check "template $name, as in the documentation" 0 "$name \($width x $height cm, $letters pt\)" bash -c '"$0" export --help | tr -s "[:space:]" " "' "$program"
done <<<"$templates"
[[ $(wc -l <<<"$templates") == 5 ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: the templates of the documentation: $templates"; }
check "no such template" 2 'template' "$program" export '(4,4)' --template poster -o no.svg
check "a label without a meaning" 2 '--label takes index, 1d, rd, natural, address or none here, not thread_value: These elements have no owner' "$program" export '(8,8):(8,1)' --label thread_value -o no.svg
check "a colour without a meaning" 2 '--color-by takes index, .* here, not warp: These elements have no owner' "$program" export '(8,8):(8,1)' --color-by warp -o no.svg
check "a PNG of a million cells" 0 'warning: A PNG has at most 30000 pixels a side' "$program" export '(1024,1024):(1024,1)' -o million.png
[[ -s million.png ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: no PNG of a million cells"; }
check "slices of a value alone" 0 '' "$program" export '(4,4,3):(1,4,16)' -o alone.svg
[[ $(grep -c '(_,_,[012])' alone.svg) == 3 ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: not all slices are drawn"; }
check "a natural size" 0 '^natural.svg: [0-9]{3}\.[0-9]+ x [0-9]{3}' "$program" export '(100,100):(100,1)' --template natural -o natural.svg
check "a size of A4 at most" 0 '^a4.svg: 1[0-9]\.[0-9]+ x [12][0-9]\.[0-9]+ cm' "$program" export '(100,100):(100,1)' -o a4.svg
check "grey" 0 'cm' "$program" export '(4,4):(4,1)' --theme grey --legend -o grey.svg
check "all slices" 0 '' "$program" export '(4,4,3):(1,4,16)' --figure=slices -o slices.svg
check "all slices, their headings" 0 '3' grep -cE '>\(_,_,[012]\)<' slices.svg
check "slices of one" 2 'has one slice; layouts of rank 3' "$program" export '(4,4)' --figure=slices -o no.svg
printf 'A = (4,4):(4,1)\nB = (4,4):(1,4)\n' >two.cutes
check "a comparison" 0 '' "$program" export two.cutes --figure=compare --entry A --entry B -o compare.pdf
check "a comparison of one" 2 'takes two entries, --entry A --entry B' "$program" export two.cutes --figure=compare --entry A -o no.svg
check "two entries of a card" 2 'takes two entries' "$program" export two.cutes --figure=card --entry A --entry B -o no.svg
check "figure swizzle" 0 '' "$program" export 'composition(Swizzle<3,0,3>, (8,8):(8,1))' --figure=swizzle -o swizzle.svg
check "figure swizzle, its words" 0 'after Swizzle&lt;3,0,3&gt;' cat swizzle.svg
check "figure swizzle without one" 2 'has no swizzle' "$program" export '(8,8):(8,1)' --figure=swizzle -o no.svg
check "figure operands without any" 2 'is not an operation' "$program" export '(8,8):(8,1)' --figure=operands -o no.svg
check "figure steps without any" 2 'has no steps' "$program" export '(8,8):(8,1)' --figure=steps -o no.svg
check "figure trace without a launch" 2 'has no launch' "$program" export '(8,8):(8,1)' --figure=trace -o no.svg
check "figure tv without a tile" 2 'such as --tile' "$program" export '(4,2):(2,1)' --figure=tv -o no.svg
check "figure tv with its tile" 0 '' "$program" export '(4,2):(2,1)' --figure=tv --tile '(2,4)' -o tv.svg
check "figure tv of an MMA" 0 '' "$program" export 'make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN)' --figure=tv -o mma.svg
for matrix in A B C; do check "figure tv of an MMA, its matrix $matrix" 0 ">$matrix<" cat mma.svg; done
check "no such figure" 2 'figure' "$program" export '(4,4)' --figure=poster -o no.svg
check "a width beyond the limits" 2 'width' "$program" export '(4,4)' --width 1 -o no.svg
check "a step of no steps" 2 'with --figure=steps' "$program" export '(4,4)' --step 2 -o no.svg
check "a step that is not there" 2 'there is no step 99' "$program" export "$sheet" --figure=steps --entry D --step 99 -o no.svg
check "a file a step" 0 '' "$program" export "$sheet" --figure=steps --entry D --each -o step.png
[[ -s step-1.png && -s step-2.png && ! -e step.png && ! -e no.svg ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: one file a step"; }
check "paper and screen" 0 '' "$program" export '(4,4)' --theme=paper --transparent --no-headings --no-borders --no-names --font 'DejaVu Sans' --title T -o p.svg
check "the font is named" 0 "font-family=\"'DejaVu Sans'" cat p.svg

lines=$(for i in $(seq 1 2000); do echo "coalesce((2,$i):(1,2))"; done | "$program" eval - | md5sum)
wanted=$(for i in $(seq 1 2000); do echo "$((2 * i)):1"; done | md5sum)
[[ $lines == "$wanted" ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: eval - does not answer line by line"; }

# Many names are kept in little memory, and what they stood for when a line used them: 100,000 in 128 MiB of data, where each had 3 KiB.
grep -q __asan_init "$program" || {
said=$(for ((i = 0; i < 100000; ++i)); do echo "name$i = ((2,$((i % 7 + 1))),4):((1,8),64)"; done | { cat; echo 'composition(name3, 4)'; } |
  (ulimit -Sd 131072; "$program" eval - 2>&1) | tail -1)
[[ $said == '(2,2):(1,8)' ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: eval -, many names: $said"; }
}
# An unknown name costs no look at all the names before it. Under sanitizers a line costs ten times as much, and fewer show the same.
names=20000
grep -q __asan_init "$program" && names=4000
said=$(for ((i = 0; i < names; ++i)); do echo "some_long_name$i = 4"; echo "some_lang_nome$i"; done | timeout 300 "$program" eval - | tail -1)
[[ $said == *"Nearest that work: some_long_name$((names - 1))" ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: eval -, many unknown names: $said"; }

# A line without an end, and a definition, take the memory of an entry.
grep -q __asan_init "$program" || {
said=$( { head -c 300000000 /dev/zero | tr '\0' '1'; echo; echo '4:1'; echo 'A = ('; head -c 100000 /dev/zero | tr '\0' '\n' | sed 's/^/1,/'; echo; echo '8:1'; } |
  (ulimit -Sd 131072; timeout 300 "$program" eval - 2>&1) | cut -c1-80 | grep -v 'is not expected here' | uniq | paste -sd'|')
[[ $said == 'error: An entry has at most 65536 bytes; this has more.|4:1|error: An entry has at most 65536 bytes; this has more.|'*'8:1' ]] && passed=$((passed + 1)) ||
  { failed=$((failed + 1)); echo "FAILED: eval -, lines without an end: $said"; }
}
# lines NAME TEXT ANSWERS: what `eval -` answers to the text, joined by |.
lines() {
  local said
  said=$(printf "$2" | "$program" eval - | paste -sd'|')
  [[ $said == "$3" ]] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: eval -, $1: $said"; }
}
lines "names are kept" 'A = (4,2):(1,4)\nA o 2:1\n' '(4,2):(1,4)|2:1'
lines "a name is bound again" 'A = 4:1\nB = A\nA = 8:1\nB\nA\n' '4:1|4:1|8:1|4:1|8:1'
lines "several on a line" 'A = 4:1; size(A)\nA;\n' '4:1|4|4:1'
lines "a definition over several lines" 'auto A =\n  make_layout(make_shape(Int<4>{},  // m; rows\n                         Int<2>{}));\nA\n' '(_4,_2):(_1,_4)|(_4,_2):(_1,_4)'
lines "template arguments over several lines" 'using L = Layout<Shape<_4,_2>,\n                 Stride<_2,_1>>;\nL\n' '(_4,_2):(_2,_1)|(_4,_2):(_2,_1)'
lines "an open bracket ends at an empty line" 'A = make_layout(\n\n4:1\n' 'error: The expression ends too early.|4:1'
lines "an expression does not wait" 'coalesce((4,2):(1,4)\n4:1\n' 'error: This bracket is not closed: ")" is missing.|4:1'
lines "a program's frame" '#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n  // a tile\n\n  auto A = 4:1;\n  print(A);\n}\n' '4:1'
lines "marks follow the names" 'A = (4,2):(1,4)\ncoalesce(A)\nB = _4\ncoalesce(make_layout((B,2),(1,4)))\ncoalesce(A)\n' '(4,2):(1,4)|8:1|_4|(_4,2):(1,4)|8:1'
lines "a line keeps what its names were, by both rules" 'A = (4,2):(1,4)\nC = A\nA = 3:1\nmake_layout(C, _2:_8)\nC\n' '(4,2):(1,4)|(4,2):(1,4)|3:1|((4,2),_2):((1,4),_8)|(4,2):(1,4)'
lines "a long chain without a mark" "$(echo 'A = (4,2):(1,4)'; for i in $(seq 300); do echo 'A = make_layout(get<0>(A), get<1>(A))'; done; echo 'coalesce(make_layout(A, _2:_8))')\\n" "$(for i in $(seq 301); do printf '(4,2):(1,4)|'; done)(4,2,_2):(1,4,_8)"
coproc ask { "$program" eval -; }
echo 'A = 4:1' >&"${ask[1]}"; read -rt 60 said <&"${ask[0]}"
echo 'A o 2:1' >&"${ask[1]}"; read -rt 60 more <&"${ask[0]}"
check "eval - answers before the next line" 0 '^4:1 2:1$' echo "$said $more"
# Lines that come together are evaluated side by side; they are answered as if they had come one by one.
awk 'BEGIN {
  srand(7); split("A B tile o1 K i2 Major::K1 name_1", name); split("4:1 (4,2):(1,4) _8:_2 (_2,4):(_1,2) 6 _3 Swizzle<2,0,3>", value)
  split("coalesce(@) size(@) composition(@,@) make_layout(@,@) @ complement(@,64) (@,@) unknown(@) @)", call)
  for (i = 0; i < 3000; ++i) {
    line = rand() < 0.3 ? value[int(rand() * 7) + 1] : call[int(rand() * 9) + 1]
    while (sub(/@/, name[int(rand() * 8) + 1], line)) continue
    print (rand() < 0.5 ? name[int(rand() * 8) + 1] " = " : "") line
  }
}' >"$work/random.txt"
while read -r line; do
  printf '%s\n' "$line" >&"${ask[1]}"
  read -rt 60 said <&"${ask[0]}"
  printf '%s\n' "$said"
done <"$work/random.txt" >"$work/one.txt"
{ echo 'A = 4:1'; cat "$work/random.txt"; } | "$program" eval - | tail -n +2 >"$work/all.txt"
check "there are values and errors" 0 '^ok$' awk '/^error: / { e++ } !/^error: / { v++ } END { print (e > 300 && v > 300 ? "ok" : e " errors, " v " values") }' "$work/all.txt"
check "lines together are answered as one by one" 0 '^$' diff "$work/one.txt" "$work/all.txt"

# How the program is built: sanitizers have checks of their own.
if [[ -z $(readelf -Ws --dyn-syms "$program" | grep -E "__(asan|ubsan)_") ]]; then
  check "the stack is guarded" 0 '__stack_chk_fail' readelf -Ws --dyn-syms "$program"
  check "copies are checked" 0 '__(memcpy|snprintf|read|memmove|vsnprintf)_chk' readelf -Ws --dyn-syms "$program"
  check "functions are bound before the program begins" 0 'BIND_NOW|Flags:.* NOW' readelf -Wd "$program"
  check "what is relocated is read-only then" 0 'GNU_RELRO' readelf -Wl "$program"
  check "the program stands where the system puts it" 0 'Type: +DYN' readelf -Wh "$program"
fi

printf 'script: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
