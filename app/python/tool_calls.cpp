#include "app/python/tool_calls.hpp"

#include <pybind11/stl.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/map_player.hpp"
#include "app/flow/program_flow.hpp"
#include "app/map/map_file.hpp"
#include "app/python/errors.hpp"
#include "app/report/schema.hpp"
#include "app/tools/kernel_file.hpp"
#include "app/tools/tools.hpp"

namespace app::python {
namespace {

/// Ctrl+C in Python ends a tool.
class Interpreter : public ToolHost {
 public:
  std::shared_ptr<void> on_interrupt(std::function<void()> end) override {
    const std::lock_guard lock(mutex_);
    end_ = std::move(end);
    return {static_cast<void*>(this), [this](void*) {
              const std::lock_guard released(mutex_);
              end_ = nullptr;
            }};
  }
  void interrupt() {
    const std::lock_guard lock(mutex_);
    if (end_) end_();
  }

 private:
  std::mutex mutex_;
  std::function<void()> end_;
};

/// (exit status, text, remarks, JSON)
using Answered = std::tuple<int, std::string, std::string, std::string>;

/// Runs a tool on a thread of its own.
Answered run_tool_of(const std::string& name, Arguments::Given given) {
  const auto* tool = tool_named(tools(), name);
  if (tool == nullptr) throw py::value_error("there is no tool " + name);
  const auto arguments = Arguments::of(tool->options(), std::move(given));
  if (!arguments) throw py::type_error(arguments.error().text());
  KeptReport kept;
  Interpreter host;
  auto status = std::async(std::launch::async, [&] {
    Report report(kept, ReportForm::text_and_json, tool->name);
    const int result = tool->run(*arguments, report, host);
    report.finish();
    return result;
  });
  const auto is_ready = [&](std::chrono::milliseconds time) {
    const py::gil_scoped_release released;
    return status.wait_for(time) == std::future_status::ready;
  };
  while (!is_ready(std::chrono::milliseconds(50))) {
    if (PyErr_CheckSignals() == 0) continue;
    const py::error_already_set interrupted;
    host.interrupt();
    {
      const py::gil_scoped_release released;
      status.wait();
    }
    throw py::error_already_set(interrupted);
  }
  return {status.get(), std::move(kept.answer), std::move(kept.remarks), std::move(kept.data)};
}

/// The tools' records: name, help, example, and of each option its name, value, help, choices, initial value and flags.
py::list listed_tools() {
  py::list all;
  for (const auto* tool : tools()) {
    py::list options;
    for (const auto& o : tool->options()) {
      if (o.is_hidden) continue;
      py::dict one;
      one["key"] = o.key();
      one["help"] = o.help;
      one["kind"] = o.kind == OptionKind::flag      ? "flag"
                    : o.kind == OptionKind::integer ? "integer"
                    : o.kind == OptionKind::number  ? "number"
                                                    : "text";
      one["argument"] = o.is_argument();
      one["required"] = o.is_required;
      one["repeated"] = o.is_repeated;
      one["initial"] = o.initial;
      options.append(one);
    }
    py::dict record;
    record["name"] = std::string(tool->name);
    record["help"] = std::string(tool->help);
    record["answer"] = std::string(tool->answer);
    record["options"] = options;
    all.append(record);
  }
  return all;
}

/// The map of a kernel of a file, as SVG; `page`: as a page that plays.
std::string map_of(const std::string& path, const std::string& kernel, std::size_t thread, std::optional<std::size_t> step, bool page,
                   const std::string& theme, const Arguments::Given& given) {
  const auto options = program_options();
  const auto arguments = Arguments::of(options, given);
  if (!arguments) throw py::type_error(arguments.error().text());
  const py::gil_scoped_release released;
  const auto file = KernelFile::read(path, arguments->settings(), arguments->macros(), arguments->folders());
  if (!file) fail("file", file.error().text());
  auto flows = flows_of_program(file->source(), arguments->settings(), arguments->macros(), std::nullopt);
  const auto flow = std::ranges::find_if(flows, [&](const gpu::Flow& f) { return f.kernel.find(kernel) != std::string::npos; });
  if (flow == flows.end())
    fail("kernel", kernel.empty() ? path + ": no kernel that its host calls"
                                  : path + ": no kernel that its host calls has \"" + kernel + "\" in its name");
  if (thread >= static_cast<std::size_t>(flow->threads))
    fail("thread", fmt::format("a block of {} has {} threads: there is no thread {}", flow->kernel, flow->threads, thread));
  const auto story = story_of(std::move(*flow));
  auto choice = first_choice(*story.map);
  choice.thread = thread;
  if (step) {
    if (*step < 1 || *step > story.map->moments())
      fail("step", fmt::format("{} has {} steps: there is no step {}", story.map->flow().kernel, story.map->moments(), *step));
    choice = after_steps(*story.map, choice, *step - 1);
  }
  if (page) {
    MapPlayerOptions how{.language = Language::english, .source = path.substr(path.rfind('/') + 1)};
    how.theme = theme.empty() ? "auto" : theme;
    auto text = map_player(story, choice, how);
    if (!text) fail("map", text.error().text());
    return *std::move(text);
  }
  MapFileOptions how{.format = render::Format::svg, .theme = theme == "dark" ? render::ThemeName::dark : render::ThemeName::print};
  auto bytes = map_bytes(story, choice, how, texts_in(Language::english));
  if (!bytes) fail("map", bytes.error().text());
  return *std::move(bytes);
}

}  // namespace

void add_tools(py::module_& m) {
  m.def("_run_tool", &run_tool_of, py::arg("name"), py::arg("given"));
  m.def("_tools", &listed_tools);
  m.def("_map", &map_of, py::arg("path"), py::arg("kernel"), py::arg("thread"), py::arg("step"), py::arg("page"), py::arg("theme"),
        py::arg("given"));
}

}  // namespace app::python
