#include "app/lessons/kernel_check.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/layout/operations.hpp"
#include "app/document/kernel_step.hpp"
#include "app/flow/program_flow.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t most_kept = 8;  ///< enough for one or two exercises on each kernel property

/// Returns the number of a thread's elements in a part.
double values_of(const gpu::FlowPart& part) {
  return part.index.forms.empty() ? 0 : static_cast<double>(algebra::size(part.index.forms.front().layout));
}

/// Returns how many products each element of C receives in a gemm: the columns of A, times K of the instruction, if any.
double depth_of(const gpu::FlowStep& step) {
  const auto& forms = step.parts[0]->index.forms;
  std::int64_t columns = 1;
  if (!forms.empty())
    if (const auto& shape = forms.front().layout.shape(); shape.rank() >= 2) columns = algebra::product(shape.mode(shape.rank() - 1)).value;
  const auto each = step.mma ? algebra::product(step.mma->atom.traits->shape_mnk.mode(2)).value : 1;
  return static_cast<double>(columns) * static_cast<double>(each);
}

/// Returns roughly how many products and elements the check of the flow examines, or most_checked_work + 1 if it exceeds that or has too
/// many steps.
std::int64_t work_of(const gpu::Flow& flow) {
  double work = 0;
  std::int64_t steps = 0;
  for (const auto& role : flow.roles) {
    const auto threads = static_cast<double>(role.threads.size());
    steps += std::ssize(role.steps);
    for (const auto& step : role.steps) {
      double most = 0;
      for (const auto& part : step.parts)
        if (part) most = std::max(most, values_of(*part));
      const bool multiplies = step.kind == gpu::FlowStep::Kind::gemm && step.parts.size() >= 3 && step.parts[0] && step.parts[2];
      if (multiplies) most = values_of(*step.parts[2]) * depth_of(step);
      work += threads * most;
    }
  }
  return steps > most_checked_steps || work > static_cast<double>(most_checked_work) ? most_checked_work + 1
                                                                                     : static_cast<std::int64_t>(work);
}

/// Returns true if a row of the sheet multiplies, reached or not.
bool has_product(const Sheet& sheet) {
  return std::ranges::any_of(sheet.entries, [](const Entry& e) {
    if (!is_step(e.text)) return false;
    const auto step = read_step(e.text);
    if (!step || step->kind != KernelStep::Kind::call) return false;
    const auto* kind = gpu::step_kind_called(step->function);
    return kind != nullptr && kind->kind == gpu::FlowStep::Kind::gemm;
  });
}

/// Returns the sheet with the answer's expression in that entry.
Sheet with_answer(const Sheet& sheet, const std::string& name, const std::string& answer) {
  auto with = sheet;
  for (auto& e : with.entries)
    if (const auto line = algebra::split_line(e.text); line && !line->is_note && line->name == name)
      e.text = fmt::format("{} = {}", name, answer);
  return with;
}

KernelChecks::Found outcome_of(const Sheet& sheet) {
  KernelChecks::Found all;
  const auto flows = flows_of_program(sheet, {});
  all.kernel = !flows.empty();
  all.too_large = std::ranges::any_of(flows, [](const gpu::Flow& flow) { return work_of(flow) > most_checked_work; });
  if (!all.kernel || all.too_large) return all;
  for (auto& checked : check_kernels(sheet, {})) {
    auto& report = checked.report;
    all.products += report.products;
    all.findings.insert(all.findings.end(), report.findings.begin(), report.findings.end());
    all.undecided.insert(all.undecided.end(), report.undecided.begin(), report.undecided.end());
  }
  return all;
}

}  // namespace

const KernelChecks::Found& KernelChecks::found(const Sheet& sheet) {
  std::vector<std::string> texts;
  for (const auto& e : sheet.entries) texts.push_back(e.text.starts_with('#') ? std::string() : e.text);
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) { return k.of == texts; });
  if (known != kept_.end()) {
    std::rotate(known, known + 1, kept_.end());
    return kept_.back().found;
  }
  if (kept_.size() == most_kept) kept_.erase(kept_.begin());
  kept_.push_back({std::move(texts), outcome_of(sheet)});
  return kept_.back().found;
}

std::optional<Message> KernelChecks::failure(const Sheet& sheet, const ExerciseCheck& check, const std::string& answer) {
  const auto& found = this->found(check.with.empty() ? sheet : with_answer(sheet, check.with, answer));
  if (!found.kernel) return message("The sheet has no kernel.");
  if (found.too_large) return message("The kernel is too large to be checked.");
  const auto undecided = [&]() -> std::optional<Message> {
    if (found.undecided.empty()) return std::nullopt;
    return message("not decided: {}", found.undecided.front());
  };
  if (check.what == "right") {
    if (found.findings.empty() && found.undecided.empty() && found.products == 0 && has_product(sheet))
      return message("Nothing is multiplied: no gemm is reached.");
    if (found.findings.empty()) return undecided();
    return message("line {}: {}", found.findings.front().line, found.findings.front().text);
  }
  if (std::ranges::any_of(found.findings, [&](const gpu::FlowFinding& f) { return gpu::name_of(f.kind) == check.what; }))
    return std::nullopt;
  if (found.findings.empty()) return undecided().value_or(message("The check finds nothing in this kernel: it is right."));
  const auto& first = found.findings.front();
  return message("The check finds something else, {}: line {}: {}", gpu::name_of(first.kind), first.line, first.text);
}

}  // namespace app
