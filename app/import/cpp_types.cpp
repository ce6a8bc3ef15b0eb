#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/atoms.hpp"
#include "algebra/characters.hpp"
#include "algebra/language.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {
namespace {

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Types that are the type in their brackets.
constexpr std::array<std::string_view, 6> same_types{"remove_cvref_t", "remove_reference_t", "remove_cv_t",
                                                     "decay_t",        "remove_const_t",     "type_identity_t"};
/// Types of which an object is what it says of its arguments.
constexpr std::array<std::string_view, 4> measures{"cosize_v", "size_v", "rank_v", "tuple_size_v"};

/// Whether a name in an atom's brackets has to be the type itself: UniversalFMA<float>, uint_byte_t<16>.
bool takes_plain_types(std::string_view base) { return algebra::is_atom_name(base) || base == "uint_byte_t" || base == "uint_bit_t"; }

}  // namespace

std::string_view unqualified(std::string_view name) {
  const auto at = name.substr(0, name.find('<')).rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}
std::string_view without_arguments(std::string_view name) { return algebra::trimmed(name.substr(0, name.find('<'))); }

bool is_integer_type(std::string_view text) {
  constexpr std::array<std::string_view, 22> words{"int",           "unsigned", "size_t",  "uint32_t", "int32_t",   "int64_t",
                                                   "uint64_t",      "char",     "bool",    "long",     "short",     "unsigned int",
                                                   "long long",     "int16_t",  "uint8_t", "uint16_t", "ptrdiff_t", "index_t",
                                                   "unsigned long", "long int", "uint",    "int8_t"};
  return is_one_of(words, unqualified(text));
}
bool is_real_type(std::string_view text) {
  constexpr std::array<std::string_view, 3> words{"float", "double", "long double"};
  return is_one_of(words, unqualified(text));
}
bool is_layout_type(std::string_view text) {
  const auto type = without_arguments(unqualified(text));
  for (const std::string_view last : {"Tensor", "Layout", "Swizzle", "Copy", "MMA", "_Atom"})
    if (type.ends_with(last)) return true;
  return false;
}

std::string CppReader::literal(SyntaxNode type_node, SyntaxNode list_node) {
  const auto of = type(type_node);
  const auto inner = list_node.children();
  if (inner.empty()) return is_template(of) ? of + "{}" : of;
  // Shape<_2,int>{_2{}, n}: the values say it all.
  if (of.starts_with("Shape") || of.starts_with("Stride") || of.starts_with("Coord") || of.starts_with("Tile"))
    return fmt::format("({})", list(list_node));
  if (inner.size() == 1) return expression(inner[0]);
  return fmt::format("make_layout({})", list(list_node));
}

std::string CppReader::type(SyntaxNode node) {
  const auto kind = node.kind();
  if (kind == "type_descriptor") return type(node["type"]);
  if (kind == "decltype") {
    const auto of = only(node);
    if (!of || of.is("auto")) unknown("decltype(auto) has no value here");
    return expression(of);
  }
  if (kind == "placeholder_type_specifier") {
    for (const auto& child : node.children())
      if (child.is("decltype")) return type(child);
    unknown("auto has no value here");
  }
  if (kind == "dependent_type") return type(only(node));
  if (kind == "template_type" || kind == "template_function") return template_type(node);
  if (kind == "qualified_identifier") return qualified(node);
  if (kind == "primitive_type" || kind == "sized_type_specifier") return std::string(node.text());
  return expression(node);
}

std::string CppReader::template_type(SyntaxNode node) {
  const auto base = unqualified(node["name"].text());
  const bool plain = takes_plain_types(base);
  std::string arguments;
  for (const auto& a : node["arguments"].children()) {
    auto text = expression(a);
    arguments += (arguments.empty() ? "" : ",") + (plain ? resolved(text) : text);
  }
  // Widths are numbers, not expressions.
  if (base == "uint_byte_t" || base == "uint_bit_t")
    if (const auto n = integer_of(arguments)) arguments = std::to_string(*n);
  if (is_one_of(same_types, base)) return arguments;
  if (base == "conditional_t" && node["arguments"].children().size() == 3) {
    const auto choices = node["arguments"].children();
    const auto holds = condition(choices[0]);
    if (!holds) unknown(fmt::format("{} has no value here", in_one_line(choices[0].text(), 60)));
    return expression(choices[*holds ? 1 : 2]);
  }
  if (is_one_of(measures, base)) {
    const auto function = base == "tuple_size_v" ? std::string_view("rank") : base.substr(0, base.size() - 2);
    return fmt::format("{}({})", function, arguments);
  }
  return fmt::format("{}<{}>", base, arguments);
}

/// An entry that is a type as that type.
std::string CppReader::resolved(const std::string& text) const {
  const auto it = types_.find(text);
  return it == types_.end() ? text : it->second;
}

std::string CppReader::qualified(SyntaxNode node) {
  const auto scope = node["scope"];
  const auto last = node["name"];
  if (last.text() == "value" && scope) return type(scope);
  if (const auto* m = member(node)) {
    if (m->kind == Binding::Kind::value || m->kind == Binding::Kind::type) return m->text;
    unknown(m->kind == Binding::Kind::object ? m->text : fmt::format("{} has no value here", in_one_line(node.text(), 60)));
  }
  if (last.is("qualified_identifier")) return qualified(last);
  if (last.is("template_type") || last.is("template_function")) return template_type(last);
  // GMMA::Major::K
  if (scope && scope.text() == "Major") return fmt::format("GMMA::Major::{}", last.text());
  try {
    return name(last);
  } catch (Unknown&) {
    // T::value_type says more than value_type.
    if (find(last.text()) != nullptr || last.text().starts_with("SM")) throw;
    unknown(fmt::format("{} has no value here", in_one_line(node.text(), 60)));
  }
}

std::string CppReader::size_of(SyntaxNode node) {
  const auto of = node["type"] ? type(node["type"]) : expression(node["value"]);
  if (const auto v = value_of(of))
    if (const auto* t = std::get_if<algebra::ElementType>(&*v)) return std::to_string((t->bits + 7) / 8);
  unknown(fmt::format("sizeof({}) has no value here", of));
}

/// Config::SmemLayout, Traits<64>::kBlock; null if the scope is none of the file's structures.
const CppReader::Binding* CppReader::member(SyntaxNode node) {
  auto scope = node["scope"];
  auto last = node["name"];
  std::string key;
  for (int i = 0; i < 8 && scope; ++i) {
    const auto named = scope.is("template_type") ? scope["name"].text() : scope.text();
    const auto* b = scope.is("template_type") ? nullptr : find(named);
    if (b != nullptr && b->kind == Binding::Kind::structure) key = b->text;
    else if (structures_.contains(named))
      instance(std::string(named),
               scope.is("template_type") ? template_arguments(scope["arguments"]) : std::vector<std::optional<Binding>>{}, &key);
    if (!key.empty() && !last.is("qualified_identifier")) {
      const auto& members = instances_[key];
      const auto it = members.find(without_arguments(last.text()));
      return it == members.end() ? nullptr : &it->second;
    }
    if (!last.is("qualified_identifier")) return nullptr;
    // Traits::Inner::X: of members that are structures themselves only the last is looked for.
    scope = last["scope"];
    last = last["name"];
    if (!key.empty()) {
      const auto it = instances_[key].find(scope.text());
      if (it == instances_[key].end() || it->second.kind != Binding::Kind::structure) return nullptr;
      key = it->second.text;
      if (!last.is("qualified_identifier")) {
        const auto m = instances_[key].find(without_arguments(last.text()));
        return m == instances_[key].end() ? nullptr : &m->second;
      }
    }
  }
  return nullptr;
}

std::vector<std::optional<CppReader::Binding>> CppReader::template_arguments(SyntaxNode list_node) {
  std::vector<std::optional<Binding>> all;
  for (const auto& a : list_node.children()) all.push_back(argument(a));
  return all;
}

/// Binds template parameters to what is given, to their defaults, or to what a person may set.
void CppReader::bind_template_list(SyntaxNode templates, const std::vector<std::optional<Binding>>& given_values) {
  std::size_t i = 0;
  for (const auto& p : templates.children()) {
    const auto& value = i < given_values.size() ? given_values[i] : std::nullopt;
    ++i;
    const bool of_type = p.is("type_parameter_declaration") || p.is("optional_type_parameter_declaration");
    const auto n = of_type ? (p["name"] ? p["name"] : only(p)) : declared_name(p["declarator"]);
    if (!n) continue;
    if (value && value->kind != Binding::Kind::object) {
      bind(n.text(), *value);
      continue;
    }
    if (const auto standard = of_type ? p["default_type"] : p["default_value"]) {
      if (auto b = argument(standard); b && b->kind != Binding::Kind::object) {
        if (const auto* set = setting(n.text()); set != nullptr && b->kind == Binding::Kind::value) b->text = *set;
        if (!of_type && b->kind == Binding::Kind::value) b = Binding{Binding::Kind::number, b->text, {}, p.line(), section_};
        bind(n.text(), *b);
        continue;
      }
    }
    if (of_type) {
      bind(n.text(), {Binding::Kind::object, fmt::format("{} is a template argument that nothing in the file gives", n.text())});
      continue;
    }
    const auto* set = setting(n.text());
    bind(n.text(), {Binding::Kind::number, set ? *set : usual_number(n.text()), {}, p.line(), section_});
  }
}

std::string CppReader::stored_elements(SyntaxNode of, SyntaxNode declared) {
  bool array = false;
  declared_name(declared, &array);
  while (of.is("qualified_identifier")) of = of["name"];
  try {
    if (array) return type(of);
    const auto arguments = of["arguments"].children();
    const bool storage = of.is("template_type") && (of["name"].text() == "ArrayEngine" || of["name"].text().starts_with("array"));
    if (storage && !arguments.empty()) return type(arguments[0]);
  } catch (Unknown&) {
  }
  return {};
}

/// static constexpr int kM = 64, kN = 128;
void CppReader::fields(SyntaxNode declaration_node) {
  const auto of = declaration_node["type"];
  SyntaxNode declared;
  const auto give = [&](SyntaxNode value) {
    if (const auto n = declared_name(declared)) {
      if (value) initialise(n.text(), of, value, declared);
      else if (const auto element = stored_elements(of, declared); !element.empty()) bind(n.text(), {Binding::Kind::pointer, element});
      else bind(n.text(), {Binding::Kind::object, fmt::format("{} has no value here", n.text())});
    }
    declared = {};
  };
  for (const auto& child : declaration_node.children()) {
    if (child == of || child.is("type_qualifier") || child.is("storage_class_specifier")) continue;
    if (child.is("field_identifier") || child.kind().ends_with("declarator")) {
      give({});
      declared = child;
    } else {
      give(child);
    }
  }
  give({});
}

/// The members of a structure with these template arguments, as a scope; they are read once.
CppReader::Scope& CppReader::instance(const std::string& named, const std::vector<std::optional<Binding>>& arguments,
                                      std::string* key_out) {
  auto& s = structures_.find(named)->second;
  std::string key = named;
  for (const auto& a : arguments) key += "|" + (a ? a->text : std::string{});
  if (key_out != nullptr) *key_out = key;
  if (const auto it = instances_.find(key); it != instances_.end() || making_.contains(key) || making_.size() > 16) return instances_[key];
  const Deeper deeper(*this);
  making_.insert(key);
  s.used = true;
  const auto kept_section = section_;
  const auto kept_host = in_host_;
  auto kept_scopes = std::move(scopes_);
  scopes_.clear();
  scopes_.emplace_back();
  section_ = named;
  in_host_ = true;
  const auto restore = [&] {
    auto members = std::move(scopes_.back());
    scopes_ = std::move(kept_scopes);
    section_ = kept_section;
    in_host_ = kept_host;
    making_.erase(key);
    return members;
  };
  try {
    bind_template_list(s.templates, arguments);
    for (const auto& child : s.node["body"].children()) {
      if (child.is("alias_declaration")) alias(child["name"].text(), child["type"], child.line());
      else if (child.is("type_definition")) alias(child["declarator"].text(), child["type"], child.line());
      else if (child.is("struct_specifier") || child.is("class_specifier")) {
        if (structures_.contains(child["name"].text()))
          bind(child["name"].text(), {Binding::Kind::structure, std::string(child["name"].text())});
      } else if (child.is("field_declaration")) {
        fields(child);
      } else if (child.is("declaration") || child.is("preproc_if") || child.is("preproc_ifdef")) {
        statement(child);
      }
    }
  } catch (Unknown&) {
    instances_[key] = restore();
    throw;
  }
  return instances_[key] = restore();
}

}  // namespace app
