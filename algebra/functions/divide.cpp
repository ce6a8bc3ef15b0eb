// The divides and the products.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute_answers.hpp"
#include "algebra/code/pycute_calls.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/layout/contracts_composed.hpp"
#include "algebra/layout/contracts_general.hpp"
#include "algebra/layout/general_algebra.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tilings.hpp"

namespace algebra::expression {
namespace {

using ByTiler = Layout (*)(const Layout&, const Tiler&, Steps*);
using ByGeneral = Layout (*)(const Layout&, const Tiler&);
using ByLayout = Layout (*)(const Layout&, const Layout&, Steps*);

/// Returns whether the operation needs the general algebra, which CuTe C++ does not have.
bool divides_generally(const Call& c, const Layout& l, const Tiler& t) {
  return !c.as_in_cpp && (general::concerns(l) || general::concerns(t));
}
/// Runs a divide or a product by a tiler. A tensor can be divided, but not multiplied.
template <ByTiler operation, bool is_divide, ByGeneral of_general>
Value run_by_tiler(const Call& c) {
  return through(c, is_divide ? tensors_and_composed : composed_too, [&](const Layout& l) {
    const auto tiler = c.tiler(1);
    const auto as_in_cute = [&] { return operation(l, tiler, c.steps); };
    return divides_generally(c, l, tiler) ? general::answer_of(l, tiler, as_in_cute, [&] { return of_general(l, tiler); }) : as_in_cute();
  });
}
template <ByLayout operation, bool tile_first>
Value run_by_layout(const Call& c) {
  return through(c, composed_too, [&](const Layout& l) {
    const auto tiler = c.layout(1);
    const auto as_in_cute = [&] { return operation(l, tiler, c.steps); };
    if (!divides_generally(c, l, Tiler{tiler})) return as_in_cute();
    return general::answer_of(l, Tiler{tiler}, as_in_cute, [&] { return general::paired_product(l, tiler, tile_first); });
  });
}
Value run_logical_product(const Call& c) {
  if (c.is_composed(1)) return logical_product(c.layout(0), std::get<ComposedLayout>(c.argument(1)));
  return run_by_tiler<logical_product, false, general::logical_product>(c);
}
Value run_tile_unzip(const Call& c) {
  return through(c, composed_too, [&](const Layout& l) { return tile_unzip(l, c.tiler(1)); });
}
/// Returns the order of the copies as CuTe's make_ordered_layout takes it: one integer per mode, LayoutLeft or LayoutRight.
IntTuple order_of_copies(const Call& c) {
  if (c.count() < 3) return {};
  const auto* major = std::get_if<Major>(&c.argument(2));
  if (major == nullptr) return c.integers(2);
  if (*major == Major::left) return {};
  if (*major != Major::right)
    throw ArgumentProblem{{"argument", "The order of the copies is a tuple of integers, LayoutLeft or LayoutRight.", {}}, 2};
  IntTuple last_first;
  for (int n = c.shape(1).rank(); n > 0; --n) last_first.append(Int{n - 1, true});
  return last_first;
}
Value run_tile_to_shape(const Call& c) {
  // CuTe accepts a layout in place of a shape and uses only its shape.
  const auto shape = std::holds_alternative<Layout>(c.argument(1)) ? c.shape(1) : c.integers(1);
  return through(c, composed_too, [&](const Layout& l) { return tile_to_shape(l, shape, order_of_copies(c), c.steps); });
}

template <ByTiler divide>
Verdict divide_check(const Call& c, const Value& r, const Checking& checking) {
  const auto& l = c.inner(0);
  const auto& tiler = c.tiler(1);
  if (divides_generally(c, l, tiler)) {
    const auto logical = general::answer_of(
        l, tiler, [&] { return logical_divide(l, tiler); }, [&] { return general::logical_divide(l, tiler); });
    return general::check_divide(l, tiler, logical, inner_layout(r), checking);
  }
  return check_divide(c.inner(0), c.tiler(1), divide, inner_layout(r), checking);
}
/// Checks zipped, tiled and flat products, which regroup the modes of the logical one.
Verdict product_check(const Call& c, const Value& r, const Checking& checking) {
  if (c.is_composed(1)) {
    const auto* product = std::get_if<ComposedLayout>(&r);
    return product != nullptr ? check_logical_product(c.layout(0), std::get<ComposedLayout>(c.argument(1)), *product, checking) : Verdict{};
  }
  const auto block = c.inner(0);
  const auto tiler = c.tiler(1);
  if (divides_generally(c, block, tiler)) {
    const auto logical = general::answer_of(
        block, tiler, [&] { return logical_product(block, tiler); }, [&] { return general::logical_product(block, tiler); });
    return general::check_logical_product(block, tiler, logical, checking);
  }
  return check_logical_product(block, tiler, logical_product(block, tiler), checking);
}
/// Checks the rank-sensitive products, which interleave the block's modes with the tiler's.
Verdict pairs_check(const Call& c, const Value& r, const Checking& checking) {
  if (c.is_composed(1)) return {};
  const auto tiler = c.tiler(1);
  const auto* layout = std::get_if<Layout>(&tiler.is);
  if (layout != nullptr && divides_generally(c, c.inner(0), tiler))
    return general::check_product(c.inner(0), *layout, inner_layout(r), checking);
  return layout != nullptr ? check_product(c.inner(0), *layout, inner_layout(r), checking) : Verdict{};
}

Verdict tile_to_shape_check(const Call& c, const Value& r, const Checking& checking) {
  const auto block = c.inner(0);
  return check_product(block, tile_copies(block, c.tuple(1), order_of_copies(c)), inner_layout(r), checking);
}

Asked divide_asked(const Call& c) { return asked_of_divide(c.layout(0), c.tiler(1)); }
Asked product_asked(const Call& c) { return asked_of_product(c.layout(0), c.tiler(1)); }
/// Return the required function of a refused product of two layouts, not by mode.
Asked pairs_asked(const Call& c) { return asked_of_product(c.layout(0), {c.layout(1)}); }
Asked tile_to_shape_asked(const Call& c) { return asked_of_tile_to_shape(c.layout(0), c.shape(1), order_of_copies(c)); }

}  // namespace

std::vector<Function> divide_functions() {
  return {
      {.name = "logical_divide",
       .signature = "logical_divide(A, tiler)",
       .group = Group::divide,
       .meaning = "split each mode into (tile, rest)",
       .formula = "A o (B, complement(B, size(A))), B = tiler",
       .parameters = "target tiler",
       .arguments = {2, 2},
       .run = each_of_zip<run_by_tiler<logical_divide, true, general::logical_divide>, Zip::Of::tensor, Zip::Of::layout>,
       .contract = of_each_part<divide_check<logical_divide>>,
       .condition = "evenly_divides",
       .blamed = 1,
       .asked = divide_asked,
       .makes_layout = true,
       .links = links::divided,
       .keeps_memory_of = 0,
       .summary = summary::modes,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::layout_first,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::logical_divide},
       .search_words = "tile block",
       .everyday = true,
       .example = {"logical_divide((4,2,3):(2,1,8), 4:2)", "((2,2),(2,3)):((4,1),(2,8))"}},
      {.name = "zipped_divide",
       .signature = "zipped_divide(A, tiler)",
       .group = Group::divide,
       .meaning = "((tile modes), (rest modes))",
       .formula = "R(t, r) = A(B(t) + B*(r)), B = tiler, B* = complement(B, size(A))",
       .parameters = "target tiler",
       .arguments = {2, 2},
       .run = each_of_zip<run_by_tiler<zipped_divide, true, general::zipped_divide>, Zip::Of::tensor, Zip::Of::layout>,
       .contract = of_each_part<divide_check<zipped_divide>>,
       .condition = "evenly_divides",
       .blamed = 1,
       .asked = divide_asked,
       .makes_layout = true,
       .links = links::divided_and_gathered,
       .keeps_memory_of = 0,
       .summary = summary::tiles,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::layout_first,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::zipped_divide},
       .search_words = "tile block",
       .everyday = true,
       .example = {"zipped_divide((8,8):(8,1), <4:1, 2:1>)", "((4,2),(2,4)):((8,1),(32,2))"}},
      {.name = "tiled_divide",
       .signature = "tiled_divide(A, tiler)",
       .group = Group::divide,
       .meaning = "((tile modes), rest, rest, ...)",
       .formula = "R(t, r0, r1, ...) = zipped_divide(A, tiler)(t, (r0, r1, ...))",
       .parameters = "target tiler",
       .arguments = {2, 2},
       .run = run_by_tiler<tiled_divide, true, general::tiled_divide>,
       .contract = divide_check<tiled_divide>,
       .condition = "evenly_divides",
       .blamed = 1,
       .asked = divide_asked,
       .makes_layout = true,
       .links = links::divided_and_gathered,
       .keeps_memory_of = 0,
       .summary = summary::modes,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::layout_first,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::tiled_divide},
       .search_words = "tile block",
       .everyday = true,
       .example = {"tiled_divide((8,8):(8,1), <4:1, 2:1>)", "((4,2),2,4):((8,1),32,2)"}},
      {.name = "flat_divide",
       .signature = "flat_divide(A, tiler)",
       .group = Group::divide,
       .meaning = "(tile, tile, ..., rest, rest, ...)",
       .formula = "R(t0, t1, ..., r0, r1, ...) = zipped_divide(A, tiler)((t0, t1, ...), (r0, r1, ...))",
       .parameters = "target tiler",
       .arguments = {2, 2},
       .run = run_by_tiler<flat_divide, true, general::flat_divide>,
       .contract = divide_check<flat_divide>,
       .condition = "evenly_divides",
       .blamed = 1,
       .asked = divide_asked,
       .makes_layout = true,
       .links = links::divided_and_gathered,
       .keeps_memory_of = 0,
       .summary = summary::modes,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::layout_first},
       .search_words = "tile block",
       .everyday = true,
       .example = {"flat_divide((8,8):(8,1), <4:1, 2:1>)", "(4,2,2,4):(8,1,32,2)"}},
      {.name = "tile_unzip",
       .signature = "tile_unzip(A, tiler)",
       .group = Group::divide,
       .meaning = "gather the pairs at the tiler's leaves: ((tiles), (rests))",
       .parameters = "layout tiler",
       .arguments = {2, 2},
       .run = run_tile_unzip,
       .blamed = 1,
       .makes_layout = true,
       .links = links::reordered,
       .code = {.cpp = code::cpp::layout_first},
       .example = {"tile_unzip(((4,2),(2,4)):((8,32),(1,2)), <4,2>)", "((4,2),(2,4)):((8,1),(32,2))"}},
      {.name = "logical_product",
       .signature = "logical_product(A, B)",
       .group = Group::divide,
       .meaning = "(A, copies of A in the order of B)",
       .formula = "R(a, b) = A(a) + A*(B(b)), A* = complement(A, size(A) * cosize(B))",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_logical_product,
       .contract = product_check,
       .blamed = 1,
       .asked = product_asked,
       .makes_layout = true,
       .links = links::repeated,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::layout_first,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::logical_product},
       .everyday = true,
       .example = {"logical_product((2,2):(4,1), 6:1)", "((2,2),(2,3)):((4,1),(2,8))"}},
      {.name = "zipped_product",
       .signature = "zipped_product(A, tiler)",
       .group = Group::divide,
       .meaning = "((block modes), (copies))",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_by_tiler<zipped_product, false, general::zipped_product>,
       .contract = product_check,
       .blamed = 1,
       .asked = product_asked,
       .makes_layout = true,
       .links = links::repeated_and_gathered,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::by_layout,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::zipped_product},
       .example = {"zipped_product((2,5):(5,1), <3:1, 4:1>)", "((2,5),(3,4)):((5,1),(1,5))"}},
      {.name = "tiled_product",
       .signature = "tiled_product(A, tiler)",
       .group = Group::divide,
       .meaning = "((block modes), copies, copies, ...)",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_by_tiler<tiled_product, false, general::tiled_product>,
       .contract = product_check,
       .blamed = 1,
       .asked = product_asked,
       .makes_layout = true,
       .links = links::repeated_and_gathered,
       .code = {.cpp = code::cpp::layout_first,
                .dsl = code::dsl::by_layout,
                .pycute = code::pycute::by_tiler,
                .pycute_answer = code::pycute::answers::tiled_product},
       .example = {"tiled_product((2,5):(5,1), <3:1, 4:1>)", "((2,5),3,4):((5,1),1,5)"}},
      {.name = "flat_product",
       .signature = "flat_product(A, tiler)",
       .group = Group::divide,
       .meaning = "(block, block, ..., copies, copies, ...)",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_by_tiler<flat_product, false, general::flat_product>,
       .contract = product_check,
       .blamed = 1,
       .asked = product_asked,
       .makes_layout = true,
       .links = links::repeated_and_gathered,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::by_layout},
       .example = {"flat_product((2,5):(5,1), <3:1, 4:1>)", "(2,5,3,4):(5,1,1,5)"}},
      {.name = "blocked_product",
       .signature = "blocked_product(A, B)",
       .group = Group::divide,
       .meaning = "A in every place of B: blocks stay together",
       .formula = "R((a0, b0), (a1, b1)) = A(a0, a1) + A*(B(b0, b1)), A* = complement(A, size(A) * cosize(B))",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_by_layout<blocked_product, true>,
       .contract = pairs_check,
       .blamed = 1,
       .asked = pairs_asked,
       .makes_layout = true,
       .links = links::blocked,
       .pairs_blocks = true,
       .code = {.cpp = code::cpp::two_layouts, .dsl = code::dsl::two_layouts},
       .search_words = "repeat",
       .everyday = true,
       .example = {"blocked_product((2,5):(5,1), (3,4):(1,3))", "((2,3),(5,4)):((5,10),(1,30))"}},
      {.name = "raked_product",
       .signature = "raked_product(A, B)",
       .group = Group::divide,
       .meaning = "A in every place of B: blocks interleave",
       .formula = "R((b0, a0), (b1, a1)) = A(a0, a1) + A*(B(b0, b1)), A* = complement(A, size(A) * cosize(B))",
       .parameters = "block tiler",
       .arguments = {2, 2},
       .run = run_by_layout<raked_product, false>,
       .contract = pairs_check,
       .blamed = 1,
       .asked = pairs_asked,
       .makes_layout = true,
       .links = links::raked,
       .pairs_blocks = true,
       .code = {.cpp = code::cpp::two_layouts, .dsl = code::dsl::two_layouts},
       .search_words = "repeat cyclic",
       .everyday = true,
       .example = {"raked_product((2,5):(5,1), (3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))"}},
      {.name = "tile_to_shape",
       .signature = "tile_to_shape(A, shape, order)",
       .group = Group::divide,
       .meaning = "repeat A until it has that shape",
       .parameters = "atom trg_shape order",
       .arguments = {2, 3},
       .run = run_tile_to_shape,
       .contract = tile_to_shape_check,
       .blamed = 1,
       .asked = tile_to_shape_asked,
       .makes_layout = true,
       .links = links::tiled_to_shape,
       .code = {.cpp = code::cpp::layout_first, .dsl = code::dsl::tile_to_shape},
       .example = {"tile_to_shape((2,2):(2,1), (4,6))", "((2,2),(2,3)):((2,4),(1,8))"}},
  };
}

}  // namespace algebra::expression
