// Tests that all text in the window has Chinese: messages by their keys, labels by the table. A new text without a translation fails here.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "algebra/language/summary.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/cursor.hpp"
#include "app/actions/cards.hpp"
#include "app/commands/commands.hpp"
#include "app/document/facts.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/import/open.hpp"
#include "app/state/state.hpp"
#include "app/system/texts.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "sheets.hpp"
#include "tests/test_data.hpp"

using namespace app;
namespace fs = std::filesystem;

namespace {

const fs::path root = fs::path(test_data()).parent_path();

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Two English words after one another: something was left as it is.
bool has_english(std::string text) {
  // Assertions of CuTe stay in English, with their Chinese in brackets behind them.
  static const std::regex of_cute("[\\x20-\\x7e]{12,}（");
  text = std::regex_replace(text, of_cute, "（");
  static const std::regex words("(^|[^A-Za-z0-9_<:@.+'\"/-])[A-Za-z]?[a-z]{2,} [a-z]{2,}($|[^A-Za-z0-9_(<:/=])");
  return std::regex_search(text, words);
}

/// Returns the keys of the Chinese tables.
const std::set<std::string>& translated_keys() {
  static const auto keys = [] {
    std::set<std::string> all;
    for (const auto* table : {"zh-messages.tsv", "zh.tsv"})
      for (const auto& line : lines_of(read(root / "assets/translations" / table))) all.insert(line.substr(0, line.find('\t')));
    return all;
  }();
  return keys;
}

/// A message and the messages in it are found by their keys, whatever their operands are. Only CuTe's own text stays in English.
void check_message(const algebra::Message& m) {
  static const Texts chinese(Language::chinese);
  static const std::regex word("[A-Za-z]{2,}"),
      of_cute("[A-Za-z_0-9]+.*(==|>=|<=|<|is_|requires|Expected|Unsupported|supported|accepts|Condition).*");
  const std::string key(m.key());
  if (std::regex_search(key, word) && !std::regex_match(key, of_cute)) CHECK_MESSAGE(translated_keys().contains(key), key);
  for (const auto& o : m.operands())
    if (o.message != nullptr) check_message(*o.message);
  const auto text = chinese(m);
  CHECK_MESSAGE(!has_english(text), m.key() << "  =>  " << text);
}

/// The messages that were checked, in English: each once.
using Said = std::set<std::string>;

void say(const algebra::Message& m, Said& said) {
  if (!m.empty() && m.text().size() <= 4000 && said.insert(m.text()).second) check_message(m);
}

/// All that evaluating an expression says.
void say_all(const tl::expected<algebra::Evaluation, algebra::Diagnostic>& e, Said& said) {
  if (!e) return say(e.error().problem.message, said);
  if (e->warning) say(e->warning->problem.message, said);
  for (const auto& hint : e->hints) say(hint.problem.message, said);
  say(algebra::Message::list(algebra::facts_of(*e)), said);
  if (const auto words = words_of(e->verdict, true)) say(words->sentence, said);
}

/// A sheet's entries, each by its own, and its launch.
void say_sheet(const Sheet& sheet, Said& said) {
  State a(sheet);
  for (const auto& r : a.workspace.evaluator().results()) {
    // The problem of a program's statement is in the words of the file and is not translated.
    const bool of_file = r.problem && r.problem->problem.condition == "not understood" && r.problem->problem.message.key() == "{}";
    if (r.problem && !of_file) say(r.problem->problem.message, said);
    say(algebra::Message::list(facts_of(r)), said);
  }
  if (!a.workspace.launch()) say(a.workspace.launch().error(), said);
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    const auto* p = a.workspace.picture(i);
    if (p == nullptr) continue;
    const auto& d = p->diagram;
    say(p->title, said);
    say(d.note, said);
    for (const auto& line : d.table) say(line.name, said), say(line.meaning, said);
    for (std::int64_t c = 0; c < std::min<std::int64_t>(d.columns.extent, 64); ++c) say(d.remark(d.rows.extent - 1, c), said);
  }
}

/// Returns the string literals of a source file, neighbouring ones joined; without comments.
std::vector<std::string> literals(const std::string& source) {
  std::vector<std::string> found;
  bool joined = false;  // only blanks since the last literal
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.compare(i, 2, "//") == 0) {
      while (i < source.size() && source[i] != '\n') ++i;
    } else if (source[i] == '\'' && i + 2 < source.size() &&
               (source[i + 2] == '\'' || (source[i + 1] == '\\' && i + 3 < source.size() && source[i + 3] == '\''))) {
      i += source[i + 1] == '\\' ? 3 : 2;
      joined = false;
    } else if (source[i] == '"') {
      std::string text;
      for (++i; i < source.size() && source[i] != '"'; ++i) {
        if (source[i] == '\\' && i + 1 < source.size()) {
          ++i;
          text += source[i] == 'n' ? '\n' : source[i];
        } else {
          text += source[i];
        }
      }
      if (joined) found.back() += text;
      else found.push_back(std::move(text));
      joined = true;
    } else if (source[i] != ' ' && source[i] != '\n') {
      joined = false;
    }
  }
  return found;
}

std::string trimmed(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.erase(text.begin());
  return text;
}

}  // namespace

TEST_CASE("a message is translated by its key, and its operands stand where the translation has them") {
  const Texts chinese(Language::chinese), english(Language::english);
  using algebra::Message;
  using algebra::message;
  const auto inner = message("{} of {}", 3, 8);
  CHECK(chinese(inner) == "8 个中的 3 个");
  // A message within a message, and within a list.
  CHECK(chinese(message("{}, from a sample", inner)) == "8 个中的 3 个，来自抽样");
  CHECK(chinese(Message::list({inner, "not checked"})) == "8 个中的 3 个 · " + chinese(Message("not checked")));
  // A format that only joins operands has no words to translate. Verbatim text stays as it is even where it looks like a key, and so does a
  // message without a row in the tables.
  CHECK(chinese(message("{} → {}", "read", 1)) == "read → 1");
  CHECK(chinese(Message::verbatim("3 of 8")) == "3 of 8");
  CHECK(chinese(Message::verbatim("not checked")) == "not checked");
  CHECK(chinese(message("Nobody has translated {}.", inner)) == "Nobody has translated 8 个中的 3 个.");
  CHECK(chinese(Message()).empty());
  // A word operand is translated where the translation of the message asks for it; elsewhere it is a name.
  CHECK(chinese(message("cannot read {}: {}", "copy", "Permission denied")) == "无法读取 copy：没有权限");
  CHECK(english(message("{}, from a sample", inner)) == "3 of 8, from a sample");
}

TEST_CASE("each translation of a message uses exactly the operands of its key, each once, and each key is there once") {
  // The places of a text: of English in order, of a translation with or without numbers.
  const auto places = [](const std::string& text) {
    std::multiset<std::size_t> used;
    algebra::filled(text, [&](std::size_t i, bool) {
      used.insert(i);
      return std::string();
    });
    return used;
  };
  std::set<std::string> keys;
  for (const auto& line : lines_of(read(root / "assets/translations/zh-messages.tsv"))) {
    const auto tab = line.find('\t');
    if (tab == std::string::npos || line.starts_with("#")) continue;
    const auto key = line.substr(0, tab);
    CHECK_MESSAGE(places(key) == places(line.substr(tab + 1)), line);
    CHECK_MESSAGE(keys.insert(key).second, "twice: " << key);
  }
  CHECK(keys.size() > 1000);
  int words = 0;
  for (const auto& line : lines_of(read(root / "assets/translations/zh.tsv")))
    for (const auto& member : lines_of_family(line)) {
      const auto tab = member.find('\t');
      if (tab == std::string::npos || line.starts_with("#")) continue;
      ++words;
      CHECK_MESSAGE(places(member.substr(0, tab)) == places(member.substr(tab + 1)), member);
    }
  CHECK(words > 1000);
}

TEST_CASE("what evaluation says of CuTe's own examples is said in Chinese") {
  Said said;
  for (const auto* file : {"worked_examples", "static", "dynamic", "tiled", "smem_atoms"})
    for (const auto& line : lines_of(read(root / "tests/golden" / (std::string(file) + ".tsv")))) {
      std::istringstream row(line);
      std::string operation, expression;
      std::getline(row, operation, '\t');
      std::getline(row, expression, '\t');
      say_all(algebra::evaluate(expression, {}, algebra::IntegerRule::automatic), said);
    }
  CHECK(said.size() > 300);
}

TEST_CASE("what evaluation says of what nobody would write is said in Chinese") {
  Said said;
  for (const auto* corpus : {"evaluator", "parser"})
    for (const auto& file : fs::directory_iterator(root / "tests/fuzz/corpus" / corpus)) {
      int left = 40;
      algebra::Environment names;
      for (const auto& line : lines_of(read(file.path()))) {
        if (--left < 0 || line.size() > 400 || !is_ascii(line)) continue;
        const auto split = algebra::split_line(line);
        if (!split) {
          say(split.error().problem.message, said);
          continue;
        }
        if (split->is_note) continue;
        const auto e = algebra::evaluate(split->expression, names, algebra::IntegerRule::automatic);
        say_all(e, said);
        if (e && !split->name.empty()) names.insert_or_assign(split->name, e->value);
      }
    }
  CHECK(said.size() > 100);
}

TEST_CASE("what sheets and launches say is said in Chinese") {
  Said said;
  for (const auto& file : fs::recursive_directory_iterator(root / "tests/fixtures/sheets"))
    if (file.path().extension() == ".cutes")
      if (const auto sheet = load_sheet(file.path().string())) say_sheet(*sheet, said);
  for (const auto& file : fs::directory_iterator(root / "tests/fuzz/corpus/sheet")) {
    const auto sheet = load_sheet(file.path().string());
    if (!sheet) say(sheet.error(), said);
    else if (sheet->entries.size() < 50) say_sheet(*sheet, said);
  }
  for (const auto& file : fs::directory_iterator(root / "tests/fixtures/programs"))
    if (const auto program = load_sheet(file.path().string())) say(program->summary, said), say_sheet(*program, said);
  say(load_sheet((root / "tests/app/folder.hpp").string()).error(), said);
  say(save_sheet({}, "x.cu").error(), said);
  say_sheet(starter_sheet(), said);
  const auto sheet = [&](const std::string& launch) {
    const auto parsed = parse_sheet(
        "A = (8,8):(8,1)\nI = make_identity_tensor((8,8))\nB = composition(A, 5:3)\nE =\nthr = (2,4):(4,1)\n@launch element=f32 "
        "memory=global " +
        launch + "\n");
    if (!parsed) say(parsed.error(), said);
    else say_sheet(*parsed, said);
  };
  for (const auto* launch : {"tensor=A tile=\"(8,8)\"",
                             "tensor=A tile=\"(8,8)\" threads=\"(3,3)\"",
                             "tensor=A tile=\"(3,3)\" threads=thr",
                             "tensor=I tile=\"(8,8)\" threads=thr",
                             "tensor=4 tile=\"(8,8)\" threads=thr",
                             "tensor=nobody tile=4 threads=thr",
                             "tensor=B tile=4 threads=thr",
                             "tensor=E tile=4 threads=thr",
                             "tensor=A tile=\"(8,8)\" threads=\"(2,4):(1,1)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr step=\"(X,X)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr step=\"(1,1,1)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr step=4",
                             "tensor=A tile=\"(8,8)\" threads=\"(64,64)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr grid=0",
                             "tensor=A tile=\"(8,8)\" threads=thr grid=\"(1,70000)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr block_dims=4096",
                             "tensor=A tile=\"(8,8)\" threads=thr target=\"(4,4)\"",
                             "tensor=\"(65536,65536)\" tile=\"(8,8)\" threads=thr",
                             "tensor=A tile=\"(8,8)\" threads=thr kernel=tiled_mma",
                             "tensor=A tile=\"(8,8)\" threads=thr kernel=tiled_copy values=\"(3,3)\"",
                             "tensor=A tile=\"(8,8)\" kernel=inner_partition values=\"(3,1)\"",
                             "tensor=A kernel=layout partition=\"(4,4)\"",
                             "tensor=A kernel=layout partition=I",
                             "tensor=A tile=\"<nobody>\" threads=thr",
                             "tensor=A tile=\"(8,8)\" threads=\"Swizzle<1,0,1> o (2,4)\"",
                             "tensor=A tile=\"(8,8)\" threads=thr access=3",
                             "tensor=A tile=thr threads=A kernel=outer_partition"})
    sheet(launch);
  CHECK(said.size() > 50);
}

TEST_CASE("each text in the sources is the key of a translation") {
  const Texts chinese(Language::chinese);
  std::set<std::string> left_out;
  for (const auto& line : lines_of(read(root / "tests/app/untranslated.txt")))
    if (!line.starts_with("# ") && !line.empty()) left_out.insert(line);
  // A sentence, or a part of one: two words, or a word beside an operand.
  const std::regex words("[a-z]{2,},? [a-z]{2,}|\\} [a-z]{2,}|[a-z]{2,} \\{");
  // Conditions, parameters, names of widgets and of edits: up to three small words, and perhaps numbers.
  const std::regex name_of_something("[a-z_0-9]+( [a-z_0-9]+){0,2}( \\{\\})*");
  std::set<std::string> signatures;
  for (const auto& f : algebra::functions()) signatures.emplace(f.signature);
  // Returns whether the text is a pattern for a family of records, such as "the shape of a thread's part of {0}". The meanings that it
  // stands for are looked up below.
  const auto of_family = [](const std::string& text) {
    if (text.find("{0}") == std::string::npos && text.find("{1}") == std::string::npos) return false;
    const auto escaped = std::regex_replace(text, std::regex("[.^$|()\\[\\]*+?\\\\]"), "\\$&");
    const std::regex member(std::regex_replace(escaped, std::regex("\\{[01]\\}"), "[A-Za-z0-9_,*/%+-]+"));
    return std::ranges::any_of(algebra::functions(), [&](const auto& f) {
      return std::regex_match(std::string(f.meaning), member) || std::regex_match(std::string(f.signature), member);
    });
  };
  int messages = 0;
  std::set<std::string> used;
  for (const auto* folder : {"algebra", "gpu", "render", "app"})
    for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
      const auto name = fs::relative(file.path(), root).generic_string();
      if (file.path().extension() != ".cpp" && file.path().extension() != ".hpp") continue;
      if (left_out.contains(name)) {
        used.insert(name);
        continue;
      }
      std::vector<std::string> texts;
      for (const auto& literal : literals(read(file.path())))
        for (const auto& line : lines_of(literal)) texts.push_back(trimmed(line.starts_with(" · ") ? line.substr(4) : line));
      for (const auto& text : texts) {
        if (!std::regex_search(text, words) || text.ends_with(".hpp") || signatures.contains(text) ||
            std::regex_match(text, name_of_something) || of_family(text))
          continue;
        if (left_out.contains(text)) {
          used.insert(text);
          continue;
        }
        ++messages;
        CHECK_MESSAGE((std::string(chinese(text.c_str())) != text || translated_keys().contains(text)), name << ": " << text);
      }
    }
  CHECK(messages > 300);
  // The list of exceptions has nothing that is not there any more.
  for (const auto& line : left_out) CHECK_MESSAGE(used.contains(line), line);
}

TEST_CASE("each key of a message is in the table as it stands") {
  std::set<std::string> left_out;
  for (const auto& line : lines_of(read(root / "tests/app/untranslated.txt"))) left_out.insert(line);
  const std::regex word("[A-Za-z]{2,}");
  int keys = 0;
  for (const auto* folder : {"algebra", "gpu", "render", "app"})
    for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
      if (file.path().extension() != ".cpp" && file.path().extension() != ".hpp") continue;
      const auto name = fs::relative(file.path(), root).generic_string();
      if (left_out.contains(name)) continue;
      const auto source = read(file.path());
      for (auto at = source.find("essage("); at != std::string::npos; at = source.find("essage(", at + 1)) {
        const auto begin = source.find_first_not_of(" \n", at + 7);
        const auto before = at > 1 ? source[at - 2] : ' ';
        const bool other = (source[at - 1] | 0x20) != 'm' || before == '.' || before == '>' || before == '/' || before == '_';
        if (other || begin == std::string::npos || source[begin] != '"') continue;
        const auto key = literals(source.substr(begin, 1200)).front();
        CHECK_MESSAGE(!std::regex_search(key, std::regex("\\{[^}!]+\\}")), key << ": a number's format belongs to the operand");
        if (!std::regex_search(key, word)) continue;
        ++keys;
        CHECK_MESSAGE((translated_keys().contains(key) || left_out.contains(key)), name << ": " << key);
      }
    }
  CHECK(keys > 150);
}

TEST_CASE("each label, command and function has its Chinese words") {
  const Texts chinese(Language::chinese);
  const auto known = [&](const std::string& english) {
    // Terms that Chinese engineers keep in English, such as mode and swizzle, are keys whose translation is the word itself.
    return std::string(chinese(english.c_str())) != english || translated_keys().contains(english) ||
           english.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  };
  for (const auto& c : commands())
    if (!c.title_in) CHECK_MESSAGE(known(c.title), c.title);
  for (const auto& f : algebra::functions()) CHECK_MESSAGE(known(std::string(f.meaning)), f.name << ": " << f.meaning);
  for (const auto& f : gpu::launch_fields())
    for (const auto& text : {std::string(f.label_in_form()), std::string(f.line), std::string(f.hint), std::string(f.help),
                             fmt::format("change the {}", f.noun)})
      CHECK_MESSAGE((text.empty() || known(text)), text);
  const State a = app_test::app_of({"A = (4,2,2):(1,4,8)", "n = 3"});
  for (const auto& action : entry_actions()) {
    CHECK_MESSAGE(known(std::string(action.title)), action.title);
    if (!action.edit.empty()) CHECK_MESSAGE(known(std::string(action.edit)), action.edit);
    if (action.choices == nullptr || (action.hosts & action_hosts({ActionHost::window, ActionHost::page})) == 0) continue;
    for (const auto& c : action.choices(actions_for(a.workspace, {0, 0}))) {
      // Names of entries, palettes and formats are the same in every language, as "swizzle" is.
      const bool name = action.key == "tiles" || action.key == "equal" || action.key == "palette" || action.key == "export";
      CHECK_MESSAGE((name || known(c.title)), c.title);
      if (c.why_not != nullptr) CHECK_MESSAGE(known(c.why_not), c.why_not);
    }
  }
  int labels = 0;
  for (const auto& file : fs::recursive_directory_iterator(root / "app")) {
    if (file.path().extension() != ".cpp") continue;
    const auto source = read(file.path());
    for (const std::string_view call : {"tr(", "texts(", "nothing_to_show(", "search_field("})
      for (auto at = source.find(call); at != std::string::npos; at = source.find(call, at + 1)) {
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(source[at - 1])) != 0 || source[at - 1] == '_')) continue;
        algebra::Cursor cursor(source, at + call.size() - 1, algebra::round_brackets);
        std::string inside(cursor.balanced().value_or(""));
        // String literals that are compared with, and ids of fields, are not labels.
        inside = std::regex_replace(inside, std::regex("==\\s*\"[^\"]*\"|\"##[^\"]*\""), "");
        for (const auto& label : literals(inside)) {
          ++labels;
          CHECK_MESSAGE(known(label), file.path().filename().string() << ": " << label);
        }
      }
  }
  CHECK(labels > 100);
}

TEST_CASE("one Chinese word for one thing") {
  // The glossary's words to refuse, in all Chinese texts. In brackets such a word is another name of a term: bank（存储体）.
  struct Term {
    std::string english;
    std::vector<std::string> refused;
  };
  std::vector<Term> terms;
  std::set<std::string> names;
  const auto page = read(root / "docs/glossary.zh.md");
  for (const auto& line : lines_of(read(root / "assets/translations/zh-glossary.tsv"))) {
    if (line.empty() || line.starts_with("#")) continue;
    std::vector<std::string> columns(1);
    for (const char c : line)
      if (c == '\t') columns.emplace_back();
      else columns.back() += c;
    REQUIRE_MESSAGE(columns.size() == 5, line);
    CHECK_MESSAGE(!columns[1].empty(), line);
    CHECK_MESSAGE(names.insert(columns[0]).second, "twice: " << line);
    CHECK_MESSAGE(page.find(fmt::format("\n| {} | {} |", columns[0], columns[1])) != std::string::npos, "docs/glossary.zh.md: " << line);
    Term term{columns[0], {}};
    std::istringstream refused(columns[3]);
    for (std::string word; std::getline(refused, word, ',');) term.refused.push_back(word);
    if (!term.refused.empty()) terms.push_back(std::move(term));
  }
  CHECK(terms.size() > 40);
  const auto found = [&](const std::string& text) {
    for (const auto& term : terms)
      for (const auto& word : term.refused)
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
          if (!text.substr(0, at).ends_with("（")) return term.english + ": " + word;
    return std::string();
  };
  CHECK(found("bank（存储体）是 4 字节宽").empty());
  CHECK(found("两个存储体") == "bank: 存储体");
  int texts = 0;
  const auto check = [&](const fs::path& file) {
    const auto name = file.filename().string();
    if (name == "zh-glossary.tsv" || name == "glossary.zh.md" ||
        (!name.ends_with(".tsv") && !name.ends_with(".zh.cutes") && !name.ends_with(".zh.md")))
      return;
    int number = 0;
    for (const auto& line : lines_of(read(file))) {
      ++texts, ++number;
      CHECK_MESSAGE(found(line).empty(), name << ":" << number << ": " << found(line));
    }
  };
  for (const auto& file : fs::recursive_directory_iterator(root / "assets")) check(file.path());
  for (const auto& file : fs::recursive_directory_iterator(root / "docs")) check(file.path());
  check(root / "README.zh.md");
  CHECK(texts > 3000);
}
