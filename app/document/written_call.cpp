#include "app/document/written_call.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/editing/signatures.hpp"
#include "algebra/language/vocabulary.hpp"

namespace app {

/// The first of A, B, ..., Z, A1, ... that no entry has and that is not among `given`.
std::string unused_name(const SheetEvaluator& evaluator, const std::vector<std::string>& given) {
  for (int round = 0;; ++round)
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      auto name = round == 0 ? std::string(1, letter) : fmt::format("{}{}", letter, round);
      if (evaluator.find(name) < 0 && std::ranges::find(given, name) == given.end()) return name;
    }
}

WrittenCall written_call(const std::string& name, std::string_view function, const std::vector<std::string>& names) {
  WrittenCall written{.text = name + " = ", .placeholder = {}};
  const auto* f = algebra::function_named(function);
  if (!f) {
    written.text += fmt::format("{}()", function);
    return written;
  }
  const auto all = algebra::editing::signatures_of(*f);
  // The way to call it that has as many parameters as there are arguments.
  const auto& s = names.empty() ? all.front() : algebra::editing::signature_for(all, names.size() - 1, false);
  std::size_t next = 0;
  const auto put = [&](std::string_view text, bool missing) {
    if (missing && !written.placeholder) written.placeholder = algebra::SourceSpan{written.text.size(), written.text.size() + text.size()};
    written.text += text;
  };
  const auto next_name = [&] { return next < names.size() ? names[next++] : std::string{}; };
  if (s.parameters.empty() && s.indices.empty()) {  // A == B
    put(s.text, names.empty());
    return written;
  }
  if (s.of_method) {
    const auto self = next_name();
    put(self.empty() ? "A" : self, self.empty());
    written.text += ".";
  }
  written.text += f->name;
  const bool optional =
      s.indices.size() == 1 &&
      (s.indices[0] == "i" || (s.indices[0] == "n" && f->indices == algebra::expression::any_number && !s.parameters.empty()));
  if (!s.indices.empty() && !optional) {
    written.text += '<';
    const auto several = !s.indices.empty() && s.indices[0] == "i" ? std::size_t{1} : s.indices.size();  // layout<i,j>: one will do
    for (std::size_t i = 0; i < several; ++i) {
      if (i > 0) written.text += ',';
      put(s.indices[i], s.indices[i].size() == 1 || f->group == algebra::expression::Group::partition);
    }
    written.text += '>';
  }
  if (s.text.find('(') == std::string_view::npos) {
    if (s.text.ends_with("{}")) written.text += "{}";  // Int<4>{}
    return written;
  }
  written.text += '(';
  const auto wanted =
      std::max<std::size_t>(names.size(), static_cast<std::size_t>(std::max(1, f->arguments.least - (s.of_method ? 1 : 0))));
  const auto shown = std::min(s.parameters.size(), wanted);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) written.text += ", ";
    const auto parameter = s.parameters[i];
    // With fewer entries than parameters, a coordinate is rather typed.
    const bool typed = names.size() - next < shown - i && (parameter == "c" || parameter == "i" || parameter == "coord");
    const auto argument = typed ? std::string{} : next_name();
    put(argument.empty() ? parameter : std::string_view(argument), argument.empty());
  }
  while (!s.parameters.empty() && next < names.size()) written.text += fmt::format(", {}", names[next++]);
  written.text += ')';
  return written;
}

}  // namespace app
