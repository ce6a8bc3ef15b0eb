#include "app/commands/help_topics.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "assets/assets.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

// Prefixes of the topics that are made from records.
constexpr std::string_view of_function = "function:", of_colours = "colour:", of_labels = "label:", of_form = "form:";

std::string_view without(std::string_view beginning, std::string_view topic) { return topic.substr(beginning.size()); }

template <class By>
HelpTopic topic_of(const std::optional<By>& by, const Texts& texts) {
  return by ? HelpTopic{texts((*by)->title), {}, texts((*by)->help), {}, nullptr} : HelpTopic{};
}

/// Returns the field of a launch with that label in the form; null for other rows of the form.
const gpu::LaunchField* field_with_label(std::string_view topic) {
  if (!topic.starts_with(of_form)) return nullptr;
  const auto label = without(of_form, topic);
  const auto found =
      std::ranges::find_if(gpu::launch_fields(), [&](const auto& f) { return label == (f.line.empty() ? f.label_in_form() : f.line); });
  return found != gpu::launch_fields().end() ? &*found : nullptr;
}

/// Returns the rest of the topic's line in assets/help.tsv: title, text and perhaps an example; "" without such a line.
std::string_view line_of(std::string_view topic) {
  for (auto rest = assets::get("help.tsv"); !rest.empty();) {
    auto line = algebra::take_until(rest, '\n');
    if (!line.starts_with('#') && algebra::take_until(line, '\t') == topic) return line;
  }
  return {};
}

}  // namespace

std::string help_topic_of(const algebra::Function& f) { return std::string(of_function) + std::string(f.name); }

bool has_help_topic(std::string_view topic) {
  if (topic.starts_with(of_colours)) return render::colouring_named(without(of_colours, topic)).has_value();
  if (topic.starts_with(of_labels)) return render::labelling_named(without(of_labels, topic)).has_value();
  return field_with_label(topic) != nullptr || !line_of(topic).empty();
}

HelpTopic help_topic(std::string_view topic, const Texts& texts) {
  if (topic.starts_with(of_colours)) return topic_of(render::colouring_named(without(of_colours, topic)), texts);
  if (topic.starts_with(of_labels)) return topic_of(render::labelling_named(without(of_labels, topic)), texts);
  if (topic.starts_with(of_function)) {
    const auto* f = algebra::function_named(without(of_function, topic));
    if (f == nullptr) return {};
    return {std::string(f->name), std::string(f->signature), texts(std::string(f->meaning).c_str()),
            fmt::format("{} -> {}", f->example.expression, f->example.answer), f};
  }
  if (const auto* field = field_with_label(topic))
    return {texts(std::string(without(of_form, topic)).c_str()), {}, texts(std::string(field->help).c_str()), {}, nullptr};
  auto line = line_of(topic);
  const std::string title(algebra::take_until(line, '\t')), text(algebra::take_until(line, '\t'));
  return {texts(title.c_str()), {}, texts(text.c_str()), std::string(line), nullptr};
}

}  // namespace app
