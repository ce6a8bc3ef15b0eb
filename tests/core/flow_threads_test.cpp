// Numbers that each thread has its own of: whatever operator makes them, and wherever they stand, a flow has for all threads of the block
// what C++ has. Each expression stands beside itself, compiled.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/flow/program_flow.hpp"

using namespace app;

namespace {

/// The built-in variables that CUDA gives a thread.
struct Built {
  unsigned x = 0, y = 0, z = 0;
};
constexpr Built blockDim{16, 4, 1}, blockIdx{3, 0, 0};
constexpr std::size_t threads = 64;
constexpr std::int64_t linear(Built threadIdx) { return threadIdx.x + threadIdx.y * blockDim.x; }

/// An index as source text, and its value.
struct Index {
  const char* text;
  std::int64_t (*value)(Built threadIdx);
};
// As CUDA has it, and as kernels are written.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-value"
#define INDEX(...)                                                                                       \
  Index {                                                                                                \
#__VA_ARGS__, [](Built threadIdx) -> std::int64_t { return static_cast<std::int64_t>(__VA_ARGS__); } \
  }
const std::vector<Index> indices{
    INDEX(threadIdx.x),
    INDEX(threadIdx.y),
    INDEX(threadIdx.x + threadIdx.y * blockDim.x),
    INDEX(blockIdx.x* blockDim.x + threadIdx.x),
    INDEX(threadIdx.x ^ 5),
    INDEX(threadIdx.x ^ threadIdx.y),
    INDEX(threadIdx.x & 7),
    INDEX(threadIdx.x | 4),
    INDEX(threadIdx.x >> 2),
    INDEX(threadIdx.x << 3),
    INDEX(1 << (threadIdx.x & 3)),
    INDEX(15 - threadIdx.x),
    INDEX(threadIdx.x * 3 + 1),
    INDEX(threadIdx.x / 4),
    INDEX(threadIdx.x % 4),
    INDEX(100 + -int(threadIdx.x)),
    INDEX(100 + ~int(threadIdx.x)),
    INDEX(~threadIdx.x & 31),
    INDEX(int(threadIdx.x) - 16 < 0 ? 16 - int(threadIdx.x) : int(threadIdx.x) - 16),
    INDEX((int(threadIdx.x) - 16) / 4 + 8),
    INDEX((int(threadIdx.x) - 16) % 4 + 8),
    INDEX((int(threadIdx.x) - 16 >> 2) + 8),
    INDEX((threadIdx.x - 1) % 7),
    INDEX((threadIdx.x - 1) / 1000000000),
    INDEX((threadIdx.x < 7) * 3),
    INDEX((threadIdx.x <= 7) + (threadIdx.x >= 9) + (threadIdx.x > 20) + (threadIdx.x != 12)),
    INDEX((threadIdx.x == 7) * 9),
    INDEX(!threadIdx.x * 11),
    INDEX((threadIdx.x > 3 && threadIdx.y < 2) * 5),
    INDEX((threadIdx.x == 3 || threadIdx.y == 2) * 5),
    INDEX((threadIdx.x != 0 && 32 / threadIdx.x > 4) * 6),
    INDEX(threadIdx.x < 16 ? threadIdx.x : 47 - threadIdx.x),
    INDEX(threadIdx.y & 1 ? 31 - threadIdx.x : threadIdx.x),
    INDEX((threadIdx.x >> 3) * 8 + (threadIdx.x & 7)),
    INDEX((threadIdx.x & 3) * 8 | threadIdx.x >> 2),
    INDEX((threadIdx.x & 1) << 4 | (threadIdx.x & 2) << 2 | (threadIdx.x & 4) | (threadIdx.x & 8) >> 2 | threadIdx.x >> 4),
    INDEX(threadIdx.x ^ (threadIdx.x >> 1)),
    INDEX((threadIdx.x * 5 + threadIdx.y * 7) % 64),
    INDEX(static_cast<unsigned char>(threadIdx.x * 20)),
    INDEX(static_cast<short>(threadIdx.x + 3)),
    INDEX(bool(threadIdx.x & 4)),
    INDEX((threadIdx.x, threadIdx.y)),
    {"min(threadIdx.x, 9u)", [](Built t) -> std::int64_t { return std::min(t.x, 9U); }},
    {"cute::max(int(threadIdx.x), 9)", [](Built t) -> std::int64_t { return std::max<int>(t.x, 9); }},
    {"abs(int(threadIdx.x) - 9)", [](Built t) -> std::int64_t { return std::abs(static_cast<int>(t.x) - 9); }},
    {"cutlass::canonical_warp_idx_sync()", [](Built t) { return linear(t) / 32; }},
    {"cutlass::canonical_warp_idx()", [](Built t) { return linear(t) / 32; }},
    {"cutlass::canonical_lane_idx()", [](Built t) { return linear(t) % 32; }},
    {"cutlass::canonical_warp_group_idx()", [](Built t) { return linear(t) / 128; }},
    {"__shfl_sync(0xffffffff, threadIdx.x + threadIdx.y, 0)", [](Built t) -> std::int64_t { return t.y / 2 * 2; }},
    {"__shfl_sync(0xffffffff, threadIdx.x * 2, threadIdx.x ^ 3)", [](Built t) -> std::int64_t { return (t.x ^ 3) * 2; }},
    {"__shfl_xor_sync(0xffffffff, threadIdx.x, 1)", [](Built t) -> std::int64_t { return t.x ^ 1; }}};
#undef INDEX
#pragma GCC diagnostic pop

/// Where an index stands: `before` stands outside of the kernel, `in` within it; E is the index, and USE(i) where an element goes.
struct Place {
  const char *name, *before, *in;
};
const std::vector<Place> index_places{
    {"argument", "", "USE(E)"},
    {"variable", "", "int i = E; USE(i)"},
    {"auto", "", "auto i = E; USE(i)"},
    {"constant", "", "const int i = E; const int j = i; USE(j)"},
    {"reference", "", "int const i = E; int const& j = i; USE(j)"},
    {"assigned", "", "int i; i = E; USE(i)"},
    {"added to", "", "int i = 7; i += E; i -= 7; USE(i)"},
    {"counted", "", "int i = E; ++i; i--; USE(i)"},
    {"bits set", "", "int i = 0; i |= E; i ^= 0; i <<= 1; i >>= 1; USE(i)"},
    {"loop", "", "for (int r = 0; r < 2; ++r) { USE(E) }"},
    {"variable of a loop", "", "for (int r = 0; r < 2; ++r) { int i = E; USE(i) }"},
    {"constant of a loop", "", "for (int r = 0; r < 2; ++r) { const auto i = E; int j = i; USE(j) }"},
    {"set in a loop", "", "int i = 0; for (int r = 0; r < 3; ++r) i = 1 * (E) - r; USE(i + 2)"},
    {"sum of a loop", "", "int i = 0; for (int r = 0; r < 3; ++r) i += E; USE(i / 3)"},
    {"while", "", "int r = 2, i = 0; while (r-- > 0) i = E; USE(i)"},
    {"do", "", "int r = 2; do { int i = E; USE(i) } while (--r > 0);"},
    {"counting down", "", "for (int r = 1; r >= 0; --r) { USE(r + (E) - r) }"},
    {"start of a loop", "", "for (int i = E, r = 0; r < 1; ++r) { USE(i) }"},
    {"function", "__device__ int same(int x) { return x; }", "USE(same(E))"},
    {"its variable", "__device__ int same(int x) { int y = x * 2; y /= 2; return y; }", "int i = same(E); USE(i)"},
    {"by a reference", "__device__ void set(int& to, int const& x) { to = x; }", "int i = 0; set(i, E); USE(i)"},
    {"by an address", "__device__ void set(int* to, int x) { *to = x; }", "int i = 0; set(&i, E); USE(i)"},
    {"function within a loop", "__device__ int same(int x) { return x; }", "for (int r = 0; r < 2; ++r) { USE(same(E)) }"},
    {"function of a function", "__device__ int same(int x) { return x; } __device__ int twice(int x) { return same(x) + same(x); }",
     "USE(twice(E) / 2)"},
    {"template", "template <class T> __device__ T same(T x) { return x; }", "USE(same(E))"},
    {"template of a number", "template <int N> __device__ int plus(int x) { return x + N; }", "USE(plus<3>(E) - 3)"},
    {"macro", "#define SAME(x) (x)\n", "USE(SAME(E))"},
    {"macro of a variable", "#define SET(name, x) int name = (x)\n", "SET(i, E); USE(i)"},
    {"member", "struct Where { int a; int i; };", "Where w{3, int(E)}; USE(w.i)"},
    {"member that is set", "struct Where { int a = 1; int i = 2; };", "Where w; w.i = E; USE(w.i)"},
    {"member of a loop", "struct Where { int i; };", "for (int r = 0; r < 2; ++r) { Where w{int(E)}; USE(w.i) }"},
    {"member function", "struct Where { int i; __device__ int at(int d) const { return i + d; } };", "Where w{int(E)}; USE(w.at(2) - 2)"},
    {"constructor", "struct Where { int i; __device__ Where(int x) : i(x) {} };", "Where w(E); USE(w.i)"},
    {"static function", "struct Where { static __device__ int at(int x) { return x; } };", "USE(Where::at(E))"},
    {"object that is given back", "struct Where { int i; }; __device__ Where made(int x) { return Where{x}; }", "USE(made(E).i)"},
    {"copy of an object", "struct Where { int i; };", "Where w{int(E)}; Where v = w; w.i = 0; USE(v.i)"},
    {"lambda", "", "auto f = [](int x) { return x; }; USE(f(E))"},
    {"captured", "", "int i = E; auto f = [=](int x) { return i + x; }; USE(f(0))"},
    {"captured by reference", "", "int i = 0; auto f = [&](int x) { i = x; }; f(E); USE(i)"},
    {"item of an array", "", "int all[3] = {1, int(E), 2}; USE(all[1])"},
    {"item that is set", "", "int all[2] = {1, 2}; all[1] = E; USE(all[1])"},
    {"index of an array", "",
     "int all[128] = {}; for (int r = 0; r < 128; ++r) all[r] = r + 1; USE((E) < 128 ? all[(E) < 128 ? (E) : 0] - 1 : (E))"},
    {"either of two", "", "USE(threadIdx.x < 200 ? (E) : 7)"},
    {"mode of a tuple", "", "auto c = make_coord(2, int(E)); USE(get<1>(c))"},
    {"within brackets", "", "USE((4 + ((E))) - 4)"},
    {"taken branch", "", "int i = 3; if (blockDim.x == 16) { i = E; } else { i = 4; } USE(i)"},
    {"case", "", "int i = 3; switch (blockDim.y) { case 4: i = E; break; default: i = 9; } USE(i)"}};

std::string with(std::string text, std::string_view word, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size()) text.replace(at, word.size(), by);
  return text;
}

/// Returns the indices that stand in a place: each of them is in several places, and each place has several, so that all pairs need no
/// trial.
std::vector<Index> indices_in(std::size_t place) {
  constexpr std::size_t one_of = 9;
  std::vector<Index> all;
  for (std::size_t i = place % one_of; i < indices.size(); i += one_of) all.push_back(indices[i]);
  return all;
}

/// Returns a kernel in which each index is where one thread's element goes, in a scope of its own.
std::string program(const Place& place, const std::vector<Index>& with_indices) {
  std::string body;
  for (const auto& index : with_indices) {
    auto own = with(place.in, "USE(", "AT(");
    // E stands by itself.
    for (std::size_t at = 0; (at = own.find('E', at)) != std::string::npos;) {
      const auto word = [&](std::size_t i) {
        return i < own.size() && (std::isalnum(static_cast<unsigned char>(own[i])) != 0 || own[i] == '_');
      };
      if ((at > 0 && word(at - 1)) || word(at + 1)) {
        ++at;
        continue;
      }
      own.replace(at, 1, index.text);
      at += std::string_view(index.text).size();
    }
    body += fmt::format("  {{ {} }}\n", own);
  }
  return fmt::format(R"(#include <cute/tensor.hpp>
using namespace cute;
#define AT(i) copy(local_tile(g, Shape<_1>{{}}, make_coord(0)), local_tile(h, Shape<_1>{{}}, make_coord(int(i))));
{}
__global__ void k(float* p, float* q) {{
  Tensor g = make_tensor(make_gmem_ptr(p), Layout<_4096>{{}});
  Tensor h = make_tensor(make_gmem_ptr(q), Layout<_4096>{{}});
{}}}
int main() {{ k<<<dim3(8), dim3(16, 4)>>>(nullptr, nullptr); }}
)",
                     place.before, body);
}

/// Returns the index of each thread, by the line that it is used in; a thread of a role that is not there has -1.
std::vector<std::int64_t> followed(const gpu::Flow& flow, std::size_t line) {
  std::vector<std::int64_t> all(threads, -1);
  for (const auto& role : flow.roles)
    for (const auto& s : role.steps)
      if (s.kind == gpu::FlowStep::Kind::copy && s.line == line && s.parts.size() == 2)
        for (const auto t : role.threads) all[t] = s.parts[1]->index(t, 0);
  return all;
}

}  // namespace

TEST_CASE("each thread has its own index, by each operator and in each place") {
  for (std::size_t number = 0; number < index_places.size(); ++number) {
    const auto& place = index_places[number];
    const auto own = indices_in(number);
    REQUIRE(own.size() >= 3);
    CAPTURE(place.name);
    const auto source = program(place, own);
    const auto flows = flows_of_program(source, {{"blockIdx.x", "3"}});
    REQUIRE(flows.size() == 1);
    const auto first =
        static_cast<std::size_t>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(source.find("  { ")), '\n')) + 1;
    for (std::size_t i = 0; i < own.size(); ++i) {
      std::vector<std::int64_t> wanted;
      for (unsigned t = 0; t < threads; ++t) wanted.push_back(own[i].value({t % blockDim.x, t / blockDim.x, 0}));
      const auto is = followed(flows[0], first + i);
      const auto differs = std::ranges::mismatch(is, wanted).in1 - is.begin();
      CHECK_MESSAGE(is == wanted,
                    fmt::format("{}: {}: thread {} has {}, not {}", place.name, own[i].text, differs,
                                is[static_cast<std::size_t>(differs) % threads], wanted[static_cast<std::size_t>(differs) % threads]));
    }
  }
}

TEST_CASE("threads that take other branches are other roles, whatever the condition is made of") {
  struct Branch {
    const char* text;
    bool (*holds)(unsigned thread);
  };
  const std::vector<Branch> branches{
      {"threadIdx.x / 32 == 0", [](unsigned t) { return t < 32; }},
      {"threadIdx.x >> 5", [](unsigned t) { return t >= 32; }},
      {"(threadIdx.x & 31) == 0", [](unsigned t) { return t % 32 == 0; }},
      {"!(threadIdx.x & 31)", [](unsigned t) { return t % 32 == 0; }},
      {"threadIdx.x >= 32 && threadIdx.x < 64", [](unsigned t) { return t / 32 == 1; }},
      {"threadIdx.x < 32 || threadIdx.x >= 96", [](unsigned t) { return t < 32 || t >= 96; }},
      {"cutlass::canonical_warp_idx_sync() == 2", [](unsigned t) { return t / 32 == 2; }},
      {"cutlass::canonical_warp_idx_sync() == 0 && cute::elect_one_sync()", [](unsigned t) { return t == 0; }},
      {"cute::thread0()", [](unsigned t) { return t == 0; }},
      {"warp", [](unsigned t) { return t >= 32; }},
      {"leads", [](unsigned t) { return t % 32 == 0; }},
      {"is_first(threadIdx.x)", [](unsigned t) { return t == 0; }},
      {"threadIdx.x ^ 5", [](unsigned t) { return t != 5; }}};
  for (const auto& b : branches) {
    CAPTURE(b.text);
    const auto flows = flows_of_program(fmt::format(R"(#include <cute/tensor.hpp>
using namespace cute;
__device__ bool is_first(int i) {{ return i == 0; }}
__global__ void k(float* p, float* q) {{
  Tensor g = make_tensor(make_gmem_ptr(p), Layout<_128>{{}});
  Tensor h = make_tensor(make_gmem_ptr(q), Layout<_128>{{}});
  int warp = threadIdx.x >> 5;
  bool leads = (threadIdx.x & 31) == 0;
  if ({}) copy(local_partition(g, Layout<_128>{{}}, threadIdx.x), local_partition(h, Layout<_128>{{}}, threadIdx.x));
}}
int main() {{ k<<<1, 128>>>(nullptr, nullptr); }}
)",
                                                    b.text),
                                        {});
    REQUIRE(flows.size() == 1);
    CHECK_MESSAGE(flows[0].unclear.empty(), flows[0].unclear.front());
    std::size_t all = 0;
    for (const auto& role : flows[0].roles)
      for (const auto t : role.threads) {
        CHECK_MESSAGE(role.steps.empty() == !b.holds(static_cast<unsigned>(t)), fmt::format("{}: thread {}", b.text, t));
        ++all;
      }
    CHECK(all == 128);
  }
}

TEST_CASE("the size of what a thread has bounds a loop in a loop for all threads") {
  const std::string source = R"(template <class MMA>
__global__ void k(half_t* p, int m, int k, MMA mma) {
  Tensor A = make_tensor(make_gmem_ptr(p), make_shape(m, k), make_stride(k, Int<1>{}));
  Tensor gA = local_tile(A, make_tile(Int<128>{}, Int<32>{}), make_coord(blockIdx.y, _));
  auto tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(gA(_, _, 0));
  for (int it = 0; it < k / 32; ++it) {
    int nk = size<2>(tCrA);
    for (int ik = 0; ik < nk; ++ik)
      if (ik == nk - 1) __syncthreads();
  }
}
int main() {
  half_t* a;
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
  k<<<dim3(1, 2), 128>>>(a, 256, 256, mma);
}
)";
  const auto kernels = check_kernels(source, {});
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].report.undecided.empty());
  REQUIRE(kernels[0].flow.roles.size() == 1);
  CHECK(kernels[0].flow.roles[0].steps.size() == 8);
}
