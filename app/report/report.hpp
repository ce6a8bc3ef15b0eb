#pragma once
// A tool's answer: text for people, data for programs, findings with places, and an error in one form. A tool fills a Report and does not
// know its reader; docs/command-line.md describes the forms.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/message.hpp"
#include "app/report/exit_status.hpp"
#include "app/report/spoken.hpp"

namespace app {

/// A place in a file: lines and columns from 1, 0 where it is not known. `end` is the column behind the last character.
struct ReportPlace {
  std::string file{};
  std::size_t line = 0, column = 0, end = 0;
};

/// Why a question has no answer.
struct ReportError {
  algebra::Message message{};
  std::string code{};                      ///< the condition that is not met, such as "syntax"; "" where there is no record of one
  std::vector<std::string> suggestions{};  ///< what works instead
  ReportPlace place{};
  std::string source{};  ///< the expression that the columns of `place` are of; "": none
};
ReportError error_of(std::string_view source, const algebra::Diagnostic&);

/// A fault or a remark at a place of a file.
struct Finding {
  enum class Level : std::uint8_t { note, warning, error };
  Level level = Level::error;
  std::string rule{};  ///< its kind in one word, such as "contract" or "race"
  algebra::Message message{};
  std::vector<std::string> suggestions{};
  ReportPlace place{};
  std::vector<ReportPlace> related{};
};
std::string_view name_of(Finding::Level);

/// Takes the parts of a report as they are made. Text may hold bytes that a terminal obeys: the command line's sink escapes them.
class ReportSink {
 public:
  virtual ~ReportSink() = default;
  virtual void text(std::string_view) = 0;      ///< a part of the answer
  virtual void document(std::string_view) = 0;  ///< the text of a sheet or a program, byte for byte
  virtual void remark(std::string_view) = 0;    ///< a line beside the answer: a note, a warning, an error
  virtual void json(std::string_view line) = 0;
  /// Passes on what has come so far: a reader waits for it before the next question.
  virtual void flush() {}
};

/// Keeps all of it, for hosts without streams.
class KeptReport : public ReportSink {
 public:
  void text(std::string_view t) override { answer += t; }
  void document(std::string_view t) override { answer += t; }
  void remark(std::string_view t) override { remarks += t; }
  void json(std::string_view line) override { data += line; }

  /// Returns the data as one JSON array: all rows, or the one object of a report without rows; [] if it has none.
  std::string data_json() const;

  std::string answer, remarks;
  std::string data;  ///< a line of JSON, or one a row
};

/// text_and_json: both, for hosts that show the one and keep the other.
enum class ReportForm : std::uint8_t { text, json, text_and_json, github, sarif, junit };

class Report {
 public:
  /// `tool`: its name, which SARIF and JUnit have in them.
  Report(ReportSink& sink, ReportForm form, std::string_view tool) : sink_(sink), form_(form), tool_(tool) {}

  /// Tells whether people read it, and whether programs do: a tool makes only what is read.
  bool is_text() const { return form_ == ReportForm::text || form_ == ReportForm::text_and_json; }
  bool is_json() const { return form_ == ReportForm::json || form_ == ReportForm::text_and_json; }
  ReportForm form() const { return form_; }
  ReportSink& sink() { return sink_; }

  /// Writes a part of the answer's text at once. Does nothing in the other forms.
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... arguments) {
    if (is_text()) sink_.text(fmt::format(format, std::forward<T>(arguments)...));
  }
  void print_text(std::string_view text) {
    if (is_text()) sink_.text(text);
  }
  /// Writes a line of the answer's text, in the user's language.
  void say(const algebra::Message& m) { print("{}\n", in_words(m)); }
  /// Writes a line beside the answer: "note: ...", "warning: ...". In JSON the tool puts them into its data.
  void note(const algebra::Message& m) { remark(in_words("note: "), in_words(m)); }
  void warn(const std::string& words) { remark(in_words("warning: "), words); }
  void remark(std::string_view kind, std::string_view words);
  /// Writes a sheet's or a program's text byte for byte, in every form.
  void document(std::string_view text) { sink_.document(text); }

  /// Returns the answer as one JSON object, which finish() writes.
  nlohmann::json& data() { return data_; }
  /// Writes a row, a line of JSON, at once: for answers of any length. Such a report has no data().
  void row(const nlohmann::json&);
  /// Writes rows that were made on other threads: each is dumped(), and ends with a line break.
  void rows(std::string_view lines);
  /// Passes on what has come so far.
  void flush() { sink_.flush(); }

  /// Adds a finding: text has it at once, as "FILE:LINE:COLUMN: error: ..."; GitHub, SARIF and JUnit at the end; data as the tool puts it.
  void add(Finding);
  /// Adds a finding that the tool has written to text and data itself.
  void keep(Finding f) { findings_.push_back(std::move(f)); }
  const std::vector<Finding>& findings() const { return findings_; }
  /// Adds a file that was looked at: JUnit counts those without a finding, too.
  void looked_at(std::string file) { files_.push_back(std::move(file)); }

  /// Writes why there is no answer. Returns the status.
  int refuse(int status, ReportError);
  int refuse(int status, const algebra::Message& m) { return refuse(status, ReportError{.message = m}); }

  /// Writes the same as text alone: the tool has put it into its data.
  void say_why(const ReportError&);

  /// Refuses a file that was not written: status environment_failed for its place, wrong_input for its contents.
  int refuse_write(const algebra::Message&);

  /// Writes the data, or the findings' file. Call it once, last.
  void finish();

 private:
  ReportSink& sink_;
  ReportForm form_;
  std::string tool_;
  nlohmann::json data_;
  bool has_rows_ = false;
  std::vector<Finding> findings_;
  std::vector<std::string> files_;
};

/// Returns an error as all answers have it: {"code", "key", "operands", "text", "file", "line", "column", "end", "suggestions"}. Unknown
/// places are null.
nlohmann::json json_of(const ReportError&);
/// Returns a finding with the same fields, and "level", "rule" and "related".
nlohmann::json json_of(const Finding&);

}  // namespace app
