#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "app/actions/export_paths.hpp"
#include "app/actions/exporting.hpp"
#include "app/actions/looking.hpp"
#include "app/document/names.hpp"
#include "app/panels/dialogs/figure_preview.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "render/colourings.hpp"
#include "render/export.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

/// The edited settings. Panels change no state, so all changes become one request.
struct ExportForm : Form {
  ExportSettings settings;
  bool page() const { return is_page_path(dialog_of(ui).text); }
};

/// Draws a list of the entries with a value. Returns true if the selection has changed.
bool entry_field(ExportForm& f, const Workspace& workspace, const char* english, int& entry) {
  const auto name = [&](int i) {
    if (i < 0) return std::string(f.ui.tr("none"));
    const auto& named = workspace.result(i).name;
    return named.empty() ? workspace.sheet().entries[static_cast<std::size_t>(i)].text : named;
  };
  const int before = entry;
  const auto list = f.choice(english, english, name(entry));
  if (!list) return false;
  for (int i = 0; i < static_cast<int>(workspace.sheet().entries.size()); ++i)
    if (workspace.result(i).evaluation && list.option(fmt::format("{}##{}", name(i), i), entry == i)) entry = i;
  return entry != before;
}

void kind_field(ExportForm& f, const Workspace& workspace) {
  auto& wanted = f.settings.request;
  if (const auto list = f.choice("Figure", "Figure", f.ui.tr(title_of(wanted.kind))); list)
    for (int k = 0; k < figure_kinds; ++k) {
      const auto kind = static_cast<FigureKind>(k);
      if (list.option(f.ui.tr(title_of(kind)), wanted.kind == kind)) wanted.kind = kind;
    }
  const int count = static_cast<int>(workspace.sheet().entries.size());
  if (!of_entry(wanted.kind) || wanted.entry >= count) return;
  if (entry_field(f, workspace, "Entry", wanted.entry)) wanted.card = 0;
  if (wanted.kind != FigureKind::compare) return;
  if (wanted.with >= count) wanted.with = -1;
  entry_field(f, workspace, "With", wanted.with);
}

void kind_options(ExportForm& f) {
  auto& s = f.settings;
  if (s.request.kind == FigureKind::tv) f.label("Tile"), f.text("##tile", s.request.tile, "for a plain layout: (16,8)");
  if (s.request.kind != FigureKind::steps) return;
  f.label("Step");
  if (ImGui::InputInt("##step", &s.request.step)) s.request.step = std::max(0, s.request.step);
  if (ImGui::IsItemHovered()) tooltip_beside(f.ui, f.ui.tr("0: all"));
  f.check("One file for each step", s.each, true);
  if (s.each) s.request.step = 0;
}

/// Draws a list of named values; the first item leaves the choice to the cards.
template <class T, class Name>
void choice(ExportForm& f, const char* english, std::optional<T>& value, std::span<const T> choices, Name&& name) {
  const char* as_shown = f.ui.tr("as shown");
  const auto list = f.choice(english, english, value ? std::string(name(*value)) : as_shown);
  if (!list) return;
  if (list.option(as_shown, !value)) value.reset();
  for (const auto& v : choices)
    if (list.option(std::string(name(v)), value == v)) value = v;
}

/// Draws the settings that apply to these figures.
void look_fields(ExportForm& f, const std::vector<render::Figure>& figures) {
  auto& s = f.settings;
  const auto key = [](const auto& choice) { return choice->key; };
  const auto colours = colours_for(figures);
  const auto labels = labels_for(figures);
  const auto offered = [](const auto& all, const auto& one) { return all.empty() || std::ranges::find(all, one) != all.end(); };
  if (s.colour && !offered(colours, *s.colour)) s.colour.reset();
  if (s.label && !offered(labels, *s.label)) s.label.reset();
  choice(f, "Colour by", s.colour, std::span<const render::ColourBy>(colours), key);
  choice(f, "Label", s.label, std::span<const render::LabelBy>(labels), key);
  static constexpr std::array palettes{render::PaletteName::cutescope, render::PaletteName::cute, render::PaletteName::greys,
                                       render::PaletteName::contrast, render::PaletteName::print};
  choice(f, "Palette", s.palette, std::span<const render::PaletteName>(palettes), [](auto p) { return name_of(p); });
  const std::array<std::pair<render::ThemeName, const char*>, 4> themes{{{render::ThemeName::print, f.page() ? "The reader's" : "Paper"},
                                                                         {render::ThemeName::light, "Screen"},
                                                                         {render::ThemeName::dark, "Dark"},
                                                                         {render::ThemeName::grey, "Grey, with patterns"}}};
  const auto* theme = std::find_if(themes.begin(), themes.end(), [&](const auto& t) { return t.first == s.theme; });
  if (const auto list = f.choice("Theme", "Theme", f.ui.tr(theme->second)); list)
    // A page has no theme for printing.
    for (const auto& [value, title] : std::span(themes).first(f.page() ? 3 : 4))
      if (list.option(f.ui.tr(title), s.theme == value)) s.theme = value;
}

/// Draws the list of templates, by where the figure is used: each sets the size of box and letters.
void template_field(ExportForm& f) {
  auto& s = f.settings;
  const auto is = [&](const render::FigureTemplate& t) {
    return s.width_cm == t.width_cm && s.height_cm == t.height_cm && s.letters == t.letters;
  };
  const auto& all = render::figure_templates;
  const auto chosen = std::ranges::find_if(all, is);
  const bool own = s.width_cm == 0 && s.height_cm == 0 && s.letters == 0;
  constexpr std::array<const char*, 2> sizes{"As needed, A4 at most", "Natural size"};
  const auto list = f.choice("Template", "Template",
                             f.ui.tr(chosen != all.end() ? chosen->title
                                     : own               ? sizes[s.natural ? 1 : 0]
                                                         : "Own size"));
  if (!list) return;
  for (const bool natural : {false, true})
    if (list.option(f.ui.tr(sizes[natural ? 1 : 0]), own && s.natural == natural)) {
      s.width_cm = s.height_cm = s.letters = 0;
      s.natural = natural;
    }
  for (const auto& t : all)
    if (list.option(fmt::format("{}: {:g} x {:g} cm, {:g} pt", f.ui.tr(t.title), t.width_cm, t.height_cm, t.letters), is(t)))
      s.width_cm = t.width_cm, s.height_cm = t.height_cm, s.letters = t.letters;
}

/// Draws a side of the page in cm; 0: as needed.
void side_field(ExportForm& f, const char* english, const char* id, double& side) {
  const auto before = side;
  f.label(english);
  ImGui::InputDouble(id, &side, 0.5, 1, side > 0 ? "%.1f" : f.ui.tr("as needed"));
  // Between 0 and the minimum there is no valid size: a step up from 0 gives the minimum, one down from it gives 0.
  if (side < render::least_width_cm) side = side > before ? render::least_width_cm : 0;
  side = std::min(side, render::most_width_cm);
}

void size_fields(ExportForm& f) {
  auto& s = f.settings;
  template_field(f);
  side_field(f, "Width, cm", "##width", s.width_cm);
  side_field(f, "Height, cm", "##height", s.height_cm);
  if (render::format_of(dialog_of(f.ui).text).value_or(render::Format::svg) != render::Format::png) return;
  f.label("Scale");
  ImGui::InputDouble("##scale", &s.scale, 0.5, 1, "%.1f");
  s.scale = std::clamp(s.scale, 0.1, 20.0);
}

void word_fields(ExportForm& f) {
  auto& s = f.settings;
  f.label("Title");
  f.text("##title", s.title, "none");
  if (f.page()) {
    f.check("Only a fragment to paste into another page", s.fragment, true);
    f.check("Values are hidden at first, to be guessed", s.hide_values, true);
    return;
  }
  f.label("Caption");
  f.text("##caption", s.caption, "none");
  f.label("Font");
  f.text("##font", s.font, "Inter, JetBrains Mono");
  f.check("Headings", s.headings);
  f.check("Names", s.names);
  f.check("Tile borders", s.borders);
  f.check("Legend", s.legend);
  f.check("Transparent", s.transparent);
}

/// The suggested name follows the figure until it is edited.
void follow_figure(Ui& ui, FigurePreview& preview, const std::string& proposed) {
  const auto stem = stem_of(proposed);
  if (preview.proposed.empty()) preview.proposed = stem_of(dialog_of(ui).text);
  if (stem == preview.proposed) return;
  if (stem_of(dialog_of(ui).text) == preview.proposed) {
    dialog_of(ui).text.replace(0, preview.proposed.size(), stem);
    // An active field has a text of its own.
    if (ImGui::GetActiveID() == ImGui::GetID("##path")) ImGui::ClearActiveID();
  }
  preview.proposed = stem;
}

bool path_field(const Ui& ui, float width, bool first) {
  if (first) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  auto& path = dialog_of(ui).text;
  const bool entered = ImGui::InputText("##path", &path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  // Enter would leave the field, but a question or an error may be answered there.
  if (entered) ImGui::SetKeyboardFocusHere(-1);
  field_tooltip(ui, path);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 1));
  for (const char* ending : {".svg", ".pdf", ".png", ".tex", ".txt", ".html"}) {
    if (ImGui::Button(ending)) path = stem_of(path) + ending;
    ImGui::SameLine();
  }
  ImGui::PopStyleVar();
  ImGui::NewLine();
  const auto at = ImGui::GetCursorScreenPos();
  const auto folder = fmt::format(fmt::runtime(ui.tr("in {}")), folder_of(export_path(path)));
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui_small, at, width, ui.ink.faint, folder);
  ImGui::Dummy({width, ui.fonts.ui_small.size});
  return entered;
}

}  // namespace

void export_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, const HostRequests& host, Requests& requests, bool first) {
  const bool page = is_page_path(dialog_of(ui).text);
  const float width = ui.px(310);
  const float height = std::min(ui.px(600), ImGui::GetMainViewport()->Size.y * 0.8f);
  auto shown = view.exporting;
  // A page shows the cards of the canvas.
  if (page) shown.request = {.kind = FigureKind::canvas};
  auto& preview = preview_of(ui, workspace, shown, render::format_of(dialog_of(ui).text).value_or(render::Format::svg));
  const char* of_page =
      "A file for any browser. Pointing at an element marks those that belong to it; steps and the launch's trace are played.";
  preview.words = page ? ui.tr(of_page) : "";
  ImGui::TextUnformatted(ui.tr("Export a figure"));
  compat::begin_child("form", {width + ui.px(14), height - ui.px(74)});
  follow_figure(ui, preview, proposed_path(workspace, view, page ? "html" : view.export_ending));
  const bool entered = path_field(ui, width, first);
  const FormLook look{.label = &ui.fonts.ui,
                      .field = &ui.fonts.ui,
                      .ink = ui.ink.text,
                      .labels = ui.px(86),
                      .row = ImGui::GetFrameHeightWithSpacing(),
                      .padding = ImGui::GetStyle().FramePadding,
                      .part = ""};
  ExportForm f{{ui, look, ImGui::GetCursorScreenPos(), width}, view.exporting};
  if (!page) {
    kind_field(f, workspace);
    kind_options(f);
  }
  look_fields(f, preview.figures);
  if (!page) size_fields(f);
  word_fields(f);
  f.end();
  ImGui::EndChild();
  ImGui::SameLine();
  const ImVec2 room{std::min(ui.px(430), ImGui::GetMainViewport()->Size.x - width - ui.px(90)), height - ui.px(80)};
  compat::begin_child("preview", room);
  draw_preview(ui, preview, ImGui::GetCursorScreenPos(), room);
  ImGui::EndChild();

  if (host.notice_is_bad && !host.notice.empty()) wrapped((*ui.texts)(host.notice), ui.ink.error, width + room.x);
  const bool asks = !view.export_replaces.empty() && view.export_replaces == dialog_of(ui).text;
  if (asks) {
    const auto said = fmt::format(fmt::runtime(ui.tr("{} exists.")), dialog_of(ui).text.substr(folder_of(dialog_of(ui).text).size()));
    draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.ui, ImGui::GetCursorScreenPos(), width + room.x, ui.ink.error, said);
    ImGui::Dummy({width, ui.fonts.ui.size});
  }
  const auto export_text = asks                         ? fmt::format("{}##export", ui.tr("Overwrite"))
                           : preview.figures.size() > 1 ? fmt::format("{} ({})##export", ui.tr("Export"), preview.figures.size())
                                                        : fmt::format("{}##export", ui.tr("Export"));
  const bool pressed = ImGui::Button(export_text.c_str());
  ImGui::SameLine();
  if (ImGui::Button(ui.tr("Cancel"))) requests.add<close_dialog>();
  if (!(f.settings == view.exporting)) requests.add<set_exporting>(f.settings);
  if (pressed || entered) requests.add<export_asked>(dialog_of(ui).text);
}

}  // namespace app
