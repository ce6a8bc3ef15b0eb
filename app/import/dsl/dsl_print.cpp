#include "app/import/dsl/dsl_print.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/functions/members.hpp"

namespace app {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) text.replace(at, what.size(), by);
}

/// <_32,_16> of a tiler as a tuple.
std::string as_tuple(std::string tiler) {
  if (tiler.starts_with('<') && tiler.ends_with('>')) tiler.front() = '(', tiler.back() = ')';
  return tiler;
}

}  // namespace

std::string dsl_string(const algebra::Value& value) {
  using algebra::Marks;
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&value))
    return fmt::format("Tiler_MN={}; TV={}", as_tuple(algebra::to_string(algebra::Value(copy->tiler), Marks::underscores)),
                       algebra::to_string(algebra::Value(copy->layout_tv), Marks::underscores));
  if (const auto* mma = std::get_if<algebra::TiledMma>(&value)) {
    const auto members = algebra::members_of(value);
    const auto threads = std::ranges::find(members, "thr_layout_vmnk", &algebra::Member::name);
    if (threads != members.end())
      return fmt::format("ThrLayoutVMNK={}; PermutationMNK={}", algebra::to_string(threads->value, Marks::underscores),
                         as_tuple(algebra::to_string(algebra::Value(mma->permutations), Marks::underscores)));
  }
  auto text = algebra::to_string(value, Marks::underscores);
  if (text.starts_with("ArithTuple(")) {
    // Coordinates are plain, even if parts of the start are static.
    const auto end = text.find(" o ");
    auto start = text.substr(10, end == std::string::npos ? end : end - 10);
    std::erase(start, '_');
    return start + (end == std::string::npos ? "" : text.substr(end));
  }
  replace_all(text, ">_ptr", "> o ptr");
  for (const auto* of : {"UMMA::DescriptorIterator", "GMMA::DescriptorIterator"})
    if (text.starts_with(of)) text.replace(0, std::string_view(of).size(), "desc");
  for (const auto* bits : {"4", "6", "8", "16", "32", "64"}) replace_all(text, fmt::format("smem_ptr[{}b](unset)", bits), "_0");
  return text;
}

}  // namespace app
