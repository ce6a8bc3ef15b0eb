#pragma once
// Reads the arguments of eval, explain and always: each is a line of a sheet without a window, and defines names for those after it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/refusal.hpp"
#include "app/document/sheet.hpp"
#include "app/import/printed_type.hpp"
#include "app/report/report.hpp"
#include "app/session/sheet_session.hpp"
#include "app/tools/tool.hpp"

namespace app {

/// An argument, which is an expression or names a sheet with values of its own (see source_kind).
struct AskedSource {
  std::string text{};
  bool is_sheet = false;
  algebra::Message problem{};  ///< why the sheet cannot be read; "" for one that was
  Sheet sheet{};
  SheetSession session{};
};
/// Reads the arguments, and the sheets and programs that they name, with --set, -D, -U, -I and --integers.
std::vector<AskedSource> read_sources(const std::vector<std::string>& texts, const Arguments&);
/// Why --set, -D or -U change nothing: no argument names a sheet or a program. "" if one does, or none of the options is given.
algebra::Message idle_settings(const std::vector<AskedSource>&, const Arguments&);
/// Returns the rule of integers for expressions. As in a sheet, one _N anywhere makes it CuTe's.
algebra::IntegerRule rule_of(const std::vector<AskedSource>&, algebra::IntegerRule wanted);

/// Adds the values of the sheet's entries under their names.
void add_names(algebra::Environment&, const SheetEvaluator&);
/// Adds the value under the line's name, if it has one.
void add_name(algebra::Environment&, const std::string& line, const algebra::Value&);

/// Answers a line: its diagnostic has its place in the whole line. A type as a compiler prints it is read as its expression, and what there
/// is to say of that is added to `notes`.
template <class Answer>
auto answer_line(const std::string& line, const algebra::Environment& names, std::vector<std::string>& notes, Answer&& answer)
    -> decltype(answer(std::string_view{}, names)) {
  // Encodings have a `=` of their own.
  if (const auto type = printed_type(line)) {
    if (!*type) return tl::unexpected(algebra::Diagnostic{{0, line.size()}, {"syntax", type->error(), {}}});
    for (const auto& note : {(*type)->unknown, (*type)->note})
      if (!note.empty()) notes.push_back(note);
    return answer((*type)->expression, names);
  }
  const auto split = algebra::split_line(line);
  if (!split) return tl::unexpected(split.error());
  auto value = answer(split->expression, names);
  if (!value) {
    value.error().span.begin += split->expression_begin;
    value.error().span.end += split->expression_begin;
  }
  return value;
}

/// Writes the remarks beside a value: its warning, its hints, and why it is false.
void tell_remarks(Report&, const algebra::Evaluation&);
void tell_notes(Report&, const std::vector<std::string>& notes);

}  // namespace app
