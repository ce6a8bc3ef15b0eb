#include "app/actions/sheet_list.hpp"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// Returns a likely height for a row that has not been drawn yet.
float guessed_height(const RowLook& look, const Entry& entry, const EntryResult& result) {
  const float p = look.point;
  if (result.is_note) {
    const auto letters = std::max(10.0f, (look.width - 52 * p) / (look.words * 0.5f));
    return 12 * p + (look.words + 1.5f * p) * (1 + std::floor(static_cast<float>(entry.text.size()) / letters));
  }
  const bool two_lines = result.problem || (result.evaluation && !result.evaluation->made_by.operation.empty());
  return 18 * p + look.code + look.letters * (two_lines ? 2.0f : result.evaluation ? 1.0f : 0.0f);
}

}  // namespace

void SheetList::sum_up() {
  tops_.resize(heights_.size() + 1);
  tops_[0] = 0;
  for (std::size_t i = 0; i < heights_.size(); ++i) tops_[i + 1] = tops_[i] + heading_above(i) + (places_[i].folded ? 0 : heights_[i]);
}

/// Lists the headings, and the rows that are folded.
void SheetList::list_sections(const Workspace& workspace, const ViewState& view) {
  sections_ = sections_of(workspace.sheet(), workspace.evaluator().results());
  places_.assign(heights_.size(), {});
  for (std::size_t s = 0; s < sections_.size(); ++s) {
    const auto& section = sections_[s];
    if (!section.headed()) continue;
    places_[static_cast<std::size_t>(section.first)].heading = static_cast<int>(s);
    const bool folded = app::is_folded(workspace, view, section);
    for (int i = section.first; i < section.end; ++i) places_[static_cast<std::size_t>(i)].folded = folded;
  }
}

void SheetList::update(const Workspace& workspace, const ViewState& view, const RowLook& look) {
  const auto& entries = workspace.sheet().entries;
  const auto& results = workspace.evaluator().results();
  const auto evaluation = workspace.evaluator().newest_version();
  const auto& folds = changed_folds(workspace, view);
  const bool other_look = look_ != look;
  if (!other_look && version_ == workspace.sheet_version() && evaluation_ == evaluation && heights_.size() == entries.size() &&
      folds_ == folds)
    return;
  folds_ = folds, version_ = workspace.sheet_version(), evaluation_ = evaluation, look_ = look;
  if (other_look) measured_.clear();
  heights_.resize(entries.size());
  measured_.resize(entries.size(), 0);
  numbers_.resize(entries.size());
  int number = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    numbers_[i] = results[i].is_note ? number : ++number;
    if (measured_[i] == results[i].version && results[i].version != 0) continue;
    heights_[i] = guessed_height(look, entries[i], results[i]);
    measured_[i] = 0;
  }
  list_sections(workspace, view);
  sum_up();
}

bool SheetList::is_folded(int entry) const {
  return entry >= 0 && entry < static_cast<int>(places_.size()) && places_[static_cast<std::size_t>(entry)].folded;
}

int SheetList::first_in_sight(float scroll) const {
  return static_cast<int>(std::max<std::ptrdiff_t>(0, std::ranges::upper_bound(tops_, scroll) - tops_.begin() - 1));
}

bool SheetList::measured(std::size_t entry, float height, std::uint64_t version) {
  const bool other = height != heights_[entry];
  heights_[entry] = height;
  measured_[entry] = version;
  return other;
}

int SheetList::drop_place(float y) const {
  std::size_t i = 0;
  while (i < count() && y > (tops_[i] + tops_[i + 1]) / 2) ++i;
  return static_cast<int>(i);
}

}  // namespace app
