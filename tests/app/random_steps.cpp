#include "random_steps.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "app/actions/appearance.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/launch_links.hpp"
#include "app/actions/launching.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/looking.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/presenting.hpp"
#include "app/actions/saving.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/actions/step_focus.hpp"
#include "app/actions/traversal.hpp"
#include "app/actions/typing.hpp"
#include "app/commands/commands.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

using namespace app;

namespace random_steps {
namespace {

/// Mostly one of the `count` indices that there are, else one beside them or far off.
std::int64_t number_for(Source& r, std::int64_t count) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  if (count > 0 && r.chance(85)) return r.below(count);
  constexpr std::array odd{std::int64_t{-1}, std::int64_t{-2}, std::int64_t{0}, std::int64_t{1} << 31, most, -most - 1};
  return r.chance(40) ? count : one_of(r, odd);
}
int index_for(Source& r, std::size_t count) {
  return static_cast<int>(std::clamp<std::int64_t>(number_for(r, static_cast<std::int64_t>(count)), std::numeric_limits<int>::min(),
                                                   std::numeric_limits<int>::max()));
}

/// Draws arguments that are valid for an action in a state.
struct Draw {
  const State& state;
  Source& r;
  std::string said;  ///< the arguments so far, in words

  template <class T>
  T note(T value) {
    if constexpr (std::is_enum_v<T>) said += fmt::format(" {}", static_cast<int>(value));
    else said += fmt::format(" {}", value);
    return value;
  }
  const Sheet& sheet() const { return state.workspace.sheet(); }
  int entry() { return note(index_for(r, sheet().entries.size())); }
  int document() { return note(index_for(r, state.workspace.documents().size())); }
  int exercise() { return note(index_for(r, sheet().exercises.size())); }
  CardRef card() {
    const int of = entry();
    return {of, note(state.workspace.has_entry(of)
                         ? index_for(r, static_cast<std::size_t>(sheet().entries[static_cast<std::size_t>(of)].cards()))
                         : 0)};
  }
  std::int64_t coordinate(int of) {
    const auto* picture = state.workspace.has_entry(of) ? state.workspace.picture(of) : nullptr;
    return note(number_for(r, picture != nullptr ? cells_of(picture->diagram) : 0));
  }
  Element element() {
    const int of = entry();
    return {of, coordinate(of)};
  }
  std::string text() { return note(random_text(r)); }
  std::vector<std::string> lines() {
    std::vector<std::string> all(static_cast<std::size_t>(r.below(4)));
    for (auto& line : all) line = text();
    return all;
  }
  bool yes() { return note(r.chance(50)); }
  template <class T>
  T kind_of(int count) {
    return note(static_cast<T>(r.below(count)));
  }
  std::int64_t number(std::int64_t count) { return note(number_for(r, count)); }
  std::int64_t requests() { return state.workspace.launch() ? state.workspace.launch()->requests() : 0; }
  /// Returns an entry's name, or anything else.
  std::string name() {
    const int of = index_for(r, sheet().entries.size());
    return note(state.workspace.has_entry(of) && r.chance(80) ? state.workspace.result(of).name : random_text(r));
  }
  const gpu::LaunchField& field() {
    return gpu::launch_fields()[static_cast<std::size_t>(kind_of<int>(static_cast<int>(gpu::launch_fields().size())))];
  }
  /// One of a field's choices, or an entry's name.
  std::string value_for(const gpu::LaunchField& field) {
    if (field.choices == nullptr) return name();
    const auto choices = field.choices();
    return choices[static_cast<std::size_t>(kind_of<int>(static_cast<int>(choices.size())))];
  }
};

/// Returns a random report of a watch: finds that appear, appear again and disappear.
WatchReport random_report(Source& r) {
  WatchReport report;
  for (std::uint64_t id = 1; id < 6; ++id)
    if (r.chance(60))
      report.newest.insert(report.newest.begin(), {id, fmt::format("w{}", id), fmt::format("({},{}):({},1)", id, id + 2, id + 2), 1, 1});
  return report;
}

struct Action {
  const char* name;
  void (*ask)(Requests&, Draw&);
};

constexpr std::array typing{
    Action{"type_text",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<type_text>(e, d.text());
           }},
    Action{"type_text, twice",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<type_text>(e, d.text());
             q.add<type_text>(e, d.text());
           }},
    Action{"complete_text",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             const auto text = d.text();
             q.add<complete_text>(e, text, text.size());
           }},
    Action{"replace_text",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             const auto size = d.state.workspace.has_entry(e) ? d.sheet().entries[static_cast<std::size_t>(e)].text.size() : 0;
             // Suggestions are for whole words: all of it, or nothing of it.
             q.add<replace_text>(e, algebra::SourceSpan{0, d.yes() ? size : 0}, d.text());
           }},
    Action{"insert_below",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<insert_below>(e, d.text());
           }},
    Action{"append_entry", [](Requests& q, Draw& d) { q.add<append_entry>(d.text()); }},
    Action{"insert_entries", [](Requests& q, Draw& d) { q.add<insert_entries>(d.lines()); }},
    Action{"replace_entry",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<replace_entry>(e, d.lines());
           }},
    Action{"insert_call", [](Requests& q, Draw& d) { q.add<insert_call>(d.note(std::string(one_of(d.r, algebra::functions()).name))); }},
    Action{"set_number",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             const auto which = static_cast<std::size_t>(d.number(6));
             q.add<set_number>(e, which, d.number(100), d.yes() ? std::string("drag") : std::string());
           }},
    Action{"drag_number",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             const auto which = static_cast<std::size_t>(d.number(6));
             for (int moves = 0; moves < 4; ++moves) q.add<drag_number>(e, which, d.number(64), false, std::string("drag"));
             if (d.yes()) q.add<&Workspace::cancel_edit>(std::string("drag"));
           }},
    Action{"seal_edit", [](Requests& q, Draw&) { q.add<&Workspace::seal_edit>(); }},
    Action{"cancel_edit",
           [](Requests& q, Draw& d) { q.add<&Workspace::cancel_edit>(d.yes() ? std::string("drag") : fmt::format("text {}", d.entry())); }},
    Action{"choose_entry",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<choose_entry>(e, d.kind_of<Choose>(3));
           }},
    Action{"move_entry",
           [](Requests& q, Draw& d) {
             const int from = d.entry();
             q.add<move_entry>(from, d.entry());
           }},
    Action{"delete_entry", [](Requests& q, Draw& d) { q.add<delete_entry>(d.entry()); }},
    Action{"duplicate_entry", [](Requests& q, Draw& d) { q.add<duplicate_entry>(d.entry()); }},
    Action{"type_in_entry",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<type_in_entry>(e);
             q.add<begin_typing>(e);
           }},
    Action{"end_typing", [](Requests& q, Draw& d) { q.add<end_typing>(d.entry()); }},
};

constexpr std::array cards{
    Action{"bring_to_front", [](Requests& q, Draw& d) { q.add<bring_to_front>(d.card()); }},
    Action{"do_card_action",
           [](Requests& q, Draw& d) {
             const auto c = d.card();
             const auto& action = one_of(d.r, std::span<const EntryAction>(entry_actions()));
             const auto offer = id_of(d.state.workspace, c) != 0 ? offered(actions_for(d.state.workspace, c), action.key) : std::nullopt;
             const auto choices = offer ? offer->choices : std::vector<ActionChoice>();
             q.add<do_card_action>(c, action.key, choices.empty() ? d.name() : one_of(d.r, std::span<const ActionChoice>(choices)).value);
           }},
    Action{"move_card",
           [](Requests& q, Draw& d) {
             const auto c = d.card();
             const CardSettings::Point at{index_for(d.r, 2000), index_for(d.r, 2000)};
             const CardSettings::Extent size{index_for(d.r, 600), index_for(d.r, 600)};
             if (d.yes()) q.add<move_card>(c, at, size);
             else q.add<resize_card>(c, at, size);
           }},
    Action{"zoom_canvas",
           [](Requests& q, Draw& d) {
             q.add<zoom_canvas>(static_cast<float>(d.number(900)) / 100);
             if (d.yes()) q.add<fit_all_cards>();
             if (d.yes()) q.add<fit_this_card>();
             if (d.yes()) q.add<usual_canvas>();
           }},
    Action{"show_or_hide_card", [](Requests& q, Draw& d) { q.add<show_or_hide_card>(d.entry()); }},
    Action{"reshape_card",
           [](Requests& q, Draw& d) {
             const auto id = id_of(d.state.workspace, d.card());
             for (int moves = 0; moves < 3; ++moves) {
               const auto first = d.number(40);
               q.add<reshape_card>(id, algebra::editing::GridShape{first, d.number(40), 2});
             }
           }},
    Action{"duplicate_card", [](Requests& q, Draw& d) { q.add<duplicate_card>(d.card()); }},
    Action{"close_card", [](Requests& q, Draw& d) { q.add<close_card>(d.card()); }},
    Action{"step_slice",
           [](Requests& q, Draw& d) {
             const auto c = d.card();
             q.add<step_slice>(c, index_for(d.r, 3));
           }},
    Action{"begin_comparison",
           [](Requests& q, Draw& d) {
             const auto a = d.card();
             q.add<begin_comparison>(a, d.card());
           }},
    Action{"compare_entries",
           [](Requests& q, Draw& d) {
             const int e = d.entry();
             q.add<compare_entries>(e, d.name());
           }},
    Action{"hover_element", [](Requests& q, Draw& d) { q.add<hover_element>(d.element()); }},
    Action{"toggle_pin", [](Requests& q, Draw& d) { q.add<toggle_pin>(d.element()); }},
    Action{"reveal",
           [](Requests& q, Draw& d) {
             const auto e = d.element();
             q.add<reveal>(e.entry, std::vector{e.coordinate});
           }},
    Action{"ask",
           [](Requests& q, Draw& d) {
             const auto e = d.element();
             q.add<ask>(e.entry, e.coordinate);
           }},
    Action{"answer",
           [](Requests& q, Draw& d) {
             const auto e = d.element();
             q.add<answer>(e.entry, e.coordinate, d.yes());
           }},
    Action{"show_step", [](Requests& q, Draw& d) { q.add<show_step>(index_for(d.r, 6)); }},
    Action{"traverse", [](Requests& q, Draw& d) { q.add<traverse>(d.entry()); }},
    Action{"traverse_to", [](Requests& q, Draw& d) { q.add<traverse_to>(d.number(64)); }},
    Action{"advance_traversal", [](Requests& q, Draw&) { q.add<advance_traversal>(0.6); }},
};

constexpr std::array others{
    Action{"set_launch_field",
           [](Requests& q, Draw& d) {
             const auto& f = d.field();
             q.add<set_launch_field>(f, d.value_for(f));
           }},
    Action{"type_launch_field",
           [](Requests& q, Draw& d) {
             const auto& f = d.field();
             q.add<type_launch_field>(f, d.yes() ? d.value_for(f) : d.text());
           }},
    Action{"play_or_pause", [](Requests& q, Draw&) { q.add<play_or_pause>(); }},
    Action{"go_to_request", [](Requests& q, Draw& d) { q.add<go_to_request>(d.number(d.requests())); }},
    Action{"isolate",
           [](Requests& q, Draw& d) {
             const auto block = d.number(4), warp = d.number(4);
             q.add<isolate>(block, warp, d.number(32));
           }},
    Action{"show_document", [](Requests& q, Draw& d) { q.add<show_document>(d.document()); }},
    Action{"move_document",
           [](Requests& q, Draw& d) {
             const int from = d.document();
             q.add<&Workspace::move_document>(from, d.document());
           }},
    Action{"request_close", [](Requests& q, Draw& d) { q.add<request_close>(d.document()); }},
    Action{"discard_asked", [](Requests& q, Draw&) { q.add<discard_asked>(); }},
    Action{"save_asked", [](Requests& q, Draw&) { q.add<save_asked>(); }},
    Action{"cancel_asked", [](Requests& q, Draw&) { q.add<cancel_asked>(); }},
    Action{"take_the_files", [](Requests& q, Draw&) { q.add<take_the_files>(); }},
    Action{"start_sheet", [](Requests& q, Draw& d) { q.add<start_sheet>(random_sheet(d.r), std::string()); }},
    Action{"show_watched", [](Requests& q, Draw& d) { q.add<show_watched>(random_report(d.r)); }},
    Action{"keep_entry", [](Requests& q, Draw& d) { q.add<keep_entry>(d.entry()); }},
    Action{"show_hint", [](Requests& q, Draw& d) { q.add<show_hint>(d.exercise()); }},
    Action{"show_answer", [](Requests& q, Draw& d) { q.add<show_answer>(d.exercise()); }},
    Action{"take_answer", [](Requests& q, Draw& d) { q.add<take_answer>(d.exercise()); }},
    Action{"choose_language", [](Requests& q, Draw& d) { q.add<choose_language>(d.yes() ? Language::english : Language::chinese); }},
};

/// Calls the queries that panels make of the state when they draw it.
void look_at(const State& state) {
  const auto& [workspace, view, session, host] = state;
  const auto element = shown_element(workspace, view);
  (void)announced(workspace, element);
  (void)element_facts(workspace.document_view(), element);
  (void)linked(workspace, view);
  (void)traced_elements(workspace, view);
  (void)owning_threads(workspace, view);
  (void)linked_request(workspace, view);
  (void)step_focus(workspace, view);
  (void)in_stage(workspace, view, element);
  (void)traversal_words(workspace, view);
  (void)progress_of(workspace, view, current_stop(workspace, view), presented_entries(workspace));
  (void)compared_elements(workspace, view, 0);
}

void ask_for(Requests& requests, Draw& draw, const Action& action) {
  draw.said += action.name;
  action.ask(requests, draw);
}

void ask_for_any(Requests& requests, Draw& draw) {
  if (const auto kind = draw.r.below(100); kind < 45) {
    // Starting a program for the clipboard takes longer than all the rest.
    const auto* c = &one_of(draw.r, commands());
    if (std::string_view(c->id) == "export.copy_picture") c = &commands().front();
    draw.said += c->id;
    requests.command(c->id);
  } else if (kind < 50) {
    draw.said += draw.r.chance(60) ? "edit.undo" : "edit.redo";
    requests.command(draw.said.ends_with("undo") ? "edit.undo" : "edit.redo");
  } else if (kind < 72) {
    ask_for(requests, draw, one_of(draw.r, typing));
  } else if (kind < 88) {
    ask_for(requests, draw, one_of(draw.r, cards));
  } else {
    ask_for(requests, draw, one_of(draw.r, others));
  }
}

}  // namespace

std::string perform(State& state, std::uint64_t step, const std::function<void()>& after_each) {
  Source r(step);
  Requests requests;
  Draw draw{state, r, {}};
  // Now and then a frame has more than one request: a later one is chosen before the earlier ones have run.
  for (int asked = r.chance(10) ? 3 : 1; asked > 0; --asked) {
    if (!draw.said.empty()) draw.said += "; ";
    ask_for_any(requests, draw);
  }
  for (const auto& request : requests.all()) {
    Requests one;
    one.add(request);
    carry_out(state, one);
    after_each();
    if (r.chance(10)) look_at(state);
  }
  state.host = {};
  return draw.said;
}

}  // namespace random_steps
