#include "app/document/link_graph.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "algebra/links/link_arrows.hpp"

namespace app {

using algebra::links::Budget;
using algebra::links::Link;
using algebra::links::LinkKind;

const Marked* LinkedElements::in(int entry) const {
  const auto it = places.find(entry);
  return it == places.end() ? nullptr : &entries[it->second];
}

// --- The graph

void LinkGraph::update(const std::vector<EntryResult>& results) {
  if (!stale_) return;
  stale_ = answered_ = false;
  auto kept = std::move(kept_);
  kept_.clear();
  nodes_.clear();
  defined_.clear();
  of_entry_.assign(results.size(), -1);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& r = results[i];
    if (r.is_note || !r.evaluation) continue;
    of_entry_[i] = static_cast<int>(nodes_.size());
    nodes_.push_back({.entry = static_cast<int>(i),
                      .key = {r.version, 0},
                      .value = &r.evaluation->value,
                      .made = &r.evaluation->made_by,
                      .operands = {},
                      .results = {},
                      .links = {}});
    if (!r.name.empty()) defined_.emplace(r.name, of_entry_[i]);
  }
  const auto entries = nodes_.size();
  for (std::size_t i = 0; i < entries; ++i) {
    int count = 0;
    add_operands(static_cast<int>(i), nodes_[i].key.first, count);
  }
  for (auto& node : nodes_) node.entries = algebra::links::arrows_of(*node.value, *node.made).has_value();
  for (auto& node : nodes_)
    if (const auto it = kept.find(node.key); it != kept.end()) {
      node.links = it->second;
      kept_.insert(*it);
    }
}

void LinkGraph::add_operands(int index, std::uint64_t version, int& count) {
  const auto* made = nodes_[static_cast<std::size_t>(index)].made;
  for (std::size_t k = 0; k < made->operands.size(); ++k) {
    int operand = -1;
    if (!made->names[k].empty()) {
      const auto it = defined_.find(made->names[k]);
      if (it != defined_.end() && it->second != index) operand = it->second;
    } else if (k < made->inner.size() && made->inner[k]) {
      operand = static_cast<int>(nodes_.size());
      nodes_.push_back({.entry = -1,
                        .key = {version, ++count},
                        .value = &made->operands[k],
                        .made = made->inner[k].get(),
                        .operands = {},
                        .results = {},
                        .links = {}});
      add_operands(operand, version, count);
    } else if (layout_of(made->operands[k])) {
      // A tensor that is written out stands between the result and the tile that partitions it.
      operand = static_cast<int>(nodes_.size());
      nodes_.push_back({.entry = -1,
                        .key = {version, ++count},
                        .value = &made->operands[k],
                        .made = &literal_,
                        .operands = {},
                        .results = {},
                        .links = {}});
    }
    nodes_[static_cast<std::size_t>(index)].operands.push_back(operand);
    if (operand < 0) continue;
    auto& of = nodes_[static_cast<std::size_t>(operand)].results;
    if (of.empty() || of.back() != index) of.push_back(index);
  }
}

const std::vector<Link>& LinkGraph::links(int index) {
  auto& node = nodes_[static_cast<std::size_t>(index)];
  if (!node.links) {
    node.links = std::make_shared<const std::vector<Link>>(algebra::links::links_of(*node.value, *node.made));
    kept_[node.key] = node.links;
    left_ -= 50;
  }
  return *node.links;
}

// --- The search

/// A search from one element outwards, the nearest elements first.
class LinkGraph::Search {
 public:
  Search(LinkGraph& linking, const Element& of) : linking_(linking) {
    linking_.left_ = most_steps;
    answer_.of = of;
    reach(linking_.of_entry_[static_cast<std::size_t>(of.entry)], true, Role::pointed, {of.coordinate});
  }

  LinkedElements run() {
    while (!queue_.empty() && linking_.left_ > 0) {
      const auto wave = std::move(queue_.front());
      queue_.pop_front();
      leave(wave);
    }
    for (const int node : order_) {
      auto& found = found_.at(node);
      const auto& n = linking_.nodes_[static_cast<std::size_t>(node)];
      if (n.entry < 0) continue;
      Marked m{.entry = n.entry, .role = found.role, .coordinates = {found.seen.begin(), found.seen.end()}, .all = found.all};
      std::sort(m.coordinates.begin(), m.coordinates.end());
      answer_.places.emplace(n.entry, answer_.entries.size());
      answer_.entries.push_back(std::move(m));
    }
    answer_.all = queue_.empty() && lasted_;
    return std::move(answer_);
  }

 private:
  /// Elements of a node from which the search continues. `whole`: they are the element itself; otherwise they are its places, and the
  /// search continues only to the elements from which these came.
  struct Wave {
    int node;
    bool whole;
    Role role;
    std::vector<std::int64_t> coordinates;
    bool through_bits = false;  ///< from or to a matrix over F2, or arrows
  };
  struct Reached {
    Role role = Role::same;
    bool all = true;
    std::unordered_set<std::int64_t> seen, seen_whole;
  };

  /// Calls `step` with each link from the node, its direction and the node to which it leads.
  template <class F>
  void each_step(const Wave& w, F&& step) {
    const auto& node = linking_.nodes_[static_cast<std::size_t>(w.node)];
    const auto are_entries = [&](int n) { return linking_.nodes_[static_cast<std::size_t>(n)].entries; };
    const auto fits = [&](const Link& link, int first, int second) {
      return first >= 0 && second >= 0 && link.first_entries == are_entries(first) && link.second_entries == are_entries(second);
    };
    const auto& own = linking_.links(w.node);
    const auto up = node.operands;
    for (const auto& link : own) {
      if (link.second != Link::result) continue;
      const int operand = link.first == Link::result ? w.node : up[static_cast<std::size_t>(link.first)];
      if (!fits(link, operand, w.node)) continue;
      step(link, false, operand);
      if (operand == w.node) step(link, true, operand);
    }
    if (!w.whole) return;
    // A copy: links() changes the nodes.
    const auto results = node.results;
    for (const int r : results) {
      if (linking_.left_ <= 0) return;
      const auto& made = linking_.links(r);
      const auto operands = linking_.nodes_[static_cast<std::size_t>(r)].operands;
      const auto is_here = [&](int participant) { return participant >= 0 && operands[static_cast<std::size_t>(participant)] == w.node; };
      for (const auto& link : made) {
        if (link.first == Link::result) continue;
        const int first = operands[static_cast<std::size_t>(link.first)];
        const int second = link.second == Link::result ? r : operands[static_cast<std::size_t>(link.second)];
        if (!fits(link, first, second)) continue;
        if (is_here(link.first)) step(link, true, second);
        if (link.second != Link::result && is_here(link.second)) step(link, false, first);
      }
    }
  }

  void leave(const Wave& w) {
    each_step(w, [&](const Link& link, bool forward, int to) {
      if (linking_.left_ <= 0) return;
      // Does not return from a place to all elements that have this place: each element of a row of A has the same row.
      if (!forward && link.kind != LinkKind::element && is_whole(to)) return;
      // Follows bits and modes once: elements with a bit have further bits, which further elements have.
      const bool by_bit = link.kind == LinkKind::bit || link.kind == LinkKind::mode;
      if (by_bit && w.through_bits) return;
      Budget budget{linking_.left_};
      std::vector<std::int64_t> there;
      bool more = false;
      for (const auto c : w.coordinates) {
        const auto take = [&](std::int64_t b) {
          there.push_back(b);
          more = there.size() > LinkedElements::most_marks;
          return !more;
        };
        const bool lasted = forward ? link.relation.forward(c, budget, take) : link.relation.backward(c, budget, take);
        if (!lasted) lasted_ = false;
        if (!lasted || more) break;
      }
      linking_.left_ = std::max<std::int64_t>(0, budget.steps);
      const bool whole = w.whole && (forward || link.kind == LinkKind::element || by_bit);
      reach(to, whole, role_after(w.role, link, forward), std::move(there), more, w.through_bits || by_bit);
    });
  }

  bool is_whole(int node) const {
    const auto it = found_.find(node);
    return it != found_.end() && !it->second.seen_whole.empty();
  }

  static Role role_after(Role before, const Link& link, bool forward) {
    if (!forward && link.kind == LinkKind::owner) return Role::owner;
    if (before == Role::place || before == Role::owner) return before;
    if (!forward && (link.kind == LinkKind::place || link.kind == LinkKind::bit || link.kind == LinkKind::mode)) return Role::place;
    const bool up = !forward && link.second == Link::result, down = forward && link.second == Link::result;
    if (up && (before == Role::pointed || before == Role::operand)) return Role::operand;
    if (down && (before == Role::pointed || before == Role::result)) return Role::result;
    return Role::same;
  }

  void reach(int node, bool whole, Role role, std::vector<std::int64_t> coordinates, bool more = false, bool through_bits = false) {
    if (node < 0 || coordinates.empty()) return;
    const auto [it, is_new] = found_.try_emplace(node);
    auto& found = it->second;
    if (is_new) {
      order_.push_back(node);
      found.role = role;
    } else if ((found.role == Role::place || found.role == Role::owner) && whole) {
      found.role = role;
    }
    if (more) found.all = false;
    Wave next{node, whole, role, {}, through_bits};
    for (const auto c : coordinates) {
      auto& level = whole ? found.seen_whole : found.seen;
      if (found.seen.size() >= LinkedElements::most_marks && !found.seen.contains(c)) {
        found.all = false;
        break;
      }
      const bool fresh = level.insert(c).second;
      found.seen.insert(c);
      if (fresh) next.coordinates.push_back(c);
    }
    if (!next.coordinates.empty()) queue_.push_back(std::move(next));
  }

  LinkGraph& linking_;
  LinkedElements answer_;
  std::deque<Wave> queue_;
  std::map<int, Reached> found_;
  std::vector<int> order_;
  bool lasted_ = true;
};

const LinkedElements& LinkGraph::of(const Element& element) {
  if (answered_ && answer_.of == element) return answer_;
  answered_ = true;
  answer_ = {};
  answer_.of = element;
  const auto i = static_cast<std::size_t>(element.entry);
  if (!element || i >= of_entry_.size() || of_entry_[i] < 0) return answer_;
  const auto& node = nodes_[static_cast<std::size_t>(of_entry_[i])];
  const auto shape = algebra::links::element_shape(*node.value, *node.made);
  if (!shape || element.coordinate < 0 || element.coordinate >= algebra::product(*shape).value) return answer_;
  answer_ = Search(*this, element).run();
  return answer_;
}

std::vector<std::int64_t> LinkGraph::in_operand(const Element& element, int operand) {
  std::vector<std::int64_t> found;
  const auto i = static_cast<std::size_t>(element.entry);
  if (!element || i >= of_entry_.size() || of_entry_[i] < 0) return found;
  const auto& made = links(of_entry_[i]);
  Budget budget{most_steps};
  const auto back = [&](const Link& link, std::int64_t c) {
    link.relation.backward(c, budget, [&](std::int64_t a) {
      found.push_back(a);
      return found.size() < LinkedElements::most_marks;
    });
  };
  for (const auto& link : made) {
    if (link.first != operand) continue;
    if (link.second == Link::result) back(link, element.coordinate);
    else
      for (const auto in_tensor : in_operand(element, link.second)) back(link, in_tensor);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace app
