#include "app/python/objects.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/operations.hpp"
#include "app/document/names.hpp"
#include "app/import/printed_type.hpp"
#include "app/python/contract_warning.hpp"
#include "app/python/errors.hpp"
#include "app/python/integers.hpp"
#include "app/python/layout_object.hpp"

namespace app::python {
namespace {

using algebra::Int;
using algebra::IntTuple;
using algebra::Tiler;
using algebra::Value;

constexpr int deepest = 64;  ///< the language has the same limit

[[noreturn]] void fail_deep() { fail("limit", fmt::format("A value is nested at most {} deep.", deepest)); }

bool write(PyObject* o, IntTuple::Builder& to, int depth);

/// Writes a list of integers and of such lists, which other libraries use in place of tuples. Returns false for other elements.
bool write_list(PyObject* o, IntTuple::Builder& to, int depth) {
  if (depth == 0) fail_deep();
  const auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(o));  // a list may change while it is read
  if (!items) throw py::error_already_set();
  const auto opened = to.open();
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
    auto* item = PyTuple_GET_ITEM(items.ptr(), i);
    // A list with a `_` or a tuple is a tiler.
    if (PyTuple_Check(item) || item == Py_None || item == skip_object() || !write(item, to, depth - 1)) return false;
  }
  to.close(opened);
  return true;
}

/// Writes integers, None, X, tuples of these and lists of integers; returns false for other objects.
bool write(PyObject* o, IntTuple::Builder& to, int depth) {
  if (PyLong_CheckExact(o)) {
    to.add(Int{number(o), true, 0});
    return true;
  }
  if (PyTuple_Check(o)) {
    if (depth == 0) fail_deep();
    const auto opened = to.open();
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(o); ++i)
      if (!write(PyTuple_GET_ITEM(o, i), to, depth - 1)) return false;
    to.close(opened);
    return true;
  }
  if (PyList_Check(o)) return write_list(o, to, depth);
  if (o == Py_None || o == skip_object()) {
    static const IntTuple underscore = IntTuple::underscore(), skipped = IntTuple::skip();
    to.add((o == skip_object() ? skipped : underscore).view());
    return true;
  }
  Int i;
  if (!read_integer(o, i)) return false;
  to.add(i);
  return true;
}

bool write(PyObject* o, IntTuple& out) {
  IntTuple::Builder to(out);
  try {
    if (write(o, to, deepest)) return true;
  } catch (...) {
    out = IntTuple();
    throw;
  }
  out = IntTuple();
  return false;
}

/// Reads a tiler. `left`: the number of further parts that the tiler may have, as nested lists may contain one list a million times.
Tiler tiler_of(PyObject* o, int depth, Py_ssize_t& left) {
  if (depth == 0) fail_deep();
  if (PyList_Check(o) || PyTuple_Check(o)) {
    left -= PySequence_Fast_GET_SIZE(o);
    if (left < 0) fail("limit", fmt::format("A tiler has at most {} parts.", algebra::max_leaves));
    std::vector<Tiler> modes;
    const auto items = py::reinterpret_steal<py::object>(PySequence_Tuple(o));  // a list may change while it is read
    if (!items) throw py::error_already_set();
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i)
      modes.push_back(tiler_of(PyTuple_GET_ITEM(items.ptr(), i), depth - 1, left));
    return Tiler{std::move(modes)};
  }
  return algebra::expression::tiler_of(value_of(o), "A tiler's mode");
}
Tiler tiler_of(PyObject* o) {
  Py_ssize_t left = algebra::max_leaves;
  return tiler_of(o, deepest, left);
}

/// Reads a tuple of tensors, the result of unzip_tensor and tma_partition. Returns false for other tuples.
bool read_tensors(PyObject* tuple, Value& out) {
  algebra::Zip zip{.of = algebra::Zip::Of::tuple, .parts = {}};
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
    auto* one = PyTuple_GET_ITEM(tuple, i);
    if (Py_TYPE(one) != kind_at(Value(algebra::Tensor{}).index()).type) return false;
    zip.parts.emplace_back(py::cast<const algebra::Tensor&>(py::handle(one)));
  }
  if (zip.parts.empty()) return false;
  out = std::move(zip);
  return true;
}

/// Returns the expression of a type printed by a compiler; nullopt for other texts. Throws Refused for a type that cannot be read, or with
/// numbers known only at run time.
std::optional<std::string> expression_of_type(const std::string& text) {
  const auto type = printed_type(text);
  if (!type) return std::nullopt;
  const auto refuse = [&](algebra::Message why) { throw Refused{{{0, text.size()}, {"syntax", std::move(why), {}}}, text}; };
  if (!*type) refuse(type->error());
  if (!(*type)->unknown.empty())
    refuse(algebra::message("This type has numbers that only the running program knows ({}): write them in place of the \"?\".",
                            (*type)->unknown));
  return (*type)->expression;
}

/// Returns the value of a text, or of the text of a pointer, which is a tensor of one element.
Value value_of_text(const std::string& text) {
  auto e = algebra::evaluate(text, {}, algebra::IntegerRule::automatic, {.verdicts = contract_limit() > 0, .steps = nullptr});
  if (e) {
    warn_of(*e);
    return std::move(e->value);
  }
  if (e.error().problem.condition == "tensor") {
    const auto pointer = fmt::format("{}({}, 1:0)", algebra::expression::function_of(algebra::Notation::tensor).name, text);
    if (auto at = algebra::evaluate(pointer, {}, algebra::IntegerRule::math, {.verdicts = false, .steps = nullptr}))
      return std::move(at->value);
  }
  if (const auto expression = expression_of_type(text)) return value_of_text(*expression);
  throw Refused{std::move(e.error()), text};
}

py::object attribute(PyObject* o, const char* name) {
  auto found = py::reinterpret_steal<py::object>(PyObject_GetAttrString(o, name));
  if (!found) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    return found;
  }
  // stride is a method of torch.Tensor.
  if (PyCallable_Check(found.ptr()) != 0 && !PyTuple_Check(found.ptr())) {
    found = py::reinterpret_steal<py::object>(PyObject_CallNoArgs(found.ptr()));
    if (!found) throw py::error_already_set();
  }
  return found;
}

/// Reads a layout of another library, by its shape and strides. Returns false if it has none, or not in numbers.
bool read_foreign(PyObject* o, Value& out) {
  const auto shape = attribute(o, "shape");
  if (!shape) return false;
  IntTuple s, d;
  if (!write(shape.ptr(), s)) return false;
  const auto stride = attribute(o, "stride");
  if (stride && write(stride.ptr(), d)) {
    out = algebra::expression::layout_of(s, d);
    return true;
  }
  // numpy's strides are bytes.
  const auto strides = attribute(o, "strides"), itemsize = attribute(o, "itemsize");
  if (!strides || !itemsize || !write(strides.ptr(), d)) return false;
  if (!PyLong_Check(itemsize.ptr())) return false;
  const auto bytes = number(itemsize.ptr());
  bool whole = bytes > 0;
  d.for_each_integer([&](Int i) { whole = whole && i.value % bytes == 0; });
  if (!whole) fail("stride divisibility", "The strides of this array are no multiples of its item size.");
  out = algebra::expression::layout_of(s, d.transformed([&](Int i) { return Int{i.value / bytes, true}; }));
  return true;
}

std::unordered_map<PyTypeObject*, std::size_t>& kinds_by_type() {
  static std::unordered_map<PyTypeObject*, std::size_t> map;
  if (map.empty())
    for (std::size_t i = 0; i < std::variant_size_v<Value>; ++i)
      if (kind_at(i).type != nullptr) map.emplace(kind_at(i).type, i);
  return map;
}

/// Copies the value out of an object that pybind11 holds.
template <std::size_t index>
void take(py::handle h, Value& out) {
  using T = std::variant_alternative_t<index, Value>;
  if constexpr (!std::is_same_v<T, IntTuple> && !std::is_same_v<T, algebra::Layout> && !std::is_same_v<T, algebra::Truth> &&
                !std::is_same_v<T, algebra::LayoutAndOffset>)
    out = py::cast<const T&>(h);
}
template <std::size_t... indices>
constexpr auto takers(std::index_sequence<indices...>) {
  return std::array<void (*)(py::handle, Value&), sizeof...(indices)>{&take<indices>...};
}

/// Returns true if a value contains a dynamic integer. Kinds with parts of a kernel's type have static integers only.
struct AnyDynamic {
  bool operator()(const IntTuple& t) const { return !t.all_static(); }
  bool operator()(const algebra::Layout& l) const { return (*this)(l.shape()) || (*this)(l.stride()); }
  bool operator()(const Tiler& t) const {
    if (t.by_mode()) return std::any_of(t.modes().begin(), t.modes().end(), *this);
    const auto* tuple = std::get_if<IntTuple>(&t.is);
    return tuple != nullptr ? (*this)(*tuple) : (*this)(std::get<algebra::Layout>(t.is));
  }
  bool operator()(const algebra::ComposedLayout& l) const { return !l.outer.offset.value.is_static || (*this)(l.layout); }
  bool operator()(const algebra::ComposedFunction& f) const { return !f.outer.offset.value.is_static; }
  bool operator()(const algebra::Tensor& t) const { return (*this)(t.layout) || (t.coordinate && (*this)(*t.coordinate)); }
  bool operator()(const algebra::Zip& z) const {
    return std::any_of(z.parts.begin(), z.parts.end(), [this](const auto& part) { return std::visit(*this, part); });
  }
  bool operator()(const algebra::LayoutAndOffset& both) const { return std::visit(*this, both.layout) || (*this)(both.offset); }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

PyObject* tuple_object(IntTuple::View v) {
  if (v.is_integer()) return integer_object(v.integer());
  if (v.is_underscore()) Py_RETURN_NONE;
  if (!v.is_tuple()) return Py_NewRef(skip_object());
  auto* t = PyTuple_New(v.rank());
  if (t == nullptr) return nullptr;
  Py_ssize_t i = 0;
  for (const auto mode : v.modes()) {
    auto* one = tuple_object(mode);
    if (one == nullptr) {
      Py_DECREF(t);
      return nullptr;
    }
    PyTuple_SET_ITEM(t, i++, one);
  }
  return t;
}

PyObject* pair_object(algebra::LayoutAndOffset&& both) {
  auto layout = std::visit([](auto&& l) { return made(Value(std::forward<decltype(l)>(l))); }, std::move(both.layout));
  return py::make_tuple(std::move(layout), object_of(both.offset.view())).release().ptr();
}

}  // namespace

Kind& kind_at(std::size_t index) {
  static std::array<Kind, std::variant_size_v<Value>> kinds;
  return kinds.at(index);
}

void read(PyObject* o, Value& out) {
  if (const auto* l = as_layout(o)) {
    if (auto* before = std::get_if<algebra::Layout>(&out)) *before = *l;
    else out.emplace<algebra::Layout>(*l);
    return;
  }
  if (PyLong_CheckExact(o)) {
    out.emplace<IntTuple>(Int{number(o), true, 0});
    return;
  }
  if (PyTuple_Check(o)) {
    auto* tuple = std::get_if<IntTuple>(&out);
    if (write(o, tuple != nullptr ? *tuple : out.emplace<IntTuple>()) || read_tensors(o, out)) return;
    out = tiler_of(o);
    return;
  }
  if (PyUnicode_Check(o)) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(o, &size);
    if (text == nullptr) throw py::error_already_set();
    out = value_of_text(std::string(text, static_cast<std::size_t>(size)));
    return;
  }
  if (PyBool_Check(o)) {
    out = algebra::Truth{.holds = o == Py_True};
    return;
  }
  if (o == Py_None || o == skip_object()) {
    out = o == skip_object() ? IntTuple::skip() : IntTuple::underscore();
    return;
  }
  if (PyList_Check(o)) {
    IntTuple numbers;
    if (write(o, numbers)) out = std::move(numbers);
    else out = tiler_of(o);
    return;
  }
  if (const auto it = kinds_by_type().find(Py_TYPE(o)); it != kinds_by_type().end()) {
    static constexpr auto table = takers(std::make_index_sequence<std::variant_size_v<Value>>());
    table[it->second](o, out);
    return;
  }
  if (Int i; read_integer(o, i)) {
    out = IntTuple(i);
    return;
  }
  if (read_foreign(o, out)) return;
  // A layout printed by the CuTe DSL or pycute can be read. The error for other objects names their type.
  const py::str printed(py::handle{o});
  try {
    out = value_of_text(printed);
    return;
  } catch (const Refused&) {
  }
  throw py::type_error(
      fmt::format("a layout, an int, a tuple or a text of the language is wanted, not {}: it has no shape and stride, and cannot be read "
                  "as it is printed",
                  Py_TYPE(o)->tp_name));
}

Value value_of(py::handle h) {
  Value v;
  read(h.ptr(), v);
  return v;
}

IntTuple tuple_of(PyObject* o, const char* what) {
  IntTuple t;
  if (!PyUnicode_Check(o) && write(o, t)) return t;
  auto v = value_of(o);
  if (auto* found = std::get_if<IntTuple>(&v)) return std::move(*found);
  fail("argument", fmt::format("The {} is an integer or a tuple, not {}.", what, text_of(v)));
}

algebra::Layout layout_of(PyObject* o) {
  const auto v = value_of(o);
  if (const auto* l = std::get_if<algebra::Layout>(&v)) return *l;
  if (std::holds_alternative<IntTuple>(v)) return algebra::expression::layout_of(v, "Layout");
  // Takes a tensor's layout, as for a tensor of torch; a tensor with swizzled indices or coordinates has no complete layout.
  if (const auto* t = std::get_if<algebra::Tensor>(&v); t != nullptr && !t->outer && !t->coordinate) return t->layout;
  fail("argument", fmt::format("{} is no layout, but of the kind {}: cutescope.eval gives it.", text_of(v), kind_at(v.index()).name));
}

PyObject* object_of(Value&& v) {
  if (auto* l = std::get_if<algebra::Layout>(&v)) return layout_object(std::move(*l));
  if (const auto* t = std::get_if<IntTuple>(&v)) return tuple_object(t->view());
  if (const auto* t = std::get_if<algebra::Truth>(&v)) return PyBool_FromLong(t->holds ? 1 : 0);
  return guarded([&]() -> PyObject* {
    if (auto* both = std::get_if<algebra::LayoutAndOffset>(&v)) return pair_object(std::move(*both));
    if (const auto* zip = std::get_if<algebra::Zip>(&v); zip != nullptr && zip->of == algebra::Zip::Of::tuple) {
      py::tuple parts(zip->parts.size());
      for (std::size_t i = 0; i < zip->parts.size(); ++i) parts[i] = made(part_of(*zip, i));
      return parts.release().ptr();
    }
    return std::visit(
        [](auto&& one) -> PyObject* {
          using T = std::decay_t<decltype(one)>;
          if constexpr (std::is_same_v<T, IntTuple> || std::is_same_v<T, algebra::Layout> || std::is_same_v<T, algebra::Truth> ||
                        std::is_same_v<T, algebra::LayoutAndOffset>)
            return nullptr;
          else return py::cast(std::move(one)).release().ptr();
        },
        std::move(v));
  });
}

py::object object_of(IntTuple::View v) {
  auto* o = tuple_object(v);
  if (o == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(o);
}

bool has_dynamic(const Value& v) {
  return std::visit([](const auto& one) { return AnyDynamic{}(one); }, v);
}

std::string text_of(const Value& v) { return algebra::to_string(v, has_dynamic(v) ? algebra::Marks::underscores : algebra::Marks::plain); }

algebra::Evaluation evaluated(const std::string& text, const algebra::Environment& names, algebra::IntegerRule rule, bool verdicts) {
  auto e = algebra::evaluate(text, names, algebra::resolve(rule, text), {.verdicts = verdicts, .steps = nullptr});
  if (e) return std::move(*e);
  if (const auto expression = expression_of_type(text)) return evaluated(*expression, names, rule, verdicts);
  throw Refused{std::move(e.error()), text};
}

algebra::IntegerRule rule_named(std::string_view name) {
  if (const auto rule = integer_rule(name)) return *rule;
  fail("value", fmt::format("integers is \"auto\", \"math\" or \"cute\", not \"{}\".", name));
}

algebra::Environment names_of(const py::kwargs& names) {
  algebra::Environment all;
  for (const auto& [name, value] : names) all.emplace(py::cast<std::string>(name), value_of(value));
  return all;
}

}  // namespace app::python
