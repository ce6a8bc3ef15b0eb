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
  /// Those of a file. Error: one sentence: it is not there, or is no baseline.
  static tl::expected<CheckBaseline, algebra::Message> read(const std::string& path);
  /// One that gets the findings of this run.
  static CheckBaseline written(const std::string& path);

  /// Whether the finding is known. Of one that comes several times as many are known as the baseline has; one that is written knows all.
  bool knows(const Finding&);
  std::size_t known() const { return known_; }
  /// How many of these files' findings the baseline has and that have not come.
  std::size_t gone(const std::vector<std::string>& files) const;

  bool is_written() const { return is_written_; }
  const std::string& path() const { return path_; }
  /// Writes what came. Error: one sentence.
  tl::expected<void, algebra::Message> write() const;

 private:
  /// As the baseline has it: beside its own folder, wherever the program is run.
  std::string name_of_file(const std::string& file) const;

  std::string path_{};
  bool is_written_ = false;
  std::size_t known_ = 0;
  std::map<std::vector<std::string>, std::size_t> left_{};  ///< file, rule and text, and how many of them have not come
  std::vector<std::vector<std::string>> came_{};
};

}  // namespace app
