#include "app/python/layout_object.hpp"

#include <structmember.h>

#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/operations.hpp"
#include "app/python/array_calls.hpp"
#include "app/python/errors.hpp"
#include "app/python/function_object.hpp"
#include "app/python/objects.hpp"

namespace app::python {

PyTypeObject* layout_type = nullptr;

namespace {

using algebra::Int;
using algebra::IntTuple;
using algebra::Layout;

/// Freed objects, for reuse: most results are dropped soon, and the memory freed last is in the cache. The GIL guards it.
class Spare {
 public:
  LayoutObject* take() {
    if (count_ == 0) return PyObject_New(LayoutObject, layout_type);
    auto* o = kept_[--count_];
    PyObject_Init(reinterpret_cast<PyObject*>(o), layout_type);
    return o;
  }
  void give(LayoutObject* o) {
    if (count_ < kept_.size()) kept_[count_++] = o;
    else PyObject_Free(o);
    Py_DECREF(layout_type);
  }

 private:
  std::array<LayoutObject*, 32> kept_{};
  std::size_t count_ = 0;
};
Spare spare;

LayoutObject& self_of(PyObject* o) { return *reinterpret_cast<LayoutObject*>(o); }
const Layout& layout_in(PyObject* o) { return self_of(o).value; }

void deallocate_layout(PyObject* o) {
  self_of(o).value.~Layout();
  spare.give(reinterpret_cast<LayoutObject*>(o));
}

/// Returns the size of a layout whose indices need no marks and checks; else other_integers.
std::int64_t size_of(LayoutObject& o) {
  if (o.size != LayoutObject::unknown) return o.size;
  const auto& l = o.value;
  const bool plain = l.shape().all_static() && l.stride().all_static() && !algebra::has_basis(l) && !algebra::has_negative_size(l);
  return o.size = plain ? algebra::size(l) : LayoutObject::other_integers;
}

/// Adds the index of a coordinate that has an integer within the shape for each integer of the shape; returns false for other coordinates,
/// which the algebra handles.
bool add_index(PyObject* coordinate, IntTuple::View shape, IntTuple::View stride, std::int64_t& index) {
  if (PyTuple_CheckExact(coordinate)) {
    if (!shape.is_tuple() || PyTuple_GET_SIZE(coordinate) != shape.rank()) return false;
    auto d = stride.modes().begin();
    Py_ssize_t i = 0;
    for (const auto s : shape.modes()) {
      if (!add_index(PyTuple_GET_ITEM(coordinate, i++), s, *d, index)) return false;
      ++d;
    }
    return true;
  }
  if (!PyLong_CheckExact(coordinate) || !shape.is_integer()) return false;
  int overflow = 0;
  const auto i = PyLong_AsLongLongAndOverflow(coordinate, &overflow);
  if (overflow != 0 || i < 0 || i >= shape.integer().value) return false;
  index += i * stride.integer().value;  // within the cosize, which has 63 bits
  return true;
}

PyObject* at(const Layout& l, const IntTuple& coordinate) {
  if (algebra::has_underscore(coordinate)) return layout_object(algebra::slice(coordinate, l));
  return object_of(algebra::index_of(coordinate, l).view()).release().ptr();
}

/// Calls a layout: layout(i), layout(i, j), layout((i, None)).
PyObject* call_layout(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  const auto count = PyVectorcall_NARGS(flags);
  if (keywords != nullptr && PyTuple_GET_SIZE(keywords) > 0) {
    PyErr_SetString(PyExc_TypeError, "a layout is called with a coordinate, without keywords");
    return nullptr;
  }
  auto& o = self_of(self);
  if (count == 1 && PyLong_CheckExact(arguments[0])) {
    int overflow = 0;
    const auto i = PyLong_AsLongLongAndOverflow(arguments[0], &overflow);
    if (overflow == 0 && i >= 0 && i < size_of(o)) return PyLong_FromLongLong(o.value(i));
  }
  if (count == 1 && PyTuple_CheckExact(arguments[0]) && size_of(o) >= 0) {
    std::int64_t index = 0;
    if (add_index(arguments[0], o.value.shape().view(), o.value.stride().view(), index)) return PyLong_FromLongLong(index);
  }
  return guarded([&]() -> PyObject* {
    if (count == 0) fail("argument", "A layout is called with a coordinate, such as A(5), A(2, 1) or A(2, None).");
    if (has_array(arguments, static_cast<std::size_t>(count)))
      return called_with_arrays(o.value, arguments, static_cast<std::size_t>(count)).release().ptr();
    if (count == 1) return at(o.value, tuple_of(arguments[0], "coordinate of a call"));
    IntTuple coordinate;
    for (Py_ssize_t i = 0; i < count; ++i) {
      if (PyLong_CheckExact(arguments[i])) {
        int overflow = 0;
        const auto value = PyLong_AsLongLongAndOverflow(arguments[i], &overflow);
        if (overflow != 0) fail("overflow", "An integer has at most 63 bits.");
        coordinate.append(Int{value, true});
      } else {
        coordinate.append(tuple_of(arguments[i], "coordinate of a call"));
      }
    }
    return at(o.value, coordinate);
  });
}

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* keywords) {
  static const std::array<const char*, 3> names{"shape", "stride", nullptr};
  PyObject *shape = nullptr, *stride = nullptr;
  if (PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:Layout", const_cast<char**>(names.data()), &shape, &stride) == 0)
    return nullptr;
  return guarded([&]() -> PyObject* {
    if (stride == nullptr || stride == Py_None) return layout_object(layout_of(shape));
    const auto s = tuple_of(shape, "shape of a layout");
    const auto v = value_of(stride);
    const auto* major = std::get_if<algebra::Major>(&v);
    const auto* d = std::get_if<IntTuple>(&v);
    if (major == nullptr && d == nullptr)
      fail("argument", fmt::format("The stride of a layout is an integer or a tuple, not {}.", text_of(v)));
    auto l = major != nullptr ? algebra::make_layout(algebra::expression::layout_of(s, "Layout").shape(), *major)
                              : algebra::expression::layout_of(s, *d);
    algebra::size_of(l);
    algebra::cosize_of(l);
    return layout_object(std::move(l));
  });
}

PyObject* plain_layout_text(PyObject* o) {
  return guarded([&] {
    const auto words = text_of(layout_in(o));
    return PyUnicode_FromStringAndSize(words.data(), static_cast<Py_ssize_t>(words.size()));
  });
}
PyObject* layout_text(PyObject* o) {
  return guarded([&] {
    const auto words = fmt::format("Layout(\"{}\")", text_of(layout_in(o)));
    return PyUnicode_FromStringAndSize(words.data(), static_cast<Py_ssize_t>(words.size()));
  });
}

/// Returns true if the numbers are equal, static or not, as 4 == Dynamic(4).
bool same_numbers(const IntTuple& a, const IntTuple& b) {
  const auto plain = [](Int i) { return Int{i.value, true, i.basis}; };
  return a == b || a.transformed(plain) == b.transformed(plain);
}

PyObject* compare(PyObject* a, PyObject* b, int how) {
  if (as_layout(a) == nullptr || as_layout(b) == nullptr || (how != Py_EQ && how != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  const bool same = same_numbers(layout_in(a).shape(), layout_in(b).shape()) && same_numbers(layout_in(a).stride(), layout_in(b).stride());
  return PyBool_FromLong((same == (how == Py_EQ)) ? 1 : 0);
}

Py_hash_t hash(PyObject* o) {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL;
  const auto mix = [&](std::uint64_t x) { h = (h ^ x) * 0xff51afd7ed558ccdULL, h ^= h >> 32; };
  const auto add = [&](const IntTuple& t) {
    mix(static_cast<std::uint64_t>(t.depth()) << 32 | static_cast<std::uint64_t>(t.rank()));
    t.for_each_integer([&](Int i) { mix(static_cast<std::uint64_t>(i.value)), mix(i.basis); });
  };
  add(layout_in(o).shape());
  add(layout_in(o).stride());
  return static_cast<Py_hash_t>(h == ~std::uint64_t{0} ? 1 : h);
}

Py_ssize_t length(PyObject* o) { return algebra::rank(layout_in(o)); }
PyObject* item(PyObject* o, Py_ssize_t i) {
  const int rank = algebra::rank(layout_in(o));
  if (i < 0 || i >= rank) {
    PyErr_Format(PyExc_IndexError, "mode %zd of a layout of rank %d", i, rank);
    return nullptr;
  }
  return layout_object(algebra::mode(layout_in(o), static_cast<int>(i)));
}
/// Returns A[1:3], the layout of these modes, as CuTe's take and select make it.
PyObject* modes_in(PyObject* o, PyObject* range) {
  Py_ssize_t begin = 0, end = 0, step = 0;
  if (PySlice_Unpack(range, &begin, &end, &step) != 0) return nullptr;
  const auto& l = layout_in(o);
  const auto count = PySlice_AdjustIndices(algebra::rank(l), &begin, &end, step);
  return guarded([&] {
    IntTuple shape, stride;
    for (Py_ssize_t i = 0; i < count; ++i) {
      const auto one = algebra::mode(l, static_cast<int>(begin + i * step));
      shape.append(one.shape()), stride.append(one.stride());
    }
    return layout_object(Layout(std::move(shape), std::move(stride)));
  });
}
PyObject* layout_item(PyObject* o, PyObject* key) {
  if (PySlice_Check(key)) return modes_in(o, key);
  const auto i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred() != nullptr) return nullptr;
  return item(o, i < 0 ? i + algebra::rank(layout_in(o)) : i);
}

/// Returns A @ B, the language's A o B.
PyObject* composed(PyObject* a, PyObject* b) {
  return guarded([&]() -> PyObject* {
    const auto& function = algebra::function_of(algebra::Notation::compose);
    algebra::expression::Call c{
        .name = function.name, .indices = {}, .arguments = {value_of(a), value_of(b)}, .names = {"", ""}, .spans = {{}, {}}};
    return answer_of(function, c);
  });
}

PyObject* shape(PyObject* o, void*) {
  return guarded([&] { return object_of(layout_in(o).shape().view()).release().ptr(); });
}
PyObject* stride(PyObject* o, void*) {
  return guarded([&] { return object_of(layout_in(o).stride().view()).release().ptr(); });
}
/// Reduces a layout for pickle and copy.
PyObject* pickled_layout(PyObject* o, PyObject*) {
  return guarded([&] {
    const auto& l = layout_in(o);
    return py::make_tuple(py::handle(reinterpret_cast<PyObject*>(layout_type)),
                          py::make_tuple(object_of(l.shape().view()), object_of(l.stride().view())))
        .release()
        .ptr();
  });
}

constexpr const char* about_layout =
    "Layout(shape, stride=None)\n--\n\n"
    "Layout(text) · Layout(shape, stride=None) · Layout(object)\n\n"
    "A shape and a stride, which map coordinates to indices.\n\n"
    "text: \"(8,8):(8,1)\", or any expression of the language whose value is a layout\n"
    "shape, stride: an int or a nested tuple of them, the two congruent; without a stride the layout is compact, as LayoutLeft\n"
    "object: what has a shape and a stride, as pycute's layouts and tensors of torch and numpy do, or prints a layout\n\n"
    "A(i) is the index of the 1-D coordinate i, A(i, j) that of a coordinate of each mode, and A(2, None) the slice of mode 1;\n"
    "arrays of coordinates, A(numpy.arange(4)), give an array of indices.\n"
    "A[i] is mode i, A[1:3] the layout of modes 1 and 2, len(A) the rank, A == B compares shapes and strides, A @ B is composition(A, B).\n"
    "Every function of the module is a method, too: A.size() is size(A).\n\n"
    "Errors: cutescope.Error where the text is refused, or shape and stride are not congruent.";

std::array<PyGetSetDef, 3> layout_properties{{{"shape", shape, nullptr, "The shape: an int or a nested tuple of them.", nullptr},
                                              {"stride", stride, nullptr, "The strides, congruent to the shape.", nullptr},
                                              {nullptr, nullptr, nullptr, nullptr, nullptr}}};
std::array<PyMemberDef, 2> layout_members{
    {{"__vectorcalloffset__", T_PYSSIZET, offsetof(LayoutObject, call), READONLY, nullptr}, {nullptr, 0, 0, 0, nullptr}}};
std::array<PyMethodDef, 2> layout_methods{{{"__reduce__", pickled_layout, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}}};

}  // namespace

PyObject* layout_object(Layout&& l) noexcept {
  auto* o = spare.take();
  if (o == nullptr) return nullptr;
  o->call = call_layout;
  o->size = LayoutObject::unknown;
  ::new (static_cast<void*>(&o->value)) Layout(std::move(l));
  return reinterpret_cast<PyObject*>(o);
}

void add_layout(py::module_& m) {
  std::array<PyType_Slot, 20> slots{{{Py_tp_doc, const_cast<char*>(about_layout)},
                                     {Py_tp_new, reinterpret_cast<void*>(make)},
                                     {Py_tp_dealloc, reinterpret_cast<void*>(deallocate_layout)},
                                     {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                     {Py_tp_members, layout_members.data()},
                                     {Py_tp_methods, layout_methods.data()},
                                     {Py_tp_getset, layout_properties.data()},
                                     {Py_tp_str, reinterpret_cast<void*>(plain_layout_text)},
                                     {Py_tp_repr, reinterpret_cast<void*>(layout_text)},
                                     {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
                                     {Py_tp_hash, reinterpret_cast<void*>(hash)},
                                     {Py_sq_length, reinterpret_cast<void*>(length)},
                                     {Py_sq_item, reinterpret_cast<void*>(item)},
                                     {Py_mp_length, reinterpret_cast<void*>(length)},
                                     {Py_mp_subscript, reinterpret_cast<void*>(layout_item)},
                                     {Py_nb_matrix_multiply, reinterpret_cast<void*>(composed)},
                                     {0, nullptr}}};
  PyType_Spec spec{.name = "cutescope.Layout",
                   .basicsize = sizeof(LayoutObject),
                   .itemsize = 0,
                   .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
                   .slots = slots.data()};
  layout_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (layout_type == nullptr) throw py::error_already_set();
  kind_at(algebra::Value(Layout()).index()) = {layout_type, "Layout"};
  m.add_object("Layout", py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(layout_type)));
}

}  // namespace app::python
