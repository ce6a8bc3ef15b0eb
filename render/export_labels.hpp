#pragma once
// Collects texts by style before a pen draws them, so that a file states each style once for many texts.

#include <algorithm>
#include <string>
#include <vector>

#include "render/export_pen.hpp"

namespace render {

class TextBatch {
 public:
  explicit TextBatch(Pen& pen) : pen_(pen) {}
  TextBatch(const TextBatch&) = delete;
  TextBatch& operator=(const TextBatch&) = delete;
  ~TextBatch() { flush(); }

  void add(double x, double baseline, std::string_view text, const TextStyle& style) {
    if (text.empty()) return;
    if (letters_.size() + text.size() > letters_.capacity() || count_ == most_texts) flush();
    if (text.size() > letters_.capacity()) return pen_.text(x, baseline, text, style);
    auto found = std::find_if(styles_.begin(), styles_.end(), [&](const Styled& s) { return s.style == style; });
    if (found == styles_.end()) found = styles_.insert(styles_.end(), {style, {}});
    // A string does not move its characters within its capacity.
    const auto* at = letters_.data() + letters_.size();
    letters_ += text;
    found->texts.push_back({x, baseline, {at, text.size()}});
    ++count_;
  }

  void flush() {
    for (auto& s : styles_) {
      if (!s.texts.empty()) pen_.texts(s.texts, s.style);
      s.texts.clear();
    }
    letters_.clear();
    letters_.reserve(most_letters);
    count_ = 0;
  }

 private:
  struct Styled {
    TextStyle style;
    std::vector<PlacedText> texts;
  };
  static constexpr std::size_t most_texts = std::size_t{1} << 14, most_letters = std::size_t{1} << 18;

  Pen& pen_;
  std::vector<Styled> styles_;
  std::string letters_;
  std::size_t count_ = 0;
};

}  // namespace render
