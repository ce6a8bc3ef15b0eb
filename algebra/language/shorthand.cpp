#include "algebra/language/shorthand.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "algebra/language/functions.hpp"

namespace algebra::expression {
namespace {

using Kind = Node::Kind;

/// Returns whether a call of make_tensor has a function in <> that makes the tensor.
bool makes_tensor(const Node& node) {
  return node.indices.size() == 1 && node.indices[0].kind == Kind::call && !node.children.empty() &&
         node.text == function_of(Notation::tensor).name && find_function(node.indices[0].text, true) != nullptr;
}

/// Returns the operand that this call omits as its first argument; null if it omits none.
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

/// Returns a function's name as stored in its record, which is permanent; "" if there is none.
std::string_view recorded(const std::string& name) {
  const auto* function = find_function(name, true);
  if (function == nullptr) return {};
  if (function->name == name) return function->name;
  for (const auto& alias : function->aliases)
    if (alias.name == name) return alias.name;
  return {};
}

/// A type that pairs an element type with a scale, and the number of elements per scale. Source: CUTLASS include/cutlass/float_subbyte.h,
/// nv_float4_t and its relatives.
struct ScaledType {
  std::string_view name;
  std::int64_t vector;
};
constexpr std::array<ScaledType, 4> scaled_types{{{"nv_float4_t", 16}, {"mx_float4_t", 32}, {"mx_float6_t", 32}, {"mx_float8_t", 32}}};

/// A CUTLASS tag for a major or a schedule.
struct Tag {
  std::string_view word, major;
  std::int64_t number = 0;
};
constexpr std::array<Tag, 4> tags{{{"RowMajor", "Major::K"},
                                   {"ColumnMajor", "Major::MN"},
                                   {"KernelTmaWarpSpecializedCooperative", "", 1},
                                   {"KernelTmaWarpSpecializedPingpong", "", 0}}};

Node number(std::int64_t n, SourceSpan span) {
  Node node{.kind = Kind::integer, .span = span, .head = span};
  node.value = {n, true};
  return node;
}

/// Appends a template argument as the one or two that the records expect.
void add_argument(std::vector<Node>& all, Node&& node) {
  if (node.kind == Kind::call && node.children.empty() && node.text == "sparse_elem" && node.indices.size() == 2) {
    for (auto& part : node.indices) all.push_back(std::move(part));
    return;
  }
  if (node.kind == Kind::call && node.children.empty() && node.indices.size() == 1)
    for (const auto& type : scaled_types)
      if (type.name == node.text) {
        all.push_back(number(type.vector, node.span));
        all.push_back(std::move(node.indices[0]));
        return;
      }
  if (node.kind == Kind::name || (node.kind == Kind::call && node.children.empty() && node.indices.empty()))
    for (const auto& tag : tags)
      if (tag.word == node.text) {
        if (tag.major.empty()) {
          all.push_back(number(tag.number, node.span));
          return;
        }
        node.kind = Kind::name;
        node.text = tag.major;
        break;
      }
  all.push_back(std::move(node));
}

/// Scope of the functions whose arguments depend on the kernel's other tensors.
constexpr std::string_view collective_scope = "Collective::";

/// Makes the call of another member of the same collective.
Node other_member(const Node& member, std::string_view name, SourceSpan span) {
  Node node{.kind = Kind::call, .span = span, .head = span};
  node.text = recorded(std::string(collective_scope) + std::string(name));
  node.indices = member.indices;
  node.height = member.height;
  return node;
}

}  // namespace

bool expand_member(Node& type, std::string_view member) {
  const auto name = member == "make" ? recorded(std::string(type.text)) : recorded(std::string(type.text) + "::" + std::string(member));
  if (name.empty()) return false;
  type.kind = Kind::call;
  type.text = name;
  std::vector<Node> arguments;
  for (auto& index : type.indices) add_argument(arguments, std::move(index));
  type.indices = std::move(arguments);
  return true;
}

bool expand_method(Node& maker, std::string_view member) {
  if (maker.kind != Kind::call || maker.children.empty() || !maker.indices.empty()) return false;
  const auto name = recorded(std::string(maker.text) + "::" + std::string(member));
  if (name.empty()) return false;
  maker.text = name;
  return true;
}

void fill_in_collective(Node& member) {
  if (!member.text.starts_with(collective_scope)) return;
  for (auto& child : member.children) {
    if (child.kind == Kind::name && (child.text == "tiled_mma" || child.text == "thread_mma")) {
      child = other_member(member, "TiledMma", child.span);
    } else if (child.kind == Kind::call && child.indices.empty() && (child.text == "sSFA" || child.text == "sSFB")) {
      child.children.insert(child.children.begin(),
                            other_member(member, child.text == "sSFA" ? "SmemLayoutSFA" : "SmemLayoutSFB", child.head));
      child.kind = Kind::apply;
      child.height = std::max(child.height, member.height + 1);
    }
  }
}

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
