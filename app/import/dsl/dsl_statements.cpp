// Statements and their effects on variables.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/import/one_line.hpp"

namespace app {

using algebra::message;
using algebra::Message;

DslInterpreter::Flow DslInterpreter::block(SyntaxNode node) {
  for (const auto& s : node.children())
    if (const auto flow = statement(s); flow != Flow::next) return flow;
  return Flow::next;
}

/// Runs statements by the grammar's kinds.
struct DslInterpreter::Statements {
  using Row = Named<Flow(DslInterpreter&, SyntaxNode)>;
  static std::span<const Row> rows();
  static Flow expressions(DslInterpreter&, SyntaxNode);
  static Flow leave(DslInterpreter&, SyntaxNode);
  static Flow claim(DslInterpreter&, SyntaxNode);
  static Flow lose(DslInterpreter&, SyntaxNode);

  static Flow branches(DslInterpreter& d, SyntaxNode s) {
    std::vector<SyntaxNode> alternatives;
    for (const auto& c : s.children())
      if (c.is("elif_clause") || c.is("else_clause")) alternatives.push_back(c);
    return d.branches(s, alternatives, 0);
  }
  static Flow decorated(DslInterpreter& d, SyntaxNode s) {
    const auto definition = s["definition"];
    if (definition.is("class_definition")) d.define_class(definition, s);
    else d.define_function(definition, s);
    return Flow::next;
  }
  static Flow note_names(SyntaxNode s, std::vector<std::string>& names) {
    for (const auto& n : s.children())
      if (std::ranges::find(names, n.text()) == names.end()) names.emplace_back(n.text());
    return Flow::next;
  }
};

DslInterpreter::Flow DslInterpreter::Statements::expressions(DslInterpreter& d, SyntaxNode s) {
  for (const auto& e : s.children()) {
    if (e.is("augmented_assignment")) d.augment(e);
    else if (!e.is("assignment")) d.evaluate(e);
    // A field of a class may have only a type.
    if (!e.is("assignment") || !e["right"]) continue;
    // a = b = E
    std::vector<SyntaxNode> targets;
    auto right = e;
    while (right.is("assignment")) targets.push_back(right["left"]), right = right["right"];
    if (!right) continue;
    const auto value = d.evaluate(right);
    d.defining_ = right;
    for (const auto& t : targets) d.assign(t, value, t.line());
    d.defining_ = {};
  }
  return Flow::next;
}

DslInterpreter::Flow DslInterpreter::Statements::leave(DslInterpreter& d, SyntaxNode s) {
  const auto& values = s.children();
  d.frame().result = values.empty() ? Value::none() : d.evaluate(values.front());
  // A returned layout without another name.
  const auto& result = d.frame().result;
  if (!values.empty() && values.front().is("call") && result.is(Kind::cute) && !d.entries_.has(result.text))
    d.define("return", d.frame().result, s.line());
  return Flow::leave;
}

/// `assert condition, text`
DslInterpreter::Flow DslInterpreter::Statements::claim(DslInterpreter& d, SyntaxNode s) {
  const auto& parts = s.children();
  const auto asked = parts.empty() ? Value{} : d.evaluate(parts.front());
  const auto holds = d.truth(asked);
  if (parts.size() > 1 && !holds) d.perhaps(parts[1], asked.undecided(message("the condition of {} is not known here", parts[0].text())));
  DslItems said;
  if (parts.size() > 1 && holds == false) said.push_back(d.evaluate(parts[1]));
  if (holds == false) d.fails("AssertionError", message("line {} raises an exception for these arguments", s.line()), said);
  return Flow::next;
}

/// An unsupported statement may change everything that it names.
DslInterpreter::Flow DslInterpreter::Statements::lose(DslInterpreter& d, SyntaxNode s) {
  const auto why = d.not_read(in_one_line(s.text(), 40));
  s.walk([&](const SyntaxNode& n) {
    if (!n.is("identifier")) return true;
    const auto v = d.name(n.text());
    d.lose(v, why);
    if (d.frame().scope->names.contains(n.text()) && !v.is(Kind::function) && !v.is(Kind::klass))
      d.set(std::string(n.text()), Value::unknown(why));
    return true;
  });
  return Flow::next;
}

std::span<const DslInterpreter::Statements::Row> DslInterpreter::Statements::rows() {
  static constexpr auto pass = [](DslInterpreter&, SyntaxNode) { return Flow::next; };
  // Python 3 has no such statements.
  static constexpr auto refuse = [](DslInterpreter& d, SyntaxNode s) -> Flow {
    throw Raised{d.not_read(in_one_line(s.text(), 40)), s.line()};
  };
  static const Row table[] = {
      {"expression_statement", expressions},
      {"if_statement", branches},
      {"for_statement", [](DslInterpreter& d, SyntaxNode s) { return d.loop(s); }},
      {"while_statement", [](DslInterpreter& d, SyntaxNode s) { return d.loop_while(s); }},
      {"return_statement", leave},
      {"function_definition", [](DslInterpreter& d, SyntaxNode s) { return d.define_function(s, {}), Flow::next; }},
      {"class_definition", [](DslInterpreter& d, SyntaxNode s) { return d.define_class(s, {}), Flow::next; }},
      {"decorated_definition", decorated},
      {"import_statement", [](DslInterpreter& d, SyntaxNode s) { return d.import(s), Flow::next; }},
      {"import_from_statement", [](DslInterpreter& d, SyntaxNode s) { return d.import_from(s), Flow::next; }},
      {"with_statement", [](DslInterpreter& d, SyntaxNode s) { return d.with(s); }},
      {"try_statement", [](DslInterpreter& d, SyntaxNode s) { return d.attempt(s); }},
      {"match_statement", [](DslInterpreter& d, SyntaxNode s) { return d.match(s); }},
      {"raise_statement", [](DslInterpreter& d, SyntaxNode s) -> Flow { d.raise(s); }},
      {"print_statement", refuse},
      {"exec_statement", refuse},
      {"delete_statement",
       [](DslInterpreter& d, SyntaxNode s) {
         for (const auto& t : s.children()) d.remove(t);
         return Flow::next;
       }},
      {"assert_statement", claim},
      {"break_statement", [](DslInterpreter&, SyntaxNode) { return Flow::break_loop; }},
      {"continue_statement", [](DslInterpreter&, SyntaxNode) { return Flow::next_round; }},
      {"global_statement", [](DslInterpreter& d, SyntaxNode s) { return note_names(s, d.frame().scope->global); }},
      {"nonlocal_statement", [](DslInterpreter& d, SyntaxNode s) { return note_names(s, d.frame().scope->not_local); }},
      {"pass_statement", pass},
      {"comment", pass},
      {"future_import_statement", pass},
  };
  return table;
}

DslInterpreter::Flow DslInterpreter::statement(SyntaxNode s) {
  if (!counted()) throw Raised{exhausted(), s.line()};
  if (stack_.too_deep()) throw Raised{Message("this is nested too deeply"), s.line()};
  if (in_library_ == 0) line_ = placed(s.line());
  const auto rows = Statements::rows();
  const auto at = std::ranges::find(rows, s.kind(), &Statements::Row::names);
  return at != rows.end() ? at->run(*this, s) : Statements::lose(*this, s);
}

void DslInterpreter::raise(SyntaxNode s) {
  const auto& what = s.children();
  // A bare `raise` continues the exception that is being handled.
  if (what.empty()) {
    if (!handled_.empty()) throw Raised(handled_.back());
    throw Raised{message("line {} raises an exception for these arguments", s.line()), s.line(), std::string(unclear_exception), {}};
  }
  auto value = evaluate(what.front());
  if (value.is(Kind::klass)) value = make_object(value.klass, {});
  const bool known = value.is(Kind::object) && value.object->of;
  const auto base = builtin("BaseException");
  if (value.is_integer() || value.is(Kind::string) || value.is(Kind::none) ||
      (known && base != nullptr && is_of_type(value, *base, false) == false && value.object->of->other_base.empty()))
    fails("TypeError", not_read("raise"));
  if (const auto cause = s["cause"]) {
    const auto from = evaluate(cause);
    if (known) set_member(value, "__cause__", from);
  }
  // The text of the exception, if it has one.
  std::string said;
  if (known)
    if (const auto at = value.object->members.find("args");
        at != value.object->members.end() && at->second.is(Kind::tuple) && !at->second.items->empty())
      said = at->second.items->front().text;
  throw Raised{said.empty() ? message("line {} raises an exception for these arguments", s.line())
                            : message("line {} raises an exception for these arguments: {}", s.line(), said),
               s.line(), known ? value.object->of->name : std::string(unclear_exception), known ? value : Value{}};
}

namespace {

/// Returns whether a function may return a true value.
bool may_return(SyntaxNode function) {
  bool found = false;
  function.walk([&](const SyntaxNode& n) {
    found |= n.is("return_statement") && !n.children().empty() && !n.children().front().is("none") && !n.children().front().is("false");
    return !found;
  });
  return found;
}

}  // namespace

/// Leaves the contexts of a `with`, innermost first. Returns whether one of them suppresses the exception; nullopt if it is unknown.
std::optional<bool> DslInterpreter::leave_contexts(const std::vector<Value>& contexts, const Raised* raised) {
  auto type = Value::none(), value = Value::none();
  if (raised != nullptr && raised->value.is(Kind::object)) {
    value = raised->value;
    type = Value::of(Kind::klass);
    type.klass = value.object->of;
  } else if (raised != nullptr) {
    type = value = Value::unknown(raised->why);
  }
  bool ended = raised == nullptr;
  for (auto i = contexts.size(); i-- > 0;) {
    const auto gives =
        *call_special(contexts[i], "__exit__",
                      {{ended ? Value::none() : type, ended ? Value::none() : value, ended ? Value::none() : Value::computed()}, {}});
    if (ended) continue;
    const auto ends = truth(gives);
    if (!ends) return std::nullopt;
    ended = *ends;
  }
  return ended;
}

DslInterpreter::Flow DslInterpreter::with(SyntaxNode s) {
  const std::shared_ptr<void> left(nullptr, [this, was = elected_](void*) { elected_ = was; });
  std::vector<Value> own;
  bool suppresses = false;
  for (const auto& c : s.children()) {
    if (!c.is("with_clause")) continue;
    for (const auto& i : c.children()) {
      const auto v = i["value"];
      const bool named = v.is("as_pattern");
      const auto parts = v.children();
      auto value = evaluate(named ? parts.front() : v);
      suppresses |= value.is(Kind::symbol) && (named ? parts.front() : v).text().find("suppress") != std::string_view::npos;
      if (special(value, "__enter__") != nullptr && special(value, "__exit__") != nullptr) {
        own.push_back(value);
        value = *call_special(value, "__enter__", {});
      }
      if (named && parts.size() > 1 && !parts[1].children().empty()) assign(first_of(parts[1]), value, v.line());
    }
  }
  auto record = journal_.open();
  auto flow = Flow::next;
  const auto depth = frames_.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  const auto doubts = doubts_;
  // A context may suppress an exception.
  const bool ends =
      suppresses || std::ranges::any_of(own, [&](const Value& v) { return may_return(special(v, "__exit__")->function->node); });
  const auto tries = tries_;
  tries_ += ends ? 1 : 0;
  try {
    flow = block(s["body"]);
  } catch (const Raised& r) {
    tries_ = tries;
    if (entries_.exhausted() || r.type.empty() || (own.empty() && !suppresses)) throw;
    frames_.resize(depth);
    std::tie(silent_, in_library_, library_silences_) = quiet;
    const auto changed = record.taken();
    const auto ended = suppresses || doubts_ > doubts ? std::nullopt : leave_contexts(own, &r);
    if (ended == true) return Flow::next;
    if (ended == false) throw Raised(r);
    forget(changed, Value::unknown(r.why));
    if (!suppresses) throw Raised(r);
    return Flow::next;
  }
  tries_ = tries;
  record.close();
  const auto result = frame().result;
  leave_contexts(own, nullptr);
  frame().result = result;
  return flow;
}

void DslInterpreter::remove_member(const Value& of, const std::string& name) {
  if (of.is(Kind::object)) {
    if (!of.object->members.contains(name) && of.object != supposed_)
      fails("AttributeError", message("{} has no {}", last_part(of.object->library), name));
    put({Place::Of::member, of.object, name}, std::nullopt);
  }
  if (of.is(Kind::klass)) put({Place::Of::class_member, of.klass, name}, std::nullopt);
}

/// Assigns to a kind of target, or deletes it by `del`.
struct DslInterpreter::Targets {
  std::string_view kind;
  void (*assign)(DslInterpreter&, SyntaxNode, Value, std::size_t line);
  void (*remove)(DslInterpreter&, SyntaxNode);  ///< null if the target cannot be deleted
  static std::span<const Targets> rows();

  static void assign_name(DslInterpreter&, SyntaxNode, Value, std::size_t line);
  static void assign_subscript(DslInterpreter&, SyntaxNode, Value, std::size_t line);
  static void remove_subscript(DslInterpreter&, SyntaxNode);
  static void assign_all(DslInterpreter& d, SyntaxNode target, Value value, std::size_t line) {
    d.assign_items(target.children(), value, line);
  }
  static void remove_all(DslInterpreter& d, SyntaxNode target) {
    for (const auto& t : target.children()) d.remove(t);
  }
};

std::span<const DslInterpreter::Targets> DslInterpreter::Targets::rows() {
  static const Targets table[] = {
      {"identifier", assign_name,
       [](DslInterpreter& d, SyntaxNode target) {
         // A later use raises an exception, or finds an outer name.
         const std::string name(target.text());
         d.set(name, Value::unknown(d.not_read(in_one_line("del " + name, 40))));
       }},
      {"attribute",
       [](DslInterpreter& d, SyntaxNode target, Value value, std::size_t line) {
         d.assign_member(d.evaluate(target["object"]), std::string(target["attribute"].text()), std::move(value), line, target);
       },
       [](DslInterpreter& d, SyntaxNode target) {
         d.remove_member(d.evaluate(target["object"]), std::string(target["attribute"].text()));
       }},
      {"subscript", assign_subscript, remove_subscript},
      {"tuple", assign_all, remove_all},
      {"list", assign_all, remove_all},
      {"expression_list", assign_all, remove_all},
      {"pattern_list", assign_all, nullptr},
      {"tuple_pattern", assign_all, nullptr},
      {"list_pattern", assign_all, nullptr},
      {"parenthesized_expression",
       [](DslInterpreter& d, SyntaxNode target, Value value, std::size_t line) {
         if (!target.children().empty()) d.assign(first_of(target), std::move(value), line);
       },
       remove_all},
  };
  return table;
}

void DslInterpreter::remove(SyntaxNode target) {
  const auto rows = Targets::rows();
  if (const auto at = std::ranges::find(rows, target.kind(), &Targets::kind); at != rows.end() && at->remove != nullptr)
    at->remove(*this, target);
}

void DslInterpreter::assign(SyntaxNode target, Value value, std::size_t line) {
  const auto rows = Targets::rows();
  if (const auto at = std::ranges::find(rows, target.kind(), &Targets::kind); at != rows.end())
    at->assign(*this, target, std::move(value), line);
}

void DslInterpreter::Targets::remove_subscript(DslInterpreter& d, SyntaxNode target) {
  const auto of = d.evaluate(target["value"]);
  const auto index = d.evaluate(target["subscript"]);
  const auto not_read = [&] { return d.not_read(in_one_line(target.text(), 40)); };
  if (of.is(Kind::list) && is_slice(index)) {
    const auto bounds = bounds_of(index, static_cast<std::int64_t>(of.items->size()));
    if (!bounds || bounds->step == 0) return d.lose(of, not_read());
    std::set<std::int64_t> gone;
    for (auto i = bounds->first; bounds->step < 0 ? i > bounds->last : i < bounds->last; i += bounds->step) gone.insert(i);
    auto& items = d.changing(of);
    for (auto i = gone.rbegin(); i != gone.rend(); ++i) items.erase(items.begin() + *i);
  } else if (of.is(Kind::list)) {
    const auto size = static_cast<std::int64_t>(of.items->size());
    if (!index.is_integer()) return d.lose(of, index.is_known() ? not_read() : index.why);
    if (index.number < -size || index.number >= size) {
      d.fails("IndexError", message("there is no element {} of {}", index.number, size),
              DslItems{Value::of(Kind::string, "list assignment index out of range")});
      return;
    }
    auto& items = d.changing(of);
    items.erase(items.begin() + (index.number < 0 ? index.number + size : index.number));
  } else if (of.is(Kind::dict)) {
    const auto at = d.place_of_key(of, index);
    if (!at) return d.lose(of, index.is_known() ? not_read() : index.why);
    if (*at == of.pairs->size()) {
      d.no_key(index);
      return;
    }
    auto& pairs = d.changing_pairs(of);
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(*at));
  } else if (d.names_in(of) != nullptr && index.is(Kind::string)) {
    if (of.object->scope) d.put({Place::Of::name, of.object->scope, index.text}, Value::unknown(not_read()));
    else d.put({Place::Of::member, of.items->front().object, index.text}, std::nullopt);
  } else if (!d.call_special(of, "__delitem__", {{index}, {}})) {
    d.lose(of, not_read());
  }
}

void DslInterpreter::Targets::assign_name(DslInterpreter& d, SyntaxNode target, Value value, std::size_t line) {
  const std::string name(target.text());
  // A number that only some threads change is dynamic.
  if (value.is(Kind::integer) && !d.taken_by_some_.empty())
    if (const auto& [depth, before] = d.taken_by_some_.back(); depth == d.frames_.size() && before->contains(name))
      value = value.as_dynamic();
  if (d.tracing() && d.in_library_ == 0 && (value.is(Kind::integer) || value.is(Kind::cute))) origin_of(value).lines.insert(d.placed(line));
  d.define(name, value, line);
  if (d.tracing()) d.define_memory(name, value, line);
  d.set(name, std::move(value));
}

void DslInterpreter::Targets::assign_subscript(DslInterpreter& d, SyntaxNode target, Value value, std::size_t line) {
  const auto of = d.evaluate(target["value"]);
  std::vector<SyntaxNode> indices;
  for (const auto& c : target.children())
    if (!(c == target["value"])) indices.push_back(c);
  if (of.is(Kind::cute) && d.tracing() && d.in_library_ == 0) {
    DslItems at;
    for (const auto& i : indices) at.push_back(d.evaluate(i));
    d.call_ = {d.placed(target.line()), in_one_line(target.text(), 200)};
    d.trace_store(of, at.size() == 1 && at.front().is(Kind::tuple) ? at.front() : Value::tuple(std::move(at)), value);
    return;
  }
  const bool slices = indices.size() == 1 && indices.front().is("slice");
  if (slices && !(of.is(Kind::object) && special(of, "__setitem__") != nullptr)) return d.assign_slice(of, d.slice(indices.front()), value);
  if (of.is(Kind::cute) || is_array(of)) return;
  DslItems at;
  for (const auto& i : indices)
    at.push_back((i.is("slice") && !slices) || i.is("list_splat") ? Value::unknown(d.not_followed(Message("a slice"))) : d.evaluate(i));
  d.assign_item(of, at.size() == 1 ? at.front() : Value::tuple(std::move(at)), value, line);
}

void DslInterpreter::assign_member(const Value& of, const std::string& name, Value value, std::size_t line, SyntaxNode target) {
  if (of.is(Kind::klass)) {
    if (of.klass->is_enum && std::ranges::find(of.klass->enumerators, name) != of.klass->enumerators.end() && tries_ > 0)
      fails("AttributeError", message("{} has no {}", of.klass->name, name));
    return set_class_member(of.klass, name, std::move(value));
  }
  if (of.is(Kind::symbol))
    if (const auto scope = module(of.text, folder_of_frame())) return put({Place::Of::name, scope, name}, std::move(value));
  // Members such as f.__defaults__ change the function's behaviour. Other members are not kept.
  if (of.is(Kind::function) && name.starts_with("__")) of.function->lost = not_read(fmt::format("{}.{}", of.function->name, name));
  if (of.is(Kind::object) && name == "__class__") throw Raised{not_read(name), line};
  if (!of.is(Kind::object)) return lose(of, message("line {}: the element that changes is not known", line));
  if (of.object->of) {
    // A property is set by its setter.
    if (const auto* found = of.object->of->find(name); found != nullptr && found->is(Kind::function) && found->function->of_value) {
      if (found->function->setter) invoke(found->function->setter, &of, {{value}, {}});
      else fails("AttributeError", message("{} has no {}", of.object->of->name, name));
      return;
    }
    if (const auto* found = of.object->of->find(name); found != nullptr && special(*found, "__set__") != nullptr) {
      call_special(Value(*found), "__set__", {{of, value}, {}});
      return;
    }
    if (special(of, "__setattr__") != nullptr && in_library_ == 0) {
      call_special(of, "__setattr__", {{Value::of(Kind::string, name), value}, {}});
      return;
    }
  }
  if (of.object->of && of.object->of->is_frozen && target) {
    fails("FrozenInstanceError", message("{} has no {}", of.object->of->name, name));
    return lose(of, not_read(in_one_line(target.text(), 40)));
  }
  define(std::string(target.text()), value, line);
  set_member(of, name, std::move(value));
}

void DslInterpreter::assign_item(const Value& of, const Value& index, const Value& value, std::size_t line) {
  if (of.is(Kind::dict)) {
    if (!place_of_key(of, index) && index.is_known() && tries_ > 0) return lose(of, not_followed(Message("a key of this kind")));
    set_key(changing_pairs(of), index, value);
    if ((value.items || value.pairs) && holds_itself(value, of.pairs.get())) throw Raised{Message("this is nested too deeply"), line};
  } else if (names_in(of) != nullptr && index.is(Kind::string)) {
    if (of.object->scope) put({Place::Of::name, of.object->scope, index.text}, value);
    else set_member(of.items->front(), index.text, value);
  } else if (of.is(Kind::list)) {
    const auto size = static_cast<std::int64_t>(of.items->size());
    if (!index.is_integer())
      return lose(of, index.is_known() ? message("line {}: the element that changes is not known", line) : index.why);
    if (index.number < -size || index.number >= size) {
      fails("IndexError", message("there is no element {} of {}", index.number, size),
            DslItems{Value::of(Kind::string, "list assignment index out of range")});
      return;
    }
    if ((value.items || value.pairs) && (holds_itself(value, of.items.get()) || (value.items && value.items->depth >= DslItems::most_deep)))
      throw Raised{Message("this is nested too deeply"), line};
    auto& items = changing(of);
    if (value.items) items.depth = std::max(items.depth, value.items->depth + 1), items.weight += value.items->weight;
    items[static_cast<std::size_t>(index.number < 0 ? index.number + size : index.number)] = value;
  } else if (special(of, "__setitem__") != nullptr) {
    call_special(of, "__setitem__", {{index, value}, {}});
  } else {
    const bool fixed =
        of.is(Kind::string) || (of.is(Kind::tuple) && !of.object) || of.is(Kind::range) || of.is(Kind::none) || of.is(Kind::set);
    if (fixed) fails("TypeError", message("line {}: the element that changes is not known", line));
    lose(of, message("line {}: the element that changes is not known", line));
  }
}

void DslInterpreter::assign_slice(const Value& of, const Value& slice, const Value& value) {
  if (!of.is(Kind::list)) return lose(of, not_followed(Message("a slice")));
  const auto more = elements(value);
  const auto bounds = bounds_of(slice, static_cast<std::int64_t>(of.items->size()));
  if (!more || !bounds || bounds->step == 0) {
    if (value.is_integer() || value.is(Kind::none)) fails("TypeError", not_followed(Message("a slice")));
    return lose(of, value.is_known() ? not_followed(Message("a slice")) : value.why);
  }
  if (bounds->step != 1) {
    std::vector<std::int64_t> places;
    for (auto i = bounds->first; bounds->step < 0 ? i > bounds->last : i < bounds->last; i += bounds->step) places.push_back(i);
    if (places.size() != more->size()) {
      fails("ValueError", not_followed(Message("a slice")));
      return lose(of, not_followed(Message("a slice")));
    }
    for (std::size_t i = 0; i < places.size(); ++i) assign_item(of, Value::integer(places[i]), (*more)[i], line_);
    return;
  }
  auto& items = changing(of);
  const auto first = items.begin() + bounds->first;
  items.erase(first, items.begin() + std::max(bounds->first, bounds->last));
  for (std::size_t i = 0; i < more->size(); ++i) into(items, items.begin() + bounds->first + static_cast<std::ptrdiff_t>(i), (*more)[i]);
}

void DslInterpreter::assign_items(const std::vector<SyntaxNode>& targets, const Value& value, std::size_t line) {
  auto all = elements(value);
  // The order of a set is unknown, unless it has one element.
  const auto star = static_cast<std::size_t>(
      std::ranges::find_if(targets, [](const SyntaxNode& t) { return t.is("list_splat_pattern") || t.is("list_splat"); }) -
      targets.begin());
  const bool fits = all && (star < targets.size() ? all->size() + 1 >= targets.size() : all->size() == targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!fits) {
      auto part = value.is_known() && all
                      ? fails("ValueError", message("{} values cannot be assigned to {} names", all->size(), targets.size()))
                  : value.is_computed() || value.is(Kind::cute) || value.is(Kind::symbol) || (value.is(Kind::object) && !value.object->of)
                      ? Value::computed()
                  : value.is_integer() || value.is(Kind::none) || value.is(Kind::real)
                      ? fails("TypeError", not_read(in_one_line(targets[i].text(), 40)))
                  : value.is_known() ? Value::unknown(not_read(in_one_line(targets[i].text(), 40)))
                                     : value;
      assign(targets[i].is("list_splat_pattern") ? first_of(targets[i]) : targets[i], std::move(part), line);
      continue;
    }
    const auto extra = all->size() - (targets.size() - 1);
    if (i == star) {
      assign(first_of(targets[i]),
             Value::list(DslItems(all->begin() + static_cast<std::ptrdiff_t>(i), all->begin() + static_cast<std::ptrdiff_t>(i + extra))),
             line);
      continue;
    }
    assign(targets[i], (*all)[i < star ? i : i - 1 + extra], line);
  }
  define_shape(targets, value, line);
}

void DslInterpreter::define_shape(const std::vector<SyntaxNode>& targets, const Value& value, std::size_t line) {
  // Indices of threads and blocks are not shapes.
  const auto is_size = [](const Value& v) {
    return v.is(Kind::integer) && !v.text.starts_with("threadIdx") && !v.text.starts_with("blockIdx");
  };
  const bool shape = value.is(Kind::tuple) && value.items->size() == targets.size() && std::ranges::all_of(*value.items, is_size);
  if (!shape || silent() || !std::ranges::all_of(targets, [](const SyntaxNode& t) { return t.is("identifier"); })) return;
  std::string name;
  for (const auto& t : targets) name += (name.empty() ? "" : ", ") + std::string(t.text());
  auto whole = value;
  define(name, whole, line);
}

/// Applies `list += more` and the like in place; nullopt if the operator gives a new value.
std::optional<DslValue> DslInterpreter::changed_in_place(Operator is, const Value& now, const Value& by) {
  if (now.is(Kind::list) && is == Operator::add) {
    const auto more = elements(by);
    if (!more) return lose(now, by.is_known() ? not_read("+=") : by.why), now;
    auto& items = changing(now);
    for (const auto& v : *more) into(items, items.end(), v);
    return now;
  }
  if (now.is(Kind::list) && is == Operator::multiply) {
    const auto times = binary(Operator::multiply, now, by);
    if (!times.is(Kind::list)) return lose(now, times.is_known() ? not_read("*=") : times.why), now;
    changing(now).assign(times.items->begin(), times.items->end());
    return now;
  }
  if ((now.is(Kind::set) && now.text.empty()) || now.is(Kind::dict)) {
    const auto pairs =
        now.is(Kind::dict) && !by.is(Kind::dict) && by.is_known() ? python_function("dict", "dict", {{by}, {}}) : std::nullopt;
    const auto result = binary(is, now, pairs ? *pairs : by);
    if (result.kind != now.kind) return lose(now, result.is_known() ? not_read(fmt::format("{}=", python_sign_of(is))) : result.why), now;
    if (now.is(Kind::set)) changing(now).assign(result.items->begin(), result.items->end());
    else changing_pairs(now).assign(result.pairs->begin(), result.pairs->end());
    return now;
  }
  return now.is(Kind::object) && now.object->of ? call_special(now, python_record_of(is).in_place, {{by}, {}}) : std::nullopt;
}

void DslInterpreter::augment(SyntaxNode e) {
  auto sign = e["operator"].text();
  if (sign.empty()) return;
  sign.remove_suffix(1);
  const auto is = python_operator_of(sign);
  const auto target = e["left"];
  const auto after = [&](const Value& now) {
    const auto by = evaluate(e["right"]);
    if (auto changed = changed_in_place(is, now, by)) return *changed;
    return binary(is, now, by);
  };
  // Object and index are evaluated only once.
  if (target.is("attribute")) {
    const auto of = evaluate(target["object"]);
    const std::string name(target["attribute"].text());
    return assign_member(of, name, after(attribute(of, name)), e.line(), target);
  }
  if (target.is("subscript") && target.children().size() == 2 && !target["subscript"].is("slice")) {
    const auto of = evaluate(target["value"]);
    if (of.is(Kind::list) || of.is(Kind::dict) || (of.is(Kind::object) && of.object->of)) {
      const auto index = evaluate(target["subscript"]);
      return assign_item(of, index, after(item(of, index)), e.line());
    }
  }
  const auto now = evaluate(target);
  assign(target, after(now), e.line());
}

}  // namespace app
