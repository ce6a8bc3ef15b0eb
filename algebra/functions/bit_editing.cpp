#include "algebra/functions/bit_editing.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/language/value_bits.hpp"

namespace algebra::expression {
namespace {

bool makes_matrix_of_bits(std::string_view function) { return function == "bit_matrix" || function == "bit_matrix_TV"; }

bool in_numbers(const Node& node) {
  using Kind = Node::Kind;
  if (node.kind == Kind::call) return node.children.empty() && std::ranges::all_of(node.indices, in_numbers);  // Sw<2,0,3>, Int<4>{}
  if (node.kind != Kind::tuple && node.kind != Kind::layout && node.kind != Kind::compose) return node.kind == Kind::integer;
  return std::ranges::all_of(node.children, in_numbers);
}

/// Returns the number of the argument at which a tensor's layout begins; nullopt if this is not a pointer with a layout.
std::optional<std::size_t> layout_begins(const Node& node) {
  if (node.kind != Node::Kind::compose && node.kind != Node::Kind::call) return std::nullopt;
  const bool at_pointer = !node.children.empty() && node.children[0].kind == Node::Kind::pointer;
  if (node.kind == Node::Kind::compose) return at_pointer ? std::optional<std::size_t>(1) : std::nullopt;
  const auto* function = find_function(node.text, !node.indices.empty());
  if (function == nullptr || function->notation != Notation::tensor || node.children.empty()) return std::nullopt;
  return at_pointer || (node.indices.empty() && node.children.size() > 1) ? 1 : 0;
}

}  // namespace
}  // namespace algebra::expression

namespace algebra {

std::optional<BitSource> bit_source(const Provenance& made) {
  if (made.operation == "make_bit_matrix") return BitSource{.is_columns = true};
  if (!expression::makes_matrix_of_bits(made.operation) || made.operands.empty()) return std::nullopt;
  const auto& of = made.operands.back();
  const auto* tensor = std::get_if<Tensor>(&of);
  const bool edited = std::holds_alternative<Layout>(of) || std::holds_alternative<ComposedLayout>(of) ||
                      (tensor != nullptr && !tensor->coordinate && !tensor->descriptors && !tensor->swizzled_pointer) ||
                      (made.names.back().empty() && std::holds_alternative<IntTuple>(of));
  return edited ? std::optional(BitSource{.value = of}) : std::nullopt;
}

std::optional<LayoutPlace> layout_place(std::string_view source, bool of_tensor) {
  using expression::Node;
  const auto tree = expression::parse(source);
  if (!tree) return std::nullopt;
  const auto* node = &*tree;
  if (node->kind == Node::Kind::call && expression::makes_matrix_of_bits(node->text)) {
    if (!node->keywords.empty() || node->children.empty()) return std::nullopt;
    node = &node->children.back();
  }
  if (node->kind == Node::Kind::name) return LayoutPlace{.span = node->span, .name = std::string(node->text)};
  if (!of_tensor) return LayoutPlace{.span = node->span, .in_numbers = expression::in_numbers(*node)};
  const auto first = expression::layout_begins(*node);
  if (!first || !node->keywords.empty()) return LayoutPlace{.span = node->span, .is_tensor = true};
  const auto& begin = node->children[*first];
  if (*first + 1 == node->children.size() && begin.kind == Node::Kind::name)
    return LayoutPlace{.span = begin.span, .name = std::string(begin.text)};
  return LayoutPlace{.span = {begin.span.begin, node->children.back().span.end},
                     .in_numbers = std::all_of(node->children.begin() + static_cast<std::ptrdiff_t>(*first), node->children.end(),
                                               expression::in_numbers)};
}

std::string call_of_columns(const BitMatrix& m) {
  std::string modes;
  std::size_t column = 0;
  for (const auto& g : m.columns) {
    std::string images;
    for (int i = 0; i < g.count; ++i) images += fmt::format("{}{}", i == 0 ? "" : ",", m.images[column++]);
    modes += fmt::format("{}({})", modes.empty() ? "" : ",", images);
  }
  return fmt::format("make_bit_matrix({})", modes);
}

Value edited_layout(const BitMatrix& m, const Value& before) {
  const auto* composed = std::get_if<ComposedLayout>(&before);
  const auto* tensor = std::get_if<Tensor>(&before);
  const auto* outer = composed != nullptr ? &composed->outer : tensor != nullptr && tensor->outer ? &*tensor->outer : nullptr;
  const auto* swizzle = outer != nullptr ? outer->only_swizzle() : nullptr;
  const auto like = swizzle != nullptr ? std::optional(*swizzle) : std::nullopt;
  if (tensor == nullptr || tensor->offset == 0) return as_value(layout_of_bits(m, like));
  auto behind = m;
  behind.offset -= static_cast<std::uint64_t>(tensor->offset);
  const auto nearest = nearest_layout(behind, like);
  // Number of differing bits in the tensor's matrix; nullopt if sums with the pointer's offset carry.
  const auto changed = [&](const Value& layout) -> std::optional<int> {
    const auto made = attempt([&] { return bit_matrix(Value(with_layout(*tensor, layout))); });
    if (!made) return std::nullopt;
    int bits = std::popcount(made->offset ^ m.offset);
    for (std::size_t c = 0; c < m.images.size(); ++c) bits += std::popcount(made->images[c] ^ m.images[c]);
    return bits;
  };
  const auto others = changed(as_value(nearest.value));
  if (others == 0) return as_value(nearest.value);
  const auto kept = tensor->outer ? Value(ComposedLayout{*tensor->outer, tensor->layout}) : Value(tensor->layout);
  const auto others_kept = changed(kept);
  const bool keeps = !others || (others_kept && *others_kept < *others);
  const auto says = keeps ? plain(kept) : plain(nearest.value);
  throw Problem{
      "layout",
      message("At the pointer's offset of {} no layout has these bits without a carry, with or without a swizzle. {} is nearest; bits "
              "that differ: {}.",
              tensor->offset, says, keeps ? others_kept.value_or(0) : *others),
      {says}};
}

Tensor with_layout(const Tensor& tensor, const Value& layout) {
  auto at = tensor;
  at.outer.reset();
  return expression::tensor_at(std::move(at), layout);
}

}  // namespace algebra
