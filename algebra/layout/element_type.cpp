#include "algebra/layout/element_type.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace algebra {
namespace {

ElementTypeRecord record_in(std::string_view line) {
  const auto number = [&](std::string_view text) {
    int value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
      throw std::logic_error(fmt::format("assets/element_types.tsv: no number: {}", line));
    return value;
  };
  ElementTypeRecord r;
  r.type.name = take_until(line, '\t');
  r.type.bits = number(take_until(line, '\t'));
  while (!line.empty()) {
    auto value = take_until(line, '\t');
    const auto key = take_until(value, '=');
    if (key == "cpp") r.cpp = value;
    else if (key == "dsl") r.dsl = value;
    else if (key == "also") r.also.push_back(value);
    else if (key == "setting") r.settings.push_back(value);
    else if (key == "tma") r.tma = value;
    else if (key == "mma") r.mma = value;
    else if (key == "ptx") r.ptx = value;
    else if (key == "exponent") r.exponent = number(value);
    else if (key == "mantissa") r.mantissa = number(value);
    else if (key == "unsigned") r.is_signed = false;
    else if (key == "no-word") r.is_word = false;
    else if (key == "width") r.names_width = true;
    else if (key == "listed") r.listed = number(value);
    else throw std::logic_error(fmt::format("assets/element_types.tsv: {} has an unknown key: {}", r.type.name, key));
  }
  return r;
}

const std::vector<ElementTypeRecord>& records() {
  static const auto all = [] {
    std::vector<ElementTypeRecord> rows;
    for (auto rest = element_types_table; !rest.empty();)
      if (const auto line = take_until(rest, '\n'); !line.empty() && line.front() != '#') rows.push_back(record_in(line));
    return rows;
  }();
  return all;
}

struct Named {
  const ElementTypeRecord* record = nullptr;
  bool is_word = false;  ///< whether it is a word of the language
};

/// Looks up a name. Called for each name of each expression, so it must be fast.
Named named(std::string_view name) {
  static const auto names = [] {
    std::unordered_map<std::string_view, Named> all;
    for (const auto& r : records()) {
      all.try_emplace(r.type.name, Named{&r, r.is_word});
      for (const auto setting : r.settings) all.try_emplace(setting, Named{&r, false});
      for (const auto word : r.also) all.try_emplace(word, Named{&r, true});
      if (!r.dsl.empty()) all.try_emplace(r.dsl, Named{&r, true});
      // Expressions are read without namespaces, so they are dropped.
      const auto scope = r.cpp.rfind("::");
      all.try_emplace(r.cpp.substr(scope == r.cpp.npos ? 0 : scope + 2), Named{&r, true});
    }
    return all;
  }();
  const auto it = names.find(name);
  return it != names.end() ? it->second : Named{};
}

}  // namespace

std::span<const ElementTypeRecord> element_types() { return records(); }

const ElementTypeRecord* record_of(const ElementType& type) {
  const auto found = std::ranges::find(records(), type.name, [](const auto& r) -> const std::string& { return r.type.name; });
  return found != records().end() ? &*found : nullptr;
}

const ElementType* element_type_of_setting(std::string_view name) {
  const auto* record = named(name).record;
  return record != nullptr ? &record->type : nullptr;
}

const ElementType* find_element_type(std::string_view name) {
  const auto found = named(name);
  return found.is_word ? &found.record->type : nullptr;
}

std::vector<std::string_view> element_type_names() {
  std::vector<std::string_view> names;
  for (const auto& r : records())
    if (r.is_word) names.push_back(r.type.name);
  return names;
}

std::vector<const ElementTypeRecord*> types_in_atom_name(std::string_view part) {
  std::vector<const ElementTypeRecord*> types;
  while (!part.empty()) {
    const auto found = std::ranges::find_if(records(), [&](const auto& r) { return !r.mma.empty() && part.starts_with(r.mma); });
    if (found == records().end()) return {};
    types.push_back(&*found);
    part.remove_prefix(found->mma.size());
  }
  return types;
}

ElementType complex_of(const ElementType& part) {
  const auto found = std::ranges::find(records(), fmt::format("cutlass::complex<{}>", cpp_type(part)), &ElementTypeRecord::cpp);
  return found != records().end() ? found->type : ElementType{"", 2 * part.bits};
}

std::string cpp_type(const ElementType& t) {
  const auto* record = record_of(t);
  return record != nullptr ? std::string(record->cpp) : fmt::format("uint_bit_t<{}>", t.bits);
}

std::string to_string(const ElementType& t, Marks) { return t.name.empty() ? fmt::format("uint_bit_t<{}>", t.bits) : t.name; }

}  // namespace algebra
