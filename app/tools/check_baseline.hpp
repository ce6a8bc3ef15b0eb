#pragma once
// Findings that are known: those of a baseline are not counted. A line of its file is {"file": ..., "rule": ..., "text": ...}, without the
// place, so that the finding stays known where lines are added above it.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/report/report.hpp"

namespace app {

class CheckBaseline {
 public:
  /// Knows nothing.
  CheckBaseline() = default;
  /// Reads the findings of a baseline. Error: one sentence, for a file that is missing or is not a baseline.
  static tl::expected<CheckBaseline, algebra::Message> read(const std::string& path);
  /// Begins a baseline that collects the findings of this run, for write().
  static CheckBaseline to_write(const std::string& path);

  /// Tells whether the baseline has the finding, as often as it lists it. A baseline that is being written takes each finding and knows it.
  bool knows(const Finding&);
  std::size_t known() const { return known_; }
  /// Counts the findings that the baseline lists for these files and that did not occur.
  std::size_t count_missing(const std::vector<std::string>& files) const;

  bool is_written() const { return is_written_; }
  const std::string& path() const { return path_; }
  /// Writes the collected findings. Error: one sentence.
  tl::expected<void, algebra::Message> write() const;

 private:
  /// Returns the file's path relative to the baseline's folder: the same wherever the program is run.
  std::string name_of_file(const std::string& file) const;

  std::string path_{};
  bool is_written_ = false;
  std::size_t known_ = 0;
  std::map<std::vector<std::string>, std::size_t> left_{};  ///< file, rule and text, and how many of them have not come
  std::vector<std::vector<std::string>> came_{};
};

}  // namespace app
