// Random sources, with conditions and macros of all kinds, come out of our preprocessor as they come out of the compiler's.
// CUTESCOPE_CASES=5000 CUTESCOPE_SEED=7 chooses more and others.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/import/preprocessor.hpp"
#include "app/import/preprocessor_tokens.hpp"
#include "tests/folder.hpp"

using namespace app;

namespace {

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* given = std::getenv(variable);
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : otherwise;
}

/// Writes sources most of which a compiler takes without an error.
class SourceWriter {
 public:
  explicit SourceWriter(unsigned seed) : random_(seed) {}

  std::string source() {
    out_.clear();
    lines(3 + below(14), 0);
    return out_;
  }

 private:
  using Names = std::vector<std::string>;
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  bool once_in(unsigned n) { return below(n) == 0; }
  const std::string& one_of(const Names& all) { return all[below(static_cast<unsigned>(all.size()))]; }

  // By name, so that no call lacks an argument: objects, functions of one and of two, any number, text, paste.
  const Names objects_{"A", "B", "C", "AB", "BC", "x", "A1"}, ones_{"F", "G"}, twos_{"H", "K"};
  const Names plain_{"y", "z", "int", "Layout", "a1"}, numbers_{"0", "1", "2", "17", "0x1F", "0b11", "1'000", "3u", "4ll", "'a'"};
  const Names marks_{"+", "-", "<", "<<", "::", "->", ",", ";", "&&", "...", "=", "==", "!", "<:", "%"};

  std::string word() {
    switch (below(9)) {
      case 0:
      case 1: return one_of(objects_);
      case 2: return one_of(plain_);
      case 3: return one_of(numbers_);
      case 4: return one_of(marks_);
      case 5: return once_in(2) ? "\"a \\\" b\\n\"" : "u8\"x\"_s";
      case 6: return once_in(3) ? "/* c */" : one_of(ones_);  // a name of a function alone
      default: return once_in(2) ? one_of(plain_) : call(0);
    }
  }
  std::string words(unsigned most) {
    std::string all;
    for (unsigned n = below(most + 1); n > 0; --n) all += (once_in(5) && all.empty() ? "" : " ") + word();
    return all;
  }
  std::string argument(int depth) {
    switch (below(6)) {
      case 0: return "";
      case 1: return fmt::format("({}, {})", one_of(objects_), one_of(numbers_));
      case 2: return depth < 3 ? call(depth + 1) : one_of(plain_);
      case 3: return one_of(objects_) + " " + one_of(plain_);
      case 4: return one_of(ones_);
      default: return one_of(objects_);
    }
  }
  std::string call(int depth) {
    const auto blank = once_in(4) ? " " : "";
    switch (below(6)) {
      case 0: return fmt::format("{}{}({},{})", one_of(twos_), blank, argument(depth), argument(depth));
      case 1: return fmt::format("V{}({}{})", blank, argument(depth), once_in(2) ? ", " + argument(depth) : "");
      case 2: return fmt::format("S{}({})", blank, argument(depth));
      case 3: return fmt::format("P{}({}, {})", blank, one_of(objects_), once_in(2) ? one_of(objects_) : "1");
      default: return fmt::format("{}{}({})", one_of(ones_), blank, argument(depth));
    }
  }
  std::string condition(int depth) {
    static const Names operators{"+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "&", "|", "^"};
    switch (below(depth > 2 ? 3 : 8)) {
      case 0: return std::to_string(below(4));
      case 1: return fmt::format(fmt::runtime(once_in(2) ? "defined({})" : "defined {}"), one_of(objects_));
      case 2: return fmt::format("Q{}", below(3));  // an object whose value is a number, or nothing
      case 3: return fmt::format("!({})", condition(depth + 1));
      case 4: return fmt::format("({} ? {} : {})", condition(depth + 1), condition(depth + 1), condition(depth + 1));
      case 5: return fmt::format("(-1 > {}u)", below(3));
      default: return fmt::format("({} {} {})", condition(depth + 1), one_of(operators), condition(depth + 1));
    }
  }
  void line(std::string text) {
    if (once_in(12) && text.find('"') == std::string::npos && text.find(' ') != std::string::npos) text.replace(text.find(' '), 1, " \\\n");
    out_ += text + (once_in(10) ? " // said" : "") + "\n";
  }
  void define() {
    std::string head;
    auto body = words(5);
    switch (below(9)) {
      case 0: head = fmt::format("Q{}", below(3)), body = " " + std::to_string(below(5)); break;
      case 1: head = one_of(ones_) + "(p)", body += once_in(2) ? " p" : " (p) p"; break;
      case 2: head = one_of(twos_) + "(p, q)", body = " p" + body + " q"; break;
      case 3: head = "V(...)", body += once_in(2) ? " __VA_ARGS__" : " w __VA_OPT__(, __VA_ARGS__)"; break;
      case 4: head = "S(p)", body = once_in(2) ? " #p" : " # p p"; break;
      case 5: head = "P(p, q)", body = once_in(2) ? " p##q" : " p ## q ## 2"; break;
      default: head = one_of(objects_); break;
    }
    const auto name = head.substr(0, head.find('('));
    if (!once_in(4)) line(fmt::format("#undef {}", name));
    else out_ += fmt::format("#undef {}\n", name);
    line(fmt::format("{}define {}{}", once_in(4) ? "# " : "#", head, body));
  }
  void branches(int depth) {
    switch (below(3)) {
      case 0: line("#if " + condition(0)); break;
      case 1: line("#ifdef " + one_of(objects_)); break;
      default: line("#ifndef " + one_of(objects_)); break;
    }
    lines(below(4), depth + 1);
    for (unsigned n = below(3); n > 0; --n) line("#elif " + condition(0)), lines(below(3), depth + 1);
    if (once_in(2)) out_ += "#else\n", lines(below(3), depth + 1);
    line("#endif");
  }
  void lines(unsigned count, int depth) {
    for (; count > 0; --count) {
      switch (below(8)) {
        case 0:
        case 1:
        case 2: define(); break;
        case 3:
          if (depth < 3) branches(depth);
          break;
        case 4: line("#undef " + one_of(once_in(2) ? objects_ : ones_)); break;
        case 5:  // a call over two lines
          out_ += fmt::format("{}(\n{}\n) {}\n", one_of(ones_), argument(0), one_of(plain_));
          break;
        default: line(words(7)); break;
      }
    }
  }

  std::mt19937 random_;
  std::string out_;
};

std::vector<std::string> tokens_in(std::string_view text) {
  std::vector<std::string> all;
  for (const auto& t : preprocessing::tokens_of(text))
    if (t.kind != preprocessing::Kind::line_end && t.kind != preprocessing::Kind::end) all.emplace_back(t.spelling);
  return all;
}

}  // namespace

TEST_CASE("preprocessor: random sources are what the compiler's own preprocessor makes of them") {
  const auto cases = number_from("CUTESCOPE_CASES", 300), seed = number_from("CUTESCOPE_SEED", 1);
  constexpr std::string_view end_mark = "end_of_source", refused = "the_compiler_refused";
  const Folder folder;
  std::vector<std::string> sources;
  std::string files;
  for (unsigned i = 0; i < cases; ++i) {
    sources.push_back(SourceWriter(seed * 100'000 + i).source());
    files += fmt::format(" {}.cc", i);
    folder.file(fmt::format("{}.cc", i), fmt::format("{}\n{}\n", sources.back(), end_mark));
  }
  // g++ also prints text for input that it refuses: a call with an argument too many, a division by 0.
  const auto command = fmt::format("cd '{}' && for f in{}; do c++ -std=c++20 -E -P -w $f 2>>err.txt || echo {}; done >out.txt",
                                   folder.path.string(), files, refused);
  REQUIRE(std::system(command.c_str()) == 0);
  const auto all = tokens_in(folder.text("out.txt"));
  auto next = all.begin();
  std::size_t tokens = 0, compared = 0;
  for (unsigned i = 0; i < cases; ++i) {
    const auto end = std::find(next, all.end(), end_mark);
    REQUIRE_MESSAGE(end != all.end(), folder.text("err.txt"));
    const std::vector<std::string> wanted(next, end);
    next = end + 1;
    if (next != all.end() && *next == refused) {
      ++next;
      continue;
    }
    INFO("CUTESCOPE_SEED=", seed, ", source ", i, ":\n", sources[i]);
    CHECK(fmt::format("{}", fmt::join(tokens_in(preprocess(sources[i]).text), " ")) == fmt::format("{}", fmt::join(wanted, " ")));
    tokens += wanted.size(), ++compared;
  }
  CHECK(compared > cases / 2);
  CHECK(tokens > cases);
}
