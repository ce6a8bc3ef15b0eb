#pragma once
// Watches the files of the DSL's compiler for the Python programs that are open.

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/system/files.hpp"
#include "app/system/worker.hpp"

namespace app {

class KeptIrWatch {
 public:
  KeptIrWatch() = default;
  KeptIrWatch(const KeptIrWatch&) = delete;
  KeptIrWatch& operator=(const KeptIrWatch&) = delete;

  /// Sets the function that the background thread calls when files of a program have changed. After this returns, the previous `wake` is
  /// not called any more.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// Sets the programs to watch, by path. The files of a newly watched program count as unchanged. Without programs, no thread runs.
  void watch(const std::set<std::string>& programs);
  /// Returns whether files of a program have changed, appeared or gone since it was watched or since the last call.
  bool take(const std::string& program);
  /// Looks at the files now, as the background thread does repeatedly. Returns true if any have changed.
  bool look();

 private:
  using Stamps = std::vector<std::pair<std::string, FileStamp>>;
  struct Program {
    Stamps stamps;
    bool changed = false;
  };
  static Stamps stamps_of(const std::string& program);
  void run(const std::stop_token&);

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable_any watched_;
  std::map<std::string, Program> programs_;
  Worker worker_;  ///< declared last, so that its thread ends before the other members
};

}  // namespace app
