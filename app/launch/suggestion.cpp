#include "app/launch/suggestion.hpp"

#include <numeric>

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/operations.hpp"
#include "app/launch/launch_plan.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Bad = tl::unexpected<Message>;

/// Returns the rule for the integers of a text: CuTe's if it has an _N, as in a sheet that has one; else the sheet's.
algebra::IntegerRule rule_in(const SheetEvaluator& evaluator, std::string_view text) {
  const bool cute = evaluator.rule() == algebra::IntegerRule::cute ||
                    algebra::resolve(algebra::IntegerRule::automatic, text) == algebra::IntegerRule::cute;
  return cute ? algebra::IntegerRule::cute : evaluator.rule();
}

gpu::LookUp look_up_in(const SheetEvaluator& evaluator) {
  return [&evaluator](const std::string& expression) -> tl::expected<algebra::Value, Message> {
    auto evaluation = evaluator.evaluate(expression, rule_in(evaluator, expression));
    if (evaluation) return std::move(evaluation->value);
    return Bad(evaluator.find(expression) >= 0 ? "this entry has no value." : evaluation.error().problem.message);
  };
}

/// Reads the form's type into `element`; without one `element` stays. Sets `type` to the C++ name.
tl::expected<void, Message> read_type(const SuggestForm& form, algebra::ElementType& element, std::string& type) {
  if (!form.element.empty()) {
    const auto* known = algebra::element_type_of_setting(form.element);
    if (known == nullptr) return Bad(message("There is no element type {}. Use half_t, float, int8_t or another one.", form.element));
    element = *known;
  }
  type = algebra::cpp_type(element);
  return {};
}

/// Returns (thread, value) -> coordinate in the tile of a launch with plain accesses: its partition of a tensor whose elements are the
/// coordinates.
tl::expected<gpu::TileAccess, Message> plain_access(const SheetEvaluator& evaluator, LaunchSettings s, const algebra::Layout& tile) {
  const auto shape = algebra::to_string(tile.shape(), algebra::Marks::plain);
  s.tensor = fmt::format("make_layout({})", shape);
  s.tile = shape;
  s.target.clear(), s.grid.clear(), s.block_dims.clear();
  s.shared_memory = true;
  const auto p = plan(evaluator, s);
  if (!p) return Bad(p.error());
  if (!p->launch.guards.empty()) return Bad(message("The threads do not divide the tile {}.", shape));
  gpu::TileAccess a;
  a.name = Message::verbatim(s.threads);
  a.thread_value = algebra::make_layout(algebra::mode(p->launch.partition, 1), algebra::mode(p->launch.partition, 2));
  a.instruction = p->launch.instruction;
  a.most_bytes = s.access_bytes > 0 ? s.access_bytes : 16;
  return a;
}

/// Returns the access of a warp that walks one mode of the tile, element by element, and repeats that over the others.
gpu::TileAccess along_mode(const algebra::Layout& tile, int mode) {
  std::int64_t before = 1;
  for (int i = 0; i < mode; ++i) before *= algebra::size(algebra::mode(tile, i));
  const auto n = algebra::size(algebra::mode(tile, mode)), lanes = std::gcd(n, std::int64_t{32}),
             behind = algebra::size(tile) / (before * n);
  gpu::TileAccess a;
  a.name = message("a warp along mode {}", mode);
  using algebra::IntTuple;
  a.thread_value = {
      IntTuple::tuple({IntTuple(lanes), IntTuple::tuple({IntTuple(n / lanes), IntTuple(before), IntTuple(behind)})}),
      IntTuple::tuple({IntTuple(before), IntTuple::tuple({IntTuple(before * lanes), IntTuple(std::int64_t{1}), IntTuple(before * n)})})};
  a.most_bytes = 1;
  return a;
}

/// Adds an access by a warp along each mode of the tile.
void ask_along_modes(gpu::TileQuestion& q) {
  for (int i = 0; i < std::min(algebra::rank(q.tile), 3); ++i)
    if (algebra::size(algebra::mode(q.tile, i)) > 1) q.accesses.push_back(along_mode(q.tile, i));
}

algebra::Marks marks_of_text(const SheetEvaluator& evaluator, std::string_view text = {}) {
  return rule_in(evaluator, text) == algebra::IntegerRule::cute ? algebra::Marks::underscores : algebra::Marks::plain;
}

}  // namespace

tl::expected<gpu::TileQuestion, FormProblem> tile_question(const SuggestForm& form, const SheetEvaluator& evaluator) {
  using Field = FormProblem::Field;
  const auto wrong = [](Field field, Message why, std::size_t access = 0) {
    return tl::unexpected(FormProblem{field, access, std::move(why)});
  };
  const auto look_up = look_up_in(evaluator);
  gpu::TileQuestion q;
  q.element = {.name = "f32", .bits = 32};
  q.vary = form.vary;
  q.marks = marks_of_text(evaluator, form.tile);
  if (form.tile.empty()) return wrong(Field::tile, message("There is no tile yet: write a shape or a layout, such as {}.", "(128,64)"));
  if (auto read = gpu::read_tile(form.tile, look_up, q); !read) return wrong(Field::tile, read.error());
  if (auto read = read_type(form, q.element, q.type); !read) return wrong(Field::element, read.error());
  for (const auto& access : form.accesses) {
    auto a = gpu::tile_access(access.text, access.write, q.tile, q.element, look_up);
    if (!a) return wrong(Field::access, a.error(), q.accesses.size());
    q.accesses.push_back(std::move(*a));
  }
  return q;
}

tl::expected<gpu::ThreadQuestion, FormProblem> thread_question(const SuggestForm& form, const SheetEvaluator& evaluator) {
  using Field = FormProblem::Field;
  const auto wrong = [](Field field, Message why) { return tl::unexpected(FormProblem{field, 0, std::move(why)}); };
  gpu::TileQuestion tile;
  tile.element = {.name = "f32", .bits = 32};
  if (form.tile.empty())
    return wrong(Field::tile, message("There is no tile yet: write its layout in global memory, such as {}.", "(128,64):(512,1)"));
  if (auto read = gpu::read_tile(form.tile, look_up_in(evaluator), tile); !read) return wrong(Field::tile, read.error());
  if (tile.swizzle.bits > 0)
    return wrong(Field::tile, message("A tile in global memory has no swizzle: give its layout, such as {}.", "(128,64):(512,1)"));
  gpu::ThreadQuestion q;
  q.tile = std::move(tile.tile);
  q.element = tile.element;
  q.threads = form.threads;
  q.marks = marks_of_text(evaluator, form.tile);
  if (auto read = read_type(form, q.element, q.type); !read) return wrong(Field::element, read.error());
  return q;
}

tl::expected<gpu::TileQuestion, Message> launch_question(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto p = plan(evaluator, s);
  if (!p) return Bad(p.error());
  if (s.kernel == gpu::Kernel::layout) return Bad("A partition given as a layout has no tile to find another layout for.");
  if (p->launch.offset != 0 || p->shape.begins != 0)
    return Bad("The launch's tensor begins at an offset; the finder looks at whole tiles.");
  gpu::TileQuestion q;
  q.tile = p->partition.tile;
  q.swizzle = p->launch.swizzle;
  q.has_layout = true;
  q.element = p->element;
  q.type = algebra::cpp_type(q.element);
  q.vary.padding_bytes = 16;
  q.marks = marks_of_text(evaluator);
  const auto& instruction = p->launch.instruction;
  using Kind = gpu::Instruction::Kind;
  if (instruction.by_matrix() || instruction.kind == Kind::async_copy) {
    auto a = gpu::tile_access(s.threads, instruction.kind != Kind::load_matrix, q.tile, q.element, look_up_in(evaluator));
    if (!a) return Bad(a.error());
    q.accesses.push_back(std::move(*a));
    return q;
  }
  auto a = plain_access(evaluator, s, q.tile);
  if (!a) return Bad(a.error());
  for (const bool write : {true, false}) {
    a->write = write;
    q.accesses.push_back(*a);
  }
  return q;
}

tl::expected<gpu::TileQuestion, Message> entry_question(const SheetEvaluator& evaluator, const LaunchSettings& s, int entry) {
  const auto& results = evaluator.results();
  if (entry < 0 || static_cast<std::size_t>(entry) >= results.size()) return Bad("There is no such entry.");
  const auto& result = results[static_cast<std::size_t>(entry)];
  if (!result.evaluation) return Bad("The entry has no value.");
  const auto look_up = [&](const std::string&) -> tl::expected<algebra::Value, Message> { return result.evaluation->value; };
  gpu::TileQuestion q;
  q.element = {.name = "f32", .bits = 32};
  if (auto read = gpu::read_tile(result.name.empty() ? "the entry" : result.name, look_up, q); !read) return Bad(read.error());
  if (!q.has_layout) return Bad("The entry is a shape: the finder needs a layout.");
  q.vary.padding_bytes = 16;
  q.marks = marks_of_text(evaluator);
  if (auto of_launch = launch_question(evaluator, s);
      of_launch && algebra::product_each(of_launch->tile.shape()) == algebra::product_each(q.tile.shape())) {
    q.element = of_launch->element;
    q.accesses = std::move(of_launch->accesses);
  } else {
    ask_along_modes(q);
    if (q.accesses.empty()) return Bad("The entry has one element.");
  }
  q.type = algebra::cpp_type(q.element);
  return q;
}

gpu::TileQuestion example_question() {
  gpu::TileQuestion q;
  using algebra::IntTuple;
  q.tile = algebra::make_layout(IntTuple::tuple({IntTuple(std::int64_t{64}), IntTuple(std::int64_t{64})}));
  q.element = {.name = "f32", .bits = 32};
  q.type = algebra::cpp_type(q.element);
  q.vary.padding_bytes = 16;
  ask_along_modes(q);
  return q;
}

std::string tile_text(const gpu::TileQuestion& q) {
  if (!q.has_layout) return algebra::to_string(q.tile.shape(), q.marks);
  const auto layout = algebra::to_string(q.tile, q.marks);
  const auto& s = q.swizzle;
  return s.bits == 0 ? layout : fmt::format("composition(Swizzle<{},{},{}>{{}}, {})", s.bits, s.base, s.shift, layout);
}

std::string access_text(const gpu::TileAccess& a) {
  if (!a.any_width()) return a.name.text();
  const auto layout = algebra::to_string(a.thread_value, algebra::Marks::plain);
  return a.most_bytes == 16 ? layout : fmt::format("{} by {} bytes", layout, a.most_bytes);
}

std::string free_name(const SheetEvaluator& evaluator, std::string_view stem) {
  std::string name(stem);
  for (int n = 2; evaluator.find(name) >= 0; ++n) name = fmt::format("{}{}", stem, n);
  return name;
}

}  // namespace app
