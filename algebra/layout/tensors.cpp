#include "algebra/layout/tensors.hpp"

#include <fmt/format.h>

#include "algebra/layout/swizzle.hpp"

namespace algebra {

bool operator==(const DescriptorIterator& a, const DescriptorIterator& b) { return a.at == b.at || *a.at == *b.at; }

std::optional<Swizzle> Tensor::pointer_swizzle() const {
  if (!swizzled_pointer) return std::nullopt;
  return on_bytes(*outer, type ? type->bits : 0);
}

std::string to_string(const Tensor& t, Marks marks) {
  if (t.descriptors)
    return fmt::format("{}::DescriptorIterator o {}", t.descriptors->at->of == MatrixDescriptor::Of::gmma ? "GMMA" : "UMMA",
                       to_string(t.layout, marks));
  if (const auto swizzle = t.pointer_swizzle()) {
    const auto& o = *t.outer;
    return fmt::format("{}_ptr+{} o {}{}", to_string(*swizzle, marks), o.offset.value.value,
                       o.inside.empty() ? "" : to_string(o.inside[0], marks), to_string(t.layout, marks));
  }
  const auto start = t.coordinate ? "ArithTuple" + to_string(*t.coordinate, marks) : fmt::format("ptr+{}", t.offset);
  return fmt::format("{} o {}{}", start, t.outer ? to_string(*t.outer, marks) : "", to_string(t.layout, marks));
}

std::string to_string(const Zip& z, Marks marks) {
  std::string parts;
  for (const auto& p : z.parts)
    parts += (parts.empty() ? "" : ",") + std::visit([&](const auto& part) { return to_string(part, marks); }, p);
  return fmt::format("{}({})", z.of == Zip::Of::tensor ? "make_zip_tensor" : z.of == Zip::Of::layout ? "ZipLayout" : "", parts);
}

std::string to_string(const LayoutAndOffset& l, Marks marks) {
  return fmt::format("({},{})", std::visit([&](const auto& layout) { return to_string(layout, marks); }, l.layout),
                     to_string(l.offset, marks));
}

}  // namespace algebra
