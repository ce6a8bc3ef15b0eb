#include "app/map/part_places.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

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
    // Threads of one form without a swizzle: the least start plus the least value is the least coordinate, likewise the greatest.
    std::vector<ModeRange> starts(m.forms.size(), r);
    std::set<std::pair<std::size_t, std::int64_t>> evaluated;  // form and start
    for (std::size_t t = 0; t < m.function->start.size(); ++t) {
      const auto form = m.function->form[t];
      if (m.function->forms[form].outer.function || m.function->modulus > 0) {
        if (!evaluated.emplace(form, m.function->start[t]).second) continue;
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

/// Returns the index of coordinates within the box, first mode fastest, or -1 outside it.
std::int64_t PartPlaces::number(const std::vector<std::int64_t>& coordinates) const {
  std::int64_t n = 0, scale = 1;
  for (std::size_t m = 0; m < box_.size(); ++m) {
    if (m >= coordinates.size() || !box_[m].has(coordinates[m])) return -1;
    n += (coordinates[m] - box_[m].from) * scale;
    scale *= box_[m].size();
  }
  return n;
}

void PartPlaces::find_places() const {
  std::vector<const Table*> tables;
  if (modes_.empty()) tables.push_back(&index_);
  for (const auto& m : modes_) tables.push_back(&m);
  std::map<std::vector<std::int64_t>, std::size_t> known;
  const auto threads = tables.front()->function->form.size();
  for (std::size_t t = 0; t < threads; ++t) {
    std::vector<std::int64_t> key;
    for (const auto* table : tables) {
      key.push_back(table->function->start[t]);
      key.push_back(static_cast<std::int64_t>(table->function->form[t]));
    }
    const auto [it, added] = known.try_emplace(std::move(key), alike_.size());
    if (added) alike_.emplace_back();
    alike_[it->second].push_back(t);
    for (std::int64_t v = 0, n = added ? size(t) : 0; v < n; ++v)
      places_.push_back({modes_.empty() ? index(t, v) : number(coordinates(t, v)), it->second, v});
  }
  std::ranges::sort(places_, {}, [](const Place& p) { return std::tuple(p.element, p.alike, p.value); });
}

std::span<const PartPlaces::Place> PartPlaces::places_of(std::int64_t element) const {
  if (places_.empty()) find_places();
  const auto [first, last] = std::equal_range(places_.begin(), places_.end(), Place{element},
                                              [](const Place& a, const Place& b) { return a.element < b.element; });
  return std::span(places_).subspan(static_cast<std::size_t>(first - places_.begin()), static_cast<std::size_t>(last - first));
}

std::vector<Holder> PartPlaces::found(std::int64_t element) const {
  std::vector<Holder> all;
  for (const auto& p : places_of(element))
    for (const auto t : alike_[p.alike]) all.push_back({element, t, p.value});
  std::ranges::sort(all, {}, [](const Holder& h) { return std::tuple(h.thread, h.value); });
  return all;
}

std::int64_t PartPlaces::element_of(std::int64_t index, const std::vector<std::int64_t>& coordinates) const {
  if (!coordinates.empty()) return modes_.empty() ? -1 : number(coordinates);
  return has_index() && modes_.empty() ? index : -1;
}

std::vector<Holder> PartPlaces::holders(std::int64_t index, const std::vector<std::int64_t>& coordinates) const {
  const auto element = element_of(index, coordinates);
  return element < 0 ? std::vector<Holder>{} : found(element);
}

std::optional<Holder> PartPlaces::holder(std::int64_t index, const std::vector<std::int64_t>& coordinates,
                                         const std::function<bool(std::size_t)>& takes) const {
  const auto element = element_of(index, coordinates);
  if (element < 0) return std::nullopt;
  std::optional<Holder> first;
  for (const auto& p : places_of(element)) {
    const auto& threads = alike_[p.alike];
    const auto it = std::ranges::find_if(threads, takes);
    if (it != threads.end() && (!first || *it < first->thread)) first = Holder{element, *it, p.value};
  }
  return first;
}

std::int64_t PartPlaces::value_of(std::size_t thread, std::int64_t index) const {
  if (!has_index()) return -1;
  for (std::int64_t v = 0, n = size(thread); v < n; ++v)
    if (at(index_, thread, v) == index) return v;
  return -1;
}

}  // namespace app
