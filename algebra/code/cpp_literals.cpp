#include "algebra/code/cpp_literals.hpp"

#include <limits>

#include <fmt/format.h>

#include "algebra/layout/swizzle.hpp"

namespace algebra::code {
namespace {

std::string integer(Int i) {
  std::string number;
  const bool wide = i.is_static.is_long() || i.value > std::numeric_limits<int>::max() || i.value < std::numeric_limits<int>::min();
  const bool is_unsigned = i.is_static.is_unsigned();
  if (i.is_static) number = fmt::format("{}<{}>{{}}", wide ? "C" : "Int", i.value);
  else number = wide ? fmt::format("{}int64_t({})", is_unsigned ? "u" : "", i.value) : fmt::format("{}{}", i.value, is_unsigned ? "u" : "");
  if (i.basis == 0) return number;
  std::string modes;
  for (auto path = i.basis; path != 0; path = basis_rest(path)) modes += fmt::format("{}{}", modes.empty() ? "" : ",", basis_first(path));
  return i.is(1) || (i.is_static && i.value == 1) ? fmt::format("E<{}>{{}}", modes) : fmt::format("{} * E<{}>{{}}", number, modes);
}

std::string tuple(const IntTuple& t, std::string_view maker) {
  switch (t.kind()) {
    case IntTuple::Kind::integer: return integer(t.integer());
    case IntTuple::Kind::underscore: return "_";
    case IntTuple::Kind::skip: return "X{}";
    case IntTuple::Kind::tuple: break;
  }
  std::string modes;
  for (int i = 0; i < t.rank(); ++i) modes += (i > 0 ? ", " : "") + tuple(t.mode(i), maker);
  return fmt::format("{}({})", maker, modes);
}

std::string layout(const Layout& l) {
  return fmt::format("make_layout({}, {})", tuple(l.shape(), "make_shape"), tuple(l.stride(), "make_stride"));
}

std::string tiler(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return layout(*l);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return tuple(*leaf, "make_shape");
  std::string modes;
  for (const auto& m : t.modes()) modes += (modes.empty() ? "" : ", ") + tiler(m);
  return fmt::format("make_tile({})", modes);
}

std::string atom(const MmaAtom& a) { return algebra::plain(Value(a)) + "{}"; }

std::string atom(const CopyAtom& a) {
  const auto operation = name_of(*a.traits);
  return a.type ? fmt::format("Copy_Atom<{}, {}>{{}}", operation, cpp_type(*a.type)) : operation + "{}";
}

struct Literal {
  std::string operator()(const IntTuple& t) const { return tuple(t, "make_shape"); }
  std::string operator()(const Layout& l) const { return layout(l); }
  std::string operator()(const Tiler& t) const { return tiler(t); }
  std::string operator()(const Swizzle& s) const { return fmt::format("Swizzle<{},{},{}>{{}}", s.bits, s.base, s.shift); }
  std::string operator()(const ComposedLayout& c) const { return composed(c); }
  std::string operator()(const ComposedFunction& c) const { return composed(c); }
  std::string operator()(const Tensor& t) const {
    if (t.swizzled_pointer && t.has_plain_layout() && t.type && t.memory == MemorySpace::shared) {
      // The composed layout gives the pointer its swizzle.
      auto at = t;
      at.offset = t.outer->offset.value.value;
      const auto waiting = on_elements(*t.pointer_swizzle(), {.pointer_bits = t.type->bits}, t.type->bits);
      return fmt::format("make_tensor({}, {})", cpp_pointer(at), composed(ComposedLayout{waiting, t.layout}));
    }
    return fmt::format("make_tensor({}, {})", cpp_pointer(t), t.outer ? composed(ComposedLayout{*t.outer, t.layout}) : layout(t.layout));
  }
  std::string operator()(const Zip& z) const {
    std::string parts;
    for (const auto& p : z.parts) parts += (parts.empty() ? "" : ", ") + std::visit(*this, p);
    return fmt::format("{}({})", z.of == Zip::Of::tensor ? "make_zip_tensor" : z.of == Zip::Of::layout ? "ZipLayout" : "make_tuple", parts);
  }
  std::string operator()(const LayoutAndOffset& l) const {
    return fmt::format("make_tuple({}, {})", std::visit(*this, l.layout), tuple(l.offset, "make_coord"));
  }
  std::string operator()(const Truth& t) const { return t.holds ? "true" : "false"; }
  std::string operator()(const ElementType& t) const { return cpp_type(t) + "{}"; }
  std::string operator()(Major m) const {
    const auto name = algebra::plain(Value(m));
    return m == Major::left || m == Major::right ? name + "{}" : name;
  }
  std::string operator()(const MmaAtom& a) const { return atom(a); }
  std::string operator()(const CopyAtom& a) const { return atom(a); }
  std::string operator()(const MatrixDescriptor& d) const {
    return fmt::format("{}{{{:#018x}ull}}", d.of == MatrixDescriptor::Of::gmma ? "GmmaDescriptor" : "UMMA::SmemDescriptor", d.bits);
  }
  /// Writes the columns' images by mode: CuTe has no type for matrices.
  std::string operator()(const BitMatrix& m) const {
    std::string modes;
    std::size_t column = 0;
    for (const auto& g : m.columns) {
      std::string images;
      for (int i = 0; i < g.count; ++i) images += fmt::format("{}{}", i == 0 ? "" : ", ", m.images[column++]);
      modes += fmt::format("{}make_tuple({})", modes.empty() ? "" : ", ", images);
    }
    return fmt::format("make_tuple({})", modes);
  }
  std::string operator()(const TiledCopy& t) const {
    return of_thread(fmt::format("make_tiled_copy_impl({}, {}, {})", atom(t.atom), layout(t.layout_tv), tiler(t.tiler)), t.thread);
  }
  std::string operator()(const TvTiler& t) const {
    return of_thread(fmt::format("make_tiler_impl({}, {})", layout(t.layout_tv), tiler(t.tiler)), t.thread);
  }
  std::string operator()(const TiledMma& t) const {
    return of_thread(fmt::format("make_tiled_mma({}, {}, {})", atom(t.atom), layout(t.thr_layout_mnk), tiler(t.permutations)), t.thread);
  }

  std::string composed(const auto& c) const {
    if (const auto& offset = c.outer.offset; offset.pointer_bits != 0) {
      const auto bytes = on_bytes(c.outer, offset.logical_bits());
      const auto flag = offset.pointer_sparsity == 1
                            ? fmt::format("smem_ptr_flag_bits<{}>", offset.pointer_bits)
                            : fmt::format("smem_sparse_ptr_flag_bits<{}, {}>", offset.pointer_sparsity, offset.pointer_bits);
      return fmt::format("composition({}, {}{{}}, {})", (*this)(bytes), flag, std::visit(*this, layout_b(c)));
    }
    return fmt::format("make_composed_layout({}, {}, {})", std::visit(*this, layout_a(c.outer)), integer(offset_of(c.outer).value),
                       std::visit(*this, layout_b(c)));
  }
  static std::string of_thread(std::string tiled, const std::optional<Int>& thread) {
    return thread ? fmt::format("{}.get_slice({})", tiled, integer(*thread)) : tiled;
  }
};

}  // namespace

std::string cpp_of(const Value& v) { return std::visit(Literal{}, v); }

std::string cpp_pointer(const Tensor& t) {
  std::string pointer = "ptr";
  if (t.type) {
    const auto type = cpp_type(*t.type);
    if (t.memory == MemorySpace::global) pointer = fmt::format("make_gmem_ptr<{}>(nullptr)", type);
    else if (t.memory == MemorySpace::shared) pointer = fmt::format("make_smem_ptr<{}>(nullptr)", type);
    else if (t.memory == MemorySpace::registers) pointer = fmt::format("make_rmem_ptr(static_cast<{}*>(nullptr))", type);
    else if (t.memory == MemorySpace::unknown && t.type->bits >= 8) pointer = fmt::format("static_cast<{}*>(nullptr)", type);
  }
  return t.offset == 0 ? pointer : fmt::format("{} + {}", pointer, t.offset);
}

}  // namespace algebra::code
