// Layouts as matrices over F2, and what it costs to change one thread-value layout into another. CuTe has none of these.

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/bit_editing.hpp"
#include "algebra/bit_layout.hpp"
#include "algebra/bit_matrix.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/conversion.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/parser.hpp"
#include "algebra/expression/pointers.hpp"
#include "algebra/links/link_bits.hpp"

namespace algebra::expression {
namespace {

/// The last argument: a shape counts as its layout.
Value mapping(const Call& c, std::size_t i) { return c.is_tuple(i) ? Value(c.layout(i)) : c.argument(i); }

/// A type before the others, or none.
const ElementType* type_before(const Call& c, std::size_t others) {
  const auto* type = std::get_if<ElementType>(&c.argument(0));
  if ((type != nullptr) == (c.count() == others + 1)) return type;
  throw ArgumentProblem{{"argument",
                         others == 1 ? fmt::format("{} takes a layout, or a type and a layout.", c.name)
                                     : fmt::format("{} takes two layouts, or a type and two layouts.", c.name),
                         {}},
                        0};
}

BitMatrix matrix_of(const Value& v) {
  if (const auto* s = std::get_if<Swizzle>(&v)) return bit_matrix(*s, s->base + s->bits + std::abs(s->shift));
  return bit_matrix(v);
}

/// Rows say where in shared memory the elements are, if the type is known.
Value placed_in_banks(const Call& c, BitMatrix m) {
  const auto* type = type_before(c, 1);
  return type == nullptr ? std::move(m) : by_banks(std::move(m), type->bits);
}
Value run_bit_matrix(const Call& c) { return placed_in_banks(c, matrix_of(mapping(c, c.count() - 1))); }
Value run_thread_value_bits(const Call& c) { return placed_in_banks(c, thread_value_bits(mapping(c, c.count() - 1))); }

Value run_make_bit_matrix(const Call& c) {
  std::vector<std::vector<std::uint64_t>> modes;
  for (std::size_t i = 0; i < c.count(); ++i) {
    auto& mode = modes.emplace_back();
    c.integers(i).for_each_integer([&](Int image) {
      if (image.value < 0)
        throw ArgumentProblem{{"negative", fmt::format("{} is no column of bits: numbers are not negative.", image.value), {}}, i};
      mode.push_back(static_cast<std::uint64_t>(image.value));
    });
  }
  return make_bit_matrix(std::move(modes));
}

Value run_layout_of_bits(const Call& c) {
  const auto* m = std::get_if<BitMatrix>(&c.argument(0));
  if (m == nullptr)
    throw ArgumentProblem{
        {"argument", fmt::format("{} takes a matrix of bits, such as bit_matrix((4,8):(8,1)), not {}.", c.name, plain(c.argument(0))), {}},
        0};
  return layout_of_bits(*m);
}

Value run_conversion(const Call& c) {
  const auto* type = type_before(c, 2);
  return conversion(mapping(c, c.count() - 2), mapping(c, c.count() - 1), type != nullptr ? type->bits : 0);
}

}  // namespace

std::vector<Function> bit_functions() {
  return {
      {.name = "bit_matrix",
       .signature = "bit_matrix(A) · bit_matrix(type, A)",
       .group = Group::algebra,
       .meaning = "a layout or a swizzle as a matrix over F2: from bits of the coordinate to bits of the index",
       .parameters = "layout",
       .arguments = {1, 2},
       .run = run_bit_matrix,
       .links = links::bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout binary rank bank conflict xor",
       .example = {"bit_matrix(Swizzle<2,0,2> o (4,4):(1,4))", "BitMatrix m(1,2) n(5,10)"}},
      {.name = "bit_matrix_TV",
       .signature = "bit_matrix_TV(A) · bit_matrix_TV(type, A)",
       .group = Group::partition,
       .meaning = "a thread-value layout as a matrix over F2: from bits of the lane, the warp and the register",
       .parameters = "layout",
       .arguments = {1, 2},
       .run = run_thread_value_bits,
       .links = links::bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout binary lane warp register Triton",
       .example = {"bit_matrix_TV(((4,8),(2,2)):((32,1),(16,8)))", "BitMatrix lane(32,64,1,2,4) warp() reg(16,8)"}},
      {.name = "make_bit_matrix",
       .signature = "make_bit_matrix((1,2), (4,9))",
       .group = Group::algebra,
       .meaning = "a matrix over F2 from its columns: the index that each bit of each mode changes",
       .parameters = "columns",
       .arguments = {1, 16},
       .run = run_make_bit_matrix,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout basis",
       .example = {"make_bit_matrix((1,2), (5,10))", "BitMatrix m(1,2) n(5,10)"}},
      {.name = "layout_of_bits",
       .signature = "layout_of_bits(M)",
       .group = Group::algebra,
       .meaning = "the layout, with a swizzle if it needs one, that has this matrix over F2",
       .parameters = "matrix",
       .arguments = {1, 1},
       .run = run_layout_of_bits,
       .makes_layout = true,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout swizzle from matrix",
       .example = {"layout_of_bits(make_bit_matrix((1,2), (5,10)))", "Sw<2,0,2> o 0 o (4,4):(1,4)"}},
      {.name = "conversion",
       .signature = "conversion(A, B) · conversion(type, A, B)",
       .group = Group::partition,
       .meaning = "where each thread of B finds its values among those of A, and what moving them costs",
       .formula = "A(R(t,v)) = B(t,v)",
       .parameters = "source target",
       .arguments = {2, 3},
       .run = run_conversion,
       .links = links::conversion_bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "convert layout shuffle shfl warp shared memory registers cost Triton",
       .example = {"conversion(half_t, (32,4):(1,32), (32,(2,2)):(1,(64,32)))", "BitMatrix lane(1,2,4,8,16) warp() reg(64,32)"}},
  };
}

namespace {

bool makes_matrix_of_bits(std::string_view function) { return function == "bit_matrix" || function == "bit_matrix_TV"; }

bool in_numbers(const Node& node) {
  using Kind = Node::Kind;
  if (node.kind == Kind::call) return node.children.empty() && std::ranges::all_of(node.indices, in_numbers);  // Sw<2,0,3>, Int<4>{}
  if (node.kind != Kind::tuple && node.kind != Kind::layout && node.kind != Kind::compose) return node.kind == Kind::integer;
  return std::ranges::all_of(node.children, in_numbers);
}

/// The number of the argument from which on a tensor has its layout; nullopt if this is no pointer with a layout.
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
  if (tensor == nullptr || tensor->offset == 0) return layout_of_bits(m, like);
  auto behind = m;
  behind.offset -= static_cast<std::uint64_t>(tensor->offset);
  const auto nearest = nearest_layout(behind, like);
  // How many bits of the tensor's matrix are others; nullopt if sums with the pointer's offset carry.
  const auto changed = [&](const Value& layout) -> std::optional<int> {
    const auto made = attempt([&] { return bit_matrix(Value(with_layout(*tensor, layout))); });
    if (!made) return std::nullopt;
    int bits = std::popcount(made->offset ^ m.offset);
    for (std::size_t c = 0; c < m.images.size(); ++c) bits += std::popcount(made->images[c] ^ m.images[c]);
    return bits;
  };
  const auto others = changed(nearest.value);
  if (others == 0) return nearest.value;
  const auto kept = tensor->outer ? Value(ComposedLayout{*tensor->outer, tensor->layout}) : Value(tensor->layout);
  const auto others_kept = changed(kept);
  const bool keeps = !others || (others_kept && *others_kept < *others);
  const auto says = plain(keeps ? kept : nearest.value);
  throw Problem{
      "layout",
      fmt::format("At the pointer's offset of {} no layout has these bits without a carry, with or without a swizzle. {} is nearest, "
                  "with {} of them others.",
                  tensor->offset, says, keeps ? others_kept.value_or(0) : *others),
      {says}};
}

Tensor with_layout(const Tensor& tensor, const Value& layout) {
  auto at = tensor;
  at.outer.reset();
  return expression::tensor_at(std::move(at), layout);
}

}  // namespace algebra
