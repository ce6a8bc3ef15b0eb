// `cutescope read`: the layouts and tensors that a program or a compiler printed, and the layout behind a table.

#include "app/tools/tools.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stop_token>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/reading/foreign.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "algebra/reading/scan.hpp"
#include "app/document/sheet_link.hpp"
#include "app/document/watched_names.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t most_table_bytes = std::size_t{64} << 20;

std::vector<std::string> reading_ways() { return {"auto", "printed", "table", "pairs", "threads"}; }

/// The value of --as for a table of any form; the old command `infer` sets it.
constexpr std::string_view any_table = "tables";

std::vector<Option> read_options() {
  return {argument("source", "TEXT", "A file, - for standard input, or the text itself").required(),
          choice("--as", reading_ways,
                 "Read the text as printed values, a table, pairs (1,2) -> 10 or a row for each thread; auto: printed values where there "
                 "are any, else a table")
              .open()
              .usually("auto"),
          form_option(), json_option(), language_option()};
}

/// The source that is read, and how its places are named.
struct TextSource {
  enum class Kind : std::uint8_t { text, file, input };
  Kind kind = Kind::file;
  std::string text{};  ///< the text itself, or the file's path
  std::string path() const { return kind == Kind::input ? input_path : text; }
  /// Its name in text lines.
  std::string shown() const { return kind == Kind::file ? text : in_words(kind == Kind::input ? "standard input" : "the text"); }
};

/// Tells whether a text may hold a value or a table: all have such a character, and a missing file's name has none.
bool may_hold_values(std::string_view text) { return text.find_first_of(" \t\r\n:;,()[]{}<>|=\"") != std::string_view::npos; }

tl::expected<TextSource, Message> text_source(const std::string& source) {
  using Kind = TextSource::Kind;
  switch (source_kind(source)) {
    case SourceKind::input: return TextSource{Kind::input};
    case SourceKind::file: return TextSource{Kind::file, source};
    case SourceKind::expression: return TextSource{may_hold_values(source) ? Kind::text : Kind::file, source};
    case SourceKind::link: break;
  }
  return sheet_of_link(source).map([](const Sheet& sheet) { return TextSource{Kind::text, serialise(sheet)}; });
}

// Reading printed values.

/// Prints what a scanner has found, each value under a name of its own.
class PrintedValues {
 public:
  explicit PrintedValues(Report& report) : report_(report) {}

  void tell(const std::vector<algebra::Scanned>& all) {
    for (const auto& f : all) tell(f);
  }
  bool any() const { return any_; }

 private:
  void tell(const algebra::Scanned& f) {
    any_ = true;
    const auto name = names_.name_for(f.name, f.text);
    const auto value = algebra::to_string(f.value, f.marks);
    const auto unknown = algebra::dialects::run_time_words(f.printed);
    const auto& note = unknown.empty() ? f.printed.note : unknown;
    report_.print("{}:{} {} = {}{}\n", f.line, f.column, name, value, note.empty() ? "" : "  # " + note);
    if (!report_.is_json()) return;
    nlohmann::json row{{"line", f.line}, {"column", f.column}, {"name", name}, {"words", f.words}, {"text", f.text}, {"value", value}};
    if (!unknown.empty()) row["unknown"] = unknown.substr(algebra::dialects::run_time_note.size());
    if (!f.printed.note.empty()) row["note"] = f.printed.note;
    report_.row(row);
  }

  Report& report_;
  WatchedNames names_;
  bool any_ = false;
};

/// A file that is read block by block, as it is written.
class OpenedText {
 public:
  explicit OpenedText(const TextSource& source)
      : path_(source.path()),
        lent_(lent_file(path_)),
        is_allowed_(lent_ != nullptr || why_out_of_bounds(path_).empty()),
        file_(lent_ != nullptr || !is_allowed_         ? -1
              : source.kind == TextSource::Kind::input ? STDIN_FILENO
                                                       : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC)),
        error_(lent_ != nullptr || file_ >= 0 ? 0
               : is_allowed_                  ? errno
                                              : EACCES) {}
  ~OpenedText() {
    if (file_ > STDIN_FILENO) ::close(file_);
  }
  OpenedText(const OpenedText&) = delete;
  OpenedText& operator=(const OpenedText&) = delete;

  /// Reads the next bytes; "" at the end, or after an error.
  std::string_view next() {
    if (lent_ != nullptr) return std::exchange(is_read_, true) ? std::string_view() : std::string_view(*lent_);
    while (error_ == 0) {
      const auto n = ::read(file_, block_.data(), block_.size());
      if (n >= 0) return {block_.data(), static_cast<std::size_t>(n)};
      if (errno != EINTR) error_ = errno;
    }
    return {};
  }
  /// Empty where there was none.
  Message problem() const {
    return error_ == 0 ? Message{} : message("cannot read {}: {}", path_, std::generic_category().message(error_));
  }

 private:
  std::string path_;
  const std::string* lent_;  ///< in place of the file; null: none
  bool is_allowed_, is_read_ = false;
  std::vector<char> block_ = std::vector<char>(1 << 16);
  int file_, error_;
};

/// Tells of what is printed in the source as it comes. While there is nothing, the text is kept for its tables, up to their limit, if
/// `kept` is not null; a longer one leaves nothing there. Returns the status.
int read_printed(const TextSource& source, Report& report, std::string* kept) {
  algebra::LogScanner scanner;
  PrintedValues values(report);
  const auto take = [&](std::string_view bytes) {
    values.tell(scanner.feed(bytes));
    if (kept == nullptr) return;
    if (!values.any() && kept->size() + bytes.size() <= most_table_bytes) return void(kept->append(bytes));
    std::string().swap(*kept);
    kept = nullptr;
  };
  if (source.kind == TextSource::Kind::text) {
    take(source.text);
  } else {
    OpenedText file(source);
    for (auto bytes = file.next(); !bytes.empty(); bytes = file.next()) take(bytes);
    if (const auto problem = file.problem(); !problem.empty()) return report.refuse(wrong_input, problem);
  }
  values.tell(scanner.finish());
  for (const auto& n : scanner.not_read()) {
    report.remark("cutescope: ", in_words(message("{} at line {}: not read: {}", n.name, n.line, n.why)));
    report.row({{"name", n.name}, {"line", n.line}, {"not_read", n.why}});
  }
  return values.any() ? done : found;
}

/// Tells of the layouts of other languages, each on a line of its own. Returns the status.
int read_foreign_lines(const std::string& text, Report& report) {
  PrintedValues values(report);
  for (const auto& f : algebra::dialects::find_foreign(text)) {
    if (!f.value) {
      const auto& why = f.value.error();
      report.remark("cutescope: ", in_words(message("line {}: not read: {}", f.line, why)));
      report.row({{"line", f.line}, {"not_read", json_of(why)}});
      continue;
    }
    auto made = algebra::evaluate(f.value->text, {}, algebra::IntegerRule::math);
    if (!made) continue;
    values.tell({{.words = {},
                  .name = std::string(f.name),
                  .text = f.value->text,
                  .value = std::move(made->value),
                  .line = f.line,
                  .column = f.column,
                  .printed = *f.value}});
  }
  return values.any() ? done : found;
}

// The layout behind a table.

/// Returns the expression as CuTe C++ writes it; "" if C++ has none.
std::string cpp_of_inferred(const std::string& expression) {
  const std::vector<algebra::code::Definition> all{{"", expression}};
  const auto lines = algebra::code::statements(all, algebra::IntegerRule::math, algebra::code::Dialect::cpp);
  return lines && !lines->empty() ? lines->back() : "";
}

/// The inferred layout, evaluated again from its text, and the cells that it gives.
struct Proven {
  std::string expression, cpp;
  std::int64_t made = 0, cells = 0, elements = 0;
  bool unique = true;
};

Proven evaluate_again(const algebra::Inferred& inferred, const algebra::Table& table) {
  Proven p{.expression = algebra::plain(inferred.value)};
  p.cpp = cpp_of_inferred(p.expression);
  p.cells = static_cast<std::int64_t>(table.cells.size());
  p.elements = algebra::size(*algebra::layout_of(inferred.value));
  p.unique = inferred.unique;
  if (const auto again = algebra::evaluate(p.expression, {}, algebra::IntegerRule::math))
    p.made = algebra::cells_made(again->value, table, inferred.extents);
  return p;
}

void tell_inferred(const Proven& p, const std::string& name, Report& report) {
  report.print("{}{}\n", name.empty() ? "" : name + " = ", p.expression);
  if (!p.cpp.empty()) report.print("C++: {}\n", p.cpp);
  report.say(p.made == p.elements ? message("all {} cells", p.made)
             : p.unique           ? message("all {} known cells, of {}: no other layout makes them", p.made, p.elements)
                                  : message("all {} known cells, of {}: other layouts make them too", p.made, p.elements));
  nlohmann::json row{{"expression", p.expression}, {"cpp", p.cpp},      {"cells", p.cells}, {"made", p.made},
                     {"elements", p.elements},     {"unique", p.unique}};
  if (!name.empty()) row["table"] = name;
  report.row(row);
}

nlohmann::json json_of_refusal(const algebra::NotInferred& refusal, const algebra::Table& table) {
  nlohmann::json j{{"problem", json_of(refusal.message)}};
  const auto place = [&](nlohmann::json& to, std::size_t cell) {
    to["cell"] = algebra::name_of(table.cells[cell], table);
    to["line"] = table.cells[cell].line;
    to["column"] = table.cells[cell].column;
  };
  if (refusal.cell) place(j, *refusal.cell);
  if (refusal.repair) {
    auto& repair = j["repair"] = {{"index", refusal.repair->index}, {"expression", refusal.repair->expression}};
    place(repair, refusal.repair->cell);
  }
  if (!table.name.empty()) j["table"] = table.name;
  return j;
}

/// Reports a problem at a place of the text, in a line beside the answer.
void tell_table_problem(const TextSource& source, std::size_t line, std::size_t column, Message why, Report& report) {
  report.remark(fmt::format("{}:{}:{}: {}", source.shown(), line, column, in_words("error: ")), in_words(why));
  const auto file = source.kind == TextSource::Kind::file ? source.text : std::string();
  report.keep({.rule = "table", .message = std::move(why), .place = {.file = file, .line = line, .column = column}});
}

int infer_tables(const TextSource& source, const std::string& text, algebra::TableForm form, Report& report, ToolHost& host) {
  const auto tables = algebra::read_tables(text, form);
  if (!tables) {
    const auto& p = tables.error();
    report.row({{"problem", json_of(p.message)}, {"line", p.line}, {"column", p.column}});
    tell_table_problem(source, p.line, p.column, p.message, report);
    return found;
  }
  std::stop_source stop;
  const auto ends = host.on_interrupt([&stop] { stop.request_stop(); });
  int status = done;
  for (const auto& table : *tables) {
    const auto inferred = algebra::infer(table, stop.get_token());
    if (stop.stop_requested()) return interrupted;
    if (inferred) {
      tell_inferred(evaluate_again(*inferred, table), table.name, report);
      continue;
    }
    const auto& refusal = inferred.error();
    const auto& at = table.cells[refusal.cell.value_or(0)];
    report.row(json_of_refusal(refusal, table));
    tell_table_problem(source, at.line, at.column,
                       refusal.repair ? Message::sequence(refusal.message, algebra::text_of(*refusal.repair, table)) : refusal.message,
                       report);
    status = found;
  }
  return status;
}

int read_source(const Arguments& asked, Report& report, ToolHost& host) {
  const auto& as = asked.text("as");
  if (const auto ways = reading_ways(); as != any_table && std::ranges::find(ways, as) == ways.end())
    return report.refuse(wrong_input, message("{} takes {}, not {}", "--as", algebra::alternatives(ways), as));
  const auto source = text_source(asked.text("source"));
  if (!source) return report.refuse(wrong_input, source.error());
  const Message nothing = message("it has no output of CuTe's print");
  std::string text;
  if (as == "printed" || as == "auto") {
    const bool is_auto = as == "auto";
    const int status = read_printed(*source, report, is_auto ? &text : nullptr);
    if (status != found) return status;
    // An empty text, or one that is too long for a table.
    if (text.empty()) return report.refuse(found, nothing);
    if (!algebra::dialects::find_foreign(text).empty()) return read_foreign_lines(text, report);
  } else if (source->kind == TextSource::Kind::text) {
    text = source->text;
  } else {
    auto all = read_file(source->path(), most_table_bytes);
    if (!all) return report.refuse(wrong_input, all.error());
    text = std::move(*all);
  }
  const auto form = as == "table"     ? algebra::TableForm::table
                    : as == "pairs"   ? algebra::TableForm::pairs
                    : as == "threads" ? algebra::TableForm::by_thread
                                      : algebra::TableForm::automatic;
  const int status = infer_tables(*source, text, form, report, host);
  if (status == found && as == "auto") report.note(nothing);
  return status;
}

constexpr std::array old_read_commands{OldCommand{"find", "as", "printed", "read"},
                                       OldCommand{"infer", "as", "tables", "read --as tables"}};

}  // namespace

const Tool read_tool{.name = "read",
                     .group = ToolGroup::layouts,
                     .help = "Read the layouts that a program or a compiler printed, or the layout behind a table",
                     .example = "read \"sA: (4,8):(8,1)\"",
                     .options = read_options,
                     .run = read_source,
                     .answer =
                         "rows,line?:int,column?:int,name?:str,text?:str,value?:str,words?:str,unknown?:str,note?:str,"
                         "not_read?:msg|str,expression?:str,cells?:int,elements?:int,made?:int,unique?:bool,cpp?:str,"
                         "problem?:any,table?:any,cell?:any,index?:any,repair?:any",
                     .old_commands = old_read_commands};

}  // namespace app
