#include "app/program/term.hpp"

#include <functional>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/language/parser.hpp"

namespace app {

using algebra::expression::Node;

struct Term::Source {
  std::string text;
  Node tree{};  ///< of views into the text
};

Term::Term(std::string text) {
  auto source = std::make_shared<Source>(Source{.text = std::move(text)});
  if (auto tree = algebra::expression::parse(source->text)) {
    source->tree = std::move(*tree);
    node_ = &source->tree;
  }
  source_ = std::move(source);
}

std::string_view Term::text() const {
  if (source_ == nullptr) return {};
  const std::string_view all = source_->text;
  return node_ == nullptr || node_ == &source_->tree ? all : all.substr(node_->span.begin, node_->span.end - node_->span.begin);
}

std::vector<std::string> Term::names() const { return algebra::free_names(text()); }

bool Term::is_name() const { return node_ != nullptr && node_->kind == Node::Kind::name; }

const algebra::expression::Function* Term::function() const {
  return node_ != nullptr && node_->kind == Node::Kind::call ? algebra::expression::find_function(node_->text, true) : nullptr;
}

std::vector<Term> Term::operands() const {
  std::vector<Term> all;
  if (node_ != nullptr && (node_->kind == Node::Kind::call || node_->kind == Node::Kind::apply))
    for (const auto& child : node_->children) all.push_back(Term(source_, child));
  return all;
}

Term Term::only_argument() const {
  if (function() == nullptr) return {};
  Term only;
  for (const auto& child : node_->children) {
    if (child.span.begin < node_->head.end) continue;
    if (only.source_ != nullptr) return {};
    only = Term(source_, child);
  }
  return only;
}

std::string_view Term::sliced_name() const {
  const auto* node = node_;
  while (node != nullptr && node->kind == Node::Kind::apply) node = &node->children.front();
  const bool is_slice = node != nullptr && node->kind == Node::Kind::call && node->indices.empty() && !node->children.empty();
  return is_slice && algebra::expression::find_function(node->text, true) == nullptr ? node->text : std::string_view{};
}

bool Term::is_slice_of_expression() const { return node_ != nullptr && node_->kind == Node::Kind::apply; }

std::vector<Term> Term::inner_calls() const {
  std::vector<Term> all;
  const std::function<void(const Node&)> add = [&](const Node& node) {
    for (const auto* parts : {&node.indices, &node.children})
      for (const auto& part : *parts) add(part);
    if (&node != node_ && (node.kind == Node::Kind::call || node.kind == Node::Kind::apply)) all.push_back(Term(source_, node));
  };
  if (node_ != nullptr) add(*node_);
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
  // make_tensor<float>(layout): without a pointer.
  return made_by != nullptr && (made_by->own_memory || text().starts_with("make_tensor<"));
}

Term Term::with_name_for(const Term& part, std::string_view name) const {
  std::string all(text());
  const auto begin = static_cast<std::size_t>(part.text().data() - text().data());
  return Term(all.replace(begin, part.text().size(), name));
}

Term Term::slice_of(const Term& other) const {
  const auto kind = other.node_ != nullptr ? other.node_->kind : Node::Kind::tuple;
  const bool stands_alone = kind == Node::Kind::name || kind == Node::Kind::call || kind == Node::Kind::apply;
  const auto sliced = stands_alone ? std::string(other.text()) : fmt::format("({})", other.text());
  std::string all(text());
  const auto name = sliced_name();
  return Term(all.replace(static_cast<std::size_t>(name.data() - text().data()), name.size(), sliced));
}

std::optional<algebra::Evaluation> Term::evaluation(const algebra::Environment& entries, bool verdicts) const {
  if (node_ == nullptr) return std::nullopt;
  auto e = algebra::evaluate(*node_, entries, algebra::IntegerRule::cute, {.verdicts = verdicts, .steps = nullptr});
  return e ? std::optional(std::move(*e)) : std::nullopt;
}

std::optional<algebra::Value> Term::value(const algebra::Environment& entries) const {
  auto e = evaluation(entries);
  return e ? std::optional(std::move(e->value)) : std::nullopt;
}

}  // namespace app
