// Expressions of Python: names, members, elements, comprehensions.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

std::optional<std::int64_t> number_in(std::string text) {
  std::erase(text, '_');
  int base = 10;
  std::string_view digits = text;
  if (digits.size() > 2 && digits[0] == '0')
    if (const auto b = std::string_view("xXbBoO").find(digits[1]); b != std::string_view::npos) {
      base = b < 2 ? 16 : b < 4 ? 2 : 8;
      digits.remove_prefix(2);
    }
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(n) : std::nullopt;
}

}  // namespace

bool DslInterpreter::is_word_of_python(std::string_view name) const {
  static constexpr std::string_view words[] = {
      "Ellipsis",    "NotImplemented", "__build_class__", "__debug__", "__doc__", "__file__",    "__import__", "__loader__",
      "__name__",    "__package__",    "__spec__",        "aiter",     "anext",   "breakpoint",  "bytearray",  "bytes",
      "classmethod", "compile",        "complex",         "copyright", "credits", "exit",        "help",       "license",
      "memoryview",  "object",         "property",        "quit",      "slice",   "staticmethod"};
  const auto has = [&](std::span<const Row> table) {
    const auto* row = row_in(table, name);
    return row != nullptr && name != "prod" && name != "cast" && name != "const_expr" && name != "printf" && !name.ends_with("Namespace") &&
           !name.starts_with("range_") && name != "__setattr__";
  };
  return std::ranges::find(words, name) != std::end(words) || builtin(name) != nullptr || has(Rows::numbers()) || has(Rows::sequences()) ||
         has(Rows::objects());
}

DslValue DslInterpreter::evaluate(SyntaxNode node) {
  if (!counted()) throw Raised{exhausted(), node.line()};
  if (stack_.too_deep()) {
    // The effects of too deep a recursion are unknown, so reading stops here.
    if (frames_.size() > 20) throw Raised{message("this is nested too deeply"), node.line()};
    entries_.count(500);
    return Value::unknown(message("this is nested too deeply"));
  }
  auto v = evaluate_of(node);
  // An operator on a dict of names returns a new value.
  if (!v.is_known() && v.object && v.object->library == names_of)
    if (const auto kind = node.kind(); kind.ends_with("_operator") || kind.ends_with("_comprehension") || kind == "dictionary")
      v = aside(v);
  if (const auto* lost = v.lost()) v = Value::unknown(*lost);
  if (tries_ > 0 && !v.is_known()) ++doubts_;
  return v;
}

/// Evaluates expressions by the grammar's kinds.
struct DslInterpreter::Expressions {
  using Row = Named<Value(DslInterpreter&, SyntaxNode)>;
  static std::span<const Row> rows();

  static Value unread(SyntaxNode n) { return Value::unknown(message("this Python syntax is not supported: {}", n.text().substr(0, 40))); }
  static Value identifier(DslInterpreter& d, SyntaxNode n) {
    auto v = d.name(n.text());
    d.note_round(n, v);
    return v;
  }
  static Value integer(DslInterpreter& d, SyntaxNode n) {
    if (n.text().find_first_of("jJ") != std::string_view::npos && n.text().find_first_of("xX") == std::string_view::npos)
      return Value::unknown(d.not_read(n.text()));
    const auto number = number_in(std::string(n.text()));
    return number ? Value::integer(*number) : Value::unknown(message("{} is too large", n.text()));
  }
  static Value real(DslInterpreter& d, SyntaxNode n) {
    std::string digits(n.text());
    std::erase(digits, '_');
    if (digits.find_first_of("jJ") != std::string::npos) return Value::unknown(d.not_read(digits));
    return Value::real_number(std::strtod(digits.c_str(), nullptr));
  }
  static Value attribute(DslInterpreter& d, SyntaxNode n) {
    auto v = d.attribute(d.evaluate(n["object"]), std::string(n["attribute"].text()));
    d.note_round(n, v);
    return v;
  }
  static Value inner(DslInterpreter& d, SyntaxNode n) { return n.children().empty() ? Value{} : d.evaluate(first_of(n)); }
  static Value assignment(DslInterpreter& d, SyntaxNode n) { return Value::unknown(d.not_read(n.text().substr(0, 40))); }
  static Value named(DslInterpreter& d, SyntaxNode n) {
    d.assign(n["name"], d.evaluate(n["value"]), n.line());
    return d.name(n["name"].text());
  }
  /// MemRange[Int64, 8] as an annotation.
  static Value generic_type(DslInterpreter& d, SyntaxNode n) {
    const auto& c = n.children();
    DslItems of;
    if (c.size() > 1)
      for (const auto& t : c[1].children()) of.push_back(d.evaluate(t));
    return d.item(d.evaluate(c.front()), of.size() == 1 ? of.front() : Value::tuple(std::move(of)));
  }
  struct Written {
    bool has_arguments = false;  ///< its elements may be arguments of the program
    bool has_blanked = false;    ///< stars in it may be blanked out
  };
  static Value elements(DslInterpreter&, SyntaxNode, Written, Value (*make)(DslInterpreter&, DslItems));
  static Value negation(DslInterpreter&, SyntaxNode);
  static Value both_or_either(DslInterpreter&, SyntaxNode);
};

DslValue DslInterpreter::Expressions::elements(DslInterpreter& d, SyntaxNode n, Written written, Value (*make)(DslInterpreter&, DslItems)) {
  DslItems items;
  for (const auto& c : n.children()) {
    // The grammar parses `*f(x)` as a call of `*f`.
    const bool star_call = c.is("call") && c["function"].is("list_splat");
    // Nor has it `1, *x, 2` without parentheses.
    const bool star_error = c.is("ERROR") && c.children().size() == 1 && c.text().find('*') < c.text().find_first_not_of(", *");
    if (c.is("ERROR") && !star_error) return unread(n);
    const bool star = c.is("list_splat") || star_call || star_error, blanked = written.has_blanked && d.starred_.contains(c.text().data());
    if (!star && !blanked) {
      items.push_back(d.evaluate(c));
      d.count_values(1);
      if (written.has_arguments) d.define_argument(c, items.back());
      continue;
    }
    const auto whole = d.evaluate(star && !star_call ? first_of(c) : c);
    const auto all = d.elements(whole);
    if (!all) return Value::unknown(whole.why.empty() ? message("{} is not a tuple here", c.text()) : whole.why);
    items.insert(items.end(), all->begin(), all->end());
  }
  return make(d, std::move(items));
}

DslValue DslInterpreter::Expressions::negation(DslInterpreter& d, SyntaxNode n) {
  const auto v = d.evaluate(n["argument"]);
  const auto holds = d.truth(v);
  if (holds && d.tracing()) d.trace_condition(v, d.placed(n.line()));
  return holds ? Value::boolean(!*holds, v.dynamic) : v.undecided(message("the condition of {} is not known here", n.text()));
}

DslValue DslInterpreter::Expressions::both_or_either(DslInterpreter& d, SyntaxNode n) {
  const auto left = d.evaluate(n["left"]);
  const auto holds = d.truth(left);
  const bool is_and = n["operator"].text() == "and";
  if (holds && d.tracing()) d.trace_condition(left, d.placed(n.line()));
  if (holds && *holds != is_and) return left;
  if (!holds) {
    const auto why = left.undecided(message("the condition of {} is not known here", n.text()));
    const auto right = d.perhaps(n["right"], why);
    const auto other = d.truth(right);
    // The result counts as true or false as the right operand does, whatever the left one is.
    if (other && *other != is_and && right.is(Kind::boolean) && (left.is_computed() || !left.is_known())) return right;
    return why;
  }
  auto right = d.evaluate(n["right"]);
  right.dynamic |= left.dynamic && right.is_integer();
  return right;
}

std::span<const DslInterpreter::Expressions::Row> DslInterpreter::Expressions::rows() {
  static constexpr auto to_tuple = [](DslInterpreter&, DslItems items) { return Value::tuple(std::move(items)); };
  static constexpr auto to_list = [](DslInterpreter&, DslItems items) { return Value::list(std::move(items)); };
  static constexpr auto to_set = [](DslInterpreter& d, DslItems items) { return d.set_of(items); };
  static constexpr auto comprehension = [](DslInterpreter& d, SyntaxNode n) { return d.comprehension(n); };
  static constexpr auto string = [](DslInterpreter& d, SyntaxNode n) { return d.string(n); };
  static const Row table[] = {
      {"identifier", identifier},
      {"integer", integer},
      {"float", real},
      {"true", [](DslInterpreter&, SyntaxNode) { return Value::boolean(true); }},
      {"false", [](DslInterpreter&, SyntaxNode) { return Value::boolean(false); }},
      {"none", [](DslInterpreter&, SyntaxNode) { return Value::none(); }},
      {"string", string},
      {"concatenated_string", string},
      {"parenthesized_expression", inner},
      {"tuple", [](DslInterpreter& d, SyntaxNode n) { return elements(d, n, {.has_arguments = true}, to_tuple); }},
      {"expression_list", [](DslInterpreter& d, SyntaxNode n) { return elements(d, n, {.has_blanked = true}, to_tuple); }},
      {"list", [](DslInterpreter& d, SyntaxNode n) { return elements(d, n, {.has_arguments = true}, to_list); }},
      {"set", [](DslInterpreter& d, SyntaxNode n) { return elements(d, n, {}, to_set); }},
      {"dictionary", [](DslInterpreter& d, SyntaxNode n) { return d.dictionary(n); }},
      {"binary_operator",
       [](DslInterpreter& d, SyntaxNode n) {
         const auto left = d.evaluate(n["left"]);
         return d.binary(python_operator_of(n["operator"].text()), left, d.evaluate(n["right"]));
       }},
      {"unary_operator",
       [](DslInterpreter& d, SyntaxNode n) {
         return d.unary(python_operator_of(n["operator"].text()), d.evaluate(n["argument"]), n.text().substr(0, 40));
       }},
      {"not_operator", negation},
      {"boolean_operator", both_or_either},
      {"comparison_operator", [](DslInterpreter& d, SyntaxNode n) { return d.compare(n); }},
      {"conditional_expression", [](DslInterpreter& d, SyntaxNode n) { return d.conditional(n); }},
      {"attribute", attribute},
      {"subscript", [](DslInterpreter& d, SyntaxNode n) { return d.subscript(n); }},
      {"call", [](DslInterpreter& d, SyntaxNode n) { return d.call(n); }},
      {"lambda", [](DslInterpreter& d, SyntaxNode n) { return d.lambda(n); }},
      {"list_comprehension", comprehension},
      {"set_comprehension", comprehension},
      {"dictionary_comprehension", comprehension},
      {"generator_expression", comprehension},
      {"named_expression", named},
      {"assignment", assignment},
      {"augmented_assignment", assignment},
      {"generic_type", generic_type},
      {"slice", [](DslInterpreter& d, SyntaxNode n) { return d.slice(n); }},
      {"ellipsis", [](DslInterpreter&, SyntaxNode) { return Value::of(Kind::symbol, "..."); }},
      {"type", inner},
  };
  return table;
}

DslValue DslInterpreter::evaluate_of(SyntaxNode n) {
  const auto rows = Expressions::rows();
  if (const auto at = std::ranges::find(rows, n.kind(), &Expressions::Row::names); at != rows.end()) return at->run(*this, n);
  // Evaluating its parts may have changed something.
  for (const auto& c : n.children()) lose(evaluate(c), not_read(n.text().substr(0, 40)));
  return Expressions::unread(n);
}

DslValue DslInterpreter::dictionary(SyntaxNode n) {
  auto v = Value::dict();
  for (const auto& c : n.children()) {
    if (c.is("pair")) {
      const auto key = evaluate(c["key"]);
      set_key(*v.pairs, key, evaluate(c["value"]));
      continue;
    }
    if (!c.is("dictionary_splat")) continue;
    const auto inner = evaluate(first_of(c));
    if (inner.is(Kind::dict))
      for (const auto& [key, value] : *inner.pairs) set_key(*v.pairs, key, value);
    else if (const auto* names = names_in(inner))
      for (const auto& [key, value] : *names) set_key(*v.pairs, Value::of(Kind::string, key), value);
    else return inner.undecided(not_read(c.text()));
  }
  return v;
}

DslValue DslInterpreter::conditional(SyntaxNode n) {
  const auto& c = n.children();
  if (c.size() < 3) return {};
  const auto condition = evaluate(c[1]);
  const auto holds = truth(condition);
  if (holds && tracing()) {
    trace_condition(condition, placed(n.line()));
    return following(evaluate(*holds ? c[0] : c[2]), {&condition});
  }
  if (holds) return evaluate(*holds ? c[0] : c[2]);
  const auto why = condition.undecided(message("the condition of {} is not known here", c[1].text()));
  Value first, second;
  undecided({[&] { return first = evaluate(c[0]), Flow::next; }, [&] { return second = evaluate(c[2]), Flow::next; }}, why);
  if (equal(first, second) && first.kind == second.kind && first.dynamic == second.dynamic && !first.items && !first.pairs && !first.object)
    return first;
  // Neither layout stands for both.
  if (first.is(Kind::cute) || second.is(Kind::cute))
    return Value::unknown(condition.why.empty() ? message("the condition of {} is not known here", c[1].text()) : condition.why);
  auto v = why;
  v.items = std::make_shared<DslItems>(DslItems{first, second});
  return v;
}

DslValue DslInterpreter::name(std::string_view name) {
  auto s = frame().scope;
  const auto is_global = [&](const DslScope& of) { return std::ranges::find(of.global, name) != of.global.end(); };
  bool unbound = false;
  for (; s; s = s->outer) {
    if (is_global(*s))
      while (s->outer) s = s->outer;
    if (s->of_class && s != frame().scope) continue;
    if (unbound && s->names.contains(name)) return fails("UnboundLocalError", message("{} has no value here", name));
    if (const auto at = s->names.find(name); at != s->names.end()) return at->second;
    unbound |= s->locals && s->locals->contains(name) && s->lost.empty();
  }
  // A word of Python itself, unless the program may have redefined it.
  const bool own = is_word_of_python(name);
  for (s = frame().scope; s; s = s->outer)
    if (!s->lost.empty() && !own) return Value::unknown(s->lost);
  if (unbound && tries_ > 0) return fails("UnboundLocalError", message("{} has no value here", name));
  if (name == "Ellipsis") return Value::of(Kind::symbol, "...");
  if (const auto* v = builtin(name); v != nullptr && v->is(Kind::klass)) return *v;
  return Value::of(Kind::symbol, std::string(name));
}

DslValue DslInterpreter::of_range(const Value& range, std::int64_t index) {
  return Value::integer((*range.items)[0].number + index * (*range.items)[2].number, range.dynamic);
}

DslValue DslInterpreter::of_view(const Value& view, std::size_t index) {
  const auto& [key, value] = (*view.pairs)[index];
  if (view.shows_values()) return value;
  return view.shows_items() ? Value::tuple({key, value}) : key;
}

std::optional<DslItems> DslInterpreter::elements(const Value& v) {
  if (v.lost() != nullptr) return std::nullopt;
  if (v.is_sequence()) {
    auto all = *v.items;
    count_values(all.size());
    return all;
  }
  if (v.is(Kind::range)) {
    const auto size = length_of_range(*v.items);
    if (size > static_cast<std::int64_t>(DslItems::most)) return std::nullopt;
    DslItems all;
    all.reserve(static_cast<std::size_t>(size));
    count_values(static_cast<std::size_t>(size));
    for (std::int64_t i = 0; i < size; ++i) all.push_back(of_range(v, i));
    return all;
  }
  if (v.is(Kind::dict) || v.is(Kind::view)) {
    DslItems all;
    for (std::size_t i = 0; i < v.pairs->size(); ++i) all.push_back(of_view(v, i));
    count_values(all.size());
    return all;
  }
  if (v.is(Kind::set)) {
    // Sets are ordered by hashes.
    if (v.items->size() > 1) return std::nullopt;
    return *v.items;
  }
  if (v.is(Kind::iterator)) return drained(v);
  if (v.is(Kind::string)) {
    DslItems letters;
    for (std::size_t i = 0; i < v.text.size();) {
      const auto start = i++;
      while (i < v.text.size() && (static_cast<unsigned char>(v.text[i]) & 0xC0) == 0x80) ++i;
      letters.push_back(Value::of(Kind::string, v.text.substr(start, i - start)));
    }
    count_values(letters.size());
    return letters;
  }
  if (v.is(Kind::klass) && v.klass->is_enum) {
    DslItems all;
    for (const auto& name : v.klass->enumerators) all.push_back(v.klass->members.at(name));
    return all;
  }
  if (v.is(Kind::object) && v.object->of) {
    if (special(v, "__iter__") != nullptr || (special(v, "__getitem__") != nullptr && !v.object->of->is_data)) {
      const auto it = iterator_over(v);
      return it ? drained(*it) : std::nullopt;
    }
    // The fields of a NamedTuple.
    if (!v.object->of->is_data) return std::nullopt;
    DslItems all;
    for (const auto& f : v.object->of->fields)
      if (const auto at = v.object->members.find(f); at != v.object->members.end()) all.push_back(at->second);
    return all;
  }
  return std::nullopt;
}

std::optional<DslItems> DslInterpreter::members_of(const Value& v) {
  if (v.is(Kind::set) && v.lost() == nullptr) return *v.items;
  return elements(v);
}

std::optional<std::size_t> DslInterpreter::length(const Value& v) {
  if (v.lost() != nullptr || v.is(Kind::iterator)) return std::nullopt;
  if (v.is_sequence() || v.is(Kind::set)) return v.items->size();
  if (v.is(Kind::dict) || v.is(Kind::view)) return v.pairs->size();
  if (v.is(Kind::range)) return static_cast<std::size_t>(length_of_range(*v.items));
  if (v.is(Kind::object) && v.object->of) {
    if (const auto own = call_special(v, "__len__", {}))
      return own->is_integer() ? std::optional(static_cast<std::size_t>(own->number)) : std::nullopt;
  }
  const auto all = elements(v);
  return all ? std::optional(all->size()) : std::nullopt;
}

DslValue DslInterpreter::subscript(SyntaxNode n) {
  const auto of = evaluate(n["value"]);
  std::vector<SyntaxNode> indices;
  for (const auto& c : n.children())
    if (!(c == n["value"])) indices.push_back(c);
  if (names_in(of) != nullptr && indices.size() == 1) return item(of, evaluate(indices.front()));
  if (!of.is_known()) return of;
  if (is_array(of)) return part_of_array(of, indices);
  if (indices.size() == 1 && !indices.front().is("list_splat")) return item(of, evaluate(indices.front()));
  DslItems all;
  for (const auto& i : indices) {
    if (!i.is("list_splat")) {
      all.push_back(i.is("slice") && !(of.is(Kind::object) && of.object->of) ? Value::of(Kind::symbol, "slice") : evaluate(i));
      define_argument(i, all.back());
      continue;
    }
    const auto inner = elements(evaluate(first_of(i)));
    if (!inner) return Value::unknown(message("{} is not a tuple here", i.text()));
    all.insert(all.end(), inner->begin(), inner->end());
  }
  return item(of, Value::tuple(std::move(all)));
}

DslValue DslInterpreter::item(const Value& of, const Value& index) {
  if (const auto* names = names_in(of)) {
    const auto at = index.is(Kind::string) ? names->find(index.text) : names->end();
    return at != names->end() ? at->second : aside(of);
  }
  // The running module, whose names may be changed.
  if (of.is(Kind::symbol) && of.text == "sys.modules") {
    auto module = frame().scope;
    while (module->outer) module = module->outer;
    if (!index.is_known() || equal(index, module->names["__name__"])) return dict_of_names(module, of.text);
  }
  if (!index.is_known()) return index;
  if (is_slice(index) && !(of.is(Kind::object) && special(of, "__getitem__") != nullptr)) return sliced(of, index);
  if (of.is_sequence() || (of.is(Kind::object) && of.object->of && of.object->of->is_data)) {
    const auto whole = of.is_sequence() ? std::optional<DslItems>() : elements(of);
    const auto& all = of.is_sequence() ? *of.items : *whole;
    const auto size = static_cast<std::int64_t>(all.size());
    if (!index.is_integer()) {
      const bool never = index.is(Kind::string) || index.is(Kind::none) || index.is(Kind::real) || index.is(Kind::list);
      return never && of.is_sequence() && !of.object ? fails("TypeError", message("a tuple is indexed by a number"))
                                                     : index.undecided(message("a tuple is indexed by a number"));
    }
    if (index.number < -size || index.number >= size)
      return fails("IndexError", message("there is no element {} of {}", index.number, size),
                   DslItems{Value::of(Kind::string, fmt::format("{} index out of range", type_name(of)))});
    return all[static_cast<std::size_t>(index.number < 0 ? index.number + size : index.number)];
  }
  if (of.is(Kind::range) && index.is_integer()) {
    const auto size = length_of_range(*of.items);
    if (index.number < -size || index.number >= size)
      return fails("IndexError", message("there is no element {} of {}", index.number, size));
    return of_range(of, index.number < 0 ? index.number + size : index.number);
  }
  if (of.is(Kind::string) && index.is_integer()) {
    const auto letters = *elements(of);
    const auto size = static_cast<std::int64_t>(letters.size());
    if (index.number < -size || index.number >= size)
      return fails("IndexError", message("there is no element {} of {}", index.number, size));
    return letters[static_cast<std::size_t>(index.number < 0 ? index.number + size : index.number)];
  }
  if (of.is(Kind::dict)) {
    const auto at = place_of_key(of, index);
    if (!at) return index.undecided(message("there is no such key"));
    if (*at < of.pairs->size()) return (*of.pairs)[*at].second;
    if (!of.pairs->factory) return no_key(index);
    auto v = call(*of.pairs->factory, {});
    set_key(changing_pairs(of), index, v);
    return v;
  }
  if (of.is(Kind::klass) && of.klass->is_enum) {
    if (const auto at = of.klass->members.find(index.text); index.is(Kind::string) && at != of.klass->members.end()) return at->second;
    return index.is(Kind::string) ? no_key(index) : Value::unknown(message("there is no such key"));
  }
  if (of.is(Kind::cute) && tracing()) {
    // Other rounds of a loop take another part.
    auto part = layout_call(of, index.is(Kind::tuple) ? Arguments{*index.items, {}} : Arguments{{index}, {{"[]", index}}});
    if (index.is(Kind::tuple)) {
      for (const auto& i : *index.items)
        if (i.origin) part = following(std::move(part), {&i});
    }
    return following(std::move(part), {&of, &index});
  }
  if (of.is(Kind::cute)) return layout_call(of, index.is(Kind::tuple) ? Arguments{*index.items, {}} : Arguments{{index}, {{"[]", index}}});
  // A generic of a library: cute.struct.MemRange[cutlass.Float32, 128], Tuple[int, int], cute.compile[...].
  if (of.is(Kind::symbol) || of.is(Kind::klass)) {
    const auto last = last_part(of.text);
    if (last == range_object || last == aligned_object) {
      auto range = library_object(std::string(last));
      range.object->arguments = index.is(Kind::tuple) ? *index.items : DslItems{index};
      return range;
    }
    return of;
  }
  if (of.is(Kind::object) && of.object->of)
    if (const auto* method = of.object->of->find("__getitem__"); method != nullptr && method->is(Kind::function))
      return invoke(method->function, &of, {{index}, {}});
  if (of.is(Kind::symbol) || of.is(Kind::type) || (of.is(Kind::object) && !of.object->of) || of.is_computed()) return Value::computed();
  if (of.is(Kind::none) || (of.is_integer() && !of.dynamic) || of.is(Kind::real) || of.is(Kind::set) || of.is(Kind::view))
    return fails("TypeError", not_read("[]"));
  return Value::unknown(not_read("[]"));
}

/// Returns `a:b:c` as Python's slice object.
DslValue DslInterpreter::slice(SyntaxNode n) {
  // The positions of the colons show which bounds are given.
  DslItems bounds(3, Value::none());
  std::size_t at = 0;
  auto place = n.begin();
  const auto text = n.text();
  for (const auto& c : n.children()) {
    for (; place < c.begin(); ++place)
      if (text[place - n.begin()] == ':') ++at;
    place = c.end();
    auto v = evaluate(c);
    if (at < 3) bounds[at] = std::move(v);
  }
  return slice_of(std::move(bounds));
}

DslValue DslInterpreter::slice_of(DslItems bounds) {
  auto v = library_object(std::string(slice_object));
  v.object->members = {{"start", bounds[0]}, {"stop", bounds[1]}, {"step", bounds[2]}};
  return v;
}

std::optional<DslInterpreter::Bounds> DslInterpreter::bounds_of(const Value& slice, std::int64_t size) {
  std::optional<std::int64_t> bounds[3];
  std::size_t at = 0;
  for (const auto* name : {"start", "stop", "step"}) {
    const auto& v = slice.object->members.at(name);
    if (!v.is(Kind::none) && !v.is_integer()) return std::nullopt;
    if (v.is_integer()) bounds[at] = v.number;
    ++at;
  }
  const auto step = std::clamp<std::int64_t>(bounds[2].value_or(1), -size - 1, size + 1);
  const auto clamped = [&](std::int64_t i) {
    i = std::clamp<std::int64_t>(i, -2 * size - 1, size + 1);
    return std::clamp<std::int64_t>(i < 0 ? i + size : i, step < 0 ? -1 : 0, step < 0 ? size - 1 : size);
  };
  const auto first = bounds[0]  ? clamped(*bounds[0])
                     : step < 0 ? size - 1
                                : 0,
             last = bounds[1]  ? clamped(*bounds[1])
                    : step < 0 ? -1
                               : size;
  return Bounds{first, last, step};
}

DslValue DslInterpreter::sliced(const Value& of, const Value& slice) {
  if (of.is(Kind::dict) || of.is(Kind::iterator) || of.is(Kind::set) || of.is(Kind::view))
    return fails("TypeError", message("only tuples, lists and strings can be sliced here"));
  const bool is_range = of.is(Kind::range);
  const auto all = is_range ? std::optional(DslItems{}) : elements(of);
  if (!all) return of.is_computed() ? of : Value::unknown(message("only tuples, lists and strings can be sliced here"));
  const auto bounds = bounds_of(slice, is_range ? length_of_range(*of.items) : static_cast<std::int64_t>(all->size()));
  if (!bounds) return Value::unknown(message("a tuple is indexed by a number"));
  const auto [first, last, step] = *bounds;
  if (step == 0) return fails("ValueError", message("a step of 0 goes nowhere"));
  if (is_range) {
    auto part = of;
    part.items =
        std::make_shared<DslItems>(DslItems{of_range(of, first), of_range(of, last), Value::integer((*of.items)[2].number * step)});
    return part;
  }
  DslItems items;
  for (auto i = first; step < 0 ? i > last : i < last; i += step) items.push_back((*all)[static_cast<std::size_t>(i)]);
  if (of.is(Kind::string)) {
    auto part = Value::of(Kind::string);
    for (const auto& letter : items) part.text += letter.text;
    return part;
  }
  return of.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

}  // namespace app
