#include "app/import/dsl/dsl_ir.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "algebra/text/characters.hpp"
#include "app/import/clang_dump.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

struct Place {
  std::string file;
  std::size_t line = 1;
};

/// Returns the first string literal at or after `from`, and its end; nullopt if there is none.
std::optional<std::pair<std::string_view, std::size_t>> quoted(std::string_view text, std::size_t from = 0) {
  const auto open = text.find('"', from);
  if (open == std::string_view::npos) return std::nullopt;
  auto end = open + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return std::nullopt;
  return std::pair(text.substr(open + 1, end - open - 1), end + 1);
}

/// Returns the text within the bracket at `open`, or "" if it does not close.
std::string_view within(std::string_view text, std::size_t open) {
  int depth = 0;
  bool in_string = false;
  for (auto i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      else if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '(' || c == '<' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && (i == 0 || text[i - 1] != '-'))) {
      if (--depth == 0) return text.substr(open + 1, i - open - 1);
    }
  }
  return {};
}

/// Converts (8,?{div=4}):(1,?{i64}) to the language's (_8,?):(_1,?).
std::string in_language(std::string_view written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const char c = written[i];
    if (c == '{') {
      // Properties of a dynamic integer: its divisor, its width.
      while (i < written.size() && written[i] != '}') ++i;
      continue;
    }
    const bool digit = c >= '0' && c <= '9';
    const char before = text.empty() ? '(' : text.back();
    // Numbers start after a bracket or separator: not within a number, after an @ (a mode), or in a swizzle.
    if ((digit && (before == '(' || before == ',' || before == ':' || before == ' ')) ||
        (c == '-' && (before == '(' || before == ',' || before == ':')))
      text += '_';
    text += c;
  }
  return text;
}

/// Converts S<3,4,3> o 0 o (8,64):(64,1). The swizzle's numbers are kept as they are.
std::string composed_in_language(std::string_view written) {
  if (!written.starts_with("S<")) return in_language(written);
  const auto end = written.find('>');
  if (end == std::string_view::npos) return {};
  return "Sw" + std::string(written.substr(1, end)) + in_language(written.substr(end + 1));
}

/// Returns "Sw<3,4,3>" of a layout or tensor, or "".
std::string_view swizzle_in(std::string_view text) {
  const auto at = text.find("Sw<");
  if (at == std::string_view::npos) return {};
  const auto end = text.find('>', at);
  return end == std::string_view::npos ? std::string_view() : text.substr(at, end - at + 1);
}

class IrReader {
 public:
  DslIr read(std::string_view text) {
    for (auto rest = text; !rest.empty();) {
      const auto line = algebra::trimmed(algebra::take_until(rest, '\n'));
      if (line.starts_with('!')) alias_of_type(line);
      else if (line.starts_with("#loc")) alias_of_place(line);
      else if (line.starts_with('%')) operations_.push_back(line);
    }
    // Locations may be defined after the operations that use them.
    for (const auto line : operations_) operation(line);
    return std::move(ir_);
  }

 private:
  void alias_of_type(std::string_view line) {
    const auto is = line.find(" = ");
    if (is != std::string_view::npos) types_.emplace(line.substr(0, is), line.substr(is + 3));
  }
  void alias_of_place(std::string_view line) {
    const auto is = line.find(" = loc(");
    if (is != std::string_view::npos) places_.emplace(line.substr(0, is), within(line, is + 6));
  }

  /// Returns the place in loc(...): "file":12:3, "name"(...), callsite(... at ...), fused[...], or #loc7. For a call it is that of the
  /// callee.
  std::optional<Place> place(std::string_view said, int depth = 0) const {
    constexpr int most_deep = 16;
    said = algebra::trimmed(said);
    if (depth > most_deep || said.empty()) return std::nullopt;
    if (said.starts_with('#')) {
      const auto at = places_.find(said.substr(0, said.find_first_of(" ,)]")));
      return at == places_.end() ? std::nullopt : place(at->second, depth + 1);
    }
    if (said.starts_with("callsite(") || said.starts_with("fused")) {
      const auto open = said.find_first_of(said.front() == 'c' ? "(" : "[");
      return open == std::string_view::npos ? std::nullopt : place(within(said, open), depth + 1);
    }
    const auto name = quoted(said);
    if (!name) return std::nullopt;
    const auto rest = said.substr(name->second);
    if (rest.starts_with('(')) return place(within(rest, 0), depth + 1);
    if (!rest.starts_with(':')) return std::nullopt;
    // A module that was parsed from text has the locations of that text.
    if (name->first == "-") return std::nullopt;
    Place p{.file = std::string(name->first)};
    const auto digits = rest.substr(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), p.line);
    return error == std::errc() ? std::optional(p) : std::nullopt;
  }

  void operation(std::string_view line) {
    std::optional<Place> at;
    if (const auto loc = line.rfind(" loc("); loc != std::string_view::npos) {
      at = place(within(line, loc + 4));
      line = algebra::trimmed(line.substr(0, loc));
    }
    if (!at) return;
    ir_.has_places = true;
    // ... : (operands) -> results, or ... : result.
    const auto arrow = line.rfind(" -> ");
    auto results = line.substr(arrow != std::string_view::npos ? arrow + 4 : std::min(line.rfind(" : "), line.size() - 3) + 3);
    if (results.starts_with('(')) results = within(results, 0);
    for (const auto type : list(results)) {
      const auto named = types_.find(type);
      auto layout = layout_of_ir_type(named == types_.end() ? type : named->second);
      if (!layout.empty()) ir_.layouts.push_back({at->file, at->line, std::move(layout)});
    }
  }

  /// Splits a list of types at its commas.
  static std::vector<std::string_view> list(std::string_view text) {
    std::vector<std::string_view> all;
    int depth = 0;
    bool in_string = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (i == text.size() || (text[i] == ',' && depth == 0 && !in_string)) {
        all.push_back(algebra::trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
      } else if (text[i] == '"') {
        in_string = !in_string;
      } else if (!in_string) {
        depth += text[i] == '<' || text[i] == '(' ? 1 : text[i] == '>' || text[i] == ')' ? -1 : 0;
      }
    }
    return all;
  }

  DslIr ir_;
  std::map<std::string_view, std::string_view> types_, places_;  ///< by alias
  std::vector<std::string_view> operations_;
};

}  // namespace

std::string layout_of_ir_type(std::string_view type) {
  if (type.starts_with("!cute.layout<") || type.starts_with("!cute.composed_layout<")) {
    const auto said = quoted(type);
    return said ? composed_in_language(said->first) : std::string();
  }
  if (type.starts_with("!cute.memref<")) {
    // !cute.memref<f16, smem, align<16>, S<3,4,3>, "(8,64):(64,1)">
    const auto said = quoted(type);
    if (!said) return {};
    const auto swizzle = type.find(" S<");
    auto layout = composed_in_language(said->first);
    if (swizzle != std::string_view::npos && swizzle < type.find('"'))
      layout.insert(0, "Sw<" + std::string(within(type, swizzle + 2)) + "> o ");
    return layout;
  }
  if (type.starts_with("!cute.coord_tensor<")) {
    // First the start, then the layout.
    const auto start = quoted(type);
    const auto said = start ? quoted(type, start->second) : std::nullopt;
    return said ? in_language(said->first) : std::string();
  }
  return {};
}

DslIr read_dsl_ir(std::string_view text) { return IrReader().read(text); }

std::vector<std::string> ir_files_of(const std::string& program) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_files = 64;
  std::vector<std::string> all;
  const auto add = [&](const fs::path& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end; it.increment(error)) {
      std::error_code unknown;
      if (it->path().extension() == ".mlir" && it->is_regular_file(unknown)) paths.push_back((folder / it->path().filename()).string());
    }
    std::ranges::sort(paths);
    paths.resize(std::min(paths.size(), most_files));
    all.insert(all.end(), paths.begin(), paths.end());
  };
  const auto beside = fs::path(program).parent_path();
  add(beside);
  const auto* named = std::getenv("CUTE_DSL_DUMP_DIR");
  std::error_code error;
  if (named != nullptr && *named != 0 && !fs::equivalent(named, beside.empty() ? "." : beside, error)) add(named);
  return all;
}

std::vector<std::pair<std::string, DslIr>> kept_ir(const std::string& program) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  const auto name = std::filesystem::path(program).filename().string();
  std::vector<std::pair<std::string, DslIr>> kept;
  for (const auto& path : ir_files_of(program)) {
    const auto text = read_file(path, most_bytes);
    if (!text) continue;
    auto ir = read_dsl_ir(*text);
    if (ir.has_places ? text->find(name) != std::string::npos : text->find("!cute.") != std::string::npos)
      kept.emplace_back(path, std::move(ir));
  }
  return kept;
}

bool has_ir_layout(std::string_view value, std::string_view layout) {
  return swizzle_in(value) == swizzle_in(layout) && fits_compiled(layout, value);
}

}  // namespace app
