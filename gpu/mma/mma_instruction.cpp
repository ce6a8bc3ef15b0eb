#include "gpu/mma/mma_instruction.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/matrix_descriptor.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::Matrix;
using Bad = tl::unexpected<Message>;

/// Splits a name at its underscores: SM90, 64x128x16, F32F16F16, SS.
std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  while (true) {
    const auto end = std::min(name.find('_'), name.size());
    words.push_back(name.substr(0, end));
    if (end == name.size()) return words;
    name.remove_prefix(end + 1);
  }
}

tl::expected<void, Message> read_words(std::string_view name, MmaInstruction& i) {
  const auto words = words_of(name);
  const auto unknown = [&] { return Bad(message("{} is not a single instruction, so launches do not run it.", name)); };
  const auto is = words.size() > 2 ? algebra::types_in_atom_name(words[2]) : std::vector<const algebra::ElementTypeRecord*>{};
  if (is.size() != 3 && is.size() != 4) return unknown();
  i.d = {*is[0]}, i.a = {*is[1]}, i.b = {*is[2]};
  for (const auto word : std::vector(words.begin() + 3, words.end())) {
    if (word == "SATURATE") {
      i.qualifiers = ".satfinite";
    } else if (word == "ANDPOPC") {
      i.qualifiers = ".and.popc", i.popc = true;
    } else if (word == "XORPOPC") {
      return Bad(message("{} counts the bits that differ: Hopper has no such instruction any more.", name));
    } else if (word.size() == 2 && word.find_first_not_of("TN") == word.npos) {
      i.row_a = word[0] == 'T', i.column_b = word[1] == 'N';
    } else if (word != "SS" && word != "RS") {
      return unknown();
    }
  }
  return {};
}

}  // namespace

double MmaType::most() const { return is_float() ? std::ldexp(1.0, mantissa + 1) : std::ldexp(1.0, bits() - (is_signed ? 1 : 0)) - 1; }

std::uint64_t MmaType::encode(double value) const {
  if (!is_float()) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & (bits() == 64 ? ~0ull : (1ull << bits()) - 1);
  if (value == 0) return 0;
  int power = 0;
  const double fraction = std::frexp(std::abs(value), &power);  // in [0.5, 1)
  const auto biased = static_cast<std::uint64_t>(power - 1 + (1 << (exponent - 1)) - 1);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, mantissa + 1)) & ((1ull << mantissa) - 1);
  return (value < 0 ? 1ull << (bits() - 1) : 0) | (biased << mantissa | significand) << unused();
}

double MmaType::decode(std::uint64_t coded) const {
  if (!is_float()) {
    const bool negative = is_signed && (coded >> (bits() - 1) & 1) != 0;
    return static_cast<double>(static_cast<std::int64_t>(coded)) - (negative ? std::ldexp(1.0, bits()) : 0);
  }
  const auto biased = static_cast<int>(coded >> (mantissa + unused()) & ((1ull << exponent) - 1));
  const auto significand = static_cast<double>(coded >> unused() & ((1ull << mantissa) - 1));
  const int bias = (1 << (exponent - 1)) - 1;
  const double size = std::ldexp(significand + (biased > 0 ? std::ldexp(1.0, mantissa) : 0), std::max(biased, 1) - bias - mantissa);
  return (coded >> (bits() - 1) & 1) != 0 ? -size : size;
}

int MmaInstruction::registers_of(const algebra::MmaTraits& traits, Matrix matrix) const {
  const auto& type = matrix == Matrix::a ? a : matrix == Matrix::b ? b : d;
  const auto values = algebra::size(algebra::mode(traits.operands[static_cast<std::size_t>(matrix)].tv, 1));
  return static_cast<int>(values * type.bits() / std::max(32, type.bits()));
}

tl::expected<MmaInstruction, Message> mma_instruction(const algebra::MmaAtom& atom) {
  const auto& traits = *atom.traits;
  std::string_view name = traits.name;
  const auto scope = name.rfind("::");
  if (scope != name.npos) name.remove_prefix(scope + 2);
  MmaInstruction i;
  for (int m = 0; m < 3; ++m) i.mnk[static_cast<std::size_t>(m)] = static_cast<int>(traits.shape_mnk.mode(m).integer().value);
  const auto a = algebra::described_operand(atom, Matrix::a), b = algebra::described_operand(atom, Matrix::b);
  using Of = algebra::MatrixDescriptor::Of;
  if ((b && b->of == Of::umma) || name.starts_with("SM10") || name.starts_with("SM12"))
    return Bad(message("{} is a Blackwell instruction: launches run those of GPUs up to Hopper.", name));
  if (!algebra::is_nvidia(traits)) return Bad(message("{} is an instruction of another maker: launches run NVIDIA's.", name));
  if (!traits.more.empty()) return Bad(message("{} takes the sparsity metadata of A: launches run dense MMAs.", name));
  if (!name.starts_with("SM") || name.starts_with("SM61"))
    return Bad(message("{} is not a tensor-core instruction: launches run only those.", name));
  for (const auto& operand : traits.operands)
    if (!operand.congruent) return Bad(message("CuTe's own layouts of {} are malformed: nothing compiles with it.", name));
  i.warpgroup = b.has_value();
  i.a_described = a.has_value();
  i.b_described = b.has_value();
  if (a) i.a_major = a->major;
  if (b) i.b_major = b->major;
  if (const auto read = read_words(name, i); !read) return Bad(read.error());
  return i;
}

std::string ptx_of(const MmaInstruction& i) {
  const auto shape = fmt::format("m{}n{}k{}", i.mnk[0], i.mnk[1], i.mnk[2]);
  if (i.warpgroup) return fmt::format("wgmma.mma_async.sync.aligned.{}.{}.{}.{}{}", shape, i.d.ptx, i.a.ptx, i.b.ptx, i.qualifiers);
  const bool in_front = !i.popc;
  return fmt::format("mma.sync.aligned.{}.{}.{}{}.{}.{}.{}.{}{}", shape, i.row_a ? "row" : "col", i.column_b ? "col" : "row",
                     in_front ? i.qualifiers : "", i.d.ptx, i.a.ptx, i.b.ptx, i.d.ptx, in_front ? "" : i.qualifiers);
}

std::string short_name(const MmaInstruction& i) {
  return fmt::format("{}.m{}n{}k{}.{}.{}.{}", i.warpgroup ? "wgmma" : "mma", i.mnk[0], i.mnk[1], i.mnk[2], i.d.ptx, i.a.ptx, i.b.ptx);
}

}  // namespace gpu
