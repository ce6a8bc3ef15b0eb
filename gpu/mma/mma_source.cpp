// Writes the kernel that runs an MMA for every atom of a tile.

#include <string>
#include <utility>

#include <fmt/format.h>

#include "gpu/mma/mma_instruction.hpp"

namespace gpu {
namespace {

using algebra::Matrix;

std::string list(int first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{}%{}", i > 0 ? ", " : "", first + i);
  return "{" + text + "}";
}

std::string operands(std::string_view constraint, std::string_view name, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{}\"{}\"({}[{}])", i > 0 ? ", " : "", constraint, name, i);
  return text;
}

/// The C++ type of a thread's registers, and their letter in asm.
struct Register {
  std::string_view type;
  char letter;
};
Register register_of(const MmaType& t, bool accumulator) {
  if (t.ptx == "f64") return {"double", 'd'};
  if (accumulator && t.ptx == "f32") return {"float", 'f'};
  return {"unsigned", 'r'};
}

}  // namespace

MmaStatement mma_statement(const MmaInstruction& i, const algebra::MmaTraits& traits) {
  const int d = i.registers_of(traits, Matrix::c), a = i.a_described ? 1 : i.registers_of(traits, Matrix::a),
            b = i.b_described ? 1 : i.registers_of(traits, Matrix::b);
  const auto d_type = register_of(i.d, true), a_type = i.a_described ? Register{"unsigned long long", 'l'} : register_of(i.a, false),
             b_type = i.b_described ? Register{"unsigned long long", 'l'} : register_of(i.b, false);
  const auto a_text = i.a_described ? fmt::format("%{}", d) : list(d, a),
             b_text = i.b_described ? fmt::format("%{}", d + a) : list(d + a, b);
  std::string code;
  if (i.warpgroup) {
    // Scales and majors: which of them the instruction takes depends on the types.
    std::string immediates;
    if (i.d.is_float()) immediates += ", 1, 1";
    const auto major = [](algebra::Major m) { return m == algebra::Major::mn ? ", 1" : ", 0"; };
    if (i.a.bits() == 16) immediates += (i.a_described ? std::string(major(i.a_major)) : "") + major(i.b_major);
    // One piece with the fences, so that the compiler touches no register in between.
    code = fmt::format(
        "      asm volatile(\"{{\\n .reg .pred p;\\n setp.ne.b32 p, %{}, 0;\\n wgmma.fence.sync.aligned;\\n \"\n"
        "                   \"{} {}, {}, {}, p{};\\n \"\n"
        "                   \"wgmma.commit_group.sync.aligned;\\n wgmma.wait_group.sync.aligned 0;\\n}}\"\n",
        d + a + b, ptx_of(i), list(0, d), a_text, b_text, immediates);
  } else {
    code = fmt::format("      asm volatile(\"{} {}, {}, {}, {};\"\n", ptx_of(i), list(0, d), a_text, b_text, list(0, d));
  }
  code += fmt::format("                   : {}\n                   : {}, {}{}\n                   : \"memory\");\n",
                      operands(fmt::format("+{}", d_type.letter), "d", d), operands(std::string(1, a_type.letter), "a", a),
                      operands(std::string(1, b_type.letter), "b", b), i.warpgroup ? ", \"r\"(k)" : "");
  return {std::string(d_type.type), std::string(a_type.type), std::string(b_type.type), d, a, b, std::move(code)};
}

std::string mma_source(const MmaInstruction& i, const algebra::MmaTraits& traits, std::int64_t threads) {
  const auto s = mma_statement(i, traits);
  constexpr std::string_view frame =
      R"(extern "C" __global__ void __launch_bounds__({threads}) {name}(const unsigned* request, unsigned* result) {{
  extern __shared__ __align__(1024) unsigned image[];
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(image));
  const unsigned words = request[0], rest_m = request[1], rest_n = request[2], rest_k = request[3];
  if (threadIdx.x == 0) result[blockIdx.x] = begin;
  const unsigned* pass = request + request[6] + blockIdx.x * request[7];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) image[i] = pass[i];
{fence}  __syncthreads();
  const {a_type}* all_a = reinterpret_cast<const {a_type}*>({a_from} + request[4]) + threadIdx.x * rest_m * rest_k * {a};
  const {b_type}* all_b = reinterpret_cast<const {b_type}*>({b_from} + request[5]) + threadIdx.x * rest_n * rest_k * {b};
  {d_type}* all_d = reinterpret_cast<{d_type}*>(result + 4) + (blockIdx.x * blockDim.x + threadIdx.x) * rest_m * rest_n * {d};
  for (unsigned m = 0; m < rest_m; ++m)
    for (unsigned n = 0; n < rest_n; ++n) {{
      {d_type} d[{d}];
#pragma unroll
      for (int i = 0; i < {d}; ++i) d[i] = 0;
      for (unsigned k = 0; k < rest_k; ++k) {{
        {a_type} a[{a}];
        {b_type} b[{b}];
#pragma unroll
        for (int i = 0; i < {a}; ++i) a[i] = all_a[(m * rest_k + k) * {a} + i];
#pragma unroll
        for (int i = 0; i < {b}; ++i) b[i] = all_b[(n * rest_k + k) * {b} + i];
{code}      }}
#pragma unroll
      for (int i = 0; i < {d}; ++i) all_d[(m * rest_n + n) * {d} + i] = d[i];
    }}
}}
)";
  return fmt::format(frame, fmt::arg("name", mma_kernel_name), fmt::arg("threads", threads), fmt::arg("a", s.a), fmt::arg("b", s.b),
                     fmt::arg("d", s.d), fmt::arg("a_type", s.a_type), fmt::arg("b_type", s.b_type), fmt::arg("d_type", s.d_type),
                     fmt::arg("a_from", i.a_described ? "request" : "pass"), fmt::arg("b_from", i.b_described ? "request" : "pass"),
                     fmt::arg("fence", i.warpgroup ? "  asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n" : ""),
                     fmt::arg("code", s.code));
}

}  // namespace gpu
