#pragma once
// Writes CuTe C++: the same calls, with arguments converted to layouts where C++ requires them.

#include "algebra/code/writer.hpp"

namespace algebra::code {

class Cpp final : public Writer {
 public:
  using Writer::Writer;

  std::string define(const std::string& name, const std::string& text) const override;
  std::string identifier(std::string_view name) const override;
  std::string frame(const std::vector<std::string>& definitions, std::span<const Shown>) const override;

  std::string literal(const Value&, const Node&) const override;
  std::string tuple(const std::vector<Part>& modes, bool tiler) const override;
  std::string layout(const Part& shape, const Part& stride, const Value&) const override;
  std::string call(const Written&) const override;
  std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node&) const override;
  std::string compose(const Part& a, const Part& b, const Value&, const Node&) const override;
  std::string compose(const Part& outer, const Part& offset, const Part& inner, const Node&) const override;
  std::string tensor(const Tensor& at, const Part& layout, const Node&) const override;
  std::string equal(const Part& a, const Part& b, const Node&) const override;

  // Converts an argument for a parameter that must be a layout, a shape or a tensor in C++.
  static std::string as_layout(const Part&);
  static std::string as_shape(const Part&);
  static std::string as_tensor(const Part&);
  /// Replaces the function that makes a tuple, to show its purpose: "make_coord" instead of "make_shape".
  static std::string renamed(std::string text, std::string_view maker);
};

}  // namespace algebra::code
