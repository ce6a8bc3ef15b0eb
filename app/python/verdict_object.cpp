#include "app/python/verdict_object.hpp"

#include <pybind11/stl.h>

#include <fmt/format.h>

#include "app/document/decide.hpp"
#include "app/document/facts.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"

namespace app::python {
namespace {

using algebra::Verdict;

struct Said {
  algebra::Diagnostic diagnostic;
  std::string source;
  int line = 0;  ///< line of a sheet, from 1; 0: not in a sheet
};

struct VerdictObject {
  Verdict verdict;
  std::optional<std::string> warning;
  std::vector<std::string> hints;
};

struct Explanation {
  std::vector<algebra::Step> steps;
  std::string text;
  py::object value;
};

std::string_view word(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::Kind::kept: return "kept";
    case Verdict::Kind::broken: return "broken";
    case Verdict::Kind::pending: return "pending";
    case Verdict::Kind::none: break;
  }
  return "none";
}

std::string text_of_verdict(const VerdictObject& o) {
  const auto words = words_of(o.verdict, true);
  return words ? words->sentence.text() : "no contract";
}

}  // namespace

std::string sentence(const algebra::Problem& p) {
  auto words = p.message.text();
  for (std::size_t i = 0; i < p.suggestions.size(); ++i) words += (i == 0 ? " Nearest that work: " : ", ") + p.suggestions[i];
  return words;
}

py::object verdict_object(const algebra::Evaluation& e) {
  VerdictObject o{e.verdict, {}, {}};
  if (e.warning) o.warning = sentence(e.warning->problem);
  for (const auto& hint : e.hints) o.hints.push_back(sentence(hint.problem));
  return py::cast(std::move(o));
}

py::object diagnostic_object(const algebra::Diagnostic& d, const std::string& source, int line) { return py::cast(Said{d, source, line}); }

py::object checked(const std::string& text, const algebra::Environment& names, algebra::IntegerRule rule) {
  algebra::Evaluation e;
  {
    const py::gil_scoped_release released;
    e = evaluated(text, names, rule, true);
    algebra::set_verdict(e, {.most = 1 << 20, .sample = true, .cancelled = nullptr});
  }
  return python::verdict_object(e);
}

py::object explained(const std::string& text, const algebra::Environment& names, algebra::IntegerRule rule) {
  const auto resolved = algebra::resolve(rule, text);
  auto e = [&] {
    const py::gil_scoped_release released;
    return algebra::explain(text, names, resolved);
  }();
  if (!e) throw Refused{std::move(e.error()), text};
  auto lines = algebra::to_string(e->steps, resolved == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain);
  return py::cast(Explanation{std::move(e->steps), std::move(lines), made(std::move(e->evaluation.value))});
}

void add_verdicts(py::module_& m) {
  py::class_<VerdictObject>(m, "Verdict",
                            "Whether a value keeps its operation's contract, decided by looking at its elements. True unless it is broken.")
      .def_property_readonly(
          "kind", [](const VerdictObject& o) { return word(o.verdict.kind); }, "kept, broken, pending, or none: no contract.")
      .def_property_readonly(
          "contract", [](const VerdictObject& o) { return o.verdict.contract.text(); }, "Such as R(c) = A(B(c)).")
      .def_property_readonly(
          "checked", [](const VerdictObject& o) { return o.verdict.checked; }, "How many elements were looked at.")
      .def_property_readonly(
          "total", [](const VerdictObject& o) { return o.verdict.total; }, "How many there are.")
      .def_property_readonly(
          "sampled", [](const VerdictObject& o) { return is_sampled(o.verdict); }, "Whether not all were looked at.")
      .def_property_readonly(
          "counterexample", [](const VerdictObject& o) { return o.verdict.counterexample.text(); },
          "The first element that breaks the contract; an empty text if none does.")
      .def_property_readonly(
          "warning", [](const VerdictObject& o) { return o.warning; }, "What CuTe does not say, or None.")
      .def_property_readonly(
          "hints", [](const VerdictObject& o) { return o.hints; }, "What may not be meant, though it is valid.")
      .def("__bool__", [](const VerdictObject& o) { return o.verdict.kind != Verdict::Kind::broken; })
      .def("__str__", text_of_verdict)
      .def("__repr__", [](const VerdictObject& o) { return fmt::format("<cutescope verdict {}>", text_of_verdict(o)); });
  py::class_<Explanation>(m, "Explanation", "An operation worked through with its numbers. str() has a line for each step.")
      .def_property_readonly(
          "steps",
          [](const Explanation& o) {
            std::vector<std::string> all;
            for (const auto& s : o.steps) all.push_back(s.words.text());
            return all;
          },
          "The steps as texts, those of operations within among them.")
      .def_property_readonly(
          "stages",
          [](const Explanation& o) {
            py::list all;
            for (const auto& s : o.steps) all.append(s.stage ? made(*s.stage) : py::object(py::none()));
            return all;
          },
          "For each step the layout at that stage, or None.")
      .def_property_readonly(
          "value", [](const Explanation& o) { return o.value; }, "The result.")
      .def("__str__", [](const Explanation& o) { return o.text; })
      .def("__repr__", [](const Explanation& o) { return o.text; });
  py::class_<Said>(m, "Diagnostic", "A problem of an entry, with its place.")
      .def_property_readonly(
          "message", [](const Said& s) { return s.diagnostic.problem.message.text(); }, "What is wrong, with the numbers.")
      .def_property_readonly(
          "condition", [](const Said& s) { return s.diagnostic.problem.condition; }, "The condition that fails.")
      .def_property_readonly(
          "suggestions", [](const Said& s) { return s.diagnostic.problem.suggestions; }, "Operands that work, nearest first.")
      .def_property_readonly(
          "place", [](const Said& s) { return py::make_tuple(s.diagnostic.span.begin, s.diagnostic.span.end); },
          "(begin, end), the bytes of the line that are to blame.")
      .def_property_readonly(
          "expression", [](const Said& s) { return s.source; }, "The line.")
      .def_property_readonly(
          "line", [](const Said& s) { return s.line; }, "The number of the entry in its sheet, from 1.")
      .def("__str__", [](const Said& s) { return sentence(s.diagnostic.problem); })
      .def("__repr__", [](const Said& s) { return fmt::format("<line {}: {}>", s.line, sentence(s.diagnostic.problem)); });
}

}  // namespace app::python
