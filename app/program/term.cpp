#include "app/program/term.hpp"

#include <functional>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/language/parser.hpp"

namespace app {

using algebra::expression::Node;
namespace {

bool is_node(const Node* node, Node::Kind kind) { return node != nullptr && node->kind == kind; }

}  // namespace

struct Term::Source {
  explicit Source(std::string t) : text(std::move(t)) {}

  /// Returns the tree of the text; null if it cannot be parsed. Thread-safe.
  const Node* whole() const {
    std::call_once(read, [&] {
      if (auto parsed = algebra::expression::parse(text)) tree = std::move(*parsed);
    });
    return tree ? &*tree : nullptr;
  }

  std::string text;

 private:
  mutable std::once_flag read{};
  mutable std::optional<Node> tree{};  ///< refers to the text
};

Term::Term(std::string text) : source_(std::make_shared<const Source>(std::move(text))) {}

const Node* Term::node() const { return part_ != nullptr ? part_ : source_ != nullptr ? source_->whole() : nullptr; }

std::string_view Term::text() const {
  if (source_ == nullptr) return {};
  const std::string_view all = source_->text;
  return part_ == nullptr ? all : all.substr(part_->span.begin, part_->span.end - part_->span.begin);
}

std::vector<std::string> Term::names() const { return algebra::free_names(text()); }

bool Term::is_name() const { return is_node(node(), Node::Kind::name); }

const algebra::expression::Function* Term::function() const {
  return is_node(node(), Node::Kind::call) ? algebra::expression::find_function(node()->text, true) : nullptr;
}

std::vector<Term> Term::operands() const {
  std::vector<Term> all;
  if (is_node(node(), Node::Kind::call) || is_node(node(), Node::Kind::apply))
    for (const auto& child : node()->children) all.push_back(Term(source_, child));
  return all;
}

Term Term::only_argument() const {
  if (function() == nullptr) return {};
  Term only;
  for (const auto& child : node()->children) {
    if (child.span.begin < node()->head.end) continue;
    if (only.source_ != nullptr) return {};
    only = Term(source_, child);
  }
  return only;
}

std::string_view Term::sliced_name() const {
  const auto* of = node();
  while (is_node(of, Node::Kind::apply)) of = &of->children.front();
  const bool is_slice = is_node(of, Node::Kind::call) && of->indices.empty() && !of->children.empty();
  return is_slice && algebra::expression::find_function(of->text, true) == nullptr ? of->text : std::string_view{};
}

bool Term::is_slice_of_expression() const { return is_node(node(), Node::Kind::apply); }

std::vector<Term> Term::inner_calls() const {
  std::vector<Term> all;
  const auto* itself = node();
  const std::function<void(const Node&)> add = [&](const Node& within) {
    for (const auto* parts : {&within.indices, &within.children})
      for (const auto& part : *parts) add(part);
    if (&within != itself && (is_node(&within, Node::Kind::call) || is_node(&within, Node::Kind::apply)))
      all.push_back(Term(source_, within));
  };
  if (itself != nullptr) add(*itself);
  return all;
}

bool Term::calls(std::string_view function) const {
  const auto is_called = [&](const Term& t) { return t.function() != nullptr && t.function()->name == function; };
  if (is_called(*this)) return true;
  for (const auto& call : inner_calls())
    if (is_called(call)) return true;
  return false;
}

bool Term::has_own_memory() const {
  const auto* made_by = function();
  // make_tensor<float>(layout) has no pointer, so it makes memory.
  return made_by != nullptr && (made_by->own_memory || text().starts_with("make_tensor<"));
}

Term Term::with_name_for(const Term& part, std::string_view name) const {
  std::string all(text());
  const auto begin = static_cast<std::size_t>(part.text().data() - text().data());
  return Term(all.replace(begin, part.text().size(), name));
}

Term Term::slice_of(const Term& other) const {
  const bool stands_alone =
      is_node(other.node(), Node::Kind::name) || is_node(other.node(), Node::Kind::call) || is_node(other.node(), Node::Kind::apply);
  const auto sliced = stands_alone ? std::string(other.text()) : fmt::format("({})", other.text());
  std::string all(text());
  const auto name = sliced_name();
  return Term(all.replace(static_cast<std::size_t>(name.data() - text().data()), name.size(), sliced));
}

std::optional<algebra::Evaluation> Term::evaluation(const algebra::Environment& entries, bool verdicts) const {
  if (node() == nullptr) return std::nullopt;
  auto e = algebra::evaluate(*node(), entries, algebra::IntegerRule::cute, {.verdicts = verdicts, .steps = nullptr});
  return e ? std::optional(std::move(*e)) : std::nullopt;
}

std::optional<algebra::Value> Term::value(const algebra::Environment& entries) const {
  auto e = evaluation(entries);
  return e ? std::optional(std::move(e->value)) : std::nullopt;
}

}  // namespace app
