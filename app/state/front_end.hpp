#pragma once
// Runs the compiler's front end for the open programs in the background, and keeps its answers.

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

/// A program to compile.
struct FrontEndQuestion {
  ProgramOrigin program{};
  std::vector<Entry> parameters{};  ///< the sheet's parameters, for reading the program
  /// Returns whether the compiler would answer the same.
  bool is_same_program(const FrontEndQuestion& other) const { return program == other.program; }
};

class FrontEnd {
 public:
  using Clock = std::chrono::steady_clock;
  /// The answer on a document's program.
  struct Said {
    FrontEndQuestion of{};
    std::optional<CompiledProgram> program{};
    algebra::Message problem{};         ///< why there is none
    std::vector<std::string> titles{};  ///< of the instantiations
    std::size_t shown = 0;              ///< index of the instantiation
    CompiledCount count{};              ///< for this instantiation
    bool in_sheet = false;              ///< the sheet has its values
  };
  struct Doing {
    std::uint64_t document = 0;  ///< 0: nothing
    FrontEndQuestion of{};
    std::size_t done = 0, parts = 0;  ///< runs of the compiler, one per part; 0 parts: the program is still being read
    Clock::time_point since{};
  };

  FrontEnd() = default;
  FrontEnd(const FrontEnd&) = delete;
  FrontEnd& operator=(const FrontEnd&) = delete;

  /// Sets the function that the background thread calls when there is an answer to collect or a part is done. After this returns, the
  /// previous `wake` is not called any more.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Compiles a document's program. A running question is dropped.
  void ask(std::uint64_t document, FrontEndQuestion);
  /// Drops the running question.
  void give_up();
  Doing doing() const;
  /// Takes a new answer. Returns true if there was one.
  bool collect();
  /// Waits for the answer and collects it. For pictures and tests.
  void finish();

  /// Returns the answer on a document, or null.
  const Said* said_of(std::uint64_t document) const;
  Said* said_of(std::uint64_t document);
  /// Drops the answer on a document, so that it may be compiled automatically again.
  void forget(std::uint64_t document) { said_.erase(document), considered.erase(document); }
  /// Drops the answers on documents that are not open.
  void keep(const std::function<bool(std::uint64_t)>& is_open);

  /// Whether programs are compiled automatically if reading leaves much open; set by the host.
  bool by_itself = false;
  std::string compiler;  ///< the compiler to run, as last searched; "": none
  /// The user's permission to compile programs in a folder, by its path. Other folders are undecided, and their programs are not compiled.
  std::map<std::string, bool> allowed;
  /// Documents that need not be compiled automatically, because they were or cannot be; the value is the reason.
  std::map<std::uint64_t, algebra::Message> considered;

 private:
  struct Answer {
    std::uint64_t document = 0;
    FrontEndQuestion of{};
    tl::expected<CompiledProgram, algebra::Message> program;
  };
  void run(const std::stop_token&);

  mutable std::mutex mutex_;  ///< guards the members below
  std::condition_variable_any changed_;
  std::optional<FrontEndQuestion> wanted_;
  std::uint64_t asked_ = 0;
  Doing doing_;
  std::optional<Answer> answer_;
  std::map<std::uint64_t, Said> said_;  ///< used only by the window's thread
  Worker worker_;                       ///< declared last, so that its thread ends before the other members
};

}  // namespace app
