#include "app/document/watch.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <iterator>

#include "algebra/reading/printed_places.hpp"

namespace app {
using algebra::Message;

namespace {

/// Writes to standard output, unchanged, until `stop` is readable. Gives up if standard output has no reader.
void pass_on(std::string_view bytes, int stop) {
  while (!bytes.empty()) {
    pollfd waiting[] = {{STDOUT_FILENO, POLLOUT, 0}, {stop, POLLIN, 0}};
    if (::poll(waiting, 2, -1) < 0 && errno == EINTR) continue;
    if (waiting[1].revents != 0) return;
    // A pipe that is ready takes this many bytes without blocking.
    const auto n = ::write(STDOUT_FILENO, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

void WatchList::add(algebra::Scanned found) {
  ++found_;
  const auto place = algebra::printed_place(found.words);
  const auto where = place ? memory_.place(found, *place) : std::string();
  // Names a find by its value, since the address of a tensor differs in every run.
  auto name = names_.name_for(found.name, algebra::to_string(found.value, found.marks));
  if (const auto known = ids_.find(name); known != ids_.end()) {
    // The list is newest first, that is, in the order of falling ids.
    const auto at =
        std::lower_bound(newest_.begin(), newest_.end(), known->second, [](const Watched& w, std::uint64_t id) { return w.id > id; });
    ++at->times;
    return;
  }
  ids_.emplace(name, next_);
  if (const auto unknown = algebra::dialects::run_time_words(found.printed); !unknown.empty()) found.text += "  # " + unknown;
  if (!found.printed.note.empty()) found.text += "  # " + found.printed.note;
  EntrySource source;
  if (place) {
    found.text += "  # " + place->text() + (where.empty() ? "" : ", " + where);
    source.by = SaidBy::run;
    source.section = place->function;
    source.line = place->line;
  }
  newest_.push_front(
      {.id = next_++, .name = std::move(name), .text = std::move(found.text), .times = 1, .line = found.line, .source = std::move(source)});
  if (newest_.size() > keep_) {
    ids_.erase(newest_.back().name);
    newest_.pop_back();
  }
}

WatchReport WatchList::report() const {
  return {.newest = {newest_.begin(), newest_.end()},
          .found = found_,
          .different = static_cast<std::int64_t>(next_) - 1,
          .ended = false,
          .problem = {}};
}

tl::expected<std::unique_ptr<Watch>, Message> Watch::begin(const std::string& path, std::size_t keep) {
  auto source = Follower::open(path);
  if (!source) return tl::unexpected(source.error());
  return std::unique_ptr<Watch>(new Watch(path, std::move(*source), keep));
}

std::unique_ptr<Watch> Watch::of_program(const std::string& program, int output, std::size_t keep) {
  return std::unique_ptr<Watch>(new Watch(program, Follower::of_pipe(output), keep, true));
}

Watch::Watch(std::string path, Follower source, std::size_t keep, bool passes_on)
    : path_(std::move(path)), source_(std::move(source)), passes_on_(passes_on), list_(keep) {
  worker_.start([this](const std::stop_token& stop) { work(stop); });
}

void Watch::wake_with(std::function<void()> wake) {
  worker_.wake_with(std::move(wake));
  const std::lock_guard lock(mutex_);
  // Reports the finds made before `wake` was set.
  if (changed_) worker_.wake();
}

std::optional<WatchReport> Watch::take() {
  const std::lock_guard lock(mutex_);
  if (!changed_) return std::nullopt;
  changed_ = false;
  auto report = list_.report();
  report.ended = ended_;
  report.problem = problem_;
  return report;
}

void Watch::work(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  constexpr auto pause = std::chrono::milliseconds(100);
  algebra::LogScanner scanner;
  std::vector<char> block(1 << 16);
  bool untold = false;
  auto told = Clock::now() - pause;
  const auto add = [&](std::vector<algebra::Scanned> found) {
    if (found.empty()) return;
    const std::lock_guard lock(mutex_);
    for (auto& f : found) list_.add(std::move(f));
    changed_ = untold = true;
  };
  const StopDescriptor stopped(stop);
  while (!stop.stop_requested() && stopped.get() >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(told + pause - Clock::now()).count();
    const auto read = source_.read(block, untold ? static_cast<int>(std::clamp<std::int64_t>(left, 0, 100)) : -1, stopped.get());
    if (read.restarted) {
      add(scanner.finish());
      scanner = {};
    }
    add(scanner.feed({block.data(), read.bytes}));
    if (passes_on_) pass_on({block.data(), read.bytes}, stopped.get());
    if (read.ended) {
      add(scanner.finish());
      const std::lock_guard lock(mutex_);
      changed_ = ended_ = true;
      problem_ = read.problem;
    }
    if (read.ended || (untold && Clock::now() >= told + pause)) {
      worker_.wake();
      told = Clock::now();
      untold = false;
    }
    if (read.ended) return;
  }
}

}  // namespace app
