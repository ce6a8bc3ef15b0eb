#include "app/launch/suggestion.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "algebra/language.hpp"
#include "algebra/operations.hpp"

namespace app {
namespace {

using Bad = tl::unexpected<std::string>;

gpu::LookUp look_up_in(const SheetEvaluator& evaluator) {
  return [&evaluator](const std::string& expression) -> tl::expected<algebra::Value, std::string> {
    auto evaluation = evaluator.evaluate(expression);
    if (evaluation) return std::move(evaluation->value);
    return Bad(evaluator.find(expression) >= 0 ? "this entry has no value." : evaluation.error().problem.message);
  };
}

/// The type that the form names, or else what `element` says already.
tl::expected<void, std::string> read_type(const SuggestForm& form, algebra::ElementType& element, std::string& type) {
  if (!form.element.empty()) {
    const auto* known = algebra::element_type_of_setting(form.element);
    if (known == nullptr) return Bad(fmt::format("There is no element type {}. There are half_t, float, int8_t and others.", form.element));
    element = *known;
  }
  type = algebra::code::cpp_type(element);
  return {};
}

algebra::Marks marks_of_sheet(const SheetEvaluator& evaluator) {
  return evaluator.rule() == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
}

}  // namespace

tl::expected<gpu::TileQuestion, std::string> tile_question(const SuggestForm& form, const SheetEvaluator& evaluator) {
  const auto look_up = look_up_in(evaluator);
  gpu::TileQuestion q;
  q.element = {.name = "f32", .bits = 32};
  q.vary = form.vary;
  q.marks = marks_of_sheet(evaluator);
  if (form.tile.empty()) return Bad("There is no tile yet: a shape or a layout, such as (128,64).");
  if (auto read = gpu::read_tile(form.tile, look_up, q); !read) return Bad(read.error());
  if (auto read = read_type(form, q.element, q.type); !read) return Bad(read.error());
  for (const auto& access : form.accesses) {
    auto a = gpu::tile_access(access.text, access.write, q.tile, q.element, look_up);
    if (!a) return Bad(a.error());
    q.accesses.push_back(std::move(*a));
  }
  return q;
}

tl::expected<gpu::ThreadQuestion, std::string> thread_question(const SuggestForm& form, const SheetEvaluator& evaluator) {
  gpu::TileQuestion tile;
  tile.element = {.name = "f32", .bits = 32};
  if (form.tile.empty()) return Bad("There is no tile yet: its layout in global memory, such as (128,64):(512,1).");
  if (auto read = gpu::read_tile(form.tile, look_up_in(evaluator), tile); !read) return Bad(read.error());
  if (tile.swizzle.bits > 0) return Bad("A tile in global memory has no swizzle: give its layout, such as (128,64):(512,1).");
  gpu::ThreadQuestion q;
  q.tile = std::move(tile.tile);
  q.element = tile.element;
  q.threads = form.threads;
  q.marks = marks_of_sheet(evaluator);
  if (auto read = read_type(form, q.element, q.type); !read) return Bad(read.error());
  return q;
}

std::string free_name(const SheetEvaluator& evaluator, std::string_view stem) {
  std::string name(stem);
  for (int n = 2; evaluator.find(name) >= 0; ++n) name = fmt::format("{}{}", stem, n);
  return name;
}

}  // namespace app
