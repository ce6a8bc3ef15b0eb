// Writes the kernel that executes a plan, and its input.
//
// The kernel goes through the steps of its thread's role and performs each by the original kernel's instruction: loads and stores of its
// width, cp.async, ldmatrix and stmatrix, mma.sync, wgmma, TMA, and its barriers and waits. Registers are an array per thread, from which
// an MMA takes its operands; a wgmma is waited for at once.

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/launch/kernel_source.hpp"
#include "gpu/replay/replay.hpp"

namespace gpu {
namespace {

using Does = ReplayStep::Does;

constexpr std::array<std::pair<Does, std::string_view>, 12> names{{{Does::nothing, "NOTHING"},
                                                                   {Does::access, "ACCESS"},
                                                                   {Does::convert, "CONVERT"},
                                                                   {Does::async_copy, "ASYNC_COPY"},
                                                                   {Does::load_matrix, "LOAD_MATRIX"},
                                                                   {Does::store_matrix, "STORE_MATRIX"},
                                                                   {Does::tma_load, "TMA_LOAD"},
                                                                   {Does::tma_store, "TMA_STORE"},
                                                                   {Does::fused, "FUSED"},
                                                                   {Does::mma, "MMA"},
                                                                   {Does::wgmma, "WGMMA"},
                                                                   {Does::fill, "FILL"}}};

const StepKind& kind_of(const ReplayPlan& plan, const ReplayStep& s) { return gpu::kind_of(plan.flow->roles[s.role].steps[s.number]); }

/// Returns the kernel's number for a step's action: step kinds that order others come after those that move.
int number_of(Does does, FlowStep::Kind kind) { return static_cast<int>(does) + (does == Does::orders ? static_cast<int>(kind) : 0); }

/// The plan's header, as the kernel reads it from memory.
struct Header {
  std::int64_t steps, parts, threads_of, tables, descriptors;  ///< offsets in bytes from the header
  std::uint64_t global, trace, maps;                           ///< addresses
  std::int64_t barriers_begin, shared_bytes;
};
struct Step {
  std::int32_t does, part0, part1, part2, instruction, unit, barrier, overwrites;
  std::int64_t n, threads, predicate, rest_m, rest_n, rest_k, described_a, described_b, boxes, box;
  std::int32_t map, trace;
};
struct Part {
  std::int32_t memory, bytes;
  std::int64_t values, table, begin;
};
struct OfThread {
  std::int32_t first, last, lanes, padding;  ///< steps from, up to, and the threads of its warp that are of its role
};

constexpr std::string_view frame = R"(
struct Header {
  long long steps, parts, threads_of, tables, descriptors;
  unsigned long long global, trace, maps;
  long long barriers_begin, shared_bytes;
};
struct Step {
  int does, part0, part1, part2, instruction, unit, barrier, overwrites;
  long long n, threads, predicate, rest_m, rest_n, rest_k, described_a, described_b, boxes, box;
  int map, trace;
};
struct Part { int memory, bytes; long long values, table, begin; };
struct OfThread { int first, last, lanes, padding; };
struct Trace { unsigned begin, end, had, done; };

struct Thread {
  const int* tables;
  const unsigned long long* descriptors;
  unsigned char *global, *shared, *own;
  unsigned base;  // of shared memory
  unsigned had;

  __device__ int index(const Part& p, long long v) const { return tables[p.table + v * THREADS + threadIdx.x]; }
  __device__ unsigned char* at(const Part& p, long long i) const {
    return (p.memory == 0 ? global : p.memory == 1 ? shared : own) + p.begin + i * p.bytes;
  }
  __device__ static unsigned long long bits_at(const unsigned char* from, int bytes) {
    switch (bytes) {
      case 1: return *from;
      case 2: return *reinterpret_cast<const volatile unsigned short*>(from);
      case 4: return *reinterpret_cast<const volatile unsigned*>(from);
      default: return *reinterpret_cast<const volatile unsigned long long*>(from);
    }
  }
  __device__ static void put_at(unsigned char* to, int bytes, unsigned long long bits) {
    switch (bytes) {
      case 1: *to = static_cast<unsigned char>(bits); break;
      case 2: *reinterpret_cast<volatile unsigned short*>(to) = static_cast<unsigned short>(bits); break;
      case 4: *reinterpret_cast<volatile unsigned*>(to) = static_cast<unsigned>(bits); break;
      default: *reinterpret_cast<volatile unsigned long long*>(to) = bits;
    }
  }
  __device__ unsigned long long read(const Part& p, long long v) const {
    const int i = index(p, v);
    return i < 0 ? 0 : bits_at(at(p, i), p.bytes);
  }
  __device__ void write(const Part& p, long long v, unsigned long long bits) const {
    const int i = index(p, v);
    if (i >= 0) put_at(at(p, i), p.bytes, bits);
  }
  __device__ void note(unsigned long long bits, int bytes) {
    had = (had ^ static_cast<unsigned>(bits)) * 16777619u;
    if (bytes == 8) had = (had ^ static_cast<unsigned>(bits >> 32)) * 16777619u;
  }
  __device__ bool holds(const Step& s, long long v) const {
    return s.predicate < 0 || tables[s.predicate + v * THREADS + threadIdx.x] > 0;
  }
};

__device__ float to_float(unsigned long long bits, int bytes) {
  if (bytes == 4) return __uint_as_float(static_cast<unsigned>(bits));
  float f;
  const unsigned short h = static_cast<unsigned short>(bits);
  if (BFLOAT) return __uint_as_float(static_cast<unsigned>(h) << 16);
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
  return f;
}
__device__ unsigned long long from_float(float f, int bytes) {
  if (bytes == 4) return __float_as_uint(f);
  unsigned short h;
#if BFLOAT
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(f));
#else
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
#endif
  return h;
}
__device__ unsigned to_shared(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void access(const Step& s, const Part& from, const Part& to, Thread& t) {
  for (long long v = 0; v < from.values; v += s.unit) {
    if (!t.holds(s, v)) continue;
    const int i = t.index(from, v), j = t.index(to, v);
    alignas(16) unsigned char chunk[16] = {};
    const int bytes = s.unit * from.bytes;
    if (i >= 0) {
      const unsigned char* at = t.at(from, i);
      if (bytes == 16) *reinterpret_cast<uint4*>(chunk) = *reinterpret_cast<const uint4*>(at);
      else Thread::put_at(chunk, bytes, Thread::bits_at(at, bytes));
    }
    for (int e = 0; e < s.unit; ++e) t.note(Thread::bits_at(chunk + e * from.bytes, from.bytes), from.bytes);
    if (j < 0) continue;
    unsigned char* at = t.at(to, j);
    if (s.does == CONVERT) t.write(to, v, from_float(to_float(Thread::bits_at(chunk, from.bytes), from.bytes), to.bytes));
    else if (bytes == 16) *reinterpret_cast<uint4*>(at) = *reinterpret_cast<const uint4*>(chunk);
    else Thread::put_at(at, bytes, Thread::bits_at(chunk, bytes));
  }
}

#if USES_ASYNC
__device__ void async_copy(const Step& s, const Part& from, const Part& to, Thread& t) {
  for (long long v = 0; v < from.values; v += s.unit) {
    const int i = t.holds(s, v) ? t.index(from, v) : -1, j = t.index(to, v);
    if (j < 0) continue;
    const int bytes = s.unit * from.bytes, taken = i < 0 ? 0 : bytes;
    const unsigned to_at = to_shared(t.at(to, j));
    const unsigned long long from_at = __cvta_generic_to_global(t.at(from, i < 0 ? 0 : i));
    if (bytes == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to_at), "l"(from_at), "r"(taken) : "memory");
    else if (bytes == 8) asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to_at), "l"(from_at), "r"(taken) : "memory");
    else asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to_at), "l"(from_at), "r"(taken) : "memory");
  }
}
__device__ void wait_for_copies(long long n) {
  switch (n) {
    case 0: asm volatile("cp.async.wait_group 0;" ::: "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" ::: "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" ::: "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" ::: "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" ::: "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" ::: "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" ::: "memory"); break;
    default: asm volatile("cp.async.wait_group 7;" ::: "memory"); break;
  }
}
#endif

__device__ void come_together(const Step& s) {
  if (s.n == 0) asm volatile("barrier.sync 0;" ::: "memory");
  else asm volatile("barrier.sync %0, %1;" ::"r"(s.barrier), "r"(static_cast<int>(s.n)) : "memory");
}

#if USES_PHASE
__device__ void wait_for_phase(unsigned barrier, long long n, volatile int* stuck) {
  unsigned done = 0;
  for (int tries = 0; done == 0 && *stuck == 0; ++tries) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(barrier), "r"(static_cast<int>(n & 1)) : "memory");
    if (tries > 1 << 20) *stuck = 1;
  }
}
#endif

__device__ void fused(const Step& s, const Part& a, const Part& b, const Part& c, Thread& t) {
  for (long long v = 0; v < a.values; ++v) t.note(t.read(a, v), a.bytes);
  for (long long v = 0; v < b.values; ++v) t.note(t.read(b, v), b.bytes);
  for (long long n = 0; n < s.rest_n; ++n)
    for (long long m = 0; m < s.rest_m; ++m) {
      const long long at = m + s.rest_m * n;
      if (c.bytes == 8) {
        double sum = s.overwrites ? 0.0 : __longlong_as_double(t.read(c, at));
        for (long long k = 0; k < s.rest_k; ++k)
          sum += __longlong_as_double(t.read(a, m + s.rest_m * k)) * __longlong_as_double(t.read(b, n + s.rest_n * k));
        t.write(c, at, __double_as_longlong(sum));
        continue;
      }
      float sum = s.overwrites ? 0.0f : to_float(t.read(c, at), c.bytes);
      for (long long k = 0; k < s.rest_k; ++k)
        sum = fmaf(to_float(t.read(a, m + s.rest_m * k), a.bytes), to_float(t.read(b, n + s.rest_n * k), b.bytes), sum);
      t.write(c, at, from_float(sum, c.bytes));
    }
}
)";

constexpr std::string_view kernel = R"(
extern "C" __global__ void __launch_bounds__(THREADS) run_flow(const unsigned char* request, unsigned char* data) {
  extern __shared__ unsigned char memory[];
  const Header& h = *reinterpret_cast<const Header*>(request);
  const Step* steps = reinterpret_cast<const Step*>(request + h.steps);
  const Part* parts = reinterpret_cast<const Part*>(request + h.parts);
  const OfThread own_steps = reinterpret_cast<const OfThread*>(request + h.threads_of)[threadIdx.x];
  Trace* trace = reinterpret_cast<Trace*>(h.trace);
  alignas(16) unsigned char own[REGISTER_BYTES];
  for (int i = 0; i < REGISTER_BYTES; ++i) own[i] = 0xFF;
  Thread t;
  const unsigned begin = to_shared(memory);
  t.base = (begin + 1023u) & ~1023u;
  t.shared = memory + (t.base - begin);
  t.own = own;
  t.global = reinterpret_cast<unsigned char*>(h.global);
  t.tables = reinterpret_cast<const int*>(request + h.tables);
  t.descriptors = reinterpret_cast<const unsigned long long*>(request + h.descriptors);
  for (long long i = threadIdx.x; i < h.barriers_begin; i += THREADS) t.shared[i] = 0xFF;
#if USES_PROXY
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  volatile int* stuck = reinterpret_cast<volatile int*>(data);
  __syncthreads();
  const long long zero = clock64();
  for (int number = own_steps.first; number < own_steps.last; ++number) {
    const Step& s = steps[number];
    t.had = 0;
    const unsigned from_cycle = static_cast<unsigned>(clock64() - zero);
    const bool does = s.threads < 0 || t.tables[s.threads + threadIdx.x] > 0;
    const Part &p0 = parts[s.part0 < 0 ? 0 : s.part0], &p1 = parts[s.part1 < 0 ? 0 : s.part1], &p2 = parts[s.part2 < 0 ? 0 : s.part2];
    const unsigned barrier = t.base + static_cast<unsigned>(h.barriers_begin) + 8u * static_cast<unsigned>(s.barrier);
    if (does) switch (s.does) {
      case ACCESS:
      case CONVERT: access(s, p0, p1, t); break;
      case FUSED: fused(s, p0, p1, p2, t); break;
      case FILL:
        for (long long v = 0; v < p0.values; ++v) t.write(p0, v, 0);
        break;
#if USES_ASYNC
      case ASYNC_COPY: async_copy(s, p0, p1, t); break;
#endif
#if USES_LOAD_MATRIX
      case LOAD_MATRIX: load_matrix(s, p0, p1, t); break;
#endif
#if USES_STORE_MATRIX
      case STORE_MATRIX: store_matrix(s, p0, p1, t); break;
#endif
#if USES_MMA
      case MMA:
      case WGMMA:
        __syncwarp();
        multiply(s, p0, p1, p2, t);
        break;
#endif
#if USES_TMA
      case TMA_LOAD:
      case TMA_STORE:
        for (long long b = 0; b < s.boxes; ++b) {
          const int* box = t.tables + s.box + (b * THREADS + threadIdx.x) * 6;
          const void* map = reinterpret_cast<const void*>(h.maps + 128ull * s.map);
          if (s.does == TMA_LOAD) load(map, t.base + box[5], barrier, false, 0, s.unit, box);
          else store(map, t.base + box[5], s.unit, box);
        }
        break;
#endif
)";

constexpr std::string_view end_of_kernel = R"(      default: break;
    }
    trace[static_cast<long long>(s.trace) * THREADS + threadIdx.x] = {from_cycle, static_cast<unsigned>(clock64() - zero), t.had, 1u};
  }
}
)";

/// Returns functions load_matrix or store_matrix for the plan's instructions.
std::string matrix_functions(const ReplayPlan& plan, Instruction::Kind kind) {
  const bool loads = kind == Instruction::Kind::load_matrix;
  std::string code;
  for (std::size_t i = 0; i < plan.copies.size(); ++i) {
    const auto& c = plan.copies[i];
    if (c.kind != kind) continue;
    std::string list, constraints;
    for (int r = 0; r < c.matrices; ++r) {
      list += fmt::format("{}%{}", r > 0 ? ", " : "", loads ? r : r + 1);
      constraints += fmt::format("{}\"{}\"(r[{}])", r > 0 ? ", " : "", loads ? "=r" : "r", r);
    }
    code += loads
                ? fmt::format("      case {}: asm volatile(\"{} {{{}}}, [%{}];\" : {} : \"r\"(row) : \"memory\"); matrices = {}; break;\n",
                              i, ptx_of(c), list, c.matrices, constraints, c.matrices)
                : fmt::format("      case {}: asm volatile(\"{} [%0], {{{}}};\" :: \"r\"(row), {} : \"memory\"); break;\n", i, ptx_of(c),
                              list, constraints);
  }
  if (loads)
    return fmt::format(R"(
__device__ void load_matrix(const Step& s, const Part& from, const Part& to, Thread& t) {{
  for (long long first = 0, v = 0; first < from.values; first += s.unit) {{
    const unsigned row = to_shared(t.at(from, max(0, t.index(from, first))));
    unsigned r[4];
    int matrices = 1;
    __syncwarp();
    switch (s.instruction) {{
{}    }}
    for (int b = 0; b < 4 * matrices; b += to.bytes, ++v) {{
      const unsigned long long bits = to.bytes == 8 ? r[b / 4] | static_cast<unsigned long long>(r[b / 4 + 1]) << 32
                                                    : r[b / 4] >> (b % 4 * 8) & (to.bytes == 4 ? ~0u : (1u << (8 * to.bytes)) - 1);
      t.note(bits, to.bytes);
      t.write(to, v, bits);
    }}
  }}
}}
)",
                       code);
  return fmt::format(R"(
__device__ void store_matrix(const Step& s, const Part& from, const Part& to, Thread& t) {{
  const long long count = to.values / s.unit, each = from.values / count;
  for (long long v = 0; v < from.values; ++v) t.note(t.read(from, v), from.bytes);
  for (long long i = 0; i < count; ++i) {{
    unsigned r[4] = {{}};
    for (long long e = 0; e < each; ++e) {{
      const long long b = e * from.bytes;
      r[b / 4] |= static_cast<unsigned>(t.read(from, i * each + e)) << (b % 4 * 8);
    }}
    const unsigned row = to_shared(t.at(to, max(0, t.index(to, i * s.unit))));
    __syncwarp();
    switch (s.instruction) {{
{}    }}
  }}
}}
)",
                     code);
}

/// Returns the function `multiply` for the plan's MMAs.
std::string mma_functions(const ReplayPlan& plan) {
  std::string functions, cases;
  for (std::size_t i = 0; i < plan.mmas.size(); ++i) {
    const auto& m = plan.mmas[i];
    const auto& traits = *plan.traits[i];
    const auto statement = mma_statement(m, traits);
    const auto values = [&](int operand) { return algebra::size(algebra::mode(traits.operands[static_cast<std::size_t>(operand)].tv, 1)); };
    const auto gather = [](char name, const std::string& type, std::int64_t count, const std::string& first) {
      return fmt::format("        gather<{}, {}>({}, p_{}, t, {});\n", type, count, name, name, first);
    };
    std::string take_a, take_b;
    if (m.a_described)
      take_a =
          "        a[0] = t.descriptors[s.described_a + (threadIdx.x / 128) * s.rest_m * s.rest_k + im + s.rest_m * ik] + (t.base >> 4);\n";
    else take_a = gather('a', statement.a_type, values(0), fmt::format("{} * (im + s.rest_m * ik)", values(0)));
    if (m.b_described)
      take_b =
          "        b[0] = t.descriptors[s.described_b + (threadIdx.x / 128) * s.rest_n * s.rest_k + in + s.rest_n * ik] + (t.base >> 4);\n";
    else take_b = gather('b', statement.b_type, values(1), fmt::format("{} * (in + s.rest_n * ik)", values(1)));
    functions += fmt::format(R"(
__device__ void multiply_{number}(const Step& s, const Part& p_a, const Part& p_b, const Part& p_c, Thread& t) {{
  for (long long in = 0; in < s.rest_n; ++in)
    for (long long im = 0; im < s.rest_m; ++im) {{
      {d_type} d[{d}];
      gather<{d_type}, {of_c}>(d, p_c, t, {of_c} * (im + s.rest_m * in));
      for (long long ik = 0; ik < s.rest_k; ++ik) {{
        const int k = ik > 0 || !s.overwrites;
        if (!k) {{
          for (int i = 0; i < {d}; ++i) d[i] = 0;
        }}
        {a_type} a[{a}];
        {b_type} b[{b}];
{take_a}{take_b}{code}      }}
      scatter<{d_type}, {of_c}>(d, p_c, t, {of_c} * (im + s.rest_m * in));
    }}
}}
)",
                             fmt::arg("number", i), fmt::arg("d_type", statement.d_type), fmt::arg("a_type", statement.a_type),
                             fmt::arg("b_type", statement.b_type), fmt::arg("d", statement.d), fmt::arg("a", statement.a),
                             fmt::arg("b", statement.b), fmt::arg("of_c", values(2)), fmt::arg("take_a", take_a),
                             fmt::arg("take_b", take_b), fmt::arg("code", statement.code));
    const auto noted = [&](bool described, const char* operand) {
      return described ? std::string()
                       : fmt::format("      for (long long v = 0; v < {0}.values; ++v) t.note(t.read({0}, v), {0}.bytes);\n", operand);
    };
    cases += fmt::format("    case {0}:\n{1}{2}      multiply_{0}(s, a, b, c, t);\n      break;\n", i, noted(m.a_described, "a"),
                         noted(m.b_described, "b"));
  }
  return fmt::format(R"(
__device__ void set(unsigned& r, unsigned long long bits) {{ r = static_cast<unsigned>(bits); }}
__device__ void set(float& r, unsigned long long bits) {{ r = __uint_as_float(static_cast<unsigned>(bits)); }}
__device__ void set(double& r, unsigned long long bits) {{ r = __longlong_as_double(static_cast<long long>(bits)); }}
__device__ unsigned long long get(unsigned r) {{ return r; }}
__device__ unsigned long long get(float r) {{ return __float_as_uint(r); }}
__device__ unsigned long long get(double r) {{ return static_cast<unsigned long long>(__double_as_longlong(r)); }}
// Elements of a thread, in registers of an instruction: those of fewer bytes several in one.
template <class Register, int count>
__device__ void gather(Register* to, const Part& p, const Thread& t, long long first) {{
  const int each = static_cast<int>(sizeof(Register)) / p.bytes;
#pragma unroll
  for (int r = 0; r * each < count; ++r) {{
    unsigned long long bits = 0;
    for (int e = 0; e < each; ++e) bits |= t.read(p, first + r * each + e) << (8 * p.bytes * e);
    set(to[r], bits);
  }}
}}
template <class Register, int count>
__device__ void scatter(const Register* from, const Part& p, const Thread& t, long long first) {{
  const int each = static_cast<int>(sizeof(Register)) / p.bytes;
#pragma unroll
  for (int r = 0; r * each < count; ++r) {{
    const unsigned long long bits = get(from[r]);
    for (int e = 0; e < each; ++e) t.write(p, first + r * each + e, bits >> (8 * p.bytes * e));
  }}
}}
{}
__device__ void multiply(const Step& s, const Part& a, const Part& b, const Part& c, Thread& t) {{
  switch (s.instruction) {{
{}  }}
}}
)",
                     functions, cases);
}

template <class T>
void append(std::vector<std::uint8_t>& to, const T* from, std::size_t count) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(from);
  to.insert(to.end(), bytes, bytes + count * sizeof(T));
  to.resize((to.size() + 15) / 16 * 16);
}

/// Writes the cases for the plan's step kinds that order others.
std::string order_cases(const ReplayPlan& plan) {
  std::map<FlowStep::Kind, const StepKind*> kinds;
  for (const auto& role : plan.roles)
    for (const auto& s : role)
      if (s.does == Does::orders) kinds.try_emplace(kind_of(plan, s).kind, &kind_of(plan, s));
  std::string cases;
  for (const auto& [kind, row] : kinds)
    cases += fmt::format("      case {}: {} break;\n", number_of(Does::orders, kind),
                         !row->code.empty() ? std::string(row->code)
                                            : fmt::format("asm volatile(\"{}\" ::\"r\"({}), \"r\"(static_cast<int>(s.n)) : \"memory\");",
                                                          row->ptx, row->has_mbarrier() ? "barrier" : "s.barrier"));
  return cases;
}

}  // namespace

std::string replay_source(const ReplayPlan& plan) {
  const auto any = [&](const auto& holds) {
    return std::ranges::any_of(plan.roles, [&](const auto& role) { return std::ranges::any_of(role, holds); });
  };
  const auto uses = [&](std::initializer_list<Does> some) {
    return any([&](const ReplayStep& s) { return std::ranges::find(some, s.does) != some.end(); });
  };
  const auto has = [&](auto field, auto value) { return any([&](const ReplayStep& s) { return kind_of(plan, s).*field == value; }); };
  std::string source;
  for (const auto& [does, name] : names) source += fmt::format("#define {} {}\n", name, static_cast<int>(does));
  source += fmt::format("constexpr int THREADS = {}, REGISTER_BYTES = {};\n", plan.threads, plan.register_bytes);
  source += fmt::format("#define BFLOAT {}\n", plan.bfloat ? 1 : 0);
  const bool tma = uses({Does::tma_load, Does::tma_store}), load = uses({Does::load_matrix}), store = uses({Does::store_matrix}),
             mma = uses({Does::mma, Does::wgmma});
  const auto flag = [&](const char* name, bool used) { source += fmt::format("#define {} {}\n", name, used ? 1 : 0); };
  flag("USES_ASYNC", uses({Does::async_copy}) || has(&StepKind::queue, FlowQueue::copies));
  flag("USES_LOAD_MATRIX", load);
  flag("USES_STORE_MATRIX", store);
  flag("USES_MMA", mma);
  flag("USES_TMA", tma);
  flag("USES_PROXY", tma || uses({Does::wgmma}) || has(&StepKind::order, StepOrder::proxy) || has(&StepKind::queue, FlowQueue::bulk));
  flag("USES_PHASE", has(&StepKind::order, StepOrder::phase));
  source += frame;
  if (load) source += matrix_functions(plan, Instruction::Kind::load_matrix);
  if (store) source += matrix_functions(plan, Instruction::Kind::store_matrix);
  if (mma) source += mma_functions(plan);
  if (tma) source += tma_functions();
  source += kernel;
  source += order_cases(plan);
  source += end_of_kernel;
  return source;
}

std::vector<std::uint8_t> replay_request(const ReplayPlan& plan, std::uint64_t global, std::uint64_t trace, std::uint64_t maps) {
  std::vector<Step> steps;
  std::vector<std::pair<std::int32_t, std::int32_t>> of_role;
  for (std::size_t r = 0; r < plan.roles.size(); ++r) {
    const auto first = static_cast<std::int32_t>(steps.size());
    for (const auto& s : plan.roles[r])
      steps.push_back({.does = number_of(s.does, kind_of(plan, s).kind),
                       .part0 = s.parts[0],
                       .part1 = s.parts[1],
                       .part2 = s.parts[2],
                       .instruction = s.instruction,
                       .unit = s.unit,
                       .barrier = s.barrier,
                       .overwrites = s.overwrites ? 1 : 0,
                       .n = s.n,
                       .threads = s.threads,
                       .predicate = s.predicate,
                       .rest_m = s.rests[0],
                       .rest_n = s.rests[1],
                       .rest_k = s.rests[2],
                       .described_a = s.described[0],
                       .described_b = s.described[1],
                       .boxes = s.boxes,
                       .box = static_cast<std::int64_t>(s.box),
                       .map = s.map,
                       .trace = static_cast<std::int32_t>(plan.trace_of(r, s.number))});
    of_role.emplace_back(first, static_cast<std::int32_t>(steps.size()));
  }
  std::vector<Part> parts;
  for (const auto& p : plan.parts)
    parts.push_back({static_cast<std::int32_t>(p.memory), p.bytes, p.values, static_cast<std::int64_t>(p.table), p.begin});
  if (parts.empty()) parts.push_back({});
  std::vector<OfThread> threads(plan.threads);
  constexpr std::size_t warp = 32;
  for (std::size_t t = 0; t < plan.threads; ++t) {
    const auto role = plan.role_of[t];
    if (role < 0) continue;
    auto& one = threads[t];
    one.first = of_role[static_cast<std::size_t>(role)].first;
    one.last = of_role[static_cast<std::size_t>(role)].second;
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < warp && t / warp * warp + lane < plan.threads; ++lane)
      if (plan.role_of[t / warp * warp + lane] == role) lanes |= 1U << lane;
    one.lanes = static_cast<std::int32_t>(lanes);
  }
  std::vector<std::uint8_t> image;
  Header h{};
  append(image, &h, 1);
  const auto add = [&](std::int64_t& at, const auto& all) {
    at = static_cast<std::int64_t>(image.size());
    append(image, all.data(), all.size());
  };
  add(h.steps, steps);
  add(h.parts, parts);
  add(h.threads_of, threads);
  add(h.tables, plan.tables);
  add(h.descriptors, plan.descriptors);
  h.global = global, h.trace = trace, h.maps = maps;
  h.barriers_begin = plan.barriers_begin, h.shared_bytes = plan.shared_bytes;
  std::memcpy(image.data(), &h, sizeof h);
  return image;
}

}  // namespace gpu
