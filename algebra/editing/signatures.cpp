#include "algebra/editing/signatures.hpp"

#include <algorithm>

#include "algebra/text/cursor.hpp"

namespace algebra::editing {
namespace {

constexpr std::string_view between = " · ";

constexpr algebra::Brackets signature_brackets{.open = "(<", .close = ")>"};

std::vector<std::string_view> separated(std::string_view list) {
  auto parts = Cursor(list, 0, signature_brackets).split(',');
  for (auto& part : parts) part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
  std::erase(parts, std::string_view());
  return parts;
}

/// Returns the text within the brackets that open at `open`.
std::string_view inside(std::string_view text, std::size_t open) { return Cursor(text, open, signature_brackets).balanced().value_or(""); }

}  // namespace

std::vector<Signature> signatures_of(const Function& f) {
  std::vector<Signature> all;
  for (auto rest = f.signature; !rest.empty();) {
    const auto end = rest.find(between);
    Signature s{.text = rest.substr(0, end), .indices = {}, .parameters = {}};
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + between.size());
    const auto name = s.text.find(f.name);
    if (const auto scope = f.name.find("::"); scope != f.name.npos && name == std::string_view::npos) {
      // T<...>::member(...)
      const auto type = s.text.find(f.name.substr(0, scope));
      const auto angle = type == s.text.npos ? s.text.npos : s.text.find('<', type);
      if (angle != s.text.npos) s.indices = separated(inside(s.text, angle));
      const auto member = s.text.find(f.name.substr(scope));
      const auto open = member == s.text.npos ? s.text.npos : s.text.find('(', member);
      if (open != s.text.npos) s.parameters = separated(inside(s.text, open));
    } else if (name != std::string_view::npos) {
      auto at = name + f.name.size();
      s.of_method = name > 0 && s.text[name - 1] == '.';  // but not for TMEM::name
      if (at < s.text.size() && s.text[at] == '<') {
        const auto list = inside(s.text, at);
        s.indices = separated(list);
        at += list.size() + 2;
      }
      if (at < s.text.size() && s.text[at] == '(') s.parameters = separated(inside(s.text, at));
    }
    all.push_back(std::move(s));
  }
  return all;
}

const Signature& signature_for(const std::vector<Signature>& all, std::size_t argument, bool in_angles) {
  for (const auto& s : all)
    if (argument < (in_angles ? s.indices : s.parameters).size()) return s;
  // No signature has so many arguments: takes the longest.
  const Signature* longest = &all.front();
  for (const auto& s : all)
    if (s.parameters.size() > longest->parameters.size()) longest = &s;
  return *longest;
}

std::string_view parameter(const Signature& s, std::size_t argument, bool in_angles) {
  const auto& list = in_angles ? s.indices : s.parameters;
  if (list.empty()) return {};
  if (list.back() == "..." && argument + 1 >= list.size()) return list.size() > 1 ? list[list.size() - 2] : std::string_view{};
  return argument < list.size() ? list[argument] : std::string_view{};
}

}  // namespace algebra::editing
