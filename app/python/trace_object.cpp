#include "app/python/trace_object.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/python/arrays.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"
#include "app/python/typed.hpp"
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

using SharedTrace = std::shared_ptr<TraceObject>;

SharedTrace traced(gpu::LaunchPlan plan) {
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
  auto touches = gpu::traced_on_cpu(o->plan.launch, o->records, progress, "The CPU was chosen.");
  if (!touches) fail("launch", touches.error().message);
  o->report = gpu::started(o->plan.shape, gpu::Path::cpu, "CPU");
  o->report.touches = std::move(*touches);
  o->report.memory = gpu::predict(o->plan.shape);
  o->report.comparison = gpu::compare_with_algebra(o->plan.launch, o->plan.shape, o->records);
  return o;
}

SharedTrace planned(tl::expected<gpu::LaunchPlan, algebra::Message> plan) {
  if (!plan) fail("launch", plan.error());
  return traced(std::move(*plan));
}

/// Returns an array with an axis each for blocks, threads and values: f(block, thread, value).
template <class F>
Typed<TypeOfArray> by_touch(const TraceObject& o, F&& f) {
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

/// Returns an array over the elements: f of each record.
template <class F>
Typed<TypeOfArray> by_element(const TraceObject& o, F&& f) {
  auto [array, all] = index_array({static_cast<py::ssize_t>(o.records.size())}, AxisOrder::last_fastest);
  std::ranges::transform(o.records, all.begin(), f);
  return array;
}
template <class F>
Typed<TypeOfArray> by_first_touch(const TraceObject& o, F&& f) {
  return by_element(o, [&](const algebra::TraceRecord& r) -> std::int64_t { return r.count == 0 ? -1 : f(algebra::first_touch(r)); });
}

py::object report_of(const TraceObject& o) { return py::module_::import("json").attr("loads")(gpu::report_json(o.plan.launch, o.report)); }

/// Returns the fields of a launch, one for each key, in the order of files.
std::vector<const gpu::LaunchField*> traced_fields() {
  std::vector<const gpu::LaunchField*> fields;
  for (const auto& f : gpu::launch_fields())
    if (gpu::field_with_key(f.key) == &f) fields.push_back(&f);
  return fields;
}
/// Returns true for the fields that are positional arguments of `run`: these come first and need no name.
bool is_positional(const gpu::LaunchField& f) { return f.option.empty(); }

/// The values of fields: a text is an expression or a choice, any other object a value.
struct Values {
  std::map<std::string, algebra::Value> objects;

  std::string text(const py::handle& o) {
    if (py::isinstance<py::str>(o)) return py::cast<std::string>(o);
    auto v = value_of(o);
    auto text = text_of(v);
    objects.insert_or_assign(text, std::move(v));
    return text;
  }
  void set(gpu::LaunchForm& form, const gpu::LaunchField& field, const py::handle& o) {
    if (o.is_none()) return;
    std::string value;
    if (field.text != nullptr) value = text(o);
    else if (field.flag.empty()) value = py::cast<std::string>(py::str(o));
    else if (!py::isinstance<py::bool_>(o)) throw py::type_error(fmt::format("{} is True, False or None", field.name_in_python()));
    else value = py::cast<bool>(o) ? std::string(field.flag) : without_flag(field);
    if (value == "0" && field.choices != nullptr) value.clear();  // automatic, as without the field
    if (!field.set(form, value)) fail("value", fmt::format("There is no {} {}.", field.noun, value));
  }

 private:
  /// Returns the choice that is neither automatic nor the flag's.
  static std::string without_flag(const gpu::LaunchField& field) {
    for (auto& choice : field.choices())
      if (!choice.empty() && choice != field.flag) return choice;
    return {};
  }
};

SharedTrace trace(const py::args& args, const py::kwargs& named) {
  Values values;
  gpu::LaunchForm form;
  std::size_t at = 0, taken = 0;
  bool kernel = false;
  for (const auto* field : traced_fields()) {
    const std::string name(field->name_in_python());
    const bool given = is_positional(*field) && at < args.size(), is_named = named.contains(name.c_str());
    if (given && is_named) throw py::type_error(fmt::format("trace() got multiple values for argument '{}'", name));
    if (is_positional(*field) && !given && !is_named && at == 0 && field == traced_fields().front())
      throw py::type_error(fmt::format("trace() missing the argument '{}'", name));
    if (given) values.set(form, *field, args[at++]);
    if (!is_named) continue;
    ++taken;
    kernel = kernel || (field->key == "kernel" && !py::str(named[name.c_str()]).equal(py::str("")));
    if (field->key != "kernel" || kernel) values.set(form, *field, named[name.c_str()]);
  }
  if (at < args.size()) throw py::type_error(fmt::format("trace() takes {} arguments without a name, {} were given", at, args.size()));
  if (taken < named.size())
    for (const auto& [name, value] : named)
      if (std::ranges::none_of(traced_fields(), [&](const auto* f) { return f->name_in_python() == py::cast<std::string>(name); }))
        throw py::type_error(fmt::format("trace() has no argument '{}'", py::cast<std::string>(name)));
  if (!kernel && !form.partition.empty()) form.kernel = gpu::Kernel::layout;
  const auto* type = algebra::element_type_of_setting(form.element);
  return planned(gpu::plan_of(form, type != nullptr ? std::optional(*type) : std::nullopt,
                              [&](const std::string& expression) -> tl::expected<algebra::Value, algebra::Message> {
                                if (const auto it = values.objects.find(expression); it != values.objects.end()) return it->second;
                                auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::automatic,
                                                           {.verdicts = false, .steps = nullptr});
                                if (!e) return tl::unexpected(e.error().problem.message);
                                return std::move(e->value);
                              }));
}

/// Returns the signature in Python's notation and the meaning of the arguments, from the table of fields.
std::string trace_words() {
  std::string first, others, meanings;
  for (const auto* f : traced_fields()) {
    const bool needed = first.empty();
    auto& to = is_positional(*f) ? first : others;
    to += fmt::format("{}{}: object{}", to.empty() ? "" : ", ", f->name_in_python(), needed ? "" : " = None");
    if (!f->meaning.empty()) meanings += fmt::format("{}: {}\n", f->name_in_python(), f->meaning);
  }
  return fmt::format(
      "trace({}, *, {}) -> cutescope.Trace\n\n"
      "Runs a launch on the CPU and says which thread touches which element.\n\n"
      "The fields are those of the GPU panel and of `cutescope run`; each is a value or a text of the language.\n{}\n"
      "Returns a Trace. Errors: cutescope.Error, which names the field and says what would work.",
      first, others, meanings);
}

}  // namespace

py::object trace_of(const SheetObject& s) {
  if (s.sheet.launch.empty()) fail("launch", "This sheet has no launch: an @launch line makes one.");
  return py::cast(planned(s.session.launch()));
}

void add_traces(py::module_& m) {
  using Record = algebra::TraceRecord;
  using Touch = algebra::Touch;
  py::class_<TraceObject, SharedTrace>(
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
  static const auto words = trace_words();
  py::options options;
  options.disable_function_signatures();
  m.def("trace", trace, words.c_str());
}

}  // namespace app::python
