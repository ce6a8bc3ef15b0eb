#include "app/import/program_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

#include "algebra/text/characters.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::size_t most_files = 200, most_bytes = 4 << 20, most_of_file = 1 << 20, most_looked_at = 2000, most_users = 3;

/// Returns the name in a line's #include "...", or nullopt.
std::optional<std::string_view> included_in(std::string_view line) {
  line = algebra::trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = algebra::trimmed(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = algebra::trimmed(line.substr(7));
  if (!line.starts_with('"')) return std::nullopt;
  line.remove_prefix(1);
  const auto end = line.find('"');
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  return line.substr(0, end);
}

/// Returns whether a header is CuTe's or CUTLASS's, whose definitions the language has.
bool is_of_cute(std::string_view name) { return name.starts_with("cute/") || name.starts_with("cutlass/"); }

bool is_header(const fs::path& path) {
  const auto ending = path.extension().string();
  constexpr std::array<std::string_view, 2> others{".cuh", ".inl"};
  return ending.starts_with(".h") || std::find(others.begin(), others.end(), ending) != others.end();
}

/// Returns the canonical path, or an empty one if there is no such file.
fs::path real_file(const fs::path& path) {
  std::error_code error;
  auto real = fs::canonical(path, error);
  return error || !fs::is_regular_file(real, error) ? fs::path{} : real;
}
bool lies_beneath(const fs::path& file, const fs::path& folder) {
  const auto [in_file, in_folder] = std::mismatch(file.begin(), file.end(), folder.begin(), folder.end());
  return in_folder == folder.end();
}

/// The names in a text that have arguments of templates, without their digits.
std::set<std::string> names_in(std::string_view text) {
  std::set<std::string> names;
  std::string name;
  for (const char c : text) {
    if (c == '<' && !name.empty() && name != "template" && name != "include") names.insert(name);
    if (!algebra::is_word(c)) name.clear();
    else if (!algebra::is_digit(c)) name += c;
  }
  return names;
}

/// The parts of a file's name: "fwd", "sm80".
std::set<std::string> words_of(const fs::path& path) {
  std::set<std::string> words;
  std::string word;
  for (const char c : path.stem().string() + "_") {
    if (algebra::is_word(c) && c != '_') {
      word += c;
      continue;
    }
    if (!word.empty()) words.insert(std::move(word));
    word.clear();
  }
  return words;
}

}  // namespace

bool is_cpp_header(const std::string& path) { return is_header(path); }

class ProgramGatherer {
 public:
  ProgramGatherer(const std::string& path, std::string_view text, const ProgramFolders& folders) : named_(path), text_(text) {
    named_real_ = real_file(path);
    if (named_real_.empty()) return;
    roots_.push_back(named_real_.parent_path());
    for (const auto& folder : folders.include) {
      std::error_code error;
      if (auto real = fs::canonical(folder, error); !error) roots_.push_back(std::move(real));
    }
    for (const auto& file : folders.beside)
      if (auto real = real_file(file); !real.empty() && real != named_real_) beside_.push_back(std::move(real));
    for (const auto& file : folders.named)
      if (auto real = real_file(file); !real.empty() && real != named_real_) also_named_.push_back(std::move(real));
  }

  ProgramFiles run(bool look_for_users) {
    made_.files_.push_back({named_, ProgramFiles::Role::named, 1});
    if (named_real_.empty()) {
      put(text_, 0, {});
      return std::move(made_);
    }
    numbers_[named_real_] = 0;
    // Headers come first, as if the others included them; then the sources that use them.
    for (const auto& file : also_named_) begin_with(file, ProgramFiles::Role::named);
    for (const auto& file : beside_)
      if (is_header(file)) begin_with(file, ProgramFiles::Role::included);
    std::vector<fs::path> sources;
    for (const auto& file : beside_)
      if (!is_header(file)) sources.push_back(file);
    if (sources.empty() && look_for_users && is_header(named_real_)) {
      sources = users(named_real_);
      for (const auto& file : also_named_)
        for (auto& user : users(file))
          if (user != named_real_ && std::find(sources.begin(), sources.end(), user) == sources.end()) sources.push_back(std::move(user));
    }
    for (const auto& file : sources) begin_with(file, ProgramFiles::Role::user);
    if (!put_.contains(named_real_)) include(named_real_, 0);
    return std::move(made_);
  }

 private:
  const std::string* text_of(const fs::path& file) {
    if (const auto it = texts_.find(file); it != texts_.end()) return it->second ? &*it->second : nullptr;
    auto& text = texts_[file];
    if (file == named_real_) text = std::string(text_);
    else if (auto read = read_file(file.string(), most_of_file); read && read->find('\0') == std::string::npos) text = std::move(*read);
    return text ? &*text : nullptr;
  }

  /// Returns the file of an include as the compiler finds it; empty if it is below none of the folders.
  fs::path found(std::string_view name, const fs::path& includer) const {
    const auto look = [&](const fs::path& folder) {
      auto file = real_file(folder / fs::path(name));
      const bool beneath = std::any_of(roots_.begin(), roots_.end(), [&](const auto& root) { return lies_beneath(file, root); });
      return beneath ? file : fs::path{};
    };
    if (auto file = look(includer.parent_path()); !file.empty()) return file;
    for (const auto& root : roots_)
      if (auto file = look(root); !file.empty()) return file;
    return {};
  }

  void begin_with(const fs::path& file, ProgramFiles::Role role) {
    if (put_.contains(file)) return;
    numbers_[file] = made_.files_.size();
    made_.files_.push_back({file.string(), role, 1});
    include(file, numbers_[file]);
  }
  void include(const fs::path& file, std::size_t number) {
    put_.insert(file);
    if (const auto* text = text_of(file)) put(*text, number, file);
  }

  void put(std::string_view text, std::size_t file, const fs::path& real) {
    const auto piece = [&](std::size_t first) { made_.pieces_.push_back({next_line_, file, first}); };
    piece(1);
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::size_t number = 0;
    while (!text.empty()) {
      const bool ends = text.find('\n') != std::string_view::npos;
      const auto line = algebra::take_until(text, '\n');
      ++number;
      if (file == 0) at_ = number;
      const auto name = real.empty() ? std::nullopt : included_in(line);
      const auto other = name && !is_of_cute(*name) ? found(*name, real) : fs::path{};
      if (name && other.empty() && !is_of_cute(*name) &&
          std::find(made_.missing_.begin(), made_.missing_.end(), *name) == made_.missing_.end())
        made_.missing_.emplace_back(*name);
      if (!other.empty()) {
        const bool fits = made_.files_.size() < most_files && made_.text_.size() < most_bytes;
        if (put_.contains(other) || !fits) {
          // A file is included only once. One that is too much counts as missing.
          if (!put_.contains(other)) made_.missing_.emplace_back(*name);
          made_.text_ += '\n', ++next_line_;
          continue;
        }
        if (other == named_real_) include(other, 0);
        else {
          numbers_[other] = made_.files_.size();
          const bool named = std::find(also_named_.begin(), also_named_.end(), other) != also_named_.end();
          made_.files_.push_back({other.string(), named ? ProgramFiles::Role::named : ProgramFiles::Role::included, at_});
          include(other, numbers_[other]);
        }
        if (!made_.text_.empty() && made_.text_.back() != '\n') made_.text_ += '\n', ++next_line_;
        piece(number + 1);
        continue;
      }
      made_.text_ += line;
      if (ends || !real.empty()) made_.text_ += '\n', ++next_line_;
    }
  }

  /// Returns the includes of each C++ file in a folder and its subfolders.
  const std::map<fs::path, std::vector<fs::path>>& includes_in(const fs::path& folder) {
    const auto [known, is_new] = includes_.try_emplace(folder);
    auto& includes = known->second;
    if (!is_new) return includes;
    std::size_t looked_at = 0;
    const auto look_in = [&](const fs::path& place) {
      std::error_code error;
      std::vector<fs::path> files;
      for (fs::directory_iterator it(place, error), end; !error && it != end; it.increment(error))
        if (const auto language = program_language(it->path().string()); language == ProgramLanguage::cpp && ++looked_at <= most_looked_at)
          files.push_back(it->path());
      for (const auto& path : files)
        if (const auto file = real_file(path); !file.empty())
          if (const auto* text = text_of(file)) {
            auto& all = includes[file];
            std::string_view rest = *text;
            while (!rest.empty())
              if (const auto name = included_in(algebra::take_until(rest, '\n')); name && !is_of_cute(*name))
                if (auto other = found(*name, file); !other.empty()) all.push_back(std::move(other));
          }
    };
    look_in(folder);
    std::error_code error;
    std::vector<fs::path> inner;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (std::error_code none; it->is_directory(none) && inner.size() < 50) inner.push_back(it->path());
    std::sort(inner.begin(), inner.end());
    for (const auto& path : inner) look_in(path);
    return includes;
  }

  /// Returns the sources in a header's folder and below that include it, directly or indirectly; without sources, the headers that include
  /// it and that no file includes. The most similar name comes first, then sources that include it through further files.
  std::vector<fs::path> users(const fs::path& header) {
    const auto& includes = includes_in(header.parent_path());
    const auto reaches = [&](const fs::path& from) {
      std::set<fs::path> seen{from};
      std::vector<fs::path> rest{from};
      while (!rest.empty()) {
        const auto file = rest.back();
        rest.pop_back();
        if (const auto it = includes.find(file); it != includes.end())
          for (const auto& other : it->second)
            if (seen.insert(other).second) rest.push_back(other);
      }
      return seen;
    };
    std::vector<fs::path> all;
    std::set<fs::path> is_included;
    for (const auto& [file, others] : includes)
      for (const auto& other : others)
        if (other != file) is_included.insert(other);
    for (const bool sources : {true, false}) {
      for (const auto& [file, others] : includes)
        if (file != header && is_header(file) != sources && (sources || !is_included.contains(file)) && reaches(file).contains(header))
          all.push_back(file);
      if (!all.empty()) break;
    }
    const auto own = words_of(header);
    const auto likeness = [&](const fs::path& file) {
      const auto words = words_of(file);
      return std::count_if(words.begin(), words.end(), [&](const auto& word) { return own.contains(word); });
    };
    // The shortest of equally similar names comes first: fwd_sm80 before fwd_causal_sm80.
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      const auto key = [&](const fs::path& file) { return std::tuple(-likeness(file), words_of(file).size(), includes.at(file).size()); };
      return key(a) < key(b);
    });
    std::vector<fs::path> chosen;
    std::set<fs::path> covered;
    std::set<std::string> said;
    for (const auto& file : all) {
      const auto brings = reaches(file);
      const bool more = std::any_of(brings.begin(), brings.end(), [&](const fs::path& by) {
        const auto it = includes.find(by);
        return by != file && !covered.contains(by) && it != includes.end() &&
               std::find(it->second.begin(), it->second.end(), header) != it->second.end();
      });
      // A file with run<128> adds nothing to one with run<64>, but split<64> does.
      bool new_words = false;
      for (const auto& word : names_in(*text_of(file))) new_words = said.insert(word).second || new_words;
      if (!chosen.empty() && !more && !new_words) continue;
      chosen.push_back(file);
      covered.insert(brings.begin(), brings.end());
      if (chosen.size() == most_users) break;
    }
    return chosen;
  }

  std::string named_;
  std::string_view text_;
  fs::path named_real_;
  std::vector<fs::path> roots_, beside_, also_named_;
  std::map<fs::path, std::map<fs::path, std::vector<fs::path>>> includes_;  ///< by folder
  std::map<fs::path, std::optional<std::string>> texts_;
  std::map<fs::path, std::size_t> numbers_;
  std::set<fs::path> put_;
  std::size_t next_line_ = 1;
  std::size_t at_ = 1;  ///< the current line of the main file
  ProgramFiles made_;
};

ProgramFiles ProgramFiles::gather(const std::string& path, std::string_view text, const ProgramFolders& folders) {
  return ProgramGatherer(path, text, folders).run(folders.users);
}

ProgramFiles::Place ProgramFiles::place_of(std::size_t line) const {
  auto after = std::upper_bound(pieces_.begin(), pieces_.end(), line, [](std::size_t n, const Piece& p) { return n < p.line; });
  if (after == pieces_.begin()) return {};
  const auto& piece = *--after;
  return {piece.file, piece.first + (line - piece.line)};
}

}  // namespace app
