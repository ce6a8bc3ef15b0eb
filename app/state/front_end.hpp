#pragma once
// The compiler's front end at work for the programs that are open: it is asked in the background, and what it says is kept.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"
#include "app/import/compiled_sheet.hpp"
#include "app/system/worker.hpp"

namespace app {

/// What is asked about.
struct FrontEndQuestion {
  ProgramOrigin program{};
  std::vector<Entry> parameters{};  ///< of the sheet: what the program is given, for reading it
  /// The compiler would say the same of both.
  bool is_same_program(const FrontEndQuestion& other) const { return program == other.program; }
};

class FrontEnd {
 public:
  using Clock = std::chrono::steady_clock;
  /// What is known of a document.
  struct Said {
    FrontEndQuestion of{};
    std::optional<CompiledProgram> program{};
    algebra::Message problem{};         ///< why there is none
    std::vector<std::string> titles{};  ///< of the instantiations
    std::size_t shown = 0;              ///< the instantiation
    CompiledCount count{};              ///< with that one
    bool in_sheet = false;              ///< the sheet has its values
  };
  struct Doing {
    std::uint64_t document = 0;  ///< 0: nothing
    FrontEndQuestion of{};
    std::size_t done = 0, parts = 0;  ///< the compiler runs once for each part; 0: the program is read
    Clock::time_point since{};
  };

  FrontEnd() = default;
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  /// Sets what the background thread calls when there is something to collect or another part is done. The previous `wake` is not
  /// called after this returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Asks about a document's program. What is asked now is given up.
  void ask(std::uint64_t document, FrontEndQuestion);
  /// Nobody waits any more.
  void give_up();
  Doing doing() const;
  /// Takes what has been answered. True if there was something.
  bool collect();
  /// Waits for the answer and collects it. For pictures and tests.
  void finish();

  /// What is known of a document; null: nothing.
  const Said* said_of(std::uint64_t document) const;
  Said* said_of(std::uint64_t document);
  /// Nothing is known of the document, and it is considered anew.
  void forget(std::uint64_t document) { said_.erase(document), considered.erase(document); }
  /// Keeps what is known of these documents alone.
  void keep(const std::function<bool(std::uint64_t)>& is_open);

  /// Whether it is asked without anybody's doing where reading leaves much: the host's choice.
  bool by_itself = false;
  std::string compiler;  ///< that would be asked, as last looked for; "": there is none
  /// Whether the user has allowed it for the programs in a folder, by the folder's path: no other program is compiled. Folders that are not
  /// here nobody has decided about.
  std::map<std::string, bool> allowed;
  /// The documents that it need not be asked about by itself: it was, or it cannot be. Why not.
  std::map<std::uint64_t, algebra::Message> considered;

 private:
  struct Answer {
    std::uint64_t document = 0;
    FrontEndQuestion of{};
    tl::expected<CompiledProgram, algebra::Message> program;
  };
  void run(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable_any changed_;
  std::optional<FrontEndQuestion> wanted_;
  std::uint64_t asked_ = 0;
  Doing doing_;
  std::optional<Answer> answer_;
  std::map<std::uint64_t, Said> said_;  ///< of the window's thread alone
  Worker worker_;                       ///< last
};

}  // namespace app
