#include "algebra/language/summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/properties.hpp"

namespace algebra {
namespace {

/// "4×4" from a shape's modes, by their sizes.
std::string extents(const Layout& layout) {
  std::string text;
  for (int i = 0; i < rank(layout); ++i) text += fmt::format("{}{}", i == 0 ? "" : "×", size(mode(layout, i)));
  return text;
}

}  // namespace

namespace summary {

std::string tiles(const Layout& layout) {
  if (rank(layout) != 2) return modes(layout);
  return fmt::format("tile {} · {} tiles", extents(mode(layout, 0)), size(mode(layout, 1)));
}
std::string modes(const Layout& layout) { return fmt::format("size {} · rank {}", size(layout), rank(layout)); }

}  // namespace summary

std::string words_of(const ElementType& type) { return type.name.empty() ? fmt::format("{} bit", type.bits) : type.name; }

std::string_view word_of(MemorySpace memory) {
  switch (memory) {
    case MemorySpace::unknown: break;
    case MemorySpace::global: return "global";
    case MemorySpace::shared: return "shared";
    case MemorySpace::registers: return "registers";
    case MemorySpace::tensor: return "tensor";
  }
  return {};
}

std::string memory_words(const Value& value) {
  if (const auto* t = std::get_if<Tensor>(&value); t != nullptr && t->descriptors)
    return fmt::format("descriptors from {:#018x} on", advanced(*t->descriptors->at, t->offset).bits);
  const auto type = element_type(value);
  const auto words = type ? words_of(*type) : std::string{};
  const auto in = [&](std::string_view where) { return fmt::format("{}{}{}", words, words.empty() ? "" : " ", where); };
  switch (memory_of(value)) {
    case MemorySpace::unknown: return words;
    case MemorySpace::global: return in("in global memory");
    case MemorySpace::shared: return in("in shared memory");
    case MemorySpace::registers: return in("in registers");
    case MemorySpace::tensor: return in("in tensor memory");
  }
  return words;
}

std::string_view not_run_here(const Value& value) {
  const auto of_copy = [](const CopyTraits& c) { return c.name.starts_with("SM100_"); };
  const auto of_mma = [](const MmaTraits& m) {
    return std::ranges::any_of(m.operands, [](const auto& o) { return o.place == MmaTraits::Place::tensor; });
  };
  bool blackwell = memory_of(value) == MemorySpace::tensor;
  if (const auto* copy = std::get_if<CopyAtom>(&value)) blackwell = of_copy(*copy->traits);
  if (const auto* copy = std::get_if<TiledCopy>(&value)) blackwell = of_copy(*copy->atom.traits);
  if (const auto* mma = std::get_if<MmaAtom>(&value)) blackwell = of_mma(*mma->traits);
  if (const auto* mma = std::get_if<TiledMma>(&value)) blackwell = of_mma(*mma->atom.traits);
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) blackwell = descriptor->of == MatrixDescriptor::Of::umma;
  return blackwell ? "By CuTe's headers alone: Blackwell does not run here." : "";
}

namespace {

/// "box 64×128 · swizzle 128B · 1 instructions of 16384 B"
std::string box_of(const Tma& tma) {
  std::string box;
  for (int i = 0; i < tma.map.rank; ++i) box += fmt::format("{}{}", i == 0 ? "" : "×", tma.map.box_dim[static_cast<std::size_t>(i)]);
  const auto count = instructions_per_tile(tma), bytes = bits_per_instruction(tma) / 8;
  return fmt::format("box {} · swizzle {} · ", box, to_string(tma.map.swizzle)) +
         (count == 1 ? fmt::format("1 instruction of {} B", bytes) : fmt::format("{} instructions of {} B", count, bytes));
}

std::string threads_words(std::int64_t count) { return count == 1 ? "1 thread" : fmt::format("{} threads", count); }

/// "128 threads · tile 64×128×16 · A, B in shared memory · E_TV ((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))"
std::string atom_words(const MmaTraits& m) {
  const auto extent = [&](int i) { return m.shape_mnk.mode(i).integer().value; };
  auto text = fmt::format("{} · tile {}×{}×{}", threads_words(size(m.thr_id)), extent(0), extent(1), extent(2));
  std::string shared, tensor;
  for (std::size_t i = 0; i < m.operands.size(); ++i) {
    const auto place = m.operands[i].place;
    if (place == MmaTraits::Place::registers) continue;
    auto& names = place == MmaTraits::Place::shared ? shared : tensor;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", "ABC"[i]);
  }
  if (!shared.empty()) text += fmt::format(" · {} in shared memory", shared);
  if (!tensor.empty()) text += fmt::format(" · {} in tensor memory", tensor);
  return text;
}
/// What else the traits have, " · E_TV layout".
std::string further_words(const std::vector<std::pair<std::string, std::string>>& more) {
  std::string text;
  for (const auto& [name, value] : more) {
    text += fmt::format(" · {} ", name);
    for (const char c : value)
      if (c != '_') text += c;
  }
  return text;
}

std::string summary_of(const Evaluation& e) {
  if (const auto* layout = std::get_if<Layout>(&e.value)) {
    if (has_basis(*layout) && !has_indices(*layout)) return fmt::format("size {}", size(*layout));
    const auto* function = expression::function_of(e.made_by);
    if (function != nullptr && function->summary != nullptr) return function->summary(*layout);
    return fmt::format("size {} · cosize {} · {}", size(*layout), cosize(*layout), kind_of_function(*layout));
  }
  if (std::holds_alternative<Tiler>(e.value)) return "tiler";
  if (const auto* tensor = std::get_if<Tensor>(&e.value))
    return fmt::format("size {} · offset {}", size(tensor->layout),
                       tensor->coordinate ? to_string(*tensor->coordinate, Marks::plain) : fmt::format("{}", tensor->offset));
  if (const auto* composed = std::get_if<ComposedLayout>(&e.value)) {
    const auto* swizzle = composed->outer.only_swizzle();
    return fmt::format("size {} · {}", size(composed->layout),
                       swizzle == nullptr   ? "composed"
                       : swizzle->bits == 0 ? "not swizzled"
                                            : "swizzled");
  }
  if (const auto* d = std::get_if<MatrixDescriptor>(&e.value)) {
    const auto f = fields(*d);
    return fmt::format("{} · start at byte {} · LBO {} bytes · SBO {} bytes", f.layout.name, f.start * 16, f.lbo * 16, f.sbo * 16);
  }
  if (const auto* m = std::get_if<BitMatrix>(&e.value)) return is_conversion(*m) ? cost_words(conversion_cost(*m)) : rank_words(*m);
  if (const auto* zip = std::get_if<Zip>(&e.value)) {
    if (zip->of == Zip::Of::layout) return fmt::format("{} layouts as one", zip->parts.size());
    return zip->of == Zip::Of::tensor ? fmt::format("{} tensors as one", zip->parts.size()) : fmt::format("tuple of {}", zip->parts.size());
  }
  if (const auto* truth = std::get_if<Truth>(&e.value)) return truth->why;
  const auto* copy = std::get_if<TiledCopy>(&e.value);
  if (const auto* tma = tma_of(e.value)) return box_of(*tma);
  if (copy != nullptr)
    return fmt::format("{} · {} values · tile {}", threads_words(size(mode(copy->layout_tv, 0))), size(mode(copy->layout_tv, 1)),
                       to_string(tile_shape(*copy), Marks::plain));
  if (const auto* mma = std::get_if<TiledMma>(&e.value))
    return fmt::format("{} · tile {}", threads_words(size(thr_layout_vmnk(*mma))), to_string(tile_shape(*mma), Marks::plain));
  if (const auto* atom = std::get_if<MmaAtom>(&e.value)) return atom_words(*atom->traits) + further_words(atom->traits->more);
  if (const auto* copy_atom = std::get_if<CopyAtom>(&e.value))
    return fmt::format("{} · {} bits each", threads_words(size(copy_atom->traits->thr_id)), copy_atom->traits->bits()) +
           further_words(copy_atom->traits->more);
  if (std::holds_alternative<Swizzle>(e.value)) return "swizzle, on element offsets";
  if (std::holds_alternative<ComposedFunction>(e.value)) return "function of an index, without a shape";
  if (const auto* tuple = std::get_if<IntTuple>(&e.value); tuple != nullptr && tuple->is_tuple())
    return fmt::format("rank {} · depth {}", tuple->rank(), tuple->depth());
  return {};
}

}  // namespace

std::string summary_line(const Evaluation& e) {
  auto line = summary_of(e);
  if (const auto words = memory_words(e.value); !words.empty()) line += (line.empty() ? "" : " · ") + words;
  return line;
}

}  // namespace algebra
