#include "app/python/trace_object.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/python/arrays.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"
#include "app/python/sheet_object.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gpu/run/cpu_trace.hpp"
#include "gpu/run/playback.hpp"
#include "gpu/run/summary.hpp"

namespace app::python {
namespace {

struct TraceObject {
  gpu::LaunchPlan plan;
  std::vector<algebra::TraceRecord> records;
  gpu::Report report;
};

using Shared = std::shared_ptr<TraceObject>;

Shared traced(gpu::LaunchPlan plan) {
  auto o = std::make_shared<TraceObject>();
  const auto elements = gpu::traced_elements(plan.launch, 1);
  const auto share = algebra::memory_budget().take(elements * static_cast<std::int64_t>(sizeof(algebra::TraceRecord)));
  if (!share || elements < plan.launch.elements)
    fail("limit", fmt::format("The trace of {} elements does not fit the memory budget of {} MiB: take a slice, or set_memory_budget.",
                              plan.launch.elements, algebra::memory_budget().bytes() >> 20));
  o->plan = std::move(plan);
  const py::gil_scoped_release released;
  o->records.resize(static_cast<std::size_t>(elements));
  gpu::Progress progress;
  auto touches = gpu::traced_on_cpu(o->plan.launch, o->records, progress, "The CPU was asked for.");
  if (!touches) fail("launch", touches.error().message);
  o->report = gpu::started(o->plan.shape, gpu::Path::cpu, "CPU");
  o->report.touches = std::move(*touches);
  o->report.memory = gpu::predict(o->plan.shape);
  o->report.comparison = gpu::compare_with_algebra(o->plan.launch, o->plan.shape, o->records);
  return o;
}

Shared planned(tl::expected<gpu::LaunchPlan, algebra::Message> plan) {
  if (!plan) fail("launch", plan.error());
  return traced(std::move(*plan));
}

/// An array with an axis for blocks, threads and values: f(block, thread, value) of each.
template <class F>
py::object by_touch(const TraceObject& o, F&& f) {
  const auto blocks = o.plan.blocks(), threads = o.plan.threads(), values = o.plan.values();
  const auto bytes = blocks * threads * values * static_cast<std::int64_t>(sizeof(std::int64_t));
  const auto share = algebra::memory_budget().take(bytes);
  if (!share)
    fail("limit", fmt::format("An array of {} blocks, {} threads and {} values does not fit the memory budget of {} MiB.", blocks, threads,
                              values, algebra::memory_budget().bytes() >> 20));
  auto [array, all] = index_array({blocks, threads, values}, AxisOrder::last_fastest);
  auto out = all.begin();
  {
    const py::gil_scoped_release released;
    for (std::int64_t b = 0; b < blocks; ++b)
      for (std::int64_t t = 0; t < threads; ++t)
        for (std::int64_t v = 0; v < values; ++v)
          *out++ = f(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
  }
  return array;
}

/// An array of the elements: f of each record.
template <class F>
py::object by_element(const TraceObject& o, F&& f) {
  auto [array, all] = index_array({static_cast<py::ssize_t>(o.records.size())}, AxisOrder::last_fastest);
  std::ranges::transform(o.records, all.begin(), f);
  return array;
}
template <class F>
py::object by_first_touch(const TraceObject& o, F&& f) {
  return by_element(o, [&](const algebra::TraceRecord& r) -> std::int64_t { return r.count == 0 ? -1 : f(algebra::first_touch(r)); });
}

py::object report_of(const TraceObject& o) { return py::module_::import("json").attr("loads")(gpu::report_json(o.plan.launch, o.report)); }

/// The fields of a launch: a text is an expression, and any other object stands for itself.
struct Fields {
  std::map<std::string, algebra::Value> objects;

  std::string operator()(const py::handle& o) {
    if (o.is_none()) return {};
    if (py::isinstance<py::str>(o)) return py::cast<std::string>(o);
    auto v = value_of(o);
    auto text = text_of(v);
    objects.insert_or_assign(text, std::move(v));
    return text;
  }
};

Shared trace(const py::object& tensor, const py::object& tile, const py::object& threads, const std::string& kernel,
             const py::object& values, const py::object& step, const py::object& partition, const py::object& target,
             const py::object& grid, const py::object& block, int access_bytes, const std::string& element,
             const std::optional<bool>& shared) {
  Fields text;
  gpu::LaunchForm form;
  form.tensor = text(tensor);
  form.tile = text(tile);
  form.threads = text(threads);
  form.values = text(values);
  form.step = text(step);
  form.partition = text(partition);
  form.target = text(target);
  form.grid = text(grid);
  form.block_dims = text(block);
  form.access_bytes = access_bytes;
  form.shared_memory = shared;
  const auto named = kernel.empty() ? std::optional(form.partition.empty() ? gpu::Kernel::local_partition : gpu::Kernel::layout)
                                    : gpu::kernel_named(kernel);
  if (!named) fail("argument", fmt::format("There is no kernel {}.", kernel));
  form.kernel = *named;
  const auto* type = algebra::element_type_of_setting(element);
  if (type == nullptr && !element.empty()) fail("argument", fmt::format("There is no element type {}.", element));
  return planned(gpu::plan_of(form, type != nullptr ? std::optional(*type) : std::nullopt,
                              [&](const std::string& expression) -> tl::expected<algebra::Value, algebra::Message> {
                                if (const auto it = text.objects.find(expression); it != text.objects.end()) return it->second;
                                auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::automatic,
                                                           {.verdicts = false, .steps = nullptr});
                                if (!e) return tl::unexpected(e.error().problem.message);
                                return std::move(e->value);
                              }));
}

}  // namespace

py::object trace_of(const Sheet& sheet, const SheetEvaluator& evaluator) {
  if (sheet.launch.empty()) fail("launch", "This sheet has no launch: an @launch line makes one.");
  return py::cast(planned(plan(evaluator, sheet.launch)));
}

void add_traces(py::module_& m) {
  using Record = algebra::TraceRecord;
  using Touch = algebra::Touch;
  py::class_<TraceObject, Shared>(
      m, "Trace",
      "Which thread touches which element, as the launch's kernel finds it, on the CPU.\n\n"
      "Arrays are of int64. element and order have an axis for blocks, threads and values; count and the first\n"
      "touches, thread, block and value, one for the tensor's elements.")
      .def_property_readonly(
          "blocks", [](const TraceObject& o) { return o.plan.blocks(); }, "How many blocks.")
      .def_property_readonly(
          "threads", [](const TraceObject& o) { return o.plan.threads(); }, "Threads a block.")
      .def_property_readonly(
          "values", [](const TraceObject& o) { return o.plan.values(); }, "Values a thread.")
      .def_property_readonly(
          "elements", [](const TraceObject& o) { return o.plan.launch.elements; }, "Elements of the tensor.")
      .def_property_readonly(
          "width", [](const TraceObject& o) { return o.plan.shape.request_values; }, "Values that a thread moves at once.")
      .def_property_readonly(
          "element",
          [](const TraceObject& o) {
            return by_touch(o, [&](auto b, auto t, auto v) {
              const auto e = o.plan.shape.element(b, t, v);
              return e >= 0 && e < o.plan.launch.elements ? e : -1;
            });
          },
          "element[block, thread, value]: the element; -1 where it is beyond the tensor, or predicated off.")
      .def_property_readonly(
          "order",
          [](const TraceObject& o) {
            return by_touch(o, [&](auto b, auto t, auto v) { return gpu::touch_position(o.plan, Touch{b, t, v}); });
          },
          "order[block, thread, value]: the number of the warp's request that makes the touch, in the order of playback.")
      .def_property_readonly(
          "count", [](const TraceObject& o) { return by_element(o, [](const Record& r) { return std::int64_t{r.count}; }); },
          "count[element]: how often it is touched.")
      .def_property_readonly(
          "thread", [](const TraceObject& o) { return by_first_touch(o, [](const Touch& t) { return std::int64_t{t.thread}; }); },
          "thread[element]: the thread of its first touch; -1 where there is none.")
      .def_property_readonly(
          "block", [](const TraceObject& o) { return by_first_touch(o, [](const Touch& t) { return std::int64_t{t.block}; }); },
          "block[element]: the block of its first touch; -1 where there is none.")
      .def_property_readonly(
          "value", [](const TraceObject& o) { return by_first_touch(o, [](const Touch& t) { return std::int64_t{t.access}; }); },
          "value[element]: the value of its first touch; -1 where there is none.")
      .def_property_readonly(
          "out_of_bounds", [](const TraceObject& o) { return o.report.touches->out_of_bounds; }, "Accesses beyond the tensor.")
      .def_property_readonly(
          "predicated", [](const TraceObject& o) { return o.report.touches->predicated; }, "Accesses that are predicated off.")
      .def_property_readonly("report", report_of, "What `cutescope run --json` says of it, without the copy: a dict.")
      .def("__str__", [](const TraceObject& o) { return gpu::report_text(o.plan.launch, o.report); })
      .def("__repr__", [](const TraceObject& o) {
        return fmt::format("<cutescope trace of {} blocks, {} threads, {} values>", o.plan.blocks(), o.plan.threads(), o.plan.values());
      });
  const auto none = py::none();
  m.def("trace", trace, py::arg("tensor"), py::arg("tile") = none, py::arg("threads") = none, py::kw_only(), py::arg("kernel") = "",
        py::arg("values") = none, py::arg("step") = none, py::arg("partition") = none, py::arg("target") = none, py::arg("grid") = none,
        py::arg("block") = none, py::arg("access_bytes") = 0, py::arg("element") = "", py::arg("shared") = none,
        "Runs a launch on the CPU and says which thread touches which element.\n\n"
        "The fields are those of the GPU panel and of `cutescope run`; each is a value or a text of the language.\n"
        "kernel: local_partition, inner_partition, outer_partition, tiled_copy, tiled_mma or layout; element: a type such as \"f16\";\n"
        "shared: whether the tensor is in shared memory, None: as it says itself.\n\n"
        "Returns a Trace. Errors: cutescope.Error, which names the field and says what would work.");
}

}  // namespace app::python
