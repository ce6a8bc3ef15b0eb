#include "app/actions/exporting.hpp"

#include <algorithm>
#include <filesystem>

#include "app/actions/cards.hpp"
#include "app/figures/figures.hpp"
#include "app/figures/interactive.hpp"
#include "app/system/picture_clipboard.hpp"
#include "app/system/user_folders.hpp"

namespace app {
using algebra::Message;

void ask_export(const Workspace& workspace, ViewState& view, FigureKind kind) {
  view.dialog = Dialog::export_figure;
  view.exporting.request.kind = kind;
  view.exporting.request.entry = view.selected;
  view.exporting.request.card = std::max(0, selected_card(workspace, view).card);
  // A picture is suggested again after the export of a page.
  if (is_page_path("." + view.export_ending)) view.export_ending = "svg";
}

void ask_page_export(ViewState& view) {
  view.dialog = Dialog::export_figure;
  view.export_ending = "html";
}

void ask_card_export(ViewState& view, CardRef card, const std::string& ending) {
  view.dialog = Dialog::export_figure;
  view.exporting.request.kind = FigureKind::card;
  view.exporting.request.entry = card.entry;
  view.exporting.request.card = card.card;
  view.export_ending = ending;
}

bool export_to(const Workspace& workspace, const ViewState& view, HostRequests& host, const std::string& path) {
  if (is_page_path(path)) {
    const auto page = write_page(workspace.sheet(), workspace.evaluator(), view.exporting, {.language = view.texts.language()}, path);
    host.tell(page ? algebra::message("exported {}", path) : page.error(), !page);
    return page.has_value();
  }
  auto settings = view.exporting;
  settings.request.language = view.texts.language();
  const auto figures = figures_of(workspace.sheet(), workspace.evaluator(), settings);
  const auto written = figures ? export_figures(*figures, settings, path) : tl::unexpected(figures.error());
  if (!written) {
    host.tell(written.error(), true);
    return false;
  }
  const auto &first = written->front().path, &last = written->back().path;
  host.tell(written->size() == 1 ? algebra::message("exported {}", first)
                                 : algebra::message("exported {} files, {} to {}", written->size(), first, last),
            false);
  return true;
}

std::string export_path(const std::string& typed) {
  if (typed.empty()) return {};
  std::error_code failed;
  const auto whole = std::filesystem::absolute(with_home(typed), failed);
  return failed ? typed : whole.lexically_normal().string();
}

std::vector<std::string> exported_files(const Workspace& workspace, const ViewState& view, const std::string& path) {
  const auto& s = view.exporting;
  if (is_page_path(path) || !s.each || s.request.kind != FigureKind::steps) return {path};
  const auto figures = figures_of(workspace.sheet(), workspace.evaluator(), s);
  std::vector<std::string> files;
  for (std::size_t i = 0; figures && i < figures->size(); ++i) files.push_back(numbered_path(path, i + 1));
  return files;
}

bool copy_picture(const Workspace& workspace, const ViewState& view, HostRequests& host, int entry) {
  ExportSettings settings;
  settings.request.entry = entry;
  if (entry == view.selected) settings.request.card = std::max(0, selected_card(workspace, view).card);
  settings.request.language = view.texts.language();
  settings.theme = view.theme;
  settings.scale = 2;
  const auto figures = figures_of(workspace.sheet(), workspace.evaluator(), settings);
  const auto png =
      figures ? render::figure_bytes(figures->front(), options_of(settings, render::Format::png)) : tl::unexpected(figures.error());
  const auto copied = png ? copy_png(*png) : tl::unexpected(png.error());
  host.tell(copied ? Message("the card is in the clipboard, as a picture") : copied.error(), !copied);
  return copied.has_value();
}

void copy_text(HostRequests& host, const tl::expected<std::string, Message>& text) {
  if (!text) return host.tell(text.error(), true);
  host.clipboard = *text;
  host.tell("copied", false);
}

const char* title_of(FigureKind kind) {
  switch (kind) {
    case FigureKind::card: return "The card";
    case FigureKind::canvas: return "The whole canvas";
    case FigureKind::steps: return "The steps";
    case FigureKind::operands: return "Operands and result";
    case FigureKind::swizzle: return "Before and after the swizzle";
    case FigureKind::tma: return "The boxes of TMA";
    case FigureKind::trace: return "The trace";
    case FigureKind::banks: return "The banks";
    case FigureKind::slices: return "All slices";
    case FigureKind::compare: return "A comparison";
    case FigureKind::tv: break;
  }
  return "Threads and values";
}

}  // namespace app
