// Matrix descriptors of tiles in shared memory.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp.hpp"
#include "algebra/code/cpp_literals.hpp"
#include "algebra/hardware/nearest_canonical.hpp"
#include "algebra/language/pointers.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {
namespace {

using DescriptorOf = MatrixDescriptor::Of;

Major major_of(const Call& c) {
  const auto* major = c.indices.empty() ? nullptr : std::get_if<Major>(&c.indices[0]);
  if (major != nullptr && (*major == Major::k || *major == Major::mn)) return *major;
  throw Problem{"template argument", message("{} takes GMMA::Major::K or GMMA::Major::MN in <>.", c.name), {"GMMA::Major::K"}};
}

/// Returns the tile: a tensor in shared memory, or a layout at such a pointer, with the type of its elements before it.
Tensor tile_of(const Call& c) {
  const auto* type = std::get_if<ElementType>(&c.argument(0));
  if ((type != nullptr) != (c.count() == 2))
    throw Problem{"argument", message("{} takes a tensor in shared memory, or a type and a layout.", c.name), {}};
  const auto& v = c.argument(c.count() - 1);
  if (const auto* t = std::get_if<Tensor>(&v)) {
    auto tile = *t;
    if (type != nullptr && !tile.type) tile.type = *type;
    return tile;
  }
  Tensor at{.layout = Layout(), .type = type != nullptr ? std::optional(*type) : std::nullopt, .memory = MemorySpace::shared};
  return std::holds_alternative<ComposedLayout>(v) ? tensor_at(std::move(at), v) : tensor_at(std::move(at), c.layout(c.count() - 1));
}

template <DescriptorOf of>
Value run_make_desc(const Call& c) {
  return make_matrix_descriptor(of, major_of(c), tile_of(c), c.steps);
}

Verdict check_desc(const Call&, const Value& result, const Checking& checking) {
  return check_descriptor(std::get<MatrixDescriptor>(result), checking);
}

/// Suggests the whole call with a nearby layout that has a descriptor.
template <DescriptorOf of>
Obstacle what_is_canonical(const Call& c, Marks marks) {
  Obstacle o{.what = "The descriptor does not describe this tile", .words = {}, .nearest = {}};
  attempt([&] {
    const auto tile = tile_of(c);
    const auto major = major_of(c);
    const auto type = tile.type ? cpp_type(*tile.type) : std::string{};
    for (const auto& layout : nearest_canonical(of, major, tile, type, marks))
      o.nearest.push_back(fmt::format("{}<{}::Major::{}>({}, {})", c.name, of == DescriptorOf::gmma ? "GMMA" : "UMMA",
                                      major == Major::k ? "K" : "MN", type, layout));
    return true;
  });
  return o;
}

/// Returns the layout of a tile as it waits for its pointer.
Value waiting(const Tensor& tile) {
  if (!tile.swizzled_pointer) return tile.layout;
  return ComposedLayout{{tile.outer->function, {{0, true}, 0, tile.type->bits}}, tile.layout};
}

/// Writes GMMA::make_gmma_desc<GMMA::Major::K>(make_tensor(make_smem_ptr<half_t>(nullptr), layout)).
std::string written_in_cpp(const code::Cpp&, const code::Written& w) {
  const auto& d = std::get<MatrixDescriptor>(w.value);
  const auto& given = w.given().back();
  const auto layout = given.is_tensor() ? code::cpp_of(waiting(d.tile)) : code::Cpp::as_layout(given);
  const Tensor at{.offset = d.tile.swizzled_pointer ? d.tile.outer->offset.value.value : d.tile.offset,
                  .layout = Layout(),
                  .type = d.tile.type,
                  .memory = MemorySpace::shared};
  return fmt::format("{0}::{1}<{0}::Major::{2}>(make_tensor({3}, {4}))", d.of == DescriptorOf::gmma ? "GMMA" : "UMMA", w.name(),
                     d.major == Major::k ? "K" : "MN", code::cpp_pointer(at), layout);
}

template <DescriptorOf of>
Function descriptor(std::string_view name, std::string_view signature, std::string_view meaning, Example example) {
  return {.name = name,
          .signature = signature,
          .group = Group::partition,
          .meaning = meaning,
          .parameters = "tensor",
          .arguments = {1, 2},
          .indices = 1,
          .run = run_make_desc<of>,
          .contract = check_desc,
          .condition = "descriptor",
          .obstacle = what_is_canonical<of>,
          .makes_layout = true,
          .links = links::same_as_last,
          .code = {.cpp = written_in_cpp},
          .search_words = "lbo sbo descriptor",
          .example = example};
}

}  // namespace

std::vector<Function> descriptor_functions() {
  return {
      descriptor<DescriptorOf::gmma>("make_gmma_desc", "make_gmma_desc<major>(T) · make_gmma_desc<major>(type, A)",
                                     "the descriptor of a tile for WGMMA",
                                     {"make_gmma_desc<GMMA::Major::K>(half_t, (64,(8,2)):(8,(1,512)))",
                                      "GmmaDescriptor 0x0000000800400000 (INTERLEAVE=0, start 0, LBO 64, SBO 8, base 0)"}),
      descriptor<DescriptorOf::umma>(
          "make_umma_desc", "make_umma_desc<major>(T) · make_umma_desc<major>(type, A)", "the descriptor of a tile for tcgen05.mma",
          {"make_umma_desc<UMMA::Major::MN>(half_t, ((8,8),(8,2)):((1,64),(8,512)))",
           "SmemDescriptor 0x0000400800400000 (SWIZZLE_NONE=0, start 0, LBO 64, SBO 8, base 0, version 1, LBO mode 0)"}),
  };
}

}  // namespace algebra::expression
