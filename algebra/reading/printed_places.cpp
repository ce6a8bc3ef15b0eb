#include "algebra/reading/printed_places.hpp"

#include <charconv>

#include <fmt/format.h>

#include "algebra/reading/printed_memory.hpp"
#include "algebra/reading/scan.hpp"

namespace algebra {
namespace {

constexpr std::string_view begin_word = "cutescope ";

/// Returns the last place of `word` before `end`; npos if there is none.
std::size_t last(std::string_view text, std::string_view word, std::size_t end) {
  return end < word.size() ? std::string_view::npos : text.rfind(word, end - word.size());
}

}  // namespace

std::string PrintedPlace::text() const {
  return fmt::format("{}:{}, {}", std::string_view(file).substr(file.rfind('/') + 1), line, thread);
}

std::optional<PrintedPlace> printed_place(std::string_view words) {
  constexpr auto npos = std::string_view::npos;
  const auto begin = words.find(begin_word);
  if (begin == npos) return std::nullopt;
  words.remove_prefix(begin + begin_word.size());
  // FILE:LINE FUNCTION THREAD: NAME
  const auto colon = words.rfind(": ");
  if (colon == npos) return std::nullopt;
  words = words.substr(0, colon);
  auto thread = words.ends_with(" host") ? words.size() - 5 : last(words, " block ", words.size());
  if (thread == npos) return std::nullopt;
  PrintedPlace place{.file = {}, .line = 0, .function = {}, .thread = std::string(words.substr(thread + 1))};
  words = words.substr(0, thread);
  const auto function = words.rfind(' ');
  if (function == npos) return std::nullopt;
  place.function = words.substr(function + 1);
  words = words.substr(0, function);
  const auto line = words.rfind(':');
  if (line == npos) return std::nullopt;
  place.file = words.substr(0, line);
  const auto* end = words.data() + words.size();
  const auto read = std::from_chars(words.data() + line + 1, end, place.line);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return place;
}

std::vector<PrintedValue> printed_values(std::string_view output) {
  std::vector<PrintedValue> values;
  LogScanner scanner;
  PrintedMemory memory;
  const auto add = [&](const std::vector<Scanned>& found) {
    for (const auto& f : found)
      if (auto place = printed_place(f.words)) {
        auto where = memory.place(f, *place);
        values.push_back({std::move(*place), f.name, to_string(f.value, Marks::underscores), std::move(where)});
      }
  };
  add(scanner.feed(output));
  add(scanner.finish());
  return values;
}

}  // namespace algebra
