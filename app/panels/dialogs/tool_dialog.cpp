#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/actions/asking_tools.hpp"
#include "app/actions/looking.hpp"
#include "app/panels/dialogs/dialog_help.hpp"
#include "app/ui/drawn_text.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/rows.hpp"
#include "app/ui/widgets.hpp"

namespace app {

struct ToolView {
  std::uint64_t answer = 0;   ///< the number of the answer that is shown
  std::uint64_t changes = 0;  ///< of the workspace
  std::string text;           ///< the part of the answer that is shown
  bool is_whole = true;
  ImVec2 size;  ///< of the text, in the current letter size
  float letters = 0;
  std::vector<ToldRow> findings;
};

namespace {

/// A longer text is shown only in part, but copied as a whole.
constexpr std::size_t most_bytes = 64u << 10;

const char* chosen_title(const Ui& ui, const Option& o, const std::string& value) {
  if (!value.empty()) return value.c_str();
  return o.initial.empty() ? ui.tr("default") : o.initial.c_str();
}

/// Shows an option's help while its name or field is under the pointer.
void option_tip(const Ui& ui, const Option& o, ImVec2 from, ImVec2 to) {
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to)) tooltip_beside(ui, from, to, ui.tr(o.help.c_str()));
}

/// Draws a one-line field, or one line per value for a repeatable option.
void value_field(const Ui& ui, const Option& o, std::string& value, float width) {
  const auto id = "##" + o.key();
  ImGui::PushFont(ui.fonts.mono_small.font);
  if (o.is_repeated) {
    const auto lines = std::clamp<std::ptrdiff_t>(1 + std::ranges::count(value, '\n'), 1, 6);
    const float height = static_cast<float>(lines) * ui.fonts.mono_small.size + 2 * ImGui::GetStyle().FramePadding.y;
    ImGui::InputTextMultiline(id.c_str(), &value, {width, height});
  } else {
    ImGui::SetNextItemWidth(width);
    ImGui::InputTextWithHint(id.c_str(), o.initial.empty() ? o.value.c_str() : o.initial.c_str(), &value);
  }
  ImGui::PopFont();
  if (auto* log = TextLog::listening()) log->fields.push_back({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void choice_field(const Ui& ui, const Option& o, std::string& value, float width) {
  const DropDown list(ui, ("##" + o.key()).c_str(), ui.fonts.ui, chosen_title(ui, o, value), width);
  if (!list) return;
  if (o.initial.empty() && list.option(ui.tr("default"), value.empty())) value.clear();
  for (const auto& choice : o.choices())
    if (list.option(choice, value.empty() ? choice == o.initial : choice == value)) value = choice == o.initial ? std::string() : choice;
}

/// Returns the last name of an option, which the command line shows.
std::string_view name_of_option(const Option& o) {
  const std::string_view names = o.names;
  return names.substr(names.rfind(',') + 1);
}

/// Draws a row for each option. Check boxes are side by side.
void option_fields(const Ui& ui, const std::vector<Option>& options, ToolQuestion& asked, float labels, float width, bool first) {
  const float left = ImGui::GetCursorPosX();
  bool focus = first;
  for (const auto& o : options) {
    if (!o.takes_value()) continue;
    auto& value = asked.values[o.key()];
    const auto at = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name_of_option(o).data());
    ImGui::SameLine(left + labels);
    if (focus && o.choices == nullptr) ImGui::SetKeyboardFocusHere(), focus = false;
    if (o.choices != nullptr) choice_field(ui, o, value, width - labels);
    else value_field(ui, o, value, width - labels);
    option_tip(ui, o, at, {at.x + width, ImGui::GetItemRectMax().y});
  }
  bool is_first = true;
  for (const auto& o : options) {
    if (o.takes_value()) continue;
    const std::string name(name_of_option(o));
    if (!is_first)
      beside_if_it_fits(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + text_width(ui.fonts.ui, name), ui.px(16),
                        left + width);
    is_first = false;
    bool on = asked.values[o.key()] == "true";
    if (ImGui::Checkbox(name.c_str(), &on)) asked.values[o.key()] = on ? "true" : "";
    option_tip(ui, o, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
}

/// Prepares a new answer for display.
void follow_answer(const Ui& ui, ToolView& shown, const Workspace& workspace, const ToolAnswer& answer) {
  const auto& face = ui.fonts.mono_small;
  if (shown.answer != answer.number) {
    shown.text = answer.text + answer.remarks;
    shown.is_whole = shown.text.size() <= most_bytes;
    if (!shown.is_whole) shown.text.resize(std::min(shown.text.rfind('\n', most_bytes), most_bytes));
    while (shown.text.ends_with('\n')) shown.text.pop_back();
    shown.letters = 0;
  }
  if (shown.letters != face.size) {
    shown.letters = face.size;
    const auto* begin = shown.text.data();
    shown.size = face.font->CalcTextSizeA(face.size, FLT_MAX, 0, begin, begin + shown.text.size());
  }
  if (shown.answer != answer.number || shown.changes != workspace.changes()) shown.findings = finding_rows(workspace, answer, *ui.texts);
  shown.answer = answer.number;
  shown.changes = workspace.changes();
}

/// Draws the answer's text, which can be selected as in any field.
void answer_text(const Ui& ui, ToolView& shown, float width) {
  if (shown.text.empty()) return;
  const auto padding = ImGui::GetStyle().FramePadding;
  const ImVec2 inner{shown.size.x + 2 * padding.x + ui.fonts.mono_small.size, shown.size.y + 2 * padding.y + ui.px(4)};
  const float bar = ImGui::GetStyle().ScrollbarSize, most = std::max(ui.px(90), ImGui::GetMainViewport()->Size.y * 0.4f);
  compat::begin_child("text", {width, std::min(inner.y + (inner.x > width ? bar : 0), most)}, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(ui.fonts.mono_small.font);
  ImGui::InputTextMultiline("##text", &shown.text, {std::max(inner.x, width - bar), inner.y}, ImGuiInputTextFlags_ReadOnly);
  ImGui::PopFont();
  if (auto* log = TextLog::listening()) log->fields.push_back({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  ImGui::EndChild();
  if (!shown.is_whole) wrapped(ui.tr("The text goes on: Copy takes all of it."), ui.ink.faint, width);
}

/// Draws the answer's status, its text, and buttons for entries with findings.
void draw_answer(Ui& ui, ToolView& shown, const Workspace& workspace, const ToolAnswer& answer, Requests& requests, float width) {
  follow_answer(ui, shown, workspace, answer);
  ImGui::Separator();
  wrapped((*ui.texts)(words_of_status(answer.status)), ink_of(ui.ink, tone_of_status(answer.status)), width);
  answer_text(ui, shown, width);
  if (shown.findings.empty()) return;
  Rows rows(ui, ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), width);
  rows.words(ui.tr("Found in this sheet:"), ui.ink.faint);
  rows.tell(shown.findings, requests);
  rows.end();
}

/// Returns "check runs, 3 s: 12 of 40".
std::string said_of_run(const Ui& ui, const ToolRunner::Doing& doing) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(ToolRunner::Clock::now() - doing.since).count();
  const auto* words = ui.tr(doing.stopping ? "{} is being stopped, {} s" : "{} runs, {} s");
  return fmt::format(fmt::runtime(words), doing.tool, seconds) + (doing.progress.empty() ? "" : " · " + doing.progress);
}

}  // namespace

void tool_dialog(Ui& ui, const Workspace& workspace, const ViewState& view, Requests& requests, bool first) {
  auto asked = view.tool_question;
  const auto* tool = asked_tool(asked);
  if (tool == nullptr) return requests.add<close_dialog>();
  auto& shown = ui.kept<ToolView>();
  const float width = std::min(ui.px(820), ImGui::GetMainViewport()->Size.x * 0.92f);
  const std::string title(tool->help);
  const DialogHelp help{title.c_str(), "tool", "window-reference", "tools"};
  dialog_heading(ui, requests, help, width);
  const auto example = fmt::format("cutescope {}", tool->example);
  draw_fitted(ImGui::GetWindowDrawList(), ui, ui.fonts.mono_small, ImGui::GetCursorScreenPos(), width, ui.ink.faint, example);
  ImGui::Dummy({width, ui.fonts.mono_small.size + ui.px(2)});

  const auto form = tool_form(*tool);
  float labels = 0;
  for (const auto* options : {&form.shown, &form.folded})
    for (const auto& o : *options)
      if (o.takes_value()) labels = std::max(labels, text_width(ui.fonts.ui, name_of_option(o)));
  labels += ui.px(14);
  const auto form_at = ImGui::GetCursorScreenPos();
  option_fields(ui, form.shown, asked, labels, width, first);
  if (!form.folded.empty()) {
    const auto& face = ui.fonts.ui;
    const auto at = ImGui::GetCursorScreenPos();
    if (fold_heading(ui, "more", asked.more, ui.tr("More options"), at, width, face.size + ui.px(6)).clicked) asked.more = !asked.more;
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, face.size + ui.px(6)});
    if (asked.more) option_fields(ui, form.folded, asked, labels, width, false);
  }
  help_part(ui, help, "form", form_at, width);

  const auto arguments = asked_arguments(asked);
  if (!arguments) wrapped((*ui.texts)(arguments.error()), ui.ink.error, width);
  if (const auto path = replaced_file(asked); !path.empty())
    wrapped(fmt::format(fmt::runtime(ui.tr("{} exists and will be replaced.")), path), ui.ink.hint, width);

  const auto doing = workspace.tools().doing();
  const auto* answer = shown_answer(workspace, view);
  const bool may_run = arguments && !doing;
  bool go = may_run && !first &&
            ((enter_pressed(ui) && !compat::text_field_takes_lines()) || (ImGui::GetIO().KeyCtrl && compat::key_pressed(ImGuiKey_Enter)));
  if (may_run) {
    go |= ImGui::Button(ui.tr("Run it"));
    ImGui::SameLine();
  } else if (doing && !doing->stopping) {
    if (ImGui::Button(ui.tr("Stop"))) requests.add<stop_tool>();
    ImGui::SameLine();
  }
  if (answer != nullptr && !answer->text.empty()) {
    if (ImGui::Button(ui.tr("Copy"))) requests.add<copy_tool_text>();
    ImGui::SameLine();
  }
  if (answer != nullptr && !answer->data.empty()) {
    if (ImGui::Button(ui.tr("Copy JSON"))) requests.add<copy_tool_data>();
    ImGui::SameLine();
  }
  if (ImGui::Button(ui.tr("Close"))) requests.add<close_dialog>();
  if (doing) {
    wrapped(said_of_run(ui, *doing), ui.ink.faint, width);
    ui.animating = true;  // shows time and progress as they change
  }
  const auto answer_at = ImGui::GetCursorScreenPos();
  if (answer != nullptr) draw_answer(ui, shown, workspace, *answer, requests, width);
  help_part(ui, help, "answer", answer_at, width);

  // Escape restores a field's former text: closing the dialog must not lose the question.
  if (compat::key_pressed(ImGuiKey_Escape)) asked = view.tool_question;
  std::erase_if(asked.values, [](const auto& value) { return value.second.empty(); });
  if (asked != view.tool_question) requests.add<set_tool_question>(asked);
  if (go) requests.add<run_asked_tool>();
  dialog_help_card(ui, view, requests, help);
}

}  // namespace app
