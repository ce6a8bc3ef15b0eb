#include "algebra/language/pointers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/call.hpp"
#include "algebra/language/words.hpp"
#include "algebra/layout/element_type.hpp"
#include "algebra/layout/swizzle.hpp"
#include "algebra/text/edit_distance.hpp"

namespace algebra::expression {

std::string_view nearest_element_type(std::string_view name) {
  if (name.size() > 40) return {};
  std::string_view best;
  // Allows a third of the letters to differ.
  auto least = std::max<std::size_t>(1, name.size() / 3) + 1;
  const auto look = [&](std::string_view candidate) {
    const auto distance = edit_distance(name, candidate, least);
    if (!candidate.empty() && distance < least) least = distance, best = candidate;
  };
  for (const auto& r : element_types()) {
    look(r.cpp), look(r.dsl);
    if (r.is_word) look(r.type.name);
    for (const auto word : r.also) look(word);
  }
  return best;
}

Problem no_element_type(std::string_view name) {
  Problem p{"element type", message("There is no element type {}.", name), {}};
  if (const auto nearest = nearest_element_type(name); !nearest.empty()) p.suggestions.emplace_back(nearest);
  return p;
}

Tensor pointer_of(const Node& node, const Environment& names) {
  Tensor at{.offset = node.value.value, .layout = Layout()};
  const auto it = names.find(node.type);
  const auto* named = it != names.end() ? std::get_if<ElementType>(&it->second) : find_element_type(node.type);
  if (named != nullptr) at.type = *named;
  else if (node.bits != 0) at.type = ElementType{"", node.bits};
  else if (!node.type.empty()) throw Diagnostic{node.span, no_element_type(node.type)};
  at.memory = memory_of_pointer(node.space);
  if (node.in_bytes) {
    const int bits = at.type ? at.type->bits : ElementType{}.bits;
    if (const auto whole = (Int{at.offset, true} * Int{8, true}).value; whole % bits == 0) at.offset = whole / bits;
    else throw Diagnostic{node.span, {"tensor", message("{} bytes are no whole number of elements of {} bits.", at.offset, bits), {}}};
  }
  return at;
}

OuterFunction pointer_function(const Node& pointer, const Value& bytes, const Offset& offset, int bits) {
  const auto* swizzle = std::get_if<Swizzle>(&bytes);
  if (swizzle == nullptr)
    throw Diagnostic{pointer.span, {"tensor", "Only a swizzle may precede a pointer: Sw<3,4,3> o ptr o (8,64):(64,1).", {}}};
  try {
    return on_elements(*swizzle, offset, bits);
  } catch (Problem& p) {
    throw Diagnostic{pointer.span, std::move(p)};
  }
}

Tensor swizzled(const Node& node, Tensor at, const Value& bytes) {
  const int bits = at.type ? at.type->bits : 0;
  auto function = pointer_function(node, bytes, {{at.offset, true}, 0}, bits);
  if (on_bytes(function, bits).bits == 0) return at;
  at.swizzled_pointer = true;
  at.outer = std::move(function);
  at.offset = 0;
  return at;
}

Tensor tensor_at(Tensor at, const Value& v) {
  const auto* composed = std::get_if<ComposedLayout>(&v);
  at.layout = composed != nullptr ? composed->layout : layout_of(v, "A tensor");
  if (composed == nullptr) return at;
  if (const int bits = composed->outer.offset.pointer_bits; bits != 0) {
    if (at.memory != MemorySpace::unknown && at.memory != MemorySpace::shared)
      throw Problem{"tensor", message("The layout {} is for a pointer to shared memory: make_smem_ptr.", plain(v)), {}};
    if (composed->outer.offset.pointer_sparsity != 1)
      throw Problem{"tensor", message("The layout {} is for a pointer to sparse elements, which cannot be written here.", plain(v)), {}};
    if (at.type && at.type->bits != bits)
      throw Problem{"tensor",
                    message("The layout {} is for elements of {} bits, and those of the pointer have {}.", plain(v), bits, at.type->bits),
                    {}};
    if (at.swizzled_pointer) throw Problem{"tensor", "A pointer has one swizzle, and this layout would give it another.", {}};
    if (!at.type) at.type = ElementType{"", bits};
    at.memory = MemorySpace::shared;
    if (on_bytes(composed->outer, bits).bits == 0) return at;
    at.swizzled_pointer = true;
    at.outer = OuterFunction{composed->outer.function, {.value = {at.offset, true}, .torn = composed->outer.offset.torn}};
    at.offset = 0;
    return at;
  }
  if (at.swizzled_pointer) at.outer->inside.push_back(composed->outer);
  else at.outer = composed->outer;
  return at;
}

}  // namespace algebra::expression
