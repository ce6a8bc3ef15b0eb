#include "app/actions/finding.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/actions/launch_links.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct NamedExpression {
  std::string name, expression;
};

/// Adds the entry below another one and selects it; the launch becomes `launch`. One undo step.
void add_found(Workspace& workspace, ViewState& view, int entry, const NamedExpression& found, const LaunchSettings& launch) {
  const int count = static_cast<int>(workspace.sheet().entries.size());
  const int beside = entry == of_launch ? launch_tensor(workspace) : entry;
  const int at = workspace.has_entry(beside) ? beside + 1 : count;
  workspace.edit("insert an entry", [&](Sheet& s) {
    Entry added;
    added.text = fmt::format("{} = {}", found.name, found.expression);
    s.entries.insert(s.entries.begin() + at, std::move(added));
    s.launch = launch;
  });
  view.selected = at;
  view.sheet_view.scroll_to_selected = true;
}

/// Returns whether the launch accesses global memory with threads that another thread layout can replace.
bool takes_threads(const Workspace& workspace) {
  const auto& launch = workspace.launch();
  const auto kernel = workspace.sheet().launch.kernel;
  return launch && !launch->launch.shared_memory && launch->launch.instruction.kind == gpu::Instruction::Kind::access &&
         kernel != gpu::Kernel::tiled_mma && kernel != gpu::Kernel::layout;
}

}  // namespace

tl::expected<SearchQuestion, FormProblem> asked_question(const Workspace& workspace, const LayoutQuestion& asked) {
  SuggestForm form;
  form.tile = asked.tile;
  form.element = asked.element;
  form.threads = asked.threads;
  if (asked.of == LayoutQuestion::Of::global_threads) return thread_question(form, workspace.evaluator());
  for (const auto& a : asked.accesses)
    form.accesses.push_back({a.write, a.weight == 1 ? a.text : fmt::format("{} x {}", a.weight, a.text)});
  form.vary = {.swizzles = asked.swizzles,
               .order = asked.order,
               .padding_bytes = asked.padding_bytes,
               .canonical = asked.canonical,
               .nothing_else = asked.only_canonical};
  return tile_question(form, workspace.evaluator());
}

void ask_in_full(const Workspace& workspace, ViewState& view, int entry) {
  const auto& launch = workspace.sheet().launch;
  auto q = entry == of_launch ? launch_question(workspace.evaluator(), launch) : entry_question(workspace.evaluator(), launch, entry);
  if (!q) q = example_question();
  // An access narrower than an element becomes one of a whole element.
  const int element_bytes = std::max(1, q->element.bits / 8);
  LayoutQuestion asked{.entry = entry, .tile = tile_text(*q), .element = q->type, .accesses = {}};
  if (workspace.has_entry(entry) && q->has_layout && !workspace.result(entry).name.empty()) asked.tile = workspace.result(entry).name;
  for (auto& a : q->accesses) {
    a.most_bytes = std::max(a.most_bytes, element_bytes);
    asked.accesses.push_back({.text = access_text(a), .write = a.write, .weight = static_cast<int>(a.weight)});
  }
  asked.padding_bytes = static_cast<int>(q->vary.padding_bytes);
  if (workspace.launch()) asked.threads = static_cast<int>(workspace.launch()->threads());
  view.layout_question = std::move(asked);
  view.dialog = Dialog::find_layout;
}

void ask_for_layout(const Workspace& workspace, ViewState& view) {
  const bool entry = entry_question(workspace.evaluator(), workspace.sheet().launch, view.selected).has_value();
  const bool of_entry = entry || !workspace.launch();
  ask_in_full(workspace, view, of_entry ? view.selected : of_launch);
  if (!of_entry && takes_threads(workspace)) view.layout_question.of = LayoutQuestion::Of::global_threads;
}

void take_found(Workspace& workspace, ViewState& view, const std::string& expression) {
  const auto& asked = view.layout_question;
  const auto put = asked.of == LayoutQuestion::Of::global_threads ? put_threads : put_layout;
  put(workspace, view, asked.entry, expression);
  view.dialog = Dialog::none;
}

void put_layout(Workspace& workspace, ViewState& view, int entry, const std::string& expression) {
  const auto& launch = workspace.launch();
  workspace.edit("insert an entry",
                 [&](Sheet& s) { view.selected = add_layout(s, workspace.evaluator(), launch ? &*launch : nullptr, entry, expression); });
  view.sheet_view.scroll_to_selected = true;
}

void put_threads(Workspace& workspace, ViewState& view, int entry, const std::string& expression) {
  const auto name = free_name(workspace.evaluator(), "copy");
  auto launch = workspace.sheet().launch;
  if (entry == of_launch && takes_threads(workspace)) {
    launch.kernel = gpu::Kernel::tiled_copy;
    launch.threads = expression;
    launch.values.clear(), launch.step.clear(), launch.grid.clear(), launch.block_dims.clear();
    launch.access_bytes = 0;
    if (plan(workspace.evaluator(), launch)) launch.threads = name;
    else launch = workspace.sheet().launch;
  }
  add_found(workspace, view, entry, {name, expression}, launch);
}

void remove_conflicts(Workspace& workspace, ViewState& view, HostRequests& host) {
  const auto found = find_layouts(workspace, of_launch);
  if (!found.question) return host.tell(found.why_not, true);
  const auto& best = found.answer.best.front();
  if (found.answer.now && found.answer.now->wavefronts <= best.wavefronts)
    return host.tell(message("No layout of the family takes fewer than the present {} wavefronts.", best.wavefronts), false);
  put_layout(workspace, view, of_launch, best.expression());
  host.tell(found.answer.now ? message("{} wavefronts instead of {}.", best.wavefronts, found.answer.now->wavefronts)
                             : message("{} wavefronts.", best.wavefronts),
            false);
}

void LayoutFinder::ask(const Workspace& workspace, const LayoutQuestion& question) {
  of = question;
  changes = workspace.changes();
  fresh = false;
  problem.reset();
  search.cancel();
  constexpr std::size_t most_listed = 12;
  if (auto asked = asked_question(workspace, question)) search.ask(std::move(*asked), most_listed);
  else problem = std::move(asked.error());
}

bool LayoutFinder::take() {
  auto taken = search.take();
  if (!taken) return false;
  found = std::move(taken);
  return fresh = true;
}

std::vector<ToldRow> LayoutFinder::words(const Texts& texts) const {
  Told said(texts);
  if (!fresh || !found) return said.rows;
  const auto* layouts = std::get_if<SearchedLayouts>(&*found);
  const auto sentences = [&](const auto& all, const auto& bound) {
    if (!all.answer) return said.words(texts(all.answer.error()), Tone::error);
    said.words(texts(gpu::proof_text(*all.answer)), all.answer->best.empty() ? Tone::error : Tone::text);
    if (!all.answer->best.empty()) said.words(texts(bound()), Tone::faint);
  };
  if (layouts != nullptr) sentences(*layouts, [&] { return gpu::bound_text(layouts->question, *layouts->answer); });
  else if (const auto* threads = std::get_if<SearchedThreads>(&*found))
    sentences(*threads, [&] { return gpu::bound_text(*threads->answer); });
  return said.rows;
}

const FoundLayouts& find_layouts_once(const Workspace& workspace, int entry) {
  static const Workspace* of = nullptr;
  static std::pair<std::uint64_t, int> asked;
  static FoundLayouts found;
  const std::pair now(workspace.changes(), entry);
  if (std::exchange(of, &workspace) != &workspace || std::exchange(asked, now) != now) found = find_layouts(workspace, entry);
  return found;
}

}  // namespace app
