#pragma once
// The source and the tally that every family of random operations uses.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "algebra/language/value.hpp"

#include "random_layouts.hpp"
#include "random_tally.hpp"

namespace algebra::random_layouts {

/// Returns the expression that a person would write for the operation.
template <class... Operands>
std::string call_text(std::string_view name, const Operands&... operands) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + to_string(Value(operands), Marks::underscores)), ...);
  return fmt::format("{}({})", name, text);
}

class Trial {
 public:
  explicit Trial(std::uint64_t seed) : source_(seed) {}
  const Tally& tally() const { return tally_; }

  /// Draws the properties of the next operations: the marks of their integers, and whether strides are large.
  void begin() {
    source_.choose_marking();
    tally_.begin(source_.large(), source_.marking() == Marking::all_static);
  }

 protected:
  /// Dynamic operations can return sizes without bound.
  static bool size_within(const Layout& r) {
    const auto f = naive::Function(r);
    return f.size() <= 4096 && std::all_of(f.leaves().begin(), f.leaves().end(), [](const auto& leaf) { return leaf.extent >= 0; });
  }

  Source source_;
  Tally tally_;
};

}  // namespace algebra::random_layouts
