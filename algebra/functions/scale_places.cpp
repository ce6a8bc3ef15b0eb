// A matrix in the order of its scales in memory: the elements that each place of the scales' memory belongs to.

#include "algebra/functions/records.hpp"

#include "algebra/hardware/scale_places.hpp"

#include "algebra/code/cpp_calls.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::expression {
namespace {

/// 32 lanes of bytes: tensor memory holds four copies of the scales, one for the lanes of each warp.
constexpr std::int64_t lanes_of_a_copy = 32;

const Tensor* in_tensor_memory(const Value& v) {
  const auto* t = std::get_if<Tensor>(&v);
  return t != nullptr && t->memory == MemorySpace::tensor ? t : nullptr;
}
std::int64_t copies_from(const Tensor& t) { return lanes_of_a_copy * Tmem::datapath(t.type ? t.type->bits : ElementType{}.bits); }

std::int64_t elements_of(const Call& c) { return c.count() > 2 ? c.integer(2).value : 1; }

Value run_scales(const Call& c) {
  if (const auto* t = in_tensor_memory(c.argument(1))) {
    (void)scales::matching(c.layout_or_tensor(0), t->layout, copies_from(*t));  // throws if the scales cannot belong to the matrix
    return *t;
  }
  const auto places = scales::places_of(c.layout_or_tensor(1), elements_of(c));
  const auto order = scales::in_order(c.layout_or_tensor(0), places);
  (void)scales::matching(c.layout_or_tensor(0), places);
  const auto* matrix = std::get_if<Tensor>(&c.argument(0));
  if (matrix == nullptr) return order;
  auto read = *matrix;
  read.layout = order;
  return read;
}

/// Links an element of the matrix with the place of its scale, and with the scales' own layout if its offsets are places.
void link_scales(links::LinkBuilder& b) {
  const auto matrix = b.layout(0), of_scales = b.layout(1);
  if (!matrix || !of_scales) return;
  const auto add = [&](const scales::Matching& m) {
    b.add_by_value(0, links::Link::result, links::IndexMap(m.elements), links::IndexMap(m.places));
  };
  if (const auto* t = in_tensor_memory(b.value(1))) {
    add(scales::matching(*matrix, t->layout, copies_from(*t)));
    return b.add_same(links::LinkKind::element, 1);
  }
  std::int64_t elements = 1;
  if (b.operands() > 2)
    if (const auto* n = std::get_if<IntTuple>(&b.value(2)); n != nullptr && n->is_integer()) elements = n->integer().value;
  add(scales::matching(*matrix, scales::places_of(*of_scales, elements)));
  if (elements == 1)
    b.add_by_value(1, links::Link::result, links::IndexMap(*of_scales), links::IndexMap(links::counting(b.size(links::Link::result))));
}

}  // namespace

std::vector<Function> scale_place_functions() {
  return {{.name = "scales",
           .signature = "scales(A, S) · scales(A, E, elements)",
           .meaning = "for each scale or metadata in memory, the first element of A that it belongs to",
           .formula = "R(S(m,k)) = A(m,k)",
           .parameters = "matrix scales elements",
           .arguments = {2, 3},
           .run = run_scales,
           .blamed = 1,
           .makes_layout = true,
           .links = link_scales,
           .keeps_memory_of = 0,
           .code = {.cpp = code::cpp::value},
           .search_words = "scale factor where metadata sparse nibble nvfp4 mxfp8 padding",
           .example = {"scales((128,64):(64,1), Sm1xxBlockScaledConfig<16>::SfAtom{})", "((4,4),32):((16,2048),64)"}}};
}

}  // namespace algebra::expression
