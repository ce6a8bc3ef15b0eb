#pragma once
// The finder in the background. Only the latest question is answered; a new one cancels those before it.

#include <array>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/system/worker.hpp"
#include "gpu/suggest/suggest.hpp"
#include "gpu/suggest/suggest_threads.hpp"

namespace app {

/// The bank pattern in a picture of an access, as from gpu::words_in_banks.
using BankWords = std::array<int, 32>;

struct SearchedLayouts {
  gpu::TileQuestion question;
  tl::expected<gpu::Answer, algebra::Message> answer;
  std::vector<std::vector<BankWords>> banks{};  ///< by layout of the answer, then by access
  std::vector<BankWords> now{};                 ///< by access, in the tile's present layout; empty without one
};

struct SearchedThreads {
  gpu::ThreadQuestion question;
  tl::expected<gpu::ThreadAnswer, algebra::Message> answer;
};

using SearchQuestion = std::variant<gpu::TileQuestion, gpu::ThreadQuestion>;
using Searched = std::variant<SearchedLayouts, SearchedThreads>;

class LayoutSearch {
 public:
  LayoutSearch();
  ~LayoutSearch();
  LayoutSearch(const LayoutSearch&) = delete;
  LayoutSearch& operator=(const LayoutSearch&) = delete;

  /// Starts a search. Cancels a running one and drops results that were not taken. Up to `count` answers are written out.
  void ask(SearchQuestion, std::size_t count);
  /// Does the same without a new question.
  void cancel();
  /// Returns the answer to the last question, once.
  std::optional<Searched> take();
  /// Returns true if a question has no answer yet.
  bool busy() const;
  /// Returns the examined part of the family, 0 to 1.
  double fraction() const;

 private:
  struct Asked {
    SearchQuestion question;
    std::size_t count = 0;
  };
  void drop();
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Asked> asked_;
  std::shared_ptr<gpu::SuggestProgress> running_;  ///< null: no search is running
  std::optional<Searched> found_;
  Worker worker_;  ///< last member, so that its thread stops before the members that it uses are destroyed
};

}  // namespace app
