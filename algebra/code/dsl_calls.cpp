#include "algebra/code/dsl_calls.hpp"

#include <fmt/format.h>

#include "algebra/code/dsl.hpp"

namespace algebra::code::dsl {
namespace {

/// Returns ", mode=[1, 0]", or nothing.
std::string with_mode(const Written& w) {
  return w.indices.empty() ? std::string() : fmt::format(", mode=[{}]", plain_integers(w.indices));
}
/// Returns that mode of the value that the text denotes.
std::string mode_of(const Written& w, const std::string& text) {
  return w.indices.empty() ? text : fmt::format("cute.get({}{})", text, with_mode(w));
}
std::string index(const Written& w, std::size_t i) { return fmt::format("{}", integer_of(w.indices[i])); }

/// Writes cute.f(arguments), the first `layouts` of them as layouts.
std::string called(const Dsl& d, const Written& w, std::size_t layouts) {
  const auto& a = d.arguments(w);
  if (!w.indices.empty()) d.lacks(w);
  std::string text;
  for (std::size_t i = 0; i < a.size(); ++i) text += (i > 0 ? ", " : "") + (i < layouts ? d.as_layout(a[i]) : a[i].text);
  return fmt::format("cute.{}({})", w.name(), text);
}
std::string projected(const std::vector<Part>& a) { return a.size() > 3 ? ", proj=" + a[3].text : ""; }

}  // namespace

std::string same_name(const Dsl& d, const Written& w) { return called(d, w, 0); }
std::string layout_first(const Dsl& d, const Written& w) { return called(d, w, 1); }
std::string two_layouts(const Dsl& d, const Written& w) { return called(d, w, 2); }
std::string infix(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto n = [&](std::size_t i) { return integer_of(a[i]); };
  const auto notation = w.function->notation;
  const bool divided = notation == expression::Notation::over || notation == expression::Notation::modulo;
  // Python rounds quotients down, C++ towards 0.
  if (divided && n(0) % n(1) != 0 && (n(0) < 0) != (n(1) < 0)) d.lacks(w);
  return code::infix(w, notation == expression::Notation::over ? "//" : expression::sign_of(notation));
}
std::string value(const Dsl& d, const Written& w) { return d.literal(w.value, *w.node); }
std::string of_mode(const Dsl& d, const Written& w) { return fmt::format("cute.{}({}{})", w.name(), d.arguments(w)[0].text, with_mode(w)); }
std::string profile(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.{}({}{})", w.name(), d.as_layout(a[0]), a.size() > 1 ? ", target_profile=" + a[1].text : "");
}
std::string ones_or_modes(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto up_to_rank = w.indices.empty() ? std::string() : ", up_to_rank=" + index(w, 0);
  if (a.size() == 1) return fmt::format("cute.{}_ones({}{})", w.name(), a[0].text, up_to_rank);
  return fmt::format("cute.{}({}, {}{})", w.name(), a[0].text, a[0].is_tuple() ? a[1].text : d.as_layout(a[1]), up_to_rank);
}
std::string identity(const Dsl& d, const Written& w) { return fmt::format("cute.{}({})", w.name(), d.as_shape(d.arguments(w)[0])); }
std::string is_congruent(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.is_{}({}, {})", w.name(), a[0].text, a[1].text);
}

std::string make_layout(const Dsl& d, const Written& w) {
  const auto& from = w.given();
  if (from.empty() || from[0].is_swizzle()) d.lacks(w);
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  if (from[0].is_tuple() && from.size() == 1) return fmt::format("cute.make_layout({})", from[0].text);
  if (from[0].is_tuple() && second) return d.layout(from[0], from[1], w.value);
  // Puts modes side by side: make_layout of the DSL takes shapes and strides only.
  std::vector<std::string> shapes, strides;
  for (const auto& p : from) {
    shapes.push_back(d.as_layout(p) + ".shape");
    strides.push_back(d.as_layout(p) + ".stride");
  }
  return d.made(Python::bracketed(shapes), Python::bracketed(strides));
}
std::string make_shape(const Dsl& d, const Written& w) { return d.tuple(w.given(), false); }
std::string make_tile(const Dsl& d, const Written& w) { return d.tuple(w.given(), true); }
std::string make_tensor(const Dsl& d, const Written& w) { return d.tensor(std::get<Tensor>(w.value), d.arguments(w).back(), *w.node); }
std::string composition(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return a.size() == 3 ? d.compose(a[0], a[1], a[2], *w.node) : d.compose(a[0], a[1], w.value, *w.node);
}
std::string equal(const Dsl& d, const Written& w) { return d.equal(d.arguments(w)[0], d.arguments(w)[1], *w.node); }

std::string filter(const Dsl& d, const Written& w) {
  if (d.arguments(w).size() > 1) Writer::refuse(*w.node, "The CuTe DSL filters a whole layout; CuTe C++ also mode by mode.");
  return layout_first(d, w);
}
std::string complement(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto layout = d.as_layout(a[0]);
  return fmt::format("cute.complement({}, {})", layout, a.size() > 1 ? a[1].text : fmt::format("cute.cosize({})", layout));
}
std::string inverse(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  if (a[0].is_composed() || a[0].is_swizzle()) Writer::refuse(*w.node, "The CuTe DSL inverts layouts without a swizzle.");
  return layout_first(d, w);
}
std::string by_layout(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto* shape = std::get_if<IntTuple>(&a[1].value);
  if (!a[1].is_layout() && (shape == nullptr || !shape->is_integer()))
    Writer::refuse(*w.node, message("The CuTe DSL's {} takes one layout; CuTe C++ also a tiler by modes.", w.name()));
  return fmt::format("cute.{}({}, {})", w.name(), d.as_layout(a[0]), d.as_layout(a[1]));
}
std::string crd2idx(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  if (a.size() == 2) return same_name(d, w);
  return fmt::format("cute.crd2idx({}, {})", a[0].text, d.made(a[1].text, a[2].text));
}
std::string idx2crd(const Dsl& d, const Written& w) {
  if (d.arguments(w).size() > 2) Writer::refuse(*w.node, "The CuTe DSL's idx2crd takes an index and a shape; CuTe C++ also strides.");
  return same_name(d, w);
}
std::string unflatten(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  if (a[0].is_tuple()) return same_name(d, w);
  const auto layout = d.as_layout(a[0]);
  const auto part = [&](const char* which) { return fmt::format("cute.unflatten({}.{}, {})", layout, which, a[1].text); };
  return d.made(part("shape"), part("stride"));
}
std::string cosize(const Dsl& d, const Written& w) {
  return fmt::format("cute.cosize({}{})", d.as_layout(d.arguments(w)[0]), with_mode(w));
}
std::string depth(const Dsl& d, const Written& w) { return fmt::format("cute.depth({})", mode_of(w, d.arguments(w)[0].text)); }
std::string layout(const Dsl& d, const Written& w) { return mode_of(w, d.as_layout(d.arguments(w)[0])); }
std::string shape(const Dsl& d, const Written& w) { return mode_of(w, d.as_shape(d.arguments(w)[0])); }
std::string stride(const Dsl& d, const Written& w) { return mode_of(w, d.as_layout(d.arguments(w)[0]) + ".stride"); }

std::string take(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  std::string range;
  for (auto i = integer_of(w.indices[0]); i < integer_of(w.indices[1]) && i < 64; ++i)
    range += fmt::format("{}{}", range.empty() ? "" : ", ", i);
  return fmt::format("cute.select({}, mode=[{}])", a[0].text, range);
}
std::string group(const Dsl& d, const Written& w) {
  return fmt::format("cute.group_modes({}, {}, {})", d.arguments(w)[0].text, index(w, 0), index(w, 1));
}
std::string slice(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.slice_({}, {})", a[1].text, a[0].text);
}
std::string dice(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.dice({}, {})", a[1].text, a[0].text);
}
std::string domain_offset(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
  return fmt::format("cute.domain_offset({}, {})", a[at].text, d.as_tensor(a[1 - at]));
}
std::string make_ordered_layout(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  if (std::holds_alternative<Major>(a[1].value)) return value(d, w);
  return fmt::format("cute.make_ordered_layout({}, order={})", d.as_shape(a[0]), a[1].text);
}
std::string tile_to_shape(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto* major = a.size() > 2 ? std::get_if<Major>(&a[2].value) : nullptr;
  const auto first = fmt::format("range(cute.rank({}))", a[1].text);
  const auto reversed = fmt::format("reversed({})", first);
  const bool last_first = major != nullptr && *major == Major::right;
  const auto order = a.size() > 2 && major == nullptr ? a[2].text : fmt::format("tuple({})", last_first ? reversed : first);
  return fmt::format("cute.tile_to_shape({}, {}, {})", d.as_layout(a[0]), a[1].text, order);
}
std::string upcast(const Dsl& d, const Written& w) {
  return fmt::format("cute.recast_layout({}, 1, {})", index(w, 0), d.as_layout(d.arguments(w)[0]));
}
std::string downcast(const Dsl& d, const Written& w) {
  return fmt::format("cute.recast_layout(1, {}, {})", index(w, 0), d.as_layout(d.arguments(w)[0]));
}
std::string recast_layout(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  if (a.size() == 3) return fmt::format("cute.recast_layout({}, {}, {})", a[0].text, a[1].text, d.as_layout(a[2]));
  const auto bits = [&](std::size_t i) { return std::get<ElementType>(w.indices[i].value).bits; };
  return fmt::format("cute.recast_layout({}, {}, {})", bits(1), bits(0), d.as_layout(a[0]));
}
std::string local_tile(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.local_tile({}, {}, {}{})", d.as_tensor(a[0]), a[1].text, a[2].text, projected(a));
}
std::string local_partition(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.local_partition({}, {}, {}{})", d.as_tensor(a[0]), d.as_layout(a[1]), a[2].text, projected(a));
}
std::string repeat_like(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("cute.repeat_like({}, {})", a[1].text, a[0].text);
}
std::string with_shape(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  std::vector<std::string> modes;
  for (std::size_t i = 1; i < a.size(); ++i) modes.push_back(a[i].text);
  return fmt::format("cute.composition({}, cute.make_layout({}))", d.as_layout(a[0]), a.size() > 2 ? Python::bracketed(modes) : a[1].text);
}

std::string tile_to_mma_shape(const Dsl& d, const Written& w) {
  return fmt::format("cute.nvgpu.tcgen05.{}({})", w.name(), joined(d.arguments(w)));
}
// Writes the mask from (V,M,N,K) and one mode.
std::string multicast_mask(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto& coordinate = std::get<IntTuple>(a[1].value);
  if (w.indices.size() != 1 || coordinate.rank() != 4 || has_underscore(coordinate)) d.lacks(w);
  return fmt::format("cute.nvgpu.cpasync.{}({}, {}, {})", w.name(), d.as_layout(a[0]), a[1].text, index(w, 0));
}

std::string make_tiled_copy(const Dsl& d, const Written& w) {
  const auto& a = w.given();
  return fmt::format("cute.make_tiled_copy_tv({}, {}, {})", a[0].text, d.as_layout(a[1]),
                     a.size() > 2 ? d.as_layout(a[2]) : "cute.make_layout(1)");
}
std::string make_tiled_mma(const Dsl& d, const Written& w) {
  const auto& a = w.given();
  const auto& made = std::get<TiledMma>(w.value);
  // An entry that is an atom is an operation in the DSL.
  const auto atoms = a.size() > 1 ? ", " + d.as_layout(a[1]) : std::string();
  return fmt::format("cute.make_tiled_mma({}{}{})", std::holds_alternative<MmaAtom>(a[0].value) ? a[0].text : d.made(made.atom, *w.node),
                     atoms, d.permutation(made, *w.node));
}
std::string get_slice(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("{}.get_slice({})", a[0].text, a[1].text);
}
std::string partition(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto receiver = a.size() == 3 ? fmt::format("{}.get_slice({})", a[0].text, a[1].text) : a[0].text;
  return fmt::format("{}.{}({})", receiver, w.name(), d.as_tensor(a.back()));
}
std::string retile(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto receiver = a.size() == 3 ? fmt::format("{}.get_slice({})", a[0].text, a[1].text) : a[0].text;
  return fmt::format("{}.retile({})", receiver, d.as_tensor(a.back()));
}
std::string tv_layout(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  const auto letter = w.name().substr(std::string_view("layout").size(), 1);
  const auto name = letter == "S"   ? "layout_src_tv_tiled"
                    : letter == "D" ? "layout_dst_tv_tiled"
                                    : fmt::format("tv_layout_{}_tiled", letter);
  return fmt::format("{}.{}", a[0].text, name);
}
std::string method_of_shape(const Dsl& d, const Written& w) {
  const auto& a = d.arguments(w);
  return fmt::format("{}.{}({})", a[0].text, w.name(), d.as_shape(a[1]));
}
std::string attribute(const Dsl& d, const Written& w) { return fmt::format("{}.{}", d.arguments(w)[0].text, w.name()); }
std::string inner(const Dsl& d, const Written& w) { return d.arguments(w)[0].text + ".inner"; }
std::string outer(const Dsl& d, const Written& w) { return d.arguments(w)[0].text + ".outer"; }

}  // namespace algebra::code::dsl
