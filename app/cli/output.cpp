#include "app/cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>

#include "algebra/text/utf8.hpp"
#include "app/system/control_characters.hpp"

namespace app {
namespace {

enum class Escapes : std::uint8_t { text, json, none };

/// Tells whether a text has nothing to escape, as most have.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t'; });
}

std::string escaped(std::string_view text, Escapes escapes) {
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const auto before = text;
    const auto c = algebra::take_code_point(text);
    const auto bytes = before.substr(0, before.size() - text.size());
    const bool malformed = c == 0xFFFD && bytes.size() == 1;
    if (!malformed && !is_obeyed(c)) out += bytes;
    else if (escapes == Escapes::json) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else if (bytes.size() == 1) out += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(bytes[0])));
    else out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  }
  return out;
}

bool write_escaped(std::string_view text, std::FILE* to, Escapes escapes) {
  if (escapes == Escapes::none || is_plain(text)) return std::fwrite(text.data(), 1, text.size(), to) == text.size();
  const auto shown = escaped(text, escapes);
  return std::fwrite(shown.data(), 1, shown.size(), to) == shown.size();
}

/// Why standard output failed first; 0 while it takes everything.
std::atomic<int> out_error{0};

/// Remembers why, if it failed.
void note_failure(bool done) {
  if (int none = 0; !done) out_error.compare_exchange_strong(none, errno);
}

void throw_if_failed() {
  if (out_error != 0 || std::ferror(stdout) != 0) throw OutputFailed(out_error, std::generic_category());
}

void print(std::string_view text, Escapes escapes) {
  note_failure(write_escaped(text, stdout, escapes));
  throw_if_failed();
}

}  // namespace

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // open() returns the lowest free descriptor, this one. Stdin is opened for writing, the others for reading, so that using them still
    // fails.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) static_cast<void>(::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY));
}

void print_out_text(std::string_view text) { print(text, Escapes::text); }

void print_out_document(std::string_view text) { print(text, ::isatty(STDOUT_FILENO) != 0 ? Escapes::text : Escapes::none); }

void print_out_json(std::string_view json) { print(json, Escapes::json); }

void flush_output() {
  note_failure(std::fflush(stdout) == 0);
  throw_if_failed();
}

void print_err_text(std::string_view text) {
  // In the order in which it was said, also where both are one file.
  note_failure(std::fflush(stdout) == 0);
  write_escaped(text, stderr, Escapes::text);
}

void show_progress(std::string_view line) {
  constexpr std::string_view begin = "\r\x1b[K";
  std::fwrite(begin.data(), 1, begin.size(), stderr);
  write_escaped(line, stderr, Escapes::text);
  std::fflush(stderr);
}

}  // namespace app
