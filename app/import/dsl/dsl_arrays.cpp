// Arrays of torch: shapes, strides and types, without the numbers in them. What is not sure to lie so has a shape, and no strides.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

namespace {

using Names = std::initializer_list<std::string_view>;
bool is_one_of(std::string_view name, Names names) { return std::ranges::find(names, name) != names.end(); }

DslValue shape_unknown() { return DslValue::unknown(message("the shape of this tensor is not known")); }
DslValue place_unknown() { return DslValue::unknown(message("it is not known how this tensor lies in memory")); }

const DslItems& shape_of(const DslValue& array) { return *array.object->members.at("shape").items; }
const DslItems& strides_of(const DslValue& array) { return *array.object->members.at("strides").items; }
const DslValue& type_of(const DslValue& array) { return array.object->members.at("dtype"); }
std::int64_t rank_of(const DslValue& array) { return static_cast<std::int64_t>(shape_of(array).size()); }

/// The first that is no number; null where all are.
const DslValue* other_than_number(const DslItems& all) {
  const auto at = std::ranges::find_if(all, [](const DslValue& v) { return !v.is_integer(); });
  return at == all.end() ? nullptr : &*at;
}

/// Why this is no number.
DslValue lacking(const DslValue& v) { return v.is_known() ? shape_unknown() : v; }

bool same_numbers(const DslItems& a, const DslItems& b) {
  return std::ranges::equal(a, b,
                            [](const DslValue& x, const DslValue& y) { return x.is_integer() && y.is_integer() && x.number == y.number; });
}

std::int64_t product(const DslItems& all) {
  std::int64_t total = 1;
  for (const auto& n : all)
    if (__builtin_mul_overflow(total, n.number, &total)) return 0;
  return total;
}

/// Whether each place of memory between the first and the last is one element's.
bool is_dense(const DslItems& shape, const DslItems& strides) {
  if (other_than_number(shape) != nullptr || other_than_number(strides) != nullptr) return false;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i].number != 1) order.push_back(i);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return strides[a].number < strides[b].number; });
  std::int64_t next = 1;
  for (const auto i : order) {
    if (strides[i].number != next) return false;
    next *= std::max<std::int64_t>(shape[i].number, 1);
  }
  return true;
}

/// Where the modes of another shape lie, without a copy: each of the new modes is in one run of the old ones.
std::optional<DslItems> strides_of_view(const DslItems& shape, const DslItems& strides, const DslItems& sizes) {
  DslItems steps(sizes.size(), DslValue::integer(1));
  if (shape.empty()) return steps;
  auto to = static_cast<std::ptrdiff_t>(sizes.size()) - 1;
  std::int64_t base = strides.back().number, run = 1, filled = 1;
  for (auto i = static_cast<std::ptrdiff_t>(shape.size()) - 1; i >= 0; --i) {
    run *= shape[static_cast<std::size_t>(i)].number;
    const bool ends =
        i == 0 || (shape[static_cast<std::size_t>(i - 1)].number != 1 && strides[static_cast<std::size_t>(i - 1)].number != run * base);
    if (!ends) continue;
    for (; to >= 0 && (filled < run || sizes[static_cast<std::size_t>(to)].number == 1); --to) {
      steps[static_cast<std::size_t>(to)] = DslValue::integer(filled * base);
      filled *= sizes[static_cast<std::size_t>(to)].number;
    }
    if (filled != run) return std::nullopt;
    if (i > 0) base = strides[static_cast<std::size_t>(i - 1)].number, run = filled = 1;
  }
  return to == -1 ? std::optional(steps) : std::nullopt;
}

}  // namespace

// A program may set members as it likes.
bool DslInterpreter::is_array(const Value& v) {
  if (!v.is(Kind::object) || v.object->library != "Array") return false;
  const auto& m = v.object->members;
  const auto shape = m.find("shape"), strides = m.find("strides");
  return shape != m.end() && strides != m.end() && m.contains("dtype") && shape->second.items && strides->second.items &&
         shape->second.items->size() == strides->second.items->size();
}

DslValue DslInterpreter::array(DslItems shape, const Value& type) {
  DslItems strides(shape.size());
  auto next = Value::integer(1);
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = next;
    if (!shape[i].is_integer() || shape[i].number > 0) next = binary("*", next, shape[i]);
    next.text.clear();
  }
  return array(std::move(shape), std::move(strides), type);
}

DslValue DslInterpreter::array(DslItems shape, DslItems strides, const Value& type) {
  auto v = library_object("Array");
  v.object->members["shape"] = Value::tuple(std::move(shape));
  v.object->members["strides"] = Value::tuple(std::move(strides));
  if (!v.object->members["shape"].is_known() || !v.object->members["strides"].is_known()) return shape_unknown();
  v.object->members["dtype"] = type.is(Kind::type) ? type : Value::of(Kind::type, "f32");
  return v;
}

/// The DSL's tensor for an array: as from_dlpack and mark_layout_dynamic have it, or all but the contiguous stride dynamic.
DslValue DslInterpreter::as_tensor(const Value& v) {
  if (!is_array(v)) return v;
  auto& m = v.object->members;
  if (!m.contains("dynamic_shape")) {
    const auto marked = array_method(v, "mark_layout_dynamic", {});
    return marked.is_known() ? as_tensor(marked) : marked;
  }
  const auto &shape = shape_of(v), &strides = strides_of(v);
  for (const auto* all : {&shape, &strides})
    if (const auto* n = other_than_number(*all)) return lacking(*n);
  for (const auto* which : {"dynamic_shape", "dynamic_strides"})
    if (!m[which].items || m[which].items->size() != shape.size()) return shape_unknown();
  DslItems sizes, steps;
  __extension__ using wide = __int128;
  wide reach = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    sizes.push_back(Value::integer(shape[i].number, truth((*m["dynamic_shape"].items)[i]).value_or(false)));
    steps.push_back(Value::integer(strides[i].number, truth((*m["dynamic_strides"].items)[i]).value_or(false)));
    reach += wide{shape[i].number - 1} * strides[i].number;
  }
  // The DSL's strides have 64 bits, which is written where offsets need them.
  if (reach > std::numeric_limits<std::int32_t>::max())
    for (auto& s : steps) s.is_long = s.dynamic;
  const auto shape_text = text_of(Value::tuple(std::move(sizes))), stride_text = text_of(Value::tuple(std::move(steps)));
  return expression(fmt::format("make_tensor(make_gmem_ptr<{}>(p), make_layout({}, {}))", type_of(v).text, shape_text, stride_text));
}

DslValue DslInterpreter::reshaped(const Value& of, DslItems sizes, bool copies) {
  const auto &shape = shape_of(of), &strides = strides_of(of);
  if (const auto* n = other_than_number(shape)) return lacking(*n);
  std::int64_t rest = 1;
  for (const auto& s : sizes)
    if (!s.is_integer()) return lacking(s);
    else if (s.number != -1) rest *= s.number;
  const auto total = product(shape);
  for (auto& s : sizes)
    if (s.number == -1) {
      if (rest <= 0) return shape_unknown();
      s = Value::integer(total / rest);
    }
  if (product(sizes) != total) return shape_unknown();
  if (const auto* n = other_than_number(strides)) {
    auto unknown = DslItems(sizes.size(), lacking(*n));
    return array(std::move(sizes), std::move(unknown), type_of(of));
  }
  if (auto steps = strides_of_view(shape, strides, sizes)) return array(std::move(sizes), std::move(*steps), type_of(of));
  return copies ? array(std::move(sizes), type_of(of)) : shape_unknown();
}

/// Sums, maxima and the like have an array of their own.
DslValue DslInterpreter::reduced(const Value& of, const Value* dims, bool keeps) {
  const auto& shape = shape_of(of);
  const auto rank = rank_of(of);
  std::vector<bool> gone(shape.size(), dims == nullptr || dims->is(Kind::none));
  if (dims != nullptr && !dims->is(Kind::none))
    for (const auto& d : dims->is_sequence() ? *dims->items : DslItems{*dims}) {
      if (!d.is_integer() || d.number < -rank || d.number >= rank) return shape_unknown();
      gone[static_cast<std::size_t>(d.number < 0 ? d.number + rank : d.number)] = true;
    }
  DslItems sizes;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (!gone[i]) sizes.push_back(shape[i]);
    else if (keeps) sizes.push_back(Value::integer(1));
  return array(std::move(sizes), type_of(of));
}

DslValue DslInterpreter::by_element(const Value& a, const Value& b) {
  if (!is_array(a) || !is_array(b)) {
    if (!is_array(a) && !is_array(b)) return a.is_known() ? Value::computed() : a;
    const auto& one = is_array(a) ? a : b;
    if (is_dense(shape_of(one), strides_of(one)) || other_than_number(shape_of(one)) != nullptr) return one;
    return array(shape_of(one), DslItems(shape_of(one).size(), place_unknown()), type_of(one));
  }
  const auto &x = shape_of(a), &y = shape_of(b);
  if (same_numbers(x, y) && same_numbers(strides_of(a), strides_of(b)) && is_dense(x, strides_of(a))) return a;
  DslItems sizes(std::max(x.size(), y.size()));
  for (std::size_t i = 1; i <= sizes.size(); ++i) {
    const auto one = Value::integer(1);
    const auto &n = i <= x.size() ? x[x.size() - i] : one, &m = i <= y.size() ? y[y.size() - i] : one;
    if (!n.is_integer() || !m.is_integer()) return lacking(n.is_integer() ? m : n);
    if (n.number != m.number && n.number != 1 && m.number != 1) return shape_unknown();
    sizes[sizes.size() - i] = n.number == 1 ? m : n;
  }
  // It lies as the one that has all elements does.
  const auto whole = [&](const Value& v) { return same_numbers(shape_of(v), sizes) && is_dense(shape_of(v), strides_of(v)); };
  const bool by_a = whole(a), by_b = whole(b);
  if (by_a && (!by_b || product(y) == 1)) return a;
  if (by_b && !by_a) return array(sizes, strides_of(b), type_of(a));
  auto unknown = DslItems(sizes.size(), place_unknown());
  return array(std::move(sizes), std::move(unknown), type_of(a));
}

DslValue DslInterpreter::joined(const DslItems& arrays, std::int64_t dim) {
  if (arrays.empty()) return shape_unknown();
  for (const auto& one : arrays)
    if (!is_array(one)) return one.is_known() ? shape_unknown() : one;
  auto sizes = shape_of(arrays.front());
  const auto rank = rank_of(arrays.front());
  if (dim < -rank || dim >= rank) return shape_unknown();
  const auto at = static_cast<std::size_t>(dim < 0 ? dim + rank : dim);
  bool contiguous = true;
  for (const auto& one : arrays) {
    if (rank_of(one) != rank) return shape_unknown();
    contiguous = contiguous && same_numbers(strides_of(one), strides_of(array(shape_of(one), type_of(one))));
    if (&one != &arrays.front()) sizes[at] = binary("+", sizes[at], shape_of(one)[at]);
  }
  if (contiguous) return array(std::move(sizes), type_of(arrays.front()));
  auto unknown = DslItems(sizes.size(), place_unknown());
  return array(std::move(sizes), std::move(unknown), type_of(arrays.front()));
}

DslValue DslInterpreter::part_of_array(const Value& of, const std::vector<SyntaxNode>& indices) {
  const auto &shape = shape_of(of), &strides = strides_of(of);
  const auto is_none = [](SyntaxNode n) { return n.is("none"); };
  const auto is_ellipsis = [](SyntaxNode n) { return n.is("ellipsis"); };
  const auto taken = static_cast<std::size_t>(
      std::ranges::count_if(indices, [&](SyntaxNode n) { return !is_none(n) && !is_ellipsis(n) && !n.is("list_splat"); }));
  if (taken > shape.size()) return shape_unknown();
  DslItems sizes, steps;
  std::size_t mode = 0;
  const auto keep = [&] { sizes.push_back(shape[mode]), steps.push_back(strides[mode]), ++mode; };
  for (const auto& i : indices) {
    if (is_none(i)) {
      sizes.push_back(Value::integer(1));
      steps.push_back(mode < shape.size() ? binary("*", shape[mode], strides[mode]) : Value::integer(1));
    } else if (is_ellipsis(i)) {
      for (auto n = shape.size() - taken; n > 0; --n) keep();
    } else if (i.is("slice")) {
      if (!shape[mode].is_integer()) return lacking(shape[mode]);
      const auto bounds = bounds_of(slice(i), shape[mode].number);
      if (!bounds || bounds->step <= 0) return shape_unknown();
      const auto width = std::max<std::int64_t>(bounds->last - bounds->first, 0);
      sizes.push_back(Value::integer((width + bounds->step - 1) / bounds->step));
      steps.push_back(bounds->step == 1 ? strides[mode] : binary("*", strides[mode], Value::integer(bounds->step)));
      ++mode;
    } else {
      const auto index = evaluate(i);
      if (!index.is_known()) return index;
      // Of one dimension an element, which only the running program has; arrays pick what they like.
      if (index.is_computed() && shape.size() == 1) return Value::computed();
      if (!index.is_integer() || index.is(Kind::boolean)) return shape_unknown();
      ++mode;
    }
  }
  while (mode < shape.size()) keep();
  if (sizes.empty()) return Value::computed();
  return array(std::move(sizes), std::move(steps), type_of(of));
}

DslValue DslInterpreter::array_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto shape = shape_of(of), strides = strides_of(of);
  const auto& type = type_of(of);
  const auto rank = rank_of(of);
  const auto dims = [&](std::string_view named_so) {
    if (const auto* named = given.find(named_so); named != nullptr) return elements(*named).value_or(DslItems{});
    return a.size() == 1 && a[0].is_sequence() ? *a[0].items : a;
  };
  const auto place = [&](const Value& d) { return static_cast<std::size_t>(d.number < 0 ? d.number + rank : d.number); };
  const auto in_range = [&](const Value& d) { return d.is_integer() && d.number >= -rank && d.number < rank; };
  const auto ordered = [&](const DslItems& order) {
    DslItems sizes, steps;
    for (const auto& d : order) {
      if (!in_range(d)) return d.is_known() ? shape_unknown() : d;
      sizes.push_back(shape[place(d)]), steps.push_back(strides[place(d)]);
    }
    return order.size() == shape.size() ? array(std::move(sizes), std::move(steps), type) : shape_unknown();
  };
  if (name == "permute") return ordered(dims("dims"));
  if (is_one_of(name, {"transpose", "t", "swapaxes", "swapdims", "adjoint"})) {
    DslItems order;
    for (std::int64_t i = 0; i < rank; ++i) order.push_back(Value::integer(i));
    const auto *x = given.at(0, "dim0"), *y = given.at(1, "dim1");
    if ((name == "t" || name == "adjoint") && rank >= 2) std::swap(order[order.size() - 1], order[order.size() - 2]);
    else if (x != nullptr && y != nullptr && in_range(*x) && in_range(*y)) std::swap(order[place(*x)], order[place(*y)]);
    else if (name != "t") return shape_unknown();
    return ordered(order);
  }
  if (name == "unsqueeze") {
    const auto* dim = given.at(0, "dim");
    if (dim == nullptr || !dim->is_integer()) return shape_unknown();
    const auto at = dim->number < 0 ? dim->number + rank + 1 : dim->number;
    if (at < 0 || at > rank) return shape_unknown();
    auto sizes = shape, steps = strides;
    auto step = at < rank ? binary("*", shape[static_cast<std::size_t>(at)], strides[static_cast<std::size_t>(at)]) : Value::integer(1);
    sizes.insert(sizes.begin() + at, Value::integer(1));
    steps.insert(steps.begin() + at, std::move(step));
    return array(std::move(sizes), std::move(steps), type);
  }
  if (name == "squeeze") {
    if (const auto* n = other_than_number(shape)) return lacking(*n);
    const auto* dim = given.at(0, "dim");
    DslItems sizes, steps;
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (shape[i].number != 1 || (dim != nullptr && (!in_range(*dim) || place(*dim) != i)))
        sizes.push_back(shape[i]), steps.push_back(strides[i]);
    return array(std::move(sizes), std::move(steps), type);
  }
  if (name == "expand" || name == "expand_as" || name == "broadcast_to") {
    auto sizes = name == "expand_as" && !a.empty() && is_array(a[0]) ? shape_of(a[0]) : dims("size");
    if (sizes.size() < shape.size()) return shape_unknown();
    DslItems steps(sizes.size(), Value::integer(0));
    for (std::size_t i = sizes.size() - shape.size(), from = 0; i < sizes.size(); ++i, ++from) {
      if (!sizes[i].is_integer() || !shape[from].is_integer()) return lacking(sizes[i].is_integer() ? shape[from] : sizes[i]);
      if (sizes[i].number == -1 || sizes[i].number == shape[from].number) sizes[i] = shape[from], steps[i] = strides[from];
      else if (shape[from].number != 1) return shape_unknown();
    }
    return array(std::move(sizes), std::move(steps), type);
  }
  if (name == "narrow" && a.size() == 3 && in_range(a[0]) && a[2].is_integer()) {
    auto sizes = shape;
    sizes[place(a[0])] = a[2];
    return array(std::move(sizes), strides, type);
  }
  if (name == "select" && a.size() == 2 && in_range(a[0])) {
    auto sizes = shape, steps = strides;
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(place(a[0]))),
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(place(a[0])));
    return array(std::move(sizes), std::move(steps), type);
  }
  if (name == "repeat") {
    auto sizes = dims("repeats");
    if (sizes.size() < shape.size()) return shape_unknown();
    for (std::size_t i = sizes.size() - shape.size(), from = 0; i < sizes.size(); ++i, ++from)
      sizes[i] = binary("*", sizes[i], shape[from]);
    return array(std::move(sizes), type);
  }
  if (name == "repeat_interleave") {
    const auto *times = given.at(0, "repeats"), *dim = given.at(1, "dim");
    if (times == nullptr || dim == nullptr || !times->is_integer() || !in_range(*dim)) return shape_unknown();
    auto sizes = shape;
    sizes[place(*dim)] = binary("*", sizes[place(*dim)], *times);
    return array(std::move(sizes), type);
  }
  if (name == "flatten") {
    const auto *first = given.at(0, "start_dim"), *last = given.at(1, "end_dim");
    const auto from = first == nullptr ? 0 : in_range(*first) ? place(*first) : shape.size();
    const auto to = last == nullptr ? shape.size() - 1 : in_range(*last) ? place(*last) : shape.size();
    if (shape.empty() || from >= shape.size() || to >= shape.size() || from > to) return shape_unknown();
    DslItems sizes(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(from));
    auto run = Value::integer(1);
    for (auto i = from; i <= to; ++i) run = binary("*", run, shape[i]);
    sizes.push_back(std::move(run));
    sizes.insert(sizes.end(), shape.begin() + static_cast<std::ptrdiff_t>(to) + 1, shape.end());
    return reshaped(of, std::move(sizes), true);
  }
  if (name == "view" && !a.empty() && a[0].is(Kind::type)) {
    const auto *old = algebra::find_element_type(type.text), *now = algebra::find_element_type(a[0].text);
    if (old != nullptr && now != nullptr && old->bits == now->bits) return array(shape, strides, a[0]);
    return shape_unknown();
  }
  if (name == "view" || name == "reshape") return reshaped(of, dims(name == "view" ? "size" : "shape"), name == "reshape");
  if ((name == "view_as" || name == "reshape_as") && !a.empty() && is_array(a[0]))
    return reshaped(of, shape_of(a[0]), name == "reshape_as");
  if (name == "contiguous") return array(shape, type);
  if (name == "split" || name == "chunk" || name == "unbind" || name == "tensor_split") {
    const auto* dim = given.at(name == "unbind" ? 0 : 1, "dim");
    const auto at = dim == nullptr ? 0 : in_range(*dim) ? place(*dim) : shape.size();
    if (at >= shape.size() || !shape[at].is_integer()) return shape_unknown();
    const auto whole = shape[at].number;
    DslItems parts, widths;
    if (name == "unbind") widths.assign(static_cast<std::size_t>(std::clamp<std::int64_t>(whole, 0, 64)), Value::integer(1));
    else if (name == "split" && !a.empty() && a[0].is_sequence()) widths = *a[0].items;
    else if (!a.empty() && a[0].is_integer() && a[0].number > 0 && name != "tensor_split") {
      const auto width = name == "split" ? a[0].number : (whole + a[0].number - 1) / a[0].number;
      if (width < 1 || whole / width > 64) return shape_unknown();
      for (std::int64_t first = 0; first < whole; first += width) widths.push_back(Value::integer(std::min(width, whole - first)));
    } else {
      return shape_unknown();
    }
    for (const auto& width : widths) {
      auto sizes = shape, steps = strides;
      sizes[at] = width;
      if (name == "unbind")
        sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(at)), steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
      parts.push_back(array(std::move(sizes), std::move(steps), type));
    }
    return Value::tuple(std::move(parts));
  }
  if (is_one_of(name, {"to", "type", "half", "bfloat16", "float", "double", "int", "long", "short", "char", "byte", "bool"})) {
    static constexpr std::pair<std::string_view, std::string_view> types[] = {
        {"half", "f16"}, {"bfloat16", "bf16"}, {"float", "f32"}, {"double", "f64"}, {"int", "i32"},
        {"long", "i64"}, {"short", "i16"},     {"char", "i8"},   {"byte", "u8"},    {"bool", "bool"}};
    auto now = type;
    for (const auto& [word, element] : types)
      if (word == name) now = Value::of(Kind::type, std::string(element));
    for (const auto* t : {a.empty() ? nullptr : &a[0], a.size() < 2 ? nullptr : &a[1], given.find("dtype")})
      if (t != nullptr && t->is(Kind::type)) now = *t;
    // A copy has places for its own elements alone.
    return is_dense(shape, strides) || other_than_number(shape) != nullptr || equal(now, type)
               ? array(shape, strides, now)
               : array(shape, DslItems(shape.size(), place_unknown()), now);
  }
  if (name == "size" || name == "stride") {
    const auto& all = name == "size" ? shape : strides;
    const auto* dim = given.at(0, "dim");
    if (dim == nullptr) return Value::tuple(all);
    return in_range(*dim) ? all[place(*dim)] : shape_unknown();
  }
  if (name == "dim" || name == "ndimension") return Value::integer(rank);
  if (name == "numel" || name == "nelement") {
    auto total = Value::integer(1);
    for (const auto& s : shape) total = binary("*", total, s);
    return total;
  }
  if (name == "element_size") {
    const auto* t = algebra::find_element_type(type.text);
    return Value::integer(t == nullptr ? 4 : (t->bits + 7) / 8);
  }
  if (name == "is_contiguous") {
    if (a.empty() && given.named.empty() && other_than_number(shape) == nullptr && other_than_number(strides) == nullptr)
      return Value::boolean(same_numbers(strides, strides_of(array(shape, type))));
    return Value::computed();
  }
  if (name == "dim_order") {
    if (const auto* n = other_than_number(strides)) return lacking(*n);
    std::vector<std::size_t> order(shape.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto x, auto y) { return strides[x].number > strides[y].number; });
    DslItems all;
    for (const auto i : order) all.push_back(Value::integer(static_cast<std::int64_t>(i)));
    return Value::tuple(std::move(all));
  }
  if (name == "mark_layout_dynamic") {
    for (const auto* all : {&shape, &strides})
      if (const auto* n = other_than_number(*all)) return lacking(*n);
    auto v = array(shape, strides, type);
    const auto* leading = given.at(0, "leading_dim");
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (strides[i].number == 1) first.push_back(i);
    // Of several the one that has more than one element.
    if (first.size() > 1) std::erase_if(first, [&](auto i) { return shape[i].number <= 1; });
    if (leading != nullptr && in_range(*leading)) first = {place(*leading)};
    else if (first.size() != 1 && std::ranges::any_of(strides, [](const Value& s) { return s.number == 1; }))
      return Value::unknown(message("the DSL refuses this tensor: it is not clear which of its strides of 1 is the leading one"));
    DslItems sizes(shape.size(), Value::boolean(true)), steps(shape.size(), Value::boolean(true));
    if (!first.empty()) steps[first.front()] = Value::boolean(false);
    v.object->members["dynamic_shape"] = Value::tuple(std::move(sizes));
    v.object->members["dynamic_strides"] = Value::tuple(std::move(steps));
    return v;
  }
  if (name == "mark_compact_shape_dynamic") {
    auto v = array(shape, strides, type);
    const auto* mode = given.at(0, "mode");
    const auto old = [&](std::string_view which) {
      const auto at = of.object->members.find(which);
      const bool known = at != of.object->members.end() && at->second.items && at->second.items->size() == shape.size();
      return known ? *at->second.items : DslItems(shape.size(), Value::boolean(false));
    };
    auto sizes = old("dynamic_shape"), steps = old("dynamic_strides");
    if (mode != nullptr && in_range(*mode)) {
      sizes[place(*mode)] = Value::boolean(true);
      // The strides of the modes outside of it follow from it.
      for (std::size_t i = 0; i < steps.size(); ++i)
        if (strides[i].number > strides[place(*mode)].number) steps[i] = Value::boolean(true);
    }
    v.object->members["dynamic_shape"] = Value::tuple(std::move(sizes));
    v.object->members["dynamic_strides"] = Value::tuple(std::move(steps));
    return v;
  }
  if (name == "as_strided" || name == "new_empty_strided") {
    const auto *sizes = given.at(0, "size"), *steps = given.at(1, "stride");
    if (sizes == nullptr || steps == nullptr || !sizes->is_sequence() || !steps->is_sequence()) return shape_unknown();
    return array(*sizes->items, *steps->items, type);
  }
  if (is_one_of(name, {"new_empty", "new_zeros", "new_ones", "new_full"})) {
    const auto* t = given.find("dtype");
    return array(a.empty() || !a[0].is_sequence() ? a : *a[0].items, t != nullptr ? *t : type);
  }
  if (is_one_of(name, {"sum", "mean", "amax", "amin", "prod", "std", "var", "norm", "logsumexp", "argmax", "argmin", "all", "any", "max",
                       "min", "median", "mode", "count_nonzero"})) {
    const bool of_two = is_one_of(name, {"max", "min"}) && !a.empty() && is_array(a[0]);
    if (of_two) return by_element(of, a[0]);
    const auto* dim = name == "norm" ? given.find("dim") : given.at(0, "dim");
    const auto* keeps = given.find("keepdim");
    if (dim == nullptr && a.size() > 1 && name != "norm") return shape_unknown();
    if (dim == nullptr && name != "norm") return Value::computed();
    auto part = reduced(of, dim, keeps != nullptr ? truth(*keeps).value_or(false) : a.size() > 1 && truth(a[1]).value_or(false));
    return part.is_known() && is_one_of(name, {"max", "min", "median", "mode"}) ? Value::tuple({part, part}) : part;
  }
  if (is_one_of(name, {"sort", "cummax", "cummin"}))
    return Value::tuple({array(shape, strides, type), array(shape, strides, Value::of(Kind::type, "i64"))});
  if (name == "topk") {
    const auto *k = given.at(0, "k"), *dim = given.at(1, "dim");
    if (k == nullptr || shape.empty() || (dim != nullptr && !in_range(*dim))) return shape_unknown();
    auto sizes = shape;
    sizes[dim == nullptr ? shape.size() - 1 : place(*dim)] = *k;
    return Value::tuple({array(sizes, DslItems(sizes.size(), place_unknown()), type),
                         array(sizes, DslItems(sizes.size(), place_unknown()), Value::of(Kind::type, "i64"))});
  }
  if (is_one_of(name, {"matmul", "mm", "bmm"}) && !a.empty()) return *array_function("matmul", "torch.matmul", {{of, a[0]}, {}});
  if (is_one_of(name, {"data_ptr", "cpu_ptr", "item", "tolist", "equal", "allclose", "get_device", "untyped_storage", "storage",
                       "storage_offset", "is_floating_point", "__len__", "backward"}))
    return Value::computed();
  static constexpr std::string_view reshape_in_place[] = {"squeeze_", "unsqueeze_", "transpose_", "t_",          "resize_",
                                                          "set_",     "swapaxes_",  "swapdims_",  "as_strided_", "resize_as_"};
  const bool in_place = name.size() > 1 && name.ends_with("_") && !name.starts_with("_") &&
                        std::ranges::find(reshape_in_place, name) == std::end(reshape_in_place);
  if (in_place || is_one_of(name, {"detach", "numpy", "record_stream", "retain_grad"})) return of;
  // By names: another function may have another shape. What works by element lies as its operand does.
  if (is_one_of(name, {"abs",  "add",  "clamp", "clone", "cpu",   "cuda",       "div",     "erf",   "exp",    "exp2", "expm1",
                       "log",  "log2", "log1p", "mul",   "neg",   "pow",        "relu",    "ceil",  "sign",   "sin",  "cos",
                       "sqrt", "sub",  "tanh",  "floor", "rsqrt", "reciprocal", "sigmoid", "round", "square", "trunc"}))
    return by_element(of, a.empty() ? Value::none() : a[0]);
  // Of others that is sure where all elements stand in their order.
  if (is_one_of(name, {"cumsum",      "eq",          "flip",          "ge",         "gt",   "isnan",       "isfinite",    "le",
                       "log_softmax", "logical_and", "logical_not",   "logical_or", "lt",   "masked_fill", "ne",          "pin_memory",
                       "remainder",   "roll",        "softmax",       "tril",       "triu", "where",       "bitwise_and", "bitwise_or",
                       "scatter",     "index_fill",  "masked_scatter"})) {
    const bool contiguous = same_numbers(strides, strides_of(array(shape, type)));
    return contiguous ? array(shape, strides, type) : array(shape, DslItems(shape.size(), place_unknown()), type);
  }
  return shape_unknown();
}

std::optional<DslValue> DslInterpreter::array_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  const auto& a = given.all;
  const bool of_torch = dotted.starts_with("torch.") || dotted.starts_with("F.");
  if (!of_torch) return std::nullopt;
  const auto* type = given.find("dtype");
  const auto typed = [&](std::string_view usual) { return type != nullptr ? *type : Value::of(Kind::type, std::string(usual)); };
  if (is_one_of(name, {"empty", "zeros", "ones", "randn", "rand"})) {
    DslItems shape = a;
    if (const auto* size = given.find("size"); size != nullptr) shape = elements(*size).value_or(DslItems{*size});
    else if (a.size() == 1 && !a[0].is_integer()) shape = elements(a[0]).value_or(DslItems{a[0]});
    return array(std::move(shape), typed("f32"));
  }
  if (name == "full" || name == "randint") {
    const auto* size = given.find("size");
    for (const auto& v : a)
      if (size == nullptr && v.is_sequence()) size = &v;
    if (size == nullptr || !size->is_sequence()) return shape_unknown();
    return array(*size->items, typed(name == "full" ? "f32" : "i64"));
  }
  if (name == "empty_strided" && a.size() >= 2) {
    if (!a[0].is_sequence() || !a[1].is_sequence() || a[0].items->size() != a[1].items->size()) return shape_unknown();
    return array(*a[0].items, *a[1].items, typed("f32"));
  }
  if ((name == "arange" || name == "randperm" || name == "linspace") && !a.empty()) {
    if (name == "linspace") return array({a.size() > 2 ? a[2] : shape_unknown()}, typed("f32"));
    const auto first = a.size() > 1 ? a[0] : Value::integer(0);
    const auto last = a.size() > 1 ? a[1] : a[0], step = a.size() > 2 ? a[2] : Value::integer(1);
    if (!first.is_integer() || !last.is_integer() || !step.is_integer() || step.number <= 0)
      return array({last.is_known() ? shape_unknown() : last}, typed("i64"));
    return array({Value::integer(std::max<std::int64_t>((last.number - first.number + step.number - 1) / step.number, 0))}, typed("i64"));
  }
  // torch.tensor([[1, 2], [3, 4]])
  if ((name == "tensor" || name == "as_tensor") && !a.empty()) {
    if (!a[0].is_known() || is_array(a[0])) return a[0];
    DslItems shape;
    for (const auto* part = &a[0]; part->is_sequence(); part = &part->items->front()) {
      shape.push_back(Value::integer(static_cast<std::int64_t>(part->items->size())));
      if (part->items->empty()) break;
    }
    if (a[0].is_sequence()) return array(std::move(shape), typed("i64"));
  }
  if (name.ends_with("_like") && !a.empty()) {
    if (!is_array(a[0])) return a[0];
    const auto now = type != nullptr ? *type : type_of(a[0]);
    // It is laid out as the other where that has each place once.
    if (is_dense(shape_of(a[0]), strides_of(a[0])) || other_than_number(strides_of(a[0])) != nullptr)
      return array(shape_of(a[0]), strides_of(a[0]), now);
    return array(shape_of(a[0]), DslItems(shape_of(a[0]).size(), place_unknown()), now);
  }
  if ((name == "cat" || name == "concat" || name == "concatenate") && !a.empty() && a[0].is_sequence()) {
    const auto* dim = given.at(1, "dim");
    return joined(*a[0].items, dim == nullptr ? 0 : dim->is_integer() ? dim->number : std::int64_t{1} << 20);
  }
  if (name == "stack" && !a.empty() && a[0].is_sequence()) {
    const auto* dim = given.at(1, "dim");
    if (a[0].items->empty() || !is_array(a[0].items->front()) || (dim != nullptr && !dim->is_integer())) return shape_unknown();
    auto sizes = shape_of(a[0].items->front());
    const auto rank = static_cast<std::int64_t>(sizes.size());
    const auto at = dim == nullptr ? 0 : dim->number < 0 ? dim->number + rank + 1 : dim->number;
    if (at < 0 || at > rank) return shape_unknown();
    sizes.insert(sizes.begin() + at, Value::integer(static_cast<std::int64_t>(a[0].items->size())));
    return array(std::move(sizes), type_of(a[0].items->front()));
  }
  if (is_one_of(name, {"matmul", "mm", "bmm"}) && a.size() >= 2) {
    if (!is_array(a[0]) || !is_array(a[1])) return is_array(a[0]) ? lacking(a[1]) : lacking(a[0]);
    auto sizes = shape_of(a[0]);
    const auto& other = shape_of(a[1]);
    if (sizes.size() < 2 || sizes.size() != other.size()) return shape_unknown();
    if (sizes.size() > 2 && !same_numbers(DslItems(sizes.begin(), sizes.end() - 2), DslItems(other.begin(), other.end() - 2)))
      return shape_unknown();
    sizes.back() = other.back();
    return array(std::move(sizes), type_of(a[0]));
  }
  if (name == "einsum" && a.size() >= 2 && a[0].is(Kind::string)) {
    std::string letters = a[0].text;
    std::erase(letters, ' ');
    const auto arrow = letters.find("->");
    if (arrow == std::string::npos || letters.find('.') != std::string::npos) return shape_unknown();
    std::map<char, Value> extents;
    std::size_t operand = 1;
    auto rest = std::string_view(letters).substr(0, arrow);
    for (; !rest.empty() && operand < a.size(); ++operand) {
      const auto term = algebra::take_until(rest, ',');
      if (!is_array(a[operand])) return lacking(a[operand]);
      if (shape_of(a[operand]).size() != term.size()) return shape_unknown();
      for (std::size_t i = 0; i < term.size(); ++i) extents.try_emplace(term[i], shape_of(a[operand])[i]);
    }
    DslItems sizes;
    for (const char c : letters.substr(arrow + 2)) {
      const auto at = extents.find(c);
      if (at == extents.end()) return shape_unknown();
      sizes.push_back(at->second);
    }
    auto unknown = DslItems(sizes.size(), place_unknown());
    return array(std::move(sizes), std::move(unknown), type_of(a[1]));
  }
  if ((name == "where") && a.size() == 3) return by_element(by_element(a[0], a[1]), a[2]);
  if (a.empty() || !is_array(a[0])) {
    if (!a.empty() && a.size() > 1 && is_array(a[1]) && is_one_of(name, {"maximum", "minimum", "add", "mul", "sub", "pow"})) return a[1];
    return std::nullopt;
  }
  // Functions of an array are its methods, but for what asks about it.
  if (is_one_of(name, {"is_tensor", "is_floating_point"})) return Value::boolean(true);
  static constexpr std::string_view more[] = {"relu", "gelu", "silu", "softplus", "bitwise_left_shift", "bitwise_right_shift"};
  if (std::ranges::find(more, name) != std::end(more)) return a[0];
  if (name == "maximum" || name == "minimum") return a.size() > 1 ? by_element(a[0], a[1]) : shape_unknown();
  Arguments others{DslItems(a.begin() + 1, a.end()), given.named};
  return array_method(a[0], name, others);
}

}  // namespace app
