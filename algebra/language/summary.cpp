#include "algebra/language/summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/checked.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/properties.hpp"

namespace algebra {
namespace {

/// Returns "4×4" from the sizes of a shape's modes.
std::string extents(const Layout& layout) {
  std::string text;
  for (int i = 0; i < rank(layout); ++i) text += fmt::format("{}{}", i == 0 ? "" : "×", size(mode(layout, i)));
  return text;
}

}  // namespace

namespace summary {

std::vector<Message> tiles(const Layout& layout) {
  if (rank(layout) != 2) return modes(layout);
  return {message("tile {}", extents(mode(layout, 0))), message("{} tiles", size(mode(layout, 1)))};
}
std::vector<Message> modes(const Layout& layout) { return {message("size {}", size(layout)), message("rank {}", rank(layout))}; }

}  // namespace summary

Message words_of(const ElementType& type) { return type.name.empty() ? message("{} bit", type.bits) : Message::verbatim(type.name); }

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

Message memory_words(const Value& value) {
  if (const auto* t = std::get_if<Tensor>(&value); t != nullptr && t->descriptors)
    return message("descriptors from {} on", fmt::format("{:#018x}", advanced(*t->descriptors->at, t->offset).bits));
  const auto type = element_type(value);
  if (!type) switch (memory_of(value)) {
      case MemorySpace::unknown: return {};
      case MemorySpace::global: return "in global memory";
      case MemorySpace::shared: return "in shared memory";
      case MemorySpace::registers: return "in registers";
      case MemorySpace::tensor: return "in tensor memory";
    }
  switch (memory_of(value)) {
    case MemorySpace::unknown: break;
    case MemorySpace::global: return message("{} in global memory", words_of(*type));
    case MemorySpace::shared: return message("{} in shared memory", words_of(*type));
    case MemorySpace::registers: return message("{} in registers", words_of(*type));
    case MemorySpace::tensor: return message("{} in tensor memory", words_of(*type));
  }
  return words_of(*type);
}

Message not_run_here(const Value& value) {
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
  return blackwell ? Message("From CuTe's headers only: Blackwell code does not run here.") : Message();
}

namespace {

using Facts = std::vector<Message>;

/// Returns "box 64×128", "swizzle 128B", "1 instruction of 16384 B".
Facts box_of(const Tma& tma) {
  std::string box;
  for (int i = 0; i < tma.map.rank; ++i) box += fmt::format("{}{}", i == 0 ? "" : "×", tma.map.box_dim[static_cast<std::size_t>(i)]);
  const auto count = instructions_per_tile(tma), bytes = bits_per_instruction(tma) / 8;
  return {message("box {}", box), message("swizzle {}", to_string(tma.map.swizzle)),
          count == 1 ? message("1 instruction of {} B", bytes) : message("{} instructions of {} B", count, bytes)};
}

Message threads_words(std::int64_t count) { return count == 1 ? Message("1 thread") : message("{} threads", count); }

/// Adds further layouts of the traits, such as "E_TV ...".
void add_further(Facts& facts, const std::vector<std::pair<std::string, std::string>>& more) {
  for (const auto& [name, value] : more) {
    std::string plain;
    for (const char c : value)
      if (c != '_') plain += c;
    facts.push_back(message("{} {}", name, plain));
  }
}

/// Returns "128 threads", "tile 64×128×16", "A, B in shared memory", "E_TV ((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))".
Facts atom_words(const MmaTraits& m) {
  const auto extent = [&](int i) { return m.shape_mnk.mode(i).integer().value; };
  Facts facts{threads_words(size(m.thr_id)), message("tile {}×{}×{}", extent(0), extent(1), extent(2))};
  std::string shared, tensor;
  for (std::size_t i = 0; i < m.operands.size(); ++i) {
    const auto place = m.operands[i].place;
    if (place == MmaTraits::Place::registers) continue;
    auto& names = place == MmaTraits::Place::shared ? shared : tensor;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", "ABC"[i]);
  }
  if (!shared.empty()) facts.push_back(message("{} in shared memory", shared));
  if (!tensor.empty()) facts.push_back(message("{} in tensor memory", tensor));
  add_further(facts, m.more);
  return facts;
}

Facts facts_of_layout(const Evaluation& e, const Layout& layout) {
  if (has_basis(layout) && !has_indices(layout)) return {message("size {}", size(layout))};
  const auto* function = expression::function_of(e.made_by);
  if (function != nullptr && function->summary != nullptr) return function->summary(layout);
  return {message("size {}", size(layout)), message("cosize {}", cosize(layout)), kind_of_function(layout)};
}

Facts facts_of_value(const Evaluation& e) {
  if (const auto* layout = std::get_if<Layout>(&e.value)) return facts_of_layout(e, *layout);
  if (std::holds_alternative<Tiler>(e.value)) return {"tiler"};
  if (const auto* tensor = std::get_if<Tensor>(&e.value))
    return {message("size {}", size(tensor->layout)),
            message("offset {}", tensor->coordinate ? to_string(*tensor->coordinate, Marks::plain) : fmt::format("{}", tensor->offset))};
  if (const auto* composed = std::get_if<ComposedLayout>(&e.value)) {
    const auto* swizzle = composed->outer.only_swizzle();
    return {message("size {}", size(composed->layout)), swizzle == nullptr   ? Message("composed")
                                                        : swizzle->bits == 0 ? Message("not swizzled")
                                                                             : Message("swizzled")};
  }
  if (const auto* d = std::get_if<MatrixDescriptor>(&e.value)) {
    const auto f = fields(*d);
    return {Message::verbatim(std::string(f.layout.name)), message("start at byte {}", f.start * 16), message("LBO {} bytes", f.lbo * 16),
            message("SBO {} bytes", f.sbo * 16)};
  }
  if (const auto* m = std::get_if<BitMatrix>(&e.value)) return {is_conversion(*m) ? cost_words(conversion_cost(*m)) : rank_words(*m)};
  if (const auto* zip = std::get_if<Zip>(&e.value)) {
    const auto parts = zip->parts.size();
    if (zip->of == Zip::Of::layout) return {message("{} layouts as one", parts)};
    return {zip->of == Zip::Of::tensor ? message("{} tensors as one", parts) : message("tuple of {}", parts)};
  }
  if (const auto* truth = std::get_if<Truth>(&e.value)) return {truth->why};
  if (const auto* tma = tma_of(e.value)) return box_of(*tma);
  if (const auto* copy = std::get_if<TiledCopy>(&e.value))
    return {threads_words(size(mode(copy->layout_tv, 0))), message("{} values", size(mode(copy->layout_tv, 1))),
            message("tile {}", to_string(tile_shape(*copy), Marks::plain))};
  if (const auto* mma = std::get_if<TiledMma>(&e.value))
    return {threads_words(size(thr_layout_vmnk(*mma))), message("tile {}", to_string(tile_shape(*mma), Marks::plain))};
  if (const auto* atom = std::get_if<MmaAtom>(&e.value)) return atom_words(*atom->traits);
  if (const auto* atom = std::get_if<CopyAtom>(&e.value)) {
    Facts facts{threads_words(size(atom->traits->thr_id)), message("{} bits each", atom->traits->bits())};
    add_further(facts, atom->traits->more);
    return facts;
  }
  if (std::holds_alternative<Swizzle>(e.value)) return {"swizzle, on element offsets"};
  if (std::holds_alternative<ComposedFunction>(e.value)) return {"function of an index, without a shape"};
  if (const auto* tuple = std::get_if<IntTuple>(&e.value); tuple != nullptr && tuple->is_tuple())
    return {message("rank {}", tuple->rank()), message("depth {}", tuple->depth())};
  return {};
}

}  // namespace

std::vector<Message> facts_of(const Evaluation& e) {
  auto facts = checked::or_nothing([&] { return facts_of_value(e); });
  facts.push_back(memory_words(e.value));
  std::erase_if(facts, [](const Message& m) { return m.empty(); });
  return facts;
}

}  // namespace algebra
