#include "gpu/tma/tma_launch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::Int;
using algebra::IntTuple;
using algebra::Layout;
using Unrunnable = tl::unexpected<Message>;

std::vector<std::int64_t> integers(const IntTuple& t, int rank) {
  std::vector<std::int64_t> all;
  t.for_each_integer([&](Int i) { all.push_back(i.value); });
  all.resize(static_cast<std::size_t>(rank), 0);
  return all;
}

}  // namespace

tl::expected<Instruction, Message> tma_instruction(const algebra::TiledCopy& copy) {
  const auto& tma = *copy.atom.tma;
  const auto& name = tma.traits.name;
  const auto of = algebra::copy_instruction(tma.traits);
  if (of.adds) return Unrunnable(message("{} adds to the tensor, so its writes cannot be traced. Use SM90_TMA_STORE.", name));
  if (of.architecture != 90)
    return Unrunnable(message("{} is for two CTAs of Blackwell, which launches do not support yet. Use SM90_TMA_LOAD_MULTICAST.", name));
  if (tma.tensor.type->bits < 8 || tma.internal.bits < 8)
    return Unrunnable(
        message("A launch by TMA counts whole bytes, but {} elements have {} bits. Use a tensor of uint8_t with as many bytes.",
                (tma.tensor.type->bits < 8 ? *tma.tensor.type : tma.internal).name, std::min(tma.tensor.type->bits, tma.internal.bits)));
  if (tma.coordinate_divisor != 1)
    return Unrunnable(
        message("The tensor map's elements have {} bits and the tensor's have {}: coordinates would be fractions. Use a tensor of {} bit "
                "elements, or a copy without that type.",
                tma.internal.bits, tma.tensor.type->bits, tma.internal.bits));
  if (const auto refused = algebra::refused_by_driver(tma.map); !refused.empty())
    return Unrunnable(message("No device runs this TMA copy. {}", refused[0]));
  const auto ctas = algebra::size(algebra::mode(copy.layout_tv, 0));
  const auto bytes = algebra::bytes_of(tma.map);
  if (bytes != algebra::elements_per_instruction(tma) / ctas * tma.tensor.type->bits / 8)
    return Unrunnable(
        message("The {} CTAs of the cluster cannot share an instruction of {} bytes evenly in boxes of {}. Use a cluster whose size "
                "divides the box's outermost dimension.",
                ctas, algebra::bits_per_instruction(tma) / 8, bytes));
  Instruction i{.kind = Instruction::Kind::tensor_copy, .bytes = static_cast<int>(bytes), .name = name};
  i.dimensions = tma.map.rank;
  i.ctas = static_cast<int>(ctas);
  i.multicast = of.multicast;
  i.stores = of.stores;
  return i;
}

Message why_not_made_for(const algebra::TiledCopy& copy, const Layout& tensor, const algebra::Tiler& tile) {
  const auto& tma = *copy.atom.tma;
  const auto made_for = algebra::all_known(tma.tensor.layout);
  const auto plain = [](const auto& v) { return algebra::to_string(v, algebra::Marks::plain); };
  if (plain(made_for) != plain(algebra::all_known(tensor)))
    return message("The TMA copy is made for the tensor {}, but the launch has {}. Use that tensor, or make the copy for this one.",
                   plain(made_for), plain(tensor));
  // Tiles can be written in many ways, so their coordinates in the tensor are compared.
  const auto in_tensor = [&](const algebra::Tiler& tiler) {
    return algebra::composition(algebra::make_identity_layout(made_for.shape()), algebra::all_known(tiler));
  };
  const auto whole = algebra::whole_modes(tile, tensor);
  const auto wanted = algebra::attempt([&] { return in_tensor(whole); });
  if (!wanted) return wanted.error().message;
  if (plain(*wanted) == plain(in_tensor(tma.tile))) return {};
  return message("The TMA copy is made for tiles {}, not for {}. Use that tile, or make the copy for this one.", plain(tma.tile),
                 plain(whole));
}

Message why_misaligned(const TmaTiles& tiles) {
  constexpr std::int64_t aligned = 128;
  for (std::int64_t i = 0; i < tiles.instructions(); ++i)
    for (std::int64_t c = 0; c < tiles.ctas(); ++c) {
      const auto box = tiles.at(0, i, c);
      if (box.shared % aligned == 0) continue;
      const auto where = message("TMA puts boxes at multiples of {} bytes in shared memory; instruction {} of CTA {} begins at byte {}.",
                                 aligned, i, c, box.shared);
      return Message::sequence(
          where, tiles.ctas() > 1 ? Message("Use fewer CTAs in the cluster, or a larger tile.") : Message("Use rows of more elements."));
    }
  const auto last = tiles.tiles() - 1;
  return algebra::why_illegal(tiles.tma().map, tiles.at(last, tiles.instructions() - 1, tiles.ctas() - 1).coordinates, tiles.stores());
}

TmaTiles::TmaTiles(const algebra::TiledCopy& copy) : copy_(copy) {
  const auto& tma = *copy_.atom.tma;
  const auto instruction = algebra::copy_instruction(tma.traits);
  stores_ = instruction.stores && !instruction.adds;
  multicast_ = instruction.multicast;
  map_ = stores_ ? algebra::as_stored(tma.map) : tma.map;
  ctas_ = algebra::size(algebra::mode(copy_.layout_tv, 0));
  const auto& shape = tma.tensor.layout.shape();
  const auto coordinates = algebra::tma_tensor(tma, shape);
  origin_ = *coordinates.coordinate;
  begins_ = algebra::mode(algebra::zipped_divide(coordinates.layout, tma.tile), 1);
  tiles_ = algebra::size(begins_);
  const auto origin = shape.transformed([](Int) { return Int{0, true}; });
  const auto count = algebra::instructions_per_tile(tma);
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t c = 0; c < ctas_; ++c) {
      in_tile_.push_back(algebra::instruction_of(copy_, origin, i, c));
      const auto end = in_tile_.back().shared + (algebra::rows_of(map_) - 1) * algebra::pitch_of(map_) +
                       map_.box_dim[0] / map_.element_stride[0] * map_.element_bits / 8;
      cta_bytes_ = std::max(cta_bytes_, end);
    }
  // A swizzle permutes within its period.
  cta_bytes_ = algebra::round_up(cta_bytes_, std::max<std::int64_t>(128, algebra::period_of(map_.swizzle)));
  tensor_bytes_ = algebra::round_up(map_.global_dim[0] * map_.element_bits / 8, algebra::tma_coordinate_bytes);
  for (std::size_t d = 1; d < static_cast<std::size_t>(map_.rank); ++d) tensor_bytes_ += (map_.global_dim[d] - 1) * map_.global_stride[d];
}

std::vector<std::int64_t> TmaTiles::by_layout() const {
  const auto slices = algebra::tma_slices(copy_);
  const auto count = algebra::size(algebra::mode(slices, 0)), each = algebra::size(algebra::mode(slices, 1));
  std::vector<std::int64_t> bytes;
  bytes.reserve(static_cast<std::size_t>(count * each));
  for (std::int64_t s = 0; s < count; ++s)
    for (std::int64_t e = 0; e < each; ++e)
      bytes.push_back(std::visit([&](const auto& l) { return l(slices(s + count * e)); }, tma().shared) * tma().tensor.type->bits / 8);
  return bytes;
}

algebra::TmaInstruction TmaTiles::at(std::int64_t tile, std::int64_t index, std::int64_t cta) const {
  auto instruction = in_tile_[static_cast<std::size_t>(index * ctas_ + cta)];
  const auto begin = integers(algebra::sum(origin_, algebra::index_of(IntTuple(Int{tile, true}), begins_)), map_.rank);
  for (std::size_t d = 0; d < begin.size(); ++d) instruction.coordinates[d] += begin[d];
  return instruction;
}

}  // namespace gpu
