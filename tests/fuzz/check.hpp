#pragma once
// Properties that a fuzz target checks, besides not crashing.

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algebra/language/diagnostic.hpp"

namespace fuzz {

/// A property that does not hold. The replay counts it and continues with the next input.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `what` and the text it is about, escaped as in a C string literal, so that it cannot upset a terminal.
inline std::string described(std::string_view what, std::string_view about) {
  std::string text(what);
  text += ": \"";
  for (const char c : about.substr(0, 400)) {
    char hex[8];
    if (c == '\n') text += "\\n";
    else if (c >= ' ' && c <= '~') text += c;
    else std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned char>(c)), text += hex;
  }
  return text + (about.size() > 400 ? "\"..." : "\"");
}

/// Under libFuzzer the stack at the failure matters more than continuing: it must not be unwound.
inline void check(bool holds, std::string_view what, std::string_view about) {
  if (holds) return;
#ifdef CUTESCOPE_LIBFUZZER
  std::fprintf(stderr, "FAILED: %s\n", described(what, about).c_str());
  std::abort();
#else
  throw Broken(described(what, about));
#endif
}

inline void check_span(algebra::SourceSpan span, std::string_view text, std::string_view whose) {
  check(span.begin <= span.end, std::string(whose) + " ends before it begins", text);
  check(span.end <= text.size(), std::string(whose) + " reaches past the text", text);
}

/// Every error and warning must have a place in the text and a reason.
inline void check_diagnostic(const algebra::Diagnostic& d, std::string_view text) {
  check_span(d.span, text, "the place of the problem \"" + d.problem.condition + "\"");
  check(!d.problem.condition.empty(), "a problem has no condition", text);
  check(!d.problem.message.empty(), "a problem has no message", text);
}

}  // namespace fuzz
