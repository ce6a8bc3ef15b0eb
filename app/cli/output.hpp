#pragma once
// Writes all text of the command line. Files, links and arguments may hold bytes that a terminal obeys: they are written as \x1b or
// \u009b. Tabs and line feeds stay.

#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace app {

/// Thrown if standard output takes no more; command_line() then ends with environment_failed.
struct OutputFailed : std::system_error {
  using std::system_error::system_error;
};

/// Call it first. A standard stream that the parent has closed stays unusable: no file that is opened later takes its number, so that
/// nothing is ever printed into a sheet.
void hold_standard_streams();

/// Writes to standard output. Throws OutputFailed if that is closed or full.
void print_out_text(std::string_view);
/// Writes a sheet's or a program's text to standard output: byte for byte, unless a terminal shows it. Throws as above.
void print_out_document(std::string_view);
/// Writes a line of JSON to standard output, where such bytes are \u001b. Throws as above.
void print_out_json(std::string_view);
/// Flushes standard output. Throws as above.
void flush_output();
/// Writes to standard error, after what was printed to standard output. A failure is ignored.
void print_err_text(std::string_view);
/// Writes a line of progress to a terminal, in place of the one before; "" removes it.
void show_progress(std::string_view line);

template <class... T>
void print_out(fmt::format_string<T...> format, T&&... arguments) {
  print_out_text(fmt::format(format, std::forward<T>(arguments)...));
}

template <class... T>
void print_err(fmt::format_string<T...> format, T&&... arguments) {
  print_err_text(fmt::format(format, std::forward<T>(arguments)...));
}

}  // namespace app
