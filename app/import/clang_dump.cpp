#include "app/import/clang_dump.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/value.hpp"
#include "algebra/reading/cpp_type.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/row_named.hpp"
#include "app/import/cute_types.hpp"

namespace app {
namespace {

constexpr std::size_t most_of_arguments = 2000;

/// Splits a text that begins with a quote into what is between the quotes and what follows them. nullopt without quotes.
std::optional<std::pair<std::string_view, std::string_view>> quoted(std::string_view text) {
  if (!text.starts_with('\'')) return std::nullopt;
  const auto end = text.find('\'', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(1, end - 1), text.substr(end + 1));
}

/// Returns the last word of a text.
std::string_view last_word(std::string_view text) {
  text = algebra::trimmed(text);
  const auto blank = text.rfind(' ');
  return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

/// Returns the text after the last " o ", where the layout of a tensor or of a swizzled layout begins.
std::string_view innermost(std::string_view value) {
  const auto at = value.rfind(" o ");
  return at == std::string_view::npos ? value : value.substr(at + 3);
}

/// The parts of a type: its name without namespaces, and its template arguments.
struct TypeParts {
  std::string_view name;
  std::vector<std::string_view> arguments;
};
TypeParts parts_of(std::string_view type) {
  TypeParts parts;
  type = algebra::trimmed(type);
  for (const std::string_view word : {"const ", "typename ", "struct ", "class "})
    if (type.starts_with(word)) type = algebra::trimmed(type.substr(word.size()));
  while (type.ends_with('&') || type.ends_with(' ')) type.remove_suffix(1);
  const auto open = type.find('<');
  parts.name = type.substr(0, open);
  if (const auto scope = parts.name.rfind("::"); scope != std::string_view::npos) parts.name.remove_prefix(scope + 2);
  if (open == std::string_view::npos || !type.ends_with('>')) return parts;
  type = type.substr(open + 1, type.size() - open - 2);
  for (const auto one : algebra::Cursor(type, 0, {.open = "<(", .close = ">)"}).split(','))
    if (!algebra::trimmed(one).empty()) parts.arguments.push_back(algebra::trimmed(one));
  return parts;
}

struct NoValue {};

std::string layout_of(std::string_view type) {
  if (auto layout = layout_in_type(type); !layout.empty()) return layout;
  throw NoValue{};
}

/// Returns "_4" for C<4>, "_" for Underscore and, if `dynamic`, "?" for a run-time integer; nullopt for any other type.
std::optional<std::string> leaf_of(const TypeParts& t, bool dynamic) {
  if (t.name == "Underscore") return "_";
  if (cute_type_named(t.name).is == CuteType::constant && !t.arguments.empty()) {
    auto n = t.arguments.back();
    if (n.ends_with("UL")) n.remove_suffix(2);
    if (n.empty() || n.find_first_not_of("0123456789", n.starts_with('-') ? 1 : 0) != std::string_view::npos) return std::nullopt;
    return "_" + std::string(n);
  }
  for (const std::string_view number : {"int", "long", "unsigned int", "unsigned long", "long long", "unsigned long long", "short"})
    if (dynamic && t.name == number) return "?";
  return std::nullopt;
}

bool is_tuple(std::string_view name) {
  constexpr std::array<std::string_view, 6> all{"tuple", "Shape", "Stride", "Step", "Coord", "Tile"};
  return std::find(all.begin(), all.end(), name) != all.end();
}

std::string integers_of(std::string_view type, bool dynamic, int depth = 0) {
  const auto t = parts_of(type);
  if (auto leaf = leaf_of(t, dynamic)) return *leaf;
  if (!is_tuple(t.name) || t.arguments.empty() || depth > 32) throw NoValue{};
  std::string all;
  for (const auto a : t.arguments) all += (all.empty() ? "(" : ",") + integers_of(a, dynamic, depth + 1);
  return all + ")";
}

/// Returns a tiler such as <_32,(_2,_4):(_4,_1),_>, or a single layout.
std::string tiler_of(std::string_view type) {
  const auto t = parts_of(type);
  if (!is_tuple(t.name)) return layout_of(type);
  std::string all;
  for (const auto a : t.arguments) {
    const auto leaf = leaf_of(parts_of(a), false);
    all += fmt::format("{}{}", all.empty() ? "" : ",", leaf ? *leaf : layout_of(a));
  }
  return fmt::format("<{}>", all);
}

/// A class template whose specialisations the language writes differently, with the numbers of arguments that are supported.
struct DumpedType {
  std::array<std::string_view, 2> names;
  std::size_t least, most;
  std::string (*value)(const TypeParts&);
};
template <class Rows>
std::optional<std::string> value_by(const Rows& rows, const TypeParts& t) {
  const auto* row = algebra::row_named(rows, t.name);
  return row != nullptr && t.arguments.size() >= row->least && t.arguments.size() <= row->most ? std::optional(row->value(t))
                                                                                               : std::nullopt;
}

std::string operation_of(std::string_view type);
std::string operation_of_traits(const TypeParts& t) {
  if (t.arguments.empty()) throw NoValue{};
  // For TMA only the descriptor's operation is supported here.
  if (t.arguments.size() != 1 && t.arguments[0].find("SM90_TMA") == std::string_view::npos) throw NoValue{};
  return operation_of(t.arguments[0]);
}
std::string vectorized_copy(const TypeParts& t) { return fmt::format("{}<{}>", t.name, t.arguments.empty() ? "128" : t.arguments[0]); }
constexpr std::size_t any_arguments = std::numeric_limits<std::size_t>::max();
constexpr auto dumped_operations = std::to_array<DumpedType>({
    {{"Copy_Traits", "MMA_Traits"}, 0, any_arguments, &operation_of_traits},
    {{"AutoVectorizingCopyWithAssumedAlignment"}, 0, any_arguments, &vectorized_copy},
});

/// Returns an instruction in the language's notation: without namespaces, with names of enumerators, and with the default arguments that
/// clang leaves out.
std::string operation_of(std::string_view type) {
  const auto t = parts_of(type);
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> of_cpp{{{"unsigned int", "uint32_t"},
                                                                                        {"unsigned long", "uint64_t"},
                                                                                        {"unsigned short", "uint16_t"},
                                                                                        {"unsigned char", "uint8_t"},
                                                                                        {"int", "int32_t"},
                                                                                        {"long", "int64_t"},
                                                                                        {"short", "int16_t"},
                                                                                        {"signed char", "int8_t"}}};
  for (const auto& [of_compiler, name] : of_cpp)
    if (t.name == of_compiler) return std::string(name);
  std::string all(t.name);
  if (all.starts_with("MMA_") && type.find("GMMA") != std::string_view::npos) all = "SM90_" + all.substr(4);
  if (const auto* row = algebra::row_named(dumped_operations, all)) return row->value(t);
  std::string arguments;
  for (auto a : t.arguments) {
    // clang prints an enumerator by its name, or as a number with a cast.
    const auto is = [&](std::string_view of, std::string_view name, std::string_view number) {
      return a.ends_with(fmt::format("{}::{}", of, name)) || a.ends_with(fmt::format("{}){}", of, number));
    };
    std::string argument;
    if (is("Major", "K", "0")) argument = "Major::K";
    else if (is("Major", "MN", "1")) argument = "Major::MN";
    // Signs of the operands are left out: the language has none. A negated operand is another instruction.
    else if (is("ScaleIn", "One", "1")) continue;
    else if (a.find("ScaleIn") != std::string_view::npos) throw NoValue{};
    else argument = operation_of(a);
    arguments += fmt::format("{}{}", arguments.empty() ? "" : ",", argument);
  }
  return arguments.empty() ? all : fmt::format("{}<{}>", all, arguments);
}

/// Returns a value in the language's notation. Throws NoValue if it has none; a TMA copy is kept as text, as the language cannot evaluate
/// it without its tensor.
std::string in_language(std::string text) {
  const auto value = algebra::evaluate(text, {}, algebra::IntegerRule::cute, {.verdicts = false});
  if (value) return algebra::to_string(value->value, algebra::Marks::underscores);
  if (text.find("<SM90_TMA") == std::string::npos) throw NoValue{};
  return text;
}

std::string element_of(std::string_view type) {
  const auto value = algebra::evaluate(operation_of(type), {}, algebra::IntegerRule::cute, {.verdicts = false});
  if (!value || !std::holds_alternative<algebra::ElementType>(value->value)) throw NoValue{};
  return algebra::to_string(value->value, algebra::Marks::underscores);
}

std::string tiled_copy_of(const TypeParts& t) {
  const auto& a = t.arguments;
  const auto atom = parts_of(a[0]);
  if (atom.name != "Copy_Atom" || atom.arguments.size() != 2) throw NoValue{};
  return fmt::format("TiledCopy<Copy_Atom<{},{}>,{},{}>", operation_of(atom.arguments[0]), element_of(atom.arguments[1]), layout_of(a[1]),
                     tiler_of(a[2]));
}
std::string tiled_mma_of(const TypeParts& t) {
  const auto& a = t.arguments;
  const auto atom = parts_of(a[0]);
  if (atom.name != "MMA_Atom" || atom.arguments.size() != 1) throw NoValue{};
  return fmt::format("TiledMMA<{},{},{}>", operation_of(atom.arguments[0]), layout_of(a[1]), a.size() == 3 ? tiler_of(a[2]) : "<_,_,_>");
}
constexpr auto dumped_tiled = std::to_array<DumpedType>({{{"TiledCopy"}, 3, 3, &tiled_copy_of}, {{"TiledMMA"}, 2, 3, &tiled_mma_of}});
std::string tiled_of(const TypeParts& t) {
  if (auto value = value_by(dumped_tiled, t)) return *std::move(value);
  throw NoValue{};
}

std::string dumped_slice(const TypeParts& t) { return fmt::format("get_slice({},?)", in_language(tiled_of(parts_of(t.arguments[0])))); }
std::string copy_atom_of(const TypeParts& t) {
  return in_language(fmt::format("Copy_Atom<{},{}>", operation_of(t.arguments[0]), element_of(t.arguments[1])));
}
std::string dumped_swizzle(const TypeParts& t) {
  return in_language(fmt::format("Swizzle<{},{},{}>", t.arguments[0], t.arguments[1], t.arguments[2]));
}
constexpr auto dumped_types = std::to_array<DumpedType>({
    {{"TiledCopy", "TiledMMA"}, 0, any_arguments, [](const TypeParts& t) { return in_language(tiled_of(t)); }},
    {{"ThrCopy", "ThrMMA"}, 2, 2, &dumped_slice},
    {{"Copy_Atom"}, 2, 2, &copy_atom_of},
    {{"MMA_Atom"}, 1, 1, [](const TypeParts& t) { return in_language(operation_of(t.arguments[0])); }},
    {{"Swizzle"}, 3, 3, &dumped_swizzle},
});

std::string other_value(std::string_view type) {
  const auto t = parts_of(type);
  if (auto value = value_by(dumped_types, t)) return *std::move(value);
  const bool of_tilers = is_tuple(t.name) && type.find("Layout<") != std::string_view::npos;
  return of_tilers ? tiler_of(type) : integers_of(type, true);
}

/// Returns the type of elements or the instruction that an alias stands for, or "".
std::string named_type(std::string_view type) {
  const auto t = parts_of(type);
  if (t.name.empty() || t.name.size() > 200) return {};
  try {
    const auto value = algebra::evaluate(operation_of(type), {}, algebra::IntegerRule::cute, {.verdicts = false});
    if (!value) return {};
    const auto& v = value->value;
    const bool named = std::holds_alternative<algebra::ElementType>(v) || std::holds_alternative<algebra::CopyAtom>(v) ||
                       std::holds_alternative<algebra::MmaAtom>(v);
    return named ? algebra::to_string(v, algebra::Marks::underscores) : std::string();
  } catch (const NoValue&) {
    return {};
  }
}

/// The kinds of nodes in the dump that matter here.
enum class DumpedNode : std::uint8_t { other, argument, function, structure, variable, alias };
struct DumpedKind {
  std::array<std::string_view, 3> names;
  DumpedNode is;
};
constexpr auto dumped_kinds = std::to_array<DumpedKind>({
    {{"TemplateArgument"}, DumpedNode::argument},
    {{"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl"}, DumpedNode::function},
    {{"ClassTemplateSpecializationDecl", "CXXRecordDecl"}, DumpedNode::structure},
    {{"VarDecl"}, DumpedNode::variable},
    {{"TypeAliasDecl", "TypedefDecl"}, DumpedNode::alias},
});
/// The names that clang prints for functions and structures without a name.
constexpr std::array<std::string_view, 4> no_names{"", "operator()", "class", "struct"};

/// The compiler sees a tile as a tuple: <_32,_32> stands for (_32,_32).
char as_tuple(char c) { return c == '<' ? '(' : c == '>' ? ')' : c; }

}  // namespace

std::string value_in_type(std::string_view type) {
  if (auto layout = layout_in_type(type); !layout.empty()) return layout;
  const auto name = parts_of(type).name;
  // A plain number of the running program has no value in its type.
  if (name.empty() || (!is_tuple(name) && type.find('<') == std::string_view::npos)) return {};
  try {
    return other_value(type);
  } catch (const NoValue&) {
    return {};
  }
}

std::string layout_in_type(std::string_view type) {
  for (const std::string_view mark : {"ComposedLayout<", "Layout<"})
    for (auto at = type.find(mark); at != std::string_view::npos; at = type.find(mark, at + 1)) {
      if (at > 0 && algebra::is_word(type[at - 1])) continue;
      // A layout within a tiled copy, an atom or a structure of the program is not the variable's own.
      auto before = algebra::trimmed(type.substr(0, at));
      if (before.starts_with("const")) before = algebra::trimmed(before.substr(5));
      const bool alone = before.empty() || before == "cute::";
      const bool of_tensor = before.find("Tensor<") != std::string_view::npos && before.find("Tensor<") <= 12 &&
                             before.find("Layout<") == std::string_view::npos;
      if (!alone && !of_tensor) return {};
      if (const auto read = algebra::dialects::cpp_layout_type(type.substr(at))) return read->printed.text;
      return {};
    }
  return {};
}

bool fits_compiled(std::string_view compiled, std::string_view value) {
  // The type of a TMA copy lacks the tensor that its descriptor is for.
  if (compiled.find("Copy_Atom<SM90_TMA") != std::string_view::npos) return value.find("tma") != std::string_view::npos;
  compiled = innermost(compiled), value = innermost(value);
  const auto whole = value;
  while (!compiled.empty() && !value.empty()) {
    if (compiled.front() == '>' && value.front() == ',') {
      // A compiler leaves out default arguments: UniversalFMA<float> stands for that of three and of four floats.
      const auto before = whole.substr(0, whole.size() - value.size());
      const auto last = before.substr(before.find_last_of("<,") + 1);
      while (value.starts_with(',') && value.substr(1).starts_with(last)) value.remove_prefix(last.size() + 1);
      if (!value.starts_with('>')) return false;
    } else if (compiled.front() == '?') {
      compiled.remove_prefix(1);
      if (value.starts_with('-')) value.remove_prefix(1);
      const auto digits = std::min(value.find_first_not_of("0123456789"), value.size());
      if (digits == 0) return false;
      value.remove_prefix(digits);
    } else {
      if (as_tuple(compiled.front()) != as_tuple(value.front())) return false;
      compiled.remove_prefix(1), value.remove_prefix(1);
    }
  }
  return compiled.empty() && value.empty();
}

/// "/a/b.h:54:1", "line:501:1", "col:5": one, or two with a comma. Missing parts are as before.
void ClangDumpReader::place(std::string_view written) {
  const auto number = [](std::string_view text, std::size_t& n) {
    std::size_t read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error == std::errc{} && end == text.data() + text.size()) n = read;
  };
  if (written.starts_with("col:") || written.find("::") != std::string_view::npos) return;
  const auto last = written.rfind(':');
  const auto rest = written.substr(0, last);
  const auto middle = rest.rfind(':');
  if (middle == std::string_view::npos) return;
  if (!written.starts_with("line:")) file_ = rest.substr(0, middle);
  number(rest.substr(middle + 1), line_);
}

void ClangDumpReader::line(std::string_view text) {
  const auto depth = std::min(text.find_first_not_of("| `-"), text.size());
  auto rest = text.substr(depth);
  const auto kind = rest.substr(0, rest.find(' '));
  while (!open_.empty() && open_.back().depth >= depth) open_.pop_back();
  const auto* row = algebra::row_named(dumped_kinds, kind);
  const auto is = row != nullptr ? row->is : DumpedNode::other;
  if (is == DumpedNode::argument) {
    if (open_.empty() || open_.back().depth + 2 != depth) return;
    auto& arguments = open_.back().arguments;
    const auto quote = rest.find('\'');
    const auto said = quote == std::string_view::npos ? std::nullopt : quoted(rest.substr(quote));
    if (arguments.size() < most_of_arguments)
      arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", said ? said->first : std::string_view("..."));
    return;
  }
  // The range and, for declarations, the place of the name.
  const auto begin = rest.find('<');
  const auto end = begin == std::string_view::npos ? begin : rest.find('>', begin);
  // Types have no range: their < opens template arguments.
  if (end == std::string_view::npos || rest.find('\'') < begin) return;
  const bool declares = kind.ends_with("Decl");
  auto range = rest.substr(begin + 1, end - begin - 1);
  while (!range.empty()) {
    const auto comma = std::min(range.find(", "), range.size());
    place(range.substr(0, comma));
    range.remove_prefix(std::min(comma + 2, range.size()));
  }
  if (!declares) return;
  rest.remove_prefix(end + 1);
  if (rest.starts_with('>')) rest.remove_prefix(1);
  rest = algebra::trimmed(rest);
  const auto at = rest.substr(0, rest.find(' '));
  if (at.find(':') != std::string_view::npos && at.front() != '\'') place(at), rest = algebra::trimmed(rest.substr(at.size()));
  const auto quote = rest.find('\'');
  if (is == DumpedNode::function) {
    open_.push_back({depth, std::string(last_word(rest.substr(0, quote))), {}, true});
    return;
  }
  if (is == DumpedNode::structure) {
    auto name = rest.substr(0, rest.find(" definition"));
    open_.push_back({depth, std::string(last_word(name)), {}, false});
    return;
  }
  if (is == DumpedNode::other || quote == std::string_view::npos) return;
  auto type = quoted(rest.substr(quote));
  if (!type) return;
  if (type->second.starts_with(":'"))
    if (const auto plain = quoted(type->second.substr(1))) type = plain;
  const bool alias = is == DumpedNode::alias;
  const auto [known, unknown] = values_.emplace(fmt::format("{}{}", alias ? "using " : "", type->first), std::string());
  if (unknown) {
    known->second = value_in_type(type->first);
    if (known->second.empty() && alias) known->second = named_type(type->first);
  }
  auto layout = known->second;
  if (layout.empty()) return;
  // Lambdas have no names, so the declarations around them count.
  CompiledInstance found;
  for (const auto& o : open_) {
    if (std::find(no_names.begin(), no_names.end(), o.name) != no_names.end()) continue;
    found.function += fmt::format("{}{}", found.function.empty() ? "" : "::", o.name);
    if (!o.arguments.empty()) found.arguments += fmt::format("{}{}", found.arguments.empty() ? "" : "; ", o.arguments);
  }
  const auto key = found.function + '\n' + found.arguments;
  const auto [it, is_new] = by_name_.emplace(key, all_.size());
  if (is_new) all_.push_back(std::move(found));
  CompiledVariable variable{std::string(last_word(rest.substr(0, quote))), file_, line_, std::move(layout)};
  auto& variables = all_[it->second].variables;
  if (std::find(variables.begin(), variables.end(), variable) == variables.end()) variables.push_back(std::move(variable));
}

std::vector<CompiledInstance> ClangDumpReader::take() {
  by_name_.clear();
  // The template itself is not an instantiation, even if some of its variables do not depend on its arguments.
  std::set<std::string> made;
  for (const auto& i : all_)
    if (!i.arguments.empty()) made.insert(i.function);
  std::erase_if(all_, [&](const CompiledInstance& i) { return i.arguments.empty() && made.contains(i.function); });
  return std::move(all_);
}

}  // namespace app
