#pragma once
// The finder in the background: the last question that was asked is answered, those before it are dropped.

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

/// What a picture of an access shows: gpu::words_in_banks.
using BankWords = std::array<int, 32>;

struct SearchedLayouts {
  gpu::TileQuestion question;
  tl::expected<gpu::Answer, algebra::Message> answer;
  std::vector<std::vector<BankWords>> banks{};  ///< of each layout of the answer, of each access
  std::vector<BankWords> now{};                 ///< of each access in the layout that the tile has; empty without one
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

  /// Cancels what is being searched, and what was found and not taken is dropped. Up to `count` answers are spelled out.
  void ask(SearchQuestion, std::size_t count);
  /// The same without a new question.
  void cancel();
  /// The answer to the last question, once.
  std::optional<Searched> take();
  /// A question has no answer yet.
  bool busy() const;
  /// How much of the family has been looked at, 0 to 1.
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
  std::shared_ptr<gpu::SuggestProgress> running_;  ///< null: nothing is being searched
  std::optional<Searched> found_;
  Worker worker_;  ///< last, so that its thread stops before the members that it uses are destroyed
};

}  // namespace app
