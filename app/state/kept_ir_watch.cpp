#include "app/state/kept_ir_watch.hpp"

#include <chrono>
#include <optional>

#include "app/import/dsl/dsl_ir.hpp"

namespace app {

// Network folders do not notify of changes, so folders are polled, which is cheap.
constexpr auto between_looks = std::chrono::milliseconds(500);

KeptIrWatch::Stamps KeptIrWatch::stamps_of(const std::string& program) {
  Stamps all;
  for (const auto& path : ir_files_of(program))
    if (const auto stamp = stamp_of(path)) all.emplace_back(path, *stamp);
  return all;
}

void KeptIrWatch::watch(const std::set<std::string>& programs) {
  std::map<std::string, Program> added;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(programs_, [&](const auto& p) { return !programs.contains(p.first); });
    for (const auto& path : programs)
      if (!programs_.contains(path)) added[path];
  }
  if (added.empty()) return;
  for (auto& [path, program] : added) program.stamps = stamps_of(path);
  {
    const std::lock_guard lock(mutex_);
    programs_.merge(added);
  }
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { run(stop); });
  watched_.notify_all();
}

bool KeptIrWatch::take(const std::string& program) {
  const std::lock_guard lock(mutex_);
  const auto at = programs_.find(program);
  return at != programs_.end() && std::exchange(at->second.changed, false);
}

bool KeptIrWatch::look() {
  std::vector<std::string> paths;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [path, program] : programs_) paths.push_back(path);
  }
  bool any = false;
  for (const auto& path : paths) {
    auto stamps = stamps_of(path);
    const std::lock_guard lock(mutex_);
    const auto at = programs_.find(path);
    if (at == programs_.end() || at->second.stamps == stamps) continue;
    at->second.stamps = std::move(stamps);
    any = at->second.changed = true;
  }
  return any;
}

void KeptIrWatch::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      if (programs_.empty() && !watched_.wait(lock, stop, [&] { return !programs_.empty(); })) return;
      watched_.wait_for(lock, stop, between_looks, [] { return false; });
    }
    if (!stop.stop_requested() && look()) worker_.wake();
  }
}

}  // namespace app
