#pragma once
// Zipped tensors and layouts. CuTe's functions for them act on each part as on a tensor or a layout. Source: CUTLASS
// include/cute/tensor_zip.hpp.

#include <algorithm>

#include "algebra/language/call.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra::expression {

/// Returns the first argument if it is one of these kinds of zip; else null.
const Zip* zip_of(const Call&, std::initializer_list<Zip::Of> kinds);
/// Throws a Problem if the parts differ in rank: CuTe zips no such tensors.
void require_one_rank(const Zip&, std::string_view what);
/// Returns the call with a part of the zip as its first argument.
Call on_part(const Call&, const Zip&, std::size_t part);
/// Returns the zip of the results for all parts; for integers and tuples, the result for the first part. Throws a Problem.
Value on_each_part(const Call&, const Zip&, Value (*run)(const Call&));

/// Runs `run`; for these kinds of zip, on each part.
template <Value (*run)(const Call&), Zip::Of... kinds>
Value each_of_zip(const Call& c) {
  const auto* zip = zip_of(c, {kinds...});
  return zip != nullptr ? on_each_part(c, *zip, run) : run(c);
}
/// Runs `run`; for a zipped tensor or layout, on the first part.
template <Value (*run)(const Call&)>
Value first_of_zip(const Call& c) {
  const auto* zip = zip_of(c, {Zip::Of::tensor, Zip::Of::layout});
  return zip != nullptr ? run(on_part(c, *zip, 0)) : run(c);
}

/// Checks the contract for each part.
template <Verdict (*check)(const Call&, const Value&, const Checking&)>
Verdict of_each_part(const Call& c, const Value& result, const Checking& checking) {
  const auto* zip = zip_of(c, {Zip::Of::tensor, Zip::Of::layout});
  const auto* parts = std::get_if<Zip>(&result);
  if (zip == nullptr || parts == nullptr) return check(c, result, checking);
  Verdict worst;
  for (std::size_t i = 0; i < zip->parts.size(); ++i) {
    auto v = check(on_part(c, *zip, i), part_of(*parts, i), checking);
    if (v.kind == Verdict::Kind::broken) return v;
    if (i == 0 || v.kind != Verdict::Kind::kept) worst = std::move(v);
  }
  return worst;
}

}  // namespace algebra::expression
