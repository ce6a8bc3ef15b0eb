#include "algebra/hardware/smem_atoms.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

struct Family {
  SmemSwizzle swizzle;
  std::string_view name;
  Swizzle on_bytes;
  int contiguous_bits;
  int lines;
};

constexpr std::array<Family, 5> families{{{SmemSwizzle::inter, "INTER", {0, 4, 3}, 128, 8},
                                          {SmemSwizzle::sw32, "SW32", {1, 4, 3}, 256, 8},
                                          {SmemSwizzle::sw64, "SW64", {2, 4, 3}, 512, 8},
                                          {SmemSwizzle::sw128, "SW128", {3, 4, 3}, 1024, 8},
                                          {SmemSwizzle::sw128_32b, "SW128_32B", {2, 5, 2}, 1024, 4}}};
using Form = SmemAtomName::Form;
constexpr std::array<std::pair<Form, std::string_view>, 3> forms{
    {{Form::dense, "_Atom"}, {Form::bits, "_Atom_Bits"}, {Form::sparse, "_SpAtom"}}};

std::string without_namespace(const SmemAtomName& n) {
  const auto form = std::find_if(forms.begin(), forms.end(), [&](const auto& f) { return f.first == n.form; });
  return fmt::format("Layout_{}{}{}",
                     !n.major               ? ""
                     : *n.major == Major::k ? "K_"
                                            : "MN_",
                     families[static_cast<std::size_t>(n.swizzle)].name, form->second);
}

/// Returns CuTe's names, each with its parts.
const std::vector<std::pair<std::string, SmemAtomName>>& all() {
  static const auto known = [] {
    std::vector<std::pair<std::string, SmemAtomName>> list;
    for (const auto& family : families)
      for (const auto& [form, suffix] : forms)
        for (const auto major : {std::optional(Major::k), std::optional(Major::mn), std::optional<Major>()}) {
          if (family.swizzle == SmemSwizzle::sw128_32b && major != Major::mn) continue;
          if (form == Form::bits && !major) continue;
          const SmemAtomName name{family.swizzle, major, form};
          list.emplace_back(without_namespace(name), name);
        }
    return list;
  }();
  return known;
}

}  // namespace

std::optional<SmemAtomName> find_smem_atom(std::string_view name) {
  if (!name.starts_with("Layout_")) return std::nullopt;
  const auto it = std::find_if(all().begin(), all().end(), [&](const auto& known) { return known.first == name; });
  return it == all().end() ? std::nullopt : std::optional(it->second);
}

std::string_view name_of(SmemSwizzle swizzle) { return families[static_cast<std::size_t>(swizzle)].name; }

std::string to_string(const SmemAtomName& n) { return (n.swizzle == SmemSwizzle::sw128_32b ? "UMMA::" : "GMMA::") + without_namespace(n); }

const std::vector<std::string>& smem_atom_names() {
  static const auto names = [] {
    std::vector<std::string> list;
    for (const auto& known : all()) list.push_back(known.first);
    return list;
  }();
  return names;
}

ComposedLayout smem_atom(SmemSwizzle swizzle, Major major, int bits, int sparsity) {
  const auto& family = families[static_cast<std::size_t>(swizzle)];
  const Int lines{family.lines, true}, contiguous{family.contiguous_bits, true}, one{1, true};
  const auto in_bits = major == Major::k ? Layout(IntTuple::tuple({lines, contiguous}), IntTuple::tuple({contiguous, one}))
                                         : Layout(IntTuple::tuple({contiguous, lines}), IntTuple::tuple({one, contiguous}));
  auto layout = upcast(in_bits, bits);
  if (sparsity > 1) layout = blocked_product(make_layout(IntTuple::tuple({one, Int{sparsity, true}})), layout);
  const Offset offset{.pointer_bits = bits, .pointer_sparsity = sparsity};
  return {on_elements(family.on_bytes, offset, offset.logical_bits()), std::move(layout)};
}

}  // namespace algebra
