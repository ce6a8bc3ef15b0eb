#include "app/python/module.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/import/program.hpp"
#include "app/python/contract_warning.hpp"
#include "app/python/errors.hpp"
#include "app/python/figure_object.hpp"
#include "app/python/function_object.hpp"
#include "app/python/integers.hpp"
#include "app/python/layout_object.hpp"
#include "app/python/module_function.hpp"
#include "app/python/objects.hpp"
#include "app/python/reading.hpp"
#include "app/python/sheet_object.hpp"
#include "app/python/tool_calls.hpp"
#include "app/python/trace_object.hpp"
#include "app/python/typed.hpp"
#include "app/python/values.hpp"
#include "app/python/verdict_object.hpp"
#include "gpu/launch/launch_limit.hpp"

namespace app::python {
namespace {

py::object eval(const std::string& text, const std::string& integers, const py::kwargs& names) {
  const auto all = names_of(names);
  const auto rule = rule_named(integers);
  auto e = [&] {
    const bool verdicts = contract_limit() > 0;
    const py::gil_scoped_release released;
    return evaluated(text, all, rule, verdicts);
  }();
  warn_of(e);
  return made(std::move(e.value));
}

bool may_be_value(const algebra::Word& w) { return w.kind != algebra::Word::Kind::mark; }

tl::expected<algebra::Evaluation, algebra::Diagnostic> evaluated_word(const std::string& name) {
  return algebra::evaluate(name, {}, algebra::IntegerRule::math, {.verdicts = false, .steps = nullptr});
}

bool is_atom(const algebra::Word& w) {
  using Kind = algebra::Word::Kind;
  return w.kind == Kind::mma_atom || w.kind == Kind::copy_atom || w.kind == Kind::smem_atom;
}

/// Returns a suggestion for an unknown name: the nearest atom, if one is near. Python suggests other names itself, but dir() has too many
/// atoms for that.
std::string nearest_atom(const std::string& name) {
  constexpr std::size_t longest = 200;
  const auto in_names = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || name.size() > longest || name.starts_with('_') || !std::ranges::all_of(name, in_names)) return {};
  const auto e = evaluated_word(name);
  if (e || e.error().problem.suggestions.empty()) return {};
  const auto& near = e.error().problem.suggestions.front();
  const bool is_one = std::ranges::any_of(algebra::words(), [&](const algebra::Word& w) { return w.name == near && is_atom(w); });
  return is_one ? fmt::format(". Did you mean: '{}'?", near) : "";
}

/// Returns the value of a word of the language: an element type, an atom, an order. Made on demand. Throws for an atom that needs arguments
/// in <>.
py::object word(const py::str& asked, const std::string& module) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(asked.ptr(), &size);
  if (text == nullptr) PyErr_Clear();  // half a surrogate pair, which is in no word
  const std::string name = text != nullptr ? std::string(text, static_cast<std::size_t>(size)) : "";
  std::string why;
  if (std::ranges::any_of(algebra::words(), [&](const algebra::Word& w) { return w.name == name && may_be_value(w); })) {
    auto e = evaluated_word(name);
    if (e) return made(std::move(e->value));
    why = ": " + e.error().problem.message.text();
  }
  if (why.empty()) why = nearest_atom(name);
  throw py::attribute_error(fmt::format("module '{}' has no attribute {}{}", module, py::cast<std::string>(py::repr(asked)), why));
}

Typed<TypeOfTexts> words(std::optional<bool> atoms) {
  py::list all;
  for (const auto& w : algebra::words())
    if (const std::string name(w.name); may_be_value(w) && is_atom(w) == atoms.value_or(is_atom(w)) && evaluated_word(name))
      all.append(name);
  return py::object(all);
}

std::string to_string(const py::object& o, const std::optional<bool>& marks) {
  const auto v = value_of(o);
  return algebra::to_string(v, marks.value_or(has_dynamic(v)) ? algebra::Marks::underscores : algebra::Marks::plain);
}

void set_memory_budget(std::int64_t mebibytes) {
  if (mebibytes < (algebra::MemoryBudget::least >> 20) || mebibytes > (algebra::MemoryBudget::largest >> 20))
    fail("value", fmt::format("The memory budget is {} to {} MiB, not {}.", algebra::MemoryBudget::least >> 20,
                              algebra::MemoryBudget::largest >> 20, mebibytes));
  algebra::memory_budget().set(mebibytes << 20);
}

void set_launch_limit(std::int64_t accesses) {
  if (accesses < 1 || accesses > gpu::largest_launch_accesses)
    fail("value", fmt::format("A launch has 1 to {} accesses at most, not {}.", gpu::largest_launch_accesses, accesses));
  gpu::limit_launch_accesses(accesses);
}

void set_contract_limit(std::int64_t elements) {
  if (elements < 0 || elements > algebra::checked_in_background)
    fail("value", fmt::format("The limit is 0 to {} elements, not {}.", algebra::checked_in_background, elements));
  limit_contracts(elements);
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
  add_reading(m);
  add_tools(m);
  m.def("eval", eval, py::arg("text"), py::arg("integers") = "auto",
        "The value of an expression of the language, in which the keywords are names: eval(\"composition(A, 4:2)\", A=layout).\n\n"
        "integers: \"math\", all static; \"cute\", _4 static and 4 dynamic; \"auto\": cute where an _4 is in the text.\n"
        "Errors: cutescope.Error with the place in the text. A ContractWarning where CuTe gives a value that breaks its contract.");
  m.def(
      "check",
      [](const std::string& text, const std::string& integers, const py::kwargs& names) -> Typed<TypeOfVerdict> {
        // A file is checked by the tool.
        if (names_sheet(text)) return py::module_::import("cutescope").attr("tools").attr("check")(text, **names);
        return checked(text, names_of(names), rule_named(integers));
      },
      py::arg("text"), py::arg("integers") = "auto",
      "The Verdict of an expression's outermost operation. Arguments and errors as for eval. Of a file's path tools.check's Report.");
  m.def(
      "explain",
      [](const std::string& text, const std::string& integers, const py::kwargs& names) -> Typed<TypeOfExplanation> {
        return explained(text, names_of(names), rule_named(integers));
      },
      py::arg("text"), py::arg("integers") = "auto",
      "The steps of an expression's outermost operation, an Explanation. Arguments and errors as for eval.");
  m.def("to_string", to_string, py::arg("value"), py::arg("marks") = py::none(),
        "A value as CuTe prints it. marks: whether static integers are _4; None: where a dynamic one is in the value.");
  m.def("set_memory_budget", set_memory_budget, py::arg("mebibytes"),
        "How much the arrays of indices and of traces may take at once, 512 MiB at first. Errors: cutescope.Error beyond its limits.");
  m.def("set_launch_limit", set_launch_limit, py::arg("accesses"),
        "How many accesses, blocks x threads x values, a launch may have, 2**30 at first. Errors: cutescope.Error beyond its limits.");
  m.def("set_contract_limit", set_contract_limit, py::arg("elements"),
        "How many elements of a result a call looks at, 4096 at first, to warn where its contract is broken. 0: none, and no warning.\n\n"
        "What has more elements is not decided: FUNCTION.check(...) looks at all. Errors: cutescope.Error beyond its limits.");
  m.def("word", word, py::arg("name"), py::arg("module") = "cutescope",
        "The value of a word of the language: an element type, an atom, LayoutRight. AttributeError for others.");
  m.def("words", words, py::arg("atoms") = py::none(),
        "The words of the language that are values: each is an attribute of the module. atoms: only atoms, or all others.");
  m.attr("_version") = CUTESCOPE_VERSION;
  name_functions(m);
  add_functions(m);
}

}  // namespace app::python

PYBIND11_MODULE(_cutescope, m) { app::python::fill(m); }
