#include "app/launch/layout_search.hpp"

#include <utility>

namespace app {
namespace {

std::vector<BankWords> words_of_accesses(const gpu::TileQuestion& q, const gpu::TileLayout& is) {
  std::vector<BankWords> words;
  for (std::size_t a = 0; a < q.accesses.size(); ++a) words.push_back(gpu::words_in_banks(q, is, a));
  return words;
}

Searched searched(gpu::TileQuestion question, std::size_t count, gpu::SuggestProgress& progress) {
  auto answer = gpu::suggest(question, count, progress);
  SearchedLayouts found{.question = std::move(question), .answer = std::move(answer)};
  if (!found.answer || progress.cancelled) return found;
  for (const auto& r : found.answer->best) found.banks.push_back(words_of_accesses(found.question, r.is));
  if (found.answer->now) found.now = words_of_accesses(found.question, found.answer->now->is);
  return found;
}

Searched searched(gpu::ThreadQuestion question, std::size_t count, gpu::SuggestProgress& progress) {
  auto answer = gpu::suggest_threads(question, count, progress);
  return SearchedThreads{.question = std::move(question), .answer = std::move(answer)};
}

}  // namespace

LayoutSearch::LayoutSearch() {
  worker_.start([this](const std::stop_token& stop) { work(stop); });
}

LayoutSearch::~LayoutSearch() { cancel(); }

/// Requires that the caller holds the lock.
void LayoutSearch::drop() {
  if (running_) running_->cancelled = true;
  running_.reset();
  asked_.reset();
  found_.reset();
}

void LayoutSearch::ask(SearchQuestion question, std::size_t count) {
  const std::lock_guard lock(mutex_);
  drop();
  asked_ = {.question = std::move(question), .count = count};
  changed_.notify_all();
}

void LayoutSearch::cancel() {
  const std::lock_guard lock(mutex_);
  drop();
}

std::optional<Searched> LayoutSearch::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(found_, std::nullopt);
}

bool LayoutSearch::busy() const {
  const std::lock_guard lock(mutex_);
  return asked_ || running_;
}

double LayoutSearch::fraction() const {
  const std::lock_guard lock(mutex_);
  const auto total = running_ ? running_->total.load() : 0;
  return total > 0 ? static_cast<double>(running_->done) / static_cast<double>(total) : 0;
}

void LayoutSearch::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return asked_.has_value(); })) {
    auto asked = std::move(*asked_);
    asked_.reset();
    const auto progress = std::make_shared<gpu::SuggestProgress>();
    running_ = progress;
    lock.unlock();
    auto found = std::visit([&](auto& question) { return searched(std::move(question), asked.count, *progress); }, asked.question);
    lock.lock();
    if (running_ != progress) continue;  // a newer question has replaced this one
    running_.reset();
    found_ = std::move(found);
  }
}

}  // namespace app
