#include "app/import/python_program.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/watched_names.hpp"
#include "app/import/one_line.hpp"
#include "app/import/python_constants.hpp"
#include "app/import/python_statements.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Message;
using algebra::message;
using TokenKind = algebra::Token::Kind;

constexpr std::size_t most_bytes = 4096, most_read = 20'000, most_tried = 4000, unknown = std::string::npos;

bool only_integers(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer();
  for (int i = 0; i < t.rank(); ++i)
    if (!only_integers(t.mode(i))) return false;
  return true;
}

/// Worth an entry for its own sake; numbers, types and atoms are entries where a layout uses them.
bool is_layout(const algebra::Value& v, std::string_view text) {
  if (const auto* t = std::get_if<IntTuple>(&v)) return t->is_tuple() && t->rank() > 0 && only_integers(*t);
  // A list of Python is no tiler.
  if (std::holds_alternative<algebra::Tiler>(v)) return !text.starts_with('[');
  return std::holds_alternative<algebra::Layout>(v) || std::holds_alternative<algebra::ComposedLayout>(v) ||
         std::holds_alternative<algebra::Tensor>(v) || std::holds_alternative<algebra::Swizzle>(v) ||
         std::holds_alternative<algebra::TiledCopy>(v) || std::holds_alternative<algebra::TiledMma>(v);
}
bool is_usable(const algebra::Value& v) {
  return !std::holds_alternative<algebra::Truth>(v) && !std::holds_alternative<algebra::LayoutAndOffset>(v);
}

/// Whether a call of it would have been a layout, had its arguments been known. Shapes, strides and coordinates of what
/// only the run time knows are not missed.
bool makes_layout(std::string_view name) {
  const auto* function = algebra::function_named(name);
  return function != nullptr && function->makes_layout;
}

/// An expression of the program as one of the sheet.
struct Rewritten {
  std::string text;
  std::vector<std::size_t> uses;  ///< entries
  std::string missing;            ///< the first name that has no value; "" where all have
  std::string outermost;          ///< the function called last
};

class PythonReader {
 public:
  PythonProgram run(std::string_view source) {
    const Syntax syntax(std::string(source), ProgramLanguage::python);
    if (has_static_integers(syntax)) program_.integers = algebra::IntegerRule::cute;
    scopes_.emplace_back();
    for (const auto& s : python_statements(syntax)) {
      if (s.kind == PythonStatement::Kind::open) scopes_.push_back({s.name, s.is_class, {}});
      else if (s.kind == PythonStatement::Kind::close) close();
      else define(s);
    }
    for (const auto& u : syntax.unread()) leave_out(u.first, u.sentence());
    return finished();
  }

 private:
  struct Entry {
    std::string name, text;
    std::vector<std::size_t> uses;
    std::size_t line = 1;
    bool needed = false, card = false;
  };
  struct Scope {
    std::string name{};
    bool is_class = false;
    std::vector<std::pair<std::string, std::optional<std::size_t>>> hidden{};  ///< what its names were bound to before
  };

  void bind(std::string name, std::size_t entry, Scope& scope) {
    const auto [at, fresh] = bound_.try_emplace(name, entry);
    scope.hidden.emplace_back(std::move(name), fresh ? std::nullopt : std::optional(at->second));
    at->second = entry;
  }
  std::optional<std::size_t> binding(const std::string& name) const {
    const auto at = bound_.find(name);
    return at == bound_.end() ? std::nullopt : std::optional(at->second);
  }

  void close() {
    if (scopes_.size() == 1) return;
    const auto scope = std::move(scopes_.back());
    scopes_.pop_back();
    for (auto h = scope.hidden.rbegin(); h != scope.hidden.rend(); ++h) {
      const auto at = bound_.find(h->first);
      if (h->second) at->second = *h->second;
      else bound_.erase(at);
    }
  }

  void leave_out(std::size_t line, Message why) {
    ++program_.left_out;
    if (program_.told.size() < PythonProgram::most_told) program_.told.push_back({line, std::move(why)});
  }

  void define(const PythonStatement& d) {
    if (++read_ > most_read) return;
    auto expression = d.expression.end() - d.expression.begin() > most_bytes ? std::string() : python_code(d.expression);
    if (!algebra::is_utf8(expression)) expression.clear();
    const auto known = binding(expression);
    auto& scope = d.of_self ? self_scope() : scopes_.back();
    const auto key = (d.of_self ? "self." : "") + d.name;
    // Another name for the same, where it can have the same name.
    if (known.value_or(unknown) != unknown && entries_[*known].name == d.name) return bind(key, *known, scope);
    auto r = rewritten(expression);
    const bool wanted = makes_layout(r.outermost);
    const auto entry = entry_of(d.name, r, wanted, d.line);
    bind(key, entry, scope);
  }

  /// `unknown` where it has no value; a layout is then left out with its reason.
  std::size_t entry_of(const std::string& name, Rewritten& r, bool wanted, std::size_t line) {
    const auto left_out = [&](Message why) {
      if (wanted) leave_out(line, std::move(why));
      return unknown;
    };
    if (!r.missing.empty()) return left_out(message("{} has no value here", r.missing));
    if (r.text.empty()) return unknown;
    if (program_.layouts == PythonProgram::most_layouts || tried_ == most_tried) return left_out("there are too many");
    ++tried_;
    auto evaluated = algebra::evaluate(r.text, environment_, program_.integers, {.verdicts = false, .steps = nullptr});
    if (!evaluated) return left_out(evaluated.error().problem.message);
    if (!is_usable(evaluated->value)) return unknown;
    const auto own = names_.name_for(algebra::split_line(name + " = 1") ? name : name + "_1", r.text);
    // The same definition again, of another function.
    if (const auto there = environment_.find(own); there != environment_.end()) return by_name_.at(own);
    const bool layout = is_layout(evaluated->value, r.text);
    const bool bare_shape = std::holds_alternative<IntTuple>(evaluated->value);
    if (layout) ++program_.layouts;
    environment_.emplace(own, std::move(evaluated->value));
    by_name_.emplace(own, entries_.size());
    entries_.push_back({own, std::move(r.text), std::move(r.uses), line, layout, layout && !bare_shape});
    return entries_.size() - 1;
  }

  Scope& self_scope() {
    for (auto s = scopes_.rbegin(); s != scopes_.rend(); ++s)
      if (s->is_class) return *s;
    return scopes_.back();
  }

  /// Names become those of the entries.
  Rewritten rewritten(std::string_view expression) const {
    const auto text = in_one_line(expression);
    const auto free = algebra::free_names(text);
    const auto tokens = algebra::tokens(text);
    const auto token = [&](std::size_t i) {
      return i < tokens.size() ? std::string_view(text).substr(tokens[i].span.begin, tokens[i].span.end - tokens[i].span.begin)
                               : std::string_view{};
    };
    Rewritten r;
    std::size_t copied = 0;  // bytes of the text
    const auto replace = [&](std::size_t begin, std::size_t end, std::string_view by) {
      r.text.append(text, copied, begin - copied).append(by);
      copied = end;
    };
    const auto miss = [&](std::string_view name) {
      if (r.missing.empty()) r.missing = name;
    };
    std::string brackets;  // those that are open
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto t = token(i);
      const auto& span = tokens[i].span;
      if (tokens[i].kind == TokenKind::punctuation && t.size() == 1) {
        if (std::string_view("(<[{").find(t[0]) != std::string_view::npos) brackets += t[0];
        if (std::string_view(")>]}").find(t[0]) == std::string_view::npos || brackets.empty()) continue;
        brackets.pop_back();
        continue;
      }
      if (tokens[i].kind == TokenKind::error) continue;
      if (tokens[i].kind != TokenKind::name && tokens[i].kind != TokenKind::function) continue;
      const bool attribute = i > 0 && token(i - 1) == ".";
      if (tokens[i].kind == TokenKind::function && brackets.empty()) r.outermost = t.substr(t.find_last_of(":.") + 1);
      if (attribute || token(i + 1) == "=") continue;
      auto last = i;
      std::string name(t);
      if (t == "self" && token(i + 1) == ".") last = i + 2, name += "." + std::string(token(last));
      const auto bound = binding(name);
      if (!bound || *bound == unknown) {
        // In make_gmem_ptr(A), A is nobody's concern.
        if (last > i || (bound && tokens[i].kind == TokenKind::function) ||
            std::binary_search(free.begin(), free.end(), std::string(t.substr(t.find_last_of(":.") + 1))))
          miss(name);
        i = last;
        continue;
      }
      replace(span.begin, tokens[last].span.end, entries_[*bound].name);
      r.uses.push_back(*bound);
      i = last;
    }
    replace(text.size(), text.size(), "");
    r.text = algebra::trimmed(r.text);
    auto worked_out = constants_worked_out(r.text, environment_, program_.integers);
    if (worked_out == r.text) return r;
    r.text = std::move(worked_out);
    const auto named = algebra::free_names(r.text);
    std::erase_if(r.uses, [&](std::size_t used) { return !std::binary_search(named.begin(), named.end(), entries_[used].name); });
    return r;
  }

  PythonProgram finished() {
    // What an entry uses stands before it.
    for (std::size_t i = entries_.size(); i-- > 0;)
      if (entries_[i].needed)
        for (const auto used : entries_[i].uses) entries_[used].needed = true;
    for (const auto& e : entries_)
      if (e.needed) program_.entries.push_back({fmt::format("{} = {}", e.name, e.text), e.line, e.card});
    return std::move(program_);
  }

  PythonProgram program_;
  std::vector<Entry> entries_;
  algebra::Environment environment_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<std::string, std::size_t> bound_;  ///< the program's names, innermost scope first -> entry, or `unknown`
  std::vector<Scope> scopes_;
  WatchedNames names_;
  std::size_t read_ = 0, tried_ = 0;  ///< definitions, and of them those evaluated
};

}  // namespace

Message PythonProgram::summary(std::string_view file) const {
  std::vector<Message> parts{message("{}: {} of {} definitions", file, layouts, layouts + left_out)};
  for (const auto& t : told)
    parts.push_back(parts.size() == 1 ? message("left out: line {}: {}", t.line, t.why) : message("line {}: {}", t.line, t.why));
  if (left_out > told.size()) parts.push_back(message("and {} more", left_out - told.size()));
  return Message::list(parts);
}

PythonProgram read_python_program(std::string_view source) { return PythonReader().run(source); }

}  // namespace app
