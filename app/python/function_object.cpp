#include "app/python/function_object.hpp"

#include <structmember.h>

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "algebra/language/arguments.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/statements.hpp"
#include "app/python/contract_warning.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"
#include "app/python/verdict_object.hpp"

namespace app::python {
namespace {

using algebra::Function;
using algebra::IntTuple;
using algebra::Problem;
using algebra::Value;
using algebra::expression::Call;

PyTypeObject* function_type = nullptr;

/// The result of a call of the object: the value, the verdict or the steps.
enum class Role : std::uint8_t { value, check, explain };
std::string_view word_of(Role role) { return role == Role::check ? "check" : role == Role::explain ? "explain" : ""; }

struct FunctionObject {
  PyObject_HEAD  //
      vectorcallfunc call;
  const Function* record;
  std::vector<Value>* indices;  ///< owned; null: none
  PyObject* self;               ///< the first argument of a bound method, A.get[0]; else null
  Role role;
};
FunctionObject& function_in(PyObject* o) { return *reinterpret_cast<FunctionObject*>(o); }

/// A call whose vectors keep their memory for the next one. Reading arguments may run Python, and that may call a function: the inner call,
/// or one of another thread while the GIL is released, takes another Scratch. The GIL guards the list.
class Scratch {
 public:
  Scratch() {
    auto& free = kept();
    if (free.empty()) call_ = std::make_unique<Call>();
    else call_ = std::move(free.back()), free.pop_back();
  }
  ~Scratch() {
    if (kept().size() < 4) kept().push_back(std::move(call_));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Call& operator*() const { return *call_; }

 private:
  static std::vector<std::unique_ptr<Call>>& kept() {
    static auto& calls = *new std::vector<std::unique_ptr<Call>>;  // outlives the interpreter's last call
    return calls;
  }
  std::unique_ptr<Call> call_;
};

/// Returns true if a call may take long enough to release the GIL: an operand has many elements, or is neither a layout nor integers.
bool worth_releasing(const Call& c) {
  constexpr std::int64_t many = 1 << 14;
  for (const auto& v : c.arguments) {
    if (std::holds_alternative<IntTuple>(v)) continue;
    const auto* l = std::get_if<algebra::Layout>(&v);
    if (l == nullptr) return true;
    std::int64_t size = 1;
    l->shape().for_each_integer([&](algebra::Int i) { size = size > many ? size : size * i.value; });
    if (size > many) return true;
  }
  return false;
}

/// Runs the function. The GIL is held again when a C++ exception leaves it.
Value run(const Function& function, const Call& c) {
  const auto run = [&] {
    Value result = function.run(c);
    algebra::expression::require_usable(result);
    return result;
  };
  if (!worth_releasing(c)) return run();
  const py::gil_scoped_release released;
  return run();
}

/// Returns the call as a text of the language.
std::string text_of_call(const Call& c, bool marks) {
  const auto shown = marks ? algebra::Marks::underscores : algebra::Marks::plain;
  std::string text(c.name), between;
  for (std::size_t i = 0; i < c.indices.size(); ++i) text += (i == 0 ? "<" : ",") + algebra::to_string(c.indices[i], algebra::Marks::plain);
  if (!c.indices.empty()) text += ">";
  text += "(";
  for (std::size_t i = 0; i < c.arguments.size(); ++i) {
    const auto& name = i < c.names.size() ? c.names[i] : std::string();
    text += between + (name.empty() ? algebra::to_string(c.arguments[i], shown) : name);
    between = ", ";
  }
  return text + ")";
}
bool has_marks(const Call& c);
std::pair<std::string, algebra::IntegerRule> written(const Call& c) {
  const bool marks = has_marks(c);
  return {text_of_call(c, marks), marks ? algebra::IntegerRule::cute : algebra::IntegerRule::math};
}
bool has_marks(const Call& c) { return std::any_of(c.arguments.begin(), c.arguments.end(), has_dynamic); }

/// Throws the language's diagnostic for the text of the call, with suggestions; the problem itself if the language does not refuse the
/// text.
[[noreturn]] void refuse(const Call& c, Problem p) {
  auto [text, rule] = written(c);
  if (text.size() < algebra::max_source) {
    const py::gil_scoped_release released;
    auto e = algebra::evaluate(text, {}, rule);
    if (!e) throw Refused{std::move(e.error()), std::move(text)};
  }
  throw p;
}

/// Converts a tiler of integers, [0,2], to a tuple, as a list of modes is no tiler. Leaves other values unchanged.
void take_as_tuple(Value& v) {
  const auto* tiler = std::get_if<algebra::Tiler>(&v);
  if (tiler == nullptr || !tiler->by_mode()) return;
  IntTuple t;
  for (const auto& mode : tiler->modes()) {
    const auto* leaf = std::get_if<IntTuple>(&mode.is);
    if (leaf == nullptr) return;
    t.append(*leaf);
  }
  v = std::move(t);
}

/// Returns the record's name of a keyword, as pycute has other names for its arguments. Returns other keywords unchanged.
std::string keyword_of(std::string word, const Function& record) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 5> of_pycute{
      {{"layout", 0}, {"layoutA", 0}, {"layoutB", 1}, {"profile", 1}, {"max_idx", 1}}};
  const auto* known = std::ranges::find(of_pycute, word, &std::pair<std::string_view, std::size_t>::first);
  if (known == of_pycute.end()) return word;
  std::vector<std::string> names;
  for (auto rest = record.parameters; !rest.empty();) names.emplace_back(algebra::take_until(rest, ' '));
  return std::ranges::find(names, word) == names.end() && known->second < names.size() ? names[known->second] : word;
}

/// Puts the arguments of a Python call into `c`, in CuTe's order.
void arrange(const FunctionObject& f, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords, Call& c) {
  const auto& record = *f.record;
  const auto first = f.self != nullptr ? 1u : 0u;
  const auto named = keywords != nullptr ? PyTuple_GET_SIZE(keywords) : 0;
  const auto all = static_cast<std::size_t>(count + named) + first;
  constexpr std::size_t most = 1024;  // more than any function takes
  if (all > most) fail("limit", fmt::format("A call has at most {} arguments.", most));
  c.name = record.name;
  c.steps = nullptr;
  if (f.indices != nullptr) c.indices = *f.indices;
  else c.indices.clear();
  c.arguments.resize(all);
  c.names.resize(all);
  for (auto& name : c.names) name.clear();
  c.spans.resize(all);
  if (first != 0) read(f.self, c.arguments[0]);
  for (std::size_t i = first; i < all; ++i) {
    auto* o = arguments[i - first];
    // transform_layout(A, coalesce)
    if (Py_TYPE(o) == function_type && record.takes_function && i + 1 == all) {
      c.arguments[i] = IntTuple();
      c.names[i] = function_in(o).record->name;
      continue;
    }
    read(o, c.arguments[i]);
    if (record.indices == algebra::expression::any_number && record.arguments.most == 1) take_as_tuple(c.arguments[i]);
  }
  // Arguments that C++ takes only in <> may stand in (), as in classes of the DSL: Swizzle(3, 4, 3).
  if (record.indices != 0 && f.indices == nullptr && named == 0 && record.arguments.least == 0 &&
      static_cast<int>(all) > record.arguments.most) {
    for (auto& v : c.arguments) c.indices.push_back(std::move(v));
    c.arguments.clear(), c.names.clear(), c.spans.clear();
  }
  const auto given = static_cast<int>(all);
  const bool in_place = record.indices == algebra::expression::any_number || (record.indices == 0 && c.indices.empty());
  if (named == 0 && in_place && given >= record.arguments.least && given <= record.arguments.most) return;
  algebra::expression::Node node{.kind = algebra::expression::Node::Kind::call, .text = record.name};
  std::vector<std::string> words;
  if (named > 0) {
    node.children.resize(all);
    for (Py_ssize_t i = 0; i < named; ++i)
      words.push_back(keyword_of(py::cast<std::string>(py::handle(PyTuple_GET_ITEM(keywords, i))), record));
    node.keywords.assign(all, std::string_view());
    for (std::size_t i = 0; i < words.size(); ++i) node.keywords[all - words.size() + i] = words[i];
  }
  c = algebra::expression::arranged(node, record, std::move(c));
}

/// Returns the arguments inside the only one, make_layout([A, B]) or make_layout(A for A in all), as in pycute, for functions of any number
/// of arguments. Null for other calls.
py::object spread(const FunctionObject& f, PyObject* const* arguments, Py_ssize_t count) {
  constexpr int many = 16;
  if (count != 1 || f.self != nullptr || f.record->arguments.most < many) return {};
  auto* only = arguments[0];
  const auto is_number = [](PyObject* o) { return PyLong_Check(o) || PyList_Check(o); };
  bool numbers = true;
  for (Py_ssize_t i = 0; PyList_Check(only) && i < PyList_GET_SIZE(only); ++i) numbers = numbers && is_number(PyList_GET_ITEM(only, i));
  if (!(PyIter_Check(only) || (PyList_Check(only) && !numbers))) return {};
  auto all = py::reinterpret_steal<py::object>(PySequence_Tuple(only));
  if (!all) throw py::error_already_set();
  return all;
}

PyObject* call(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  return guarded([&]() -> PyObject* {
    const auto& f = function_in(self);
    const Scratch scratch;
    auto& c = *scratch;
    auto count = PyVectorcall_NARGS(flags);
    const auto all = spread(f, arguments, keywords == nullptr ? count : 0);
    if (all) arguments = &PyTuple_GET_ITEM(all.ptr(), 0), count = PyTuple_GET_SIZE(all.ptr());
    arrange(f, arguments, count, keywords, c);
    return answer_of(*f.record, c);
  });
}

/// Arranges the arguments as for a call, and passes the call's text and its rule of integers to `f`.
template <class F>
PyObject* of_call(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords, F&& f) {
  return guarded([&]() -> PyObject* {
    const Scratch scratch;
    auto& c = *scratch;
    arrange(function_in(self), arguments, PyVectorcall_NARGS(flags), keywords, c);
    const auto [text, rule] = written(c);
    return f(text, rule).release().ptr();
  });
}
PyObject* check(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  return of_call(self, arguments, flags, keywords, [](const std::string& text, auto rule) { return checked(text, {}, rule); });
}
PyObject* explain(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
  return of_call(self, arguments, flags, keywords, [](const std::string& text, auto rule) { return explained(text, {}, rule); });
}

PyObject* function_object(const Function& record, std::vector<Value>* indices, PyObject* self, Role role = Role::value) {
  auto* o = PyObject_New(FunctionObject, function_type);
  if (o == nullptr) {
    delete indices;
    return nullptr;
  }
  o->call = role == Role::check ? check : role == Role::explain ? explain : call;
  o->role = role;
  o->record = &record;
  o->indices = indices;
  o->self = Py_XNewRef(self);
  return reinterpret_cast<PyObject*>(o);
}

void deallocate(PyObject* o) {
  delete function_in(o).indices;
  Py_XDECREF(function_in(o).self);
  PyObject_Free(o);
  Py_DECREF(function_type);
}

std::vector<Value> indices_of(PyObject* key) {
  std::vector<Value> indices;
  if (!PyTuple_Check(key)) {
    indices.push_back(value_of(key));
    return indices;
  }
  constexpr Py_ssize_t most = 64;
  if (PyTuple_GET_SIZE(key) > most) fail("limit", fmt::format("At most {} things stand in <>.", most));
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(key); ++i) indices.push_back(value_of(PyTuple_GET_ITEM(key, i)));
  return indices;
}

PyObject* subscript(PyObject* o, PyObject* key) {
  return guarded([&] {
    const auto& f = function_in(o);
    return function_object(*f.record, new std::vector<Value>(indices_of(key)), f.self, f.role);
  });
}

std::vector<Value>* copied_indices(const FunctionObject& f) { return f.indices != nullptr ? new std::vector<Value>(*f.indices) : nullptr; }

/// Binds a method of the kinds of values to its object.
PyObject* bind(PyObject* o, PyObject* object, PyObject*) {
  const auto& f = function_in(o);
  if (object == nullptr || object == Py_None || f.self != nullptr) return Py_NewRef(o);
  return guarded([&] { return function_object(*f.record, copied_indices(f), object, f.role); });
}

PyObject* unicode(std::string_view text) { return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"); }

/// Returns its name in the module: composition, composition.check.
std::string qualified(const FunctionObject& f) {
  const auto word = word_of(f.role);
  return word.empty() ? std::string(f.record->name) : fmt::format("{}.{}", f.record->name, word);
}

PyObject* represented(PyObject* o) {
  return guarded([&] {
    const auto& f = function_in(o);
    auto words = f.role == Role::value && f.indices == nullptr ? std::string(f.record->signature) : qualified(f);
    for (std::size_t i = 0; f.indices != nullptr && i < f.indices->size(); ++i) words += (i == 0 ? "[" : ", ") + text_of((*f.indices)[i]);
    if (f.indices != nullptr) words += "]";
    if (f.self != nullptr) words += fmt::format(" of {}", py::cast<std::string>(py::repr(f.self)));
    return unicode(fmt::format("<cutescope function {}>", words));
  });
}

PyObject* documentation(PyObject* o, void*) {
  return guarded([&] {
    const auto& r = *function_in(o).record;
    if (const auto role = function_in(o).role; role != Role::value)
      return unicode(fmt::format(
          "{} of a call of {}, whose arguments it takes.",
          role == Role::check ? "The verdict, whether the result keeps the contract," : "The steps, with the numbers,", r.signature));
    auto words = fmt::format("{}\n\n{}", r.signature, r.meaning);
    if (!r.formula.empty() && r.formula != r.meaning) words += fmt::format("\n\n{}", r.formula);
    if (!r.parameters.empty()) words += fmt::format("\n\nparameters: {}", r.parameters);
    if (!r.example.expression.empty()) {
      words += "\n\n";
      if (!r.example.entry.empty()) words += fmt::format("{}\n", r.example.entry);
      words += fmt::format("{} -> {}", r.example.expression, r.example.answer);
    }
    words += "\n\nErrors: cutescope.Error where CuTe would refuse the call, with what would work nearby.";
    return unicode(words);
  });
}

template <std::string_view Function::*field>
PyObject* field_of(PyObject* o, void*) {
  return unicode(function_in(o).record->*field);
}
PyObject* module_of(PyObject*, void*) { return unicode("cutescope"); }
PyObject* group_of(PyObject* o, void*) { return unicode(algebra::expression::title_of(function_in(o).record->group)); }
PyObject* counts_of(PyObject* o, void*) {
  const auto& r = *function_in(o).record;
  return Py_BuildValue("(iii)", r.arguments.least, r.arguments.most, r.indices);
}
PyObject* aliases_of(PyObject* o, void*) {
  return guarded([&] {
    py::list names;
    for (const auto& a : function_in(o).record->aliases)
      if (!a.is_type) names.append(py::reinterpret_steal<py::object>(unicode(a.name)));
    return py::tuple(names).release().ptr();
  });
}

template <Role role>
PyObject* with_role(PyObject* o, void*) {
  return guarded([&] { return function_object(*function_in(o).record, copied_indices(function_in(o)), function_in(o).self, role); });
}
PyObject* name_of(PyObject* o, void*) {
  const auto word = word_of(function_in(o).role);
  return unicode(word.empty() ? function_in(o).record->name : word);
}
PyObject* qualified_name(PyObject* o, void*) {
  return guarded([&] { return unicode(qualified(function_in(o))); });
}
/// Returns the signature for inspect.signature, made from the record's parameters and counts.
PyObject* signature_of(PyObject* o, void*) {
  return guarded([&] {
    const auto& f = function_in(o);
    const auto of_function = py::module_::import("cutescope._signatures").attr("of_function");
    return of_function(py::handle(o), f.indices != nullptr, f.self != nullptr).release().ptr();
  });
}

std::array<PyGetSetDef, 16> properties{
    {{"__doc__", documentation, nullptr, nullptr, nullptr},
     {"__name__", name_of, nullptr, nullptr, nullptr},
     {"__qualname__", qualified_name, nullptr, nullptr, nullptr},
     {"__signature__", signature_of, nullptr, nullptr, nullptr},
     {"__module__", module_of, nullptr, nullptr, nullptr},
     {"check", with_role<Role::check>, nullptr, "check(...) is the verdict of a call: whether its result keeps the contract.", nullptr},
     {"explain", with_role<Role::explain>, nullptr, "explain(...) has the steps of a call, with its numbers.", nullptr},
     {"signature", field_of<&Function::signature>, nullptr, "The ways to call it in the language.", nullptr},
     {"meaning", field_of<&Function::meaning>, nullptr, "What it does, in one line.", nullptr},
     {"formula", field_of<&Function::formula>, nullptr, "What is computed: R is the result, c a coordinate.", nullptr},
     {"parameters", field_of<&Function::parameters>, nullptr, "The names of its arguments, separated by blanks.", nullptr},
     {"group", group_of, nullptr, "Where help lists it.", nullptr},
     {"aliases", aliases_of, nullptr, "Its other names.", nullptr},
     {"counts", counts_of, nullptr, "The least and the most arguments, and how many stand in <>, -1 for any number.", nullptr},
     {nullptr, nullptr, nullptr, nullptr, nullptr}}};
std::array<PyMemberDef, 2> members{
    {{"__vectorcalloffset__", T_PYSSIZET, offsetof(FunctionObject, call), READONLY, nullptr}, {nullptr, 0, 0, 0, nullptr}}};
/// Reduces it for pickle and copy: name, indices, bound object and role.
PyObject* reduced(PyObject* o, PyObject*) {
  return guarded([&] {
    const auto& f = function_in(o);
    py::object indices = py::none();
    if (f.indices != nullptr) {
      py::tuple all(f.indices->size());
      for (std::size_t i = 0; i < f.indices->size(); ++i) all[i] = made((*f.indices)[i]);
      indices = all;
    }
    const auto self = f.self != nullptr ? py::reinterpret_borrow<py::object>(f.self) : py::object(py::none());
    const auto function = py::module_::import("cutescope").attr("_function");
    return py::make_tuple(function, py::make_tuple(std::string(f.record->name), indices, self, std::string(word_of(f.role))))
        .release()
        .ptr();
  });
}

// Supports Function[P, R] in annotations, as in the type hints.
std::array<PyMethodDef, 3> methods{{{"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, nullptr},
                                    {"__reduce__", reduced, METH_NOARGS, nullptr},
                                    {nullptr, nullptr, 0, nullptr}}};

void make_type() {
  // The type has no documentation, so that help() displays the record's.
  std::array<PyType_Slot, 12> slots{{{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                                     {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                     {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
                                     {Py_tp_members, members.data()},
                                     {Py_tp_methods, methods.data()},
                                     {Py_tp_getset, properties.data()},
                                     {Py_tp_repr, reinterpret_cast<void*>(represented)},
                                     {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
                                     {0, nullptr}}};
  // A method receives its object as the first argument, without a bound function in between.
  PyType_Spec spec{
      .name = "cutescope.Function",
      .basicsize = sizeof(FunctionObject),
      .itemsize = 0,
      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION,
      .slots = slots.data()};
  function_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (function_type == nullptr) throw py::error_already_set();
}

Value run_function(const FunctionObject& f, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) {
  const Scratch scratch;
  auto& c = *scratch;
  arrange(f, arguments, count, keywords, c);
  try {
    return run(*f.record, c);
  } catch (Problem& p) {
    refuse(c, std::move(p));
  }
}

}  // namespace

PyObject* answer_of(const Function& function, const Call& c) {
  auto result = [&] {
    try {
      return run(function, c);
    } catch (Problem& p) {
      refuse(c, std::move(p));
    }
  }();
  if (function.contract != nullptr) warn_of(function, c, result, written);
  return object_of(std::move(result));
}

Value called(const Function& record, const py::args& arguments, const py::kwargs& keywords) {
  std::vector<PyObject*> all;
  for (const auto one : arguments) all.push_back(one.ptr());
  py::list names;
  for (const auto& [name, value] : keywords) names.append(name), all.push_back(value.ptr());
  FunctionObject f{};
  f.record = &record;
  return run_function(f, all.data(), static_cast<Py_ssize_t>(arguments.size()), py::tuple(names).ptr());
}

Value called_with_indices(const Function& record, py::handle key) {
  auto indices = indices_of(key.ptr());
  FunctionObject f{};
  f.record = &record;
  f.indices = &indices;
  return run_function(f, nullptr, 0, nullptr);
}

void add_functions(py::module_& m) {
  make_type();
  m.add_object("Function", py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(function_type)));
  py::dict functions;
  for (const auto& record : algebra::functions()) {
    if (record.run == nullptr) continue;
    auto function = py::reinterpret_steal<py::object>(function_object(record, nullptr, nullptr));
    if (!function) throw py::error_already_set();
    const std::string first(record.name);
    functions[first.c_str()] = function;
    std::vector<std::string> names{first};
    for (const auto& alias : record.aliases)
      if (!alias.is_type) names.emplace_back(alias.name);
    for (const auto& name : names) {
      if (!py::hasattr(m, name.c_str())) m.attr(name.c_str()) = function;
      if (record.arguments.most == 0) continue;
      for (std::size_t k = 0; k < std::variant_size_v<Value>; ++k)
        if (auto* type = kind_at(k).type; type != nullptr && PyObject_HasAttrString(reinterpret_cast<PyObject*>(type), name.c_str()) == 0)
          py::setattr(reinterpret_cast<PyObject*>(type), name.c_str(), function);
    }
  }
  m.attr("functions") = functions;
}

}  // namespace app::python
