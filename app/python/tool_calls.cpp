#include "app/python/tool_calls.hpp"

#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/map_player.hpp"
#include "app/map/map_file.hpp"
#include "app/python/errors.hpp"
#include "app/report/schema.hpp"
#include "app/tools/kernel_file.hpp"
#include "app/tools/tools.hpp"

namespace app::python {
namespace {

/// A host in which Ctrl+C of Python ends a tool.
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

/// The answer of a tool: exit status, text, remarks, and the data of KeptReport::data_json().
using Answered = std::tuple<int, std::string, std::string, std::string>;

/// Runs the work on a thread of its own and returns its result. Ctrl+C in Python ends the host's tool, and is then raised.
template <class Work>
auto result_of(Interpreter& host, Work&& work) {
  auto result = std::async(std::launch::async, std::forward<Work>(work));
  const auto is_ready = [&](std::chrono::milliseconds time) {
    const py::gil_scoped_release released;
    return result.wait_for(time) == std::future_status::ready;
  };
  while (!is_ready(std::chrono::milliseconds(50))) {
    if (PyErr_CheckSignals() == 0) continue;
    const py::error_already_set interrupted;
    host.interrupt();
    {
      const py::gil_scoped_release released;
      result.wait();
    }
    throw py::error_already_set(interrupted);
  }
  return result.get();
}

/// Runs a tool. Throws TypeError for arguments that it does not take.
Answered run_tool_of(const std::string& name, Arguments::Given given) {
  const auto* tool = tool_named(tools(), name);
  if (tool == nullptr) throw py::value_error("there is no tool " + name);
  const auto arguments = Arguments::check(tool->options(), std::move(given));
  if (!arguments) throw py::type_error(arguments.error().text());
  KeptReport kept;
  Interpreter host;
  const int status = result_of(host, [&] {
    Report report(kept, ReportForm::text_and_json, tool->name);
    const int ended_with = tool->run(*arguments, report, host);
    report.finish();
    return ended_with;
  });
  return {status, std::move(kept.answer), std::move(kept.remarks), kept.data_json()};
}

/// Returns the tools' records: name, help, example, and for each option its name, value, help, choices, initial value and flags.
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
    record["rows"] = tool->answers_in_rows();
    record["options"] = options;
    all.append(record);
  }
  return all;
}

/// Draws the map of a kernel of a file as SVG, or, with `page`, as an interactive page. Throws cutescope.Error if the map cannot be drawn.
std::string map_of(const std::string& path, const std::string& kernel, std::size_t thread, std::optional<std::int64_t> step, bool page,
                   const std::string& theme, const Arguments::Given& given) {
  const auto options = program_options();
  const auto arguments = Arguments::check(options, given);
  if (!arguments) throw py::type_error(arguments.error().text());
  const MapRequest request{.path = path,
                           .settings = arguments->settings(),
                           .macros = arguments->macros(),
                           .folders = arguments->folders(),
                           .kernel = kernel,
                           .thread = thread,
                           .step = step};
  Interpreter host;
  auto drawn = result_of(host, [&]() -> tl::expected<std::string, algebra::Message> {
    std::atomic<bool> ended{false};
    const auto ends = host.on_interrupt([&ended] { ended = true; });
    const auto selected = read_map(request, [&ended] { return ended.load(); });
    if (!selected) return tl::unexpected(selected.error());
    if (ended) return {};
    if (page) {
      return map_player(selected->story, selected->choice,
                        {.theme = theme.empty() ? "auto" : theme, .source = path.substr(path.rfind('/') + 1)});
    }
    return map_bytes(selected->story, selected->choice, {.theme = theme == "dark" ? render::ThemeName::dark : render::ThemeName::print},
                     texts_in(Language::english));
  });
  if (!drawn) fail("map", drawn.error().text());
  return *std::move(drawn);
}

}  // namespace

void add_tools(py::module_& m) {
  m.def("_run_tool", &run_tool_of, py::arg("name"), py::arg("given"));
  m.def("_tools", &listed_tools);
  m.def("_map", &map_of, py::arg("path"), py::arg("kernel"), py::arg("thread"), py::arg("step"), py::arg("page"), py::arg("theme"),
        py::arg("given"));
}

}  // namespace app::python
