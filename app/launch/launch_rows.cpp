#include "app/launch/launch_rows.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "algebra/language/summary.hpp"

namespace app {
namespace {

std::string word(const Texts& texts, std::string_view english) { return texts(std::string(english).c_str()); }

/// Returns the help of a field; fields with the same label share the help of the first.
std::string_view help_of(const gpu::LaunchField& field) {
  const auto label = [](const gpu::LaunchField& f) { return f.line.empty() ? f.label_in_form() : f.line; };
  return std::ranges::find(gpu::launch_fields(), label(field), label)->help;
}

std::string automatic(const gpu::LaunchField& field, const gpu::LaunchPlan* plan, const Texts& texts) {
  // For a field that accepts other values than its choices, the tensor's value is added.
  const auto words = field.open && plan != nullptr ? texts(algebra::words_of(plan->element)) : std::string();
  return fmt::format("{}{}{}", texts("auto"), words.empty() ? "" : " · ", words);
}

}  // namespace

std::string LaunchRow::shown() const {
  const auto chosen = std::ranges::find_if(choices, &LaunchChoice::chosen);
  return chosen != choices.end() ? chosen->text : value;
}

std::vector<LaunchRow> launch_rows(const LaunchSettings& settings, const gpu::LaunchPlan* plan, const Texts& texts) {
  const bool shared = settings.shared_memory.value_or(plan != nullptr && plan->launch.shared_memory);
  std::vector<LaunchRow> rows;
  for (const auto* field : gpu::fields_of(settings.kernel)) {
    if (field->global_only && shared) continue;
    auto& row = rows.emplace_back();
    row.field = field;
    row.label = word(texts, field->label_in_form());
    row.value = field->value(settings);
    row.hint = word(texts, field->hint);
    row.help = word(texts, help_of(*field));
    if (field->choices == nullptr) continue;
    const auto planned = !field->words || !row.value.empty() ? "" : shared ? "shared" : plan != nullptr ? "global" : "";
    for (const auto& value : field->choices())
      row.choices.push_back({.value = value,
                             .text = value.empty()  ? automatic(*field, plan, texts)
                                     : field->words ? word(texts, value)
                                                    : value + std::string(field->unit),
                             .chosen = value == row.value,
                             .planned = !value.empty() && value == planned});
    if (std::ranges::none_of(row.choices, &LaunchChoice::chosen)) row.choices.push_back({row.value, row.value, true, false});
  }
  return rows;
}

}  // namespace app
