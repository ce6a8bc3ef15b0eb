#include "algebra/partition.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/operations.hpp"

namespace algebra {
namespace {

Tiler tiler_from(const Value& value) {
  if (const auto* tiler = std::get_if<Tiler>(&value)) return *tiler;
  if (const auto* layout = std::get_if<Layout>(&value)) return tiler_of(*layout);
  if (const auto* shape = std::get_if<IntTuple>(&value)) return tiler_of(*shape);
  throw Problem{"tiler", "The tile must be a shape, a tiler or a layout, such as (4,4) or <4:1,4:1>.", {}};
}

Partition make_partition(const Layout& tensor, const Tiler& tiler, const Layout& threads) {
  const auto count = size(threads);
  if (count > 1024) throw Problem{"threads", fmt::format("A block has at most 1024 threads; {} has {}.", to_string(threads, Marks::plain), count), {}};
  // Thread t stands at coordinate inverse(t) of the thread shape: each number below the size must occur once.
  const auto inverse = right_inverse(threads);
  if (size(inverse) != count)
    throw Problem{"threads", fmt::format("The thread layout {} must number its {} threads 0 to {}, each once.", to_string(threads, Marks::plain), count, count - 1), {}};

  const auto tiled = zipped_divide(tensor, tiler);
  const auto tile = mode(tiled, 0), rest = mode(tiled, 1);
  if (size(tiled) != size(tensor))
    throw Problem{"tile divisibility", fmt::format("The tile does not divide the tensor {}: its tiles would hold {} elements, the tensor has {}.", to_string(tensor, Marks::plain), size(tiled), size(tensor)), {}};
  const auto shape = product_each(threads.shape());
  if (shape.rank() > rank(tile))
    throw Problem{"threads", fmt::format("The thread layout {} has more modes than the tile {}.", to_string(threads, Marks::plain), to_string(tile, Marks::plain)), {}};
  const auto parts = zipped_divide(tile, tiler_of(shape));
  if (size(parts) != size(tile))
    throw Problem{"thread divisibility", fmt::format("The threads {} do not divide the tile {}.", to_string(shape, Marks::plain), to_string(product_each(tile.shape()), Marks::plain)), {}};
  // The threads' own mode, re-ordered from coordinate to thread number.
  const auto by_thread = composition(mode(parts, 0), inverse);
  return {.layout = make_layout(std::vector{rest, by_thread, mode(parts, 1)}), .rest = rest, .tile = tile, .threads = threads};
}

}  // namespace

Result<Partition> partition(const Layout& tensor, const Value& tiler, const Layout& threads) {
  return attempt([&] { return make_partition(all_known(tensor), all_known(tiler_from(tiler)), all_known(threads)); });
}

}  // namespace algebra
