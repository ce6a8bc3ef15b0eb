#pragma once
// A program's values from its compiler's front end: running it, and selecting the shown instantiation.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/actions/told_rows.hpp"
#include "app/state/front_end.hpp"
#include "app/state/host_requests.hpp"
#include "app/state/workspace.hpp"

namespace app {

/// The open values of the active document's program, and the possible actions.
struct CompilerOffer {
  enum class Stage : std::uint8_t {
    none,     ///< not a C++ program from a file, or reading it leaves nothing open
    missing,  ///< no compiler, see `why`; the program can print its values
    ready,    ///< the compiler can be run
    asking,
    said,    ///< its values are in the sheet
    failed,  ///< see `why`
  };
  Stage stage = Stage::none;
  std::size_t read = 0, all = 0;  ///< number understood by reading, of all definitions
  std::string compiler{};         ///< "clang++-19"
  algebra::Message why{};
  std::string folder{};           ///< the program's
  std::optional<bool> allowed{};  ///< in that folder; nullopt: undecided
  const FrontEnd::Said* said = nullptr;
  FrontEnd::Doing doing{};
};
CompilerOffer compiler_offer(const Workspace&);
/// Returns "reading gives 12 of 60 values", "clang++-19 is running: 1 of 2 parts are done, 7 s".
algebra::Message words_of(const CompilerOffer&);

/// Return the same in rows, with the compiler's errors, and the possible actions as links.
std::vector<ToldRow> said_of(const CompilerOffer&, const Texts&);
std::vector<ToldRow> ways_of(const CompilerOffer&, const Texts&);

bool can_ask_compiler(const Workspace&);
bool is_asking_compiler(const Workspace&);
/// Runs the compiler in the background, with permission. Its values are added to the sheet when they arrive.
void ask_compiler(Workspace&, HostRequests&);
/// Returns the folder of the active document's program, for the permission, or "".
std::string compiler_folder(const Workspace&);
bool has_compiler_folder(const Workspace&);
/// Returns whether the compiler is allowed for the programs in that folder.
bool is_compiler_allowed(const Workspace&);
/// Allows it there, and runs it for the active document.
void allow_compiler(Workspace&, HostRequests&);
/// Withdraws the permission, and drops the running question.
void forbid_compiler(Workspace&, HostRequests&);
/// Toggles the permission.
void change_compiler_allowed(Workspace&, HostRequests&);
void stop_compiler(Workspace&, HostRequests&);
/// Shows another instantiation, an index of FrontEnd::Said::titles.
void show_instance(Workspace&, std::size_t instance);
void show_next_instance(Workspace&);
bool has_instances(const Workspace&);

/// Returns whether the active document is a C++ program that can be instrumented to print its values.
bool can_instrument(const Workspace&);
/// Copies the command that instruments the program.
void copy_instrument_command(const Workspace&, HostRequests&);

/// Between frames: adds the compiler's answer for the active document, drops questions that are no longer needed, and runs the compiler
/// automatically if that is enabled, allowed and useful. Returns true if anything has changed.
bool advance_compiler(Workspace&, HostRequests&);

}  // namespace app
