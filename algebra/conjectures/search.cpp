#include "algebra/conjectures/search.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace algebra::conjectures {
namespace {

/// Most choices of one name; a search of more would take too long to be useful.
constexpr std::size_t most_choices = 100'000;
/// Values of the first name per unit of work, if it is the only name.
constexpr std::size_t part_of_list = 4096;
constexpr double part_for_random = 0.2;
/// Most choices tried to make a random counterexample smaller.
constexpr int most_steps_down = 3000;

}  // namespace

/// A unit of the exhaustive search: choices [first, end) of the first name, and all choices of the given sizes for the others.
struct Search::Unit {
  std::vector<std::int64_t> sizes;
  std::size_t first = 0, end = 0;
  std::int64_t sum = 0;
};

struct Search::Found {
  std::int64_t sum = 0, weight = 0;
  std::vector<std::size_t> chosen;
  std::vector<Value> values;
  bool is_random = false;
};

Search::Search(const Statement& s, const Environment& known, const SearchSettings& settings)
    : statement_(s), known_(known), settings_(settings), began_(std::chrono::steady_clock::now()) {
  first_program_ = std::make_unique<Program>(s, known, settings.rule, settings.table_bytes);
  report_.names = s.names;
  report_.bound = settings.bound;
  total_ = 1;
  for (const auto& name : s.names) {
    if (!of_kinds_.contains(name.kind)) of_kinds_[name.kind] = universe(name.kind, settings.bound, settings.rule, most_choices);
    const auto& u = of_kinds_[name.kind];
    universes_.push_back(&u);
    auto& groups = groups_.emplace_back();
    for (std::size_t i = 0; i < u.choices.size(); ++i) {
      auto& group = groups.try_emplace(u.choices[i].size, i, i).first->second;
      group.second = i + 1;
    }
    largest_sum_ += groups.empty() ? 0 : groups.rbegin()->first;
    const auto count = static_cast<std::int64_t>(u.choices.size());
    total_ =
        count != 0 && total_ > std::numeric_limits<std::int64_t>::max() / count ? std::numeric_limits<std::int64_t>::max() : total_ * count;
  }
}

Search::~Search() = default;

double Search::elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

/// Advances to the next sum of sizes for which there are choices.
bool Search::fill_sizes() {
  while (sum_ < largest_sum_) {
    ++sum_;
    sizes_.clear();
    std::vector<std::int64_t> tuple;
    const auto extend = [&](const auto& self, std::int64_t left) -> void {
      if (tuple.size() == groups_.size()) {
        if (left == 0) sizes_.push_back(tuple);
        return;
      }
      for (const auto& [size, group] : groups_[tuple.size()]) {
        if (size > left) break;
        tuple.push_back(size);
        self(self, left - size);
        tuple.pop_back();
      }
    };
    extend(extend, sum_);
    next_sizes_ = 0, next_choice_ = 0;
    if (!sizes_.empty()) return true;
  }
  return false;
}

/// Takes the next unit of work; false if there is none, or if a counterexample makes the rest unnecessary.
bool Search::next(Unit& unit, int worker) {
  const std::lock_guard lock(mutex_);
  at_work_.erase(worker);
  if (groups_.empty()) return false;
  if (next_sizes_ >= sizes_.size() && !fill_sizes()) return false;
  if (found_ != nullptr && found_->sum < sum_) return false;
  unit.sizes = sizes_[next_sizes_];
  unit.sum = sum_;
  const auto [first, end] = groups_[0].at(unit.sizes[0]);
  unit.first = first + next_choice_;
  unit.end = std::min(end, unit.first + (groups_.size() == 1 ? part_of_list : std::size_t{1}));
  next_choice_ += unit.end - unit.first;
  if (unit.end == end) ++next_sizes_, next_choice_ = 0;
  at_work_[worker] = sum_;
  return true;
}

/// The work of one thread.
class Search::Worker {
 public:
  Worker(Search& search, Program& program, int number, const std::atomic<bool>& cancelled)
      : search_(search), program_(program), number_(number), cancelled_(cancelled), names_(search.statement_.names.size()) {
    // Names with the same choices share the numbers of their values.
    std::map<const Universe*, std::vector<Id>> of_universe;
    for (const auto* u : search.universes_) {
      auto& ids = of_universe[u];
      if (ids.empty())
        for (const auto& choice : u->choices) ids.push_back(program.values().add(choice.value));
      ids_.push_back(ids);
    }
    kept_ = program.values().count();
    chosen_.resize(names_);
    spans_.resize(names_);
  }

  void run() {
    if (names_ == 0) return try_once();
    Unit unit;
    const auto& s = search_.settings_;
    until_ = s.random ? s.seconds * (1 - part_for_random) : s.seconds;
    while (!late() && search_.next(unit, number_)) {
      for (std::size_t n = 0; n < names_; ++n) spans_[n] = search_.groups_[n].at(unit.sizes[n]);
      spans_[0] = {unit.first, unit.end};
      sum_ = unit.sum;
      descend(0);
      if (stopped_) {
        const std::lock_guard lock(search_.mutex_);
        auto& left = search_.unfinished_;
        left = left < 0 ? unit.sum : std::min(left, unit.sum);
        break;
      }
    }
    {
      const std::lock_guard lock(search_.mutex_);
      search_.at_work_.erase(number_);
      if (stopped_ && search_.unfinished_ < 0) search_.unfinished_ = search_.sum_;
    }
    until_ = s.seconds;
    stopped_ = false;
    if (s.random) try_random();
    finish();
  }

 private:
  bool late() {
    if (cancelled_.load(std::memory_order_relaxed) || search_.elapsed() > until_) stopped_ = true;
    return stopped_;
  }

  void try_once() {
    if (number_ != 0) return;
    const Id nothing = Values::refused;
    count(program_.try_last({&nothing, 1}), tried_);
    if (program_.fails(0) || (search_.settings_.undefined_fails && program_.undefined(0))) {
      const std::lock_guard lock(search_.mutex_);
      search_.found_ = std::make_unique<Found>();
    }
    finish();
  }

  /// Lets name n stand for each of its choices, and so on for the later names.
  void descend(std::size_t n) {
    const auto [first, end] = spans_[n];
    if (n + 1 == names_) {
      if (program_.forget_if_much(kept_)) choose_again();
      const std::span<const Id> list(ids_[n].data() + first, end - first);
      const auto counts = program_.try_last(list);
      count(counts, tried_);
      if (counts.fails > 0 || (counts.undefined > 0 && search_.settings_.undefined_fails)) found_in(first, end);
      if (++lists_ % 64 == 0 || end - first > 1000) {
        late();
        search_.tried_ += done_;
        done_ = 0;
      }
      return;
    }
    for (auto i = first; i < end && !stopped_; ++i) {
      chosen_[n] = i;
      if (program_.choose(n, ids_[n][i])) {
        descend(n + 1);
        continue;
      }
      std::int64_t all = 1;
      for (auto k = n + 1; k < names_; ++k) all *= static_cast<std::int64_t>(spans_[k].second - spans_[k].first);
      count({.skipped = all}, tried_);
    }
  }
  void choose_again() {
    for (std::size_t n = 0; n + 1 < names_; ++n) program_.choose(n, ids_[n][chosen_[n]]);
  }

  void count(const Program::Counts& c, std::int64_t& tried) {
    const auto claimed = c.holds + c.fails;
    tried += claimed;
    undefined_ += c.undefined;
    skipped_ += c.skipped;
    done_ += claimed + c.undefined + c.skipped;
  }

  bool is_counterexample(std::size_t place) const {
    return program_.fails(place) || (search_.settings_.undefined_fails && program_.undefined(place));
  }

  /// Takes the smallest of the counterexamples in the list tried last.
  void found_in(std::size_t first, std::size_t end) {
    std::int64_t before = 0;
    for (std::size_t n = 0; n + 1 < names_; ++n) before += search_.universes_[n]->choices[chosen_[n]].weight;
    for (auto i = first; i < end; ++i) {
      if (!is_counterexample(i - first)) continue;
      const auto weight = before + search_.universes_[names_ - 1]->choices[i].weight;
      chosen_[names_ - 1] = i;
      const std::lock_guard lock(search_.mutex_);
      auto& found = search_.found_;
      if (found != nullptr &&
          (found->sum < sum_ || (found->sum == sum_ && std::tie(found->weight, found->chosen) <= std::tie(weight, chosen_))))
        continue;
      found = std::make_unique<Found>();
      found->sum = sum_, found->weight = weight, found->chosen = chosen_;
      for (std::size_t n = 0; n < names_; ++n) found->values.push_back(search_.universes_[n]->choices[chosen_[n]].value);
    }
  }

  /// Tries lists of random choices, all of one name with all of the others, so that a result for a pair serves many.
  void try_random() {
    const auto& s = search_.settings_;
    std::mt19937_64 random(s.seed * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(number_));
    const std::size_t each = names_ == 1 ? 2048 : names_ == 2 ? 128 : names_ == 3 ? 32 : names_ == 4 ? 12 : 4;
    while (!late()) {
      {
        const std::lock_guard lock(search_.mutex_);
        if (search_.found_ != nullptr) return;
      }
      std::vector<std::vector<Value>> values(names_);
      std::vector<std::vector<Id>> ids(names_);
      for (std::size_t n = 0; n < names_; ++n)
        for (std::size_t i = 0; i < each; ++i) {
          values[n].push_back(random_choice(search_.statement_.names[n].kind, s.bound, s.rule, random));
          ids[n].push_back(program_.values().add(values[n].back()));
        }
      std::vector<std::size_t> at(names_, 0);
      const auto descend = [&](const auto& self, std::size_t n) -> bool {
        if (n + 1 == names_) {
          const auto counts = program_.try_last(ids[n]);
          count(counts, random_tried_);
          if (counts.fails == 0 && (counts.undefined == 0 || !s.undefined_fails)) return false;
          for (std::size_t i = 0; i < each; ++i) {
            if (!is_counterexample(i)) continue;
            at[n] = i;
            std::vector<Value> chosen;
            for (std::size_t k = 0; k < names_; ++k) chosen.push_back(values[k][at[k]]);
            take_random(std::move(chosen));
            return true;
          }
          return false;
        }
        for (at[n] = 0; at[n] < each; ++at[n]) {
          if (late()) return true;
          if (program_.choose(n, ids[n][at[n]]) && self(self, n + 1)) return true;
        }
        return false;
      };
      if (descend(descend, 0)) return;
      search_.tried_ += done_;
      done_ = 0;
      program_.forget_from(kept_);
    }
  }

  bool fails_for(const std::vector<Value>& values) {
    std::vector<Id> ids;
    for (const auto& v : values) ids.push_back(program_.values().add(v));
    for (std::size_t n = 0; n + 1 < names_; ++n) program_.choose(n, ids[n]);
    program_.try_last({&ids.back(), 1});
    return is_counterexample(0);
  }

  /// Reduces a random counterexample by steps of one number, as far as possible.
  void take_random(std::vector<Value> values) {
    int steps = 0;
    for (bool changed = true; changed && steps < most_steps_down;) {
      changed = false;
      for (auto& v : values) {
        const auto kept = v;
        for (auto& less : smaller(kept)) {
          v = std::move(less);
          ++steps;
          if (fails_for(values)) {
            changed = true;
            break;
          }
          v = kept;
        }
        if (changed) break;
      }
    }
    std::int64_t sum = 0;
    for (const auto& v : values) sum += size_of_choice(v);
    const std::lock_guard lock(search_.mutex_);
    auto& found = search_.found_;
    if (found != nullptr && found->sum <= sum) return;
    found = std::make_unique<Found>();
    found->sum = sum, found->values = std::move(values), found->is_random = true;
  }

  void finish() {
    search_.tried_ += done_;
    const std::lock_guard lock(search_.mutex_);
    auto& r = search_.report_;
    r.tried += tried_, r.random_tried += random_tried_, r.undefined += undefined_, r.skipped += skipped_;
    r.evaluations += program_.evaluations();
  }

  Search& search_;
  Program& program_;
  int number_;
  const std::atomic<bool>& cancelled_;
  std::size_t names_;
  std::vector<std::vector<Id>> ids_;
  std::vector<std::size_t> chosen_;
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  Id kept_ = 0;
  double until_ = 0;
  bool stopped_ = false;
  std::int64_t sum_ = 0, lists_ = 0, done_ = 0;
  std::int64_t tried_ = 0, random_tried_ = 0, undefined_ = 0, skipped_ = 0;
};

void Search::work(const std::atomic<bool>& cancelled) {
  std::unique_ptr<Program> program;
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = workers_++;
    program = std::move(first_program_);
  }
  if (program == nullptr) program = std::make_unique<Program>(statement_, known_, settings_.rule, settings_.table_bytes);
  Worker(*this, *program, number, cancelled).run();
  if (cancelled.load()) {
    const std::lock_guard lock(mutex_);
    report_.cancelled = true;
  }
}

Search::Progress Search::progress() const { return {tried_.load(), total_}; }

Report Search::report() {
  auto r = report_;
  r.seconds = elapsed();
  r.whole_to = unfinished_ >= 0 ? unfinished_ - 1 : sum_;
  r.whole = unfinished_ < 0 && next_sizes_ >= sizes_.size() && sum_ >= largest_sum_;
  for (const auto* u : universes_) {
    if (u->whole_to < settings_.bound.size)
      r.whole = false, r.whole_to = std::min(r.whole_to, u->whole_to + static_cast<std::int64_t>(universes_.size()) - 1);
  }
  if (found_ != nullptr) {
    r.outcome = Report::Outcome::counterexample;
    r.values = found_->values;
    r.is_random = found_->is_random;
    Program program(statement_, known_, settings_.rule);
    std::vector<Id> ids;
    for (const auto& v : r.values) ids.push_back(program.values().add(v));
    r.sides = program.sides(ids);
  } else if (r.tried + r.random_tried == 0) {
    r.outcome = Report::Outcome::never_tried;
  }
  return r;
}

namespace {

/// Formats 1,340,000.
std::string grouped(std::int64_t n) {
  auto text = fmt::format("{}", n);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > (n < 0 ? 1 : 0); at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

Message bound_of(const Report& r) {
  return r.whole ? message("up to size {}, depth {}", r.bound.size, r.bound.depth)
                 : message("whose sizes together are at most {}, depth {}", r.whole_to, r.bound.depth);
}

}  // namespace

Message described(const Report& r) {
  std::string names;
  for (const auto& n : r.names) names += (names.empty() ? "" : ", ") + n.name;
  if (r.outcome == Report::Outcome::counterexample) {
    if (names.empty()) return "It does not hold.";
    return r.is_random ? Message("A counterexample, found among random choices and made smaller.")
                       : Message("The smallest counterexample.");
  }
  Message whole;
  if (names.empty() && r.outcome == Report::Outcome::none) return "It holds.";
  if (r.outcome == Report::Outcome::never_tried) {
    whole = names.empty() ? Message("An operation of the claim is refused.")
                          : message("Nothing was tried: no choice of {} satisfies the condition with a claim that is defined.", names);
  } else {
    whole = message("No counterexample among {} choices of {} {}.", grouped(r.tried), names, bound_of(r));
    if (r.random_tried > 0)
      whole = Message::sequence(whole, message("Nor among {} larger ones, taken at random.", grouped(r.random_tried)));
  }
  if (r.undefined > 0 && !names.empty())
    whole = Message::sequence(whole, message("For {} more an operation of the claim is refused.", grouped(r.undefined)));
  if (r.cancelled) whole = Message::sequence(whole, "The search was cancelled.");
  return whole;
}

}  // namespace algebra::conjectures
