#include "algebra/text/cursor.hpp"

#include <charconv>
#include <system_error>

namespace algebra {

std::optional<std::string_view> Cursor::word() {
  const auto begin = at_;
  while (is_word(here())) ++at_;
  return at_ > begin ? std::optional(text_.substr(begin, at_ - begin)) : std::nullopt;
}

std::optional<std::int64_t> Cursor::number() {
  std::int64_t n = 0;
  const auto digits = rest();
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  if (error != std::errc{}) return std::nullopt;
  at_ += static_cast<std::size_t>(end - digits.data());
  return n;
}

std::optional<std::string_view> Cursor::quoted() {
  const auto end = here() == '"' ? text_.find('"', at_ + 1) : text_.npos;
  if (end == text_.npos) return std::nullopt;
  const auto begin = at_ + 1;
  at_ = end + 1;
  return text_.substr(begin, end - begin);
}

bool Cursor::comment() {
  const bool line = comes("//");
  if (!line && !comes("/*")) return false;
  const auto end = line ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
  to(line || end == text_.npos ? end : end + 2);
  return true;
}

void Cursor::step() {
  if (brackets_.comments && comment()) return;
  if (brackets_.quotes && here() == '"') {
    if (!quoted()) at_ = text_.size();
  } else if (brackets_.arrows && comes("->")) {
    at_ += 2;
  } else if (!done()) {
    const char c = text_[at_++];
    depth_ += brackets_.open.find(c) != brackets_.open.npos ? 1 : brackets_.close.find(c) != brackets_.close.npos ? -1 : 0;
  }
}

std::optional<std::string_view> Cursor::balanced() {
  if (brackets_.open.find(here()) == brackets_.open.npos) return std::nullopt;
  for (auto inner = *this; !inner.done();) {
    if (brackets_.quotes && inner.here() == '"') {
      if (inner.quoted()) continue;
      at_ = inner.at_;
      break;
    }
    inner.step();
    if (inner.depth_ > depth_) continue;
    const auto begin = at_ + 1;
    at_ = inner.at_;
    return text_.substr(begin, at_ - 1 - begin);
  }
  return std::nullopt;
}

std::string_view Cursor::until(std::string_view letters) {
  const auto begin = at_;
  for (auto around = depth_; !done() && (depth_ > around || letters.find(here()) == letters.npos); around = std::min(around, depth_))
    step();
  return text_.substr(begin, at_ - begin);
}

std::vector<std::string_view> Cursor::split(char letter) {
  std::vector<std::string_view> parts;
  do parts.push_back(until({&letter, 1}));
  while (take(letter));
  return parts;
}

int open_brackets(std::string_view text) {
  Cursor cursor(text);
  while (!cursor.done()) cursor.step();
  return cursor.depth();
}

}  // namespace algebra
