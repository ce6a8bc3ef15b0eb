#pragma once
// What the two Python dialects have in common.

#include "algebra/code/cpp.hpp"

namespace algebra::code {

class Python : public Writer {
 public:
  using Writer::Writer;
  std::string define(const std::string& name, const std::string& text) const override;
  std::string identifier(std::string_view name) const override;

 protected:
  std::string tuple(const std::vector<Part>& modes, bool tiler) const override;
  std::string literal(const Value&, const Node&) const override;
  std::string equal(const Part&, const Part&, const Node&) const override;

  virtual std::string integer(Int, const Node&) const = 0;
  /// A layout of this shape and these strides.
  virtual std::string made(const std::string& shape, const std::string& stride) const = 0;
  virtual std::string swizzle(const Swizzle&) const = 0;
  /// Names beside Python's own that a variable must not have.
  virtual bool taken(std::string_view name) const = 0;

  std::string text_of(const IntTuple&, const Node&) const;
  std::string text_of(const Layout& l, const Node& n) const { return made(text_of(l.shape(), n), text_of(l.stride(), n)); }
  std::string text_of(const Tiler&, const Node&) const;
  std::string as_layout(const Part&) const;
  std::string as_shape(const Part&) const;
  /// "(4, 2)", "(4,)".
  static std::string bracketed(const std::vector<std::string>& modes);
};

}  // namespace algebra::code
