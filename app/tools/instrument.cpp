// `cutescope instrument`: copies of a program's files that print what its values are, and the header that they include.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "app/import/instrument.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"
#include "app/system/files.hpp"
#include "app/system/user_folders.hpp"
#include "assets/assets.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;

constexpr std::string_view printing_header = "programs/cutescope.hpp";

std::vector<Option> instrument_options() {
  std::vector<Option> options{
      argument("files", "FILE", "The program's files (.cu .cuh .cpp .hpp .h)").repeated(),
      output_option("Write the copies, and cutescope.hpp, which they include, into this folder; with --header: the file"),
      flag("--header", "Write only cutescope.hpp, with which a program prints its values: CUTESCOPE(tAgA, mma);")};
  // A copy depends on no names and no folders.
  for (auto& option : settings_options())
    if (option.key() != "set") options.push_back(std::move(option));
  for (auto& option : {json_option(), language_option()}) options.push_back(option);
  return options;
}

/// Returns the deepest folder that all files lie in.
fs::path common_folder(const std::vector<std::string>& files) {
  std::error_code error;
  fs::path common = fs::absolute(files.front(), error).lexically_normal().parent_path();
  for (const auto& f : files) {
    const auto folder = fs::absolute(f, error).lexically_normal().parent_path();
    while (std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first != common.end()) common = common.parent_path();
  }
  return common;
}

/// Returns why no copy is written to that place beneath the folder; "" if it can be. What others have put there may lead anywhere.
algebra::Message why_not_written(const fs::path& folder, const fs::path& within) {
  auto place = folder.has_filename() ? folder : folder.parent_path();
  auto part = within.begin();
  for (std::error_code error; !fs::is_symlink(place, error); place /= *part++)
    if (part == within.end())
      return is_stream(place.string()) ? message("{} is not a file: remove it, or name another folder with -o", place.string())
                                       : algebra::Message{};
  return message("{} is a link, which may lead anywhere: remove it, or name another folder with -o", place.string());
}

/// Writes a copy beneath the folder. Returns the status.
int write_copy(const fs::path& folder, const fs::path& within, std::string_view text, Report& report) {
  const auto path = folder / within;
  if (const auto why = why_not_written(folder, within); !why.empty()) return report.refuse(environment_failed, why);
  if (!make_folder(path.parent_path().string())) return report.refuse(environment_failed, cannot_write(path.string(), errno));
  if (const auto written = write_file(path.string(), text); !written) return report.refuse(environment_failed, written.error());
  return done;
}

int instrument_files(const std::vector<std::string>& files, const fs::path& folder, const MacroSettings& macros, Report& report) {
  const auto common = common_folder(files);
  auto& data = report.data();
  data["files"] = nlohmann::json::array();
  for (const auto& file : files) {
    if (program_language(file) != ProgramLanguage::cpp)
      return report.refuse(wrong_input, message("{} is not a C++ program: its name must end in .cu .cuh .cpp .hpp or .h", file));
    const auto source = read_file(file, max_sheet_bytes);
    if (!source) return report.refuse(wrong_input, source.error());
    std::error_code error;
    const auto absolute = fs::absolute(file, error).lexically_normal();
    const auto within = absolute.lexically_relative(common), copy = folder / within;
    if (same_file(copy.string(), file))
      return report.refuse(wrong_input, message("{} would be overwritten by its copy: use another folder for -o", file));
    const auto made = instrumented(*source, absolute.string(), macros);
    if (const int status = write_copy(folder, within, made.text, report); status != done) return status;
    data["files"].push_back({{"file", file}, {"copy", copy.string()}, {"values", made.values}, {"constexprs", made.constexprs}});
    report.say(made.constexprs == 0
                   ? message("{}: {} values are printed", copy.string(), made.values)
                   : message("{}: {} values are printed; {} constexpr functions, which may run in the compiler, are unchanged",
                             copy.string(), made.values, made.constexprs));
  }
  data["header"] = (folder / "cutescope.hpp").string();
  return write_copy(folder, "cutescope.hpp", assets::get(printing_header), report);
}

int write_printing_header(const std::string& out, Report& report) {
  const auto text = assets::get(printing_header);
  if (out.empty() || out == "-") {
    report.data() = {{"text", text}};
    if (report.is_text()) report.document(text);
    return done;
  }
  report.data() = {{"header", out}};
  const auto written = write_file(out, text);
  return written ? done : report.refuse(environment_failed, written.error());
}

int instrument(const Arguments& asked, Report& report, ToolHost&) {
  const auto files = asked.all("files");
  const auto& out = asked.text("output");
  if (asked.flag("header")) {
    if (!files.empty() || asked.has("D") || asked.has("U"))
      return report.refuse(wrong_input, "--header is the same for all programs: it takes no files, no -D and no -U");
    return write_printing_header(out, report);
  }
  if (files.empty()) return report.refuse(wrong_input, "instrument takes the files of a program, or --header");
  if (out.empty() || out == "-") return report.refuse(wrong_input, "instrument needs -o with the folder for the copies");
  return instrument_files(files, out, asked.macros(), report);
}

constexpr std::array old_instrument_commands{OldCommand{"header", "header", "true", "instrument --header"}};

}  // namespace

const Tool instrument_tool{.name = "instrument",
                           .group = ToolGroup::kernels,
                           .help = "Copy a program's sources with a print after each CuTe declaration",
                           .example = "instrument --header",
                           .options = instrument_options,
                           .run = instrument,
                           .answer = "files?:[{file:str,copy:str,values:int,constexprs:int}],header?:str,text?:str",
                           .old_commands = old_instrument_commands};

}  // namespace app
