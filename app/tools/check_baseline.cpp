#include "app/tools/check_baseline.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "algebra/text/characters.hpp"
#include "app/report/answers.hpp"
#include "app/system/files.hpp"

namespace app {

using algebra::message;
using nlohmann::json;

tl::expected<CheckBaseline, algebra::Message> CheckBaseline::read(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  const auto text = read_file(path, most_bytes);
  if (!text) return tl::unexpected(text.error());
  CheckBaseline baseline;
  baseline.path_ = path;
  std::size_t number = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    const auto line = algebra::trimmed(algebra::take_until(rest, '\n'));
    ++number;
    if (line.empty()) continue;
    const auto one = json::parse(line, nullptr, false);
    std::vector<std::string> finding;
    for (const auto* key : {"file", "rule", "text"})
      if (one.is_object() && one.contains(key) && one[key].is_string()) finding.push_back(one[key].get<std::string>());
    if (finding.size() != 3)
      return tl::unexpected(message("{} is not a baseline: line {} is not a finding, as --write-baseline writes it", path, number));
    ++baseline.left_[std::move(finding)];
  }
  return baseline;
}

CheckBaseline CheckBaseline::to_write(const std::string& path) {
  CheckBaseline baseline;
  baseline.path_ = path;
  baseline.is_written_ = true;
  return baseline;
}

bool CheckBaseline::knows(const Finding& f) {
  if (path_.empty()) return false;
  std::vector<std::string> finding{name_of_file(f.place.file), f.rule, f.message.text()};
  if (is_written_) {
    came_.push_back(std::move(finding));
    return ++known_, true;
  }
  const auto it = left_.find(finding);
  if (it == left_.end() || it->second == 0) return false;
  --it->second;
  return ++known_, true;
}

std::size_t CheckBaseline::count_missing(const std::vector<std::string>& files) const {
  if (left_.empty()) return 0;
  std::set<std::string> looked_at;
  for (const auto& file : files) looked_at.insert(name_of_file(file));
  std::size_t count = 0;
  for (const auto& [finding, left] : left_)
    if (looked_at.contains(finding[0])) count += left;
  return count;
}

tl::expected<void, algebra::Message> CheckBaseline::write() const {
  auto all = came_;
  std::ranges::sort(all);
  std::string text;
  for (const auto& finding : all) text += dumped({{"file", finding[0]}, {"rule", finding[1]}, {"text", finding[2]}}) + "\n";
  return write_file(path_, text);
}

std::string CheckBaseline::name_of_file(const std::string& file) const {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(file, error) || error) return file;
  const auto whole = [&](const std::string& path) { return fs::absolute(path, error).lexically_normal(); };
  const auto beside = whole(file).lexically_relative(whole(path_).parent_path());
  return error || beside.empty() ? file : beside.generic_string();
}

}  // namespace app
