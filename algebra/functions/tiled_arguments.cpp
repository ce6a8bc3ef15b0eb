#include "algebra/functions/tiled_arguments.hpp"

namespace algebra::expression {

const Value& part(const Call& c, std::size_t i) {
  const auto& parts = c.arguments.empty() ? c.indices : c.arguments;
  if (i >= parts.size()) throw Problem{"argument", message("{} needs {} arguments.", c.name, i + 1), {}};
  return parts[i];
}
std::size_t parts(const Call& c) { return c.arguments.empty() ? c.indices.size() : c.arguments.size(); }

const MmaAtom& mma_atom(const Call& c, std::size_t i) { return needed<MmaAtom>(c, i, "an MMA atom such as SM80_16x8x16_F32F16F16F32_TN"); }
const CopyAtom& copy_atom(const Call& c, std::size_t i) {
  return needed<CopyAtom>(c, i, "a copy atom such as Copy_Atom<UniversalCopy<uint128_t>,half_t>");
}
const TiledCopy& tiled_copy(const Call& c) { return needed<TiledCopy>(c, 0, "a tiled copy, as make_tiled_copy returns it"); }
const TiledMma& tiled_mma(const Call& c) { return needed<TiledMma>(c, 0, "a tiled MMA, as make_tiled_mma returns it"); }

}  // namespace algebra::expression
