#include "gpu/flow/places.hpp"

#include <algorithm>
#include <limits>

#include "algebra/layout/operations.hpp"

namespace gpu {

std::vector<std::int64_t> all_indices(const algebra::Layout& l) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(std::max<std::int64_t>(0, algebra::size(l))));
  if (!all.empty()) algebra::indices(l, 0, all);
  return all;
}

namespace checking {

Places::Places(const FlowPart::Function& f) : f_(f) {
  for (const auto& form : f.forms) tables_.push_back(all_indices(form.layout));
  values_.resize(f.forms.size());
  by_thread_.resize(f.form.size(), nullptr);
}

const std::vector<std::int64_t>& Places::evaluate(std::size_t thread) const {
  const auto form = f_.form[thread];
  const auto [at, is_new] = values_[form].try_emplace(f_.start[thread]);
  auto& own = at->second;
  by_thread_[thread] = &own;
  if (!is_new) return own;
  const auto& outer = f_.forms[form].outer;
  own.reserve(tables_[form].size());
  for (const auto index : tables_[form]) {
    const auto value = outer(f_.start[thread] + index);
    own.push_back(f_.modulus > 0 ? value % f_.modulus : value);
  }
  kept_ += own.size();
  return own;
}

Part::Part(const FlowPart& p, const FlowTensor& t)
    : part(p),
      tensor(static_cast<std::size_t>(p.tensor)),
      room(t.room > 0 ? t.room : std::numeric_limits<std::int64_t>::max()),
      own(p.modes.empty() && t.memory != algebra::MemorySpace::shared && t.memory != algebra::MemorySpace::tensor) {
  if (!p.index.forms.empty()) index.emplace(p.index);
  for (const auto& m : p.modes) modes.emplace_back(m);
  for (std::size_t m = 0; m < modes.size(); ++m)
    extents.push_back(algebra::product(t.shape.is_tuple() ? t.shape.mode(static_cast<int>(m)) : t.shape).value);
  if (t.layout.shape() != t.shape || modes.size() != static_cast<std::size_t>(algebra::rank(t.layout))) return;
  for (int m = 0; m < algebra::rank(t.layout); ++m) memory.push_back(algebra::mode(t.layout, m));
}

std::size_t Part::kept() const {
  auto all = index ? index->kept() : 0;
  for (const auto& m : modes) all += m.kept();
  return all;
}

const Part& Parts::operator()(const FlowPart& part, const FlowTensor& tensor) {
  auto& one = all_[&part];
  if (one == nullptr) one = std::make_unique<Part>(part, tensor);
  return *one;
}

void Parts::forget_some() {
  constexpr std::size_t step = 16, most_parts = 1 << 13, most_numbers = std::size_t{1} << 24;
  if (all_.size() < counted_ + step) return;
  counted_ = all_.size();
  std::size_t kept = 0;
  for (const auto& [part, one] : all_) kept += one->kept();
  if (kept < most_numbers && all_.size() < most_parts) return;
  all_.clear();
  counted_ = 0;
}

}  // namespace checking
}  // namespace gpu
