#include "app/import/preprocessor.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"
#include "app/import/preprocessor_compiler.hpp"
#include "app/import/preprocessor_condition.hpp"
#include "app/import/preprocessor_macros.hpp"
#include "app/import/preprocessor_writer.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace preprocessing {
namespace {

using Line = std::vector<Token>;
using By = AskedMacro::By;

constexpr std::size_t most_problems = 100;
constexpr int most_attempts = 8;  // attempts with unclosed calls left out

/// The kinds of directives.
enum class Directive : std::uint8_t { definition, undefinition, condition, branch, end, error, other };
struct DirectiveRow {
  enum class Asks : std::uint8_t { nothing, value, defined, undefined };
  std::array<std::string_view, 8> names;
  Directive is;
  Asks asks = Asks::nothing;  ///< about the name after it
};
constexpr auto directives = std::to_array<DirectiveRow>({
    {{"define"}, Directive::definition},
    {{"undef"}, Directive::undefinition},
    {{"if"}, Directive::condition, DirectiveRow::Asks::value},
    {{"ifdef"}, Directive::condition, DirectiveRow::Asks::defined},
    {{"ifndef"}, Directive::condition, DirectiveRow::Asks::undefined},
    {{"elif"}, Directive::branch, DirectiveRow::Asks::value},
    {{"elifdef"}, Directive::branch, DirectiveRow::Asks::defined},
    {{"elifndef"}, Directive::branch, DirectiveRow::Asks::undefined},
    {{"else"}, Directive::branch},
    {{"endif"}, Directive::end},
    {{"error"}, Directive::error},
    {{"include", "include_next", "import", "pragma", "warning", "line", "ident", "sccs"}, Directive::other},
});

/// The name in F(x).
std::string_view bare(std::string_view name) { return name.substr(0, name.find('(')); }

/// Returns tokens as written, with single spaces.
std::string spelled(std::span<const Token> tokens) {
  std::string text;
  for (const auto& t : tokens) {
    if (!text.empty() && t.spaced) text += ' ';
    text += t.spelling;
  }
  return text;
}

/// One pass over a source.
class Run {
 public:
  Run(std::string_view source, std::span<const MacroSetting> settings, const std::set<std::uint32_t>& left)
      : source_(source),
        settings_(settings),
        lexer_(source),
        expander_(
            names_, [this](bool for_call) { return next(for_call); },
            [this](std::size_t line, Message why) { report(line, std::move(why)); }, source.size()),
        writer_(source) {
    expander_.leave(left);
    predefine();
  }

  PreprocessedSource run(bool expand) {
    for (auto t = expand ? expander_.next() : next(false); t.kind != Kind::end; t = expand ? expander_.next() : next(false)) {
      if (t.is_name("_Pragma")) pragma(t);
      else writer_.put(t);
    }
    for (const auto& c : conditionals_) report(c.line, "the #if that begins here has no #endif");
    return finish();
  }
  void report(std::size_t line, Message why) {
    if (made_.problems.size() < most_problems) made_.problems.push_back({line, std::move(why)});
  }

 private:
  struct Conditional {
    std::uint32_t line = 0;
    bool taken = false;  ///< one of its branches was taken
    bool last = false;   ///< its #else has been read
  };

  void predefine() {
    for (const auto& [name, value] : compiler_macros()) define(name, value);
    for (const auto& [name, special] : {std::pair("__LINE__", Macro::Special::line), std::pair("__COUNTER__", Macro::Special::counter)}) {
      auto macro = std::make_shared<Macro>();
      macro->special = special;
      names_.define(name, std::move(macro));
    }
    for (const auto& s : settings_) {
      set_.emplace(bare(s.name));
      if (s.value) define(s.name, *s.value);
      else names_.undefine(s.name);
    }
  }
  void define(std::string_view name, std::string_view value) {
    std::string text = fmt::format("{} {}", name, value);
    std::ranges::replace(text, '\n', ' ');
    const auto made = read_definition(tokens_of(expander_.keep(std::move(text))));
    if (made.problem.empty()) names_.define(made.name, made.macro);
    else report(1, message("-D {}: {}", name, made.problem));
  }

  // The source.

  Token read() {
    const auto t = lexer_.next();
    if (t.kind == Kind::name && !set_.empty())
      if (const auto it = set_.find(t.spelling); it != set_.end()) mentioned_.insert(*it);
    return t;
  }
  /// Returns the next token outside of directives, which are executed. For a call, a directive ends the search, with a line_end.
  Token next(bool for_call) {
    for (;;) {
      const auto t = held_ ? *std::exchange(held_, std::nullopt) : read();
      if (t.kind == Kind::line_end) {
        line_begins_ = true;
      } else if (line_begins_ && (t.is("#") || t.is("%:"))) {
        if (for_call) {
          held_ = t;
          return {.kind = Kind::line_end};
        }
        directive(read_line());
      } else {
        line_begins_ = false;
        guard_ = {};
        return t;
      }
    }
  }
  Line read_line() {
    Line line;
    for (auto t = read(); t.kind != Kind::end && t.kind != Kind::line_end; t = read()) line.push_back(t);
    return line;
  }

  // Directives.

  void directive(const Line& line) {
    if (line.empty() || line[0].kind != Kind::name) return;
    const auto word = line[0].spelling;
    const auto at = line[0].line;
    const auto rest = std::span<const Token>(line).subspan(1);
    const auto guard = std::exchange(guard_, std::string_view{});
    const auto* row = algebra::row_named(directives, word);
    if (row == nullptr) return report(at, message("there is no directive #{}", word));
    switch (row->is) {
      case Directive::definition: {
        note_definition(rest, guard);
        const auto made = read_definition({rest.begin(), rest.end()});
        if (made.problem.empty()) names_.define(made.name, made.macro);
        else report(at, made.problem);
        return;
      }
      case Directive::undefinition:
        if (rest.empty() || rest[0].kind != Kind::name) report(at, "a name is missing after #undef");
        else names_.undefine(rest[0].spelling);
        return;
      case Directive::condition: {
        const bool holds = condition(*row, line);
        conditionals_.push_back({at, holds});
        if (!holds) skip();
        return;
      }
      case Directive::branch:
      case Directive::end:
        if (conditionals_.empty()) return report(at, message("there is no #if before this #{}", word));
        if (row->is == Directive::end) return conditionals_.pop_back();
        begin_branch(*row, line[0]);
        return skip();
      case Directive::error: return report(at, message("the file says #error {}", spelled(rest)));
      case Directive::other: return;
    }
  }

  void begin_branch(const DirectiveRow& row, const Token& word) {
    auto& c = conditionals_.back();
    if (c.last) report(word.line, message("this #{} follows an #else", word.spelling));
    if (row.asks == DirectiveRow::Asks::nothing) c.last = true;
  }
  /// Skips to the next branch that is taken, or past the #endif.
  void skip() {
    std::size_t inside = 0;
    line_begins_ = true;
    for (;;) {
      const auto t = read();
      if (t.kind == Kind::end) return;
      if (t.kind == Kind::line_end) {
        line_begins_ = true;
        continue;
      }
      if (!std::exchange(line_begins_, false) || !(t.is("#") || t.is("%:"))) continue;
      const auto line = read_line();
      line_begins_ = true;
      if (line.empty()) continue;
      const auto* row = algebra::row_named(directives, line[0].spelling);
      if (row == nullptr) continue;
      if (row->is == Directive::condition) {
        ++inside;
      } else if (row->is == Directive::definition) {
        note_definition(std::span<const Token>(line).subspan(1), {});
      } else if (row->is == Directive::end) {
        if (inside-- > 0) continue;
        conditionals_.pop_back();
        return;
      } else if (inside == 0 && row->is == Directive::branch) {
        auto& c = conditionals_.back();
        const bool late = c.last;
        begin_branch(*row, line[0]);
        if (late || c.taken || (row->asks != DirectiveRow::Asks::nothing && !condition(*row, line))) continue;
        c.taken = true;
        return;
      }
    }
  }

  /// Returns whether a branch is taken.
  bool condition(const DirectiveRow& row, const Line& line) {
    const bool begins = row.is == Directive::condition;
    if (row.asks != DirectiveRow::Asks::value) {
      if (line.size() < 2 || line[1].kind != Kind::name)
        return report(line[0].line, message("a name is missing after #{}", line[0].spelling)), false;
      const bool defined = ask(line[1]), wanted = row.asks == DirectiveRow::Asks::defined;
      if (begins && !wanted) guard_ = line[1].spelling;
      return defined == wanted;
    }
    // #if NAME > 1 uses a macro's value.
    for (const auto& t : std::span<const Token>(line).subspan(1))
      if (const auto* known = t.kind == Kind::name ? names_.find(t.spelling) : nullptr; known != nullptr && known->macro != nullptr) ask(t);
    auto tokens = expander_.expand_condition(without_questions(line), [&](const Token& name) {
      auto answer = name;
      answer.spelling = ask(name) ? "1" : "0";
      answer.kind = Kind::number;
      return answer;
    });
    for (auto& t : tokens)
      if (t.kind == Kind::name && is_switched_on(t.spelling)) t.kind = Kind::number, t.spelling = "1";
    const auto made = evaluate_condition(tokens);
    for (const auto& name : made.undefined) ask(name);
    if (!made.problem.empty()) report(line[0].line, message("in #{}: {}", line[0].spelling, made.problem));
    // #if !defined(GUARD)
    if (line.size() >= 4 && line[1].is("!") && line[2].is_name("defined"))
      if (const auto& name = line[line[3].is("(") && line.size() == 6 ? 4 : 3]; name.kind == Kind::name && begins) guard_ = name.spelling;
    return made.holds;
  }
  /// Returns the condition after #if, with __has_include(<x>) as 0: no header is searched.
  Line without_questions(const Line& line) {
    Line made;
    for (std::size_t i = 1; i < line.size(); ++i) {
      made.push_back(line[i]);
      if (!is_question(line[i].spelling) || i + 1 == line.size() || !line[i + 1].is("(")) continue;
      const auto first = i;
      for (int depth = 0; ++i < line.size();) {
        depth += line[i].is("(") ? 1 : line[i].is(")") ? -1 : 0;
        if (depth == 0) break;
      }
      auto whole = line[first];
      whole.spelling = expander_.keep(spelled(std::span<const Token>(line).subspan(first, std::min(i + 1, line.size()) - first)));
      ask(whole);
      made.back().kind = Kind::number;
      made.back().spelling = "0";
    }
    return made;
  }

  // Macros in conditions.

  bool is_switched_on(std::string_view name) { return is_library_switch(name) && names_.find(name) == nullptr; }
  /// Returns true if the macro is defined, and records the origin of its definition.
  bool ask(const Token& name) {
    const auto* known = names_.find(name.spelling);
    const bool on = is_switched_on(name.spelling) || is_question(name.spelling);
    const bool defined = on || (known != nullptr && known->macro != nullptr);
    const auto [it, first] = asked_.try_emplace(std::string(name.spelling), made_.asked.size());
    if (!first) return defined;
    auto& a = made_.asked.emplace_back(AskedMacro{it->first, name.line, By::nothing, std::nullopt, !defined});
    if (set_.contains(name.spelling)) a.by = By::setting;
    else if (on || is_never_defined(name.spelling) || (defined && !defined_here_.contains(name.spelling))) a.by = By::compiler;
    if (on) a.value = "1";
    else if (defined && known->macro->special == Macro::Special::none) a.value = spelled(known->macro->body);
    return defined;
  }
  void note_definition(std::span<const Token> rest, std::string_view guard) {
    if (rest.empty() || rest[0].kind != Kind::name) return;
    const auto name = rest[0].spelling;
    if (name == guard && rest.size() == 1) guards_.emplace(name);
    defined_here_.try_emplace(std::string(name), rest.size() > 1 && rest[1].is("(") && !rest[1].spaced ? "" : spelled(rest.subspan(1)));
  }

  void pragma(const Token& word) {
    const auto open = expander_.next();
    if (!open.is("(")) {
      writer_.put(word);
      if (open.kind != Kind::end) writer_.put(open);
      return;
    }
    for (auto t = expander_.next(); t.kind != Kind::end && !t.is(")"); t = expander_.next()) continue;
  }

  PreprocessedSource finish() {
    std::erase_if(made_.asked, [&](const AskedMacro& a) { return a.by != By::setting && guards_.contains(a.name); });
    for (auto& a : made_.asked) {
      if (a.by != By::nothing) continue;
      const auto it = defined_here_.find(a.name);
      if (it == defined_here_.end()) continue;
      a.by = By::file;
      if (!a.value) a.value = it->second;
    }
    for (const auto& p : lexer_.problems()) report(p.line, p.message);
    std::ranges::stable_sort(made_.problems, {}, &PreprocessingProblem::line);
    for (const auto& s : settings_)
      if (!mentioned_.contains(bare(s.name)) && std::ranges::find(made_.unused, s.name) == made_.unused.end())
        made_.unused.push_back(s.name);
    made_.text = writer_.finish();
    return std::move(made_);
  }

  std::string_view source_;
  std::span<const MacroSetting> settings_;
  std::set<std::string, std::less<>> set_, mentioned_;  ///< names of settings; those that the source has
  Lexer lexer_;
  MacroTable names_;
  Expander expander_;
  PreprocessorWriter writer_;
  std::optional<Token> held_;  ///< a # that was read ahead
  bool line_begins_ = true;
  std::vector<Conditional> conditionals_;
  std::string_view guard_;  ///< the name of an #ifndef, if that was read last
  std::set<std::string, std::less<>> guards_;
  std::map<std::string, std::string, std::less<>> defined_here_;  ///< names and first values of definitions in any branch, taken or not
  std::map<std::string, std::size_t, std::less<>> asked_;
  PreprocessedSource made_;
};

}  // namespace
}  // namespace preprocessing

PreprocessedSource preprocess(std::string_view source, std::span<const MacroSetting> settings) {
  // An unclosed call would take the rest of the source as arguments, so it is left unexpanded and the source is read again.
  std::set<std::uint32_t> left;
  for (int attempt = 0; attempt < preprocessing::most_attempts; ++attempt) try {
      return preprocessing::Run(source, settings, left).run(true);
    } catch (const preprocessing::UnfinishedCall& call) {
      left.insert(call.places.begin(), call.places.end());
    }
  preprocessing::Run run(source, settings, left);
  run.report(1, "macros are not expanded: too many of their calls lack a closing )");
  return run.run(false);
}

bool is_macro_name(std::string_view text) {
  const auto tokens = preprocessing::tokens_of(text);
  if (tokens.empty() || text.find('\n') != std::string_view::npos) return false;
  const auto made = preprocessing::read_definition(tokens);
  return made.problem.empty() && made.macro->body.empty() && text == preprocessing::spelled(tokens);
}

std::optional<MacroSetting> defined_macro(std::string_view text) {
  const auto sign = text.find('=');
  const auto name = text.substr(0, sign);
  if (!is_macro_name(name)) return std::nullopt;
  return MacroSetting{std::string(name), std::string(sign == std::string_view::npos ? "1" : text.substr(sign + 1))};
}

}  // namespace app
