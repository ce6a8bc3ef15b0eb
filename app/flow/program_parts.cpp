#include "app/flow/program_parts.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "algebra/language/value_indexing.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/import/program_entries.hpp"
#include "app/import/reading_time.hpp"

namespace app {

using algebra::Environment;
using algebra::IntTuple;
using algebra::Layout;
using algebra::Message;
using algebra::message;
using algebra::Tensor;
using algebra::Value;
namespace {

/// Returns the modulus that separates a mode's coordinates from multiples added by other modes; coordinates beyond the mode's end fit, too.
std::int64_t modulus_of_mode(const IntTuple& shape, int mode) { return 2 * algebra::product(shape.mode(mode)).value + 4096; }

/// Returns the layout of that shape that maps each element to its 1-D coordinate in one mode: (M,K):(_1,_0) for mode 0. If strides are
/// given, strides of 0 stay 0 and other modes add multiples of the mode's modulus: only elements that the given strides repeat are then
/// repeated.
Layout layout_of_mode(const IntTuple& shape, int mode, const std::optional<IntTuple>& given) {
  if (shape.is_integer()) return Layout(shape, IntTuple(std::int64_t{1}));
  std::int64_t next = 1;
  const auto modulus = given ? modulus_of_mode(shape, mode) : std::int64_t{0};
  const auto strides = [&](const auto& self, const IntTuple& s, const std::optional<IntTuple>& d, bool counts) -> IntTuple {
    if (s.is_integer()) {
      const bool repeats = d && d->is_integer() && d->integer().value == 0;
      const auto step = counts ? next : modulus;
      if (counts) next *= s.integer().value;
      return IntTuple(repeats ? std::int64_t{0} : step);
    }
    IntTuple all;
    for (int i = 0; i < s.rank(); ++i) all.append(self(self, s.mode(i), d && d->is_tuple() ? std::optional(d->mode(i)) : d, counts));
    return all;
  };
  IntTuple stride;
  for (int i = 0; i < shape.rank(); ++i)
    stride.append(strides(strides, shape.mode(i), given && given->is_tuple() ? std::optional(given->mode(i)) : given, i == mode));
  return Layout(shape, stride);
}

/// Returns the range of bits [first, end) that a tensor's elements span, or nullopt if it has no elements, too many, or coordinates for
/// indices.
std::optional<std::pair<std::int64_t, std::int64_t>> bits_of(const Tensor& t, int element_bits) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  const auto index = algebra::indexing(t);
  const auto size = index ? algebra::size(index->layout) : 0;
  if (size < 1 || size > most || index->codomain.rank() > 0) return std::nullopt;
  auto least = (*index)(0), largest = least;
  for (std::int64_t i = 1; i < size; ++i) {
    const auto at = (*index)(i);
    least = std::min(least, at), largest = std::max(largest, at);
  }
  return std::pair(least * element_bits, (largest + 1) * element_bits);
}

/// Returns the indices of the definitions in the order of evaluation: each after those whose names it uses, as parameters come first and
/// some have types that are defined later.
std::vector<std::size_t> in_order(const std::vector<ProgramDefinition>& all) {
  std::map<std::string_view, std::size_t, std::less<>> by_entry;
  for (std::size_t i = 0; i < all.size(); ++i) by_entry.emplace(all[i].entry, i);
  std::vector<std::size_t> order, open;
  std::vector<bool> seen(all.size()), placed(all.size());
  for (std::size_t first = 0; first < all.size(); ++first) {
    open.push_back(first);
    while (!open.empty()) {
      const auto i = open.back();
      // Everything that it uses is placed by now, unless it uses itself.
      if (seen[i]) {
        open.pop_back();
        if (!placed[i]) order.push_back(i);
        placed[i] = true;
        continue;
      }
      seen[i] = true;
      for (const auto& name : algebra::free_names(all[i].text))
        if (const auto it = by_entry.find(name); it != by_entry.end() && !seen[it->second]) open.push_back(it->second);
    }
  }
  return order;
}

}  // namespace

ProgramParts::ProgramParts(const CppProgram& program, std::size_t threads, const std::vector<std::int64_t>& block,
                           std::vector<gpu::FlowTensor>& tensors)
    : threads_(threads), block_(block), tensors_(tensors), array_bytes_(program.array_bytes) {
  if (block_.empty()) block_.push_back(static_cast<std::int64_t>(threads));
  block_.resize(3, 1);
  for (const auto i : in_order(program.definitions)) {
    const auto& d = program.definitions[i];
    if (!d.problem.empty()) continue;
    Term term(d.text);
    auto value = term.value(values_);
    if (!value) continue;
    // local_tile(tma.get_tma_tensor(shape), ...) is a part of a tensor without a name. The tensor gets one here.
    const bool names_one = std::ranges::any_of(term.names(), [&](const std::string& n) { return is_tensor(n); });
    if (std::holds_alternative<Tensor>(*value) && !names_one)
      for (const auto& call : term.inner_calls()) {
        auto whole = call.value(values_);
        if (!whole || !std::holds_alternative<Tensor>(*whole)) continue;
        auto inner = d;
        inner.entry += "_whole";
        term = term.with_name_for(call, inner.entry);
        define(inner, call, *std::move(whole));
        break;
      }
    define(d, std::move(term), *std::move(value));
  }
}

std::vector<std::pair<std::size_t, Message>> ProgramParts::broken_partitions(std::string_view kernel) const {
  std::vector<std::pair<std::size_t, Message>> all;
  for (const auto& d : definitions_) {
    if (d.function != kernel || !d.term.calls("tma_partition")) continue;
    if (std::ranges::find(all, d.line, &std::pair<std::size_t, Message>::first) != all.end()) continue;
    const auto e = d.term.evaluation(values_, true);
    if (e && e->verdict.kind == algebra::Verdict::Kind::broken) all.emplace_back(d.line, e->verdict.counterexample);
  }
  return all;
}

void ProgramParts::needs(const std::vector<std::size_t>& threads) {
  needed_.assign(threads_, false);
  for (const auto t : threads) needed_[t] = true;
  integers_.clear();
}

bool ProgramParts::is_tensor(const std::string& name) const {
  const auto v = values_.find(name);
  return v != values_.end() && std::holds_alternative<Tensor>(v->second);
}

void ProgramParts::define(const ProgramDefinition& d, Term term, Value value) {
  Definition own{.entry = d.entry,
                 .term = term,
                 .called = d.name,
                 .names = term.names(),
                 .function = d.function,
                 .line = d.line,
                 .parameter = d.parameter,
                 .memory_of = d.memory_of,
                 .alignment = d.alignment};
  if (!own.memory_of.empty() && !own.memory_of.starts_with('@'))
    for (auto& name : algebra::free_names(d.memory_of)) own.names.insert(own.names.begin(), std::move(name));
  if (d.by_thread.size() == threads_) of_thread_[d.entry] = d.by_thread;
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < block_.size(); ++axis, stride *= block_[axis - 1])
    if (d.parameter && d.name == fmt::format("threadIdx.{}", "xyz"[axis]))
      for (std::size_t t = 0; t < threads_; ++t) of_thread_[d.entry].push_back(static_cast<std::int64_t>(t) / stride % block_[axis]);
  own.varies = of_thread_.contains(d.entry) || std::ranges::any_of(own.names, [&](const std::string& n) {
                 const auto it = by_name_.find(n);
                 return it != by_name_.end() && definitions_[it->second].varies;
               });
  by_name_.emplace(d.entry, definitions_.size());
  values_.insert_or_assign(d.entry, std::move(value));
  definitions_.push_back(std::move(own));
}

std::set<std::size_t> ProgramParts::needed_by(const std::vector<std::string>& names) const {
  std::set<std::size_t> all;
  std::vector<std::string> open = names;
  while (!open.empty()) {
    const auto it = by_name_.find(open.back());
    open.pop_back();
    if (it == by_name_.end() || !all.insert(it->second).second) continue;
    const auto& more = definitions_[it->second].names;
    open.insert(open.end(), more.begin(), more.end());
  }
  return all;
}

bool ProgramParts::for_each_thread(const Term& term, const Environment& instead, const std::string& below,
                                   std::vector<std::optional<Value>>& out) const {
  std::vector<std::vector<std::optional<Value>>> all;
  if (!for_each_thread(std::vector<Term>{term}, instead, below, all) || all.front().empty()) return false;
  out = std::move(all.front());
  return true;
}

/// `below`: an entry whose value `instead` replaces, so that everything that depends on it is evaluated again. "": only definitions that
/// vary from thread to thread are evaluated again.
bool ProgramParts::for_each_thread(const std::vector<Term>& terms, const Environment& instead, const std::string& below,
                                   std::vector<std::vector<std::optional<Value>>>& out) const {
  std::vector<std::size_t> fixed, varying;
  std::set<std::string, std::less<>> changed;
  if (!below.empty()) changed.insert(below);
  std::vector<std::string> own;
  for (const auto& term : terms)
    for (auto& name : term.names()) own.push_back(std::move(name));
  const auto needed = needed_by(own);
  for (const auto i : needed) {
    const auto& d = definitions_[i];
    if (instead.contains(d.entry)) continue;
    const bool follows = std::ranges::any_of(d.names, [&](const std::string& n) { return changed.contains(n); });
    if (follows) changed.insert(d.entry);
    if (d.varies && !d.parameter) varying.push_back(i);
    else if (follows) fixed.push_back(i);
  }
  auto env = instead;
  for (const auto i : needed)
    if (!instead.contains(definitions_[i].entry)) env.insert(*values_.find(definitions_[i].entry));
  const auto again = [&](std::size_t i) {
    auto v = definitions_[i].term.value(env);
    if (v) env.insert_or_assign(definitions_[i].entry, std::move(*v));
    return v.has_value();
  };
  for (const auto i : fixed)
    if (!again(i)) return false;
  std::vector<std::pair<std::string, const std::vector<std::int64_t>*>> of_thread;
  for (const auto i : needed)
    if (const auto it = of_thread_.find(definitions_[i].entry); it != of_thread_.end() && !instead.contains(it->first))
      of_thread.emplace_back(it->first, &it->second);
  const bool varies = !varying.empty() || !of_thread.empty();
  out.assign(terms.size(), {});
  if (!varies) {
    for (std::size_t k = 0; k < terms.size(); ++k)
      if (auto v = terms[k].value(env)) out[k].assign(threads_, v);
    return true;
  }
  for (auto& o : out) o.resize(threads_);
  for (std::size_t t = 0; t < threads_; ++t) {
    if (ReadingTime::is_over()) return false;
    const bool needed_here = needed_.empty() || needed_[t];
    for (const auto& [name, numbers] : of_thread) env.insert_or_assign(name, IntTuple((*numbers)[t]));
    if (!std::ranges::all_of(varying, again)) {
      if (needed_here) return false;
      continue;
    }
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (out[k].empty()) continue;
      out[k][t] = terms[k].value(env);
      if (!out[k][t] && needed_here) out[k].clear();
    }
  }
  // Values of threads that are not needed are never used: they get the value of a thread that is.
  const auto any = needed_.empty() ? 0 : static_cast<std::size_t>(std::ranges::find(needed_, true) - needed_.begin());
  for (auto& o : out)
    for (auto& v : o)
      if (!v) v = o[any];
  return true;
}

std::optional<std::vector<std::int64_t>> ProgramParts::integers(const Term& term) {
  if (!integers_.contains(term)) expect({term});
  return integers_.at(term);
}

void ProgramParts::expect(const std::vector<Term>& terms) {
  std::vector<Term> open;
  for (const auto& t : terms)
    if (integers_.try_emplace(t).second) open.push_back(t);
  std::vector<std::vector<std::optional<Value>>> all;
  if (open.empty() || !for_each_thread(open, {}, {}, all)) return;
  for (std::size_t k = 0; k < open.size(); ++k) {
    std::vector<std::int64_t> numbers;
    for (const auto& v : all[k])
      if (const auto n = algebra::number_of(*v)) numbers.push_back(*n);
    if (!all[k].empty() && numbers.size() == threads_) integers_.at(open[k]) = std::move(numbers);
  }
}

/// Returns the first of the tensors that view one array and may share elements with `name`, directly or through further views, and that
/// have elements of the same size. Views with elements of another size count as separate memory, and the tensor is then recorded in
/// `mixed_`.
std::string ProgramParts::first_at(const std::string& array, const std::string& name) const {
  struct View {
    std::size_t at;
    std::string_view name;
    std::optional<std::pair<std::int64_t, std::int64_t>> bits;
  };
  std::vector<View> apart, together;
  for (const auto& [other, i] : by_name_)
    if (definitions_[i].memory_of == array && is_tensor(other)) {
      const auto& value = values_.find(other)->second;
      auto bits = definitions_[i].varies ? std::nullopt : bits_of(std::get<Tensor>(value), algebra::element_bits(value));
      (other == name ? together : apart).push_back({i, other, std::move(bits)});
    }
  for (std::size_t k = 0; k < together.size(); ++k) {
    const auto mine = together[k].bits;
    const auto meet = std::partition(apart.begin(), apart.end(), [&](const View& v) {
      return mine && v.bits && (mine->second <= v.bits->first || v.bits->second <= mine->first);
    });
    together.insert(together.end(), meet, apart.end());
    apart.erase(meet, apart.end());
  }
  const auto size = [&](const View& v) { return algebra::element_bits(values_.find(v.name)->second); };
  const auto own = algebra::element_bits(values_.find(name)->second);
  const bool mixed = std::erase_if(together, [&](const View& v) { return size(v) != own; }) != 0;
  std::string first(std::ranges::min_element(together, {}, &View::at)->name);
  if (mixed) mixed_.insert(first);
  return first;
}

/// Returns the entry that owns the tensor's memory, or "" if it is unknown.
std::string ProgramParts::root_of(const std::string& name, int depth) const {
  const auto it = by_name_.find(name);
  if (it == by_name_.end() || depth > 50) return {};
  const auto& d = definitions_[it->second];
  const auto tensor = [&](const std::string& n) { return is_tensor(n); };
  const auto* own = std::get_if<Tensor>(&values_.at(name));
  if (d.memory_of == "_" || d.term.has_own_memory()) return name;
  if (d.memory_of == ProgramDefinition::unknown_memory) return {};
  if (d.memory_of.starts_with('@')) return first_at(d.memory_of, name);
  if (!d.memory_of.empty()) {
    const auto of = std::ranges::find_if(d.names, tensor);
    // A view with elements of another size is not supported.
    if (of == d.names.end() || algebra::element_bits(values_.at(*of)) != algebra::element_bits(values_.at(name))) return {};
    return root_of(*of, depth + 1);
  }
  // make_tensor(lse.iterator, layout) has other modes than the tensor whose memory it uses, so it counts as a tensor of its own.
  if (d.term.text().starts_with("make_tensor(") && own != nullptr && own->memory == algebra::MemorySpace::global) return name;
  // With several candidates, such as the two results of tma_partition, the one in the same memory owns it. A fragment of a tensor in
  // another memory has registers of its own, but a descriptor refers to shared memory.
  const auto in_the_same = [&](const std::string& n) {
    const auto& other = std::get<Tensor>(values_.at(n));
    return own != nullptr && other.memory == own->memory && other.coordinate.has_value() == own->coordinate.has_value();
  };
  for (const auto& n : d.names)
    if (tensor(n) && in_the_same(n)) return root_of(n, depth + 1);
  // A descriptor, or a tensor whose memory is unknown and that has no coordinates, is a view of the first tensor that its definition uses.
  const bool is_view =
      own == nullptr || own->descriptors.has_value() || (own->memory == algebra::MemorySpace::unknown && !own->coordinate.has_value());
  for (const auto& n : d.names)
    if (is_view && tensor(n)) return root_of(n, depth + 1);
  return name;
}

/// Returns the same for a term: a slice rB(_, _, size<2>(rA) - 1) has the memory of rB, a call that of its last tensor argument.
std::string ProgramParts::root_of(const Term& term) {
  if (term.is_name() && is_tensor(std::string(term.text()))) return root_of(std::string(term.text()), 0);
  if (const std::string sliced(term.sliced_name()); is_tensor(sliced)) return root_of(sliced, 0);
  const auto operands = term.operands();
  if (term.is_slice_of_expression()) return root_of(operands.front());
  std::string root;
  for (const auto& o : operands)
    if (const auto v = o.value(values_); v && std::holds_alternative<Tensor>(*v)) root = root_of(o);
  if (!root.empty()) return root;
  for (const auto& n : term.names())
    if (is_tensor(n)) root = root_of(n, 0);
  return root;
}

int ProgramParts::tensor_of(const std::string& root) {
  const auto& d = definitions_[by_name_.find(root)->second];
  for (std::size_t i = 0; i < tensors_.size(); ++i)
    if (tensors_[i].name == root && tensors_[i].line == d.line) return static_cast<int>(i);
  const auto& value = values_.at(root);
  const auto& t = std::get<Tensor>(value);
  tensors_.push_back({.name = root, .memory = t.memory, .bits = algebra::element_bits(value), .shape = t.layout.shape(), .line = d.line});
  auto& added = tensors_.back();
  added.called = d.called;
  added.alignment = d.alignment;
  added.mixed = mixed_.contains(root);
  if (const auto it = array_bytes_.find(d.memory_of); it != array_bytes_.end() && added.bits > 0) added.room = it->second * 8 / added.bits;
  if (t.coordinate) added.memory = algebra::MemorySpace::global;
  else if (auto i = algebra::indexing(t); i && i->codomain.rank() == 0) {
    added.layout = std::move(i->layout);
    added.outer = std::move(i->outer);
  }
  return static_cast<int>(tensors_.size()) - 1;
}

const ProgramParts::Base& ProgramParts::base(const Term& term) {
  const std::string name(term.text());
  if (const auto it = bases_.find(term); it != bases_.end()) return it->second;
  auto& b = bases_[term];
  // A descriptor stands for the tensor in shared memory that it was made from. `slice`: the part of that tensor which is meant; empty: all
  // of it.
  Term stands_for = term, slice;
  for (int i = 0; i < 6; ++i) {
    const auto v = stands_for.value(values_);
    const auto* t = v ? std::get_if<Tensor>(&*v) : nullptr;
    if (t == nullptr) {
      b.why = message("{} is not a tensor with a known layout", name);
      return b;
    }
    if (!t->descriptors) break;
    const auto it = by_name_.find(stands_for.text());
    if (it == by_name_.end()) break;
    const auto& d = definitions_[it->second];
    // A slice of a descriptor stands for the same slice of that tensor.
    if (const auto sliced = d.term.sliced_name(); by_name_.contains(sliced)) {
      slice = slice.empty() ? d.term : slice.slice_of(d.term);
      stands_for = Term(std::string(sliced));
      continue;
    }
    // The argument of make_fragment_A, a name or an expression.
    const auto argument = d.term.only_argument();
    const auto of = argument.value(values_);
    if (of && std::holds_alternative<Tensor>(*of)) {
      stands_for = argument;
      continue;
    }
    const auto named = std::ranges::find_if(d.names, [&](const std::string& n) { return is_tensor(n); });
    if (named == d.names.end()) break;
    stands_for = Term(*named);
  }
  if (!slice.empty()) stands_for = slice.slice_of(stands_for);
  b.root = root_of(stands_for);
  if (b.root.empty()) {
    b.why = message("the memory of {} is not known", name);
    return b;
  }
  b.tensor = tensor_of(b.root);
  const auto& tensor = tensors_[static_cast<std::size_t>(b.tensor)];
  const int modes = tensor.memory != algebra::MemorySpace::global ? 0 : tensor.shape.is_tuple() ? tensor.shape.rank() : 1;
  const auto* root = std::get_if<Tensor>(&values_.at(b.root));
  for (int m = -1; m < modes; ++m) {
    if (m < 0 && root->coordinate) {
      b.functions.emplace_back();
      b.values.emplace_back();
      continue;
    }
    Environment instead;
    if (m >= 0) {
      Tensor one = *root;
      one.offset = 0;
      one.outer.reset();
      one.coordinate.reset();
      one.swizzled_pointer = false;
      one.layout = layout_of_mode(tensor.shape, m, root->coordinate ? std::optional(root->layout.stride()) : std::nullopt);
      instead.emplace(b.root, std::move(one));
    }
    std::vector<std::optional<Value>> values;
    if (!for_each_thread(stands_for, instead, m < 0 ? std::string{} : b.root, values)) {
      b.why = message("the part of {} that each thread has is not known", name);
      return b;
    }
    auto& f = b.functions.emplace_back();
    if (m >= 0 && root->coordinate && tensor.shape.is_tuple()) f.modulus = modulus_of_mode(tensor.shape, m);
    auto& forms = b.values.emplace_back();
    for (const auto& v : values) {
      const auto i = algebra::indexing(*v);
      if (!i || i->codomain.rank() > 0) {
        b.why = message("the part of {} that each thread has is not known", name);
        return b;
      }
      gpu::FlowPart::Function::Form form{i->layout, i->outer};
      auto start = i->offset;
      if (!form.outer.function) start += std::exchange(form.outer.start, 0);
      auto found = std::ranges::find(f.forms, form);
      if (found == f.forms.end()) {
        f.forms.push_back(std::move(form));
        forms.push_back(*v);
        found = std::prev(f.forms.end());
      }
      f.form.push_back(static_cast<std::size_t>(found - f.forms.begin()));
      f.start.push_back(start);
    }
  }
  std::set<std::size_t> lines;
  for (const auto i : needed_by(term.names()))
    if (!definitions_[i].parameter) lines.insert(definitions_[i].line);
  b.lines.assign(lines.begin(), lines.end());
  return b;
}

std::shared_ptr<const gpu::FlowPart> ProgramParts::part(const Term& term, Message& why) {
  if (const auto it = parts_.find(term); it != parts_.end()) {
    if (it->second.first == nullptr) why = it->second.second;
    return it->second.first;
  }
  // A slice that is the same for all threads is computed once per form of the entry, instead of once per thread.
  std::string name(term.sliced_name());
  bool is_slice = !name.empty() && by_name_.contains(name);
  for (const auto& n : is_slice ? term.names() : std::vector<std::string>{}) {
    const auto it = by_name_.find(n);
    if (n == name || it == by_name_.end() || !definitions_[it->second].varies) continue;
    // A name in the slice that varies by its definition may have equal values in all threads: size<2>(tCrA).
    const auto numbers = integers(Term(n));
    if (!numbers || std::ranges::any_of(*numbers, [&](std::int64_t v) { return v != numbers->front(); })) is_slice = false;
  }
  const auto& b = base(is_slice ? Term(name) : term);
  auto& [made, reason] = parts_[term];
  if (!b.why.empty()) {
    why = reason = b.why;
    return nullptr;
  }
  auto p = std::make_shared<gpu::FlowPart>();
  p->tensor = b.tensor;
  p->text = term.text();
  p->lines = b.lines;
  for (std::size_t k = 0; k < b.functions.size(); ++k) {
    auto f = b.functions[k];
    if (is_slice && !f.forms.empty()) {
      std::vector<std::int64_t> moved;
      for (std::size_t i = 0; i < f.forms.size(); ++i) {
        Environment env;
        for (const auto& n : term.names())
          if (const auto v = values_.find(n); v != values_.end()) env.insert(*v);
        env.insert_or_assign(name, b.values[k][i]);
        const auto v = term.value(env);
        const auto before = algebra::indexing(b.values[k][i]);
        const auto after = v ? algebra::indexing(*v) : std::nullopt;
        if (!after || !before) {
          why = reason = message("{} has no value", term.text());
          return nullptr;
        }
        const auto start = [](const algebra::Indexing& x) { return x.offset + (x.outer.function ? 0 : x.outer.start); };
        moved.push_back(start(*after) - start(*before));
        f.forms[i] = {after->layout, after->outer.function ? after->outer : algebra::Outer{}};
      }
      for (std::size_t t = 0; t < threads_; ++t) f.start[t] += moved[f.form[t]];
    }
    if (k == 0) p->index = std::move(f);
    else p->modes.push_back(std::move(f));
  }
  made = std::move(p);
  return made;
}

}  // namespace app
