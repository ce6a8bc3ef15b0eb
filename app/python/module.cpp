#include "app/python/module.hpp"

#include <fmt/format.h>

#include "algebra/language.hpp"
#include "algebra/memory_budget.hpp"
#include "app/python/errors.hpp"
#include "app/python/figure_object.hpp"
#include "app/python/function_object.hpp"
#include "app/python/integers.hpp"
#include "app/python/layout_object.hpp"
#include "app/python/objects.hpp"
#include "app/python/sheet_object.hpp"
#include "app/python/trace_object.hpp"
#include "app/python/values.hpp"
#include "app/python/verdict_object.hpp"

namespace app::python {
namespace {

py::object eval(const std::string& text, const std::string& integers, const py::kwargs& names) {
  const auto all = names_of(names);
  const auto rule = rule_named(integers);
  auto value = [&] {
    const py::gil_scoped_release released;
    return std::move(evaluated(text, all, rule, false).value);
  }();
  return made(std::move(value));
}

/// The words of the language that are values: element types, atoms, orders. They are made when they are asked for.
py::object word(const std::string& name) {
  for (const auto& w : algebra::words())
    if (w.name == name && w.kind != algebra::Word::Kind::mark) return made(evaluated(name, {}, algebra::IntegerRule::math, false).value);
  throw py::attribute_error(fmt::format("module 'cutescope' has no attribute '{}'", name));
}

py::list words() {
  py::list all;
  for (const auto& w : algebra::words())
    if (w.kind != algebra::Word::Kind::mark) all.append(std::string(w.name));
  return all;
}

std::string to_string(const py::object& o, const std::optional<bool>& marks) {
  const auto v = value_of(o);
  return algebra::to_string(v, marks.value_or(has_dynamic(v)) ? algebra::Marks::underscores : algebra::Marks::plain);
}

void set_memory_budget(std::int64_t mebibytes) {
  if (mebibytes < (algebra::MemoryBudget::least >> 20) || mebibytes > (algebra::MemoryBudget::largest >> 20))
    fail("argument", fmt::format("The memory budget is {} to {} MiB, not {}.", algebra::MemoryBudget::least >> 20,
                                 algebra::MemoryBudget::largest >> 20, mebibytes));
  algebra::memory_budget().set(mebibytes << 20);
}

}  // namespace

void fill(py::module_& m) {
  add_errors(m);
  add_integers(m);
  add_layout(m);
  add_values(m);
  add_verdicts(m);
  add_figures(m);
  add_traces(m);
  add_sheets(m);
  m.def("eval", eval, py::arg("text"), py::arg("integers") = "auto",
        "The value of an expression of the language, in which the keywords are names: eval(\"composition(A, 4:2)\", A=layout).\n\n"
        "integers: \"math\", all static; \"cute\", _4 static and 4 dynamic; \"auto\": cute where an _4 is in the text.\n"
        "Errors: cutescope.Error with the place in the text.");
  m.def(
      "check",
      [](const std::string& text, const std::string& integers, const py::kwargs& names) {
        return checked(text, names_of(names), rule_named(integers));
      },
      py::arg("text"), py::arg("integers") = "auto",
      "The Verdict of an expression's outermost operation. Arguments and errors as for eval.");
  m.def(
      "explain",
      [](const std::string& text, const std::string& integers, const py::kwargs& names) {
        return explained(text, names_of(names), rule_named(integers));
      },
      py::arg("text"), py::arg("integers") = "auto",
      "The steps of an expression's outermost operation, an Explanation. Arguments and errors as for eval.");
  m.def("to_string", to_string, py::arg("value"), py::arg("marks") = py::none(),
        "A value as CuTe prints it. marks: whether static integers are _4; None: where a dynamic one is in the value.");
  m.def("set_memory_budget", set_memory_budget, py::arg("mebibytes"),
        "How much the arrays of indices and of traces may take at once, 512 MiB at first. Errors: cutescope.Error beyond its limits.");
  m.def("word", word, py::arg("name"),
        "The value of a word of the language: an element type, an atom, LayoutRight. AttributeError for others.");
  m.def("words", words, "The words of the language that are values: each is an attribute of the module.");
  add_functions(m);
}

}  // namespace app::python

PYBIND11_MODULE(_cutescope, m) { app::python::fill(m); }
