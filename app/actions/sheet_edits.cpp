#include "app/actions/sheet_edits.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/editing/signatures.hpp"
#include "algebra/utf8.hpp"

namespace app {
namespace {

int count_of(const App& a) { return static_cast<int>(a.sheet().entries.size()); }
bool choice_holds(const App& a) { return !a.sheet_look.chosen.empty() && a.sheet_look.chosen_at == a.sheet_version; }

/// The places of the two sheets where they differ: entries [first, first + removed) became [first, first + added).
struct Difference {
  std::size_t first = 0, removed = 0, added = 0;
};
Difference between(const Sheet& a, const Sheet& b) {
  const auto &x = a.entries, &y = b.entries;
  const auto shorter = std::min(x.size(), y.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && x[head].text == y[head].text) ++head;
  while (tail < shorter - head && x[x.size() - 1 - tail].text == y[y.size() - 1 - tail].text) ++tail;
  return {head, x.size() - head - tail, y.size() - head - tail};
}

/// The end of what is new in `now`.
std::size_t change_end(std::string_view before, std::string_view now) {
  const auto shorter = std::min(before.size(), now.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == now[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  return algebra::next_boundary(now, now.size() - tail);
}

/// The name of a copy: thr -> thr1, A1 -> A2; the first that is free.
std::string copied_name(const SheetEvaluator& evaluator, std::string name) {
  while (name.size() > 1 && name.back() >= '0' && name.back() <= '9') name.pop_back();
  for (int n = 1;; ++n)
    if (auto candidate = fmt::format("{}{}", name, n); evaluator.find(candidate) < 0 && candidate.size() < 1000) return candidate;
}

}  // namespace

std::vector<int> chosen_entries(const App& a) {
  std::vector<int> entries;
  if (choice_holds(a)) entries = a.sheet_look.chosen;
  else entries.push_back(a.selected);
  std::erase_if(entries, [&](int e) { return !a.has_entry(e) || a.result(e).name.empty(); });
  return entries;
}

bool is_chosen(const App& a, int entry) {
  const auto& chosen = a.sheet_look.chosen;
  return choice_holds(a) && std::find(chosen.begin(), chosen.end(), entry) != chosen.end();
}

void choose_entry(App& a, int entry, Choose how) {
  if (!a.has_entry(entry)) return;
  auto& chosen = a.sheet_look.chosen;
  if (how == Choose::only) {
    chosen.clear();
    a.selected = entry;
    return;
  }
  if (!choice_holds(a)) {
    chosen.clear();
    if (a.has_entry(a.selected) && !a.result(a.selected).is_note) chosen.push_back(a.selected);
  }
  a.sheet_look.chosen_at = a.sheet_version;
  const auto add = [&](int e) {
    if (!a.result(e).is_note && std::find(chosen.begin(), chosen.end(), e) == chosen.end()) chosen.push_back(e);
  };
  if (how == Choose::toggle) {
    if (const auto it = std::find(chosen.begin(), chosen.end(), entry); it != chosen.end()) chosen.erase(it);
    else add(entry);
  } else {
    const int from = a.selected, step = entry < from ? -1 : 1;
    chosen.clear();
    for (int e = from;; e += step) {
      add(e);
      if (e == entry) break;
    }
  }
  if (how == Choose::toggle && is_chosen(a, entry)) a.selected = entry;
}

void move_entry(App& a, int from, int before) {
  if (!a.has_entry(from) || before < 0 || before > count_of(a) || before == from || before == from + 1) return;
  const int to = before > from ? before - 1 : before;
  a.edit([&](Sheet& s) {
    const auto begin = s.entries.begin();
    if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
    else std::rotate(begin + to, begin + from, begin + from + 1);
  });
  a.selected = to;
  if (a.sheet_look.typed_in == from) a.focus_entry = to;
  a.sheet_look.scroll_to_selected = true;
}

void duplicate_entry(App& a, int entry) {
  if (!a.has_entry(entry)) return;
  auto copy = a.sheet().entries[static_cast<std::size_t>(entry)];
  copy.pin.reset();
  copy.watched = 0;
  copy.times = 0;
  copy.unknown.clear();
  if (const auto& name = a.result(entry).name; !name.empty()) {
    const auto line = algebra::split_line(copy.text);
    if (line) copy.text = fmt::format("{} = {}", copied_name(a.evaluator(), name), line->expression);
  }
  a.edit([&](Sheet& s) { s.entries.insert(s.entries.begin() + entry + 1, std::move(copy)); });
  a.selected = entry + 1;
  a.sheet_look.scroll_to_selected = true;
}

void delete_entry(App& a, int entry) {
  if (a.has_entry(entry)) a.edit([&](Sheet& s) { s.entries.erase(s.entries.begin() + entry); });
}

std::string unused_name(const SheetEvaluator& evaluator) {
  for (int round = 0;; ++round)
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
      const auto name = round == 0 ? std::string(1, letter) : fmt::format("{}{}", letter, round);
      if (evaluator.find(name) < 0) return name;
    }
}

WrittenCall call_of(const App& a, std::string_view function, const std::vector<int>& arguments) {
  WrittenCall written{.text = unused_name(a.evaluator()) + " = ", .placeholder = {}};
  const auto f = algebra::function_named(function);
  if (!f) {
    written.text += fmt::format("{}()", function);
    return written;
  }
  const auto all = algebra::editing::signatures_of(*f);
  const auto arity = algebra::arity_of(f->name);
  // The way to call it that has as many parameters as there are arguments.
  const auto& s = arguments.empty() ? all.front() : signature_for(all, arguments.size() - 1, false);
  std::vector<std::string> names;
  for (const int e : arguments) names.push_back(a.result(e).name);
  std::size_t next = 0;
  const auto put = [&](std::string_view text, bool missing) {
    if (missing && !written.placeholder) written.placeholder = algebra::SourceSpan{written.text.size(), written.text.size() + text.size()};
    written.text += text;
  };
  const auto next_name = [&] { return next < names.size() ? names[next++] : std::string{}; };
  if (s.parameters.empty() && s.indices.empty()) {  // A == B
    put(s.text, names.empty());
    return written;
  }
  if (s.of_method) {
    const auto self = next_name();
    put(self.empty() ? "A" : self, self.empty());
    written.text += ".";
  }
  written.text += f->name;
  const bool optional =
      s.indices.size() == 1 && (s.indices[0] == "i" || (s.indices[0] == "n" && arity.indices < 0 && !s.parameters.empty()));
  if (!s.indices.empty() && !optional) {
    written.text += '<';
    const auto several = !s.indices.empty() && s.indices[0] == "i" ? std::size_t{1} : s.indices.size();  // layout<i,j>: one will do
    for (std::size_t i = 0; i < several; ++i) {
      if (i > 0) written.text += ',';
      put(s.indices[i], s.indices[i].size() == 1 || f->group == "Partition");
    }
    written.text += '>';
  }
  if (s.text.find('(') == std::string_view::npos) {
    if (f->name == "Int") written.text += "{}";
    return written;
  }
  written.text += '(';
  const auto wanted = std::max<std::size_t>(names.size(), static_cast<std::size_t>(std::max(1, arity.least - (s.of_method ? 1 : 0))));
  const auto shown = std::min(s.parameters.size(), wanted);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) written.text += ", ";
    const auto name = s.parameters[i];
    // With fewer entries than parameters, a coordinate is rather typed.
    const bool typed = names.size() - next < shown - i && (name == "c" || name == "i" || name == "coord");
    const auto argument = typed ? std::string{} : next_name();
    put(argument.empty() ? name : std::string_view(argument), argument.empty());
  }
  while (!s.parameters.empty() && next < names.size()) written.text += fmt::format(", {}", names[next++]);
  written.text += ')';
  return written;
}

void App::insert_call(std::string_view function) {
  const auto written = call_of(*this, function, chosen_entries(*this));
  const int at = insert_entry(written.text);
  const auto end = written.text.size();
  sheet_look.cursor = written.placeholder ? CursorWish{at, written.placeholder->end, written.placeholder->begin} : CursorWish{at, end, end};
  sheet_look.chosen.clear();
}

void follow_change(App& a, const Sheet& before) {
  const auto d = between(before, a.sheet());
  const int first = static_cast<int>(d.first), last = first + static_cast<int>(std::max(d.removed, d.added)) - 1;
  auto& look = a.sheet_look;
  if (d.removed == 0 && d.added == 0) {
    // How entries are looked at, or the launch: the text cursor stays.
    if (a.has_entry(look.typed_in)) a.focus_entry = look.typed_in;
    return;
  }
  if (count_of(a) > 0) a.selected = std::clamp(std::min(first, count_of(a) - 1), 0, count_of(a) - 1);
  look.scroll_to_selected = true;
  if (look.typed_in < 0) return;
  int typed = look.typed_in;
  if (typed > last || (typed >= first && d.removed != d.added && typed >= first + static_cast<int>(d.removed)))
    typed += static_cast<int>(d.added) - static_cast<int>(d.removed);
  else if (typed >= first && d.removed != d.added && typed >= first + static_cast<int>(d.added)) typed = -1;  // it is gone
  if (!a.has_entry(typed) || a.result(typed).is_note != (look.typed_in < static_cast<int>(before.entries.size()) &&
                                                         before.entries[static_cast<std::size_t>(look.typed_in)].text.starts_with('#'))) {
    look.typed_in = -1;
    return;
  }
  const auto& now = a.sheet().entries[static_cast<std::size_t>(typed)].text;
  const auto& then = before.entries[static_cast<std::size_t>(look.typed_in)].text;
  a.focus_entry = typed;
  if (now != then) {
    const auto at = change_end(then, now);
    look.cursor = CursorWish{typed, at, at};
  }
}

void set_number(App& a, int entry, std::size_t number, std::int64_t value, const std::string& merge_key) {
  if (!a.has_entry(entry)) return;
  const auto& text = a.sheet().entries[static_cast<std::size_t>(entry)].text;
  const auto numbers = algebra::editing::numbers_in(text);
  if (number >= numbers.size() || numbers[number].value == value) return;
  a.edit([&, changed = with_number(text, numbers[number], value)](Sheet& s) { s.entries[static_cast<std::size_t>(entry)].text = changed; },
         merge_key);
}

bool text_works(const SheetEvaluator& evaluator, std::string_view text) {
  const auto line = algebra::split_line(text);
  if (!line || line->is_note) return false;
  const auto evaluation = evaluator.evaluate(line->expression);
  return evaluation && !evaluation->warning;
}

}  // namespace app
