#include "app/ui/guide_writer.hpp"

#include <algorithm>
#include <cfloat>
#include <utility>

#include "algebra/text/line_breaks.hpp"
#include "app/ui/widgets.hpp"

namespace app {

float GuideWriter::text(const GuideText& runs, ImVec2 at, float width, const Face& plain, const Face& strong, ImU32 ink) {
  const float line = std::max(plain.size, ui_.fonts.mono_small.size) + ui_.px(4);
  float x = 0, y = 0;
  bool space = false;
  for (const auto& run : runs) {
    const auto& face = run.code ? ui_.fonts.mono_small : run.strong ? strong : plain;
    const auto target = run.link.empty() ? GuidePlace{} : guide_link(page_, run.link);
    for (std::string_view rest = run.text; !rest.empty();) {
      if (rest[0] == ' ') {
        space = true;
        rest.remove_prefix(1);
        continue;
      }
      const auto word = rest.substr(0, word_length(rest));
      rest.remove_prefix(word.size());
      const float w = text_width(face, word), blank = space && x > 0 ? text_width(plain, " ") : 0;
      if (x > 0 && x + blank + w > width) x = 0, y += line;
      else x += blank;
      space = false;
      if (list_ != nullptr) piece(run, word, {at.x + x, at.y + y}, w, line, face, target.page >= 0 ? ui_.ink.link : ink, target);
      x += w;
    }
  }
  return y + line;
}

float GuideWriter::block(const GuideBlock& b, ImVec2 at, float width, int marked_row) {
  using Kind = GuideBlock::Kind;
  const auto& f = ui_.fonts;
  switch (b.kind) {
    case Kind::heading: {
      const float above = b.level == 1 ? 0 : ui_.px(b.level == 2 ? 14 : 8);
      const auto& face = b.level <= 2 ? f.ui_bold : f.ui_bold_small;
      return above + text(b.text, {at.x, at.y + above}, width, face, face, ui_.ink.text) + ui_.px(6);
    }
    case Kind::paragraph: return text(b.text, at, width, f.ui_small, f.ui_bold_small, ui_.ink.text) + ui_.px(8);
    case Kind::item: {
      const float indent = ui_.px(16) * static_cast<float>(b.level);
      if (list_ != nullptr) list_->AddCircleFilled({at.x + indent - ui_.px(9), at.y + f.ui_small.size * 0.6f}, ui_.px(2), ui_.ink.faint);
      return text(b.text, {at.x + indent, at.y}, width - indent, f.ui_small, f.ui_bold_small, ui_.ink.text) + ui_.px(4);
    }
    case Kind::code: return code(plain(b.text), at, width);
    case Kind::table: return table(b, at, width, marked_row);
  }
  return 0;
}

float GuideWriter::row_top(const GuideBlock& b, float width, int row) {
  const auto widths = column_widths(b, width);
  float y = 0;
  for (int r = 0; r < row; ++r) y += row_height(b, r, widths);
  return y;
}

/// Returns the length up to the next blank, or to where Chinese text may break.
std::size_t GuideWriter::word_length(std::string_view text) {
  auto letter = algebra::first_letter(text);
  std::size_t n = letter.size();
  while (n < text.size() && text[n] != ' ') {
    const auto next = algebra::first_letter(text.substr(n));
    if (algebra::breaks_between(letter, next)) break;
    n += next.size();
    letter = next;
  }
  return n;
}

void GuideWriter::piece(const GuideRun& run, std::string_view word, ImVec2 at, float w, float line, const Face& face, ImU32 ink,
                        GuidePlace target) {
  if (run.code)
    list_->AddRectFilled({at.x - ui_.px(1), at.y - ui_.px(1)}, {at.x + w + ui_.px(1), at.y + line - ui_.px(3)}, ui_.ink.chip, ui_.px(3));
  draw_text(list_, face, {at.x, at.y + (line - ui_.px(4) - face.size) / 2}, ink, word);
  if (target.page < 0) return;
  if (area(links_++, at, {w, line})) follow(run.link, target);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    list_->AddLine({at.x, at.y + line - ui_.px(3)}, {at.x + w, at.y + line - ui_.px(3)}, ink);
  }
}

void GuideWriter::follow(const std::string& link, GuidePlace target) {
  const auto hash = link.find('#');
  followed_ = {std::string(guide_pages()[static_cast<std::size_t>(target.page)].name),
               hash == std::string::npos ? std::string{} : link.substr(hash + 1)};
}

float GuideWriter::code(const std::string& source, ImVec2 at, float width) {
  const auto& face = ui_.fonts.mono_small;
  const float pad = ui_.px(8);
  const auto end = source.find_last_not_of('\n') + 1;
  const char* begin = source.data();
  const float h = face.font->CalcTextSizeA(face.size, FLT_MAX, width - 2 * pad, begin, begin + end).y + 2 * pad;
  if (list_ != nullptr) {
    list_->AddRectFilled(at, {at.x + width, at.y + h}, ui_.ink.chip, ui_.px(5));
    list_->AddText(face.font, face.size, {at.x + pad, at.y + pad}, ui_.ink.text, begin, begin + end, width - 2 * pad);
  }
  return h + ui_.px(10);
}

/// Returns a cell as it is shown: translated, if its text has a translation.
GuideText GuideWriter::shown(const GuideText& cell) const {
  const auto words = plain(cell);
  const std::string other = ui_.tr(words.c_str());
  const bool linked = std::any_of(cell.begin(), cell.end(), [](const GuideRun& run) { return !run.link.empty(); });
  return linked || other == words ? cell : GuideText{{other, false, false, {}}};
}

float GuideWriter::natural_width(const GuideText& cell) const {
  float w = 0;
  for (const auto& run : shown(cell)) w += text_width(run.code ? ui_.fonts.mono_small : ui_.fonts.ui_small, run.text);
  return w + ui_.px(16);
}

/// Returns the widths of columns: as needed or, if that is too much, as needed for narrow columns, while wide ones share the rest.
std::vector<float> GuideWriter::column_widths(const GuideBlock& b, float width) const {
  std::vector<float> widths;
  for (const auto& row : b.rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths.resize(std::max(widths.size(), c + 1));
      widths[c] = std::max(widths[c], natural_width(row[c]));
    }
  float sum = 0, wide = 0;
  for (const float w : widths) sum += w;
  if (sum <= width) return widths;
  const float fair = width / static_cast<float>(widths.size());
  float left = width;
  for (const float w : widths) (w <= fair ? left : wide) += w <= fair ? -w : w;
  for (float& w : widths)
    if (w > fair) w *= left / wide;
  return widths;
}

float GuideWriter::row_height(const GuideBlock& b, int row, const std::vector<float>& widths) {
  auto* list = std::exchange(list_, nullptr);
  float h = 0;
  const auto& cells = b.rows[static_cast<std::size_t>(row)];
  for (std::size_t c = 0; c < cells.size(); ++c) h = std::max(h, cell(cells[c], {}, widths[c], row == 0));
  list_ = list;
  return h;
}

float GuideWriter::cell(const GuideText& text_of, ImVec2 at, float width, bool heading) {
  const auto& bold = ui_.fonts.ui_bold_small;
  return text(shown(text_of), {at.x, at.y + ui_.px(3)}, width - ui_.px(12), heading ? bold : ui_.fonts.ui_small, bold,
              heading ? ui_.ink.faint : ui_.ink.text) +
         ui_.px(5);
}

float GuideWriter::table(const GuideBlock& b, ImVec2 at, float width, int marked_row) {
  const auto widths = column_widths(b, width);
  float y = 0;
  for (int r = 0; r < static_cast<int>(b.rows.size()); ++r) {
    const float h = row_height(b, r, widths);
    if (list_ != nullptr) {
      if (r == marked_row && r > 0)
        list_->AddRectFilled({at.x - ui_.px(4), at.y + y}, {at.x + width, at.y + y + h}, ui_.ink.selected_back, ui_.px(3));
      float x = at.x;
      for (std::size_t c = 0; c < b.rows[static_cast<std::size_t>(r)].size(); ++c) {
        cell(b.rows[static_cast<std::size_t>(r)][c], {x, at.y + y}, widths[c], r == 0);
        x += widths[c];
      }
      list_->AddLine({at.x, at.y + y + h}, {at.x + width, at.y + y + h}, ui_.ink.line);
    }
    y += h;
  }
  return y + ui_.px(10);
}

}  // namespace app
