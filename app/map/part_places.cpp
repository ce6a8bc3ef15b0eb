#include "app/map/part_places.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace app {

using Function = gpu::FlowPart::Function;

PartPlaces::Table PartPlaces::table_of(const Function& f) {
  Table t{&f, {}};
  for (const auto& form : f.forms) {
    auto& all = t.forms.emplace_back(static_cast<std::size_t>(std::max<std::int64_t>(0, algebra::size(form.layout))));
    if (!all.empty()) algebra::indices(form.layout, 0, all);
  }
  return t;
}

std::int64_t PartPlaces::at(const Table& t, std::size_t thread, std::int64_t value) {
  const auto form = t.function->form[thread];
  const auto place = t.function->forms[form].outer(t.function->start[thread] + t.forms[form][static_cast<std::size_t>(value)]);
  return t.function->modulus > 0 ? place % t.function->modulus : place;
}

PartPlaces::PartPlaces(const gpu::FlowPart& part) : part_(&part), index_(table_of(part.index)) {
  for (const auto& m : part.modes) modes_.push_back(table_of(m));
  for (const auto& m : modes_) {
    ModeRange r{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    const auto add = [&](std::int64_t x) { r = {std::min(r.from, x), std::max(r.to, x + 1)}; };
    // Of threads with one form, the least start goes with the least value; a swizzle says nothing of that.
    std::vector<ModeRange> starts(m.forms.size(), r);
    for (std::size_t t = 0; t < m.function->start.size(); ++t) {
      const auto form = m.function->form[t];
      if (m.function->forms[form].outer.function || m.function->modulus > 0) {
        for (std::size_t v = 0; v < m.forms[form].size(); ++v) add(at(m, t, static_cast<std::int64_t>(v)));
        continue;
      }
      auto& s = starts[form];
      s = {std::min(s.from, m.function->start[t]), std::max(s.to, m.function->start[t])};
    }
    for (std::size_t f = 0; f < starts.size(); ++f) {
      if (starts[f].from > starts[f].to || m.forms[f].empty()) continue;
      const auto [least, most] = std::minmax_element(m.forms[f].begin(), m.forms[f].end());
      add(starts[f].from + *least);
      add(starts[f].to + *most);
    }
    if (r.from > r.to) r = {};
    box_.push_back(r);
  }
}

std::int64_t PartPlaces::size(std::size_t thread) const {
  const auto& t = modes_.empty() ? index_ : modes_.front();
  if (t.forms.empty() || thread >= t.function->form.size()) return 0;
  return static_cast<std::int64_t>(t.forms[t.function->form[thread]].size());
}

std::vector<std::int64_t> PartPlaces::coordinates(std::size_t thread, std::int64_t value) const {
  std::vector<std::int64_t> c;
  for (const auto& m : modes_) c.push_back(at(m, thread, value));
  return c;
}

/// Its number within the box, the first mode fastest; -1: beside it.
std::int64_t PartPlaces::number(const std::vector<std::int64_t>& coordinates) const {
  std::int64_t n = 0, scale = 1;
  for (std::size_t m = 0; m < box_.size(); ++m) {
    if (m >= coordinates.size() || !box_[m].has(coordinates[m])) return -1;
    n += (coordinates[m] - box_[m].from) * scale;
    scale *= box_[m].size();
  }
  return n;
}

std::span<const Holder> PartPlaces::found(std::int64_t element) const {
  if (holders_.empty()) {
    const auto threads = (modes_.empty() ? index_ : modes_.front()).function->form.size();
    for (std::size_t t = 0; t < threads; ++t)
      for (std::int64_t v = 0, n = size(t); v < n; ++v)
        holders_.push_back({modes_.empty() ? index(t, v) : number(coordinates(t, v)), t, v});
    std::ranges::sort(holders_, {}, [](const Holder& h) { return std::tuple(h.element, h.thread, h.value); });
  }
  const auto [first, last] = std::equal_range(holders_.begin(), holders_.end(), Holder{element},
                                              [](const Holder& a, const Holder& b) { return a.element < b.element; });
  return std::span(holders_).subspan(static_cast<std::size_t>(first - holders_.begin()), static_cast<std::size_t>(last - first));
}

std::span<const Holder> PartPlaces::holders(std::int64_t index) const { return has_index() ? found(index) : std::span<const Holder>{}; }

std::span<const Holder> PartPlaces::holders(const std::vector<std::int64_t>& coordinates) const {
  const auto n = modes_.empty() ? -1 : number(coordinates);
  return n < 0 ? std::span<const Holder>{} : found(n);
}

std::int64_t PartPlaces::value_of(std::size_t thread, std::int64_t index) const {
  if (!has_index()) return -1;
  for (std::int64_t v = 0, n = size(thread); v < n; ++v)
    if (at(index_, thread, v) == index) return v;
  return -1;
}

}  // namespace app
