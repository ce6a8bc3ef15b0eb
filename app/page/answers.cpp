#include "app/page/answers.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "algebra/editing/completion.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/element_text.hpp"
#include "app/document/facts.hpp"
#include "app/document/names.hpp"
#include "app/figures/entry_code.hpp"
#include "app/figures/interactive.hpp"
#include "app/launch/found_layouts.hpp"
#include "app/page/units.hpp"
#include "assets/assets.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

using Json = PageJson;

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, 6> names{"pointed", "operand", "result", "same", "place", "owner"};
  return names[static_cast<std::size_t>(role)];
}

/// Lines of a table of translations: English, tab, the other language.
Json table_of(std::string_view text) {
  Json table = Json::object();
  while (!text.empty()) {
    for (const auto& member : lines_of_family(algebra::take_until(text, '\n'))) {
      std::string_view line = member;
      const auto english = algebra::take_until(line, '\t');
      if (!english.empty() && !line.empty()) table[std::string(english)] = line;
    }
  }
  return table;
}

}  // namespace

Json PageHost::Answers::to(std::string_view what) {
  using Answer = Json (Answers::*)();
  static constexpr std::pair<std::string_view, Answer> all[] = {{"open", &Answers::open},
                                                                {"starter", &Answers::starter},
                                                                {"lesson", &Answers::lesson},
                                                                {"allow_launch", &Answers::allow_launch},
                                                                {"answer", &Answers::answer_exercise},
                                                                {"type", &Answers::type},
                                                                {"insert", &Answers::insert},
                                                                {"paste", &Answers::paste},
                                                                {"move", &Answers::move},
                                                                {"number", &Answers::number},
                                                                {"fix", &Answers::fix},
                                                                {"act", &Answers::act},
                                                                {"put", &Answers::put},
                                                                {"integers", &Answers::integers},
                                                                {"launch", &Answers::launch},
                                                                {"language", &Answers::language},
                                                                {"undo", &Answers::undo},
                                                                {"redo", &Answers::redo},
                                                                {"seal", &Answers::seal},
                                                                {"state", &Answers::state},
                                                                {"figure", &Answers::figure},
                                                                {"links", &Answers::links},
                                                                {"element", &Answers::element},
                                                                {"properties", &Answers::properties},
                                                                {"steps", &Answers::steps},
                                                                {"code", &Answers::code},
                                                                {"actions", &Answers::actions},
                                                                {"found", &Answers::found},
                                                                {"complete", &Answers::complete},
                                                                {"functions", &Answers::functions},
                                                                {"call", &Answers::call},
                                                                {"lessons", &Answers::lessons},
                                                                {"words", &Answers::words},
                                                                {"export", &Answers::export_file}};
  const auto found = std::ranges::find(all, what, &std::pair<std::string_view, Answer>::first);
  if (found == std::end(all)) throw PageProblem{algebra::message("A page cannot be asked for {}.", what)};
  return (this->*found->second)();
}

std::size_t PageHost::Answers::entry() const {
  const auto i = asked_.at("entry").get<std::int64_t>();
  if (i < 0 || i >= std::ssize(host_.sheet().entries)) throw PageProblem{"There is no such entry."};
  return static_cast<std::size_t>(i);
}

const EntryResult& PageHost::Answers::result() const { return host_.evaluator_.results()[entry()]; }

Json PageHost::Answers::figure() {
  const auto parts = interactive_parts(host_.shown_sheet(), host_.evaluator_,
                                       {.language = host_.texts_.language(),
                                        .title = {},
                                        .entries = {},
                                        .hidden = {},
                                        .opened = asked_.value("opened", std::vector<int>())});
  if (!parts) return refused(parts.error());
  return {{"cards", parts->cards}, {"data", parts->data}, {"style", parts->style}};
}

Json PageHost::Answers::links() {
  Json links = Json::array();
  const auto& linked = host_.graph_.of({static_cast<int>(entry()), asked_.at("element").get<std::int64_t>()});
  for (const auto& marked : linked.entries)
    links.push_back({{"entry", marked.entry}, {"role", name_of(marked.role)}, {"elements", marked.coordinates}});
  return {{"links", links}};
}

Json PageHost::Answers::rows_of(const std::vector<Fact>& facts) const {
  Json rows = Json::array();
  for (const auto& [label, value] : facts) rows.push_back({said(label), said(value)});
  return rows;
}

Json PageHost::Answers::element() {
  const Element element{static_cast<int>(entry()), asked_.at("element").get<std::int64_t>()};
  const auto facts = element_facts({host_.sheet(), host_.evaluator_, host_.graph_, host_.launch_ ? &*host_.launch_ : nullptr}, element);
  return {{"title", facts.empty() ? "" : element_text(result(), element.entry, element.coordinate)}, {"rows", rows_of(facts)}};
}

Json PageHost::Answers::properties() {
  const auto* value = result().value();
  const auto facts = value != nullptr ? properties_of(*value, host_.sheet().entries[entry()].view.bits_of(*value)) : std::vector<Fact>();
  return {{"title", called(result(), static_cast<int>(entry()))}, {"rows", rows_of(facts)}};
}

Json PageHost::Answers::steps() {
  Json steps = Json::array();
  if (result().value() != nullptr)
    for (const auto& step : host_.evaluator_.explain(static_cast<int>(entry()))) steps.push_back(said(step.words));
  Json answer{{"title", host_.sheet().entries[entry()].text}, {"steps", steps}};
  if (result().evaluation)
    if (auto v = verdict(result().evaluation->verdict); !v.is_null()) answer["verdict"] = std::move(v);
  return answer;
}

Json PageHost::Answers::code() {
  Json dialects = Json::array();
  for (std::size_t i = 0; result().value() != nullptr && i < algebra::code::dialect_titles.size(); ++i) {
    const auto program = code_of(host_.sheet(), static_cast<int>(entry()), static_cast<algebra::code::Dialect>(i));
    dialects.push_back({{"title", algebra::code::dialect_titles[i]}, {"text", program ? *program : said(program.error())}});
  }
  return {{"dialects", dialects}};
}

ActionsOf PageHost::Answers::card() {
  const auto at = entry();
  const int card = asked_.value("card", 0);
  if (card < 0 || card >= host_.sheet().entries[at].cards()) throw PageProblem{"There is no such card."};
  picture_ = picture_of(host_.sheet(), host_.evaluator_.results(), static_cast<int>(at), card);
  return {host_.sheet(), host_.evaluator_, static_cast<int>(at), card, picture_ ? &*picture_ : nullptr, ActionHost::page};
}

Json PageHost::Answers::actions() {
  const auto said_or_none = [&](const char* why) { return why != nullptr ? Json(word(why)) : Json(nullptr); };
  Json all = Json::array();
  for (const auto& a : actions_of(card())) {
    Json row{{"key", a.is->key}, {"title", word(std::string(a.title))}, {"section", a.is->section}, {"why", said_or_none(a.why_not)}};
    if (a.is->on != nullptr) row["on"] = a.on;
    if (a.is->choices != nullptr) {
      row["choices"] = Json::array();
      for (const auto& c : a.choices)
        row["choices"].push_back({{"value", c.value}, {"title", word(c.title)}, {"on", c.chosen}, {"why", said_or_none(c.why_not)}});
    }
    all.push_back(std::move(row));
  }
  return {{"actions", all}};
}

Json PageHost::Answers::found() {
  const auto at = asked_.at("entry").get<int>();
  const auto found = find_layouts(host_.evaluator_, host_.sheet().launch, at < 0 ? of_launch : static_cast<int>(entry()));
  if (!found.question) return {{"why", said(found.why_not)}};
  const auto cost = [&](const gpu::RankedLayout& r) { return fmt::format("{} {}, {} B", r.wavefronts, word("wavefronts"), r.bytes); };
  Json rows = Json::array();
  for (const auto& r : found.answer.best) rows.push_back({{"value", r.expression()}, {"cost", cost(r)}});
  Json answer{{"about", said(gpu::proof_text(found.answer))}, {"rows", rows}};
  if (found.answer.now) answer["now"] = cost(*found.answer.now);
  return answer;
}

Json PageHost::Answers::complete() {
  const auto line = text("text");
  const Units units(line);
  std::vector<std::string> names;
  for (const auto& r : host_.evaluator_.results())
    if (!r.name.empty()) names.push_back(r.name);
  const auto found =
      algebra::editing::complete(line, units.byte(asked_.at("cursor").get<std::size_t>()), asked_.value("forced", false), names);
  Json rows = Json::array();
  for (const auto& r : found.rows)
    rows.push_back({{"name", r.name},
                    {"written", r.written},
                    {"cursor", Units(r.written)(r.cursor)},
                    {"detail", r.detail},
                    {"meaning", word(std::string(r.meaning))}});
  return {{"begin", units(found.replaced.begin)}, {"end", units(found.replaced.end)}, {"rows", rows}};
}

Json PageHost::Answers::functions() {
  Json all = Json::array();
  for (const auto& f : algebra::functions())
    all.push_back({{"name", f.name},
                   {"signature", f.signature},
                   {"meaning", word(std::string(f.meaning))},
                   {"group", word(std::string(title_of(f.group)))},
                   {"search", f.search_words},
                   {"everyday", f.everyday},
                   {"example", f.example.expression}});
  return {{"functions", all}};
}

Json PageHost::Answers::lessons() {
  Json all = Json::array();
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i)
    all.push_back({{"title", lesson_title(i, host_.texts_.language())}, {"opening", lesson_opening(i, host_.texts_.language())}});
  return {{"lessons", all}};
}

Json PageHost::Answers::words() {
  const std::string code(host_.texts_.language().code);
  const auto path = [&](const char* kind) { return fmt::format("translations/{}{}.tsv", code, kind); };
  auto table = table_of(assets::get(path("-messages")));
  table.update(table_of(assets::get(path(""))));
  return {{"language", code}, {"words", table}};
}

}  // namespace app
