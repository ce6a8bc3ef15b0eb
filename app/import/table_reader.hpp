#pragma once
// Reads a text as tables and infers their layouts in the background, as a large table without a layout takes seconds.

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

/// A table of a text with the inferred layout, or the reason why there is none.
struct TableAnswer {
  algebra::Table table;
  tl::expected<algebra::Inferred, algebra::NotInferred> found;
  std::string expression;     ///< in the sheet's notation; "" if there is none
  std::int64_t elements = 0;  ///< of the layout: more than the table's cells if some are unknown
};

/// The result of reading a text.
struct TableReading {
  std::string text;
  algebra::TableForm form = algebra::TableForm::automatic;
  std::optional<algebra::TableProblem> problem;  ///< the text is not a table
  std::vector<TableAnswer> answers;              ///< one per table
};
/// Reads a text as tables. Returns soon after a stop is requested, with a meaningless result.
TableReading read_table_text(std::string text, algebra::TableForm, const std::stop_token& = {});

/// Reads the last text in the background; earlier readings are cancelled.
class TableReader {
 public:
  void ask(std::string text, algebra::TableForm);
  /// Returns the reading once; nullopt before it is finished and after it was taken.
  std::optional<TableReading> take();
  bool busy();

 private:
  void work(const std::stop_token&);

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable_any changed_;
  std::optional<TableReading> wanted_, done_;
  bool running_ = false;
  std::stop_source current_;
  Worker worker_;  ///< declared last, because it uses the members above
};

}  // namespace app
