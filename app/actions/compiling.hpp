#pragma once
// A program's values by its compiler's front end: asking it, and choosing the instantiation that is shown.

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

/// What the active document's program leaves open, and which ways lead further.
struct CompilerOffer {
  enum class Stage : std::uint8_t {
    none,     ///< no C++ program that was read from a file, or reading it leaves nothing open
    missing,  ///< there is no compiler to be asked: see `why`; the program can print its values
    ready,    ///< it can be asked
    asking,
    said,    ///< its values are in the sheet
    failed,  ///< see `why`
  };
  Stage stage = Stage::none;
  std::size_t read = 0, all = 0;  ///< definitions, and those of them that are understood by reading
  std::string compiler{};         ///< "clang++-19"
  algebra::Message why{};
  std::string folder{};           ///< the program's
  std::optional<bool> allowed{};  ///< in that folder; nothing: nobody has decided
  const FrontEnd::Said* said = nullptr;
  FrontEnd::Doing doing{};
};
CompilerOffer compiler_offer(const Workspace&);
/// "reading has 12 of 60 values", "clang++-19 is asked: 1 of 2 parts are done, 7 s".
algebra::Message words_of(const CompilerOffer&);

/// The same in rows, with what the compiler refused; and what can be done, each a click.
std::vector<ToldRow> said_of(const CompilerOffer&, const Texts&);
std::vector<ToldRow> ways_of(const CompilerOffer&, const Texts&);

bool can_ask_compiler(const Workspace&);
bool is_asking_compiler(const Workspace&);
/// Asks it in the background, where it is allowed; its values come into the sheet once they are there.
void ask_compiler(Workspace&, HostRequests&);
/// The folder of the active document's program, about which can be decided; "" if there is none.
std::string compiler_folder(const Workspace&);
bool has_compiler_folder(const Workspace&);
/// Whether the compiler is allowed for the programs in that folder.
bool is_compiler_allowed(const Workspace&);
/// Allows it there, and asks it about the active document.
void allow_compiler(Workspace&, HostRequests&);
/// Allows it there no longer, and gives up what is asked.
void forbid_compiler(Workspace&, HostRequests&);
/// The one or the other.
void change_compiler_allowed(Workspace&, HostRequests&);
void stop_compiler(Workspace&, HostRequests&);
/// Shows another instantiation, an index of FrontEnd::Said::titles.
void show_instance(Workspace&, std::size_t instance);
void show_next_instance(Workspace&);
bool has_instances(const Workspace&);

/// Whether the active document is a C++ program that can be made to print its values.
bool can_instrument(const Workspace&);
/// Copies the command that writes the program with lines that print its values.
void copy_instrument_command(const Workspace&, HostRequests&);

/// Between frames: takes in what the compiler has said of the active document, gives up what nobody waits for, and asks by itself where
/// that is wanted and allowed and reading leaves much. True if anything has changed.
bool advance_compiler(Workspace&, HostRequests&);

}  // namespace app
