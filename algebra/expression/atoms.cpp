#include "algebra/expression/atoms.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/expression/words.hpp"
#include "algebra/smem_atoms.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void fail(SourceSpan span, std::string message, std::vector<std::string> suggestions = {}) {
  throw Diagnostic{span, {"template argument", std::move(message), std::move(suggestions)}};
}

/// GMMA::Major::K or GMMA::Major::MN; also K and MN alone.
Major major_of(const Node& node) {
  if (node.kind == Node::Kind::name) {
    if (node.text == "K" || node.text == "Major::K") return Major::k;
    if (node.text == "MN" || node.text == "Major::MN") return Major::mn;
  }
  fail(node.span, "A major is GMMA::Major::K or GMMA::Major::MN.");
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
    const auto which = major_of(major);
    if (i == 0 && which == Major::mn && traits.name.ends_with("_RS"))
      fail(major.span, fmt::format("{} has A in registers, which is K-major.", node.text));
    arguments += (i == 0 ? "" : ",") + plain(which);
  }
  return MmaAtom{&traits, std::move(arguments)};
}

/// The width of a type, or an alignment in bits.
std::optional<int> bits_of(const Node& node) {
  if (node.kind == Node::Kind::integer && node.value.value > 0 && node.value.value <= 1024) return static_cast<int>(node.value.value);
  const auto type = element_type_of(node, {});
  return type ? std::optional(type->bits) : std::nullopt;
}

/// GMMA::Layout_K_SW128_Atom<half_t>, GMMA::Layout_SW128_Atom<half_t,GMMA::Major::K>, GMMA::Layout_K_SW128_SpAtom<half_t,2>.
Value smem_atom_of(const Node& node, const SmemAtomName& name, const Environment& names) {
  using Form = SmemAtomName::Form;
  const bool sparse = name.form == Form::sparse;
  const auto& given = node.indices;
  const std::size_t wanted = name.form == Form::bits ? 0 : std::size_t{1} + (sparse ? 1 : 0) + (name.major ? 0 : 1);
  if (given.size() != wanted) {
    const auto example = fmt::format("{}<half_t{}{}>", to_string(name), sparse ? ",2" : "", name.major ? "" : ",GMMA::Major::K");
    if (wanted == 0) fail(node.head, fmt::format("{} takes nothing in <>.", node.text), {to_string(name)});
    fail(node.head,
         fmt::format("{} takes the type of the elements{}{}: {}.", node.text, sparse ? ", how sparse they are" : "",
                     name.major ? "" : " and the major", example),
         {example});
  }
  if (wanted == 0) return smem_atom(name.swizzle, *name.major, 1);
  const auto type = element_type_of(given[0], names);
  if (!type) fail(given[0].span, fmt::format("{} takes a type in <>, such as half_t.", node.text));
  int sparsity = 1;
  if (sparse) {
    const auto n = given[1].value.value;
    if (given[1].kind != Node::Kind::integer || n < 1 || type->bits % n != 0)
      fail(given[1].span, fmt::format("Of how many elements of {} bits one is stored is a number such as 2.", type->bits), {"2"});
    sparsity = static_cast<int>(n);
  }
  try {
    return smem_atom(name.swizzle, name.major ? *name.major : major_of(given.back()), type->bits, sparsity);
  } catch (Problem& p) {
    throw Diagnostic{given[0].span, std::move(p)};
  }
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

std::optional<ElementType> element_type_of(const Node& node, const Environment& names) {
  if (node.indices.empty()) {
    const auto it = names.find(node.text);
    const auto* named = it != names.end() ? std::get_if<ElementType>(&it->second) : find_element_type(node.text);
    return named != nullptr ? std::optional(*named) : std::nullopt;
  }
  if (node.indices.size() != 1) return std::nullopt;
  const auto& index = node.indices[0];
  if (node.text == "complex") {
    const auto part = element_type_of(index, names);
    if (!part) return std::nullopt;
    const auto* known = element_type_of_setting(part->name == "f64"   ? "c128"
                                                : part->name == "f32" ? "c64"
                                                : part->name == "f16" ? "c32"
                                                                      : "");
    return known != nullptr ? *known : ElementType{"", 2 * part->bits};
  }
  const bool bytes = node.text == "uint_byte_t";
  if ((!bytes && node.text != "uint_bit_t") || index.kind != Node::Kind::integer) return std::nullopt;
  const auto n = index.value.value;
  return n > 0 && n <= 1024 ? std::optional(ElementType{"", static_cast<int>(bytes ? 8 * n : n)}) : std::nullopt;
}

Value atom_of(const Node& node, const Environment& names) {
  if (const auto smem = find_smem_atom(node.text)) return smem_atom_of(node, *smem, names);
  const auto* traits = find_mma(node.text);
  return traits != nullptr ? mma(node, *traits) : copy(node);
}

bool like_atom(std::string_view name) {
  if (name.size() > 4 && name.starts_with("SM") && std::isdigit(static_cast<unsigned char>(name[2])) != 0 &&
      name.find('_') != std::string_view::npos)
    return true;
  return name.starts_with("Universal") || (name.starts_with("Layout_") && name.find("Atom") != std::string_view::npos);
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
