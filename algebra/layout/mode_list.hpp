#pragma once
// A flat list of modes, the working form of coalesce, composition, complement and the inverses.

#include "algebra/layout/inline_vector.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra {

using ModeList = InlineVector<Mode, 16>;

/// Returns the modes of the flattened layout, left to right.
ModeList flat_modes(LayoutView);
/// Returns `s:d` for one mode, `(s,...):(d,...)` for several.
Layout layout_of_modes(const ModeList&);

/// Writes a layout in place, left to right; open() and close() write the brackets of both tuples.
class LayoutBuilder {
 public:
  LayoutBuilder(IntTuple& shape, IntTuple& stride) : shape_(shape), stride_(stride) {}

  /// Adds one mode as `s:d`, several in brackets.
  void add(const ModeList& modes) {
    shape_.add_each(modes, [](const Mode& m) { return m.shape; });
    stride_.add_each(modes, [](const Mode& m) { return m.stride; });
  }
  void add(Mode m) {
    shape_.add(m.shape);
    stride_.add(m.stride);
  }
  void add(LayoutView l) {
    shape_.add(l.shape);
    stride_.add(l.stride);
  }
  /// Shape and stride are congruent, so one position serves both.
  std::uint32_t open() {
    shape_.open();
    return stride_.open();
  }
  void close(std::uint32_t opened) {
    shape_.close(opened);
    stride_.close(opened);
  }
  std::uint32_t position() const { return shape_.size(); }
  /// Returns the part written since a position, a mode or in closed brackets. Valid until more is written.
  LayoutView since(std::uint32_t position) const { return {shape_.since(position), stride_.since(position)}; }

 private:
  IntTuple::Builder shape_, stride_;
};

/// Makes a layout by calling write(LayoutBuilder&).
template <class F>
Layout built_layout(F&& write) {
  return Layout::written([&](IntTuple& shape, IntTuple& stride) {
    LayoutBuilder out(shape, stride);
    write(out);
  });
}

}  // namespace algebra
