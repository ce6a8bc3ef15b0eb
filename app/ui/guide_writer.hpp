#pragma once
// Draws pages of the guide: headings, paragraphs, lists, code, tables, and links.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/guide.hpp"
#include "app/ui/ui.hpp"

namespace app {

/// Draws blocks of a page; without a list it only measures them. All lengths are pixels.
class GuideWriter {
 public:
  GuideWriter(const Ui& ui, ImDrawList* list, int page) : ui_(ui), list_(list), page_(page) {}

  /// Draws a block and returns its height. marked_row: of a table; -1: none.
  float block(const GuideBlock&, ImVec2 at, float width, int marked_row);
  /// Returns the top of a table's row within the block.
  float row_top(const GuideBlock&, float width, int row);

  struct Link {
    std::string page, place;
  };
  /// Returns the clicked link.
  const std::optional<Link>& followed() const { return followed_; }

 private:
  float text(const GuideText&, ImVec2 at, float width, const Face& plain, const Face& strong, ImU32 ink);
  static std::size_t word_length(std::string_view);
  void piece(const GuideRun&, std::string_view word, ImVec2 at, float w, float line, const Face&, ImU32 ink, GuidePlace target);
  void follow(const std::string& link, GuidePlace target);
  float code(const std::string& source, ImVec2 at, float width);
  GuideText shown(const GuideText& cell) const;
  float natural_width(const GuideText& cell) const;
  std::vector<float> column_widths(const GuideBlock&, float width) const;
  float row_height(const GuideBlock&, int row, const std::vector<float>& widths);
  float cell(const GuideText&, ImVec2 at, float width, bool heading);
  float table(const GuideBlock&, ImVec2 at, float width, int marked_row);

  const Ui& ui_;
  ImDrawList* list_;
  int page_, links_ = 0;
  std::optional<Link> followed_;
};

}  // namespace app
