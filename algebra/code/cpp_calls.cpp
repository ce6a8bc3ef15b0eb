#include "algebra/code/cpp_calls.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/code/cpp.hpp"
#include "algebra/code/cpp_literals.hpp"

namespace algebra::code::cpp {
namespace {

using Parts = std::vector<Part>;

std::string templated(const Written& w) { return w.indices.empty() ? std::string() : "<" + plain_integers(w.indices) + ">"; }
std::string called(const Written& w, const Parts& arguments) { return fmt::format("{}{}({})", w.name(), templated(w), joined(arguments)); }

/// Writes f(arguments), the first `count` of them as layouts.
std::string with_layouts(const Written& w, std::size_t count) {
  auto a = w.given();
  for (std::size_t i = 0; i < std::min(count, a.size()); ++i) a[i].text = Cpp::as_layout(a[i]);
  return called(w, a);
}
std::string with_shape(const Written& w, std::size_t at) {
  auto a = w.given();
  if (a.size() > at) a[at].text = Cpp::as_shape(a[at]);
  return called(w, a);
}
/// Writes f(tensor, tiler or threads, coordinate, step).
std::string cut(const Written& w, std::string second) {
  auto a = w.given();
  a[0].text = Cpp::as_tensor(a[0]);
  a[1].text = std::move(second);
  a[2].text = Cpp::renamed(a[2].text, "make_coord");
  if (a.size() == 4) a[3].text = Cpp::renamed(a[3].text, "make_step");
  return fmt::format("{}({})", w.name(), joined(a));
}
/// Writes f(first, layouts).
std::string then_layouts(const Written& w) {
  const auto& a = w.given();
  auto text = a[0].text;
  for (std::size_t i = 1; i < a.size(); ++i) text += ", " + Cpp::as_layout(a[i]);
  return fmt::format("{}({})", w.name(), text);
}

}  // namespace

std::string none(const Cpp&, const Written& w) {
  Writer::refuse(*w.node, message("CuTe has no {}: only Cutescope evaluates it.", w.name()));
}
std::string plain(const Cpp&, const Written& w) { return called(w, w.given()); }
std::string infix(const Cpp&, const Written& w) { return code::infix(w, expression::sign_of(w.function->notation)); }
std::string value(const Cpp&, const Written& w) { return cpp_of(w.value); }

std::string layout_first(const Cpp&, const Written& w) { return with_layouts(w, 1); }
std::string two_layouts(const Cpp&, const Written& w) { return with_layouts(w, 2); }
// CuTe's layout(Z) takes at least one mode.
std::string layout(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  return a[0].is_zip() && w.indices.empty() ? a[0].text + ".layout()" : layout_first(c, w);
}
std::string all_layouts(const Cpp&, const Written& w) { return with_layouts(w, w.given().size()); }
std::string layout_alone(const Cpp&, const Written& w) { return with_layouts(w, w.given().size() == 1 ? 1 : 0); }
std::string modes(const Cpp&, const Written& w) {
  const auto& a = w.given();
  return with_layouts(w, std::any_of(a.begin(), a.end(), [](const Part& p) { return !p.is_tuple(); }) ? 2 : 0);
}

std::string shapes(const Cpp&, const Written& w) {
  auto a = w.given();
  for (auto& p : a) p.text = Cpp::as_shape(p);
  return called(w, a);
}
std::string shape_first(const Cpp&, const Written& w) { return with_shape(w, 0); }
std::string shape_second(const Cpp&, const Written& w) { return with_shape(w, 1); }
std::string as_given(const Cpp&, const Written& w) {
  return w.arguments.empty() && w.indices.empty() ? cpp_of(w.value) : fmt::format("{}{}({})", w.name(), templated(w), w.given()[0].text);
}

std::string method(const Cpp&, const Written& w) {
  const auto& a = w.given();
  return fmt::format("{}.{}({})", Cpp::as_layout(a[0]), w.name(), joined(a, 1));
}
std::string getter(const Cpp&, const Written& w) { return fmt::format("{}.get_{}()", w.given()[0].text, w.name()); }
std::string member(const Cpp&, const Written& w) { return fmt::format("{}.{}_", w.given()[0].text, w.name()); }
std::string member_type(const Cpp&, const Written& w) {
  const auto& a = w.given()[0];
  const auto type = fmt::format("decltype({})", a.text);
  const auto holder = std::holds_alternative<MmaAtom>(a.value) ? fmt::format("MMA_Atom<{}>", type) : type;
  return fmt::format("typename {}::{}{{}}", holder, w.name());
}
std::string template_method(const Cpp&, const Written& w) { return fmt::format("{}.{}{}()", w.given()[0].text, w.name(), templated(w)); }
std::string qualified(const Cpp&, const Written& w) { return "cute::" + called(w, w.given()); }

std::string partition(const Cpp&, const Written& w) {
  // f(tiled, thread, tensor), or for a slice f(get_slice(tiled, thread), tensor)
  const auto& a = w.given();
  const auto receiver = a.size() == 3 ? fmt::format("{}.get_slice({})", a[0].text, a[1].text) : a[0].text;
  return fmt::format("{}.{}({})", receiver, w.name(), Cpp::as_tensor(a.back()));
}
std::string partition_of_shape(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  const auto* mma = std::get_if<TiledMma>(&a[0].value);
  if (a.size() == 2 && mma != nullptr && !mma->thread) return fmt::format("{}({}, {})", w.name(), a[0].text, Cpp::as_shape(a[1]));
  return partition(c, w);
}
std::string fragments(const Cpp&, const Written& w) {
  const auto& a = w.given();
  return fmt::format("{}.{}({})", a[0].text, w.name(), Cpp::as_layout(a[1]));
}
std::string local_tile(const Cpp&, const Written& w) { return cut(w, w.given()[1].text); }
std::string local_partition(const Cpp&, const Written& w) { return cut(w, Cpp::as_layout(w.given()[1])); }
std::string coordinate_and_layout(const Cpp&, const Written& w) {
  const auto& a = w.given();
  const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
  return fmt::format("{}({}, {})", w.name(), a[at].text, Cpp::as_layout(a[1 - at]));
}

std::string make_layout(const Cpp&, const Written& w) {
  // One or two tuples are shape and stride; anything else is a list of modes.
  const auto& from = w.given();
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  const bool as_they_are =
      from.empty() || (from[0].is_tuple() && (from.size() == 1 || second)) || (from.size() == 1 && from[0].is_swizzle());
  if (as_they_are) return fmt::format("{}({})", w.name(), joined(from));
  std::string modes;
  for (const auto& p : from) modes += (modes.empty() ? "" : ", ") + Cpp::as_layout(p);
  return fmt::format("{}({})", w.name(), modes);
}
std::string make_shape(const Cpp&, const Written& w) {
  // make_stride, make_coord and the like keep their names; a type such as Shape<...> becomes a call.
  const bool type = !w.node->text.starts_with("make_");
  return fmt::format("{}({})", type ? w.name() : w.node->text, joined(w.given()));
}
std::string make_tile(const Cpp&, const Written& w) { return fmt::format("{}({})", w.name(), joined(w.given())); }
std::string make_tensor(const Cpp& c, const Written& w) {
  const auto& made = std::get<Tensor>(w.value);
  // The tensor owns its registers.
  if (w.given().size() == 1 && made.type && made.memory == MemorySpace::registers && made.layout.shape().all_static())
    return fmt::format("make_tensor<{}>({})", cpp_type(*made.type), Cpp::as_layout(w.given().back()));
  return c.tensor(made, w.given().back(), *w.node);
}
std::string composition(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  return a.size() == 2 ? c.compose(a[0], a[1], w.value, *w.node) : c.compose(a[0], a[1], a[2], *w.node);
}
std::string complement(const Cpp&, const Written& w) {
  auto a = w.given();
  a[0].text = Cpp::as_layout(a[0]);
  if (a.size() > 1) a[1].text = Cpp::as_shape(a[1]);
  return called(w, a);
}
std::string equal(const Cpp& c, const Written& w) { return c.equal(w.given()[0], w.given()[1], *w.node); }

std::string get_slice(const Cpp&, const Written& w) {
  const auto& a = w.given();
  return fmt::format("{}.{}({})", a[0].text, w.name(), a[1].text);
}
std::string make_tiled_copy(const Cpp&, const Written& w) { return then_layouts(w); }
std::string make_tma_copy(const Cpp&, const Written& w) {
  auto a = w.given();
  a[1].text = Cpp::as_tensor(a[1]);
  a[2].text = Cpp::as_layout(a[2]);
  return called(w, a);
}
std::string make_tiled_mma(const Cpp&, const Written& w) {
  auto a = w.given();
  if (a.size() > 1) a[1].text = Cpp::as_layout(a[1]);
  return fmt::format("{}({})", w.name(), joined(a));
}
std::string make_tiled_copy_impl(const Cpp&, const Written& w) {
  auto a = w.given();
  a[1].text = Cpp::as_layout(a[1]);
  return fmt::format("{}({})", w.name(), joined(a));
}
std::string tile_shape(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  if (!std::holds_alternative<TiledCopy>(a[0].value)) return plain(c, w);
  return fmt::format("product_each(shape(typename decltype({})::Tiler_MN{{}}))", a[0].text);
}

std::string tile_to_mma_shape(const Cpp& c, const Written& w) { return "UMMA::" + layout_first(c, w); }

std::string slice(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  return a[1].is_tensor() || a[1].is_composed() ? fmt::format("{}({})", a[1].text, a[0].text) : plain(c, w);
}
std::string recast_layout(const Cpp&, const Written& w) {
  const auto& a = w.given();
  if (a.size() == 3)
    return fmt::format("{}<uint_bit_t<{}>, uint_bit_t<{}>>({})", w.name(), integer_of(a[1]), integer_of(a[0]), Cpp::as_layout(a[2]));
  const auto type = [&](std::size_t i) { return cpp_type(std::get<ElementType>(w.indices[i].value)); };
  return fmt::format("{}<{}, {}>({})", w.name(), type(0), type(1), Cpp::as_layout(a[0]));
}
std::string compact_major(const Cpp&, const Written& w) {
  return fmt::format("{}<{}>({})", w.name(), to_string(w.indices[0].value, Marks::plain), joined(w.given()));
}
std::string group(const Cpp& c, const Written& w) {
  const auto& a = w.given();
  return a[0].is_tensor() ? fmt::format("group_modes{}({})", templated(w), a[0].text) : plain(c, w);
}

std::string transform_layout(const Cpp&, const Written& w) {
  auto text = std::string("transform_layout(");
  for (std::size_t i = 0; i + 1 < w.given().size(); ++i) text += Cpp::as_layout(w.given()[i]) + ", ";
  return text + fmt::format("[](auto const&... modes) {{ return {}(modes...); }})", w.given().back().text);
}

}  // namespace algebra::code::cpp
