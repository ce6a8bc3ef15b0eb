#pragma once
// What a tool answers: text for people, data for programs, findings with places, and an error in one form. A tool fills a Report and
// does not know who reads it; docs/command-line.md describes the forms.

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

/// What is wrong, or worth a word, at a place.
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

/// Where a report goes while it is made. Text may hold bytes that a terminal obeys: the command line's sink escapes them.
class ReportSink {
 public:
  virtual ~ReportSink() = default;
  virtual void text(std::string_view) = 0;      ///< a part of the answer
  virtual void document(std::string_view) = 0;  ///< the text of a sheet or a program, byte for byte
  virtual void remark(std::string_view) = 0;    ///< a line beside the answer: a note, a warning, an error
  virtual void json(std::string_view line) = 0;
  /// What has come so far has to reach whoever waits for it, before the next question.
  virtual void flush() {}
};

/// Keeps all of it, for hosts without streams.
class KeptReport : public ReportSink {
 public:
  void text(std::string_view t) override { answer += t; }
  void document(std::string_view t) override { answer += t; }
  void remark(std::string_view t) override { remarks += t; }
  void json(std::string_view line) override { data += line; }

  /// The data as one JSON array: of a report of rows all rows, of another its object; [] where it has none.
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

  /// Whether people read it; what only they want need not be made otherwise, and the other way round.
  bool is_text() const { return form_ == ReportForm::text || form_ == ReportForm::text_and_json; }
  bool is_json() const { return form_ == ReportForm::json || form_ == ReportForm::text_and_json; }
  ReportForm form() const { return form_; }
  ReportSink& sink() { return sink_; }

  /// A part of the answer's text, which goes out at once. Nothing in the other forms.
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... arguments) {
    if (is_text()) sink_.text(fmt::format(format, std::forward<T>(arguments)...));
  }
  void print_text(std::string_view text) {
    if (is_text()) sink_.text(text);
  }
  /// A line of it.
  void say(const algebra::Message& m) { print("{}\n", in_words(m)); }
  /// A line beside the answer: "note: ...", "warning: ...". In JSON it is the tool's to put them into its data.
  void note(const algebra::Message& m) { remark(in_words("note: "), in_words(m)); }
  void warn(const std::string& words) { remark(in_words("warning: "), words); }
  void remark(std::string_view kind, std::string_view words);
  /// A sheet's or a program's text, as it is, in whatever form.
  void document(std::string_view text) { sink_.document(text); }

  /// The answer as one JSON object, which finish() writes.
  nlohmann::json& data() { return data_; }
  /// A line of JSON of its own, which goes out at once: for answers of any length. Such a report has no data().
  void row(const nlohmann::json&);
  /// Rows that were made on other threads: each is dumped(), and has its line break.
  void rows(std::string_view lines);
  /// Lets whoever reads along have what there is.
  void flush() { sink_.flush(); }

  /// Text has it at once, as "FILE:LINE:COLUMN: error: ..."; GitHub, SARIF and JUnit at the end; of data the tool decides.
  void add(Finding);
  /// A finding that the tool has worded itself for people and for data.
  void keep(Finding f) { findings_.push_back(std::move(f)); }
  const std::vector<Finding>& findings() const { return findings_; }
  /// A file that was looked at: JUnit counts those without a finding, too.
  void looked_at(std::string file) { files_.push_back(std::move(file)); }

  /// Says why there is no answer. Returns the status.
  int refuse(int status, ReportError);
  int refuse(int status, const algebra::Message& m) { return refuse(status, ReportError{.message = m}); }

  /// The same of a file that was not written: a place that cannot be written is the environment's, what it was to have the question's.
  int refuse_write(const algebra::Message&);

  /// Writes what is written last. Once.
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

/// {"code", "key", "operands", "text", "file", "line", "column", "end", "suggestions"}: an error in every answer. Places are null where
/// they are not known.
nlohmann::json json_of(const ReportError&);
/// The same of a finding, with "level", "rule" and "related".
nlohmann::json json_of(const Finding&);

}  // namespace app
