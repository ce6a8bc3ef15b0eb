#include "app/actions/bit_editing.hpp"

#include <utility>

#include <fmt/format.h>

#include "algebra/functions/bit_editing.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/actions/sheet_edits.hpp"

namespace app {
namespace {

/// Returns "B = expression", with the name in the entry's text.
std::string with_expression(const std::string& text, const std::string& expression) {
  const auto line = algebra::split_line(text);
  return line && !line->name.empty() ? fmt::format("{} = {}", line->name, expression) : expression;
}

std::string replaced(std::string text, const algebra::SourceSpan& span, const std::string& by) {
  return text.replace(span.begin, span.end - span.begin, by);
}

/// Returns layout_place() for an entry's text.
std::optional<algebra::LayoutPlace> layout_in(const std::string& text, bool of_tensor) {
  const auto line = algebra::split_line(text);
  auto place = line ? algebra::layout_place(line->expression, of_tensor) : std::nullopt;
  if (place) place->span = {place->span.begin + line->expression_begin, place->span.end + line->expression_begin};
  return place;
}

}  // namespace

void toggle_bit(Workspace& workspace, HostRequests& host, int entry, int row, int column) {
  if (!workspace.has_entry(entry)) return;
  const auto& evaluation = workspace.result(entry).evaluation;
  const auto* shown = evaluation ? std::get_if<algebra::BitMatrix>(&evaluation->value) : nullptr;
  if (shown == nullptr || column < 0 || column >= algebra::bits_in(shown->columns) || row < 0 || row >= algebra::bits_in(shown->rows))
    return;
  const auto source = algebra::bit_source(evaluation->made_by);
  const auto refuse = [&] {
    host.tell(
        "these bits follow from others: only those of bit_matrix of a layout or of a tensor at a plain pointer, and those of "
        "make_bit_matrix, can be edited",
        true);
  };
  if (!source) return refuse();
  auto m = *shown;
  m.images[static_cast<std::size_t>(column)] ^= std::uint64_t{1} << row;
  const auto text_of = [&](int e) -> const std::string& { return workspace.sheet().entries[static_cast<std::size_t>(e)].text; };
  const auto set = [](Sheet& s, int e, std::string text) { s.entries[static_cast<std::size_t>(e)].text = std::move(text); };
  constexpr auto step = "toggle a bit";
  if (source->is_columns)
    return workspace.edit(step, [&, text = with_expression(text_of(entry), call_of_columns(m))](Sheet& s) { set(s, entry, text); });

  // Names lead to the entry that contains the layout's numbers or computes it.
  int of = entry, user = entry;
  auto place = layout_in(text_of(of), std::holds_alternative<algebra::Tensor>(source->value));
  auto use = place;
  while (place && !place->name.empty()) {
    const int named = workspace.evaluator().find(place->name);
    if (named < 0 || named == of) return refuse();
    const auto& made = workspace.result(named).evaluation;
    if (!made) return refuse();
    user = std::exchange(of, named);
    use = std::move(place);
    place = layout_in(text_of(of), std::holds_alternative<algebra::Tensor>(made->value));
  }
  if (!place) return refuse();

  algebra::Value layout{algebra::IntTuple()};
  try {
    layout = algebra::edited_layout(m, source->value);
  } catch (const algebra::Problem& p) {
    return host.tell(p.message, true);
  }
  if (place->is_tensor) layout = algebra::with_layout(std::get<algebra::Tensor>(source->value), layout);
  const auto marks = workspace.evaluator().rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
  const auto edited = replaced(text_of(of), place->span, algebra::to_string(layout, marks));
  if (of == entry || place->in_numbers) return workspace.edit(step, [&](Sheet& s) { set(s, of, edited); });
  // The computed layout is kept, and the matrix now belongs to the new one.
  const auto name = unused_name(workspace.evaluator()), kept = workspace.result(of).name;
  const auto line = algebra::split_line(edited);
  workspace.edit(step, [&, text = replaced(text_of(user), use->span, name)](Sheet& s) {
    set(s, user, text);
    auto added = s.entries[static_cast<std::size_t>(of)];
    added.text = fmt::format("{} = {}", name, line ? line->expression : edited);
    added.pin.reset();
    added.watched = 0;
    added.times = 0;
    added.unknown.clear();
    s.entries.insert(s.entries.begin() + of + 1, std::move(added));
  });
  host.tell(algebra::message("{} stays as it is computed; {} has the edited bits", kept, name), false);
}

}  // namespace app
