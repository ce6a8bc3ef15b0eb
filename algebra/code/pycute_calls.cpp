#include "algebra/code/pycute_calls.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/code/pycute.hpp"

namespace algebra::code::pycute {
namespace {

/// Returns the arguments; throws for composed layouts and swizzles, which pycute's functions do not take.
const std::vector<Part>& plain(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  if (std::any_of(a.begin(), a.end(), [](const Part& part) { return part.is_composed() || part.is_swizzle(); })) p.lacks(w);
  return a;
}

/// Returns A[1][0] for f<1,0>(A).
std::string mode_of(const Written& w, std::string text) {
  for (const auto& i : w.indices) text += fmt::format("[{}]", integer_of(i));
  return text;
}

std::string second(const Pycute& p, const Written& w, bool tiler) {
  const auto& a = plain(p, w);
  if (a.size() == 1) return fmt::format("{}({})", w.name(), p.as_layout(a[0]));
  return fmt::format("{}({}, {})", w.name(), p.as_layout(a[0]), tiler ? p.tiler(a[1]) : a[1].text);
}

}  // namespace

std::string same_name(const Pycute& p, const Written& w) { return fmt::format("{}({})", w.name(), joined(plain(p, w))); }
std::string by_tiler(const Pycute& p, const Written& w) { return second(p, w, true); }
std::string profile(const Pycute& p, const Written& w) { return second(p, w, false); }
std::string infix(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  const auto n = [&](std::size_t i) { return integer_of(a[i]); };
  const auto notation = w.function->notation;
  const bool divided = notation == expression::Notation::over || notation == expression::Notation::modulo;
  // Python rounds quotients down, C++ towards 0.
  if (divided && n(0) % n(1) != 0 && (n(0) < 0) != (n(1) < 0)) p.lacks(w);
  return code::infix(w, notation == expression::Notation::over ? "//" : expression::sign_of(notation));
}
std::string value(const Pycute& p, const Written& w) { return p.literal(w.value, *w.node); }

std::string make_layout(const Pycute& p, const Written& w) {
  const auto& from = w.given();
  if (from.empty()) p.lacks(w);
  const bool second = from.size() == 2 && (from[1].is_tuple() || std::holds_alternative<Major>(from[1].value));
  if (from[0].is_tuple() && from.size() == 1) return fmt::format("Layout({})", from[0].text);
  if (from[0].is_tuple() && second) return p.layout(from[0], from[1], w.value);
  std::string modes;
  for (const auto& part : from) modes += (modes.empty() ? "" : ", ") + p.as_layout(part);
  // make_layout of a single layout would take it for a list.
  return from.size() == 1 ? fmt::format("make_layout([{}])", modes) : fmt::format("make_layout({})", modes);
}
std::string make_shape(const Pycute& p, const Written& w) { return p.tuple(w.given(), false); }
std::string make_tile(const Pycute& p, const Written& w) { return p.tuple(w.given(), true); }
std::string composition(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  return a.size() == 3 ? p.compose(a[0], a[1], a[2], *w.node) : p.compose(a[0], a[1], w.value, *w.node);
}
std::string complement(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  if (a.size() == 1) return fmt::format("complement({})", p.as_layout(a[0]));
  return fmt::format("complement({}, {}({}))", p.as_layout(a[0]), a[1].is_tuple() ? "product" : "size", a[1].text);
}
std::string equal(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  return p.equal(a[0], a[1], *w.node);
}

std::string largest_or_smallest(const Pycute& p, const Written& w) {
  // Python's built-in function would compare the first elements of tuples, and does not accept one integer.
  return fmt::format("{}(flatten({}))", w.name(), Python::bracketed([&] {
                       std::vector<std::string> texts;
                       for (const auto& part : plain(p, w)) texts.push_back(part.text);
                       return texts;
                     }()));
}
std::string size(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  return fmt::format("{}({})", a[0].is_tuple() ? "product" : "size", mode_of(w, a[0].text));
}
std::string cosize(const Pycute& p, const Written& w) { return fmt::format("cosize({})", mode_of(w, p.as_layout(plain(p, w)[0]))); }
std::string shape(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  return mode_of(w, a[0].is_tuple() ? a[0].text : a[0].text + ".shape");
}
std::string stride(const Pycute& p, const Written& w) { return mode_of(w, p.as_layout(plain(p, w)[0]) + ".stride"); }
std::string rank(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  if (a[0].is_tuple() && w.indices.empty() && !std::get<IntTuple>(a[0].value).is_tuple()) p.lacks(w);
  return fmt::format("len({})", w.indices.empty() ? a[0].text : mode_of(w, p.as_layout(a[0])));
}
std::string get(const Pycute& p, const Written& w) { return mode_of(w, plain(p, w)[0].text); }
std::string layout(const Pycute& p, const Written& w) { return mode_of(w, p.as_layout(plain(p, w)[0])); }

std::string select(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  std::string modes;
  for (const auto& i : w.indices) modes += fmt::format("{}{}[{}]", modes.empty() ? "" : ", ", a[0].text, integer_of(i));
  return a[0].is_tuple() ? fmt::format("({},)", modes) : fmt::format("make_layout([{}])", modes);
}
std::string take(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  const auto range = fmt::format("range({}, {})", integer_of(w.indices[0]), integer_of(w.indices[1]));
  return a[0].is_tuple() ? fmt::format("tuple({}[i] for i in {})", a[0].text, range)
                         : fmt::format("make_layout([{}[i] for i in {}])", a[0].text, range);
}
std::string flatten(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  const auto* shape = std::get_if<IntTuple>(&a[0].value);
  const auto* layout = std::get_if<Layout>(&a[0].value);
  // pycute's flatten turns an integer into a tuple; CuTe's keeps it.
  if (shape != nullptr ? !shape->is_tuple() : layout != nullptr && !layout->shape().is_tuple()) return a[0].text;
  return a[0].is_tuple() ? fmt::format("flatten({})", a[0].text)
                         : fmt::format("Layout(flatten({0}.shape), flatten({0}.stride))", a[0].text);
}

std::string crd2idx(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  if (a.size() == 2 && !a[1].is_tuple()) return fmt::format("{}({})", a[1].text, a[0].text);
  return fmt::format("crd2idx({})", joined(a));
}
std::string idx2crd(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  if (a.size() == 3) return fmt::format("idx2crd({})", joined(a));
  if (a[0].is_tuple() && std::get<IntTuple>(a[0].value).is_tuple())
    Writer::refuse(*w.node, "pycute's idx2crd takes an integer; CuTe C++ also takes a tuple.");
  return fmt::format("idx2crd({0}, {1}, prefix_product({1}))", a[0].text, p.as_shape(a[1]));
}
std::string slice(const Pycute& p, const Written& w) {
  const auto& a = p.arguments(w);
  const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
  if (a[1 - at].is_composed()) return p.apply(a[1 - at], {a[at]}, *w.node);
  plain(p, w);
  return a[0].is_tuple() && a[1].is_tuple() ? fmt::format("slice_({}, {})", a[0].text, a[1].text)
                                            : fmt::format("{}({})", a[1].text, a[0].text);
}
std::string slice_and_offset(const Pycute& p, const Written& w) {
  const auto& a = plain(p, w);
  const std::size_t at = !a[0].is_tuple() && a[1].is_tuple() ? 1 : 0;
  return fmt::format("slice_and_offset({}, {})", a[at].text, p.as_layout(a[1 - at]));
}

}  // namespace algebra::code::pycute
