#include "app/why/repair.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/value.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/edit_distance.hpp"
#include "app/why/operand.hpp"
#include "app/why/source_edit.hpp"

namespace app::why {
namespace {

using algebra::is_digit;
using algebra::is_word;

constexpr int most_tried = 3000;
/// The operands of a range of modes, its begin and its end, and classes of CuTe, as records name them.
constexpr std::string_view range_begin = "B", range_end = "E", copy_atom = "Copy_Atom", tensor_class = "Tensor";

/// A change of one operand, or of two for a swap; the cheapest are tried first.
struct Candidate {
  std::size_t operand = 0;
  std::string now;
  double cost = 0;
  std::string shown{};      ///< `now` as people read it, with ? for numbers known only at run time; "": the same
  int rank = 0;             ///< the modes that are left or made; 0: another change
  std::size_t with = npos;  ///< the operand that it is swapped with
};

std::vector<std::string> elements_of(std::string_view tuple) {
  std::vector<std::string> all;
  if (tuple.size() < 2) return all;
  for (const auto part : algebra::Cursor(tuple.substr(1, tuple.size() - 2), 0, algebra::brackets_and_angles).split(','))
    all.emplace_back(algebra::trimmed(part));
  if (all.size() == 1 && all[0].empty()) all.clear();
  return all;
}

bool is_tuple(std::string_view text) {
  return text.size() >= 2 && ((text.front() == '(' && text.back() == ')') || (text.front() == '<' && text.back() == '>'));
}

std::string joined(const std::vector<std::string>& elements, std::size_t count, char open, char close) {
  std::string all(1, open);
  for (std::size_t i = 0; i < count; ++i) all += (i > 0 ? "," : "") + elements[i];
  return all + close;
}

/// The parts of a layout's text, or of a tuple's, which has no strides.
struct Modes {
  std::vector<std::string> sizes, strides;
  char open = '(', close = ')';
  bool is_layout = false;

  std::string first(std::size_t count) const {
    auto text = joined(sizes, count, open, close);
    return is_layout ? text + ":" + joined(strides, count, '(', ')') : text;
  }
};

std::optional<Modes> modes_of(std::string_view text) {
  Modes m;
  algebra::Cursor in(text, 0, algebra::brackets_and_angles);
  const auto shape = in.until(":");
  m.is_layout = !in.done();
  if (!is_tuple(shape)) return std::nullopt;
  m.open = shape.front(), m.close = shape.back();
  m.sizes = elements_of(shape);
  if (!m.is_layout) return m;
  const auto stride = text.substr(shape.size() + 1);
  m.strides = elements_of(stride);
  if (m.strides.size() != m.sizes.size()) return std::nullopt;
  return m;
}

std::string with_static(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) continue;
    if (i == 0 || (!is_word(text[i - 1]) && text[i - 1] != '@')) text.insert(i++, 1, '_');
    while (i < text.size() && is_digit(text[i])) ++i;
  }
  return text;
}

void add_numbers(const Operand& o, std::size_t operand, double weight, std::vector<Candidate>& all) {
  const std::string& text = o.expression;
  const bool run_time = o.text.find('?') != npos;
  const auto strides = text.find(':');
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i]) || (i > 0 && text[i - 1] != '_' && is_word(text[i - 1]))) {
      ++i;
      continue;
    }
    const auto begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    const bool is_static = begin > 0 && text[begin - 1] == '_';
    if (begin > 1 && is_static && is_word(text[begin - 2])) continue;
    if ((run_time && !is_static) || i - begin > 9) continue;
    const auto n = std::atoll(text.substr(begin, i - begin).c_str());
    const double of_stride = strides != npos && begin > strides ? 3 : 1;
    const auto add = [&](long long value, double cost) {
      if (value < (o.is_index || !is_static ? 0 : 1) || value == n) return;
      all.push_back({operand, text.substr(0, begin) + std::to_string(value) + text.substr(i), weight * of_stride * cost});
    };
    for (long long k = 1; k <= 64; ++k)
      add(n - k, o.is_index ? double(k) : 1 + double(k) / 8), add(n + k, o.is_index ? k + 0.1 : 1.05 + double(k) / 8);
    add(n * 2, 1 + double(std::min(n, 64LL)) / 8), add(n / 2, 1 + double(std::min(n, 128LL)) / 16), add(n * 4, 10);
  }
}

void add_modes(const Operand& o, std::size_t operand, double weight, std::vector<Candidate>& all) {
  const std::string& text = o.expression;
  const auto modes = modes_of(text), shown = modes_of(o.text.find('?') != npos && o.memory.empty() ? o.text : text);
  const bool is_coordinate = text.find('_') == npos || o.name == "coord" || o.name == "idx";
  if (!modes || !shown) {
    if (text.find(':') == npos && text.find('<') == npos)
      all.push_back({operand, fmt::format("({},{})", text, is_coordinate ? "0" : "_1"), weight * 0.9, "", 2});
    return;
  }
  const auto count = modes->sizes.size();
  for (std::size_t left = 1; left < count; ++left)
    all.push_back({operand, modes->first(left), weight * 0.3 * double(count - left), shown->first(left), int(left)});
  if (count > 0 && !modes->is_layout) all.push_back({operand, modes->sizes[0], weight * 0.35 * double(count), shown->sizes[0], 0});
  auto longer = *modes, seen = *shown;
  for (std::size_t more = 1; more <= 3; ++more) {
    const auto ones = std::ranges::all_of(modes->sizes, [](const std::string& s) { return s == "_"; });
    for (auto* m : {&longer, &seen}) {
      m->sizes.emplace_back(ones ? "_" : is_coordinate ? "0" : "_1");
      if (m->is_layout) m->strides.emplace_back("_0");
    }
    const auto rank = longer.sizes.size();
    all.push_back({operand, longer.first(rank), weight * 0.4 * double(more), seen.first(rank), int(rank)});
  }
}

/// Returns the neighbours of the operands, cheapest first.
/// `modes_first`: the modes are what is wrong.
std::vector<Candidate> neighbours(const std::vector<Operand>& operands, bool modes_first) {
  std::vector<Candidate> all;
  const auto is_number = [](const Operand& o) {
    return o.expression.find_first_of("0123456789") != npos && !algebra::is_letter(o.expression[0]);
  };
  std::size_t last = 0;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (is_number(operands[i])) last = i;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto& o = operands[i];
    if (o.expression.empty()) continue;
    // The data is what a user has; the tile, the target or the number is what they choose.
    const double weight = i == last || o.is_index || o.name == "coord" || o.name == "idx" ? 1 : operands[0].is_index ? 4 : 2;
    for (std::size_t j = i + 1; o.is_index && j < operands.size(); ++j)
      if (operands[j].is_index && o.name == range_begin && operands[j].name == range_end)
        all.push_back({.operand = i, .now = operands[j].expression, .cost = 0.2, .with = j});
    // A tensor has its elements behind it: another layout is not a repair.
    if (!is_number(o) || !o.element.empty()) continue;
    if (!o.is_index) {
      add_modes(o, i, weight * (modes_first ? 1 : 30), all);
      if (auto now = with_static(o.expression); now != o.expression && o.name != "coord" && o.name != "idx")
        all.push_back({i, now, weight * 0.6});
      // The same shape with compact strides.
      if (const auto modes = modes_of(o.expression); modes && modes->is_layout)
        if (const auto value =
                algebra::evaluate(fmt::format("make_layout({})", with_static(joined(modes->sizes, modes->sizes.size(), '(', ')'))), {},
                                  algebra::IntegerRule::cute))
          all.push_back({i, algebra::to_string(value->value, algebra::Marks::underscores), weight * 0.8});
    }
    add_numbers(o, i, weight, all);
  }
  std::ranges::stable_sort(all, {}, &Candidate::cost);
  return all;
}

/// Returns the value of a call that works and keeps its contract.
std::optional<algebra::Value> value_of(const std::string& call) {
  const auto value = algebra::evaluate(call, {}, algebra::IntegerRule::cute);
  if (!value || value->verdict.kind == algebra::Verdict::Kind::broken || value->warning) return std::nullopt;
  return value->value;
}

std::string cpp_of(const std::string& notation, bool is_index) {
  if (is_index) return notation;
  if (const auto type = cpp_type_of(notation); !type.empty()) return type + "{}";
  const auto value = algebra::evaluate(notation, {}, algebra::IntegerRule::cute);
  if (!value) return {};
  if (const auto* tuple = std::get_if<algebra::IntTuple>(&value->value); tuple != nullptr && notation.find_first_of("(_") == npos)
    return notation;
  return algebra::code::cpp_of(value->value);
}

/// Changes the operand in the user's call, or in the class that it names.
void edit_program(const Why& w, const Candidate& c, const std::string& program, Repair& r) {
  if (program.empty() || r.cpp.empty()) return;
  const auto& o = w.operands[c.operand];
  const auto call = find_call(program, w.operation, w.user.line, w.user.column);
  if (!call) return;
  const auto& list = o.is_index ? call->indices : call->arguments;
  if (o.at >= list.size()) return;
  const auto was = program.substr(list[o.at].begin, list[o.at].end - list[o.at].begin);
  auto now = r.cpp;
  // A class's arguments are types.
  if (o.is_index && call->arguments.empty() && !is_digit(now[0]) && !cpp_type_of(r.now).empty()) now = cpp_type_of(r.now);
  if (o.text.find('?') != npos && c.rank > 0) {
    const auto modes = modes_of(o.expression);
    const auto rank = modes ? modes->sizes.size() : 1;
    if (static_cast<std::size_t>(c.rank) < rank)
      now = without_last(was, rank - static_cast<std::size_t>(c.rank)).value_or(fmt::format("take<0, {}>({})", c.rank, was));
    else if (modes) now = fmt::format("append<{}>({}, {})", c.rank, was, r.now.ends_with("_1)") ? "_1{}" : "0");
    else now = fmt::format("make_tuple({}, 0)", was);
  } else if (o.text.find('?') != npos && c.with == npos && c.now.find('_') == npos && !o.is_index) {
    now = fmt::format("get<0>({})", was);
  }
  std::vector<Edit> edits{{list[o.at].begin, list[o.at].end, now}};
  if (c.with != npos && w.operands[c.with].at < list.size()) {
    const auto& other = list[w.operands[c.with].at];
    edits.push_back({other.begin, other.end, was});
  }
  std::tie(r.line, r.text) = edited_line(program, edits);
}

/// Tries neighbours of the operands, and keeps those with which the language evaluates the call.
void search_call(Why& w, const std::string& program, bool modes_first) {
  const Operation* record = nullptr;
  for (const auto& o : operations())
    if (o.name == w.operation && !o.call.empty() && !call_of(o.call, w.operands).empty()) record = record == nullptr ? &o : record;
  if (record == nullptr || value_of(call_of(record->call, w.operands))) return;
  int tried = 0;
  std::map<std::size_t, int> changed;
  std::set<std::pair<std::size_t, std::string>> seen;
  for (const auto& c : neighbours(w.operands, modes_first)) {
    if (w.repairs.size() >= most_repairs || ++tried > most_tried) break;
    if (changed[c.operand] >= 2 || (c.with == npos && !seen.emplace(c.operand, c.now).second)) continue;
    auto operands = w.operands;
    operands[c.operand].expression = c.now;
    if (c.with != npos) operands[c.with].expression = w.operands[c.operand].expression;
    const auto call = call_of(record->call, operands);
    const auto value = value_of(call);
    if (!value) continue;
    ++changed[c.operand];
    Repair r{.operand = w.operands[c.operand].name,
             .was = w.operands[c.operand].text,
             .now = c.shown.empty() ? c.now : c.shown,
             .cpp = cpp_of(c.now, w.operands[c.operand].is_index),
             .call = call};
    r.value = algebra::to_string(*value, algebra::Marks::underscores);
    edit_program(w, c, program, r);
    w.repairs.push_back(std::move(r));
  }
}

/// Replaces a text of the program near the user's line. Without a program the repair has the texts alone.
bool swap_text(Why& w, const std::string& program, const std::string& was, const std::string& now, Nearest nearest = Nearest::at_line) {
  if (was.empty() || was == now || w.repairs.size() >= most_repairs) return false;
  Repair r{.was = was, .now = now, .cpp = now};
  if (!program.empty()) {
    const auto at = find_text(program, was, w.user.line, nearest);
    if (!at) return false;
    std::tie(r.line, r.text) = edited_line(program, {{*at, *at + was.size(), now}});
  }
  w.repairs.push_back(std::move(r));
  return true;
}

const Operand* operand_named(const Why& w, std::string_view name) {
  const auto it = std::ranges::find(w.operands, name, &Operand::name);
  return it == w.operands.end() ? nullptr : &*it;
}

std::string element_in(const Why& w) {
  for (const auto& o : w.operands)
    if (!o.element.empty()) return o.element;
  return "float";
}

void swap_listed(Why& w, const std::string& program, std::string_view list, Nearest nearest) {
  while (!list.empty()) {
    auto end = list.find("||");
    const auto one = list.substr(0, end);
    list.remove_prefix(end == npos ? list.size() : end + 2);
    const auto arrow = one.find("=>");
    std::string was(one.substr(0, arrow)), now(one.substr(arrow + 2));
    for (auto* text : {&was, &now})
      if (const auto at = text->find("{T}"); at != npos) text->replace(at, 3, element_in(w));
    if (program.empty() && !w.repairs.empty()) return;
    if (swap_text(w, program, was, now, nearest)) return;
  }
}

/// Replaces an argument of the user's call by a text made of it: `$` stands for the argument, $0 for the first one, {T} for an element
/// type.
void wrap_argument(Why& w, const std::string& program, std::size_t at, std::string_view form, bool is_index = false) {
  if (program.empty()) return;
  const auto call = find_call(program, w.operation, w.user.line, w.user.column);
  if (!call) return;
  const auto& list = is_index ? call->indices : call->arguments;
  if (at >= list.size()) return;
  const auto was = program.substr(list[at].begin, list[at].end - list[at].begin);
  Repair r{.was = was};
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form.substr(i).starts_with("{T}")) {
      r.now += element_in(w), i += 2;
    } else if (form[i] != '$') {
      r.now += form[i];
    } else if (i + 1 < form.size() && is_digit(form[i + 1])) {
      const auto n = static_cast<std::size_t>(form[++i] - '0');
      if (n >= call->arguments.size()) return;
      r.now += program.substr(call->arguments[n].begin, call->arguments[n].end - call->arguments[n].begin);
    } else {
      r.now += was;
    }
  }
  r.cpp = r.now;
  std::tie(r.line, r.text) = edited_line(program, {{list[at].begin, list[at].end, r.now}});
  w.repairs.push_back(std::move(r));
}

/// Returns the bound b of the comparison (a < b) that the compiler prints; -1 without one.
long long bound_in(const ErrorText& e) {
  const auto less = e.detail.find(" < ");
  return less == npos ? -1 : std::atoll(e.detail.c_str() + less + 3);
}

std::string size_text(const std::string& layout) {
  const auto value = algebra::evaluate(fmt::format("size({})", layout), {}, algebra::IntegerRule::cute);
  return value ? algebra::to_string(value->value, algebra::Marks::underscores) : "";
}

std::vector<std::string> sizes_of(const std::string& layout) {
  const auto modes = modes_of(layout);
  return modes ? modes->sizes : std::vector<std::string>{};
}

/// Gives one operand of gemm the size that the other one has: the modes count from the end of (V,M,K), (V,N,K), (V,M,N).
void resize_for_gemm(Why& w, const std::string& program) {
  struct Pair {
    std::string_view rule, changed, like;
    std::size_t mode, from;  // from the end, 1 the last
  };
  constexpr std::array<Pair, 4> pairs{
      {{"gemm_m", "C", "A", 2, 2}, {"gemm_n", "B", "C", 2, 1}, {"gemm_k", "B", "A", 1, 1}, {"gemm_d", "D", "C", 0, 0}}};
  for (const auto& p : pairs) {
    if (w.rule->id != p.rule) continue;
    const auto* changed = operand_named(w, p.changed);
    const auto* like = operand_named(w, p.like);
    if (changed == nullptr || like == nullptr) return;
    auto sizes = sizes_of(changed->layout);
    const auto other = sizes_of(like->layout);
    if (p.mode == 0) sizes = other;
    else if (sizes.size() < p.mode || other.size() < p.from) return;
    else sizes[sizes.size() - p.mode] = other[other.size() - p.from];
    const auto shape = joined(sizes, sizes.size(), '(', ')');
    const auto type = cpp_type_of(shape);
    if (type.empty()) return;
    const auto form = changed->memory == "rmem" ? fmt::format("make_tensor<{}>({}{{}})", changed->element, type)
                                                : fmt::format("make_tensor($.data(), {}{{}})", type);
    wrap_argument(w, program, changed->at, form);
    if (program.empty()) w.repairs.push_back({.operand = changed->name, .was = changed->text, .now = shape, .cpp = type + "{}"});
    else if (!w.repairs.empty()) w.repairs.back().operand = changed->name;
    return;
  }
}

void try_types(Why& w, const std::string& program) {
  const auto* op = operand_named(w, "op");
  const auto* type = operand_named(w, "T");
  if (op == nullptr || type == nullptr) {
    // A layout atom of shared memory: its element type is written in < >.
    const auto element = element_in(w);
    for (const std::string_view other : {"half_t", "bfloat16_t", "float", "int8_t", "uint8_t", "tfloat32_t", "double"})
      if (swap_text(w, program, fmt::format("_Atom<{}>", other), fmt::format("_Atom<{}>", element))) return;
    return;
  }
  for (const std::string_view t : {"half_t", "uint8_t", "float", "uint16_t", "uint32_t", "int8_t", "uint64_t", "double", "uint128_t"}) {
    const auto call = fmt::format("Copy_Atom<{},{}>", op->expression, t);
    const auto value = value_of(call);
    if (!value || w.repairs.size() >= most_repairs) continue;
    Repair r{.operand = "T",
             .was = type->text,
             .now = std::string(t),
             .cpp = std::string(t),
             .call = call,
             .value = algebra::to_string(*value, algebra::Marks::underscores)};
    if (const auto found = program.empty() ? std::nullopt : find_call(program, "Copy_Atom", w.user.line, 0);
        found && found->indices.size() > 1)
      std::tie(r.line, r.text) = edited_line(program, {{found->indices[1].begin, found->indices[1].end, r.now}});
    w.repairs.push_back(std::move(r));
  }
}

/// Repairs of one rule each. `argument`: what follows the way's name behind a colon.
using Way = void (*)(Why&, const std::string& program, std::string_view argument);

struct NamedWay {
  std::string_view name;
  Way run;
};

void change_index(Why& w, const std::string& program, std::string_view) {
  const auto bound = bound_in(w.error);
  if (bound < 1) return;
  for (const auto& o : w.operands)
    if (o.is_index && o.at == 0) {
      wrap_argument(w, program, 0, std::to_string(bound - 1), true);
      if (w.repairs.empty())
        w.repairs.push_back({.operand = o.name, .was = o.text, .now = std::to_string(bound - 1), .cpp = std::to_string(bound - 1)});
    }
}

void change_static(Why& w, const std::string& program, std::string_view) {
  for (const auto& o : w.operands)
    if (o.text.find('?') != npos) {
      const auto now = with_static(o.expression);
      const auto cpp = cpp_of(now, false);
      wrap_argument(w, program, o.at, cpp, o.is_index);
      if (w.repairs.empty()) w.repairs.push_back({.was = o.text, .now = now, .cpp = cpp});
      w.repairs.back().operand = o.name;
    }
}

void change_compact(Why& w, const std::string& program, std::string_view) {
  const auto* data = operand_named(w, "data");
  const auto* tv = operand_named(w, "TV");
  if (data == nullptr || tv == nullptr) return;
  const auto size = size_text(tv->layout);
  if (size.empty()) return;
  const auto now = size + ":_1";
  wrap_argument(w, program, data->at, cpp_of(now, false));
  if (w.repairs.empty()) w.repairs.push_back({.was = data->text, .cpp = cpp_of(now, false)});
  w.repairs.back().operand = data->name;
  w.repairs.back().now = now;
}

void add_a_mode(Why& w, const std::string& program, std::string_view) {
  for (const auto& o : w.operands)
    if (!o.is_index && !o.layout.empty()) {
      const auto size = size_text(o.layout);
      const auto cpp = size.starts_with('_') ? cpp_type_of(size) + "{}" : "size($)";
      if (o.element.empty()) wrap_argument(w, program, o.at, fmt::format("make_layout(make_shape({}, _1{{}}))", cpp));
      else wrap_argument(w, program, o.at, fmt::format("make_tensor($.data(), make_shape({}, _1{{}}))", cpp));
      if (w.repairs.empty()) w.repairs.push_back({.was = o.text, .now = fmt::format("({},_1)", size)});
      w.repairs.back().operand = o.name;
      return;
    }
}

/// TiledMMA's layout of atoms and its permutation have three modes.
void add_third_mode(Why& w, const std::string& program, std::string_view) {
  const bool atoms = w.rule->id == "mma_atoms_rank";
  auto* o = const_cast<Operand*>(operand_named(w, atoms ? "atoms" : "tile"));
  if (o == nullptr) return;
  auto modes = modes_of(o->expression);
  if (!modes) modes = Modes{.sizes = {o->expression}, .strides = {}};
  while (modes->sizes.size() < 3) {
    modes->sizes.emplace_back(atoms ? "_1" : "_");
    if (modes->is_layout) modes->strides.emplace_back("_0");
  }
  const auto now = modes->first(3);
  Repair r{.operand = o->name, .was = o->text, .now = now, .cpp = cpp_type_of(now)};
  if (!program.empty()) {
    // The argument is a type, or the name of one: `using Perm = Tile<_32, _32>;`
    const auto call = find_call(program, "TiledMMA", w.user.line, 0);
    if (call && o->at < call->indices.size())
      std::tie(r.line, r.text) = edited_line(program, {{call->indices[o->at].begin, call->indices[o->at].end, r.cpp}});
    else if (const auto made = find_call(program, "make_tiled_mma", w.user.line, 0); made && o->at < made->arguments.size())
      std::tie(r.line, r.text) = edited_line(program, {{made->arguments[o->at].begin, made->arguments[o->at].end, r.cpp + "{}"}});
  }
  w.repairs.push_back(std::move(r));
}

void change_swizzle(Why& w, const std::string& program, std::string_view) {
  std::string b = "3";
  for (const auto& o : w.operands)
    if (const auto at = o.text.find("Sw<"); at != npos) b = o.text.substr(at + 3, 1);
  if (b < "0" || b > "3") b = "3";
  Repair r{.now = fmt::format("Swizzle<{}, 4, 3>", b)};
  r.cpp = r.now;
  if (!program.empty()) {
    const auto call = find_call(program, "Swizzle", w.user.line, 0);
    if (!call || call->indices.size() != 3) return;
    r.was = program.substr(call->begin, call->end - call->begin);
    std::tie(r.line, r.text) = edited_line(program, {{call->begin, call->end, r.now}});
  }
  w.repairs.push_back(std::move(r));
}

/// Leaves out the atom of a copy: copy(S, D) takes the widest one that fits.
void without_atom(Why& w, const std::string& program) {
  const auto call = program.empty() || w.operation != "copy" ? std::nullopt : find_call(program, "copy", w.user.line, w.user.column);
  if (!call || call->arguments.size() != 3 || w.repairs.size() >= most_repairs) return;
  const auto& a = call->arguments;
  Repair r{.was = program.substr(a[0].begin, a[0].end - a[0].begin),
           .now = fmt::format("copy({})", program.substr(a[1].begin, a[2].end - a[1].begin))};
  r.cpp = r.now;
  std::tie(r.line, r.text) = edited_line(program, {{a[0].begin, a[1].begin, ""}});
  w.repairs.push_back(std::move(r));
}

void same_shape(Why& w, const std::string& program, std::string_view) {
  const auto* s = operand_named(w, "S");
  const auto* d = operand_named(w, "D");
  if (program.empty() || s == nullptr || d == nullptr) return;
  const auto call = find_call(program, w.operation, w.user.line, w.user.column);
  if (!call || s->at >= call->arguments.size() || d->at >= call->arguments.size()) return;
  const auto source = program.substr(call->arguments[s->at].begin, call->arguments[s->at].end - call->arguments[s->at].begin);
  wrap_argument(w, program, d->at, fmt::format("make_tensor($.data(), {}.shape())", source));
  without_atom(w, program);
}

void narrower(Why& w, const std::string& program, std::string_view) {
  // An atom of one value takes a first mode of one value.
  const auto* source = operand_named(w, "S");
  const auto sizes = source == nullptr ? std::vector<std::string>{} : sizes_of(source->layout);
  if (!program.empty() && !sizes.empty() && sizes[0] != "_1" && !sizes[0].starts_with('(')) return without_atom(w, program);
  const auto element = element_in(w);
  for (const std::string_view wide : {"uint128_t", "uint64_t", "uint32_t", "double"}) {
    if (swap_text(w, program, fmt::format("UniversalCopy<{}>", wide), fmt::format("UniversalCopy<{}>", element)) && !program.empty())
      return;
    if (element == "float" && swap_text(w, program, fmt::format("SM80_CP_ASYNC_CACHEALWAYS<{}>", wide), "SM80_CP_ASYNC_CACHEALWAYS<float>"))
      return;
    if (program.empty()) return;
  }
  // ldmatrix and stmatrix: element by element.
  for (const auto& o : w.operands)
    if (const auto at = o.text.find("SM"); o.name == "atom" && at != npos) {
      const auto end = o.text.find_first_of(",>", at);
      if (swap_text(w, program, o.text.substr(at, end - at) + ",", fmt::format("UniversalCopy<{}>,", element))) return;
    }
}

void group_to_two(Why& w, const std::string& program, std::string_view) {
  for (const auto& o : w.operands)
    if (const auto modes = modes_of(o.layout); modes && modes->sizes.size() > 2) {
      wrap_argument(w, program, o.at, fmt::format("group<0, {}>($)", modes->sizes.size() - 1));
      return;
    }
}

void divisor(Why& w, const std::string& program, std::string_view) {
  std::vector<long long> numbers;
  for (const auto& o : w.operands) {
    const auto text = o.text.starts_with('_') ? o.text.substr(1) : o.text;
    if (!text.empty() && std::ranges::all_of(text, is_digit)) numbers.push_back(std::atoll(text.c_str()));
  }
  if (numbers.size() < 2) return;
  for (long long k = 1; k < numbers[1]; ++k)
    if (numbers[0] % (numbers[1] - k) == 0) return wrap_argument(w, program, 1, cpp_of(fmt::format("_{}", numbers[1] - k), false));
}

void power_of_two(Why& w, const std::string& program, std::string_view) {
  for (const auto& o : w.operands)
    if (o.is_index) {
      long long p = 1;
      while (p < std::atoll(o.text.c_str())) p *= 2;
      return wrap_argument(w, program, o.at, std::to_string(p), true);
    }
}

void width(Why& w, const std::string& program, std::string_view) {
  for (const auto& o : w.operands)
    if (o.is_index && is_digit(o.text[0]) && w.operation != copy_atom && (o.at == 1 || w.operands.size() == 1)) {
      const auto n = std::atoll(o.text.c_str());
      return wrap_argument(w, program, o.at, n > 64 ? "64" : n > 32 ? "32" : n > 16 ? "16" : "8", true);
    }
  if (const auto at = w.operands.empty() ? npos : w.operands[0].text.find("AssumedAlignment<"); at != npos) {
    const auto n = std::atoll(w.operands[0].text.c_str() + at + 17);
    swap_text(w, program, fmt::format("AssumedAlignment<{}>", n),
              fmt::format("AssumedAlignment<{}>", n > 64   ? 64
                                                  : n > 32 ? 32
                                                  : n > 16 ? 16
                                                           : 8));
  }
}

void initialise(Why& w, const std::string& program, std::string_view) {
  if (program.empty()) return;
  const auto begin = line_begin(program, w.user.line);
  const auto at = program.find(w.operation, begin), end = program.find(';', begin);
  if (w.operation.empty() || at == npos || end == npos || end < at) return;
  auto name = std::string(algebra::trimmed(std::string_view(program).substr(at + w.operation.size(), end - at - w.operation.size())));
  name = name.substr(0, name.find_first_of("{( ="));
  Repair r{.was = program.substr(at, end - at),
           .now = fmt::format("{} {} = {}", w.operation == tensor_class ? "Tensor" : "auto", name,
                              w.operation == tensor_class ? "make_tensor<float>(_8{})" : "make_layout(_8{})")};
  r.cpp = r.now;
  std::tie(r.line, r.text) = edited_line(program, {{at, end, r.now}});
  w.repairs.push_back(std::move(r));
}

void make_constant(Why& w, const std::string& program, std::string_view) {
  for (const auto* text : {&w.error.words, &w.error.detail}) {
    for (auto open = text->find('\''); open != npos; open = text->find('\'', open + 1)) {
      const auto end = text->find('\'', open + 1);
      if (end == npos) break;
      const auto name = text->substr(open + 1, end - open - 1);
      if (!name.empty() && std::ranges::all_of(name, is_word) &&
          swap_text(w, program, fmt::format("int {} = ", name), fmt::format("constexpr int {} = ", name)))
        return;
      open = end;
    }
  }
}

void call_arguments(Why& w, const std::string& program, std::string_view) {
  // A layout or a tensor that is called: as many coordinates as modes.
  for (const auto& f : w.error.frames) {
    const auto shape = std::ranges::find(f.arguments, "Shape", &TemplateArgument::name);
    if (shape == f.arguments.end() || program.empty()) continue;
    const auto call = find_call(program, "operator()", w.user.line, w.user.column);
    const auto modes = modes_of(operand_type(shape->text).text);
    if (!call || !modes) return;
    std::string now;
    for (std::size_t i = 0; i < modes->sizes.size(); ++i) {
      const bool written = i < call->arguments.size();
      now += (i > 0 ? ", " : "") +
             (written ? program.substr(call->arguments[i].begin, call->arguments[i].end - call->arguments[i].begin) : "0");
    }
    if (call->arguments.empty()) return;
    Repair r{.was = program.substr(call->arguments.front().begin, call->arguments.back().end - call->arguments.front().begin),
             .now = now,
             .cpp = now};
    std::tie(r.line, r.text) = edited_line(program, {{call->arguments.front().begin, call->arguments.back().end, now}});
    if (r.was != r.now) w.repairs.push_back(std::move(r));
    return;
  }
}

void tcgen_size(Why& w, const std::string& program, std::size_t at) {
  const auto begin = line_begin(program, w.user.line);
  const auto mark = program.find("SM100_MMA_", begin);
  if (program.empty() || mark == npos) return;
  auto end = mark;
  while (end < program.size() && is_word(program[end])) ++end;
  const auto name = program.substr(mark, end - mark);
  const auto call = find_call(program, name, w.user.line, 0);
  if (!call || at >= call->indices.size()) return;
  const auto was = program.substr(call->indices[at].begin, call->indices[at].end - call->indices[at].begin);
  const bool two = name.find("2x1SM") != npos;
  const auto now = at == 3 ? (two ? "256" : "128") : "128";
  Repair r{.was = was, .now = now, .cpp = now};
  std::tie(r.line, r.text) = edited_line(program, {{call->indices[at].begin, call->indices[at].end, now}});
  w.repairs.push_back(std::move(r));
}

/// Rounds a static size of the shape that the line writes to a multiple: `mode:multiple`.
void round_shape(Why& w, const std::string& program, std::string_view argument) {
  const auto call = program.empty() ? std::nullopt : find_call(program, "Shape", w.user.line, 0);
  const auto mode = static_cast<std::size_t>(argument[0] - '0');
  const auto multiple = std::atoll(std::string(argument.substr(2)).c_str());
  if (!call || mode >= call->indices.size()) return;
  const auto& at = call->indices[mode];
  const auto was = program.substr(at.begin, at.end - at.begin);
  const auto digits = was.find_first_of("0123456789");
  if (digits == npos) return;
  const auto n = std::atoll(was.c_str() + digits);
  Repair r{.was = was, .now = cpp_type_of(fmt::format("_{}", std::max(multiple, n / multiple * multiple)))};
  r.cpp = r.now;
  std::tie(r.line, r.text) = edited_line(program, {{at.begin, at.end, r.now}});
  w.repairs.push_back(std::move(r));
}

void remove_statement(Why& w, const std::string& program, std::string_view) {
  const auto call = program.empty() ? std::nullopt : find_call(program, w.operation, w.user.line, w.user.column);
  if (!call) return;
  Repair r{.was = program.substr(call->begin, call->end - call->begin), .now = ""};
  std::tie(r.line, r.text) = edited_line(program, {{call->begin, call->end, ""}});
  w.repairs.push_back(std::move(r));
}

/// Replaces a name that is not declared by the function of the language or of CuTe that is nearest to it.
void spell(Why& w, const std::string& program, std::string_view) {
  const auto open = w.error.words.find('\'');
  if (open == npos) return;
  const auto name = w.error.words.substr(open + 1, w.error.words.find('\'', open + 1) - open - 1);
  std::string best;
  auto least = std::max<std::size_t>(2, name.size() / 4) + 1;
  const auto look = [&](std::string_view other) {
    if (const auto d = algebra::edit_distance(name, other); d < least) least = d, best = other;
  };
  for (const auto& f : algebra::functions()) look(f.name);
  for (const auto& o : operations()) look(o.name);
  if (!best.empty() && best != name) swap_text(w, program, name, best);
}

/// Makes the tensor of a copy of tensor memory with such a pointer, in place of one into shared memory.
void point_to_tensor_memory(Why& w, const std::string& program, std::string_view) {
  const std::string_view was = "make_smem_ptr";
  const auto now = fmt::format("make_tmem_ptr<{}>(0)", element_in(w));
  if (program.empty()) return void(swap_text(w, program, std::string(was), now));
  const auto at = find_text(program, was, w.user.line, Nearest::at_line);
  if (!at) return;
  algebra::Cursor in(std::string_view(program).substr(*at + was.size()));
  const auto pointer = in.balanced();
  if (!pointer) return;
  const auto end = *at + was.size() + pointer->size() + 2;
  Repair r{.was = program.substr(*at, end - *at), .now = now, .cpp = now};
  std::tie(r.line, r.text) = edited_line(program, {{*at, end, now}});
  w.repairs.push_back(std::move(r));
}

void name_integer(Why& w, const std::string& program, std::string_view) {
  // Compilers quote the name as '_60' or "_60".
  const auto& words = w.error.words;
  const auto open = std::min(words.find("'_"), words.find("\"_"));
  if (open == npos) return;
  const auto name = words.substr(open + 1, words.find(words[open], open + 1) - open - 1);
  swap_text(w, program, name, fmt::format("Int<{}>", name.substr(1)));
}

constexpr std::array<NamedWay, 41> ways{{
    {"arg", [](Why& w, const std::string& p,
               std::string_view form) { wrap_argument(w, p, static_cast<std::size_t>(form[0] - '0'), form.substr(2)); }},
    {"round", round_shape},
    {"remove", remove_statement},
    {"spelling", spell},
    {"intname", name_integer},
    {"tmem", point_to_tensor_memory},
    {"arraypointer", [](Why& w, const std::string& p, std::string_view) { wrap_argument(w, p, 0, "&$[0]"); }},
    {"call",
     [](Why& w, const std::string& p, std::string_view first) {
       search_call(w, p, first == "modes");
       if (w.repairs.empty() && w.operation.ends_with("operator()")) call_arguments(w, p, {});
     }},
    {"swap", [](Why& w, const std::string& p, std::string_view list) { swap_listed(w, p, list, Nearest::at_line); }},
    {"swapfirst", [](Why& w, const std::string& p, std::string_view list) { swap_listed(w, p, list, Nearest::first); }},
    {"swaplast", [](Why& w, const std::string& p, std::string_view list) { swap_listed(w, p, list, Nearest::at_line); }},
    {"index", change_index},
    {"index0", [](Why& w, const std::string& p, std::string_view) { wrap_argument(w, p, 2, "0"); }},
    {"type", [](Why& w, const std::string& p, std::string_view) { try_types(w, p); }},
    {"static", change_static},
    {"staticcall", change_static},
    {"compact", change_compact},
    {"copyop",
     [](Why& w, const std::string& p, std::string_view) {
       if (!w.operands.empty())
         swap_text(w, p, fmt::format("Copy_Atom<{},", w.operands[0].text), fmt::format("Copy_Atom<UniversalCopy<{}>,", w.operands[0].text));
     }},
    {"mmaop",
     [](Why& w, const std::string& p, std::string_view) {
       if (!w.operands.empty())
         swap_text(w, p, fmt::format("MMA_Atom<{}>", w.operands[0].text), fmt::format("MMA_Atom<UniversalFMA<{}>>", w.operands[0].text));
     }},
    {"addmode", add_a_mode},
    {"addmode3", add_third_mode},
    {"fragment",
     [](Why& w, const std::string& p, std::string_view) {
       swap_listed(
           w, p,
           "make_fragment_A(=>partition_fragment_A(||make_fragment_B(=>partition_fragment_B(||make_fragment_C(=>partition_fragment_C(",
           Nearest::at_line);
     }},
    {"swizzle43", change_swizzle},
    {"slicelast", [](Why& w, const std::string& p, std::string_view) { wrap_argument(w, p, 0, "$(_, _, 0)"); }},
    {"smemdst",
     [](Why& w, const std::string& p, std::string_view) {
       swap_listed(w, p, "make_tensor<{T}>(=>make_tensor(make_smem_ptr(static_cast<{T}*>(nullptr)), ||make_gmem_ptr=>make_smem_ptr",
                   Nearest::at_line);
     }},
    {"bulk128",
     [](Why& w, const std::string& p, std::string_view) {
       swap_listed(w, p, "Int<64>=>Int<128>||Int<32>=>Int<128>||_64=>_128||_32=>_128", Nearest::at_line);
     }},
    {"rank2", group_to_two},
    {"intcall", divisor},
    {"power", power_of_two},
    {"bits", width},
    {"ctad", initialise},
    {"constexpr", make_constant},
    {"slice",
     [](Why& w, const std::string& p, std::string_view) {
       swap_listed(w, p, ".partition_=>.get_slice(0).partition_||.retile_=>.get_slice(0).retile_", Nearest::at_line);
     }},
    {"copyrank", same_shape},
    {"copysize", same_shape},
    {"gemm", [](Why& w, const std::string& p, std::string_view) { resize_for_gemm(w, p); }},
    {"vector", narrower},
    {"atomvals", narrower},
    {"umma_m", [](Why& w, const std::string& p, std::string_view) { tcgen_size(w, p, 3); }},
    {"umma_n", [](Why& w, const std::string& p, std::string_view) { tcgen_size(w, p, 4); }},
    {"callargs", call_arguments},
}};

}  // namespace

bool is_way(std::string_view repair) {
  const auto name = repair.substr(0, repair.find(':'));
  return std::ranges::any_of(ways, [&](const NamedWay& way) { return way.name == name; });
}

void find_repairs(Why& w, const std::string& program) {
  if (w.rule == nullptr || w.rule->repair.empty()) return;
  const auto colon = std::min(w.rule->repair.find(':'), w.rule->repair.size());
  const auto name = w.rule->repair.substr(0, colon);
  const auto argument = w.rule->repair.substr(std::min(colon + 1, w.rule->repair.size()));
  for (const auto& way : ways)
    if (way.name == name) way.run(w, program, argument);
}

}  // namespace app::why
