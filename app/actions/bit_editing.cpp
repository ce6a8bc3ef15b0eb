#include "app/actions/bit_editing.hpp"

#include <fmt/format.h>

#include "algebra/bit_editing.hpp"
#include "algebra/language.hpp"
#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

/// "B = expression", with the name that the entry's text has.
std::string with_expression(const std::string& text, const std::string& expression) {
  const auto line = algebra::split_line(text);
  return line && !line->name.empty() ? fmt::format("{} = {}", line->name, expression) : expression;
}

}  // namespace

void toggle_bit(Workspace& workspace, ViewState& view, HostRequests& host, int entry, int row, int column) {
  if (!workspace.has_entry(entry)) return;
  const auto& evaluation = workspace.result(entry).evaluation;
  const auto* shown = evaluation ? std::get_if<algebra::BitMatrix>(&evaluation->value) : nullptr;
  if (shown == nullptr || column < 0 || column >= algebra::bits_in(shown->columns) || row < 0 || row >= algebra::bits_in(shown->rows))
    return;
  const auto source = algebra::bit_source(evaluation->made_by);
  if (!source)
    return host.tell(view.texts("these bits follow from others: those of bit_matrix(layout) and of make_bit_matrix are edited"), true);
  auto m = *shown;
  m.images[static_cast<std::size_t>(column)] ^= std::uint64_t{1} << row;
  const auto text_of = [&](int e) -> const std::string& { return workspace.sheet().entries[static_cast<std::size_t>(e)].text; };
  const auto set = [](Sheet& s, int e, std::string text) { s.entries[static_cast<std::size_t>(e)].text = std::move(text); };
  constexpr auto step = "toggle a bit";
  if (source->before.empty())
    return workspace.edit(step, [&, text = with_expression(text_of(entry), call_of_columns(m))](Sheet& s) { set(s, entry, text); });

  algebra::Value layout{algebra::IntTuple()};
  try {
    layout = algebra::edited_layout(m, source->layout);
  } catch (const algebra::Problem& p) {
    return host.tell(view.texts.message(p.message), true);
  }
  const auto marks = workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  const auto written = algebra::to_string(layout, marks);
  const int of = source->name.empty() ? -1 : workspace.evaluator().find(source->name);
  if (of < 0)
    return workspace.edit(step,
                          [&, text = with_expression(text_of(entry), source->before + written + ")")](Sheet& s) { set(s, entry, text); });
  const auto& made = workspace.result(of).evaluation;
  if (made && algebra::written_in_numbers(made->made_by))
    return workspace.edit(step, [&, text = with_expression(text_of(of), written)](Sheet& s) { set(s, of, text); });
  // What computes the layout is kept, and the matrix is of the new one from now on.
  const auto name = unused_name(workspace.evaluator());
  workspace.edit(step, [&, text = with_expression(text_of(entry), source->before + name + ")")](Sheet& s) {
    set(s, entry, text);
    auto added = s.entries[static_cast<std::size_t>(of)];
    added.text = fmt::format("{} = {}", name, written);
    added.pin.reset();
    added.watched = 0;
    added.times = 0;
    added.unknown.clear();
    s.entries.insert(s.entries.begin() + of + 1, std::move(added));
  });
  host.tell(fmt::format(fmt::runtime(view.texts("{} stays as it is computed; {} has the edited bits")), source->name, name), false);
}

}  // namespace app
