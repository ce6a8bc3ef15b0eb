#include "app/import/preprocessor_macros.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace app::preprocessing {

using algebra::Message;
using algebra::message;
namespace {

constexpr std::size_t most_of_use = 200'000;  // tokens per use of a macro
constexpr std::size_t most_depth = 200;       // of calls in arguments of calls

/// Returns the cost of a token: a long one counts as several.
std::size_t work_of(std::string_view spelling) { return 1 + spelling.size() / 16; }

bool is_hash(const Token& t) { return t.is("#") || t.is("%:"); }
bool is_paste(const Token& t) { return t.is("##") || t.is("%:%:"); }

std::size_t parameter_of(const Macro& macro, const Token& t) {
  if (t.kind != Kind::name) return macro.parameters.size();
  return static_cast<std::size_t>(std::find(macro.parameters.begin(), macro.parameters.end(), t.spelling) - macro.parameters.begin());
}

/// Returns the index after the bracket that closes the one at body[open].
std::size_t behind_brackets(const std::vector<Token>& body, std::size_t open, std::size_t end) {
  int depth = 0;
  for (auto i = open; i < end; ++i) {
    depth += body[i].is("(") ? 1 : body[i].is(")") ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return end;
}
bool is_optional(const Macro& macro, std::size_t i) {
  return macro.variadic && macro.body[i].is_name("__VA_OPT__") && i + 1 < macro.body.size() && macro.body[i + 1].is("(");
}

/// Reads a parameter list from token `i` on, and moves `i` past it. Returns the problem, or "".
Message read_parameters(const std::vector<Token>& line, std::size_t& i, Macro& macro) {
  const Message no_end = "the parameters lack a closing )";
  for (bool first = true;; first = false) {
    if (i >= line.size()) return no_end;
    if (first && line[i].is(")")) return ++i, "";
    if (line[i].is("...")) {
      macro.variadic = true;
      macro.parameters.emplace_back("__VA_ARGS__");
      ++i;
    } else if (line[i].kind == Kind::name) {
      if (std::find(macro.parameters.begin(), macro.parameters.end(), line[i].spelling) != macro.parameters.end())
        return message("two parameters are called {}", line[i].spelling);
      macro.parameters.push_back(line[i++].spelling);
      if (i < line.size() && line[i].is("...")) macro.variadic = true, ++i;
    } else {
      return message("{} is not a parameter", line[i].spelling);
    }
    if (i >= line.size()) return no_end;
    if (line[i].is(")")) return ++i, "";
    if (macro.variadic || !line[i].is(",")) return message("a comma or a bracket is missing before {}", line[i].spelling);
    ++i;
  }
}

}  // namespace

Definition read_definition(const std::vector<Token>& line) {
  Definition made;
  if (line.empty() || line[0].kind != Kind::name) {
    made.problem = "a name is missing after #define";
    return made;
  }
  made.name = line[0].spelling;
  constexpr std::array<std::string_view, 3> reserved{"defined", "__VA_ARGS__", "__VA_OPT__"};
  if (std::find(reserved.begin(), reserved.end(), made.name) != reserved.end()) {
    made.problem = message("{} cannot be defined", made.name);
    return made;
  }
  auto macro = std::make_shared<Macro>();
  std::size_t i = 1;
  if (i < line.size() && line[i].is("(") && !line[i].spaced) {
    macro->function_like = true;
    made.problem = read_parameters(line, ++i, *macro);
    if (!made.problem.empty()) return made;
  }
  macro->body.assign(line.begin() + static_cast<std::ptrdiff_t>(i), line.end());
  auto& body = macro->body;
  if (!body.empty()) {
    body.front().spaced = false;
    if (is_paste(body.front()) || is_paste(body.back())) made.problem = "an operand of ## is missing";
  }
  for (std::size_t n = 0; n < body.size() && macro->function_like; ++n)
    if (is_hash(body[n]) &&
        (n + 1 == body.size() || (parameter_of(*macro, body[n + 1]) == macro->parameters.size() && !is_optional(*macro, n + 1))))
      made.problem = "a parameter is missing after #";
  for (std::size_t n = 0; n < body.size(); ++n)
    if (is_optional(*macro, n) && !body[behind_brackets(body, n + 1, body.size()) - 1].is(")"))
      made.problem = "__VA_OPT__ lacks a closing )";
  made.macro = std::move(macro);
  return made;
}

MacroTable::Name* MacroTable::find(std::string_view name) {
  const auto it = names_.find(name);
  return it == names_.end() ? nullptr : &it->second;
}

Expander::Expander(MacroTable& names, TokenSource source, Report report, std::size_t source_bytes)
    : names_(names), source_(std::move(source)), report_(std::move(report)), most_work_(5 * most_of_use + source_bytes) {}

std::string_view Expander::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

/// Counts produced tokens. Returns false once there are too many.
bool Expander::may_go_on(const Token& use, std::size_t work) {
  work_ += work;
  work_of_use_ += work;
  if (stopped_) return false;
  if (work_of_use_ <= most_of_use && work_ <= most_work_) return true;
  stopped_ = true;
  if (work_ <= most_work_) report_(use.line, message("{} is not expanded: it would be more than 200,000 tokens", use.spelling));
  else if (work_ - work <= most_work_) report_(use.line, "from here on macros are not expanded: they would make too many tokens");
  return false;
}

void Expander::push(List tokens, MacroTable::Name* name) {
  if (name != nullptr) ++name->disabled;
  contexts_.push_back({std::move(tokens), 0, name});
}

Token Expander::take(bool for_call) {
  from_source_ = false;
  while (contexts_.size() > base_) {
    auto& c = contexts_.back();
    if (c.at < c.tokens.size()) return c.tokens[c.at++];
    if (c.name != nullptr) --c.name->disabled;
    contexts_.pop_back();
  }
  if (in_list_) return {};
  // Tokens read here are not part of an expansion.
  work_of_use_ = 0;
  stopped_ = work_ > most_work_;
  Token t;
  if (ahead_.empty()) {
    t = source_(for_call);
  } else {
    t = ahead_.front();
    ahead_.pop_front();
  }
  from_source_ = true;
  return t;
}

/// Puts the last token back, so that it is read again.
void Expander::give_back(const Token& t) {
  if (t.kind == Kind::end) return;
  if (from_source_) ahead_.push_front(t);
  else contexts_.back().tokens[--contexts_.back().at] = t;
}

Token Expander::get(bool expand, bool for_call) {
  for (;;) {
    auto t = take(for_call);
    if (t.kind != Kind::name || t.painted) return t;
    auto* name = names_.find(t.spelling);
    if (name == nullptr || name->macro == nullptr) return t;
    if (name->disabled > 0) {
      t.painted = true;
      return t;
    }
    if (!expand) return t;
    if (from_source_ && left_.contains(t.place)) {
      report_(t.line, message("the call of {} lacks a closing )", t.spelling));
      return t;
    }
    if (!enter(t, *name)) return t;
  }
}

Token Expander::next() { return get(true); }

/// Starts to expand a macro. Returns false if its use is left as it is.
bool Expander::enter(const Token& use, MacroTable::Name& name) {
  if (!may_go_on(use, 1)) return false;
  const auto macro = name.macro;
  if (macro->special != Macro::Special::none) {
    auto t = use;
    t.kind = Kind::number;
    t.expanded = true;
    t.spelling = keep(std::to_string(macro->special == Macro::Special::line ? use.line : counter_++));
    push({t}, nullptr);
    return true;
  }
  Arguments arguments;
  if (macro->function_like) {
    const auto bracket = get(false, true);
    if (!bracket.is("(")) {
      if (bracket.kind != Kind::line_end) give_back(bracket);
      return false;
    }
    if (!collect(use, *macro, arguments)) return false;
  }
  auto tokens = replace(*macro, 0, macro->body.size(), arguments, use);
  std::erase_if(tokens, [](const Token& t) { return t.kind == Kind::placemarker; });
  if (!tokens.empty()) tokens.front().spaced = use.spaced;
  push(std::move(tokens), &name);
  return true;
}

/// Collects the arguments of a call, whose opening bracket has been read.
bool Expander::collect(const Token& use, const Macro& macro, Arguments& arguments) {
  List all{{.kind = Kind::mark, .line = use.line, .column = use.column, .place = use.place, .spelling = "("}};
  auto& given = arguments.given;
  given.emplace_back();
  std::vector<std::uint32_t> open{use.place};
  const auto most = macro.parameters.size();
  for (auto before = use;;) {
    const auto t = get(false);
    if (t.kind == Kind::end) {
      if (!in_list_) throw UnfinishedCall{std::move(open)};
      break;
    }
    all.push_back(t);
    // Tokens that are searched in vain cost as much as those replaced.
    if (!may_go_on(use, 1)) break;
    if (t.is("(")) open.push_back(before.place);
    before = t;
    if (t.is(")")) open.pop_back();
    if (open.empty()) break;
    if (t.is(",") && open.size() == 1 && !(macro.variadic && given.size() == most)) given.emplace_back();
    else given.back().push_back(t);
  }
  auto count = given.size();
  if (open.empty() && most == 0 && count == 1 && given[0].empty()) count = 0;
  const bool enough = count == most || (macro.variadic && count + 1 == most);
  if (open.empty() && enough) {
    arguments.rest_omitted = count < most || (most == 1 && given[0].empty());
    given.resize(most);
    arguments.expanded.resize(most);
    arguments.is_expanded.resize(most);
    return true;
  }
  if (!open.empty() && !stopped_) report_(use.line, message("the call of {} lacks a closing )", use.spelling));
  else if (open.empty())
    report_(use.line, macro.variadic ? message("the macro {} takes {} or more, and gets {} here", use.spelling, most - 1, count)
                                     : message("the macro {} takes {}, and gets {} here", use.spelling, most, count));
  // Left as written.
  push(std::move(all), nullptr);
  return false;
}

Expander::List Expander::expanded(List tokens) {
  if (++depth_ > most_depth && !stopped_ && !tokens.empty()) {
    stopped_ = true;
    report_(tokens.front().line, "macros are called within each other's arguments more than 200 deep: they are not expanded");
  }
  const auto base = std::exchange(base_, contexts_.size());
  const auto in_list = std::exchange(in_list_, true);
  push(std::move(tokens), nullptr);
  List all;
  for (auto t = get(true); t.kind != Kind::end; t = get(true)) all.push_back(t);
  base_ = base;
  in_list_ = in_list;
  --depth_;
  return all;
}

const Expander::List& Expander::expanded_argument(Arguments& arguments, std::size_t i) {
  if (!arguments.is_expanded[i]) {
    arguments.expanded[i] = expanded(arguments.given[i]);
    arguments.is_expanded[i] = true;
  }
  return arguments.expanded[i];
}

/// Returns the string that # makes.
Token Expander::as_text(const List& tokens, const Token& use) {
  std::string text = "\"";
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].spaced) text += ' ';
    const bool quoted = tokens[i].kind == Kind::text || tokens[i].kind == Kind::character;
    for (const char c : tokens[i].spelling) {
      if (quoted && (c == '"' || c == '\\')) text += '\\';
      if (c == '\n') text += "\\n";
      else text += c;
    }
  }
  // A single backslash at the end would escape the quote.
  const auto last = text.find_last_not_of('\\');
  if ((text.size() - last) % 2 == 0) text.pop_back();
  auto t = use;
  t.kind = Kind::text;
  t.spelling = keep(text + '"');
  return t;
}

/// Joins the list's last token with the right one, for ##.
void Expander::paste(List& all, Token right, const Token& use) {
  if (right.kind == Kind::placemarker) return;
  auto& left = all.back();
  if (left.kind == Kind::placemarker) {
    right.spaced = left.spaced;
    left = right;
    return;
  }
  const auto text = keep(std::string(left.spelling).append(right.spelling));
  Kind kind{};
  if (is_one_token(text, &kind)) {
    left.kind = kind;
    left.spelling = text;
    left.painted = false;
    return;
  }
  report_(use.line, message("{} and {} do not form one token, which ## needs", left.spelling, right.spelling));
  all.push_back(right);
}

/// Returns the body with its arguments inserted, and # and ## applied. Placemarkers remain.
Expander::List Expander::replace(const Macro& macro, std::size_t begin, std::size_t end, Arguments& arguments, const Token& use) {
  List all;
  const auto& body = macro.body;
  bool pasting = false;
  const auto make = [&](Token t) {
    t.line = use.line, t.column = use.column, t.place = use.place;
    t.expanded = true;
    return t;
  };
  const auto optional = [&](std::size_t& i) {
    const auto from = i + 2, to = behind_brackets(body, i + 1, end);
    i = to - 1;
    if (expanded_argument(arguments, macro.parameters.size() - 1).empty()) return List{};
    return replace(macro, from, std::max(from, to - 1), arguments, use);
  };
  for (auto i = begin; i < end; ++i) {
    const auto& t = body[i];
    if (i > begin && is_paste(t)) {
      pasting = true;
      continue;
    }
    List operand;
    const auto parameter = parameter_of(macro, t);
    if (macro.function_like && is_hash(t) && i + 1 < end) {
      ++i;
      if (is_optional(macro, i)) {
        operand = optional(i);
        std::erase_if(operand, [](const Token& o) { return o.kind == Kind::placemarker; });
      } else {
        operand = arguments.given[parameter_of(macro, body[i])];
      }
      operand = {as_text(operand, t)};
    } else if (parameter < macro.parameters.size()) {
      const bool pasted = pasting || (i + 1 < end && is_paste(body[i + 1]));
      operand = pasted ? arguments.given[parameter] : expanded_argument(arguments, parameter);
      // GNU: the comma in , ## __VA_ARGS__ is dropped if no variable argument is given, not even an empty one.
      if (pasting && macro.variadic && parameter + 1 == macro.parameters.size() && !all.empty() && all.back().is(",")) {
        pasting = false;
        if (arguments.rest_omitted) all.pop_back();
      } else if (pasted && operand.empty()) {
        operand.push_back({.kind = Kind::placemarker});
      }
    } else if (is_optional(macro, i)) {
      operand = optional(i);
      if (operand.empty()) operand.push_back({.kind = Kind::placemarker});
    } else {
      operand.push_back(t);
    }
    std::size_t work = 0;
    for (const auto& o : operand) work += work_of(o.spelling);
    if (!may_go_on(use, work)) return all;
    for (std::size_t n = 0; n < operand.size(); ++n) {
      auto made = make(operand[n]);
      if (n == 0) made.spaced = t.spaced;
      if (n == 0 && pasting && !all.empty()) paste(all, made, use);
      else all.push_back(made);
    }
    pasting = false;
  }
  return all;
}

std::vector<Token> Expander::expand_condition(List line, const std::function<Token(const Token& name)>& is_defined) {
  const auto base = std::exchange(base_, contexts_.size());
  const auto in_list = std::exchange(in_list_, true);
  auto ahead = std::exchange(ahead_, {});
  push(std::move(line), nullptr);
  List all;
  for (auto t = get(true); t.kind != Kind::end; t = get(true)) {
    if (!t.is_name("defined")) {
      all.push_back(t);
      continue;
    }
    const auto first = get(false);
    if (first.is("(")) {
      const auto name = get(false);
      const auto close = get(false);
      if (name.kind == Kind::name && close.is(")")) all.push_back(is_defined(name));
      else all.push_back({.kind = Kind::other, .line = t.line, .spelling = "defined"});
    } else if (first.kind == Kind::name) {
      all.push_back(is_defined(first));
    } else {
      all.push_back({.kind = Kind::other, .line = t.line, .spelling = "defined"});
    }
  }
  base_ = base;
  in_list_ = in_list;
  ahead_ = std::move(ahead);
  return all;
}

}  // namespace app::preprocessing
