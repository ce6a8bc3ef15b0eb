#pragma once
// Zipped tensors and layouts: the functions that CuTe has for them do to each part what they do to a tensor or a layout.
// Source: CUTLASS include/cute/tensor_zip.hpp.

#include <algorithm>

#include "algebra/language/call.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra::expression {

/// The first argument where it is one of these kinds of zip; else null.
const Zip* zip_of(const Call&, std::initializer_list<Zip::Of> kinds);
/// Throws a Problem where the parts differ in rank: CuTe zips none such.
void require_one_rank(const Zip&, std::string_view what);
/// The call with a part of the zip as its first argument.
Call on_part(const Call&, const Zip&, std::size_t part);
/// The zip of the results of all parts; of an integer or a tuple, that of the first. Throws a Problem.
Value on_each_part(const Call&, const Zip&, Value (*run)(const Call&));

/// `run`, and for these kinds of zip `run` on each part.
template <Value (*run)(const Call&), Zip::Of... kinds>
Value each_of_zip(const Call& c) {
  const auto* zip = zip_of(c, {kinds...});
  return zip != nullptr ? on_each_part(c, *zip, run) : run(c);
}
/// `run`, and for a zipped tensor or layout `run` on the first part.
template <Value (*run)(const Call&)>
Value first_of_zip(const Call& c) {
  const auto* zip = zip_of(c, {Zip::Of::tensor, Zip::Of::layout});
  return zip != nullptr ? run(on_part(c, *zip, 0)) : run(c);
}

/// A contract that holds for each part.
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
