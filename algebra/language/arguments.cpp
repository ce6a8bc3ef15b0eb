#include "algebra/language/arguments.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

namespace algebra::expression {
namespace {

/// Returns the place of a parameter in "input tiler coord", or -1.
int place_of(std::string_view parameters, std::string_view name) {
  for (int place = 0; !parameters.empty(); ++place) {
    const auto end = std::min(parameters.find(' '), parameters.size());
    if (parameters.substr(0, end) == name) return place;
    parameters.remove_prefix(std::min(end + 1, parameters.size()));
  }
  return -1;
}

std::string listed(std::string_view parameters) {
  std::string text(parameters);
  for (std::size_t at = 0; (at = text.find(' ', at)) != std::string::npos; at += 2) text.replace(at, 1, ", ");
  return text;
}

void order_keywords(const Node& node, const Function& function, Call& c) {
  if (node.keywords.empty()) return;
  Call ordered{.name = c.name, .indices = std::move(c.indices), .arguments = {}, .names = {}, .spans = {}};
  std::vector<std::optional<std::size_t>> from;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const auto keyword = i < node.keywords.size() ? node.keywords[i] : std::string_view{};
    const auto place = keyword.empty() ? static_cast<int>(i) : place_of(function.parameters, keyword);
    if (place < 0)
      throw Diagnostic{
          node.children[i].span,
          {"argument", message("{} has no argument named {}; it takes {}.", node.text, keyword, listed(function.parameters)), {}}};
    const auto at = static_cast<std::size_t>(place);
    if (from.size() <= at) from.resize(at + 1);
    if (from[at]) throw Diagnostic{node.children[i].span, {"argument", message("{} gets this argument twice.", node.text), {}}};
    from[at] = i;
  }
  for (const auto& i : from) {
    if (!i)
      throw Diagnostic{node.span, {"argument", message("{} lacks an argument; it takes {}.", node.text, listed(function.parameters)), {}}};
    ordered.arguments.push_back(std::move(c.arguments[*i]));
    ordered.names.push_back(std::move(c.names[*i]));
    ordered.spans.push_back(c.spans[*i]);
  }
  c = std::move(ordered);
}

/// Appends the integers of 2, (0,2) or [0,2]; returns false if the value holds anything else.
bool flat_integers(const Value& v, std::vector<Value>& out) {
  if (const auto* t = std::get_if<IntTuple>(&v)) {
    if (t->is_integer()) {
      out.emplace_back(*t);
      return true;
    }
    if (!t->is_tuple()) return false;
    for (int i = 0; i < t->rank(); ++i)
      if (!flat_integers(t->mode(i), out)) return false;
    return true;
  }
  const auto* tiler = std::get_if<Tiler>(&v);
  if (tiler == nullptr || !tiler->by_mode()) return false;
  return std::all_of(tiler->modes().begin(), tiler->modes().end(), [&](const Tiler& m) {
    const auto* leaf = std::get_if<IntTuple>(&m.is);
    return leaf != nullptr && flat_integers(*leaf, out);
  });
}

/// Turns the trailing numbers of a Python call into template arguments.
void take_indices(const Function& function, Call& c) {
  if (!c.indices.empty() || function.indices == 0 || function.run == nullptr) return;
  const auto most = static_cast<std::size_t>(function.arguments.most);
  const auto first = function.indices == any_number ? most : static_cast<std::size_t>(function.arguments.least);
  const auto last = function.indices == any_number ? most + 1 : first + static_cast<std::size_t>(function.indices);
  if (c.count() != last) return;
  std::vector<Value> indices;
  for (auto i = first; i < last; ++i)
    if (!flat_integers(c.arguments[i], indices)) return;
  c.indices = std::move(indices);
  c.arguments.resize(first);
  c.names.resize(first);
  c.spans.resize(first);
}

}  // namespace

Call arranged(const Node& node, const Function& function, Call c) {
  order_keywords(node, function, c);
  take_indices(function, c);
  // A type has all its arguments in <>: Layout<Shape<_4>,Stride<_1>>.
  const bool type = c.arguments.empty() && !c.indices.empty();
  const auto count = static_cast<int>(c.count());
  if ((count < function.arguments.least && !type) || count > function.arguments.most) {
    const auto wanted = function.arguments.least == function.arguments.most
                            ? fmt::format("{}", function.arguments.least)
                            : fmt::format("{} to {}", function.arguments.least, function.arguments.most);
    throw Diagnostic{node.span,
                     {"argument",
                      wanted == "1" ? message("{} takes {} argument, not {}: {}.", node.text, wanted, count, function.signature)
                                    : message("{} takes {} arguments, not {}: {}.", node.text, wanted, count, function.signature),
                      {}}};
  }
  if (function.indices >= 0 && static_cast<int>(c.indices.size()) != function.indices) {
    auto wrong = function.indices == 0   ? message("{} takes nothing in <>: {}.", node.text, function.signature)
                 : function.indices == 1 ? message("{} takes {} number in <>: {}.", node.text, function.indices, function.signature)
                                         : message("{} takes {} numbers in <>: {}.", node.text, function.indices, function.signature);
    throw Diagnostic{node.head, {"template argument", std::move(wrong), {}}};
  }
  return c;
}

const Function* named_function(const Function& called, const Node& call, const Environment& names) {
  if (!called.takes_function || call.children.empty()) return nullptr;
  const auto& last = call.children.back();
  return last.kind == Node::Kind::name && !names.contains(last.text) ? find_function(last.text, false) : nullptr;
}

}  // namespace algebra::expression
