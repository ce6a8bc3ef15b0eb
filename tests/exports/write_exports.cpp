// Writes many entries in every export form, for exports_test.sh to have them compiled, run and read by other programs.
//
//   write_exports OUT GOLDEN ENTRIES [all]
//
// The entries: of each operation in GOLDEN/*.tsv some rows, or all; the example of each function; the sheets in ENTRIES.
// OUT/entries.tsv has a line for each: number, where it is from, the sheet, CuTe's answer, and for each form "written" or why it is
// refused. OUT/cpp/units has the C++ programs again, many in one file: entry N is the namespace eN, and lines count from "entryN".

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "app/figures/entry_code.hpp"
#include "app/figures/export_settings.hpp"
#include "tests/fields.hpp"

namespace {

namespace fs = std::filesystem;
using algebra::code::Dialect;

struct Entry {
  std::string origin, sheet, answer;  ///< the answer as CuTe prints it; "" where what it prints is no value of ours
};

constexpr std::string_view between = " ;; ";
constexpr std::size_t rows_an_operation = 6;

void add_golden(std::vector<Entry>& entries, const fs::path& folder, bool all) {
  for (const auto* file : {"worked_examples.tsv", "static.tsv", "dynamic.tsv", "tiled.tsv"}) {
    std::map<std::string, std::vector<Entry>> rows;
    std::ifstream in(folder / file);
    for (std::string line; std::getline(in, line);) {
      const auto fields = fields_of(line);
      rows[fields.at(0)].push_back(
          {fmt::format("{} {}", file, fields[0]), "@integers cute" + std::string(between) + fields.at(1), fields.at(2)});
    }
    for (const auto& [operation, of] : rows) {
      const auto taken = all ? of.size() : std::min(of.size(), rows_an_operation);
      for (std::size_t i = 0; i < taken; ++i) entries.push_back(of[i * of.size() / taken]);
    }
  }
}

void add_examples(std::vector<Entry>& entries) {
  for (const auto& function : algebra::expression::table()) {
    const auto& example = function.example;
    auto sheet = "@integers math" + std::string(between);
    if (!example.entry.empty()) sheet += std::string(example.entry) + std::string(between);
    entries.push_back({"example " + std::string(function.name), sheet + std::string(example.expression), std::string(example.answer)});
  }
}

void add_sheets(std::vector<Entry>& entries, const fs::path& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto fields = fields_of(line);
    entries.push_back({file.filename().string(), fields.at(0), fields.size() > 1 ? fields[1] : ""});
  }
}

std::string text_of(std::string sheet) {
  for (std::size_t at = 0; (at = sheet.find(between, at)) != std::string::npos; ++at) sheet.replace(at, between.size(), "\n");
  return sheet + "\n";
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

/// Returns the program as a part of a larger one.
std::string in_namespace(int number, const std::string& program) {
  std::string body;
  for (std::size_t at = 0; at < program.size();) {
    const auto end = program.find('\n', at);
    auto line = program.substr(at, end - at);
    if (line.starts_with("#include")) line.clear();
    if (line == "int main() {") line = "void main_() {";
    body += line + "\n";
    at = end + 1;
  }
  return fmt::format("namespace e{0} {{\n#line 1 \"entry{0}\"\n{1}}}\n", number, body);
}

class Units {
 public:
  explicit Units(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }
  void add(int number, const std::string& program) {
    text_ += in_namespace(number, program);
    calls_ += fmt::format("  std::printf(\"\\n#{0}\\t\"); e{0}::main_(); std::fflush(stdout);\n", number);
    if (++count_ == size_of_unit) close();
  }
  void close() {
    if (count_ == 0) return;
    write(folder_ / fmt::format("{:03}.cpp", ++written_),
          "#include <cstdio>\n#include <cute/tensor.hpp>\n#include <cute/atom/copy_atom.hpp>\n#include <cute/atom/mma_atom.hpp>\n" + text_ +
              "#line 1 \"unit\"\nint main() {\n" + calls_ + "}\n");
    text_.clear(), calls_.clear(), count_ = 0;
  }

 private:
  static constexpr int size_of_unit = 200;
  fs::path folder_;
  std::string text_, calls_;
  int count_ = 0, written_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const fs::path out = argv[1];
  std::vector<Entry> entries;
  const bool all = argc > 4;
  add_sheets(entries, argv[3]);
  add_examples(entries);
  add_golden(entries, argv[2], all);

  struct Form {
    const char* name;
    Dialect dialect;
    const char* ending;
  };
  constexpr Form programs[] = {{"cpp", Dialect::cpp, "cpp"}, {"pycute", Dialect::pycute, "py"}, {"dsl", Dialect::dsl, "py"}};
  constexpr const char* pictures[] = {"svg", "pdf", "png", "tex", "txt"};
  for (const auto& form : programs) fs::create_directories(out / form.name);
  for (const auto* form : pictures) fs::create_directories(out / form);
  Units units(out / "cpp" / "units");
  std::ofstream table(out / "entries.tsv");
  int number = 0;
  for (const auto& entry : entries) {
    ++number;
    const auto sheet = app::parse_sheet(text_of(entry.sheet));
    if (!sheet) {
      std::cerr << entry.sheet << ": " << sheet.error() << '\n';
      return 1;
    }
    app::SheetEvaluator evaluator;
    const auto& result = evaluator.update(*sheet).back();
    const auto marks = app::resolved_rule(*sheet) == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
    table << number << '\t' << entry.origin << '\t' << entry.sheet << '\t' << entry.answer << '\t'
          << (result.evaluation ? to_string(result.evaluation->value, marks) : "ERROR");
    const int last = static_cast<int>(sheet->entries.size()) - 1;
    for (const auto& form : programs) {
      const auto program = app::code_of(*sheet, last, form.dialect);
      table << '\t' << (program ? "written" : program.error());
      if (!program) continue;
      write(out / form.name / fmt::format("{}.{}", number, form.ending), *program);
      if (form.dialect == Dialect::cpp) units.add(number, *program);
    }
    app::ExportSettings settings;
    settings.request.entry = last;
    for (const auto* form : pictures) {
      const auto figures = app::figures_of(*sheet, evaluator, settings);
      const auto path = (out / form / fmt::format("{}.{}", number, form)).string();
      const auto done = figures ? app::export_figures(*figures, settings, path) : tl::unexpected(figures.error());
      table << '\t' << (done ? "written" : done.error());
    }
    table << '\n';
  }
  units.close();
  return table.flush() ? 0 : 1;
}
