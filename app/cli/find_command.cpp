#include "app/cli/find_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/reading/scan.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/document/watched_names.hpp"

namespace app {
namespace {

std::string line_of(const algebra::Scanned& f, const std::string& name, bool as_json) {
  const auto value = algebra::to_string(f.value, f.marks);
  const auto unknown = algebra::dialects::run_time_words(f.printed);
  const auto& note = unknown.empty() ? f.printed.note : unknown;
  if (!as_json) return fmt::format("{}:{} {} = {}{}\n", f.line, f.column, name, value, note.empty() ? "" : "  # " + note);
  nlohmann::json j{{"line", f.line}, {"column", f.column}, {"name", name}, {"words", f.words}, {"text", f.text}, {"value", value}};
  if (!unknown.empty()) j["unknown"] = unknown.substr(algebra::dialects::run_time_note.size());
  if (!f.printed.note.empty()) j["note"] = f.printed.note;
  return dumped(j) + "\n";
}

}  // namespace

int find_in(const std::string& path, bool json) {
  const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto refused = [&] {
    return complain(bad_input, algebra::message("cannot read {}: {}", path, std::generic_category().message(errno)));
  };
  if (file < 0) return refused();
  algebra::LogScanner scanner;
  WatchedNames names;
  bool any = false;
  const auto tell = [&](const std::vector<algebra::Scanned>& found) {
    for (const auto& f : found) {
      const auto line = line_of(f, names.name_for(f.name, f.text), json);
      if (json) print_out_json(line);
      else print_out_text(line);
      any = true;
    }
    // Whoever reads what a running program printed gets it as it comes.
    if (!found.empty()) flush_output();
  };
  std::vector<char> block(1 << 16);
  for (;;) {
    const auto n = ::read(file, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int status = refused();
      if (file != STDIN_FILENO) ::close(file);
      return status;
    }
    if (n == 0) break;
    tell(scanner.feed({block.data(), static_cast<std::size_t>(n)}));
  }
  tell(scanner.finish());
  for (const auto& n : scanner.not_read()) complain(bad_input, algebra::message("{} at line {}: not read: {}", n.name, n.line, n.why));
  if (file != STDIN_FILENO) ::close(file);
  return any ? done : bad_input;
}

}  // namespace app
