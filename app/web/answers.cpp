#include "app/web/answers.hpp"
#include "algebra/text/utf16.hpp"

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
#include "app/document/operation_search.hpp"
#include "app/document/sheet_difference.hpp"
#include "app/figures/entry_code.hpp"
#include "app/figures/interactive.hpp"
#include "app/launch/bank_words.hpp"
#include "app/launch/found_layouts.hpp"
#include "assets/assets.hpp"
#include "gpu/suggest/suggest_text.hpp"
#include "render/web_grid.hpp"

namespace app {
namespace {

using Json = PageJson;

/// The most cells of a figure that are drawn at each keystroke: some tens of milliseconds in a browser. The page requests larger pictures
/// piece by piece, as they scroll into view.
constexpr std::int64_t most_drawn = 2048;
/// The most rows and columns of such a piece.
constexpr std::int64_t most_part_side = 64;

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, 6> names{"pointed", "operand", "result", "same", "place", "owner"};
  return names[static_cast<std::size_t>(role)];
}

/// Returns the rows of a table of translations: English, tab, the other language.
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

Json WebHost::Answers::to(std::string_view what) {
  using Answer = Json (Answers::*)();
  static constexpr std::pair<std::string_view, Answer> all[] = {{"open", &Answers::open},
                                                                {"starter", &Answers::starter},
                                                                {"example", &Answers::example},
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
                                                                {"cells", &Answers::cells},
                                                                {"elements", &Answers::elements},
                                                                {"text", &Answers::text_of_element},
                                                                {"links", &Answers::links},
                                                                {"element", &Answers::element},
                                                                {"properties", &Answers::properties},
                                                                {"steps", &Answers::steps},
                                                                {"code", &Answers::code},
                                                                {"actions", &Answers::actions},
                                                                {"found", &Answers::found},
                                                                {"banks", &Answers::banks},
                                                                {"complete", &Answers::complete},
                                                                {"functions", &Answers::functions},
                                                                {"commands", &Answers::commands},
                                                                {"palette", &Answers::palette},
                                                                {"call", &Answers::call},
                                                                {"lessons", &Answers::lessons},
                                                                {"words", &Answers::words},
                                                                {"export", &Answers::export_file},
                                                                {"tools", &Answers::tools},
                                                                {"tool", &Answers::tool},
                                                                {"kernels", &Answers::kernels},
                                                                {"map", &Answers::map}};
  const auto found = std::ranges::find(all, what, &std::pair<std::string_view, Answer>::first);
  if (found == std::end(all)) throw WebProblem{algebra::message("The page does not support {}.", what)};
  return (this->*found->second)();
}

std::size_t WebHost::Answers::entry() const {
  const auto i = asked_.at("entry").get<std::int64_t>();
  if (i < 0 || i >= std::ssize(host_.sheet().entries)) throw WebProblem{"There is no such entry."};
  return static_cast<std::size_t>(i);
}

const EntryResult& WebHost::Answers::result() const { return host_.session_.results()[entry()]; }

Json WebHost::Answers::figure() {
  // The page numbers the entries as in the figure that it has.
  const auto followed = followed_entries(host_.figured_, host_.sheet());
  host_.figured_ = host_.sheet();
  std::vector<int> opened;
  for (const int entry : asked_.value("opened", std::vector<int>()))
    if (entry >= 0 && entry < std::ssize(followed) && followed[static_cast<std::size_t>(entry)] >= 0)
      opened.push_back(followed[static_cast<std::size_t>(entry)]);
  Json answer{{"followed", followed}, {"opened", opened}};
  const auto parts = interactive_parts(
      host_.shown_sheet(), host_.session_.evaluator(),
      {.language = host_.texts_.language(), .title = {}, .entries = {}, .hidden = {}, .opened = opened, .most_drawn = most_drawn});
  if (!parts) {
    const bool nothing = std::ranges::all_of(host_.sheet().entries, [](const Entry& e) { return algebra::trimmed(e.text).empty(); });
    answer["error"] = nothing ? said("The sheet is empty: type a layout into its first line, such as (8,8):(8,1), to see its picture here.")
                              : said(parts.error());
    return answer;
  }
  answer["cards"] = parts->cards;
  answer["data"] = parts->data;
  answer["style"] = parts->style;
  return answer;
}

PagePicture WebHost::Answers::page_picture() const {
  PagePicture of{.entry = asked_.at("entry").get<int>(),
                 .card = asked_.value("card", 0),
                 .slice = asked_.value("slice", std::int64_t{-1}),
                 .trace = asked_.value("trace", false)};
  if (of.trace) return {.entry = -1, .trace = true};
  if (of.card < 0 || of.card >= host_.sheet().entries[entry()].cards()) throw WebProblem{"There is no such card."};
  return of;
}

Json WebHost::Answers::cells() {
  const auto of = page_picture();
  if (!host_.drawn_ || host_.drawn_->of != of) {
    auto diagram = page_diagram(host_.shown_sheet(), host_.session_.evaluator(), of);
    if (!diagram) return refused(diagram.error());
    host_.drawn_ = Drawn{of, std::move(*diagram)};
  }
  const auto& d = host_.drawn_->diagram;
  const auto within = [&](const char* first, const char* count, std::int64_t extent, std::int64_t& begin, std::int64_t& size) {
    begin = std::clamp<std::int64_t>(asked_.at(first).get<std::int64_t>(), 0, extent);
    size = std::clamp<std::int64_t>(asked_.at(count).get<std::int64_t>(), 0, std::min(extent - begin, most_part_side));
  };
  render::Block part;
  within("row", "rows", d.rows.extent, part.first_row, part.rows);
  within("column", "columns", d.columns.extent, part.first_column, part.columns);
  const auto drawn = render::web_part(d, part, asked_.value("labels", false));
  Json rules = Json::object();
  for (const auto& [name, rule] : drawn.colours) rules[name] = rule;
  return {{"svg", drawn.svg}, {"colours", rules}};
}

Json WebHost::Answers::elements() { return {{"elements", page_elements(host_.shown_sheet(), host_.session_.evaluator(), page_picture())}}; }

Json WebHost::Answers::text_of_element() {
  return {{"text", element_text(result(), static_cast<int>(entry()), asked_.at("element").get<std::int64_t>())}};
}

Json WebHost::Answers::links() {
  Json links = Json::array();
  const auto& linked = host_.session_.links().of({static_cast<int>(entry()), asked_.at("element").get<std::int64_t>()});
  for (const auto& marked : linked.entries)
    links.push_back({{"entry", marked.entry}, {"role", name_of(marked.role)}, {"elements", marked.coordinates}});
  return {{"links", links}};
}

Json WebHost::Answers::rows_of(const std::vector<Fact>& facts) const {
  Json rows = Json::array();
  for (const auto& [label, value] : facts) rows.push_back({said(label), said(value)});
  return rows;
}

Json WebHost::Answers::element() {
  const Element element{static_cast<int>(entry()), asked_.at("element").get<std::int64_t>()};
  const auto facts = element_facts(host_.session_.view(host_.sheet()), element);
  return {{"title", facts.empty() ? "" : element_text(result(), element.entry, element.coordinate)}, {"rows", rows_of(facts)}};
}

Json WebHost::Answers::properties() {
  const auto* value = result().value();
  const auto facts = value != nullptr ? properties_of(*value, host_.sheet().entries[entry()].view.bits_of(*value)) : std::vector<Fact>();
  return {{"title", called(result(), static_cast<int>(entry()))}, {"rows", rows_of(facts)}};
}

Json WebHost::Answers::steps() {
  Json steps = Json::array();
  if (result().value() != nullptr)
    for (const auto& step : host_.session_.evaluator().explain(static_cast<int>(entry()))) steps.push_back(said(step.words));
  Json answer{{"title", host_.sheet().entries[entry()].text}, {"steps", steps}};
  if (result().evaluation)
    if (auto v = verdict(result().evaluation->verdict); !v.is_null()) answer["verdict"] = std::move(v);
  return answer;
}

Json WebHost::Answers::code() {
  Json dialects = Json::array();
  for (std::size_t i = 0; result().value() != nullptr && i < algebra::code::dialect_titles.size(); ++i) {
    const auto program = code_of(host_.sheet(), static_cast<int>(entry()), static_cast<algebra::code::Dialect>(i));
    // An entry that cannot be written in a dialect has the reason in place of a program.
    dialects.push_back(
        {{"title", algebra::code::dialect_titles[i]}, {program ? "text" : "why", program ? *program : said(program.error())}});
  }
  return {{"dialects", dialects}};
}

ActionsOf WebHost::Answers::card() {
  const auto at = entry();
  const int card = asked_.value("card", 0);
  if (card < 0 || card >= host_.sheet().entries[at].cards()) throw WebProblem{"There is no such card."};
  picture_ = picture_of(host_.sheet(), host_.session_.results(), static_cast<int>(at), card);
  return {host_.sheet(), host_.session_.evaluator(), static_cast<int>(at), card, picture_ ? &*picture_ : nullptr, ActionHost::page};
}

Json WebHost::Answers::actions() {
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

Json WebHost::Answers::found() {
  const auto at = asked_.at("entry").get<int>();
  const auto found = find_layouts(host_.session_.evaluator(), host_.sheet().launch, at < 0 ? of_launch : static_cast<int>(entry()));
  if (!found.question) return {{"why", said(found.why_not)}};
  const auto cost = [&](const gpu::RankedLayout& r) { return fmt::format("{} {}, {} B", r.wavefronts, word("wavefronts"), r.bytes); };
  Json rows = Json::array();
  for (const auto& r : found.answer.best) rows.push_back({{"value", r.expression()}, {"cost", cost(r)}});
  Json answer{{"about", said(gpu::proof_text(found.answer))}, {"rows", rows}};
  if (found.answer.now) answer["now"] = cost(*found.answer.now);
  return answer;
}

Json WebHost::Answers::banks() {
  if (!host_.session_.launch() || !host_.session_.launch()->launch.shared_memory || host_.session_.launch()->shape.instruction.by_box())
    return {{"phases", Json::array()}};
  const auto& launch = *host_.session_.launch();
  const auto& shape = launch.shape;
  const auto requests = launch.requests();
  // The number of played requests: the page's, else the sheet's own.
  const auto played = host_.sheet().launch.position;
  const auto position =
      std::clamp<std::int64_t>(asked_.value("position", played < 0 ? requests : played), 1, std::max<std::int64_t>(1, requests));
  const auto r = gpu::request_at(launch, position - 1);
  // A load and a store of shared memory access the same words if they have the same places.
  const bool stores = shape.instruction.kind == gpu::Instruction::Kind::store_matrix;
  const auto direction = stores ? gpu::Direction::store : gpu::Direction::load;
  const auto& mapping = shape.addresses();
  const auto first_thread = std::int64_t{r.warp} * 32;
  Json phases = Json::array();
  int number = 0;
  for (const auto& phase : gpu::phases(shape, mapping, r.block, r.warp, r.access, direction)) {
    Json rows = Json::array();
    std::int64_t row = -1;
    for (const auto& [number_of_word, wanted] : wanted_words(launch, mapping, r, phase, {})) {
      if (number_of_word / gpu::banks != row) {
        row = number_of_word / gpu::banks;
        rows.push_back({{"row", row}, {"words", Json::array()}});
      }
      const auto bank = static_cast<std::size_t>(number_of_word % gpu::banks);
      rows.back()["words"].push_back({{"bank", bank},
                                      {"thread", first_thread + wanted.lanes.front()},
                                      {"threads", lane_list(first_thread, wanted.lanes)},
                                      {"conflict", phase.words[bank].size() > 1}});
    }
    phases.push_back({{"words", said(phase_words(phase, number++, first_thread))}, {"conflict", phase.ways > 1}, {"rows", rows}});
  }
  return {
      {"position", position}, {"requests", requests}, {"about", said(request_words(launch, mapping, r, direction))}, {"phases", phases}};
}

Json WebHost::Answers::complete() {
  const auto line = text("text");
  const algebra::Utf16Units units(line);
  std::vector<std::string> names;
  for (const auto& r : host_.session_.results())
    if (!r.name.empty()) names.push_back(r.name);
  const auto found =
      algebra::editing::complete(line, units.byte(asked_.at("cursor").get<std::size_t>()), asked_.value("forced", false), names);
  Json rows = Json::array();
  for (const auto& r : found.rows)
    rows.push_back({{"name", r.name},
                    {"written", r.written},
                    {"cursor", algebra::Utf16Units(r.written)(r.cursor)},
                    {"detail", r.detail},
                    {"meaning", word(std::string(r.meaning))}});
  return {{"begin", units(found.replaced.begin)}, {"end", units(found.replaced.end)}, {"rows", rows}};
}

Json WebHost::Answers::functions() {
  const auto wanted = asked_.value("wanted", std::string());
  std::vector<const algebra::Function*> listed;
  if (algebra::trimmed(wanted).empty())
    for (const auto& f : algebra::functions()) listed.push_back(&f);
  else listed = operations_found(wanted, host_.texts_);
  Json all = Json::array();
  for (const auto* found : listed) {
    const auto& f = *found;
    const auto meaning = word(std::string(f.meaning));
    all.push_back({{"name", f.name},
                   {"signature", f.signature},
                   {"meaning", meaning},
                   {"group", word(std::string(title_of(f.group)))},
                   {"search", fmt::format("{} {}", f.search_words, host_.texts_.names_in(f.meaning, meaning))},
                   {"everyday", f.everyday},
                   {"example", f.example.expression}});
  }
  return {{"functions", all}};
}

Json WebHost::Answers::lessons() {
  Json all = Json::array();
  for (int i = 0; i < static_cast<int>(lesson_names().size()); ++i)
    all.push_back({{"name", lesson_names()[static_cast<std::size_t>(i)]},
                   {"title", lesson_title(i, host_.texts_.language())},
                   {"group", word(std::string(lesson_group(i)))},
                   {"opening", lesson_opening(i, host_.texts_.language())}});
  return {{"lessons", all}};
}

Json WebHost::Answers::words() {
  const std::string code(host_.texts_.language().code);
  const auto path = [&](const char* kind) { return fmt::format("translations/{}{}.tsv", code, kind); };
  auto table = table_of(assets::get(path("-messages")));
  table.update(table_of(assets::get(path(""))));
  return {{"language", code}, {"words", table}};
}

}  // namespace app
