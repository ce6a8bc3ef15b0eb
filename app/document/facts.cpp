#include "app/document/facts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/hardware/tma.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/layout/checked.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/properties.hpp"
#include "app/document/element_text.hpp"
#include "gpu/run/summary.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Message;
using algebra::message;

/// A leaf's natural coordinate and its stride; leaves are listed from the left.
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

/// Returns the element type of the value, "f16", if it has `bits` bits; else the usual type of that width, or "8 bit".
Message type_name(const algebra::Value& value, int bits) {
  if (const auto type = algebra::element_type(value); type && type->bits == bits) return algebra::words_of(*type);
  switch (bits) {
    case 16: return "fp16";
    case 32: return "fp32";
    case 64: return "fp64";
    default: return message("{} bit", bits);
  }
}

/// Returns the thread that accesses the element first in the launch, "T6 V0 · block (1,0)"; empty if the launch is not over the same
/// memory.
Message owner_in_launch(const DocumentView& d, const std::string& root, std::int64_t element) {
  // A partition given as an expression, without a tensor, indexes its own memory.
  const auto& settings = d.sheet.launch;
  const int entry = d.evaluator.find(settings.tensor.empty() ? settings.partition : settings.tensor);
  const auto& results = d.evaluator.results();
  if (d.launch == nullptr || entry < 0 || root_of(results, entry) != root) return {};
  // The trace counts from the launch's tensor, whatever its offset.
  const auto* value = results[static_cast<std::size_t>(entry)].value();
  if (const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr) element -= tensor->offset;
  const auto owners = gpu::owners(d.launch->shape, element, 1);
  if (owners.touches.empty()) return {};
  const auto& first = owners.touches.front();
  std::vector<Message> words{Message::verbatim(fmt::format("T{} V{}", first.thread, first.access))};
  const auto& rest = d.launch->partition.rest;
  if (d.launch->blocks() > 1)
    words.push_back(message("block {}", first.block < algebra::size(rest) ? algebra::natural_coordinate(rest.shape(), first.block)
                                                                          : fmt::format("{}", first.block)));
  if (owners.total > 1) words.push_back(message("first of {}", owners.total));
  return Message::list(words);
}

/// Returns the arrows of an operand; nullopt if it is not drawn as arrows.
std::optional<algebra::links::Arrows> arrows_of_operand(const DocumentView& d, const algebra::Provenance& made, std::size_t i) {
  if (!made.names[i].empty()) {
    const int entry = d.evaluator.find(made.names[i]);
    const auto* e = entry >= 0 ? &d.evaluator.results()[static_cast<std::size_t>(entry)] : nullptr;
    return e != nullptr && e->evaluation ? algebra::links::arrows_of(e->evaluation->value, e->evaluation->made_by) : std::nullopt;
  }
  return i < made.inner.size() && made.inner[i] ? algebra::links::arrows_of(made.operands[i], *made.inner[i]) : std::nullopt;
}

/// Adds the element's places in the operation's operands: "A(5,2)", "A(5,2) +2" for two more.
void add_operands(const DocumentView& d, const Element& element, const algebra::Provenance& made, std::vector<Fact>& facts) {
  for (std::size_t i = 0; i < made.operands.size(); ++i) {
    const auto arrows = arrows_of_operand(d, made, i);
    const auto shape = algebra::links::element_shape(made.operands[i]);
    if (!shape && !arrows) continue;
    const auto found = d.links.in_operand(element, static_cast<int>(i));
    if (found.empty()) continue;
    const auto& name = made.names[i];
    const auto at = arrows ? arrow_entry(*arrows, found.front()).place : rank_coordinate(algebra::links::counting(*shape), found.front());
    auto where = arrows ? at : name + (at.front() == '(' ? at : "(" + at + ")");
    if (found.size() > 1) where += fmt::format(" +{}", found.size() - 1);
    facts.push_back({message("in {}", name.empty() ? algebra::to_string(made.operands[i], algebra::Marks::plain) : name),
                     Message::verbatim(std::move(where))});
  }
}

Message truth(bool decided, bool holds) { return !decided ? Message("not checked") : holds ? Message("yes") : Message("no"); }

}  // namespace

std::string said(const std::vector<Fact>& facts, std::string_view label) {
  const auto found = std::ranges::find_if(facts, [&](const Fact& f) { return f.label == label; });
  return found == facts.end() ? std::string() : found->value.text();
}

std::vector<Message> facts_of_program(const EntryResult& r) {
  std::vector<Message> facts;
  if (!r.assumed.empty()) facts.push_back(r.assumed);
  if (r.by != SaidBy::reading) facts.push_back(said_by_words(r.by));
  if (r.first_round) facts.emplace_back("value of the loop's first round");
  return facts;
}
std::vector<Message> facts_of(const EntryResult& r) {
  auto facts = r.evaluation ? algebra::facts_of(*r.evaluation) : std::vector<Message>{};
  for (auto& of_program : facts_of_program(r)) facts.push_back(std::move(of_program));
  return facts;
}
std::vector<Message> facts_beneath_tensor(const EntryResult& r) {
  auto facts = facts_of_program(r);
  if (auto memory = r.evaluation ? algebra::memory_words(r.evaluation->value) : Message{}; !memory.empty())
    facts.insert(facts.begin(), std::move(memory));
  return facts;
}

namespace {

/// Returns the most bits of one access, given those by the layout, at a tensor's offset and through a swizzle. A pointer counts as aligned,
/// as cudaMalloc's are.
int vector_bits(const algebra::Value& value, int by_layout, int element_bits) {
  auto bits = by_layout;
  const auto* tensor = std::get_if<algebra::Tensor>(&value);
  if (tensor != nullptr) bits = algebra::vector_bits_at(bits, element_bits, tensor->offset);
  const auto* composed = std::get_if<algebra::ComposedLayout>(&value);
  const auto* outer = composed != nullptr ? &composed->outer : tensor != nullptr && tensor->outer ? &*tensor->outer : nullptr;
  for (; outer != nullptr; outer = outer->inside.empty() ? nullptr : &outer->inside[0]) {
    bits = algebra::vector_bits_at(bits, element_bits, outer->offset.value.value);
    // A swizzle keeps 2^base elements contiguous.
    if (const auto* s = std::get_if<algebra::Swizzle>(&outer->function); s != nullptr && s->bits > 0)
      bits = algebra::vector_bits_at(bits, element_bits, std::int64_t{1} << std::min(s->base, 62));
  }
  return bits;
}

}  // namespace

static std::vector<Fact> all_properties_of(const algebra::Value& value, int element_bits) {
  std::vector<Fact> facts;
  if (const auto* tma = algebra::tma_of(value)) {
    for (auto& field : algebra::tma_fields(*tma, algebra::Marks::plain))
      facts.push_back({Message(std::string_view(field.label), {}), Message::verbatim(std::move(field.text))});
    return facts;
  }
  auto layout = layout_of(value);
  if (!layout) return facts;
  // Strides that are vectors over F2 differ from the integers with the same bits.
  if (const auto* itself = std::get_if<algebra::Layout>(&value); itself != nullptr && algebra::has_bits(*itself)) layout = *itself;
  const auto p = algebra::properties(*layout, element_bits);
  const auto number = [](std::int64_t n) { return message("{}", n); };
  return {{"size", number(algebra::size(*layout))},
          {"cosize", number(algebra::cosize(*layout))},
          {"rank", number(algebra::rank(*layout))},
          {"depth", number(algebra::depth(*layout))},
          {"injective", truth(p.decided, p.injective)},
          {"surjective", truth(p.decided, p.surjective)},
          {"bijective", truth(p.decided, p.injective && p.surjective)},
          {"contiguous", truth(true, p.contiguous)},
          {"compact", truth(p.decided, p.compact)},
          {"sorted", truth(true, p.sorted)},
          {"largest vector", message("{} bit", vector_bits(value, p.vector_bits, element_bits))},
          {"coalesced", Message::verbatim(algebra::to_string(p.coalesced, algebra::Marks::plain))}};
}

std::optional<VerdictWords> words_of(const algebra::Verdict& v, bool decided) {
  using Kind = algebra::Verdict::Kind;
  if (v.kind == Kind::none) return std::nullopt;
  if (v.kind == Kind::broken) return VerdictWords{v.contract, v.counterexample, message("{} is broken: {}", v.contract, v.counterexample)};
  const auto found = v.kind == Kind::pending
                         ? decided ? message("not checked: {} elements", v.total) : message("checking {} elements…", v.total)
                     : v.checked < v.total ? message("{} of {} elements (a sample)", v.checked, v.total)
                                           : message("{} of {} elements", v.checked, v.total);
  return VerdictWords{v.contract, found, message("{}: {}", v.contract, found)};
}

static std::vector<Fact> all_element_facts(const DocumentView& d, const Element& element) {
  const auto& results = d.evaluator.results();
  if (element.entry < 0 || element.entry >= std::ssize(results)) return {};
  const auto& result = results[static_cast<std::size_t>(element.entry)];
  if (!result.evaluation) return {};
  const auto& value = result.evaluation->value;
  if (const auto arrows = algebra::links::arrows_of(value, result.evaluation->made_by)) {
    if (element.coordinate < 0 || element.coordinate >= arrows->count()) return {};
    const auto is = arrow_entry(*arrows, element.coordinate);
    std::vector<Fact> facts{{"mode", Message::verbatim(is.place)},
                            {"size", message("{}", is.size)},
                            {"arrow", is.arrow.empty() ? Message("none") : Message::verbatim(is.arrow)}};
    add_operands(d, element, result.evaluation->made_by, facts);
    return facts;
  }
  const auto layout = layout_of(value);
  const auto f = algebra::indexing(value);
  if (!layout || !f || element.coordinate < 0 || element.coordinate >= algebra::size(*layout)) return {};
  const auto index = (*f)(element.coordinate);
  auto product = inner_product(f->layout, element.coordinate, f->offset);
  if (!f->outer.nothing() || f->codomain.rank() > 0 || std::holds_alternative<algebra::Zip>(value))
    product += fmt::format(" → {}", algebra::index_text(value, element.coordinate));
  std::vector<Fact> facts{{"1-D", message("{}", element.coordinate)},
                          {"R-D", Message::verbatim(rank_coordinate(*layout, element.coordinate))},
                          {"natural", Message::verbatim(algebra::natural_coordinate(layout->shape(), element.coordinate))},
                          {"index", Message::verbatim(std::move(product))}};
  add_operands(d, element, result.evaluation->made_by, facts);
  if (auto owner = owner_in_launch(d, root_of(results, element.entry), index); !owner.empty())
    facts.push_back({"thread", std::move(owner)});

  const int bits = d.sheet.entries[static_cast<std::size_t>(element.entry)].view.bits_of(value);
  std::int64_t bit = 0;
  if (__builtin_mul_overflow(index, bits, &bit)) {  // the address would overflow
    facts.push_back({"address", Message::verbatim("–")});
    return facts;
  }
  const auto* tensor = std::get_if<algebra::Tensor>(&value);
  if (const auto place = tensor != nullptr ? algebra::tmem_place(*tensor, element.coordinate) : std::nullopt) {
    facts.push_back({"address", algebra::described(*place, bits)});
    return facts;
  }
  const auto byte = bit / 8;
  const auto distance = fmt::format("0x{:X}", byte < 0 ? -byte : byte);
  const auto type = type_name(value, bits);
  facts.push_back({"address", byte < 0 ? message("base - {} ({})", distance, type) : message("base + {} ({})", distance, type)});
  facts.push_back(
      {"sector · bank", Message::list({message("line {}, sector {}", byte / 128, byte / 32 % 4), message("bank {}", byte / 4 % 32)})});
  return facts;
}

std::vector<Fact> properties_of(const algebra::Value& value, int element_bits) {
  return algebra::checked::or_nothing([&] { return all_properties_of(value, element_bits); });
}

std::vector<Fact> element_facts(const DocumentView& d, const Element& element) {
  return algebra::checked::or_nothing([&] { return all_element_facts(d, element); });
}

}  // namespace app
