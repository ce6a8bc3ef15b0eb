#include "app/python/sheet_object.hpp"

#include <pybind11/stl.h>

#include <memory>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "app/document/facts.hpp"
#include "app/document/sheet_link.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/pictures.hpp"
#include "app/import/open.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/python/errors.hpp"
#include "app/python/figure_object.hpp"
#include "app/python/objects.hpp"
#include "app/python/trace_object.hpp"
#include "app/python/typed.hpp"
#include "app/python/verdict_object.hpp"
#include "app/system/files.hpp"

namespace app::python {
namespace {

using py::literals::operator""_a;
using Shared = std::shared_ptr<SheetObject>;

struct EntryObject {
  Shared sheet;
  int at = 0;
  const EntryResult& result() const { return sheet->session.result(at); }
  const std::string& text() const { return sheet->sheet.entries[static_cast<std::size_t>(at)].text; }
};

/// Evaluates a sheet and computes its verdicts, within a time.
Shared evaluated_sheet(Sheet sheet, double seconds) {
  auto o = std::make_shared<SheetObject>();
  o->sheet = std::move(sheet);
  const py::gil_scoped_release released;
  o->session.update(o->sheet);
  DecideProgress progress;
  o->session.decide_verdicts(seconds, progress);
  return o;
}

Shared sheet_of_text(const std::string& text, double seconds) {
  auto sheet = parse_sheet(text);
  if (!sheet) fail("sheet", sheet.error());
  return evaluated_sheet(std::move(*sheet), seconds);
}

/// Returns macros as for a compiler's options: {"TILE": 32} is -D TILE=32, {"WIDE": True} -D WIDE, and {"WIDE": None} -U WIDE.
MacroSettings macros_from(const py::dict& macros) {
  MacroSettings made;
  for (const auto& [key, value] : macros) {
    const auto name = py::cast<std::string>(key);
    if (!is_macro_name(name)) fail("value", fmt::format("\"{}\" is not a macro's name.", name));
    if (value.is_none()) made.push_back({name, std::nullopt});
    else if (py::isinstance<py::bool_>(value)) made.push_back({name, py::cast<bool>(value) ? "1" : "0"});
    else made.push_back({name, py::cast<std::string>(py::str(value))});
  }
  return made;
}

Shared loaded(const py::object& path, const py::dict& settings, double seconds, const py::dict& macros) {
  const auto from = py::cast<std::string>(py::module_::import("os").attr("fspath")(path));
  ProgramSettings given;
  for (const auto& [name, value] : settings) given.emplace_back(py::cast<std::string>(name), py::cast<std::string>(py::str(value)));
  const auto defined = macros_from(macros);
  auto sheet = [&] {
    const py::gil_scoped_release released;
    return load_sheet(from, given, defined);
  }();
  if (!sheet && !is_sheet_link(from)) require_readable(from);
  if (!sheet) fail("sheet", sheet.error());
  return evaluated_sheet(std::move(*sheet), seconds);
}

/// Returns the text of a sheet, which identifies it: a sheet does not change.
std::string text_in(const Shared& s) { return serialise(s->sheet); }

py::object value_in(const EntryObject& e) {
  const auto& r = e.result();
  if (r.evaluation) return made(r.evaluation->value);
  if (r.problem) throw Refused{*r.problem, e.text()};
  return py::none();
}

EntryObject named(const Shared& s, const std::string& name) {
  const auto at = s->session.evaluator().find(name);
  if (at < 0) throw py::key_error(name);
  return {s, at};
}

EntryObject at(const Shared& s, py::ssize_t i) {
  const auto count = static_cast<py::ssize_t>(s->sheet.entries.size());
  if (i < 0) i += count;
  if (i < 0 || i >= count) throw py::index_error(fmt::format("entry {} of a sheet of {}", i, count));
  return {s, static_cast<int>(i)};
}

Typed<TypeOfNamedTexts> dictionary(const std::vector<Fact>& facts) {
  py::dict all;
  for (const auto& [label, value] : facts) all[py::str(label.text())] = value.text();
  return py::object(all);
}

Typed<TypeOfNamedTexts> element_of(const EntryObject& e, const py::object& coordinate) {
  const auto* value = e.result().value();
  const auto shape = value != nullptr ? algebra::links::element_shape(*value, e.result().evaluation->made_by) : std::nullopt;
  if (!shape) fail("value", "The entry has no elements that a coordinate names.");
  const auto at = algebra::crd2idx(tuple_of(coordinate.ptr(), "coordinate"), *shape).value;
  const auto facts = element_facts(e.sheet->session.view(e.sheet->sheet), {e.at, at});
  if (facts.empty()) fail("value", fmt::format("There is no element {} in {}.", at, algebra::to_string(*shape, algebra::Marks::plain)));
  return dictionary(facts);
}

/// Returns the rows of `cutescope inspect --json`.
py::list list_of(const std::vector<OfferedAction>& actions) {
  py::list all;
  for (const auto& a : actions) {
    py::dict row("key"_a = a.is->key, "title"_a = a.title);
    if (a.why_not != nullptr) row["why_not"] = a.why_not;
    if (a.is->on != nullptr) row["on"] = a.on;
    py::list choices;
    for (const auto& c : a.choices) {
      py::dict choice("value"_a = c.value, "chosen"_a = c.chosen);
      if (c.why_not != nullptr) choice["why_not"] = c.why_not;
      choices.append(choice);
    }
    if (!a.choices.empty()) row["choices"] = choices;
    all.append(row);
  }
  return all;
}

py::list actions_with(const EntryObject& e) {
  const auto& s = *e.sheet;
  const auto picture = picture_of(s.sheet, s.session.results(), e.at);
  return list_of(actions_of({s.sheet, s.session.evaluator(), e.at, 0, picture ? &*picture : nullptr, ActionHost::program}));
}

Typed<TypeOfNamedTexts> launch_of(const Shared& s) {
  py::dict fields;
  if (s->sheet.launch.empty()) return py::object(fields);
  for (const auto& row : launch_rows(s->sheet.launch, s->session.launch_plan(), Texts())) fields[py::str(row.label)] = row.shown();
  return py::object(fields);
}

template <class F>
void each(const Shared& s, F&& f) {
  for (int i = 0; i < static_cast<int>(s->sheet.entries.size()); ++i) f(EntryObject{s, i});
}

Typed<TypeOfDiagnostics> problems_of(const Shared& s) {
  py::list all;
  each(s, [&](const EntryObject& e) {
    if (e.result().problem) all.append(diagnostic_object(*e.result().problem, e.text(), e.at + 1));
  });
  return py::object(all);
}

void save(const Shared& s, const py::object& path, const py::kwargs& given) {
  const auto to = py::cast<std::string>(py::module_::import("os").attr("fspath")(path));
  if (to.ends_with(".cutes")) {
    if (const auto written = save_sheet(s->sheet, to); !written) fail_to_write(to, written.error(), "sheet");
    return;
  }
  if (to.ends_with(".html")) {
    if (const auto written = write_file(to, page_of(s->sheet, s->session.evaluator(), {})); !written)
      fail_to_write(to, written.error(), "sheet");
    return;
  }
  figure_object(s->sheet, s->session.evaluator(), given).attr("save")(path);
}

}  // namespace

void add_sheets(py::module_& m) {
  py::class_<EntryObject>(m, "Entry", "A line of a sheet, with what it is worth.")
      .def_property_readonly(
          "text", [](const EntryObject& e) { return e.text(); }, "The line as it is written.")
      .def_property_readonly(
          "name", [](const EntryObject& e) { return e.result().name; }, "What it defines; an empty text without a name.")
      .def_property_readonly(
          "is_note", [](const EntryObject& e) { return e.result().is_note; }, "Whether it is a note.")
      .def_property_readonly("value", value_in, "Its value; None of a note. cutescope.Error where the line is refused.")
      .def_property_readonly(
          "verdict",
          [](const EntryObject& e) -> Typed<TypeOfVerdictOrNone> {
            return e.result().evaluation ? verdict_object(*e.result().evaluation) : py::object(py::none());
          },
          "Whether the value keeps its operation's contract; None without a value.")
      .def_property_readonly(
          "problem",
          [](const EntryObject& e) -> Typed<TypeOfDiagnosticOrNone> {
            return e.result().problem ? diagnostic_object(*e.result().problem, e.text(), e.at + 1) : py::object(py::none());
          },
          "Why it is refused, or how its contract is broken; None where all is well.")
      .def_property_readonly(
          "facts",
          [](const EntryObject& e) -> Typed<TypeOfTexts> {
            py::list all;
            for (const auto& fact : facts_of(e.result())) all.append(fact.text());
            return py::object(all);
          },
          "What the window says beneath it, such as [\"size 64\", \"cosize 64\", \"bijective\"].")
      .def_property_readonly(
          "properties",
          [](const EntryObject& e) {
            const auto* value = e.result().value();
            return value != nullptr
                       ? dictionary(properties_of(*value, e.sheet->sheet.entries[static_cast<std::size_t>(e.at)].view.bits_of(*value)))
                       : dictionary({});
          },
          "What the inspector says of its value: size, cosize, rank, injective, ..., by their names.")
      .def_property_readonly("actions", actions_with,
                             "What can be done with it, each with its key, title and choices: figure() takes colour, label and palette.")
      .def("element", element_of, py::arg("coordinate"),
           "What the inspector says of an element: its coordinates, index, address, bank, where it is in the operands, and who touches it\n"
           "first in the sheet's launch, by their names.\n\n"
           "coordinate: an int, or a tuple that the shape takes. Errors: cutescope.Error where there is no such element.")
      .def("__str__",
           [](const EntryObject& e) {
             const auto& r = e.result();
             if (!r.evaluation) return e.text();
             return (r.name.empty() ? "" : r.name + " = ") + text_of(r.evaluation->value);
           })
      .def("__reduce__",
           [](const EntryObject& e) {
             return py::make_tuple(py::module_::import("cutescope").attr("_entry"), py::make_tuple(py::cast(e.sheet), e.at));
           })
      .def(
          "__eq__", [](const EntryObject& a, const EntryObject& b) { return a.at == b.at && text_in(a.sheet) == text_in(b.sheet); },
          py::is_operator())
      .def("__hash__", [](const EntryObject& e) { return std::hash<std::string>{}(text_in(e.sheet)) + static_cast<std::size_t>(e.at); })
      .def("__repr__", [](const EntryObject& e) { return fmt::format("<entry {}>", e.text()); });
  py::class_<SheetObject, Shared>(m, "Sheet",
                                  "Entries of text, evaluated: sheet[\"A\"] is the value of the entry A, sheet.problems what is wrong.\n\n"
                                  "len() is the number of entries, iteration gives the names. Sheets are equal where their texts are.")
      .def_property_readonly(
          "entries",
          [](const Shared& s) -> Typed<TypeOfEntries> {
            py::list all;
            each(s, [&](const EntryObject& e) { all.append(e); });
            return py::object(all);
          },
          "All entries, in order, notes among them.")
      .def(
          "keys",
          [](const Shared& s) -> Typed<TypeOfTexts> {
            py::list names;
            each(s, [&](const EntryObject& e) {
              if (!e.result().name.empty()) names.append(e.result().name);
            });
            return py::object(names);
          },
          "The names, in order.")
      .def("__iter__", [](const py::object& s) { return py::iter(s.attr("keys")()); })
      .def("__len__", [](const Shared& s) { return s->sheet.entries.size(); })
      .def("__contains__", [](const Shared& s, const std::string& name) { return s->session.evaluator().find(name) >= 0; })
      .def(
          "__getitem__", [](const Shared& s, const std::string& name) { return value_in(named(s, name)); },
          "The value of an entry by its name. KeyError where there is none, cutescope.Error where the entry is refused.")
      .def(
          "__getitem__", [](const Shared& s, py::ssize_t i) { return value_in(at(s, i)); }, "The value of an entry by its number.")
      .def(
          "entry", [](const Shared& s, const std::string& name) { return named(s, name); }, "An entry by its name. KeyError without it.")
      .def_property_readonly(
          "verdicts",
          [](const Shared& s) -> Typed<TypeOfVerdicts> {
            py::dict all;
            each(s, [&](const EntryObject& e) {
              const auto& r = e.result();
              if (r.evaluation && r.evaluation->verdict.kind != algebra::Verdict::Kind::none)
                all[py::str(r.name.empty() ? e.text() : r.name)] = verdict_object(*r.evaluation);
            });
            return py::object(all);
          },
          "The verdicts of entries with a contract, by name, or by text where there is none.")
      .def_property_readonly("problems", problems_of, "What is wrong: refused entries and broken contracts.")
      .def_property_readonly("launch", launch_of,
                             "The fields of its launch as the form shows them, by their labels; an empty dict without a launch.")
      .def_property_readonly(
          "text", [](const Shared& s) { return text_in(s); }, "The sheet as a .cutes file has it.")
      .def(
          "__eq__", [](const Shared& a, const Shared& b) { return a == b || text_in(a) == text_in(b); }, py::is_operator())
      .def("__hash__", [](const Shared& s) { return std::hash<std::string>{}(text_in(s)); })
      .def(
          "figure",
          [](const Shared& s, const py::kwargs& settings) -> Typed<TypeOfFigure> {
            return figure_object(s->sheet, s->session.evaluator(), settings);
          },
          "figure(kind=None, entry=None, other=None, step=0, tile=\"\", theme=\"print\", color_by=None, label=None, palette=None,\n"
          "       width_cm=0, height_cm=0, title=\"\", caption=\"\", legend=False, transposed=False, transparent=False,\n"
          "       natural=False)\n\n"
          "A figure: all cards, or of an entry, by name or number, its card. kind: card, canvas, steps, operands, swizzle, tma, trace,\n"
          "banks, tv, slices, compare (with other). Errors: cutescope.Error where the entry has no such figure.")
      .def(
          "trace", [](const Shared& s) -> Typed<TypeOfTrace> { return trace_of(*s); },
          "The trace of the sheet's launch on the CPU. Errors: cutescope.Error where it has none, or it cannot run.")
      .def(
          "to_html",
          [](const Shared& s, bool fragment, const std::string& language, const std::string& theme, const std::string& title) {
            return page_of(s->sheet, s->session.evaluator(), {fragment, language, theme, title});
          },
          py::kw_only(), py::arg("fragment") = false, py::arg("language") = "en", py::arg("theme") = "auto", py::arg("title") = "",
          "The interactive page of all cards, one file that requests nothing; as a fragment what one pastes into a page of one's own.\n\n"
          "language: what it shows first, en or zh; theme: auto, light or dark. Errors: cutescope.Error without a card, or with too many\n"
          "cells.")
      .def(
          "save", save,
          "Writes the sheet (.cutes), the interactive page (.html), or a figure (.svg, .pdf, .png, .tex, .txt; keywords as for figure).\n\n"
          "Errors: cutescope.FileError, an OSError, where it cannot be written.")
      .def("_repr_html_", [](const Shared& s) { return html_of(s->sheet, s->session.evaluator()); })
      .def("__str__",
           [](const Shared& s) {
             std::string lines;
             each(s, [&](const EntryObject& e) { lines += py::cast<std::string>(py::str(py::cast(e))) + "\n"; });
             return lines;
           })
      .def("__reduce__",
           [](const Shared& s) {
             return py::make_tuple(py::module_::import("cutescope").attr("_sheet"), py::make_tuple(serialise(s->sheet)));
           })
      .def("__repr__", [](const Shared& s) { return fmt::format("<cutescope sheet of {} entries>", s->sheet.entries.size()); });
  m.def("sheet", sheet_of_text, py::arg("text"), py::arg("seconds") = usual_check_seconds,
        "Evaluates a sheet: a line an entry, with the settings of a .cutes file.\n\n"
        "seconds: the time for verdicts that look at every element; beyond it they are samples.\n"
        "Returns a Sheet, also where entries are refused: its problems say so. Errors: cutescope.Error for a malformed @ line.");
  m.def("load", loaded, py::arg("path"), py::arg("settings") = py::dict(), py::arg("seconds") = usual_check_seconds,
        py::arg("macros") = py::dict(),
        "Reads a .cutes file, or a C++ or Python program's definitions as a sheet.\n\n"
        "settings: what a program is given, such as {\"m\": 512}.\n"
        "macros: of C++, {\"TILE\": 32} as -D TILE=32, {\"WIDE\": True} as -D WIDE, {\"WIDE\": None} as -U WIDE.\n"
        "Errors: cutescope.MissingFileError, which is a FileNotFoundError, without the file; cutescope.FileError, an OSError, where it "
        "cannot\n"
        "be read; cutescope.Error with the path and the reason.");
}

}  // namespace app::python
