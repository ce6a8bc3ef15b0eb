#include "algebra/expression/atoms.hpp"

#include <cctype>

#include <fmt/format.h>

#include "algebra/expression/words.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void fail(SourceSpan span, std::string message, std::vector<std::string> suggestions = {}) {
  throw Diagnostic{span, {"template argument", std::move(message), std::move(suggestions)}};
}

/// <GMMA::Major::K, GMMA::Major::MN>, perhaps with the operands' signs after them, which move nothing.
Value mma(const Node& node, const MmaTraits& traits) {
  if (!traits.has_majors) {
    if (!node.indices.empty()) fail(node.head, fmt::format("{} takes nothing in <>.", node.text), {traits.name});
    return MmaAtom{&traits, {}};
  }
  if (node.indices.size() < 2 || node.indices.size() > 4)
    fail(node.head, fmt::format("{} takes the majors of A and B: {}<GMMA::Major::K,GMMA::Major::K>.", node.text, node.text),
         {fmt::format("{}<GMMA::Major::K,GMMA::Major::K>", traits.name)});
  std::string arguments;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& major = node.indices[i];
    if (major.kind != Node::Kind::name || (major.text != "K" && major.text != "MN"))
      fail(major.span, "A major is GMMA::Major::K or GMMA::Major::MN.");
    if (i == 0 && major.text == "MN" && traits.name.ends_with("_RS"))
      fail(major.span, fmt::format("{} has A in registers, which is K-major.", node.text));
    arguments += fmt::format("{}GMMA::Major::{}", i == 0 ? "" : ",", major.text);
  }
  return MmaAtom{&traits, std::move(arguments)};
}

/// UniversalCopy<uint128_t>, also with source and destination of the same width: <float,float>.
Value copy(const Node& node) {
  if (!is_templated_atom(node.text)) {
    if (!node.indices.empty()) fail(node.head, fmt::format("{} takes nothing in <>.", node.text), {std::string(node.text)});
    return CopyAtom{find_copy(node.text, std::nullopt), {}};
  }
  if (node.indices.empty() || node.indices.size() > 2)
    fail(node.head, fmt::format("{} takes the type that one thread moves: {}<uint128_t>.", node.text, node.text),
         {fmt::format("{}<uint128_t>", node.text)});
  const CopyTraits* found = nullptr;
  for (const auto& index : node.indices) {
    const auto* type = find_element_type(index.text);
    if (type == nullptr) fail(index.span, fmt::format("{} takes a type in <>, such as uint128_t.", node.text));
    const auto* traits = find_copy(node.text, type->bits);
    if (traits == nullptr || (found != nullptr && found != traits))
      fail(index.span, fmt::format("There is no {} of {} bits here.", node.text, type->bits), {"uint128_t"});
    found = traits;
  }
  return CopyAtom{found, {}};
}

}  // namespace

Value atom_of(const Node& node) {
  const auto* traits = find_mma(node.text);
  return traits != nullptr ? mma(node, *traits) : copy(node);
}

bool like_atom(std::string_view name) {
  if (name.size() > 4 && name.starts_with("SM") && std::isdigit(static_cast<unsigned char>(name[2])) != 0 &&
      name.find('_') != std::string_view::npos)
    return true;
  return name.starts_with("Universal");
}

Diagnostic unknown_atom(SourceSpan span, std::string_view name) {
  return {span, {"unknown atom", fmt::format("There is no atom {} here.", name), nearest_atoms(name)}};
}

}  // namespace algebra::expression
