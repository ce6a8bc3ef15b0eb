#pragma once
// CuTe DSL: cutlass.cute in Python. A Python integer is static, an Int32 is dynamic.

#include "algebra/code/python.hpp"

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

  /// The argument as a tensor; a layout becomes a tensor at ptr.
  std::string as_tensor(const Part&) const;
};

}  // namespace algebra::code
