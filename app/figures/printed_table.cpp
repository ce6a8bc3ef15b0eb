#include "app/figures/printed_table.hpp"

#include "algebra/language/value_bits.hpp"
#include "render/export.hpp"

namespace app {

tl::expected<std::string, algebra::Message> printed_table(const algebra::Value& value, algebra::Marks marks) {
  using algebra::message;
  if (const auto* m = std::get_if<algebra::BitMatrix>(&value)) return algebra::table_of(*m) + "\n";
  auto shown = value;
  if (const auto* t = std::get_if<algebra::Tensor>(&value)) {
    if (t->outer) shown = algebra::ComposedLayout{*t->outer, t->layout};
    else shown = t->layout;
  }
  const auto* composed = std::get_if<algebra::ComposedLayout>(&shown);
  const auto* layout = composed != nullptr ? &composed->layout : std::get_if<algebra::Layout>(&shown);
  const auto text = algebra::to_string(value, marks);
  if (layout == nullptr) return tl::unexpected(message("print_layout shows layouts of rank 2; {} is not a layout.", text));
  if (algebra::rank(*layout) != 2)
    return tl::unexpected(
        message("print_layout shows layouts of rank 2; {} is of rank {}. A figure shows any rank.", text, algebra::rank(*layout)));
  if (algebra::has_basis(*layout))
    return tl::unexpected(message("CuTe's print_layout shows indices; those of {} are coordinates. A figure shows them.", text));
  if (algebra::has_negative_size(*layout)) return tl::unexpected(message("{} has a negative size: there is nothing to show.", text));
  constexpr std::int64_t most = 1 << 20;
  if (algebra::size(*layout) > most)
    return tl::unexpected(message("print_layout shows up to {} elements; this has {}.", most, algebra::size(*layout)));
  return composed != nullptr ? render::print_layout(*composed, marks) : render::print_layout(*layout, marks);
}

}  // namespace app
