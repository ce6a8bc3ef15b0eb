#pragma once
// The common part of the two Python dialects.

#include "algebra/code/writer.hpp"

namespace algebra::code {

class Python : public Writer {
 public:
  using Writer::Writer;
  std::string define(const std::string& name, const std::string& text) const override;
  std::string identifier(std::string_view name) const override;

  std::string tuple(const std::vector<Part>& modes, bool tiler) const override;
  std::string literal(const Value&, const Node&) const override;
  std::string equal(const Part&, const Part&, const Node&) const override;

  /// Returns the dialect's name, "the CuTe DSL" or "pycute".
  virtual std::string_view title() const = 0;
  /// Throws a Diagnostic for a call that the dialect cannot express.
  [[noreturn]] void lacks(const Written&) const;
  /// Returns the arguments of a call; throws for a call without any, such as a type.
  const std::vector<Part>& arguments(const Written&) const;

  virtual std::string integer(Int, const Node&) const = 0;
  /// Writes a layout with this shape and these strides.
  virtual std::string made(const std::string& shape, const std::string& stride) const = 0;
  virtual std::string swizzle(const Swizzle&) const = 0;
  /// Returns whether a variable must not have this name, in addition to Python's own reserved names.
  virtual bool taken(std::string_view name) const = 0;

  std::string text_of(const IntTuple&, const Node&) const;
  std::string text_of(const Layout& l, const Node& n) const { return made(text_of(l.shape(), n), text_of(l.stride(), n)); }
  std::string text_of(const Tiler&, const Node&) const;
  std::string as_layout(const Part&) const;
  std::string as_shape(const Part&) const;
  /// Writes print(A), or print("A =", A) if it has a label.
  static std::string printed(const Shown&);
  /// Returns "(4, 2)", "(4,)".
  static std::string bracketed(const std::vector<std::string>& modes);
};

}  // namespace algebra::code
