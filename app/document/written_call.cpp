#include "app/document/written_call.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/editing/signatures.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/language/vocabulary.hpp"

namespace app {
namespace {

/// The texts of a function's own example, one for each place of its call.
struct ExampleTexts {
  std::vector<std::string> indices, arguments;

  static std::string at(const std::vector<std::string>& texts, std::size_t place) {
    return place < texts.size() ? texts[place] : std::string();
  }
};

/// Returns the operands of the function's example. The entry that an example uses is replaced by its expression; "" stands for an operand
/// that uses other names.
ExampleTexts example_texts(const algebra::Function& f) {
  ExampleTexts texts;
  const auto source = f.example.expression;
  const auto parsed = algebra::expression::parse(source);
  if (!parsed || parsed->kind != algebra::expression::Node::Kind::call || parsed->text != f.name) return texts;
  const auto entry = algebra::split_line(f.example.entry);
  const auto text_of = [&](const algebra::expression::Node& node) -> std::string {
    const auto text = source.substr(node.span.begin, node.span.end - node.span.begin);
    if (entry && text == entry->name) return std::string(entry->expression);
    return algebra::free_names(text).empty() ? std::string(text) : std::string();
  };
  for (const auto& index : parsed->indices) texts.indices.push_back(text_of(index));
  for (const auto& argument : parsed->children) texts.arguments.push_back(text_of(argument));
  return texts;
}

/// Writes the call. An operand without an entry is the parameter's name, or, with `by_example`, the example's operand.
WrittenCall call_with(const std::string& name, std::string_view function, const std::vector<std::string>& names, bool by_example) {
  WrittenCall written{.text = name + " = ", .placeholder = {}};
  const auto* f = algebra::function_named(function);
  if (!f) {
    written.text += fmt::format("{}()", function);
    return written;
  }
  const auto all = algebra::editing::signatures_of(*f);
  // The signature with as many parameters as there are arguments.
  const auto& s = names.empty() ? all.front() : algebra::editing::signature_for(all, names.size() - 1, false);
  const auto example = by_example ? example_texts(*f) : ExampleTexts();
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
    const auto shown = example.at(example.arguments, 0);
    put(!self.empty() ? self : shown.empty() ? "A" : shown, self.empty());
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
      const auto shown = example.at(example.indices, i);
      put(shown.empty() ? s.indices[i] : std::string_view(shown),
          s.indices[i].size() == 1 || f->group == algebra::expression::Group::partition);
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
  const auto count = std::min(s.parameters.size(), wanted);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) written.text += ", ";
    const auto parameter = s.parameters[i];
    // With fewer entries than parameters, a coordinate is left to be typed.
    const bool typed = names.size() - next < count - i && (parameter == "c" || parameter == "i" || parameter == "coord");
    const auto argument = typed ? std::string{} : next_name();
    const auto shown = argument.empty() ? example.at(example.arguments, i + (s.of_method ? 1 : 0)) : argument;
    put(shown.empty() ? parameter : std::string_view(shown), argument.empty());
  }
  while (!s.parameters.empty() && next < names.size()) written.text += fmt::format(", {}", names[next++]);
  written.text += ')';
  return written;
}

/// Returns the expression of the function's example. The entry that it uses is replaced by its expression.
std::string whole_example(std::string_view function) {
  const auto* f = algebra::function_named(function);
  if (!f) return {};
  auto text = std::string(f->example.expression);
  const auto entry = algebra::split_line(f->example.entry);
  if (!entry || entry->name.empty()) return text;
  auto uses = algebra::uses_of(text, entry->name);
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) text.replace(use->begin, use->end - use->begin, entry->expression);
  return text;
}

}  // namespace

/// Returns the first of A, B, ..., Z, A1, ... that names no entry and is not among `given`.
std::string unused_name(const SheetEvaluator& evaluator, const std::vector<std::string>& given) {
  for (int round = 0;; ++round)
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      auto name = round == 0 ? std::string(1, letter) : fmt::format("{}{}", letter, round);
      if (evaluator.find(name) < 0 && std::ranges::find(given, name) == given.end()) return name;
    }
}

WrittenCall written_call(const SheetEvaluator& evaluator, const std::string& name, std::string_view function,
                         const std::vector<std::string>& names) {
  const auto start = name.size() + 3;  // behind " = "
  const auto evaluated = [&](const WrittenCall& call) { return evaluator.evaluate(std::string_view(call.text).substr(start)); };
  const auto keeps_contract = [&](const WrittenCall& call) {
    const auto e = evaluated(call);
    return e && !e->warning;
  };
  const auto by_example = call_with(name, function, names, true);
  const auto e = evaluated(by_example);
  if (e && !e->warning) return by_example;
  const auto& problem = e ? *e->warning : e.error();
  const auto& place = by_example.placeholder;
  if (!names.empty() && !place) return by_example;
  const auto& nearest = problem.problem.suggestions;
  if (place && !nearest.empty() && problem.span.begin + start == place->begin && problem.span.end + start == place->end) {
    // A tile that does not fit the entry is replaced by the nearest that does.
    auto fitted = by_example;
    fitted.text.replace(place->begin, place->end - place->begin, nearest[0]);
    fitted.placeholder->end = place->begin + nearest[0].size();
    if (keeps_contract(fitted)) return fitted;
  }
  // Without an operand the whole example can stand there.
  if (names.empty())
    if (WrittenCall whole{.text = name + " = " + whole_example(function), .placeholder = {}}; keeps_contract(whole)) return whole;
  // A value that breaks its contract is better than an undefined name.
  return e ? by_example : call_with(name, function, names, false);
}

std::optional<std::string> named_entry(const SheetEvaluator& evaluator, const std::string& text) {
  const auto line = algebra::split_line(text);
  if (!line || line->is_note || !line->name.empty() || line->expression.empty()) return {};
  return fmt::format("{} = {}", unused_name(evaluator), text);
}

}  // namespace app
