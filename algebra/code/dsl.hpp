#pragma once
// Writes the CuTe DSL: cutlass.cute in Python. A Python integer is static, an Int32 is dynamic.

#include "algebra/code/python.hpp"
#include "algebra/hardware/dsl_operations.hpp"

namespace algebra::code {

class Dsl final : public Python {
 public:
  using Python::Python;

  std::string frame(const std::vector<std::string>& definitions, std::span<const Shown>) const override;

  std::string literal(const Value&, const Node&) const override;
  std::string layout(const Part& shape, const Part& stride, const Value& value) const override;
  std::string call(const Written&) const override;
  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node&) const override;
  std::string compose(const Part& a, const Part& b, const Value&, const Node&) const override;
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override;
  std::string tensor(const Tensor& at, const Part& layout, const Node&) const override;
  std::string equal(const Part&, const Part&, const Node&) const override;

  std::string_view title() const override;
  std::string integer(Int, const Node&) const override;
  std::string made(const std::string& shape, const std::string& stride) const override;
  std::string swizzle(const Swizzle&) const override;
  bool taken(std::string_view name) const override;

  /// Write an atom, or a tiled copy or MMA, in the DSL.
  std::string made(const MmaAtom&, const Node&) const;
  std::string made(const CopyAtom&, const Node&) const;
  std::string made(const TiledCopy&, const Node&) const;
  std::string made(const TiledMma&, const Node&) const;
  std::string made(const ComposedLayout&, const Node&) const;
  /// Returns the permutation of a tiled MMA as a keyword argument; "" if there is none.
  std::string permutation(const TiledMma&, const Node&) const;

  /// Returns the argument as a tensor; a layout becomes a tensor at ptr.
  std::string as_tensor(const Part&) const;

 private:
  std::string value_of(const Value&, const Node&) const;
  std::string operation(const DslCall&, const Node&) const;
  std::string of_thread(std::string tiled, const std::optional<Int>& thread, const Node&) const;
};

}  // namespace algebra::code
