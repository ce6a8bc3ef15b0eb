#pragma once
// Watches where the DSL's compiler keeps its intermediate files for the Python programs that are open.

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

  /// Sets what the background thread calls when files of a program have changed. The previous `wake` is not called after this returns.
  void wake_with(std::function<void()> wake) { worker_.wake_with(std::move(wake)); }
  /// The programs, by their paths, that are watched from now on. Of one that was not watched before the files are taken to be as they are
  /// now. Nothing runs while there are none.
  void watch(const std::set<std::string>& programs);
  /// Whether files of a program have changed, appeared or gone since it was watched or this was asked last.
  bool take(const std::string& program);
  /// Looks at the files now, as the background thread does again and again. True if a program's have changed.
  bool look();

 private:
  using Stamps = std::vector<std::pair<std::string, FileStamp>>;
  struct Program {
    Stamps stamps;
    bool changed = false;
  };
  static Stamps stamps_of(const std::string& program);
  void run(const std::stop_token&);

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable_any watched_;
  std::map<std::string, Program> programs_;
  Worker worker_;  ///< last
};

}  // namespace app
