// Tests the browser's search for atoms.

#include <doctest/doctest.h>

#include <algorithm>

#include "app/commands/atom_search.hpp"

using namespace app;

namespace {

std::vector<std::string> names(const AtomFilter& filter) {
  std::vector<std::string> all;
  for (const int i : found_atoms(filter)) all.push_back(algebra::listed_atoms()[static_cast<std::size_t>(i)].expression);
  return all;
}

}  // namespace

TEST_CASE("without a choice all atoms are found, with choices those that have them all") {
  CHECK(found_atoms({}).size() == algebra::listed_atoms().size());
  CHECK(names({.typed = "SM75_U32X4"}) == std::vector<std::string>{"SM75_U32x4_LDSM_N"});
  CHECK(names({.typed = "no such thing"}).empty());
  // WGMMA has every multiple of 8 up to 256 as its N.
  CHECK(names({.typed = "_F32F16F16_SS", .target = "SM90", .kind = algebra::ListedAtom::Kind::mma, .types = "F32F16F16"}).size() == 2 * 32);
  const auto one = names({.target = "SM90", .kind = algebra::ListedAtom::Kind::mma, .types = "F32F16F16", .shape_mnk = {64, 128, 16}});
  CHECK(one.size() == 2);  // A in shared memory, or in registers
  for (const auto& name : names({.kind = algebra::ListedAtom::Kind::smem})) CHECK(name.find("Layout_") != std::string::npos);
}

TEST_CASE("what can be chosen is what the other choices leave") {
  const auto all = targets_of({});
  for (const auto a : {"SM61", "SM70", "SM75", "SM80", "SM89", "SM90", "SM100", "SM103", "SM120", "gfx908", "gfx90a", "gfx942", "gfx950",
                       "gfx11", "gfx12", "Xe", "AMX"})
    CHECK(std::find(all.begin(), all.end(), a) != all.end());
  CHECK(targets_of({.target = "SM80", .types = "F32F16F16"}) == std::vector<std::string>{"SM90"});
  CHECK(extents_of({.target = "SM75", .kind = algebra::ListedAtom::Kind::mma}, 1) == std::vector<int>{8});
  CHECK(types_of({.target = "SM75", .kind = algebra::ListedAtom::Kind::mma}) ==
        std::vector<std::string>{"F16F16F16F16", "F32F16F16F32", "S32S8S8S32"});
}
