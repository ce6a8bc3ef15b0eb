#include "app/actions/inspect.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "algebra/hardware/tmem.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/properties.hpp"
#include "app/document/element_text.hpp"
#include "app/document/link_graph.hpp"
#include "gpu/run/summary.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Layout;

/// Natural coordinates and strides, leaf by leaf from the left.
struct Leaf {
  std::int64_t coordinate, stride;
};

void collect(const IntTuple& shape, const IntTuple& stride, std::int64_t& rest, bool last, std::vector<Leaf>& out) {
  if (shape.is_tuple()) {
    for (int i = 0; i < shape.rank(); ++i) collect(shape.mode(i), stride.mode(i), rest, last && i + 1 == shape.rank(), out);
    return;
  }
  const auto extent = std::max<std::int64_t>(1, shape.integer().value);
  out.push_back({last ? rest : rest % extent, stride.is_integer() ? stride.integer().value : 0});
  rest /= extent;
}

std::string inner_product(const Layout& layout, std::int64_t coordinate, std::int64_t offset) {
  std::vector<Leaf> leaves;
  auto rest = coordinate;
  collect(layout.shape(), layout.stride(), rest, true, leaves);
  std::string text;
  for (const auto& leaf : leaves) text += fmt::format("{}{}·{}", text.empty() ? "" : " + ", leaf.coordinate, leaf.stride);
  if (offset != 0) text += fmt::format(" + {}", offset);
  return fmt::format("{} = {}", text, layout(coordinate) + offset);
}

/// "f16" or "16 bit" as the value says; of elements whose width the sheet says, or nobody, the usual type of that width.
std::string type_name(const algebra::Value& value, int bits) {
  if (const auto type = algebra::element_type(value); type && type->bits == bits)
    return type->name.empty() ? fmt::format("{} bit", bits) : type->name;
  switch (bits) {
    case 16: return "fp16";
    case 32: return "fp32";
    case 64: return "fp64";
    default: return fmt::format("{} bit", bits);
  }
}

/// Who touches the element first in the launch, if the launch is over the same memory. "T6 V0 · block (1,0)".
std::string owner_in_launch(const Workspace& workspace, const std::string& root, std::int64_t element) {
  const auto& launch = workspace.launch();
  // A written partition without a tensor is over the memory that it indexes itself.
  const auto& settings = workspace.sheet().launch;
  const int entry = workspace.evaluator().find(settings.tensor.empty() ? settings.partition : settings.tensor);
  if (!launch || entry < 0 || root_of(workspace.evaluator().results(), entry) != root) return {};
  // The trace begins with the launch's tensor, wherever that stands.
  const auto* value = workspace.result(entry).value();
  if (const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr) element -= tensor->offset;
  const auto owners = gpu::owners(launch->shape, element, 1);
  if (owners.touches.empty()) return {};
  const auto& first = owners.touches.front();
  auto text = fmt::format("T{} V{}", first.thread, first.access);
  const auto& rest = launch->partition.rest;
  if (launch->blocks() > 1)
    text += fmt::format(" · block {}", first.block < algebra::size(rest) ? algebra::natural_coordinate(rest.shape(), first.block)
                                                                         : fmt::format("{}", first.block));
  if (owners.total > 1) text += fmt::format(" · first of {}", owners.total);
  return text;
}

/// Of a layout that is too large to try, nobody knows.
std::string said(bool decided, bool holds) { return !decided ? "not checked" : holds ? "yes" : "no"; }

/// Where the element stands in the operation's operands, as the operation itself says: "A(5,2)", "3 elements from T(0)".
void add_operands(const Workspace& workspace, const Element& element, const algebra::Provenance& made, ElementFacts& facts) {
  for (std::size_t i = 0; i < made.operands.size(); ++i) {
    const auto shape = algebra::links::element_shape(made.operands[i]);
    if (!shape) continue;
    const auto found = workspace.linking().in_operand(element, static_cast<int>(i));
    if (found.empty()) continue;
    const auto at = rank_coordinate(algebra::links::counting(*shape), found.front());
    auto name = made.names[i];
    auto where = name + (at.front() == '(' ? at : "(" + at + ")");
    if (found.size() > 1) where += fmt::format(" +{}", found.size() - 1);
    facts.in_operands.emplace_back(name.empty() ? algebra::to_string(made.operands[i], algebra::Marks::plain) : std::move(name),
                                   std::move(where));
  }
}

}  // namespace

std::optional<ElementFacts> inspect(const Workspace& workspace, const Element& element) {
  if (!workspace.has_entry(element.entry)) return std::nullopt;
  const auto& result = workspace.result(element.entry);
  if (!result.evaluation) return std::nullopt;
  const auto& value = result.evaluation->value;
  const auto layout = layout_of(value);
  const auto f = algebra::indexing(value);
  if (!layout || !f || element.coordinate < 0 || element.coordinate >= algebra::size(*layout)) return std::nullopt;
  ElementFacts facts{.layout = *layout};
  facts.rank_coordinate = rank_coordinate(*layout, element.coordinate);
  facts.natural = algebra::natural_coordinate(layout->shape(), element.coordinate);
  const auto index = (*f)(element.coordinate);
  facts.index = algebra::index_text(value, element.coordinate);
  facts.inner_product = inner_product(f->layout, element.coordinate, f->offset);
  if (!f->outer.nothing() || f->codomain.rank() > 0 || std::holds_alternative<algebra::Zip>(value))
    facts.inner_product += fmt::format(" → {}", facts.index);

  const auto root = root_of(workspace.evaluator().results(), element.entry);
  add_operands(workspace, element, result.evaluation->made_by, facts);
  facts.owner = owner_in_launch(workspace, root, index);
  const auto& view = workspace.sheet().entries[static_cast<std::size_t>(element.entry)].view;
  const int bits = view.bits_of(value);
  std::int64_t bit = 0;
  if (__builtin_mul_overflow(index, bits, &bit)) {  // no address has so many bits
    facts.address = facts.memory = "–";
    return facts;
  }
  const auto* tensor = std::get_if<algebra::Tensor>(&value);
  if (const auto place = tensor != nullptr ? algebra::tmem_place(*tensor, element.coordinate) : std::nullopt) {
    facts.address = algebra::to_string(*place, bits);
    return facts;
  }
  const auto byte = bit / 8;
  facts.address = fmt::format("base {} 0x{:X} ({})", byte < 0 ? "-" : "+", byte < 0 ? -byte : byte, type_name(value, bits));
  facts.memory = fmt::format("line {}, sector {} · bank {}", byte / 128, byte / 32 % 4, byte / 4 % 32);
  return facts;
}

std::vector<std::pair<const char*, std::string>> properties_of(const Layout& layout, int element_bits) {
  const auto p = algebra::properties(layout, element_bits);
  return {{"size", fmt::format("{}", algebra::size(layout))},
          {"cosize", fmt::format("{}", algebra::cosize(layout))},
          {"rank", fmt::format("{}", algebra::rank(layout))},
          {"depth", fmt::format("{}", algebra::depth(layout))},
          {"injective", said(p.decided, p.injective)},
          {"surjective", said(p.decided, p.surjective)},
          {"bijective", said(p.decided, p.injective && p.surjective)},
          {"contiguous", said(true, p.contiguous)},
          {"compact", said(p.decided, p.compact)},
          {"sorted", said(true, p.sorted)},
          {"largest vector", fmt::format("{} bit", p.vector_bits)},
          {"coalesced", algebra::to_string(p.coalesced, algebra::Marks::plain)}};
}

}  // namespace app
