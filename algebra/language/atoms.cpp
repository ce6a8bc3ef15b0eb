#include "algebra/language/atoms.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "algebra/hardware/atom_table.hpp"
#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/language/words.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void fail(SourceSpan span, Message message, std::vector<std::string> suggestions = {}) {
  throw Diagnostic{span, {"template argument", std::move(message), std::move(suggestions)}};
}

/// Reads GMMA::Major::K or GMMA::Major::MN; also K and MN alone.
Major major_of(const Node& node) {
  if (node.kind == Node::Kind::name) {
    if (node.text == "K" || node.text == "Major::K") return Major::k;
    if (node.text == "MN" || node.text == "Major::MN") return Major::mn;
  }
  fail(node.span, "A major is GMMA::Major::K or GMMA::Major::MN.");
}

/// Returns a template argument in the form that the table of atoms compares; "" for one that changes nothing, such as UMMA::ScaleIn::One.
std::string argument_of(const Node& node, const Environment& names) {
  if (node.kind == Node::Kind::integer) return std::to_string(node.value.value);
  if (const auto type = element_type_of(node, names)) {
    const auto name = cpp_type(*type);
    const auto angle = std::min(name.find('<'), name.size());
    const auto scope = std::string_view(name).substr(0, angle).rfind("::");
    return scope == name.npos ? name : name.substr(scope + 2);
  }
  if (node.text == "K" || node.text == "MN" || find_major(node.text) != nullptr) return major_of(node) == Major::k ? "K" : "MN";
  // Names of types that only the atom itself knows, such as bf of XE_DPAS_TT.
  return node.kind == Node::Kind::name && node.text.find(':') == node.text.npos ? std::string(node.text) : std::string{};
}

std::vector<std::string> arguments_of(const Node& node, const Environment& names) {
  std::vector<std::string> arguments;
  for (const auto& index : node.indices) arguments.push_back(argument_of(index, names));
  return arguments;
}

/// Returns the instruction with the nearest sizes that its own static_assert accepts.
std::vector<std::string> with_nearest_sizes(const Node& node, const ForbiddenSizes& forbidden) {
  const auto near = find_mma(node.text, forbidden.nearest);
  return near.traits == nullptr ? std::vector<std::string>{} : std::vector{plain(MmaAtom{near.traits, near.arguments})};
}

/// Evaluates SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>.
Value mma(const Node& node, const Environment& names) {
  const auto arguments = arguments_of(node, names);
  const auto found = find_mma(node.text, arguments);
  if (found.traits != nullptr && (!node.indices.empty() || found.traits->arguments != MmaTraits::Arguments::majors))
    return MmaAtom{found.traits, found.arguments};
  if (!found.instead.empty())
    fail(node.head, message("CuTe has the instruction {}, but no MMA_Traits for it.", node.text), {found.instead});
  if (const auto forbidden = forbidden_sizes(node.text, arguments))
    fail(node.head, message("The instruction's own assert refuses these sizes: {}", forbidden->words),
         with_nearest_sizes(node, *forbidden));
  if (found.traits != nullptr || is_templated_atom(node.text)) {
    const auto wanted = found.wanted.empty() ? fmt::format("{}<GMMA::Major::K,GMMA::Major::K>", found.traits->name) : found.wanted;
    const bool majors = wanted.find("<GMMA::Major") != wanted.npos;
    if (majors && node.indices.size() >= 2 && node.indices.size() <= 4) {
      for (std::size_t i = 0; i < 2; ++i) static_cast<void>(major_of(node.indices[i]));
      if (node.text.find("_RS") != node.text.npos)
        fail(node.indices[0].span, message("{} has A in registers, which is K-major.", node.text), {wanted});
    }
    fail(node.head,
         majors ? message("{} takes the majors of A and B: {}.", node.text, wanted)
                : message("{} takes other arguments in <>, such as {}.", node.text, wanted),
         {wanted});
  }
  fail(node.head, message("{} takes nothing in <>.", node.text), {found.wanted});
}

/// Returns the width of a type, or an alignment in bits.
std::optional<int> bits_of(const Node& node) {
  if (node.kind == Node::Kind::integer && node.value.value > 0 && node.value.value <= 1024) return static_cast<int>(node.value.value);
  const auto type = element_type_of(node, {});
  return type ? std::optional(type->bits) : std::nullopt;
}

/// Evaluates GMMA::Layout_K_SW128_Atom<half_t>, GMMA::Layout_SW128_Atom<half_t,GMMA::Major::K>, GMMA::Layout_K_SW128_SpAtom<half_t,2>.
Value smem_atom_of(const Node& node, const SmemAtomName& name, const Environment& names) {
  using Form = SmemAtomName::Form;
  const bool sparse = name.form == Form::sparse;
  const auto& given = node.indices;
  const std::size_t wanted = name.form == Form::bits ? 0 : std::size_t{1} + (sparse ? 1 : 0) + (name.major ? 0 : 1);
  if (given.size() != wanted) {
    const auto example = fmt::format("{}<half_t{}{}>", to_string(name), sparse ? ",2" : "", name.major ? "" : ",GMMA::Major::K");
    if (wanted == 0) fail(node.head, message("{} takes nothing in <>.", node.text), {to_string(name)});
    fail(node.head, message("{} takes this in <>: {}.", node.text, example), {example});
  }
  if (wanted == 0) return smem_atom(name.swizzle, *name.major, 1);
  const auto type = element_type_of(given[0], names);
  if (!type) fail(given[0].span, message("{} takes a type in <>, such as half_t.", node.text));
  int sparsity = 1;
  if (sparse) {
    const auto n = given[1].value.value;
    if (given[1].kind != Node::Kind::integer || n < 1 || type->bits % n != 0)
      fail(given[1].span, message("The sparsity of elements of {} bits is a number such as 2.", type->bits), {"2"});
    sparsity = static_cast<int>(n);
  }
  try {
    return smem_atom(name.swizzle, name.major ? *name.major : major_of(given.back()), type->bits, sparsity);
  } catch (Problem& p) {
    throw Diagnostic{given[0].span, std::move(p)};
  }
}

/// Evaluates UniversalCopy<uint128_t>, also with a source and a destination of the same width: <float,float>.
Value copy(const Node& node) {
  if (!is_templated_atom(node.text)) {
    if (!node.indices.empty()) fail(node.head, message("{} takes nothing in <>.", node.text), {std::string(node.text)});
    return CopyAtom{find_copy(node.text, std::nullopt), {}};
  }
  if (node.indices.empty() || node.indices.size() > 2)
    fail(node.head, message("{} takes the type that one thread moves: {}<uint128_t>.", node.text, node.text),
         {fmt::format("{}<uint128_t>", node.text)});
  const CopyTraits* found = nullptr;
  for (const auto& index : node.indices) {
    const auto bits = bits_of(index);
    if (!bits) fail(index.span, message("{} takes a type in <>, such as uint128_t.", node.text));
    const auto* traits = find_copy(node.text, *bits);
    if (traits == nullptr || (found != nullptr && found != traits))
      fail(index.span, message("There is no {} of {} bits here.", node.text, *bits), {"uint128_t"});
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
    return part ? std::optional(complex_of(*part)) : std::nullopt;
  }
  const bool bytes = node.text == "uint_byte_t";
  if ((!bytes && node.text != "uint_bit_t") || index.kind != Node::Kind::integer) return std::nullopt;
  const auto n = index.value.value;
  return n > 0 && n <= 1024 ? std::optional(ElementType{"", static_cast<int>(bytes ? 8 * n : n)}) : std::nullopt;
}

Value atom_of(const Node& node, const Environment& names) {
  if (const auto smem = find_smem_atom(node.text)) return smem_atom_of(node, *smem, names);
  return is_mma_name(node.text) ? mma(node, names) : copy(node);
}

std::optional<Diagnostic> hint_of_atom(const Node& node, const Environment& names) {
  if (node.indices.empty() || !is_mma_name(node.text)) return std::nullopt;
  const auto forbidden = forbidden_sizes(node.text, arguments_of(node, names));
  if (!forbidden) return std::nullopt;
  return Diagnostic{
      node.span,
      {"static_assert", message("CuTe's traits have these sizes, and the instruction's own assert refuses them: {}", forbidden->words),
       with_nearest_sizes(node, *forbidden)}};
}

bool like_atom(std::string_view name) {
  if (name.size() > 4 && name.starts_with("SM") && std::isdigit(static_cast<unsigned char>(name[2])) != 0 &&
      name.find('_') != std::string_view::npos)
    return true;
  for (const std::string_view beginning : {"v_mfma_", "v_smfmac_", "v_wmma_", "v_swmmac_", "XE_DPAS", "Universal"})
    if (name.starts_with(beginning)) return true;
  return (name.starts_with("Layout_") && name.find("Atom") != std::string_view::npos);
}

Diagnostic unknown_atom(SourceSpan span, std::string_view name) {
  if (name.find("TMA") != name.npos && name.find("IM2COL") != name.npos)
    return {
        span,
        {"not supported",
         message("{} copies in im2col mode, for convolutions, which is not supported yet. Use SM90_TMA_LOAD or SM90_TMA_STORE for tiles.",
                 name),
         {name.find("STORE") == name.npos ? "SM90_TMA_LOAD" : "SM90_TMA_STORE"}}};
  return {span, {"unknown atom", message("There is no atom {} here.", name), nearest_atoms(name)}};
}

namespace {

/// Returns the place of an operand's type in the order D, A, B, C, that of UniversalFMA<D,A,B,C> and of an atom's name.
constexpr std::size_t place_of_type(Matrix m) { return m == Matrix::a ? 1 : m == Matrix::b ? 2 : 3; }

}  // namespace

ElementType operand_type(const MmaAtom& atom, Matrix matrix) {
  const auto place = place_of_type(matrix);
  ElementType type{"", atom.traits->operands[static_cast<std::size_t>(matrix)].bits};
  if (std::string_view named = atom.traits->operands[static_cast<std::size_t>(matrix)].type; !named.empty()) {
    if (const auto scope = named.rfind("::"); scope != named.npos) named.remove_prefix(scope + 2);
    const auto* known = find_element_type(named);
    return known != nullptr && known->bits == type.bits ? *known : type;
  }
  std::string_view name = atom.traits->name;
  for (auto part = take_until(name, '_'); !part.empty(); part = take_until(name, '_')) {
    // The types of D, A, B and C; of D, A and B if the instruction accumulates in place.
    const auto types = types_in_atom_name(part);
    if (types.size() < 3) continue;
    const auto& named = types[place < types.size() ? place : 0]->type;
    if (named.bits == type.bits) return named;
  }
  return type;
}

}  // namespace algebra::expression
