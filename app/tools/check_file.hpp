#pragma once
// Checks one file of `cutescope check`: a sheet, or a program. What is wrong is a finding; what is not understood is a note.

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"
#include "app/import/compile_commands.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/headers_together.hpp"
#include "app/report/report.hpp"
#include "app/tools/check_baseline.hpp"
#include "app/tools/check_verdicts.hpp"

namespace app {

struct CheckQuestion {
  std::vector<std::string> files;      ///< as they were named
  bool quiet = false;                  ///< only findings and hints
  bool several = false;                ///< there is more than one file to look at
  ProgramSettings settings{};          ///< of each file
  MacroSettings macros{};              ///< of each C++ program
  std::vector<std::string> folders{};  ///< -I
  bool front_end = false;              ///< C++ programs are also read by clang's front end
  std::string ran{};                   ///< a log of the program, which prints by cutescope.hpp; "": none
  CompiledAs compiled_as{};            ///< by --front-end
  std::size_t instance = 0;            ///< of those that it lists the one that is shown, from 1; 0: for each function the first
};

/// Remembers which settings and macros the files use. Each of several files takes those that it has.
class SettingsUsed {
 public:
  void used(const std::string& name) { used_.insert(name); }
  void unused(const std::string& name, const algebra::Message& why) { unused_.emplace(name, why); }
  /// Why a setting is used by no file; "" if each is used by one.
  algebra::Message why_unused() const;

 private:
  std::set<std::string> used_;
  std::map<std::string, algebra::Message> unused_;
};

/// State that all files of a check share.
struct CheckRun {
  const CheckQuestion& question;
  const HeadersTogether& together;
  CheckVerdicts& verdicts;
  CheckBaseline& baseline;
  SettingsUsed& settings;
  Report& report;
  bool any_ran = false;         ///< the log of --ran has values of a file
  algebra::Message none_ran{};  ///< why a file has none
};

/// The result of checking one file.
struct CheckedFile {
  nlohmann::json object;             ///< as JSON has it
  std::size_t problems = 0;          ///< findings, those of the baseline excepted
  std::size_t not_understood = 0;    ///< definitions of a program that say nothing of it
  bool without_cute = false;         ///< a program that has nothing of CuTe
  bool is_open = false;              ///< it could not be looked at, or there is nothing in it that could be
  int status = 0;                    ///< of what is not a finding: wrong_input, environment_failed
  algebra::Message not_looked_at{};  ///< why a file of a folder could not be read
};

/// Checks a file, and reports its findings as they come. `own`: the question with the macros and folders of the file's build. `is_named`:
/// the user named the file; it was not found in a folder.
CheckedFile check_file(const std::string& source, const CheckQuestion& own, bool is_named, CheckRun&);

}  // namespace app
