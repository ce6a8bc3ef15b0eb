// Writes a figure as plain text.

#include <algorithm>

#include "algebra/text/utf8.hpp"
#include "render/export_pen.hpp"
#include "render/figure_layout.hpp"

namespace render {
namespace {

constexpr std::size_t most_characters = 120;

struct TextBlock {
  std::vector<std::string> lines;
  std::size_t width = 0;
};

TextBlock block_of(const Panel& panel, const FigureOptions& o) {
  TextBlock block;
  std::string text;
  if (panel.diagram) {
    auto d = *panel.diagram;
    if (!o.borders) {
      d.rows.border_periods.clear();
      d.columns.border_periods.clear();
    }
    text = export_text(d, o.page);
  }
  if (!panel.caption.empty()) text += panel.caption.text() + "\n";
  for (std::size_t from = 0; from < text.size();) {
    const auto end = text.find('\n', from);
    block.lines.push_back(text.substr(from, end - from));
    block.width = std::max(block.width, algebra::character_count(block.lines.back()));
    from = end + 1;
  }
  return block;
}

}  // namespace

std::string figure_text(const Figure& figure, const FigureOptions& o) {
  std::string out;
  if (!figure.title.empty()) out += figure.title + "\n\n";
  std::vector<TextBlock> row;
  std::size_t width = 0;
  const auto end_row = [&] {
    std::size_t height = 0;
    for (const auto& b : row) height = std::max(height, b.lines.size());
    for (std::size_t i = 0; i < height; ++i) {
      std::string line;
      for (const auto& b : row) {
        const std::string_view text = i < b.lines.size() ? std::string_view(b.lines[i]) : std::string_view();
        line += text;
        line.append(b.width - algebra::character_count(text), ' ');
      }
      while (line.ends_with(' ')) line.pop_back();
      out += line + "\n";
    }
    row.clear();
    width = 0;
  };
  int in_row = 0;
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const auto& panel = figure.panels[i];
    auto block = block_of(panel, o);
    if (in_row > 0 && (width + block.width > most_characters || in_row == figure.columns || panel.below)) {
      end_row();
      out += "\n";
      in_row = 0;
    }
    width += block.width;
    row.push_back(std::move(block));
    ++in_row;
    if (i + 1 == figure.panels.size() && panel.joint.empty()) break;
    // The joint stands beside the middle of the panel before it.
    TextBlock joint;
    joint.width = 4 + algebra::character_count(panel.joint);
    joint.lines.resize(row.back().lines.size() / 2 + 1);
    if (!panel.joint.empty()) joint.lines.back() = "  " + panel.joint;
    width += joint.width;
    row.push_back(std::move(joint));
  }
  end_row();
  if (!figure.caption.empty()) out += "\n" + figure.caption + "\n";
  return out;
}

}  // namespace render
