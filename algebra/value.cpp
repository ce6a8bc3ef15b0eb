#include "algebra/value.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/arithmetic_tuple.hpp"
#include "algebra/matrix_descriptor.hpp"
#include "algebra/swizzle.hpp"
#include "algebra/tma.hpp"

namespace algebra {

std::int64_t apply(const Swizzle& s, std::int64_t index) {
  // Bits [base + |shift|, ... + bits) are xored into bits [base, ... + bits), or the other way round for shift < 0.
  const auto mask = ((std::uint64_t{1} << s.bits) - 1) << (s.base + (s.shift > 0 ? s.shift : 0));
  const auto u = static_cast<std::uint64_t>(index);
  return static_cast<std::int64_t>(s.shift >= 0 ? u ^ ((u & mask) >> s.shift) : u ^ ((u & mask) << -s.shift));
}

std::int64_t OuterFunction::operator()(std::int64_t index) const {
  const auto at = before(index);
  if (const auto* swizzle = std::get_if<Swizzle>(&function)) return apply(*swizzle, at);
  return std::get<Layout>(function)(at);
}

std::int64_t OuterFunction::before(std::int64_t index) const {
  // Unsigned, so that an index that does not fit wraps around instead of being undefined.
  const auto at = static_cast<std::uint64_t>(inside.empty() ? index : inside[0](index));
  return static_cast<std::int64_t>(at + static_cast<std::uint64_t>(offset.value.value));
}

namespace {

std::string tiler_text(const Tiler& t, Marks marks) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return to_string(*layout, marks);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return to_string(*leaf, marks);
  std::string text = "<";
  for (const auto& m : t.modes()) text += (text.size() > 1 ? "," : "") + tiler_text(m, marks);
  return text + ">";
}

struct Printer {
  Marks marks;
  std::string operator()(const IntTuple& t) const { return to_string(t, marks); }
  std::string operator()(const Layout& l) const { return to_string(l, marks); }
  std::string operator()(const Tiler& t) const { return tiler_text(t, marks); }
  std::string operator()(const Tensor& t) const {
    if (t.descriptors)
      return fmt::format("{}::DescriptorIterator o {}", t.descriptors->at->of == MatrixDescriptor::Of::gmma ? "GMMA" : "UMMA",
                         to_string(t.layout, marks));
    if (const auto swizzle = t.pointer_swizzle()) {
      const auto& o = *t.outer;
      return fmt::format("{}_ptr+{} o {}{}", (*this)(*swizzle), o.offset.value.value, o.inside.empty() ? "" : outer(o.inside[0]),
                         to_string(t.layout, marks));
    }
    const auto start = t.coordinate ? "ArithTuple" + to_string(*t.coordinate, marks) : fmt::format("ptr+{}", t.offset);
    return fmt::format("{} o {}{}", start, t.outer ? outer(*t.outer) : "", to_string(t.layout, marks));
  }
  std::string operator()(const Swizzle& s) const { return fmt::format("Sw<{},{},{}>", s.bits, s.base, s.shift); }
  std::string operator()(const ComposedLayout& c) const { return outer(c.outer) + to_string(c.layout, marks); }
  std::string operator()(const ComposedFunction& c) const { return outer(c.outer) + (*this)(c.swizzle); }
  std::string operator()(const Zip& z) const {
    std::string parts;
    for (const auto& p : z.parts) parts += (parts.empty() ? "" : ",") + std::visit(*this, p);
    return fmt::format("{}({})", z.of == Zip::Of::tensor ? "make_zip_tensor" : z.of == Zip::Of::layout ? "ZipLayout" : "", parts);
  }
  std::string operator()(const LayoutAndOffset& l) const {
    return fmt::format("({},{})", std::visit(*this, l.layout), to_string(l.offset, marks));
  }
  std::string operator()(const Truth& t) const { return t.holds ? "true" : "false"; }
  std::string operator()(const ElementType& t) const { return t.name.empty() ? fmt::format("uint_bit_t<{}>", t.bits) : t.name; }
  std::string operator()(Major m) const {
    switch (m) {
      case Major::left: return "LayoutLeft";
      case Major::right: return "LayoutRight";
      case Major::mn: return "GMMA::Major::MN";
      case Major::k: break;
    }
    return "GMMA::Major::K";
  }
  std::string operator()(const MmaAtom& m) const {
    const bool brackets = !m.arguments.empty() || m.traits->empty_brackets;
    return brackets ? fmt::format("{}<{}>", m.traits->name, m.arguments) : m.traits->name;
  }
  std::string operator()(const CopyAtom& c) const {
    if (c.tma) return tma("make_tma_atom", *c.tma);
    const auto operation = name_of(*c.traits);
    return c.type ? fmt::format("Copy_Atom<{},{}>", operation, c.type->name) : operation;
  }
  std::string operator()(const TiledCopy& t) const {
    if (t.atom.tma) return of_thread(tma("make_tma_copy", *t.atom.tma), t.thread);
    return of_thread(fmt::format("TiledCopy<{},{},{}>", (*this)(t.atom), (*this)(t.layout_tv), (*this)(t.tiler)), t.thread);
  }
  std::string operator()(const TvTiler& t) const {
    return of_thread(fmt::format("TV_Tiler<{},{}>", (*this)(t.layout_tv), (*this)(t.tiler)), t.thread);
  }
  std::string operator()(const TiledMma& t) const {
    return of_thread(fmt::format("TiledMMA<{},{},{}>", (*this)(t.atom), (*this)(t.thr_layout_mnk), (*this)(t.permutations)), t.thread);
  }
  std::string operator()(const MatrixDescriptor& d) const {
    const auto f = fields(d);
    const bool umma = d.of == MatrixDescriptor::Of::umma;
    return fmt::format("{} {:#018x} ({}={}, start {}, LBO {}, SBO {}, base {}{})", umma ? "SmemDescriptor" : "GmmaDescriptor", d.bits,
                       f.layout.name, f.layout.code, f.start, f.lbo, f.sbo, f.base_offset,
                       umma ? fmt::format(", version {}, LBO mode {}", f.version, f.lbo_mode) : "");
  }
  std::string operator()(const BitMatrix& m) const {
    std::string text = "BitMatrix";
    std::size_t column = 0;
    for (const auto& group : m.columns) {
      text += fmt::format(" {}(", group.name);
      for (int i = 0; i < group.count; ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", m.images[column++]);
      text += ')';
    }
    return m.offset == 0 ? text : text + fmt::format(" at {}", m.offset);
  }

  /// The call that makes it: what CuTe prints does not say what it copies.
  std::string tma(std::string_view maker, const Tma& t) const {
    const auto internal = t.internal == *t.tensor.type ? std::string() : fmt::format("<{}>", t.internal.name);
    const auto offset = t.tensor.offset == 0 ? std::string() : fmt::format("+{}", t.tensor.offset);
    return fmt::format("{}{}({},make_tensor(make_gmem_ptr<{}>(ptr{}),{}),{},{},{})", maker, internal, t.traits.name, t.tensor.type->name,
                       offset, to_string(t.tensor.layout, marks), std::visit(*this, t.shared), (*this)(t.tile),
                       to_string(t.cluster, marks));
  }
  std::string of_thread(std::string tiled, const std::optional<Int>& thread) const {
    return thread ? fmt::format("get_slice({},{})", tiled, to_string(IntTuple(*thread), marks)) : tiled;
  }
  std::string outer(const OuterFunction& o) const {
    if (const auto bits = o.offset.pointer_bits; bits != 0) {
      const auto swizzle = (*this)(on_bytes(o, o.offset.logical_bits()));
      const auto sparsity = o.offset.pointer_sparsity;
      return fmt::format("{} o smem_{}ptr[{}b](unset) o ", swizzle, sparsity == 1 ? "" : fmt::format("sparse<{}>_", sparsity), bits);
    }
    return fmt::format("{} o {} o {}", std::visit(*this, o.function), offset(o.offset), o.inside.empty() ? "" : outer(o.inside[0]));
  }
  /// MixedBits as CuTe prints them: the known bits, the others with their mask, and the whole.
  std::string offset(const Offset& o) const {
    if (o.dynamic_bits == 0) return to_string(IntTuple(o.value), marks);
    const auto whole = static_cast<std::uint32_t>(o.value.value);
    return fmt::format("M_{}|({}&{})={}", whole & ~o.dynamic_bits, whole & o.dynamic_bits, o.dynamic_bits, whole);
  }
};

}  // namespace

std::string to_string(const Value& value, Marks marks) { return std::visit(Printer{marks}, value); }

std::optional<Swizzle> Tensor::pointer_swizzle() const {
  if (!swizzled_pointer) return std::nullopt;
  return on_bytes(*outer, type ? type->bits : 0);
}

std::optional<ElementType> element_type(const Value& value) {
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) return descriptor->tile.type;
  if (const auto* tensor = std::get_if<Tensor>(&value)) return tensor->type;
  if (const auto* zip = std::get_if<Zip>(&value)) return element_type(part_of(*zip, 0));
  const auto* composed = std::get_if<ComposedLayout>(&value);
  if (composed == nullptr || composed->outer.offset.pointer_bits == 0) return std::nullopt;
  return ElementType{"", std::max(1, composed->outer.offset.logical_bits())};
}

int element_bits(const Value& value) {
  const auto type = element_type(value);
  return type ? type->bits : ElementType{}.bits;
}

MemorySpace memory_of(const Value& value) {
  if (std::holds_alternative<MatrixDescriptor>(value)) return MemorySpace::shared;
  if (const auto* tensor = std::get_if<Tensor>(&value)) return tensor->memory;
  if (const auto* zip = std::get_if<Zip>(&value)) return memory_of(part_of(*zip, 0));
  const auto* composed = std::get_if<ComposedLayout>(&value);
  return composed != nullptr && composed->outer.offset.pointer_bits != 0 ? MemorySpace::shared : MemorySpace::unknown;
}

std::optional<Layout> layout_of(const Value& value) {
  const auto linear = [](const Layout& l) -> std::optional<Layout> {
    if (!has_indices(l)) return std::nullopt;
    return has_basis(l) ? linearised(l).layout : l;
  };
  if (const auto* layout = std::get_if<Layout>(&value)) return linear(*layout);
  if (const auto* tensor = std::get_if<Tensor>(&value)) return linear(tensor->layout);
  if (const auto* composed = std::get_if<ComposedLayout>(&value)) return linear(composed->layout);
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) return linear(descriptor->tile.layout);
  if (const auto* zip = std::get_if<Zip>(&value)) return same_mode_sizes(*zip) ? layout_of(part_of(*zip, 0)) : std::nullopt;
  if (const auto* placed = std::get_if<LayoutAndOffset>(&value))
    return std::visit([](const auto& l) { return layout_of(Value(l)); }, placed->layout);
  return std::nullopt;
}

Value part_of(const Zip& zip, std::size_t i) {
  return std::visit([](const auto& part) -> Value { return part; }, zip.parts[i]);
}

bool same_mode_sizes(const Zip& zip) {
  const auto sizes = [&](std::size_t i) {
    const auto l = layout_of(part_of(zip, i));
    return l ? std::optional(product_each(l->shape()).transformed([](Int n) { return Int{n.value, true}; })) : std::nullopt;
  };
  const auto first = sizes(0);
  for (std::size_t i = 1; i < zip.parts.size(); ++i)
    if (sizes(i) != first) return false;
  return first.has_value();
}

}  // namespace algebra
