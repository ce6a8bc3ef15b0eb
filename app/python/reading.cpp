#include "app/python/reading.hpp"

#include <pybind11/stl.h>

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "algebra/reading/scan.hpp"
#include "app/document/watched_names.hpp"
#include "app/figures/printed_table.hpp"
#include "app/launch/suggest_options.hpp"
#include "app/python/errors.hpp"
#include "app/python/figure_object.hpp"
#include "app/python/objects.hpp"
#include "app/python/typed.hpp"
#include "app/session/sheet_session.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app::python {
namespace {

struct FoundObject {
  algebra::Scanned found;
  std::string name;
};

Typed<TypeOfFound> find(const std::string& text) {
  algebra::LogScanner scanner;
  std::vector<FoundObject> all;
  {
    const py::gil_scoped_release released;
    WatchedNames names;
    const auto keep = [&](std::vector<algebra::Scanned> found) {
      for (auto& f : found) {
        const auto name = names.name_for(f.name, f.text);
        all.push_back({std::move(f), name});
      }
    };
    keep(scanner.feed(text));
    keep(scanner.finish());
  }
  for (const auto& n : scanner.not_read()) warn(fmt::format("{} at line {}: not read: {}", n.name, n.line, n.why));
  py::list list;
  for (auto& f : all) list.append(py::cast(std::move(f)));
  return py::object(list);
}

/// Adds the cells of nested lists, one axis after the other; None is a missing cell.
void add_cells(const py::handle& o, std::vector<std::int64_t>& coordinate, std::size_t axis, algebra::Table& table) {
  if (axis < table.extents.size()) {
    if (!py::isinstance<py::sequence>(o) || py::isinstance<py::str>(o)) fail("argument", "The rows of a table have as many numbers each.");
    const auto row = py::reinterpret_borrow<py::sequence>(o);
    if (static_cast<std::int64_t>(row.size()) != table.extents[axis])
      fail("table",
           fmt::format("A row of {} cells stands among rows of {}; None is a cell that is not known.", row.size(), table.extents[axis]));
    for (std::size_t i = 0; i < row.size(); ++i) {
      coordinate[axis] = static_cast<std::int64_t>(i);
      add_cells(row[i], coordinate, axis + 1, table);
    }
    return;
  }
  if (o.is_none()) return;
  if (!py::isinstance<py::int_>(o))
    fail("argument", fmt::format("A cell is an integer or None, not {}.", py::cast<std::string>(py::repr(o))));
  const auto index = py::cast<std::int64_t>(o);
  if (index < -algebra::max_table_index || index > algebra::max_table_index)
    fail("table", fmt::format("The index {} is too large: up to {}.", index, algebra::max_table_index));
  if (static_cast<std::int64_t>(table.cells.size()) == algebra::max_table_cells)
    fail("limit", fmt::format("A table has at most {} cells.", algebra::max_table_cells));
  table.cells.push_back({.coordinate = coordinate, .index = index});
}

algebra::Table table_of(py::object rows) {
  if (py::hasattr(rows, "tolist")) rows = rows.attr("tolist")();
  algebra::Table table;
  constexpr std::size_t most_axes = 16;
  for (py::object axis = rows; py::isinstance<py::sequence>(axis) && !py::isinstance<py::str>(axis);) {
    const auto row = py::reinterpret_borrow<py::sequence>(axis);
    if (row.size() == 0 || table.extents.size() == most_axes) fail("table", "A table has cells along each of up to 16 axes.");
    table.extents.push_back(static_cast<std::int64_t>(row.size()));
    axis = row[0];
  }
  if (table.extents.empty()) fail("argument", "A table is a list of rows, an array, or a text.");
  std::vector<std::int64_t> coordinate(table.extents.size());
  add_cells(rows, coordinate, 0, table);
  if (table.cells.empty()) fail("table", "No cell of this table is known.");
  if (table.extents.size() > 2) {
    table.of = algebra::Table::Of::pairs;
    return table;
  }
  table.rows = table.extents.size() == 2 ? table.extents[0] : 1;
  table.columns = table.extents.back();
  return table;
}

py::object inferred(const algebra::Table& table) {
  const auto found = [&] {
    const py::gil_scoped_release released;
    return algebra::infer(table);
  }();
  if (!found) {
    const auto& refusal = found.error();
    fail("table",
         refusal.repair ? fmt::format("{} {}", refusal.message, algebra::text_of(*refusal.repair, table)) : refusal.message.text());
  }
  if (std::holds_alternative<algebra::ComposedLayout>(found->value))
    warn(fmt::format("No layout alone makes this table: {} does, behind a swizzle.", text_of(found->value)));
  if (!found->unique) warn(fmt::format("Other layouts than {} make the cells that are known, too.", text_of(found->value)));
  return made(found->value);
}

py::object infer(const py::object& table, const std::string& as) {
  if (!py::isinstance<py::str>(table)) return inferred(table_of(table));
  using algebra::TableForm;
  const auto form = as == "auto"      ? TableForm::automatic
                    : as == "table"   ? TableForm::table
                    : as == "pairs"   ? TableForm::pairs
                    : as == "threads" ? TableForm::by_thread
                                      : throw py::value_error("as_ is \"auto\", \"table\", \"pairs\" or \"threads\"");
  const auto tables = algebra::read_tables(py::cast<std::string>(table), form);
  if (!tables) {
    const auto& p = tables.error();
    fail("table", fmt::format("{} (line {}, column {})", p.message, p.line, p.column));
  }
  if (tables->size() == 1) return inferred(tables->front());
  py::dict all;  // print_latex of an MMA draws C, A and B
  for (const auto& one : *tables) all[py::str(one.name)] = inferred(one);
  return all;
}

/// Runs a search on threads of its own; Ctrl+C ends it.
template <class Search>
auto interruptible(gpu::SuggestProgress& progress, Search search) {
  auto result = std::async(std::launch::async, search);
  const auto ready = [&](std::chrono::milliseconds time) {
    const py::gil_scoped_release released;
    return result.wait_for(time) == std::future_status::ready;
  };
  while (!ready(std::chrono::milliseconds(50))) {
    if (PyErr_CheckSignals() == 0) continue;
    progress.cancelled = true;
    const py::error_already_set interrupted;
    {
      const py::gil_scoped_release released;
      result.wait();
    }
    throw py::error_already_set(interrupted);
  }
  return result.get();
}

/// Returns a text unchanged, as it may contain more than a value; for other objects the value's text.
std::string written(const py::handle& o) { return py::isinstance<py::str>(o) ? py::cast<std::string>(o) : text_of(value_of(o)); }

void add_accesses(const py::object& given, bool write, SuggestForm& form) {
  if (given.is_none()) return;
  if (!py::isinstance<py::list>(given)) {
    form.accesses.push_back({write, written(given)});
    return;
  }
  for (const auto one : given) form.accesses.push_back({write, written(one)});
}

std::string element_name(const py::object& element) { return element.is_none() ? "" : written(element); }

template <class Question, class Ask>
py::object answered(const Question& q, Ask ask) {
  gpu::SuggestProgress progress;
  const auto answer = interruptible(progress, [&] { return ask(progress); });
  if (!answer) fail("suggest", answer.error().text());
  return py::module_::import("json").attr("loads")(gpu::answer_json(q, *answer));
}

py::object suggest(const py::object& tile, const py::object& write, const py::object& read, const py::object& element, bool swizzles,
                   bool order, const py::object& padding, bool canonical, int count) {
  SuggestForm form;
  form.tile = written(tile);
  form.element = element_name(element);
  add_accesses(write, true, form);
  add_accesses(read, false, form);
  if (form.accesses.empty())
    fail("suggest", "A tile is asked about with what writes or reads it, such as read=\"(32,8):(8,1)\": (thread, value) -> coordinate.");
  SuggestOptions family{.swizzles = swizzles, .order = order, .canonical = canonical, .padding = std::nullopt};
  if (!padding.is_none()) family.padding = py::cast<std::string>(py::str(padding));
  const SheetSession session{};
  const auto q = tile_question(std::move(form), family, session.evaluator());
  if (!q) fail("suggest", q.error().text());
  return answered(*q, [&](gpu::SuggestProgress& p) { return gpu::suggest(*q, static_cast<std::size_t>(std::max(count, 1)), p); });
}

py::object suggest_threads(const py::object& tile, int threads, const py::object& element, int count) {
  SuggestForm form;
  form.tile = written(tile);
  form.element = element_name(element);
  form.threads = threads;
  const SheetSession session{};
  const auto q = thread_question(form, session.evaluator());
  if (!q) fail("suggest", q.error().message.text());
  return answered(*q, [&](gpu::SuggestProgress& p) { return gpu::suggest_threads(*q, static_cast<std::size_t>(std::max(count, 1)), p); });
}

void print_layout(const py::object& o) {
  auto v = value_of(o);
  if (std::holds_alternative<algebra::IntTuple>(v)) v = algebra::expression::layout_of(v, "Layout");
  const auto table = printed_table(v, has_dynamic(v) ? algebra::Marks::underscores : algebra::Marks::plain);
  if (!table) fail("print_layout", table.error().text());
  py::print(*table, py::arg("end") = "");
}

void print_latex(const py::object& o) { py::print(latex_of(value_of(o)), py::arg("end") = ""); }

}  // namespace

void add_reading(py::module_& m) {
  using Object = FoundObject;
  py::class_<Object>(m, "Found", "A layout or a tensor in a text: where it stands, its name there, and its value.")
      .def_property_readonly(
          "line", [](const Object& o) { return o.found.line; }, "Of the text, from 1.")
      .def_property_readonly(
          "column", [](const Object& o) { return o.found.column; }, "In bytes, from 1.")
      .def_property_readonly(
          "name", [](const Object& o) { return o.name; },
          "The word before it; L where there is none. Different values have different names.")
      .def_property_readonly(
          "words", [](const Object& o) { return o.found.words; }, "The text before it in its line.")
      .def_property_readonly(
          "text", [](const Object& o) { return o.found.text; }, "As an expression of the language.")
      .def_property_readonly(
          "value", [](const Object& o) { return made(o.found.value); },
          "The layout or tensor; where `unknown` says so, with likely numbers.")
      .def_property_readonly(
          "unknown", [](const Object& o) { return algebra::dialects::run_time_words(o.found.printed); },
          "Which of its numbers only the running program knows; \"\" if there are none.")
      .def_property_readonly(
          "note", [](const Object& o) { return o.found.printed.note; }, "How it is to be read, where its text does not say; \"\" else.")
      .def("__repr__", [](const Object& o) {
        return fmt::format("<{}:{} {} = {}>", o.found.line, o.found.column, o.name, algebra::to_string(o.found.value, o.found.marks));
      });
  m.def("find", find, py::arg("text"),
        "The layouts and tensors in any text: what a program printed, a compiler's message or dump. A list of Found.\n\n"
        "Encodings of Triton that are not read are named in a UserWarning.");
  m.def("infer", infer, py::arg("table"), py::arg("as_") = "auto",
        "The simplest layout that makes a table of indices: table[i][j] is its index at (i, j).\n\n"
        "table: lists of rows or an array, in which None is a cell that is not known; or a text, as print_layout and print_latex\n"
        "write it, a spreadsheet, or pairs (1,2) -> 10. Of a text with several tables a dict by their names.\n"
        "as_: how a text is read: auto, table, pairs, or threads, a row for each thread.\n\n"
        "Errors: cutescope.Error with the first cell that no layout makes, and what would. A UserWarning where cells are missing, and\n"
        "other layouts make the others, too, and where no layout alone makes the table, but one behind a swizzle.");
  const auto none = py::none();
  m.def(
      "suggest", suggest, py::arg("tile"), py::arg("write") = none, py::arg("read") = none, py::kw_only(), py::arg("element") = none,
      py::arg("swizzles") = false, py::arg("order") = false, py::arg("padding") = none, py::arg("canonical") = false, py::arg("count") = 10,
      "Which layout of a tile in shared memory takes the fewest wavefronts, proved by enumeration.\n\n"
      "tile: its shape, or its layout now; write, read: who touches it, one or a list: a tiled copy, a tiled MMA, a layout\n"
      "(thread, value) -> coordinate, or a text such as \"2 x A of mma by 8 bytes\"; element: a type, \"f16\"\n"
      "swizzles, order, padding (elements, or \"32B\"), canonical: what varies; without any of them swizzles, orders and the layouts that\n"
      "WGMMA and tcgen05.mma read\n\n"
      "Returns what `cutescope suggest --json` says, a dict. Errors: cutescope.Error, which says what would work.");
  m.def("suggest_threads", suggest_threads, py::arg("tile"), py::arg("threads") = 128, py::kw_only(), py::arg("element") = none,
        py::arg("count") = 10,
        "Which tiled copy of so many threads reads a tile of global memory with the fewest sectors.\n\n"
        "tile: its layout in global memory, such as \"(128,64):(512,1)\"; element: a type, \"f16\"\n\n"
        "Returns what `cutescope suggest --global --json` says, a dict. Errors: cutescope.Error, which says what would work.");
  m.def("print_layout", print_layout, py::arg("layout"),
        "Prints the table of indices that CuTe's print_layout prints. Errors: cutescope.Error of what is not of rank 2.");
  m.def("print_latex", print_latex, py::arg("value"), "Prints a picture of the value in TikZ, for LaTeX, as CuTe's print_latex does.");
}

}  // namespace app::python
