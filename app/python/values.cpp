#include "app/python/values.hpp"

#include <pybind11/stl.h>

#include <type_traits>

#include <fmt/format.h>

#include "algebra/language/elements.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/memory_budget.hpp"
#include "app/python/array_calls.hpp"
#include "app/python/arrays.hpp"
#include "app/python/errors.hpp"
#include "app/python/figure_object.hpp"
#include "app/python/function_object.hpp"
#include "app/python/objects.hpp"
#include "app/python/typed.hpp"

namespace app::python {
namespace {

using algebra::IntTuple;
using algebra::Value;

py::object called_with(const Value& v, const py::args& coordinate) {
  if (coordinate.empty()) fail("argument", "A value is called with a coordinate, such as T(5), T(2, 1) or T(2, None).");
  const auto* what = "coordinate of a call";
  std::vector<PyObject*> given;
  for (const auto one : coordinate) given.push_back(one.ptr());
  if (has_array(given.data(), given.size())) return called_with_arrays(v, given.data(), given.size());
  if (coordinate.size() == 1) return made(algebra::expression::element_at(v, tuple_of(PyTuple_GET_ITEM(coordinate.ptr(), 0), what)));
  return made(algebra::expression::element_at(v, tuple_of(coordinate.ptr(), what)));
}

/// Returns the sizes of the modes, so that indices()[i, j] is A(i, j); one axis if numpy does not support as many.
std::vector<py::ssize_t> axes_of(const algebra::Layout& l) {
  constexpr int most_of_numpy = 32;
  if (!l.shape().is_tuple() || l.shape().rank() == 0 || l.shape().rank() > most_of_numpy) return {algebra::size(l)};
  std::vector<py::ssize_t> axes;
  for (int i = 0; i < l.shape().rank(); ++i) axes.push_back(algebra::size(algebra::mode(l, i)));
  return axes;
}

py::object indices_of(const py::object& o) {
  const auto value = value_of(o);
  auto at = algebra::indexing(value);
  // The indices of a shape are those of its compact layout.
  if (const auto* shape = std::get_if<IntTuple>(&value))
    at = algebra::Indexing{.layout = algebra::expression::layout_of(*shape, "indices")};
  if (!at) fail("argument", fmt::format("{} is no function of coordinates: layouts, tensors and composed layouts are.", text_of(value)));
  const auto size = algebra::size(at->layout);
  const auto bytes = size * static_cast<std::int64_t>(sizeof(std::int64_t));
  const auto share = size < (std::int64_t{1} << 50) ? algebra::memory_budget().take(bytes) : std::nullopt;
  if (!share)
    fail("limit", fmt::format("The indices of {} elements do not fit the memory budget of {} MiB: take a slice, or set_memory_budget.",
                              size, algebra::memory_budget().bytes() >> 20));
  auto [array, out] = index_array(axes_of(at->layout), AxisOrder::first_fastest);
  {
    const py::gil_scoped_release released;
    algebra::indices(at->layout, 0, out);
    if (at->offset != 0 || !at->outer.nothing())
      for (auto& index : out) index = at->outer(at->offset + index);
  }
  return array;
}

py::object shape_of(const Value& v) {
  if (const auto* t = std::get_if<algebra::Tensor>(&v)) return object_of(t->layout.shape().view());
  if (const auto l = algebra::layout_of(v)) return object_of(l->shape().view());
  throw py::attribute_error("this value has no shape");
}
py::object stride_of(const Value& v) {
  if (const auto* t = std::get_if<algebra::Tensor>(&v)) return object_of(t->layout.stride().view());
  if (const auto l = algebra::layout_of(v)) return object_of(l->stride().view());
  throw py::attribute_error("this value has no strides");
}

/// Returns the value of a call of the record with the class's name, as this kind. Throws a TypeError for a value of another kind.
template <class T>
T constructed(const char* name, Value v) {
  if (auto* found = std::get_if<T>(&v)) return std::move(*found);
  throw py::type_error(
      fmt::format("{} makes no {} of these: the value is {}, which the function of that name gives", name, name, text_of(v)));
}

template <class T>
py::class_<T> add_kind(py::module_& m, std::type_identity<T>, const char* name, const char* words) {
  const auto* record = algebra::expression::find_function(name, true);
  const auto about = record == nullptr ? std::string(words) : fmt::format("{}\n\n{}: {}", words, record->signature, record->meaning);
  auto kind = py::class_<T>(m, name, about.c_str());
  kind_at(Value(T{}).index()) = {reinterpret_cast<PyTypeObject*>(kind.ptr()), name};
  kind.def(py::init([record, name](const py::args& arguments, const py::kwargs& keywords) {
             const bool text = arguments.size() == 1 && keywords.empty() && py::isinstance<py::str>(arguments[0]);
             if (text) return constructed<T>(name, value_of(arguments[0]));
             if (record == nullptr) throw py::type_error(fmt::format("{} is made by functions, or of its text", name));
             return constructed<T>(name, called(*record, arguments, keywords));
           }),
           "Of its text, or as CuTe's function or type of that name.");
  if (record != nullptr && record->indices != 0)
    kind.def_static(
        "__class_getitem__", [record](const py::object& indices) { return made(called_with_indices(*record, indices)); },
        "What C++ has in <>.");
  kind.def("__str__", [](const T& v) { return text_of(v); })
      .def("__repr__", [name](const T& v) { return fmt::format("{}(\"{}\")", name, text_of(v)); })
      .def(
          "__eq__", [](const T& a, const T& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const T& v) { return std::hash<std::string>{}(text_of(v)); })
      .def(
          "__call__", [](const T& v, const py::args& coordinate) { return called_with(v, coordinate); },
          "The element at a coordinate, or with None in it a slice.");
  // The text of a BitMatrix is not in the language.
  if constexpr (!std::is_same_v<T, algebra::BitMatrix>)
    kind.def("__reduce__", [](const py::object& o) {
      const auto v = value_of(o);
      const auto rule = has_dynamic(v) ? "cute" : "math";
      return py::make_tuple(py::module_::import("cutescope").attr("_unpickled"), py::make_tuple(text_of(v), rule));
    });
  if constexpr (!std::is_same_v<T, algebra::Swizzle> && !std::is_same_v<T, algebra::ElementType>)
    kind.def_property_readonly(
            "shape", [](const T& v) { return shape_of(v); }, "The shape of its layout. AttributeError without one.")
        .def_property_readonly(
            "stride", [](const T& v) { return stride_of(v); }, "The strides of its layout.");
  return kind;
}

py::list groups_of(const std::vector<algebra::BitGroup>& groups) {
  py::list all;
  for (const auto& g : groups) all.append(py::make_tuple(g.name, g.count, g.first, g.mode));
  return all;
}
std::vector<algebra::BitGroup> groups_from(const py::sequence& all, std::size_t& bits) {
  std::vector<algebra::BitGroup> groups;
  for (const auto one : all) {
    const auto [name, count, first, mode] = py::cast<std::tuple<std::string, int, int, int>>(one);
    if (count < 0 || count > 64 || first < 0) fail("value", "A group of bits has 0 to 64 of them.");
    bits += static_cast<std::size_t>(count);
    groups.push_back({name, count, first, mode});
  }
  return groups;
}
/// Makes a BitMatrix from the data of its __reduce__, as no text of the language is one.
algebra::BitMatrix bit_matrix(const py::sequence& columns, const py::sequence& rows, std::vector<std::uint64_t> images,
                              std::uint64_t offset, int element_bits) {
  std::size_t of_columns = 0, of_rows = 0;
  algebra::BitMatrix m{.columns = groups_from(columns, of_columns),
                       .rows = groups_from(rows, of_rows),
                       .images = std::move(images),
                       .offset = offset,
                       .element_bits = element_bits};
  if (of_columns != m.images.size() || of_rows > 64) fail("value", "A BitMatrix has an image for each bit of its columns.");
  return m;
}

py::object part_of(const algebra::Tiler& t, py::ssize_t i) {
  if (!t.by_mode()) throw py::index_error("this tiler has no modes");
  const auto count = static_cast<py::ssize_t>(t.modes().size());
  if (i < 0) i += count;
  if (i < 0 || i >= count) throw py::index_error(fmt::format("a tiler of {} modes has no mode {}", count, i));
  const auto& mode = t.modes()[static_cast<std::size_t>(i)];
  if (const auto* l = std::get_if<algebra::Layout>(&mode.is)) return made(*l);
  if (const auto* tuple = std::get_if<IntTuple>(&mode.is)) return made(*tuple);
  return made(mode);
}

void add_pictures(py::handle type) {
  const auto method = [&](const char* name, auto f, const char* words, const auto&... extra) {
    py::setattr(type, name, py::cpp_function(std::move(f), py::name(name), py::is_method(type), words, extra...));
  };
  method(
      "indices", [](const py::object& self) -> Typed<TypeOfArray> { return indices_of(self); },
      "The indices of all elements as a numpy array of int64, with an axis for each mode: A.indices()[i, j] is A(i, j).\n\n"
      "Indices that are coordinates become 1-D coordinates. Errors: cutescope.Error beyond the memory budget.");
  method(
      "_repr_svg_", [](const py::object& self) { return svg_of(value_of(self)); }, "The picture, for notebooks.");
  method(
      "_repr_html_", [](const py::object& self) { return html_of(value_of(self)); }, "The interactive figure, for notebooks.");
  method(
      "to_html",
      [](const py::object& self, bool fragment, const std::string& language, const std::string& theme, const std::string& title) {
        return page_of(value_of(self), {fragment, language, theme, title});
      },
      "The interactive page of its picture, as that of a sheet.", py::kw_only(), py::arg("fragment") = false, py::arg("language") = "en",
      py::arg("theme") = "auto", py::arg("title") = "");
  method(
      "__format__",
      [](const py::object& self, const std::string& how) {
        if (how.empty()) return text_of(value_of(self));
        if (how == "_") return algebra::to_string(value_of(self), algebra::Marks::underscores);
        throw py::value_error("a value is formatted as it is, or with \"_\" with CuTe's marks of static integers");
      },
      "As text; with \"_\" with CuTe's marks: _4 is static, 4 dynamic.");
}

}  // namespace

void add_values(py::module_& m) {
  using namespace algebra;
  add_kind(m, std::type_identity<Tiler>(), "Tiler", "What cuts a layout into tiles: a tiler for each mode, <4:1, 8>.")
      .def("__len__", [](const Tiler& t) { return t.by_mode() ? t.modes().size() : 1; })
      .def("__getitem__", part_of);
  add_kind(m, std::type_identity<Tensor>(), "Tensor", "A layout at a pointer: ptr+4 o (4,4):(8,1).")
      .def_property_readonly(
          "element_type", [](const Tensor& t) { return t.type; }, "The type of its elements, or None.")
      .def_property_readonly(
          "start", [](const Tensor& t) { return t.offset; }, "The offset of its pointer, in elements.");
  add_kind(m, std::type_identity<Swizzle>(), "Swizzle", "Swizzle(bits, base, shift), CuTe's Swizzle<B,M,S>: a function of an index.")
      .def_readonly("bits", &Swizzle::bits, "How many bits are changed.")
      .def_readonly("base", &Swizzle::base, "How many bits below them stay.")
      .def_readonly("shift", &Swizzle::shift, "How far above them the bits are that change them.");
  add_kind(m, std::type_identity<ComposedLayout>(), "ComposedLayout", "A function behind a layout: Sw<3,4,3> o 0 o (8,64):(64,1).");
  add_kind(m, std::type_identity<ComposedFunction>(), "ComposedFunction",
           "Functions of an index, without a shape: 64:1 o -24 o Sw<2,2,3>.");
  add_kind(m, std::type_identity<Zip>(), "ZipLayout", "Tensors or layouts with coordinates in common.");
  add_kind(m, std::type_identity<ElementType>(), "ElementType", "The type of elements: f16, f32, i8.")
      .def_readonly("name", &ElementType::name, "Its short name, or an empty text where only the width is known.")
      .def_readonly("bits", &ElementType::bits, "Its width.");
  add_kind(m, std::type_identity<MmaAtom>(), "MMA_Atom", "An MMA instruction.");
  add_kind(m, std::type_identity<CopyAtom>(), "Copy_Atom", "A copy instruction, perhaps with a type of values.");
  add_kind(m, std::type_identity<TiledCopy>(), "TiledCopy", "A copy tiled over threads; of one thread, its slice.");
  add_kind(m, std::type_identity<TvTiler>(), "TV_Tiler", "Tiles of threads and values, without an instruction.");
  add_kind(m, std::type_identity<TiledMma>(), "TiledMMA", "An MMA tiled over M, N and K; of one thread, its slice.");
  add_kind(m, std::type_identity<MatrixDescriptor>(), "MatrixDescriptor", "What tells WGMMA or tcgen05 where its tile of shared memory is.")
      .def_readonly("bits", &MatrixDescriptor::bits, "The 64 bits.");
  add_kind(m, std::type_identity<BitMatrix>(), "BitMatrix",
           "A layout as a matrix over F2, from bits of the coordinate to bits of the index.")
      .def_readonly("images", &BitMatrix::images, "The columns: the index that each bit of the coordinate changes.")
      .def_readonly("offset_bits", &BitMatrix::offset, "The index at coordinate 0.")
      .def("__reduce__", [](const BitMatrix& b) {
        return py::make_tuple(py::module_::import("cutescope").attr("_bit_matrix"),
                              py::make_tuple(groups_of(b.columns), groups_of(b.rows), b.images, b.offset, b.element_bits));
      });
  m.def("_bit_matrix", bit_matrix);
  py::enum_<Major>(m, "Major", "The order of a compact layout, or the major mode of an MMA's operand.")
      .value("left", Major::left)
      .value("right", Major::right)
      .value("MN", Major::mn)
      .value("K", Major::k);
  kind_at(Value(Major::left).index()) = {reinterpret_cast<PyTypeObject*>(m.attr("Major").ptr()), "Major"};
  for (std::size_t i = 0; i < std::variant_size_v<Value>; ++i)
    if (auto* type = kind_at(i).type; type != nullptr && i != Value(Major::left).index()) add_pictures(reinterpret_cast<PyObject*>(type));
}

}  // namespace app::python
