#include "app/cli/instrument_command.hpp"

#include <algorithm>
#include <filesystem>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/import/instrument.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "app/system/user_folders.hpp"
#include "assets/assets.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;

constexpr std::string_view header = "programs/cutescope.hpp";

/// The folder that all files lie beneath.
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
      return is_stream(place.string()) ? message("{} is no file: remove it, or name another folder with -o", place.string())
                                       : algebra::Message{};
  return message("{} is a link, which may lead anywhere: remove it, or name another folder with -o", place.string());
}

}  // namespace

int instrument_files(const InstrumentRequest& request) {
  const auto common = common_folder(request.files);
  const auto written = [&](const fs::path& within, std::string_view text) -> int {
    const auto path = fs::path(request.folder) / within;
    if (auto why = why_not_written(request.folder, within); !why.empty()) return complain(bad_input, why);
    if (!make_folder(path.parent_path().string())) return complain(bad_input, cannot_write(path.string(), errno));
    if (const auto w = write_file(path.string(), text); !w) return complain(bad_input, w.error());
    return done;
  };
  for (const auto& file : request.files) {
    if (program_language(file) != ProgramLanguage::cpp)
      return complain(bad_input, message("{} is no C++ program: its name ends in none of .cu .cuh .cpp .hpp .h", file));
    const auto source = read_file(file, max_sheet_bytes);
    if (!source) return complain(bad_input, source.error());
    std::error_code error;
    const auto absolute = fs::absolute(file, error).lexically_normal();
    const auto within = absolute.lexically_relative(common), copy = fs::path(request.folder) / within;
    if (same_file(copy.string(), file)) return complain(bad_input, message("{} would be written over itself: -o is another folder", file));
    const auto made = instrumented(*source, absolute.string(), request.macros);
    if (const int status = written(within, made.text); status != done) return status;
    print_out("{}\n",
              in_words(made.constexprs == 0
                           ? message("{}: {} values are printed", copy.string(), made.values)
                           : message("{}: {} values are printed; {} constexpr functions, which may run in the compiler, are as they were",
                                     copy.string(), made.values, made.constexprs)));
  }
  return written("cutescope.hpp", assets::get(header));
}

int write_header(const std::string& out) {
  if (out.empty() || out == "-") {
    print_out_document(assets::get(header));
    return done;
  }
  const auto written = write_file(out, assets::get(header));
  return written ? done : complain(bad_input, written.error());
}

}  // namespace app
