// Several tensors as one.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::expression {

const Zip* zip_of(const Call& c, std::initializer_list<Zip::Of> kinds) {
  const auto* zip = c.count() > 0 ? std::get_if<Zip>(&c.argument(0)) : nullptr;
  return zip != nullptr && std::find(kinds.begin(), kinds.end(), zip->of) != kinds.end() ? zip : nullptr;
}

void require_one_rank(const Zip& zip, std::string_view what) {
  const auto first = inner_layout(part_of(zip, 0));
  for (std::size_t i = 1; i < zip.parts.size(); ++i)
    if (const auto l = inner_layout(part_of(zip, i)); rank(l) != rank(first))
      throw Problem{"mismatched ranks",
                    message("{} zips parts of one rank; {} and {} have the ranks {} and {}.", what, to_string(first, Marks::plain),
                            to_string(l, Marks::plain), rank(first), rank(l)),
                    {}};
}

Call on_part(const Call& c, const Zip& zip, std::size_t part) {
  auto of_part = c;
  of_part.arguments[0] = part_of(zip, part);
  if (part > 0) of_part.steps = nullptr;
  return of_part;
}

Value on_each_part(const Call& c, const Zip& zip, Value (*run)(const Call&)) {
  Zip result;
  for (std::size_t i = 0; i < zip.parts.size(); ++i) {
    auto of_part = run(on_part(c, zip, i));
    if (auto* t = std::get_if<Tensor>(&of_part)) result.parts.emplace_back(std::move(*t));
    else if (auto* l = std::get_if<Layout>(&of_part)) result.parts.emplace_back(std::move(*l));
    else if (auto* composed = std::get_if<ComposedLayout>(&of_part)) result.parts.emplace_back(std::move(*composed));
    else return of_part;
  }
  result.of = std::holds_alternative<Tensor>(result.parts[0]) ? Zip::Of::tensor : Zip::Of::layout;
  require_one_rank(result, c.name);
  return result;
}

namespace {

template <class Part>
Value zipped(const Call& c, Zip::Of of, Part&& part) {
  Zip zip{.of = of, .parts = {}};
  for (std::size_t i = 0; i < c.count(); ++i) zip.parts.push_back(part(i));
  require_one_rank(zip, c.name);
  return zip;
}

Value run_zip_tensor(const Call& c) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (!std::holds_alternative<Tensor>(c.argument(i)))
      throw ArgumentProblem{
          {"argument",
           message("make_zip_tensor takes tensors such as ptr o (4,8):(8,1), not {}.", to_string(c.argument(i), Marks::plain)),
           {}},
          i};
  return zipped(c, Zip::Of::tensor, [&](std::size_t i) { return std::get<Tensor>(c.argument(i)); });
}

Value run_zip_layout(const Call& c) {
  return zipped(c, Zip::Of::layout, [&](std::size_t i) -> Zip::Part {
    if (const auto* l = std::get_if<ComposedLayout>(&c.argument(i))) return *l;
    return c.layout(i);
  });
}

Value run_unzip(const Call& c) {
  const auto* zip = zip_of(c, {Zip::Of::tensor});
  if (zip == nullptr)
    throw ArgumentProblem{
        {"argument", message("unzip_tensor takes what make_zip_tensor makes, not {}.", to_string(c.argument(0), Marks::plain)), {}}, 0};
  auto parts = *zip;
  parts.of = Zip::Of::tuple;
  return parts;
}

}  // namespace

std::vector<Function> zip_functions() {
  constexpr int many = 64;
  return {
      {.name = "make_zip_tensor",
       .signature = "make_zip_tensor(T, U, ...)",
       .group = Group::layout,
       .meaning = "several tensors as one: an element of each at every coordinate",
       .arguments = {1, many},
       .run = run_zip_tensor,
       .makes_layout = true,
       .links = links::same_as_each,
       .keeps_memory_of = 0,
       .search_words = "scale sparse",
       .example = {"make_zip_tensor(ptr o (4,8):(8,1), ptr+32 o (4,8):(1,4))",
                   "make_zip_tensor(ptr+0 o (4,8):(8,1),ptr+32 o (4,8):(1,4))"}},
      {.name = "unzip_tensor",
       .signature = "unzip_tensor(Z)",
       .group = Group::layout,
       .meaning = "the tensors of make_zip_tensor; get<i> is one of them",
       .arguments = {1, 1},
       .run = run_unzip,
       .links = links::same_as_first,
       .example = {"get<1>(unzip_tensor(Z))", "ptr+32 o (4,8):(1,4)", "Z = make_zip_tensor(ptr o (4,8):(8,1), ptr+32 o (4,8):(1,4))"}},
      {.name = "ZipLayout",
       .signature = "ZipLayout(A, B, ...)",
       .group = Group::layout,
       .meaning = "several layouts as one: an index of each at every coordinate",
       .arguments = {1, many},
       .run = run_zip_layout,
       .makes_layout = true,
       .links = links::same_as_each,
       .code = {.cpp = code::cpp::all_layouts},
       .example = {"ZipLayout((4,8):(8,1), (4,8):(1,4))(1,2)", "(10,9)"}},
  };
}

}  // namespace algebra::expression
