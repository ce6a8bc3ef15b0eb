#pragma once
// Keeps the bytes of a file while it is drawn, or passes them on in pieces so that the file need not fit into memory.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "render/export.hpp"

namespace render {

class Output {
 public:
  /// Without a sink, keeps all bytes for `take`.
  explicit Output(Sink sink = {}) : sink_(std::move(sink)) {}

  void write(std::string_view bytes) {
    kept_ += bytes;
    if (sink_ && kept_.size() >= piece) flush();
  }
  void flush() {
    if (!sink_) return;
    good_ = good_ && (kept_.empty() || sink_(kept_));
    kept_.clear();
  }
  bool good() const { return good_; }
  /// Returns the bytes that no sink has taken.
  std::string take() {
    flush();
    return std::move(kept_);
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 18;
  Sink sink_;
  std::string kept_;
  bool good_ = true;
};

/// Lengths as whole hundredths, the smallest unit that a file has. Sums and differences are exact, so that a long chain of relative
/// steps ends where it should.
struct Hundredths {
  static constexpr std::int64_t one = 100;
  static std::int64_t of(double v) { return std::llround(v * static_cast<double>(one)); }

  /// Appends "12.5", "-0.25", "3": no trailing zeros.
  static void append(std::string& out, std::int64_t v) {
    char digits[40];
    char* at = digits;
    if (v < 0) {
      *at++ = '-';
      v = -v;
    }
    at = std::to_chars(at, digits + sizeof digits, v / one).ptr;
    if (auto rest = v % one; rest != 0) {
      *at++ = '.';
      for (auto place = one / 10; rest != 0; place /= 10) {
        *at++ = static_cast<char>('0' + rest / place);
        rest %= place;
      }
    }
    out.append(digits, at);
  }
};

}  // namespace render
