#include "gpu/replay/replay_operands.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "algebra/layout/element_type.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/places.hpp"
#include "gpu/flow/same_steps.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace gpu {
namespace {

using algebra::MemorySpace;
using algebra::message;
using Kind = FlowStep::Kind;
using Does = ReplayStep::Does;
using PartMemory = ReplayPart::Memory;

const FlowTensor& tensor_of(const Flow& flow, int i) { return flow.tensors[static_cast<std::size_t>(i)]; }

/// Returns the tensor in global memory whose elements are copied, directly or indirectly, to this one; -1: none.
int came_from(const Flow& flow, int to) {
  for (std::set<int> seen{to};;) {
    if (tensor_of(flow, to).memory == MemorySpace::global) return to;
    int next = -1;
    for (const auto& role : flow.roles)
      for (const auto& s : role.steps)
        if (s.kind == Kind::copy && s.parts[1]->tensor == to && !seen.contains(s.parts[0]->tensor)) next = s.parts[0]->tensor;
    if (next < 0) return -1;
    seen.insert(to = next);
  }
}
/// Returns the tensor that its elements are copied to; -1: none.
int goes_to(const Flow& flow, int from) {
  for (std::set<int> seen{from};;) {
    if (tensor_of(flow, from).memory == MemorySpace::global) return from;
    int next = -1;
    for (const auto& role : flow.roles)
      for (const auto& s : role.steps)
        if (kind_of(s).moves_each() && s.parts[0]->tensor == from && !seen.contains(s.parts[1]->tensor)) next = s.parts[1]->tensor;
    if (next < 0) return -1;
    seen.insert(from = next);
  }
}

/// Returns a small integer determined by the tensor and the place alone.
std::int64_t small(std::uint32_t tensor, std::int64_t index, std::int64_t most, bool is_signed) {
  auto h = static_cast<std::uint32_t>(index) * 2654435761U + tensor * 40503U;
  h ^= h >> 15;
  h *= 2246822519U;
  h ^= h >> 13;
  const auto range = static_cast<std::uint32_t>(is_signed ? 2 * most + 1 : most + 1);
  return static_cast<std::int64_t>(h % range) - (is_signed ? most : 0);
}

/// Fills the plan's global memory.
class Filler {
 public:
  Filler(const Flow& flow, const ReplayOperands& of, const std::vector<std::int64_t>& begins, ReplayPlan& p)
      : flow_(flow), of_(of), begins_(begins), p_(p) {}

  void fill() {
    // Sums up to here are exact in every type of C.
    constexpr double exact = 2048;
    const auto depth = of_.a >= 0 ? extent(of_.a, 1) : 1;
    const auto bound = std::max(1.0, std::floor(std::sqrt(exact / static_cast<double>(depth))));
    std::set<int> read;
    for (const auto& role : p_.roles)
      for (const auto& s : role)
        for (std::size_t i = 0; i < s.parts.size(); ++i) {
          if (s.parts[i] < 0) continue;
          const auto& part = p_.parts[static_cast<std::size_t>(s.parts[i])];
          const bool is_read = s.does == Does::fused || s.does == Does::mma ? i < 2 : i == 0 && s.does != Does::fill;
          if (part.memory != PartMemory::global || !is_read || part.tensor == of_.c || !read.insert(s.parts[i]).second) continue;
          const auto& type = part.tensor == of_.b ? p_.b : p_.a;
          const auto own = type.bits() == part.bytes * 8 ? type : p_.number_of(part.bytes);
          const auto most = static_cast<std::int64_t>(std::min({bound, own.most(), 4.0}));
          for (std::int64_t x = 0; x < part.values * static_cast<std::int64_t>(p_.threads); ++x)
            if (const auto index = p_.tables[part.table + static_cast<std::size_t>(x)]; index >= 0)
              put(part.begin + index * std::int64_t{part.bytes}, part.bytes,
                  own.encode(static_cast<double>(small(static_cast<std::uint32_t>(part.tensor), index, most, own.is_signed))));
        }
    if (of_.a < 0 || of_.b < 0 || of_.c < 0) return;
    p_.c_begin = begin_of(of_.c);
    multiply();
  }

 private:
  /// Computes the expected elements of C that the block stores.
  void multiply() {
    std::map<std::int64_t, std::array<std::int64_t, 3>> stored;
    for (std::size_t r = 0; r < p_.roles.size(); ++r)
      for (const auto& s : p_.roles[r]) {
        const auto& step = flow_.roles[r].steps[s.number];
        const auto last = kind_of(step).result;
        // A tensor that is set to a number is not an operand.
        if (last <= 0 || s.parts[static_cast<std::size_t>(last)] < 0) continue;
        const auto& part = p_.parts[static_cast<std::size_t>(s.parts[static_cast<std::size_t>(last)])];
        const auto& of = *step.parts[static_cast<std::size_t>(last)];
        if (part.tensor != of_.c || part.memory != PartMemory::global || of.modes.empty()) continue;
        const checking::Part places(of, tensor(of_.c));
        for (const auto t : gpu::doing(flow_.roles[r].threads, step.by))
          for (std::int64_t v = 0; v < places.size(t); ++v) {
            if (step.predicate != nullptr && !(*step.predicate)(t, v)) continue;
            const auto index = p_.index_of(part, t, v);
            if (index < 0) continue;
            std::array<std::int64_t, 3> c{};
            std::int64_t scale = 1;
            for (std::size_t m = 0; m < places.modes.size(); ++m) {
              const auto x = places.modes[m](t, v);
              if (m < 2) c[m] = x;
              else c[2] += x * scale, scale *= places.extents[m];
            }
            stored.try_emplace(index, c);
          }
      }
    const auto depth = extent(of_.a, 1);
    const auto bytes_a = tensor(of_.a).bits / 8, bytes_b = tensor(of_.b).bits / 8;
    const auto value = [&](int of, const MmaType& type, std::int64_t bytes, std::int64_t row, std::int64_t k, std::int64_t l) {
      const auto index = index_in(of, row, k, extent(of, 2) > 1 ? l : 0);
      const auto byte = begin_of(of) + index * bytes;
      std::uint64_t bits = 0;
      if (byte < 0 || byte + bytes > static_cast<std::int64_t>(p_.global.size())) return 0.0;
      std::memcpy(&bits, &p_.global[static_cast<std::size_t>(byte)], static_cast<std::size_t>(bytes));
      return type.decode(bits);
    };
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<double>> rows, columns;
    const auto line = [&](auto& all, int of, const MmaType& type, std::int64_t bytes, std::int64_t row,
                          std::int64_t l) -> const std::vector<double>& {
      auto& one = all[{row, l}];
      if (one.empty())
        for (std::int64_t k = 0; k < depth; ++k) one.push_back(value(of, type, bytes, row, k, l));
      return one;
    };
    for (const auto& [index, c] : stored) {
      const auto& a = line(rows, of_.a, p_.a, bytes_a, c[0], c[2]);
      const auto& b = line(columns, of_.b, p_.b, bytes_b, c[1], c[2]);
      double sum = 0;
      for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
      p_.results.push_back({index, c[0], c[1], c[2], sum});
    }
  }

  void put(std::int64_t byte, int bytes, std::uint64_t bits) {
    std::memcpy(&p_.global[static_cast<std::size_t>(byte)], &bits, static_cast<std::size_t>(bytes));
  }

  /// Returns the index of a matrix's element with these coordinates; that of a batch is last.
  std::int64_t index_in(int of, std::int64_t first, std::int64_t second, std::int64_t l) const {
    const auto coordinate = first + extent(of, 0) * (second + extent(of, 1) * l);
    return tensor(of).outer(tensor(of).layout(coordinate));
  }
  std::int64_t extent(int of, int mode) const {
    const auto& shape = tensor(of).shape;
    if (!shape.is_tuple()) return mode == 0 ? algebra::product(shape).value : 1;
    return mode < shape.rank() ? algebra::product(shape.mode(mode)).value : 1;
  }

  const FlowTensor& tensor(int i) const { return tensor_of(flow_, i); }
  std::int64_t begin_of(int tensor) const { return begins_[static_cast<std::size_t>(tensor)]; }

  const Flow& flow_;
  const ReplayOperands& of_;
  const std::vector<std::int64_t>& begins_;
  ReplayPlan& p_;
};

}  // namespace

MmaType ReplayPlan::number_of(int bytes) const {
  const auto* name = bytes == 2 ? bfloat ? "bfloat16_t" : "half_t" : bytes == 4 ? "float" : bytes == 8 ? "double" : "uint8_t";
  return MmaType{*algebra::record_of(*algebra::find_element_type(name))};
}

ReplayOperands find_operands(const Flow& flow, ReplayPlan& p) {
  const FlowStep* product = nullptr;
  for (const auto& role : flow.roles)
    for (const auto& s : role.steps)
      if (s.kind == Kind::gemm && product == nullptr) product = &s;
  p.a = p.b = p.c = p.number_of(4);
  if (product == nullptr) return {};
  if (product->mma && lanes_of(*product) > 1) {
    const auto instruction = mma_instruction(product->mma->atom);
    if (!instruction) throw ReplayRefused{instruction.error()};
    p.a = instruction->a, p.b = instruction->b, p.c = instruction->d;
  } else {
    const auto by_bits = [&](int part) {
      const auto bits = tensor_of(flow, product->parts[static_cast<std::size_t>(part)]->tensor).bits;
      if (bits != 16 && bits != 32 && bits != 64)
        throw ReplayRefused{message("line {}: products of elements of {} bits without a tensor core are not run", product->line, bits)};
      return p.number_of(bits / 8);
    };
    p.a = by_bits(0), p.b = by_bits(1), p.c = by_bits(2);
  }
  p.bfloat = p.a.bits() == 16 && p.a.ptx == "bf16";
  const ReplayOperands found{came_from(flow, product->parts[0]->tensor), came_from(flow, product->parts[1]->tensor),
                             goes_to(flow, product->parts[2]->tensor)};
  if (found.c >= 0 && tensor_of(flow, found.c).bits != p.c.bits()) p.c = p.number_of(tensor_of(flow, found.c).bits == 16 ? 2 : 4);
  return found;
}

void fill_operands(const Flow& flow, const ReplayOperands& of, const std::vector<std::int64_t>& begins, ReplayPlan& p) {
  Filler(flow, of, begins, p).fill();
}

}  // namespace gpu
