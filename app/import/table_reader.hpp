#pragma once
// Reads a text as tables and infers their layouts, in the background: a large table that no layout makes takes seconds.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "app/system/worker.hpp"

namespace app {

/// A table of a text, and the layout behind it or why there is none.
struct TableAnswer {
  algebra::Table table;
  tl::expected<algebra::Inferred, algebra::NotInferred> found;
  std::string expression;     ///< as the sheet writes it; "" if there is none
  std::int64_t elements = 0;  ///< of the layout: more than the table has cells if some are not known
};

/// What a text says.
struct TableReading {
  std::string text;
  algebra::TableForm form = algebra::TableForm::automatic;
  std::optional<algebra::TableProblem> problem;  ///< it is no table
  std::vector<TableAnswer> answers;              ///< one for each table
};
/// Returns soon after a stop is requested; what it returns means nothing then.
TableReading read_table_text(std::string text, algebra::TableForm, const std::stop_token& = {});

/// The reading of the text that was asked for last; those before it are cancelled.
class TableReader {
 public:
  void ask(std::string text, algebra::TableForm);
  /// The reading, once: nothing before it is there and after it was taken.
  std::optional<TableReading> take();
  bool busy();

 private:
  void work(const std::stop_token&);

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable_any changed_;
  std::optional<TableReading> wanted_, done_;
  bool running_ = false;
  std::stop_source current_;
  Worker worker_;  ///< last: it uses the members above
};

}  // namespace app
