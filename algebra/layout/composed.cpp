#include "algebra/layout/composed.hpp"

#include <fmt/format.h>

#include "algebra/layout/swizzle.hpp"

namespace algebra {

std::int64_t apply(const Swizzle& s, std::int64_t index) {
  // For shift >= 0, XORs bits [base + shift, base + shift + bits) into bits [base, base + bits); for shift < 0, the other way round.
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

std::string to_string(const Tiler& t, Marks marks) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return to_string(*layout, marks);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return to_string(*leaf, marks);
  std::string text = "<";
  for (const auto& m : t.modes()) text += (text.size() > 1 ? "," : "") + to_string(m, marks);
  return text + ">";
}

std::string to_string(const Swizzle& s, Marks) { return fmt::format("Sw<{},{},{}>", s.bits, s.base, s.shift); }

namespace {

/// Formats a MixedBits as CuTe does: the static bits, the dynamic ones with their mask, and the value.
std::string offset_text(const Offset& o, Marks marks) {
  if (o.dynamic_bits == 0) return to_string(IntTuple(o.value), marks);
  const auto whole = static_cast<std::uint32_t>(o.value.value);
  return fmt::format("M_{}|({}&{})={}", whole & ~o.dynamic_bits, whole & o.dynamic_bits, o.dynamic_bits, whole);
}

}  // namespace

std::string to_string(const OuterFunction& o, Marks marks) {
  if (const auto bits = o.offset.pointer_bits; bits != 0) {
    const auto swizzle = to_string(on_bytes(o, o.offset.logical_bits()), marks);
    const auto sparsity = o.offset.pointer_sparsity;
    return fmt::format("{} o smem_{}ptr[{}b](unset) o ", swizzle, sparsity == 1 ? "" : fmt::format("sparse<{}>_", sparsity), bits);
  }
  return fmt::format("{} o {} o {}", std::visit([&](const auto& f) { return to_string(f, marks); }, o.function),
                     offset_text(o.offset, marks), o.inside.empty() ? "" : to_string(o.inside[0], marks));
}

std::string to_string(const ComposedLayout& c, Marks marks) { return to_string(c.outer, marks) + to_string(c.layout, marks); }
std::string to_string(const ComposedFunction& c, Marks marks) { return to_string(c.outer, marks) + to_string(c.swizzle, marks); }
std::string to_string(const std::variant<Layout, ComposedLayout>& l, Marks marks) {
  return std::visit([&](const auto& one) { return to_string(one, marks); }, l);
}

}  // namespace algebra
