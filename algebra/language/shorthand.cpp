#include "algebra/language/shorthand.hpp"

#include <utility>

#include "algebra/language/functions.hpp"

namespace algebra::expression {
namespace {

using Kind = Node::Kind;

/// Whether a call of make_tensor has a function in <>, which makes it.
bool makes_tensor(const Node& node) {
  return node.indices.size() == 1 && node.indices[0].kind == Kind::call && !node.children.empty() &&
         node.text == function_of(Notation::tensor).name && find_function(node.indices[0].text, true) != nullptr;
}

/// The operand of the only argument that this call leaves out as its first; null where it leaves none out.
const Node* tiled_of_part(const Node& node) {
  if (node.kind != Kind::call || node.children.size() != 1 || !node.keywords.empty() || node.children[0].kind != Kind::call) return nullptr;
  const auto* function = find_function(node.text, false);
  if (function == nullptr || !function->tiled_of_part) return nullptr;
  const auto& part = node.children[0];
  const auto* maker = find_function(part.text, false);
  if (maker == nullptr || maker->threads == no_argument || !part.keywords.empty()) return nullptr;
  const auto at = static_cast<std::size_t>(maker->threads);
  return at < part.children.size() ? &part.children[at] : nullptr;
}

}  // namespace

void expand_shorthand(Node& node) {
  if (node.kind == Kind::call && node.indices.size() == 3)
    if (const auto function = printed_function(node.text); !function.empty()) node.text = function;
  if (makes_tensor(node)) {
    auto maker = std::move(node.indices[0]);
    maker.children = std::move(node.children);
    node = std::move(maker);
    return;
  }
  if (const auto* tiled = tiled_of_part(node)) {
    auto first = *tiled;
    node.children.insert(node.children.begin(), std::move(first));
  }
}

}  // namespace algebra::expression
