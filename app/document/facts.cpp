#include "app/document/facts.hpp"

#include <fmt/format.h>

#include "algebra/operations.hpp"
#include "algebra/properties.hpp"
#include "algebra/tiled.hpp"

namespace app {
namespace {

using algebra::Layout;

/// "4×4" from a shape's modes, by their sizes.
std::string extents(const Layout& layout) {
  std::string text;
  for (int i = 0; i < algebra::rank(layout); ++i) text += fmt::format("{}{}", i == 0 ? "" : "×", algebra::size(algebra::mode(layout, i)));
  return text;
}

bool is_divide(std::string_view operation) {
  return operation == "zipped_divide" || operation == "tiled_divide" || operation == "flat_divide" || operation == "logical_divide";
}

std::string facts_of(const Layout& layout) {
  return fmt::format("size {} · cosize {} · {}", algebra::size(layout), algebra::cosize(layout), algebra::kind_of_function(layout));
}

}  // namespace

std::string facts(const algebra::Evaluation& e) {
  if (const auto* layout = std::get_if<Layout>(&e.value)) {
    if (e.made_by.operation == "zipped_divide" && algebra::rank(*layout) == 2)
      return fmt::format("tile {} · {} tiles", extents(algebra::mode(*layout, 0)), algebra::size(algebra::mode(*layout, 1)));
    if (is_divide(e.made_by.operation)) return fmt::format("size {} · rank {}", algebra::size(*layout), algebra::rank(*layout));
    return facts_of(*layout);
  }
  if (std::holds_alternative<algebra::Tiler>(e.value)) return "tiler";
  if (const auto* tensor = std::get_if<algebra::Tensor>(&e.value))
    return fmt::format(
        "size {} · offset {}", algebra::size(tensor->layout),
        tensor->coordinate ? algebra::to_string(*tensor->coordinate, algebra::Marks::plain) : fmt::format("{}", tensor->offset));
  if (const auto* composed = std::get_if<algebra::ComposedLayout>(&e.value)) {
    const bool swizzled = std::holds_alternative<algebra::Swizzle>(composed->outer.function);
    return fmt::format("size {} · {}", algebra::size(composed->layout), swizzled ? "swizzled" : "composed");
  }
  if (const auto* truth = std::get_if<algebra::Truth>(&e.value)) return truth->why;
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&e.value))
    return fmt::format("{} threads · {} values · tile {}", algebra::size(algebra::mode(copy->layout_tv, 0)),
                       algebra::size(algebra::mode(copy->layout_tv, 1)),
                       algebra::to_string(algebra::tile_shape(*copy), algebra::Marks::plain));
  if (const auto* mma = std::get_if<algebra::TiledMma>(&e.value))
    return fmt::format("{} threads · tile {}", algebra::size(algebra::thr_layout_vmnk(*mma)),
                       algebra::to_string(algebra::tile_shape(*mma), algebra::Marks::plain));
  if (std::holds_alternative<algebra::Swizzle>(e.value)) return "swizzle, on element offsets";
  if (const auto* tuple = std::get_if<algebra::IntTuple>(&e.value); tuple != nullptr && tuple->is_tuple())
    return fmt::format("rank {} · depth {}", tuple->rank(), tuple->depth());
  return {};
}

}  // namespace app
