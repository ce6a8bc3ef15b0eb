#include "app/actions/predicting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>

#include "algebra/language/vocabulary.hpp"
#include "app/system/words.hpp"

namespace app {
namespace {

constexpr std::int64_t at_once = 1 << 12;  ///< in cells of a row

Prediction* changeable(const Workspace& workspace, ViewState& view, int entry) {
  if (!workspace.has_entry(entry)) return nullptr;
  const auto it = view.predictions.entries.find(workspace.sheet().entries[static_cast<std::size_t>(entry)].text);
  return it == view.predictions.entries.end() ? nullptr : &it->second;
}

std::string bare(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

bool hides_or_follows(const Workspace& workspace, const ViewState& view, int entry, int chain) {
  if (const auto* p = prediction_of(workspace, view, entry)) return !p->all;
  if (chain == 0 || workspace.picture(entry) != nullptr || !workspace.result(entry).is_value()) return false;
  const auto& text = workspace.sheet().entries[static_cast<std::size_t>(entry)].text;
  for (const auto& token : algebra::tokens(text)) {
    if (token.kind != algebra::Token::Kind::name) continue;
    const int used = workspace.evaluator().find(text.substr(token.span.begin, token.span.end - token.span.begin));
    if (used >= 0 && used != entry && hides_or_follows(workspace, view, used, chain - 1)) return true;
  }
  return false;
}

}  // namespace

const Prediction* prediction_of(const Workspace& workspace, const ViewState& view, int entry) {
  if (view.predictions.entries.empty() || !workspace.has_entry(entry)) return nullptr;
  const auto it = view.predictions.entries.find(workspace.sheet().entries[static_cast<std::size_t>(entry)].text);
  return it == view.predictions.entries.end() ? nullptr : &it->second;
}

bool hides_values(const Workspace& workspace, const ViewState& view, int entry) {
  constexpr int chain = 8;  // the depth of numbers computed from other numbers
  return !view.predictions.entries.empty() && workspace.has_entry(entry) && hides_or_follows(workspace, view, entry, chain);
}

bool hides_any(const Workspace& workspace, const ViewState& view) {
  for (int i = 0; !view.predictions.entries.empty() && workspace.has_entry(i); ++i)
    if (const auto* p = prediction_of(workspace, view, i); p != nullptr && !p->all) return true;
  return false;
}

bool hides_launch(const Workspace& workspace, const ViewState& view) {
  const auto& launch = workspace.sheet().launch;
  return hides_values(workspace, view, workspace.evaluator().find(launch.tensor)) ||
         hides_values(workspace, view, workspace.evaluator().find(launch.partition));
}

bool hides_cell(const Workspace& workspace, const ViewState& view, int entry, std::int64_t coordinate) {
  const auto* p = prediction_of(workspace, view, entry);
  return p != nullptr && !p->all && !p->revealed.contains(coordinate);
}

std::int64_t cells_of(const render::Diagram& d) {
  return d.shape.rank() > 2 ? algebra::product(d.shape).value : d.rows.extent * d.columns.extent;
}

void hide_values(const Workspace& workspace, ViewState& view, int entry) {
  if (!workspace.has_entry(entry) || workspace.picture(entry) == nullptr) return;
  view.predictions.entries[workspace.sheet().entries[static_cast<std::size_t>(entry)].text] = {};
  view.hover = {};
}

void stop_predicting(const Workspace& workspace, ViewState& view, int entry) {
  if (prediction_of(workspace, view, entry) != nullptr)
    view.predictions.entries.erase(workspace.sheet().entries[static_cast<std::size_t>(entry)].text);
}

void hide_or_show_values(const Workspace& workspace, ViewState& view, int entry) {
  if (prediction_of(workspace, view, entry) != nullptr) stop_predicting(workspace, view, entry);
  else hide_values(workspace, view, entry);
}

void reveal(const Workspace& workspace, ViewState& view, int entry, const std::vector<std::int64_t>& coordinates) {
  auto* p = changeable(workspace, view, entry);
  if (p == nullptr) return;
  p->revealed.insert(coordinates.begin(), coordinates.end());
  if (std::find(coordinates.begin(), coordinates.end(), p->asked) != coordinates.end()) p->asked = -1;
  p->last_right = p->last_wrong = -1;
  const auto* picture = workspace.picture(entry);
  if (picture != nullptr && static_cast<std::int64_t>(p->revealed.size()) >= cells_of(picture->diagram)) p->all = true;
}

void reveal_all(const Workspace& workspace, ViewState& view, int entry) {
  if (auto* p = changeable(workspace, view, entry)) {
    p->all = true;
    p->asked = p->last_right = p->last_wrong = -1;
  }
}

std::vector<std::int64_t> row_of(const render::Diagram& d, std::int64_t row, std::int64_t first) {
  std::vector<std::int64_t> all;
  for (auto c = std::max<std::int64_t>(0, d.columns.extent <= at_once ? 0 : first);
       c < d.columns.extent && static_cast<std::int64_t>(all.size()) < at_once; ++c)
    all.push_back(d.coordinate(row, c));
  return all;
}

std::vector<std::int64_t> column_of(const render::Diagram& d, std::int64_t column, std::int64_t first) {
  std::vector<std::int64_t> all;
  for (auto r = std::max<std::int64_t>(0, d.rows.extent <= at_once ? 0 : first);
       r < d.rows.extent && static_cast<std::int64_t>(all.size()) < at_once; ++r)
    all.push_back(d.coordinate(r, column));
  return all;
}

bool is_label(const render::Diagram& d, std::int64_t row, std::int64_t column, std::string_view text) {
  if (d.view.label_by != render::LabelBy::none) return bare(text) == bare(d.label(row, column));
  // A card without labels is guessed by the index.
  auto labelled = d;
  labelled.view.label_by = render::LabelBy::index;
  return bare(text) == bare(labelled.label(row, column));
}

void answer_by_typing(ViewState& view, bool typing) { view.predictions.answering = typing; }

void answer(const Workspace& workspace, ViewState& view, int entry, std::int64_t coordinate, bool right) {
  if (!hides_cell(workspace, view, entry, coordinate)) return;
  if (right) reveal(workspace, view, entry, {coordinate});
  auto& p = *changeable(workspace, view, entry);
  ++(right ? p.right : p.wrong);
  p.last_right = right ? coordinate : -1;
  p.last_wrong = right ? -1 : coordinate;
}

void ask(const Workspace& workspace, ViewState& view, int entry, std::int64_t coordinate) {
  if (auto* p = changeable(workspace, view, entry))
    p->asked = coordinate < 0 || hides_cell(workspace, view, entry, coordinate) ? coordinate : p->asked;
}

void stop_asking(const Workspace& workspace, ViewState& view, int entry, std::int64_t coordinate) {
  if (const auto* p = prediction_of(workspace, view, entry); p != nullptr && p->asked == coordinate) ask(workspace, view, entry, -1);
}

render::Diagram blanked(const render::Diagram& d) {
  render::Diagram blank;
  blank.title = d.title;
  blank.rows = d.rows;
  blank.columns = d.columns;
  blank.shape = d.shape;
  blank.view = d.view;
  blank.view.colour_by = render::ColourBy::none;
  blank.view.label_by = render::LabelBy::none;
  for (const auto& part : d.parts) {
    auto& of = blank.parts.emplace_back(part);
    of.diagram = blanked(part.diagram);
  }
  return blank;
}

std::string tally_of(const Workspace& workspace, const ViewState& view, int entry) {
  const auto& p = *prediction_of(workspace, view, entry);
  const auto* picture = workspace.picture(entry);
  const auto total = picture != nullptr ? cells_of(picture->diagram) : 0;
  auto text = fmt::format(fmt::runtime(view.texts("{} of {} revealed")),
                          grouped(p.all ? total : static_cast<std::int64_t>(p.revealed.size())), grouped(total));
  if (p.right + p.wrong > 0) text += " · " + fmt::format(fmt::runtime(view.texts("right {} · wrong {}")), p.right, p.wrong);
  return text;
}

Request click_on_hidden(const Workspace& workspace, const ViewState& view, int entry, const render::Diagram& d, render::Diagram::Cell cell,
                        Revealed of, render::Diagram::Cell first) {
  const auto coordinate = d.coordinate(cell.row, cell.column);
  if (of == Revealed::row) return request<reveal>(entry, row_of(d, cell.row, first.column));
  if (of == Revealed::column) return request<reveal>(entry, column_of(d, cell.column, first.row));
  if (view.predictions.answering && prediction_of(workspace, view, entry)->asked != coordinate &&
      hides_cell(workspace, view, entry, coordinate))
    return request<ask>(entry, coordinate);
  return request<reveal>(entry, std::vector{coordinate});
}

}  // namespace app
