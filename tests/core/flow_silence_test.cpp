// Whatever a kernel does is followed, or told as not decided with its line: nothing is passed over in silence.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "app/flow/program_flow.hpp"
#include "tests/folder.hpp"
#include "tests/rounds.hpp"

using namespace app;
using namespace std::string_literals;

namespace {

constexpr std::size_t line_of_piece = 12, line_of_get = 1, line_of_put = 2;

/// Returns a kernel in which each thread writes an element of shared memory, and line 12 does something with another thread's.
std::string kernel_with(const std::string& piece, bool barrier) {
  return fmt::format(R"(template <class T> __device__ float at(T t, int i) {{ return t(i); }}
template <class T> __device__ void put(T t, int i, float v) {{ t(i) = v; }}
struct Box {{ float v; }};
__global__ void k(float* p, float* q) {{
  __shared__ float m[64];
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{{}}));
  auto h = make_tensor(make_gmem_ptr(q), make_shape(Int<64>{{}}));
  auto s = make_tensor(make_smem_ptr(m), make_shape(Int<64>{{}}));
  auto t = make_layout(Int<64>{{}});
  copy(local_partition(g, t, threadIdx.x), local_partition(s, t, threadIdx.x));
  {}
  {}
}}
int main() {{ float *p, *q; k<<<1, 64>>>(p, q); }}
)",
                     barrier ? "__syncthreads();" : "", piece);
}

std::string told(const std::vector<CheckedKernel>& kernels) {
  std::string all;
  for (const auto& k : kernels) {
    for (const auto& f : k.report.findings) all += fmt::format("{}: {}: {}\n", f.line, gpu::name_of(f.kind), f.text);
    for (const auto& u : k.report.undecided) all += fmt::format("? {}\n", u);
  }
  return all;
}

bool is_open(const std::vector<CheckedKernel>& kernels, std::size_t line) {
  return std::ranges::any_of(kernels, [&](const CheckedKernel& k) {
    return std::ranges::any_of(k.report.undecided, [&](const auto& u) { return named_line(u) == line; });
  });
}
bool is_found(const std::vector<CheckedKernel>& kernels, std::size_t line) {
  return std::ranges::any_of(kernels, [&](const CheckedKernel& k) {
    return std::ranges::any_of(k.report.findings, [&](const auto& f) { return std::ranges::find(f.lines, line) != f.lines.end(); });
  });
}
std::size_t findings(const std::vector<CheckedKernel>& kernels) {
  std::size_t all = 0;
  for (const auto& k : kernels) all += k.report.findings.size();
  return all;
}

}  // namespace

TEST_CASE("what a kernel does to an element is followed: without a barrier before it there is a race, with one there is none") {
  int row = 0;
  for (const std::string piece : {
           "h(threadIdx.x) = s(63 - threadIdx.x);",
           "h(threadIdx.x) = s[63 - threadIdx.x];",
           "h[threadIdx.x] = s(63 - threadIdx.x);",
           "float v = s(63 - threadIdx.x); h(threadIdx.x) = v;",
           "const float v = 2.f * s(63 - threadIdx.x) + 1.f; h(threadIdx.x) = v;",
           "float v; v = s(63 - threadIdx.x); h(threadIdx.x) = v;",
           "float v = 0.f; v += s(63 - threadIdx.x); h(threadIdx.x) = v;",
           "h(threadIdx.x) = threadIdx.x < 64 ? s(63 - threadIdx.x) : 0.f;",
           "h(threadIdx.x) = fmaf(s(63 - threadIdx.x), 2.f, 1.f);",
           "h(threadIdx.x) = static_cast<float>(s(63 - threadIdx.x));",
           "h(threadIdx.x) = (float)s(63 - threadIdx.x);",
           "h(threadIdx.x) = at(s, 63 - threadIdx.x);",
           "put(s, 63 - threadIdx.x, 1.f);",
           "auto f = [&](int i) { return s(i); }; h(threadIdx.x) = f(63 - threadIdx.x);",
           "h(threadIdx.x) = m[63 - threadIdx.x];",
           "q[threadIdx.x] = m[63 - threadIdx.x];",
           "float v = m[63 - threadIdx.x]; h(threadIdx.x) = v;",
           "m[63 - threadIdx.x] = 1.f;",
           "(m)[63 - threadIdx.x] += 1.f;",
           "s(63 - threadIdx.x) = 1.f;",
           "s(63 - threadIdx.x) += 1.f;",
           "++s(63 - threadIdx.x);",
           "s(63 - threadIdx.x)--;",
           "h(threadIdx.x) = 0.f, s(63 - threadIdx.x) = 1.f;",
           "for (int i = 0; i < 2; ++i) h(threadIdx.x) = s(63 - threadIdx.x);",
           "int i = 0; while (i < 2) { h(threadIdx.x) = s(63 - threadIdx.x); ++i; }",
           "int i = 0; do h(threadIdx.x) = s(63 - threadIdx.x); while (++i < 2);",
           "{ { h(threadIdx.x) = s(63 - threadIdx.x); } }",
           "if (threadIdx.x < 64) h(threadIdx.x) = s(63 - threadIdx.x);",
           "switch (threadIdx.x / 64) { case 0: h(threadIdx.x) = s(63 - threadIdx.x); break; default: break; }",
           "local_partition(h, t, threadIdx.x)(0) = local_partition(s, t, 63 - threadIdx.x)(0);",
           "int i = 63; h(threadIdx.x) = s(i-- - threadIdx.x);",
           "int i = 62; h(threadIdx.x) = s(++i - threadIdx.x); h(threadIdx.x) = s(i - threadIdx.x);",
           "int i = 63; s(i++ - threadIdx.x) = 1.f;",
       }) {
    if (!tried(row++)) continue;
    CAPTURE(piece);
    const auto right = check_kernels(kernel_with(piece, true), {}), wrong = check_kernels(kernel_with(piece, false), {});
    CHECK_MESSAGE(told(right).empty(), told(right));
    const bool found = is_found(wrong, line_of_piece) || is_found(wrong, line_of_get) || is_found(wrong, line_of_put);
    CHECK_MESSAGE(found, told(wrong));
  }
}

TEST_CASE("an index that the same statement changes is the one before or after it, or not decided") {
  const auto piece = [](const std::string& text) { return check_kernels(kernel_with("int i = 63 - threadIdx.x; " + text, true), {}); };
  // Elements 0 to 63, and those above it.
  for (const std::string right : {"s(i++) = 1.f;", "s(--i + 1) = 1.f;", "s(i++) = g(i);", "int j = 0; s(i + j++) = 1.f;"})
    CHECK_MESSAGE(told(piece(right)).empty(), right, ": ", told(piece(right)));
  for (const std::string beyond : {"s(++i) = 1.f;", "i++; s(i) = 1.f;", "float v = s(++i); h(threadIdx.x) = v;"})
    CHECK_MESSAGE(is_found(piece(beyond), line_of_piece), beyond, ": ", told(piece(beyond)));
  // A function runs once for the index that it gives.
  const std::string next = "auto next = [&] { return i++; }; ";
  CHECK_MESSAGE(told(piece(next + "s(next()) = 1.f; s(i - 1) = 2.f;")).empty(), told(piece(next + "s(next()) = 1.f; s(i - 1) = 2.f;")));
  CHECK_MESSAGE(is_found(piece(next + "s(next()) = 1.f; s(next()) = 1.f;"), line_of_piece), "the second one is beyond");
  const auto copied = piece(next + "copy(local_partition(g, t, next()), local_partition(s, t, 63 - threadIdx.x)); s(i - 1) = 2.f;");
  CHECK_MESSAGE(told(copied).empty(), told(copied));
  // The right side is evaluated first, so that these are elements 1 to 64.
  for (const std::string open : {"s(i) = g(i++);", "i++, s(i) = 1.f;", "auto next = [&] { return i++; }; s(i) = next();"}) {
    CHECK_MESSAGE(findings(piece(open)) == 0, open, ": ", told(piece(open)));
    CHECK_MESSAGE(is_open(piece(open), line_of_piece), open);
  }
}

TEST_CASE("arrays and numbers in shared memory are followed as tensors are") {
  const auto with = [](const std::string& first, bool barrier, const std::string& second) {
    return check_kernels(R"(__global__ void k(float* p, float* q) {
  __shared__ float tile[8][9];
  __shared__ float total, none;
  __shared__ alignas(16) int row[64];
  extern __shared__ float rest[];
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  auto h = make_tensor(make_gmem_ptr(q), make_shape(Int<64>{}));
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  )" + first + "\n  " + (barrier ? "__syncthreads();" : "") +
                             "\n  " + second + "\n}\nint main() { float *p, *q; k<<<1, 64>>>(p, q); }\n",
                         {});
  };
  constexpr std::size_t line = 11;
  for (const auto& [first, second] : {std::pair<std::string, std::string>{"tile[y][x] = g(threadIdx.x);", "h(threadIdx.x) = tile[x][y];"},
                                      {"tile[y][x] = g(threadIdx.x);", "tile[x][y] = 0.f;"},
                                      {"if (threadIdx.x == 0) total = g(0);", "h(threadIdx.x) = total;"},
                                      {"if (threadIdx.x == 0) total = 1.f;", "float v = total; h(threadIdx.x) = 2.f * v;"},
                                      {"row[threadIdx.x] = threadIdx.x;", "h(threadIdx.x) = row[63 - threadIdx.x];"},
                                      {"if (threadIdx.x == 5) *row = 1;", "h(threadIdx.x) = row[0];"}}) {
    CAPTURE(first);
    CAPTURE(second);
    const auto right = with(first, true, second), wrong = with(first, false, second);
    CHECK_MESSAGE(told(right).empty(), told(right));
    CHECK_MESSAGE(is_found(wrong, line), told(wrong));
  }
  // All threads write one number; what was never written is read.
  CHECK(is_found(with("total = g(threadIdx.x);", true, "h(threadIdx.x) = total;"), 9));
  CHECK(is_found(with("if (threadIdx.x == 0) total = 1.f;", true, "h(threadIdx.x) = none;"), line));
  CHECK(is_found(with("row[threadIdx.x] = 1;", true, "h(threadIdx.x) = row[threadIdx.x + 1];"), line));
  CHECK(is_found(with("rest[threadIdx.x] = 1.f;", true, "h(threadIdx.x) = rest[threadIdx.x + 1];"), line));
  CHECK(told(with("rest[threadIdx.x] = 1.f;", true, "h(threadIdx.x) = rest[63 - threadIdx.x];")).empty());
  for (const std::string second : {"float* r = tile[y]; h(threadIdx.x) = r[x];", "atomicAdd(&total, 1.f);", "other(total);",
                                   "h(threadIdx.x) = *(row + 1 + threadIdx.x % 2);"}) {
    const auto kernels = with("if (threadIdx.x == 0) total = 1.f;", true, second);
    CHECK_MESSAGE(is_open(kernels, line), second << told(kernels));
    CHECK_MESSAGE(findings(kernels) == 0, second << told(kernels));
  }
}

TEST_CASE("whatever else a kernel does is told as not decided, with its line, and nothing right is accused") {
  for (const std::string piece : {
           "*(m + 63 - threadIdx.x) = 0.f;",
           "atomicAdd(&m[63 - threadIdx.x], 1.f);",
           "atomicAdd(&s(63 - threadIdx.x), 1.f);",
           "float old = atomicAdd(&m[0], 1.f); h(threadIdx.x) = old;",
           "other(s);",
           "(void)other(s);",
           "auto r = other(s);",
           "float r = other(63 - threadIdx.x);",
           "other();",
           "library::other();",
           "threadIdx.x < 64 ? other(s) : other(h);",
           "other(s), other(h);",
           "h(threadIdx.x) = other(63 - threadIdx.x);",
           "h(threadIdx.x) = 1.f + other(63 - threadIdx.x);",
           "if (other(1)) h(threadIdx.x) = 0.f;",
           "for (int i = other(1); i < 2; ++i) h(threadIdx.x) = 0.f;",
           "while (other(1)) h(threadIdx.x) = 0.f;",
           "switch (other(1)) { case 0: h(threadIdx.x) = s(63 - threadIdx.x); break; }",
           "if (s(63 - threadIdx.x) > 0.f) h(threadIdx.x) = 1.f;",
           "for (int i = 0; i < s(0); ++i) h(threadIdx.x) = 1.f;",
           "thing.run(s);",
           "thing.run();",
           "thing->run();",
           "warp.sync();",
           "own::barrier_wait(m);",
           "pipeline.producer_acquire(state);",
           "asm volatile(\"st.shared.f32 [%0], %1;\" :: \"r\"(a), \"f\"(b));",
           "asm volatile(\"bar.sync 0;\");",
           "reinterpret_cast<float4*>(m)[15 - threadIdx.x / 4] = float4{};",
           "memcpy(q, m, 4);",
           "std::swap(m[0], m[63 - threadIdx.x]);",
           "for (auto x : s) h(threadIdx.x) = x;",
           "cute::for_each(s, [&](auto x) { h(threadIdx.x) = x; });",
           "h(threadIdx.x) = s(63 - threadIdx.x) * s(threadIdx.x);",
           "float v = 0.f; for (int i = 0; i < 4; ++i) v += s(i) * s(63 - i); h(threadIdx.x) = v;",
           "float x = s(1), y = s(2); h(threadIdx.x) = fmaf(x, y, 0.f);",
           "s(other(1)) = 0.f;",
           "put(h, threadIdx.x, s(63 - threadIdx.x));",
           "return other(s);",
           "Box b{s(63 - threadIdx.x)}; other(b);",
           "co_yield s(0);",
       }) {
    CAPTURE(piece);
    const auto kernels = check_kernels(kernel_with(piece, true), {});
    CHECK_MESSAGE(is_open(kernels, line_of_piece), told(kernels));
    CHECK_MESSAGE(findings(kernels) == 0, told(kernels));
  }
}

TEST_CASE("what neither touches memory nor orders threads is passed over") {
  for (const std::string piece : {
           "int i = threadIdx.x; i = max(i, 3); i += __popc(i);",
           "float x = expf(2.f) + rsqrtf(3.f);",
           "printf(\"%d\\n\", threadIdx.x);",
           "static_assert(size(t) == 64);",
           "CUTE_STATIC_ASSERT_V(size(t) == Int<64>{});",
           "auto n = size(s); auto l = s.layout();",
           "auto part = local_partition(s, t, threadIdx.x); auto more = part(_);",
           "unsigned all = __ballot_sync(0xffffffff, threadIdx.x < 3);",
           "auto r = make_fragment_like(local_partition(s, t, threadIdx.x)); clear(r);",
           "using Element = float; constexpr int n = 4;",
           "float* end = p + 64;",
       }) {
    CAPTURE(piece);
    const auto kernels = check_kernels(kernel_with(piece, true), {});
    CHECK_MESSAGE(told(kernels).empty(), told(kernels));
  }
}

TEST_CASE("an element beyond the end of a tensor is found") {
  const std::string before = R"(__global__ void k(float* p, float* q, int n) {
  Tensor g = make_tensor(make_gmem_ptr(p), make_shape(n));
  Tensor h = make_tensor(make_gmem_ptr(q), make_shape(n));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
)",
                    after = R"( h(i) = g(i);
}
int main() { float *p, *q; int n = 1000; k<<<4, 256>>>(p, q, n); }
)";
  const auto beyond = check_kernels(before + after, {});
  REQUIRE(!beyond.empty());
  CHECK(std::ranges::any_of(beyond[0].report.findings,
                            [](const auto& f) { return f.kind == gpu::FlowFinding::Kind::out_of_range && f.line == 5; }));
  CHECK_MESSAGE(findings(check_kernels(before + "  if (i < n)" + after, {})) == 0,
                told(check_kernels(before + "  if (i < n)" + after, {})));
}

TEST_CASE("a kernel that another file defines is followed with that file's lines, and one that nothing calls is told") {
  const Folder folder;
  folder.file("kernels.cuh", R"(#pragma once
__global__ void k(float* p) {
  __shared__ float m[64];
  auto s = make_tensor(make_smem_ptr(m), make_shape(Int<64>{}));
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  s(threadIdx.x) = g(threadIdx.x);
  g(threadIdx.x) = s(63 - threadIdx.x);
}
__global__ void never(float* p) { other(p); }
)");
  const std::string text = "#include \"kernels.cuh\"\nint main() { k<<<1, 64>>>(nullptr); }\n__global__ void alone() {}\n";
  const auto path = folder.file("main.cu", text);
  const auto kernels = check_kernels({text, ProgramLanguage::cpp, path}, {});
  REQUIRE(kernels.size() == 2);
  REQUIRE(kernels[0].report.findings.size() == 1);
  const auto& f = kernels[0].report.findings[0];
  const auto place = place_of_line(kernels[0].flow, f.line);
  CHECK(place.file.ends_with("kernels.cuh"));
  CHECK(place.line == 7);
  CHECK(with_files(kernels[0].flow, f.text).text().find("in line kernels.cuh:7, and nothing orders that after line kernels.cuh:6") !=
        std::string::npos);
  CHECK(kernels[1].flow.kernel == "alone");
  REQUIRE(kernels[1].report.undecided.size() == 1);
  CHECK(kernels[1].report.undecided[0].text() == "line 3: no call of alone is found, so it is not read");
}

TEST_CASE("a loop that is not followed is told with its file's line") {
  const Folder folder;
  folder.file("kernels.cuh", R"(#pragma once
__global__ void k(float* p, int n) {
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  while (clock() < n) g(threadIdx.x) = 0.f;
}
)");
  const std::string text = "#include \"kernels.cuh\"\nint main() { k<<<1, 64>>>(nullptr, 3); }\n";
  const auto kernels = check_kernels({text, ProgramLanguage::cpp, folder.file("main.cu", text)}, {});
  REQUIRE(kernels.size() == 1);
  std::string all;
  for (const auto& u : kernels[0].report.undecided) all += with_files(kernels[0].flow, u).text() + "\n";
  CHECK_MESSAGE(all.find("the loop of line kernels.cuh:4: its condition clock() < n is not known") != std::string::npos, all);
}

TEST_CASE("a loop with too many rounds to trace is not decided") {
  const std::string text = R"(__global__ void k(float* p) {
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  int s = 0;
  for (int i = 0; i < 100000; ++i) s += i;
  g(threadIdx.x) = 0.f;
}
int main() { k<<<1, 64>>>(nullptr); }
)";
  const auto kernels = check_kernels({text, ProgramLanguage::cpp, {}}, {});
  REQUIRE(kernels.size() == 1);
  REQUIRE(kernels[0].report.undecided.size() == 1);
  CHECK(kernels[0].report.undecided[0].text() == "the loop of line 4: it has too many rounds");
}

TEST_CASE("a loop that never ends is found, and one that something may end is not") {
  const auto with = [](const std::string& loop) {
    return check_kernels(
        "__device__ void less(int& n) { --n; }\n__global__ void k(float* p) {\n"
        "  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));\n  int n = 4, i = 0; int* at = &n; int& other = n;\n  " +
            loop + "\n}\nint main() { k<<<1, 64>>>(nullptr); }\n",
        {});
  };
  const auto endless = [&](const std::string& loop) {
    const auto kernels = with(loop);
    return is_found(kernels, 5) && told(kernels).find("5: endless: the loop never ends: ") != std::string::npos;
  };
  for (const auto* loop : {"while (n > 0) { g(threadIdx.x) = 0.f; }", "while (n > 0) { ++i; }", "for (; n > i; ) { __syncthreads(); }",
                           "do { g(threadIdx.x) = 1.f; } while (n > 0);"})
    CHECK_MESSAGE(endless(loop), told(with(loop)));
  for (const auto* loop :
       {"while (n > 0) { --n; }", "while (n > 0) { less(n); }", "while (n > i) { if (i == 3) break; ++i; }", "while (n > 0) { --*at; }",
        "for (int j = 0; j < n; ++j) { __syncthreads(); }", "while (n > 0) { n -= 2; g(threadIdx.x) = 0.f; }",
        "while (n > 0) { auto f = [&] { --n; }; f(); }", "while (n > 0) { at[0] = 0; }", "while (n > 0) { auto& r = n; --r; }",
        "while (n > 0) { other = other - 1; }", "while (n > 0) { if (i++ > 2) return; }"}) {
    const auto kernels = with(loop);
    CHECK_MESSAGE(told(kernels).find("endless") == std::string::npos, told(kernels));
  }
}

TEST_CASE("members of a union share their memory, and what lies within one of them is not decided") {
  const auto with = [](const std::string& structure, const std::string& second) {
    return check_kernels(structure + R"(
__global__ void k(float* p, float* q) {
  extern __shared__ char raw[];
  S& s = *reinterpret_cast<S*>(raw);
  auto g = make_tensor(make_gmem_ptr(p), Layout<_64>{});
  auto h = make_tensor(make_gmem_ptr(q), Layout<_64>{});
  auto a = make_tensor(make_smem_ptr(s.a), Layout<_64>{});
  auto b = make_tensor(make_smem_ptr()" +
                             second +
                             R"(), Layout<_64>{});
  copy(local_partition(g, Layout<_64>{}, threadIdx.x), local_partition(a, Layout<_64>{}, threadIdx.x));
  __syncthreads();
  copy(local_partition(a, Layout<_64>{}, 63 - threadIdx.x), local_partition(h, Layout<_64>{}, threadIdx.x));
  copy(local_partition(g, Layout<_64>{}, threadIdx.x), local_partition(b, Layout<_64>{}, threadIdx.x));
}
int main() { float *p, *q; k<<<1, 64, sizeof(S)>>>(p, q); }
)",
                         {});
  };
  const auto shared = with("struct S { union { float a[64]; float b[64]; }; float c[64]; };", "s.b");
  CHECK_MESSAGE(is_found(shared, 12), told(shared));
  const auto apart = with("struct S { union { float a[64]; float b[64]; }; float c[64]; };", "s.c");
  CHECK_MESSAGE(told(apart).empty(), told(apart));
  const auto moved = with("struct S { union { float a[64]; float b[64]; }; float c[80]; };", "s.a + 4");
  CHECK_MESSAGE(is_found(moved, 12), told(moved));
  const auto two = with("struct S { union { float a[64]; int n; }; union { float b[64]; int m; }; };", "s.b");
  CHECK_MESSAGE(told(two).empty(), told(two));
  // The elements of b are half as large: what of them is in order is not decided, and nothing is made up.
  const auto halves = with("struct S { union { float a[64]; half_t b[64]; }; float c[64]; };", "s.b");
  CHECK_MESSAGE(findings(halves) == 0, told(halves));
  CHECK_MESSAGE(is_open(halves, 7), told(halves));
  const auto within = with("struct In { float b[64]; }; struct S { union { float a[64]; In in; }; };", "s.in.b");
  CHECK(findings(within) == 0);
  CHECK_MESSAGE(is_open(within, 12), told(within));
}

TEST_CASE("what a thread gives ldmatrix lies together in shared memory") {
  const auto with = [](const std::string& layout) {
    return check_kernels(R"(__global__ void k(half_t* p, half_t* q) {
  __shared__ half_t m[512];
  auto t = make_layout(make_shape(Int<32>{}), make_stride(Int<1>{}));
  auto s = make_tensor(make_smem_ptr(m), )" +
                             layout +
                             R"();
  auto g = make_tensor(make_gmem_ptr(p), )" +
                             layout +
                             R"();
  copy(local_partition(g, t, threadIdx.x), local_partition(s, t, threadIdx.x));
  __syncthreads();
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto c = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto own = c.get_slice(threadIdx.x);
  auto r = mma.get_slice(threadIdx.x).partition_fragment_A(s);
  copy(c, own.partition_S(s), own.retile_D(r));
}
int main() { half_t *p, *q; k<<<1, 32>>>(p, q); }
)",
                         {});
  };
  const auto rows = with("make_layout(Shape<_32, _16>{}, Stride<_16, _1>{})");
  const auto columns = with("make_layout(Shape<_32, _16>{}, Stride<_1, _32>{})");
  CHECK_MESSAGE(findings(rows) == 0, told(rows));
  CHECK_MESSAGE(is_found(columns, 12), told(columns));
}

TEST_CASE("an access of 16 bytes that is not aligned is found, in shared and in global memory") {
  const auto with = [](int shared_pitch, int global_pitch) {
    return check_kernels(fmt::format(R"(__global__ void k(half_t* g) {{
  __shared__ half_t m[2048];
  auto thr_layout = Layout<Shape<_16, _2>, Stride<_2, _1>>{{}};
  auto tc = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{{}}, thr_layout, Layout<Shape<_1, _8>>{{}});
  auto gA = make_tensor(make_gmem_ptr(g), make_layout(make_shape(_32{{}}, _16{{}}), make_stride({}, _1{{}})));
  auto sA = make_tensor(make_smem_ptr(m), Layout<Shape<_32, _16>, Stride<Int<{}>, _1>>{{}});
  auto thr = tc.get_slice(threadIdx.x);
  copy(tc, thr.partition_S(gA), thr.partition_D(sA));
}}
int main() {{ half_t* g; k<<<1, 32>>>(g); }}
)",
                                     global_pitch, shared_pitch),
                         {});
  };
  for (const auto& [shared, global, wrong] :
       {std::tuple{16, 16, false}, {24, 16, false}, {20, 16, true}, {24, 40, false}, {24, 36, true}, {17, 16, true}}) {
    const auto kernels = with(shared, global);
    INFO(shared, " ", global, "\n", told(kernels));
    CHECK(is_found(kernels, 8) == wrong);
    CHECK((findings(kernels) > 0) == wrong);
  }
  const auto kernels = with(20, 16);
  REQUIRE(findings(kernels) == 1);
  CHECK(told(kernels).find("8: misplaced: thread 2 accesses 16 bytes at sA[20], and thread 0 at [0] in line 8: they are 40 bytes apart, so "
                           "one is misaligned") != std::string::npos);
}

TEST_CASE("TMA's address in shared memory is a multiple of 128 bytes, as far as the program promises it") {
  const auto with = [](const std::string& storage, const std::string& tensor) {
    return check_kernels(KernelSource(fmt::format(R"(import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack

@cute.struct
class Inner:
    a: cute.struct.MemRange[cutlass.BFloat16, 4096]

@cute.struct
class Storage:
    {}

@cute.kernel
def load(atom: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    sA = {}
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gA = cute.local_tile(mA, (64, 64), (0, 0))
    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    if tidx == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 64 * 64 * 2)
    if cute.arch.warp_idx() == 0:
        cute.copy(atom, tAgA, tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def host(mA: cute.Tensor):
    layout = cute.make_layout((64, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    load(atom, tensor, layout).launch(grid=[1, 1, 1], block=[128, 1, 1])

host(from_dlpack(torch.randn(64, 64, device="cuda", dtype=torch.bfloat16), assumed_align=16))
)",
                                                  storage, tensor),
                                      ProgramLanguage::python, {}),
                         {});
  };
  constexpr std::size_t line_of_copy = 30;
  const std::string field = "bars: cute.struct.MemRange[cutlass.Int64, 2]\n    a: ", range = "cute.struct.MemRange[cutlass.BFloat16, 4096]";
  const std::string in_struct = "smem.allocate(Storage).a.get_tensor(layout)";
  for (const auto& [storage, tensor] :
       {std::pair<std::string, std::string>{"b: cutlass.Int32", "smem.allocate_tensor(cutlass.BFloat16, layout, 128)"},
        {"b: cutlass.Int32", "smem.allocate_tensor(cutlass.BFloat16, layout, byte_alignment=1024)"},
        {"b: cutlass.Int32", "cute.make_tensor(smem.allocate_array(cutlass.BFloat16, 4096, byte_alignment=128), layout)"},
        {field + "cute.struct.Align[" + range + ", 128]", in_struct},
        {"a: " + range, "smem.allocate(Storage, byte_alignment=128).a.get_tensor(layout)"},
        {"a: " + range, "Storage(smem.allocate(8192, byte_alignment=128)).a.get_tensor(layout)"},
        {"a: " + range, "Storage(smem.allocate(9000, byte_alignment=128) + 256).a.get_tensor(layout)"},
        {"a: cute.struct.Align[Inner, 256]", "smem.allocate(Storage).a.a.get_tensor(layout)"}}) {
    const auto kernels = with(storage, tensor);
    CHECK_MESSAGE(findings(kernels) == 0, storage << tensor << told(kernels));
  }
  for (const auto& [storage, tensor] :
       {std::pair<std::string, std::string>{"b: cutlass.Int32", "smem.allocate_tensor(cutlass.BFloat16, layout, 16)"},
        {"b: cutlass.Int32", "smem.allocate_tensor(cutlass.BFloat16, layout)"},
        {"b: cutlass.Int32", "cute.make_tensor(smem.allocate_array(cutlass.BFloat16, 4096), layout)"},
        {field + range, in_struct},
        {field + range, "smem.allocate(Storage, byte_alignment=1024).a.get_tensor(layout)"},
        {"a: " + range, "Storage(smem.allocate(9000, byte_alignment=128) + 64).a.get_tensor(layout)"},
        {"a: Inner", "smem.allocate(Storage).a.a.get_tensor(layout)"}}) {
    const auto kernels = with(storage, tensor);
    const auto more = static_cast<std::size_t>(std::ranges::count(storage, '\n'));
    CHECK_MESSAGE(is_found(kernels, line_of_copy + more), storage << tensor << told(kernels));
  }
}

TEST_CASE("in Python a function that is not known and is given memory is not decided, with its line") {
  const auto with = [](const std::string& call) {
    return check_kernels(KernelSource(fmt::format(R"(import cutlass
import cutlass.cute as cute
from elsewhere import helper, Tool

@cute.kernel
def k(g: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), 16)
    s[tidx] = g[tidx]
    cute.arch.sync_threads()
    {}
    g[tidx] = s[tidx]

@cute.jit
def host(g: cute.Tensor):
    k(g).launch(grid=[1, 1, 1], block=[64, 1, 1])

host(cute.runtime.from_dlpack(torch.zeros(64, dtype=torch.float32)))
)",
                                                  call),
                                      ProgramLanguage::python, {}),
                         {});
  };
  for (const std::string call : {"pass", "cute.printf('{{}}', s)", "cute.print_tensor(s)", "x = cute.math.exp2(cutlass.Float32(2))"}) {
    const auto kernels = with(call);
    REQUIRE(kernels.size() == 1);
    CHECK_MESSAGE(findings(kernels) == 0, call << told(kernels));
    CHECK_MESSAGE(!is_open(kernels, 12), call << told(kernels));
  }
  for (const std::string call : {"cute.arch.atomic_add(s.iterator, cutlass.Float32(1))", "cute.arch.red(s.iterator + tidx, 1.0)",
                                 "helper(s)", "helper(where=(s, 1))", "Tool().work(s)", "cute.something()(s)", "s.scatter(tidx)",
                                 "cute.arch.inline_ptx('...', s.iterator)", "smem.clear(s)"}) {
    const auto kernels = with(call);
    REQUIRE(kernels.size() == 1);
    CHECK_MESSAGE(findings(kernels) == 0, call << told(kernels));
    CHECK_MESSAGE(is_open(kernels, 12), call << ": " << told(kernels));
  }
}

TEST_CASE("silence: a finding in an imported module has that module's file and its lines") {
  const Folder folder;
  folder.file("helpers.py", R"(import cutlass.cute as cute


def tile_of(t, n, tidx):
    for i in cute.range_constexpr(1):
        n = n + i
    return cute.local_partition(t, cute.make_layout(n), tidx)


def through(a, s, tidx):
    cute.autovec_copy(tile_of(a, 64, tidx), tile_of(s, 64, tidx))
)");
  folder.file("kern.py", R"(import cutlass
import cutlass.cute as cute
from helpers import through, tile_of


@cute.kernel
def reuse(mA: cute.Tensor, mC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    s = smem.allocate_tensor(cutlass.Float32, cute.make_layout(64), byte_alignment=16)
    through(mA, s, tidx)
    cute.autovec_copy(tile_of(s, 64, 63 - tidx), tile_of(mC, 64, tidx))


@cute.jit
def host(mA: cute.Tensor, mC: cute.Tensor):
    reuse(mA, mC).launch(grid=[1, 1, 1], block=[64, 1, 1])
)");
  const std::string program = R"(import torch
from cutlass.cute.runtime import from_dlpack
from kern import host

a = torch.randn(64, device="cuda", dtype=torch.float32)
c = torch.empty(64, device="cuda", dtype=torch.float32)
host(from_dlpack(a), from_dlpack(c))
)";
  KernelSource source(program);
  source.language = ProgramLanguage::python, source.path = folder.file("run.py", program);
  const auto kernels = check_kernels(source, {});
  REQUIRE(kernels.size() == 1);
  REQUIRE_MESSAGE(findings(kernels) == 1, told(kernels));
  const auto& flow = kernels[0].flow;
  const auto& f = kernels[0].report.findings[0];
  CHECK(line_text(flow, flow.line) == "kern.py:7");
  CHECK(place_of_line(flow, f.line).file == folder.at("kern.py"));
  CHECK(line_text(flow, f.line) == "kern.py:12");
  CHECK(with_files(flow, f.text).text() ==
        "thread 0 reads s[63] in line kern.py:12, and nothing orders that after line helpers.py:11, where thread 63 writes it");
}

TEST_CASE("structures that are made at one pointer share its memory") {
  const auto with = [](const std::string& fields, const std::string& barrier) {
    return check_kernels(KernelSource(fmt::format(R"(import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack

@cute.struct
class One:
    a: cute.struct.MemRange[cutlass.Float32, 64]

@cute.struct
class Two:
    {}

@cute.kernel
def k(g: cute.Tensor, h: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    storage = cutlass.utils.SmemAllocator().allocate(1024, byte_alignment=16)
    a = One(storage).a.get_tensor(cute.make_layout(64))
    c = Two(storage).c.get_tensor(cute.make_layout(64))
    a[tidx] = g[tidx]
    cute.arch.sync_threads()
    h[tidx] = a[63 - tidx]
    {}
    c[tidx] = g[tidx]

@cute.jit
def host(g: cute.Tensor, h: cute.Tensor):
    k(g, h).launch(grid=[1, 1, 1], block=[64, 1, 1])

host(from_dlpack(torch.zeros(64)), from_dlpack(torch.zeros(64)))
)",
                                                  fields, barrier),
                                      ProgramLanguage::python, {}),
                         {});
  };
  const std::string range = "c: cute.struct.MemRange[cutlass.Float32, 64]", before = "b: cute.struct.MemRange[cutlass.Float32, ";
  const auto shared = with(range, "pass"), half = with(before + "32]\n    " + range, "pass"),
             apart = with(before + "64]\n    " + range, "pass"), ordered = with(range, "cute.arch.sync_threads()");
  CHECK_MESSAGE(is_found(shared, 24), told(shared));
  CHECK_MESSAGE(is_found(half, 25), told(half));
  CHECK_MESSAGE(told(apart).empty(), told(apart));
  CHECK_MESSAGE(told(ordered).empty(), told(ordered));
}

TEST_CASE("a structure lies where its pointer leads, and each call of a helper makes an allocation of its own") {
  const auto with = [](const std::string& first, const std::string& second) {
    return check_kernels(KernelSource(fmt::format(R"(import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack

@cute.struct
class One:
    a: cute.struct.MemRange[cutlass.Float32, 64]

def bytes_of(smem, n):
    return smem.allocate(n, byte_alignment=16)

@cute.kernel
def k(g: cute.Tensor, h: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    base = smem.allocate(1024, byte_alignment=16)
    a = One({}).a.get_tensor(cute.make_layout(64))
    c = One({}).a.get_tensor(cute.make_layout(64))
    a[tidx] = g[tidx]
    cute.arch.sync_threads()
    h[tidx] = a[63 - tidx]
    c[tidx] = g[tidx]

@cute.jit
def host(g: cute.Tensor, h: cute.Tensor):
    k(g, h).launch(grid=[1, 1, 1], block=[64, 1, 1])

host(from_dlpack(torch.zeros(64)), from_dlpack(torch.zeros(64)))
)",
                                                  first, second),
                                      ProgramLanguage::python, {}),
                         {});
  };
  for (const auto& [first, second] :
       {std::pair<std::string, std::string>{"base", "base + 256"}, {"bytes_of(smem, 256)", "bytes_of(smem, 256)"}}) {
    const auto apart = with(first, second);
    CHECK_MESSAGE(told(apart).empty(), second << told(apart));
  }
  for (const std::string second : {"base", "base + 128", "base.align(16)"}) CHECK_MESSAGE(is_found(with("base", second), 23), second);
  const auto moved = with("base", "base.align(512)");
  CHECK(findings(moved) == 0);
  CHECK_MESSAGE(is_open(moved, 23), told(moved));
}

TEST_CASE("a sum that begins at another number than zero is found, and one of which that is not known is not decided") {
  const auto in_cpp = [](const std::string& begin) {
    return check_kernels(fmt::format(R"(__global__ void k(float const* a, float const* b, float* c) {{
  auto gA = make_tensor(make_gmem_ptr(a), make_layout(make_shape(_32{{}}, _8{{}})));
  auto gB = make_tensor(make_gmem_ptr(b), make_layout(make_shape(_16{{}}, _8{{}})));
  auto gC = make_tensor(make_gmem_ptr(c), make_layout(make_shape(_32{{}}, _16{{}})));
  auto tA = local_partition(gA, make_layout(_32{{}}), threadIdx.x);
  auto tC = local_partition(gC, make_layout(_32{{}}), threadIdx.x);
  auto rC = make_fragment_like(tC);
  {};
  gemm(tA, gB, rC);
  copy(rC, tC);
}}
int main() {{ float *a, *b, *c; k<<<1, 32>>>(a, b, c); }}
)",
                                     begin),
                         {});
  };
  const auto in_python = [](const std::string& begin) {
    return check_kernels(KernelSource(fmt::format(R"(import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def k(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), cute.make_layout((32, 1, 1)))
    thr = mma.get_slice(t)
    rC = mma.make_fragment_C(thr.partition_C(c))
    {}
    cute.gemm(mma, rC, thr.partition_A(a), thr.partition_B(b), rC)
    cute.autovec_copy(rC, thr.partition_C(c))

@cute.jit
def host(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    k(a, b, c).launch(grid=[1, 1, 1], block=[32, 1, 1])

host(from_dlpack(torch.zeros(32, 8)), from_dlpack(torch.zeros(16, 8)), from_dlpack(torch.zeros(32, 16)))
)",
                                                  begin),
                                      ProgramLanguage::python, {}),
                         {});
  };
  const std::string each = "for (int i = 0; i < size(rC); ++i) ";
  for (const auto& begin : {"clear(rC)"s, "fill(rC, 0.f)"s, "fill(rC, float(0))"s, "using T = float; fill(rC, T{})"s, each + "rC(i) = 0.f",
                            each + "rC[i] = 0"s}) {
    const auto kernels = in_cpp(begin);
    REQUIRE(kernels.size() == 1);
    CHECK_MESSAGE(told(kernels).empty(), begin << ": " << told(kernels));
  }
  for (const auto& begin : {"fill(rC, 1.f)"s, "fill(rC, -3)"s, each + "rC(i) = 2.5f"}) {
    const auto kernels = in_cpp(begin);
    CHECK_MESSAGE(is_found(kernels, 8), begin << ": " << told(kernels));
    CHECK_MESSAGE(is_found(kernels, 9), begin << ": " << told(kernels));
  }
  for (const auto& begin : {"fill(rC, a[3])"s, each + "rC(i) = float(threadIdx.x)", each + "rC(i) = threadIdx.x * 0.5f",
                            "fill(rC, typename decltype(rC)::value_type(0))"s}) {
    const auto kernels = in_cpp(begin);
    CHECK_MESSAGE(findings(kernels) == 0, begin << ": " << told(kernels));
    CHECK_MESSAGE((is_open(kernels, 8) || is_open(kernels, 9)), begin << ": " << told(kernels));
  }
  for (const std::string begin : {"rC.fill(0.0)", "rC.fill(0)", "rC.fill(cutlass.Float32(0))", "rC.fill(c.element_type(0))"})
    CHECK_MESSAGE(findings(in_python(begin)) == 0, begin << ": " << told(in_python(begin)));
  for (const std::string begin : {"rC.fill(1.0)", "rC.fill(2)", "rC.fill(-0.5)"})
    CHECK_MESSAGE((is_found(in_python(begin), 12) && is_found(in_python(begin), 13)), begin << ": " << told(in_python(begin)));
  for (const std::string begin : {"rC.fill(cutlass.Float32(0.5))", "rC.fill(a[0])"}) {
    CHECK_MESSAGE(findings(in_python(begin)) == 0, begin << ": " << told(in_python(begin)));
    CHECK_MESSAGE(is_open(in_python(begin), 13), begin << ": " << told(in_python(begin)));
  }
}

TEST_CASE("what follows from something that is not followed is not told as a finding") {
  for (const std::string piece : {
           "asm volatile(\"st.shared.f32 [%0], %1;\" :: \"r\"(u), \"f\"(v)); h(threadIdx.x) = r(threadIdx.x);",
           "fill(r, typename decltype(r)::value_type(0)); h(threadIdx.x) = r(threadIdx.x);",
           "order(typename decltype(r)::value_type(0)); h(threadIdx.x) = s(63 - threadIdx.x);",
           "std::apply([&](auto) { order(0); }, make_tuple(1)); h(threadIdx.x) = s(63 - threadIdx.x);",
           "auto f = [&](auto) { order(0); }; std::apply(f, make_tuple(1)); h(threadIdx.x) = s(63 - threadIdx.x);",
       }) {
    const auto kernels = check_kernels("template <class T> __device__ void order(T) { __syncthreads(); } " +
                                           kernel_with("auto r = make_tensor<float>(Int<64>{}); " + piece, false),
                                       {});
    REQUIRE(kernels.size() == 1);
    CHECK_MESSAGE(findings(kernels) == 0, piece << ": " << told(kernels));
    CHECK_MESSAGE(is_open(kernels, line_of_piece), piece << ": " << told(kernels));
  }
}

namespace {

struct Edit {
  std::string from, to;
  std::string kind;  ///< of what is found after it; "": nothing is
};

/// Checks that nothing is found in a program as it is, and that each edit makes the finding named.
void check_edits(const std::string& program, const std::vector<Edit>& edits) {
  CHECK_MESSAGE(findings(check_kernels(program, {})) == 0, program << told(check_kernels(program, {})));
  for (const auto& e : edits) {
    const auto at = program.find(e.from);
    REQUIRE_MESSAGE(at != std::string::npos, e.from);
    const auto kernels = check_kernels(std::string(program).replace(at, e.from.size(), e.to), {});
    const auto all = told(kernels);
    const bool right = e.kind.empty() ? findings(kernels) == 0 : all.find(": " + e.kind + ":") != std::string::npos;
    CHECK_MESSAGE(right, e.from << " -> " << e.to << ": " << all);
  }
}

}  // namespace

TEST_CASE("a kernel that reads and writes through its pointers is followed") {
  check_edits(R"(template <int N>
__global__ void transpose(float const* a, float* b) {
  __shared__ float s[N][N + 1];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < N; j += 8) s[y + j][x] = a[(y + j) * N + x];
  __syncthreads();
  for (int j = 0; j < N; j += 8) b[(y + j) * N + x] = s[x][y + j];
}
int main() { float *a, *b; transpose<32><<<1, dim3(32, 8)>>>(a, b); }
)",
              {{"  __syncthreads();\n", "", "race"},
               {"[N + 1]", "[N - 1]", "out_of_range"},
               {"b[(y + j) * N + x]", "b[y * N + x]", ""},
               {"b[(y + j) * N + x]", "b[(y + j) * N]", "twice"}});
  check_edits(R"(#define T 16
__global__ void product(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0.f;
  for (int k0 = 0; k0 < n; k0 += T) {
    As[ty][tx] = A[row * n + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < T; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
int main() { float *a, *b, *c; int n = 64; product<<<dim3(4, 4), dim3(T, T)>>>(a, b, c, n); }
)",
              {{"    __syncthreads();\n    for", "    for", "race"},
               {"    __syncthreads();\n  }", "  }", "overwritten"},
               {"Bs[T][T]", "Bs[T - 1][T]", "out_of_range"},
               {"C[row * n + col]", "C[row * n]", "twice"},
               {"C[row * n + col] = acc", "C[0] = 1.f", ""}});
  check_edits(
      R"(__global__ void sum(const unsigned* in, unsigned* out) {
  extern __shared__ unsigned s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned o = blockDim.x / 2; o > 0; o >>= 1) {
    if (t < o) s[t] += s[t + o];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() { unsigned *a, *b; sum<<<4, 256, 1024>>>(a, b); }
)",
      {{"    __syncthreads();\n  }", "  }", "overwritten"}, {"256, 1024", "256, 512", "out_of_range"}, {"256, 1024", "256, 4096", ""}});
}

TEST_CASE("a pointer that a variable keeps leads to its place in shared memory") {
  check_edits(R"(template <class T> __device__ T* behind(T* p) { return p + 4096; }
__global__ void product(half_t const* a, half_t const* b, half_t* c) {
  extern __shared__ char raw[];
  auto* pa = reinterpret_cast<half_t*>(raw);
  auto* pb = pa + 64 * 64;
  auto sA = make_tensor(make_smem_ptr(pa), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto sB = make_tensor(make_smem_ptr(pb), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  TiledCopy load = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                   Layout<Shape<_1, _8>>{});
  auto t = load.get_slice(threadIdx.x);
  copy(load, t.partition_S(gA), t.partition_D(sA));
  copy(load, t.partition_S(gB), t.partition_D(sB));
  __syncthreads();
  auto mma = make_tiled_mma(UniversalFMA<half_t>{}, Layout<Shape<_16, _8>>{});
  auto tm = mma.get_slice(threadIdx.x);
  auto tC = tm.partition_C(gC);
  auto sum = tm.make_fragment_C(tC);
  clear(sum);
  gemm(mma, tm.partition_A(sA), tm.partition_B(sB), sum);
  for (int i = 0; i < size(sum); ++i) tC(i) = sum(i);
}
int main() { half_t *a, *b, *c; product<<<1, 128, 16384>>>(a, b, c); }
)",
              {{"auto* pb = pa + 64 * 64", "half_t* pb = pa + 64 * 64", ""},
               {"auto* pb = pa + 64 * 64", "auto pb = behind(pa)", ""},
               {"pa + 64 * 64", "pa + 64 * 32", "wrong_product"},
               {"auto* pb = pa + 64 * 64", "auto pb = behind(pa) - 4000", "wrong_product"},
               {"make_smem_ptr(pb)", "make_smem_ptr(pa + 100)", "wrong_product"},
               {"128, 16384", "128, 8192", "out_of_range"}});
}

TEST_CASE("in Python each thread has its own number, by each operator and in each loop") {
  const auto with = [](const std::string& body, const std::string& block, const std::string& sizes) {
    return check_kernels(KernelSource(fmt::format(R"(import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def k(a: cute.Tensor, b: cute.Tensor):
    t, y, _ = cute.arch.thread_idx()
    {}

@cute.jit
def host(a: cute.Tensor, b: cute.Tensor):
    k(a, b).launch(grid=[1, 1, 1], block=[{}, 1])

host(from_dlpack(torch.zeros({})), from_dlpack(torch.zeros({})))
)",
                                                  body, block, sizes, sizes),
                                      ProgramLanguage::python, {}),
                         {});
  };
  for (const std::string body :
       {"b[t ^ 1] = a[t]", "b[5 ^ t] = a[t]", "b[(t >> 1) * 2 + (t & 1)] = a[t]", "b[t | 0] = a[t]", "b[t << 1] = a[t]",
        "b[(3 - t) % 8] = a[t]", "b[(t - 1) % 8] = a[t]", "b[(t - 8) // 2 + 4 + t % 2 * 4] = a[t]", "b[abs(t - 7)] = a[t]",
        "b[-1 - ~t] = a[t]", "b[t ** 1] = a[t]", "b[7 - t] = a[t]", "j = t - 4\n    if j >= 0: b[j] = a[j]",
        "for i in range(t, 32, 8): b[i] = a[i]", "for i in cutlass.range(t, 30, 8): b[i] = a[i]",
        "for i in range(t + 24, -1, -8): b[i] = a[i]", "for i in range(t): b[t] = a[i]"}) {
    const auto kernels = with(body, "8, 1", "32");
    REQUIRE(kernels.size() == 1);
    CHECK_MESSAGE(findings(kernels) == 0, body << ": " << told(kernels));
    CHECK_MESSAGE(!is_open(kernels, 9), body << ": " << told(kernels));
  }
  for (const std::string body : {"b[(t & 6) | (t & 1)] = a[t]", "b[t ^ (t + 1)] = a[t]", "b[1 << t] = a[t]"}) {
    CHECK_MESSAGE(findings(with(body, "8, 1", "32")) == 0, body << ": " << told(with(body, "8, 1", "32")));
    CHECK_MESSAGE(!told(with(body, "8, 1", "32")).empty(), body);
  }
  for (const std::string body : {"b[t >> 1] = a[t]", "b[t & 3] = a[t]", "b[t | 1] = a[t]", "b[(t - 1) % 4] = a[t]", "b[abs(t - 4)] = a[t]",
                                 "for i in range(t, 32, 4): b[i] = a[i]", "for i in range(t, 40, 8): b[i] = a[i]"})
    CHECK_MESSAGE(is_found(with(body, "8, 1", "32"), 9), body << ": " << told(with(body, "8, 1", "32")));
  // A block of several dimensions.
  for (const std::string body : {"b[y, t] = a[y, t]", "for r in range(y, 8, 4): b[r, None][t] = a[r, t]"})
    CHECK_MESSAGE(told(with(body, "8, 4", "8, 32")).empty(), body << ": " << told(with(body, "8, 4", "8, 32")));
  CHECK(is_found(with("b[y, 0] = a[y, 0]", "8, 4", "8, 32"), 9));
}

TEST_CASE("a global tensor with a layout of its own has its own modes") {
  const auto kernels = check_kernels(KernelSource(R"(import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def k(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    b[t % 2, t // 2] = a[t % 2, t // 2]

@cute.jit
def host(a: cute.Tensor, b: cute.Tensor):
    a2 = cute.make_tensor(a.iterator, cute.make_layout((2, 16)))
    b2 = cute.make_tensor(b.iterator, cute.make_layout((2, 16)))
    k(a2, b2).launch(grid=[1, 1, 1], block=[32, 1, 1])

host(from_dlpack(torch.zeros(32)), from_dlpack(torch.zeros(4, 8)))
)",
                                                  ProgramLanguage::python, {}),
                                     {});
  REQUIRE(kernels.size() == 1);
  CHECK_MESSAGE(told(kernels).empty(), told(kernels));
}
