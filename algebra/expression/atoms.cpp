#include "algebra/expression/atoms.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/expression/words.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void fail(SourceSpan span, std::string message, std::vector<std::string> suggestions = {}) {
  throw Diagnostic{span, {"template argument", std::move(message), std::move(suggestions)}};
}

/// UniversalFMA<D,A,B,C>.
Value of_types(const Node& node, const MmaTraits& traits) {
  if (node.indices.size() > 4) fail(node.head, fmt::format("{} takes the types of D, A, B and C.", node.text));
  std::string arguments;
  for (const auto& index : node.indices) {
    if (find_element_type(index.text) == nullptr) fail(index.span, fmt::format("{} takes types in <>, such as float.", node.text));
    arguments += fmt::format("{}{}", arguments.empty() ? "" : ",", index.text);
  }
  return MmaAtom{&traits, std::move(arguments)};
}

/// <GMMA::Major::K, GMMA::Major::MN>, perhaps with the operands' signs after them, which move nothing.
Value mma(const Node& node, const MmaTraits& traits) {
  if (traits.arguments == MmaTraits::Arguments::types) return of_types(node, traits);
  if (traits.arguments == MmaTraits::Arguments::none) {
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

/// The width of a type; also of uint_byte_t<16> and uint_bit_t<128>, and an alignment in bits.
std::optional<int> bits_of(const Node& node) {
  if (node.kind == Node::Kind::integer && node.value.value > 0 && node.value.value <= 1024) return static_cast<int>(node.value.value);
  if (const auto* type = find_element_type(node.text)) return type->bits;
  const bool bytes = node.text == "uint_byte_t";
  if ((!bytes && node.text != "uint_bit_t") || node.indices.size() != 1 || node.indices[0].kind != Node::Kind::integer) return std::nullopt;
  const auto n = node.indices[0].value.value;
  return n > 0 && n <= 1024 ? std::optional(static_cast<int>(bytes ? 8 * n : n)) : std::nullopt;
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
    const auto bits = bits_of(index);
    if (!bits) fail(index.span, fmt::format("{} takes a type in <>, such as uint128_t.", node.text));
    const auto* traits = find_copy(node.text, *bits);
    if (traits == nullptr || (found != nullptr && found != traits))
      fail(index.span, fmt::format("There is no {} of {} bits here.", node.text, *bits), {"uint128_t"});
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

namespace {

/// The number of an operand's type among those of D, A, B and C, the order of UniversalFMA<D,A,B,C> and of an atom's name.
constexpr std::size_t place_of_type(Matrix m) { return m == Matrix::a ? 1 : m == Matrix::b ? 2 : 3; }

}  // namespace

ElementType operand_type(const MmaAtom& atom, Matrix matrix) {
  const auto place = place_of_type(matrix);
  ElementType type{"", atom.traits->operands[static_cast<std::size_t>(matrix)].bits};
  if (atom.traits->arguments == MmaTraits::Arguments::types) {
    // Those left out: A is as D, B as A, and C as D.
    std::vector<const ElementType*> given;
    std::string_view rest = atom.arguments;
    while (!rest.empty()) given.push_back(find_element_type(take_until(rest, ',')));
    if (given.empty()) return type;
    if (given.size() < 2) given.push_back(given[0]);
    if (given.size() < 3) given.push_back(given[1]);
    if (given.size() < 4) given.push_back(given[0]);
    return given[place] != nullptr ? *given[place] : type;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> names{{{"BF16", "bf16"},
                                                                                 {"TF32", "tf32"},
                                                                                 {"F16", "f16"},
                                                                                 {"F32", "f32"},
                                                                                 {"F64", "f64"},
                                                                                 {"S32", "i32"},
                                                                                 {"S8", "i8"},
                                                                                 {"U8", "u8"},
                                                                                 {"S4", "i4"},
                                                                                 {"U4", "u4"},
                                                                                 {"E4M3", "e4m3"},
                                                                                 {"E5M2", "e5m2"}}};
  std::string_view name = atom.traits->name;
  for (auto part = take_until(name, '_'); !part.empty(); part = take_until(name, '_')) {
    std::vector<std::string_view> types;
    for (auto found = names.begin(); found != names.end();) {
      found = std::find_if(names.begin(), names.end(), [&](const auto& n) { return part.starts_with(n.first); });
      if (found == names.end()) break;
      types.push_back(found->second);
      part.remove_prefix(found->first.size());
    }
    if (!part.empty() || types.size() != 4) continue;
    const auto* named = find_element_type(types[place]);
    if (named->bits == type.bits) return *named;
  }
  return type;
}

}  // namespace algebra::expression
