#include "algebra/language/call.hpp"

#include <fmt/format.h>

#include "algebra/language/pointers.hpp"
#include "algebra/layout/advice.hpp"

namespace algebra::expression {
namespace {

Problem wrong_kind(const Message& what, const Value& v, const Message& wanted) {
  return {"argument", message("{} needs {}, not {}.", what, wanted, plain(v)), {}};
}
/// Returns the Problem for an argument of the wrong kind. `what`: the argument's name.
Problem wrong_kind(std::string_view what, const Value& v, const Message& wanted) {
  return wrong_kind(Message::verbatim(std::string(what)), v, wanted);
}

void require_sizes(const IntTuple& shape) {
  shape.for_each_integer([&](Int i) {
    if (i.value < 0)
      throw Problem{"shape", message("The integers of a shape are not negative; {} has {}.", to_string(shape, Marks::plain), i.value), {}};
  });
}

bool only_integers(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer();
  for (int i = 0; i < t.rank(); ++i)
    if (!only_integers(t.mode(i))) return false;
  return true;
}

bool is_shaped(const Value& v) {
  return std::holds_alternative<Layout>(v) || std::holds_alternative<ComposedLayout>(v) || std::holds_alternative<Tensor>(v);
}

/// Runs f and blames argument i for a Problem.
template <class F>
auto blaming(std::size_t i, F&& f) {
  try {
    return f();
  } catch (Problem& p) {
    throw ArgumentProblem{std::move(p), i};
  }
}

}  // namespace

Layout layout_of(const Value& v, std::string_view what) {
  if (const auto* layout = std::get_if<Layout>(&v)) return *layout;
  if (std::holds_alternative<Zip>(v))
    throw Problem{"argument",
                  message("{} takes no zipped tensors or layouts such as {}; of zipped tensors get<0>(unzip_tensor(Z)) is the first.", what,
                          plain(v)),
                  {}};
  if (std::holds_alternative<Tensor>(v))
    throw Problem{"argument", message("{} takes no tensor such as {}; layout(T) is the layout of a tensor T.", what, plain(v)), {}};
  const auto* shape = std::get_if<IntTuple>(&v);
  if (shape == nullptr || !only_integers(*shape)) throw wrong_kind(what, v, "a layout or a shape");
  require_sizes(*shape);
  return make_layout(*shape);
}

Layout layout_of(const IntTuple& shape, const IntTuple& stride) {
  if (!only_integers(shape)) throw wrong_kind(Message("The shape of a layout"), shape, "integers");
  if (!only_integers(stride)) throw wrong_kind(Message("The stride of a layout"), stride, "integers");
  require_sizes(shape);
  shape.for_each_integer([](Int i) {
    if (i.basis != 0) throw Problem{"shape", "A shape has no basis elements such as 1@0; strides do.", {}};
  });
  if (!congruent(shape, stride)) {
    const auto numbers = [](const IntTuple& t) { return t.leaves() == 1 ? Message("1 number") : message("{} numbers", t.leaves()); };
    throw Problem{"congruent",
                  stride.leaves() == shape.leaves()
                      ? message("The stride {} does not have the profile of the shape {}.", plain(stride), plain(shape))
                      : message("The stride {} does not have the profile of the shape {}: it has {}, the shape has {}.", plain(stride),
                                plain(shape), numbers(stride), numbers(shape)),
                  {}};
  }
  return {shape, stride};
}

std::optional<IntTuple> tuple_of(const Tiler& tiler) {
  if (const auto* leaf = std::get_if<IntTuple>(&tiler.is)) return *leaf;
  if (!tiler.by_mode()) return std::nullopt;
  IntTuple t;
  for (const auto& m : tiler.modes()) {
    const auto mode = tuple_of(m);
    if (!mode) return std::nullopt;
    t.append(*mode);
  }
  return t;
}

Tiler tiler_of(const Value& v, std::string_view what) {
  if (const auto* tiler = std::get_if<Tiler>(&v)) return *tiler;
  if (const auto* layout = std::get_if<Layout>(&v)) return algebra::tiler_of(*layout);
  if (const auto* shape = std::get_if<IntTuple>(&v)) {
    require_sizes(*shape);
    return algebra::tiler_of(*shape);
  }
  throw wrong_kind(what, v, "a tiler");
}

const Value& Call::argument(std::size_t i) const {
  if (i >= arguments.size()) throw Problem{"argument", message("{} needs {} arguments.", name, i + 1), {}};
  return arguments[i];
}

bool Call::is_tuple(std::size_t i) const {
  const auto* tiler = std::get_if<Tiler>(&argument(i));
  return tiler != nullptr ? tuple_of(*tiler).has_value() : std::holds_alternative<IntTuple>(arguments[i]);
}

IntTuple Call::tuple(std::size_t i) const {
  if (const auto* t = std::get_if<IntTuple>(&argument(i))) return *t;
  if (const auto* tiler = std::get_if<Tiler>(&arguments[i]))
    if (auto t = tuple_of(*tiler)) return *t;
  throw ArgumentProblem{wrong_kind(name, arguments[i], "an integer or a tuple of integers"), i};
}

Int Call::integer(std::size_t i) const {
  const auto t = tuple(i);
  if (!t.is_integer()) throw ArgumentProblem{wrong_kind(name, arguments[i], "an integer"), i};
  return t.integer();
}

Layout Call::layout(std::size_t i) const {
  return blaming(i, [&] { return layout_of(argument(i), name); });
}

FunctionOrLayout Call::function(std::size_t i) const {
  return blaming(i, [&] { return function_of(argument(i), name); });
}

Layout Call::layout_or_tensor(std::size_t i) const {
  if (const auto* t = std::get_if<Tensor>(&argument(i)); t != nullptr && t->has_plain_layout()) return t->layout;
  return layout(i);
}

FunctionOrLayout function_of(const Value& v, std::string_view what) {
  if (const auto* s = std::get_if<Swizzle>(&v)) return *s;
  if (const auto* c = std::get_if<ComposedLayout>(&v)) return *c;
  if (const auto* c = std::get_if<ComposedFunction>(&v)) return *c;
  return layout_of(v, what);
}

Layout inner_layout(const Value& v) {
  if (const auto* c = std::get_if<ComposedLayout>(&v)) return c->layout;
  if (const auto* t = std::get_if<Tensor>(&v)) return t->layout;
  return layout_of(v, "This");
}

Tensor owning_tensor(Layout layout, std::optional<ElementType> type) {
  if (!layout.shape().all_static() || !layout.stride().all_static())
    throw Problem{"static",
                  message("CuTe's tensors that own their elements are static: write {}.", to_string(all_known(layout), Marks::underscores)),
                  {}};
  return {.offset = 0, .layout = std::move(layout), .type = std::move(type), .memory = MemorySpace::registers};
}

Layout Call::inner(std::size_t i) const {
  const auto& v = argument(i);
  return std::holds_alternative<ComposedLayout>(v) || std::holds_alternative<Tensor>(v) ? inner_layout(v) : layout(i);
}

IntTuple Call::profile(std::size_t i) const { return is_tuple(i) ? tuple(i) : inner(i).shape(); }

IntTuple Call::shape(std::size_t i) const { return is_tuple(i) ? integers(i) : inner(i).shape(); }

IntTuple Call::integers(std::size_t i) const {
  auto t = tuple(i);
  if (!only_integers(t)) throw ArgumentProblem{wrong_kind(name, arguments[i], "integers"), i};
  return t;
}

IntTuple Call::numbers(std::size_t i) const { return as_in_cpp ? with_zeros(tuple(i)) : integers(i); }

IntTuple Call::sizes(std::size_t i) const { return is_tuple(i) ? numbers(i) : shape(i); }

IntTuple Call::only_shape(std::size_t i) const {
  if (as_in_cpp && !is_tuple(i) && is_shaped(arguments[i]))
    throw ArgumentProblem{{"argument",
                           message("{} takes the shape of {} in C++, not the layout or tensor.", name, plain(arguments[i])),
                           {to_string(inner(i).shape(), Marks::underscores)}},
                          i};
  return shape(i);
}

IntTuple Call::only_sizes(std::size_t i) const { return is_tuple(i) ? sizes(i) : only_shape(i); }

Tensor Call::tensor(std::size_t i) const {
  if (const auto* t = std::get_if<Tensor>(&argument(i))) return *t;
  // The address becomes the pointer that the layout waits for.
  if (const auto* c = std::get_if<ComposedLayout>(&argument(i)); c != nullptr && c->outer.offset.pointer_bits != 0)
    return tensor_at({.layout = Layout()}, *c);
  if (const auto* c = std::get_if<ComposedLayout>(&argument(i))) return {.offset = 0, .layout = c->layout, .outer = c->outer};
  return {.offset = 0, .layout = layout(i)};
}

Tiler Call::tiler(std::size_t i) const {
  return blaming(i, [&] { return tiler_of(argument(i), name); });
}

std::int64_t Call::index(std::size_t i) const {
  if (i >= indices.size()) throw Problem{"template argument", message("{} needs a number in <>.", name), {}};
  const auto* t = std::get_if<IntTuple>(&indices[i]);
  if (t == nullptr || !t->is_integer()) throw wrong_kind(name, indices[i], "numbers in <>");
  return t->integer().value;
}

std::vector<std::int64_t> Call::path() const {
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < indices.size(); ++i) result.push_back(index(i));
  return result;
}

}  // namespace algebra::expression
