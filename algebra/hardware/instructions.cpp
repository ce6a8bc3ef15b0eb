#include "algebra/hardware/instructions.hpp"

#include <fmt/format.h>

#include "algebra/hardware/tma.hpp"

namespace algebra {
namespace {

/// Writes the call that makes the copy: CuTe's print omits the tensors.
std::string tma_text(std::string_view maker, const Tma& t, Marks marks) {
  const auto internal = t.internal == *t.tensor.type ? std::string() : fmt::format("<{}>", t.internal.name);
  const auto offset = t.tensor.offset == 0 ? std::string() : fmt::format("+{}", t.tensor.offset);
  return fmt::format("{}{}({},make_tensor(make_gmem_ptr<{}>(ptr{}),{}),{},{},{})", maker, internal, t.traits.name, t.tensor.type->name,
                     offset, to_string(t.tensor.layout, marks), to_string(t.shared, marks), to_string(t.tile, marks),
                     to_string(t.cluster, marks));
}

std::string of_thread(std::string tiled, const std::optional<Int>& thread, Marks marks) {
  return thread ? fmt::format("get_slice({},{})", tiled, to_string(IntTuple(*thread), marks)) : tiled;
}

}  // namespace

bool operator==(const CopyAtom& a, const CopyAtom& b) {
  if (a.tma == nullptr || b.tma == nullptr) return a.traits == b.traits && a.type == b.type && a.tma == b.tma;
  return a.type == b.type && *a.tma == *b.tma;
}

std::string to_string(const MmaAtom& m, Marks) {
  const bool brackets = !m.arguments.empty() || m.traits->empty_brackets;
  return brackets ? fmt::format("{}<{}>", m.traits->name, m.arguments) : m.traits->name;
}

std::string to_string(const CopyAtom& c, Marks marks) {
  if (c.tma) return tma_text("make_tma_atom", *c.tma, marks);
  const auto operation = name_of(*c.traits);
  return c.type ? fmt::format("Copy_Atom<{},{}>", operation, c.type->name) : operation;
}

std::string to_string(const TiledCopy& t, Marks marks) {
  if (t.atom.tma) return of_thread(tma_text("make_tma_copy", *t.atom.tma, marks), t.thread, marks);
  const auto text = fmt::format("TiledCopy<{},{},{}>", to_string(t.atom, marks), to_string(t.layout_tv, marks), to_string(t.tiler, marks));
  return of_thread(text, t.thread, marks);
}

std::string to_string(const TvTiler& t, Marks marks) {
  return of_thread(fmt::format("TV_Tiler<{},{}>", to_string(t.layout_tv, marks), to_string(t.tiler, marks)), t.thread, marks);
}

std::string to_string(const TiledMma& t, Marks marks) {
  const auto text =
      fmt::format("TiledMMA<{},{},{}>", to_string(t.atom, marks), to_string(t.thr_layout_mnk, marks), to_string(t.permutations, marks));
  return of_thread(text, t.thread, marks);
}

}  // namespace algebra
