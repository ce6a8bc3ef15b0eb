#pragma once
// Writes pycute, CUTLASS's reference in Python: fewer functions, no static integers, tuples as tilers.

#include "algebra/code/python.hpp"

namespace algebra::code {

class Pycute final : public Python {
 public:
  using Python::Python;

  std::string frame(const std::vector<std::string>& definitions, std::span<const Shown>) const override;

  std::string note(const std::string& name, const Node&, const Value&) override;
  std::string define_refused(const std::string& name, const std::string& text, const Value&, const Node&) override;
  std::string layout(const Part& shape, const Part& stride, const Value& value) const override;
  std::string call(const Written&) const override;
  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node&) const override;
  std::string compose(const Part& a, const Part& b, const Value&, const Node&) const override;
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override;
  std::string tuple(const std::vector<Part>& modes, bool tiler) const override;
  std::string tensor(const Tensor& at, const Part& layout, const Node&) const override;

  std::string_view title() const override;
  std::string integer(Int, const Node&) const override;
  std::string made(const std::string& shape, const std::string& stride) const override;
  std::string swizzle(const Swizzle&) const override;
  bool taken(std::string_view name) const override;

  /// Writes a tiler, with integers as layouts, because pycute's logical_product divides by an integer.
  std::string tiler(const Part&) const;

 private:
  Environment answers_;   ///< pycute's values of the names so far
  bool refused_ = false;  ///< whether note() found that pycute refuses the last expression
};

}  // namespace algebra::code
