// Arrays of torch: shapes, strides and element types, without elements. An array whose placement is uncertain has a shape but unknown
// strides.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

namespace {

DslValue shape_unknown() { return DslValue::unknown(message("the shape of this tensor is not known")); }
DslValue place_unknown() { return DslValue::unknown(message("the strides of this tensor are not known")); }

const DslItems& shape_of(const DslValue& array) { return *array.object->members.at("shape").items; }
const DslItems& strides_of(const DslValue& array) { return *array.object->members.at("strides").items; }
const DslValue& type_of(const DslValue& array) { return array.object->members.at("dtype"); }
std::int64_t rank_of(const DslValue& array) { return static_cast<std::int64_t>(shape_of(array).size()); }

/// Returns the first value that is not a number, or null.
const DslValue* other_than_number(const DslItems& all) {
  const auto at = std::ranges::find_if(all, [](const DslValue& v) { return !v.is_integer(); });
  return at == all.end() ? nullptr : &*at;
}

/// Returns the reason why a value is not a number.
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

/// Returns whether the elements fill all places from the first to the last, each once.
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

/// Returns the strides of a view with another shape; nullopt if a new mode would span old modes that are not contiguous, which requires a
/// copy.
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

// Checks all members, because a program may set them as it likes.
bool DslInterpreter::is_array(const Value& v) {
  if (!v.is(Kind::object) || v.object->library != array_object) return false;
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
    if (!shape[i].is_integer() || shape[i].number > 0) next = binary(Operator::multiply, next, shape[i]);
    next.text.clear();
  }
  return array(std::move(shape), std::move(strides), type);
}

DslValue DslInterpreter::array(DslItems shape, DslItems strides, const Value& type) {
  auto v = library_object(std::string(array_object));
  v.object->members["shape"] = Value::tuple(std::move(shape));
  v.object->members["strides"] = Value::tuple(std::move(strides));
  if (!v.object->members["shape"].is_known() || !v.object->members["strides"].is_known()) return shape_unknown();
  v.object->members["dtype"] = type.is(Kind::type) ? type : Value::of(Kind::type, "f32");
  return v;
}

/// Returns the DSL's tensor of an array, with the static and dynamic parts that from_dlpack and mark_layout_dynamic give; by default all
/// but the contiguous stride is dynamic.
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
  // The DSL's strides have 64 bits, which matters only if offsets exceed 32.
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

/// Returns a new array for sums, maxima and the like.
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
  // The result is placed like the operand that has all of its elements.
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
    if (&one != &arrays.front()) sizes[at] = binary(Operator::add, sizes[at], shape_of(one)[at]);
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
      steps.push_back(mode < shape.size() ? binary(Operator::multiply, shape[mode], strides[mode]) : Value::integer(1));
    } else if (is_ellipsis(i)) {
      for (auto n = shape.size() - taken; n > 0; --n) keep();
    } else if (i.is("slice")) {
      if (!shape[mode].is_integer()) return lacking(shape[mode]);
      const auto bounds = bounds_of(slice(i), shape[mode].number);
      if (!bounds || bounds->step <= 0) return shape_unknown();
      const auto width = std::max<std::int64_t>(bounds->last - bounds->first, 0);
      sizes.push_back(Value::integer((width + bounds->step - 1) / bounds->step));
      steps.push_back(bounds->step == 1 ? strides[mode] : binary(Operator::multiply, strides[mode], Value::integer(bounds->step)));
      ++mode;
    } else {
      const auto index = evaluate(i);
      if (!index.is_known()) return index;
      // An index into a one-dimensional array gives an element, known only at run time; arrays as indices select freely.
      if (index.is_computed() && shape.size() == 1) return Value::computed();
      if (!index.is_integer() || index.is(Kind::boolean)) return shape_unknown();
      ++mode;
    }
  }
  while (mode < shape.size()) keep();
  if (sizes.empty()) return Value::computed();
  return array(std::move(sizes), std::move(steps), type_of(of));
}

/// A method call on an array, with the array's properties.
struct DslInterpreter::ArrayCall {
  DslInterpreter& d;
  const Value& of;
  std::string_view name;
  const Arguments& given;
  const DslItems& a = given.all;
  const DslItems shape = shape_of(of), strides = strides_of(of);
  const Value& type = type_of(of);
  const std::int64_t rank = rank_of(of);

  using Method = Named<Value(const ArrayCall&)>;
  struct Function {
    std::string_view names;
    std::size_t least;  ///< the least number of positional arguments
    std::optional<Value> (*run)(DslInterpreter&, const DslItems& a, const Arguments&);
  };
  static std::span<const Method> views();
  static std::span<const Method> parts();
  static std::span<const Method> facts();
  static std::span<const Method> results();
  static std::span<const Function> functions();
  static std::optional<Value> product_of_matrices(DslInterpreter&, const DslItems& a, const Arguments&);
  static std::optional<Value> einsum(DslInterpreter&, const DslItems& a, const Arguments&);
  static bool is_of_array(const DslItems& a) { return !a.empty() && is_array(a[0]); }

  const Value* at(std::size_t i, std::string_view parameter) const { return given.at(i, parameter); }
  Value array(DslItems sizes) const { return d.array(std::move(sizes), type); }
  Value array(DslItems sizes, DslItems steps) const { return d.array(std::move(sizes), std::move(steps), type); }
  /// Returns an array of this shape with unknown strides.
  Value placeless(const DslItems& sizes, const Value& elements) const {
    return d.array(sizes, DslItems(sizes.size(), place_unknown()), elements);
  }
  /// Returns the dimensions of `permute(0, 1)`, `permute([0, 1])`, `permute(dims=[0, 1])`.
  DslItems dims(std::string_view parameter) const {
    if (const auto* named = given.find(parameter); named != nullptr) return d.elements(*named).value_or(DslItems{});
    return a.size() == 1 && a[0].is_sequence() ? *a[0].items : a;
  }
  std::size_t place(const Value& dim) const { return static_cast<std::size_t>(dim.number < 0 ? dim.number + rank : dim.number); }
  bool in_range(const Value& dim) const { return dim.is_integer() && dim.number >= -rank && dim.number < rank; }
  Value ordered(const DslItems& order) const {
    DslItems sizes, steps;
    for (const auto& dim : order) {
      if (!in_range(dim)) return dim.is_known() ? shape_unknown() : dim;
      sizes.push_back(shape[place(dim)]), steps.push_back(strides[place(dim)]);
    }
    return order.size() == shape.size() ? array(std::move(sizes), std::move(steps)) : shape_unknown();
  }
  /// Returns the array with two modes exchanged: those given as arguments, or the last two.
  Value transposed(bool last_two, bool may_stay) const {
    DslItems order;
    for (std::int64_t i = 0; i < rank; ++i) order.push_back(Value::integer(i));
    const auto *x = at(0, "dim0"), *y = at(1, "dim1");
    if (last_two && rank >= 2) std::swap(order[order.size() - 1], order[order.size() - 2]);
    else if (x != nullptr && y != nullptr && in_range(*x) && in_range(*y)) std::swap(order[place(*x)], order[place(*y)]);
    else if (!may_stay) return shape_unknown();
    return ordered(order);
  }
  Value expanded(DslItems sizes) const {
    if (sizes.size() < shape.size()) return shape_unknown();
    DslItems steps(sizes.size(), Value::integer(0));
    for (std::size_t i = sizes.size() - shape.size(), from = 0; i < sizes.size(); ++i, ++from) {
      if (!sizes[i].is_integer() || !shape[from].is_integer()) return lacking(sizes[i].is_integer() ? shape[from] : sizes[i]);
      if (sizes[i].number == -1 || sizes[i].number == shape[from].number) sizes[i] = shape[from], steps[i] = strides[from];
      else if (shape[from].number != 1) return shape_unknown();
    }
    return array(std::move(sizes), std::move(steps));
  }
  Value as_other(bool copies) const { return a.empty() || !is_array(a[0]) ? shape_unknown() : d.reshaped(of, shape_of(a[0]), copies); }
  /// Returns the mode given by an argument, by default the first; nullopt if it is out of range or of unknown size.
  std::optional<std::size_t> dimension(std::size_t argument) const {
    const auto* dim = at(argument, "dim");
    const auto i = dim == nullptr ? 0 : in_range(*dim) ? place(*dim) : shape.size();
    return i < shape.size() && shape[i].is_integer() ? std::optional(i) : std::nullopt;
  }
  Value in_parts(std::size_t at, const DslItems& widths, bool without_mode) const {
    DslItems parts;
    const auto mode = static_cast<std::ptrdiff_t>(at);
    for (const auto& width : widths) {
      auto sizes = shape, steps = strides;
      sizes[at] = width;
      if (without_mode) sizes.erase(sizes.begin() + mode), steps.erase(steps.begin() + mode);
      parts.push_back(array(std::move(sizes), std::move(steps)));
    }
    return Value::tuple(std::move(parts));
  }
  Value of_width(std::size_t at, std::int64_t width) const {
    const auto whole = shape[at].number;
    if (!a[0].is_integer() || a[0].number <= 0 || width < 1 || whole / width > 64) return shape_unknown();
    DslItems widths;
    for (std::int64_t first = 0; first < whole; first += width) widths.push_back(Value::integer(std::min(width, whole - first)));
    return in_parts(at, widths, false);
  }
  bool keeps() const {
    const auto* given_so = given.find("keepdim");
    return given_so != nullptr ? d.truth(*given_so).value_or(false) : a.size() > 1 && d.truth(a[1]).value_or(false);
  }
  /// Returns a reduction such as a sum. `with_places`: a pair with the indices of the results.
  Value reduced(const Value* dim, bool with_places) const {
    if (dim == nullptr) return a.size() > 1 ? shape_unknown() : Value::computed();
    const auto part = d.reduced(of, dim, keeps());
    return part.is_known() && with_places ? Value::tuple({part, part}) : part;
  }
  Value with_dynamic(DslItems sizes, DslItems steps) const {
    auto v = array(shape, strides);
    v.object->members["dynamic_shape"] = Value::tuple(std::move(sizes));
    v.object->members["dynamic_strides"] = Value::tuple(std::move(steps));
    return v;
  }
};

/// Other views of the same elements.
std::span<const DslInterpreter::ArrayCall::Method> DslInterpreter::ArrayCall::views() {
  static const Method rows[] = {
      {"permute", [](const ArrayCall& c) { return c.ordered(c.dims("dims")); }},
      {"transpose swapaxes swapdims", [](const ArrayCall& c) { return c.transposed(false, false); }},
      {"adjoint", [](const ArrayCall& c) { return c.transposed(true, false); }},
      {"t", [](const ArrayCall& c) { return c.transposed(true, true); }},
      {"unsqueeze",
       [](const ArrayCall& c) {
         const auto* dim = c.at(0, "dim");
         if (dim == nullptr || !dim->is_integer()) return shape_unknown();
         const auto at = dim->number < 0 ? dim->number + c.rank + 1 : dim->number;
         if (at < 0 || at > c.rank) return shape_unknown();
         auto sizes = c.shape, steps = c.strides;
         const auto i = static_cast<std::size_t>(at);
         auto step = at < c.rank ? c.d.binary(Operator::multiply, c.shape[i], c.strides[i]) : Value::integer(1);
         sizes.insert(sizes.begin() + at, Value::integer(1));
         steps.insert(steps.begin() + at, std::move(step));
         return c.array(std::move(sizes), std::move(steps));
       }},
      {"squeeze",
       [](const ArrayCall& c) {
         if (const auto* n = other_than_number(c.shape)) return lacking(*n);
         const auto* dim = c.at(0, "dim");
         DslItems sizes, steps;
         for (std::size_t i = 0; i < c.shape.size(); ++i)
           if (c.shape[i].number != 1 || (dim != nullptr && (!c.in_range(*dim) || c.place(*dim) != i)))
             sizes.push_back(c.shape[i]), steps.push_back(c.strides[i]);
         return c.array(std::move(sizes), std::move(steps));
       }},
      {"expand broadcast_to", [](const ArrayCall& c) { return c.expanded(c.dims("size")); }},
      {"expand_as", [](const ArrayCall& c) { return c.expanded(!c.a.empty() && is_array(c.a[0]) ? shape_of(c.a[0]) : c.dims("size")); }},
      {"flatten",
       [](const ArrayCall& c) {
         const auto *first = c.at(0, "start_dim"), *last = c.at(1, "end_dim");
         const auto from = first == nullptr ? 0 : c.in_range(*first) ? c.place(*first) : c.shape.size();
         const auto to = last == nullptr ? c.shape.size() - 1 : c.in_range(*last) ? c.place(*last) : c.shape.size();
         if (c.shape.empty() || from >= c.shape.size() || to >= c.shape.size() || from > to) return shape_unknown();
         DslItems sizes(c.shape.begin(), c.shape.begin() + static_cast<std::ptrdiff_t>(from));
         auto run = Value::integer(1);
         for (auto i = from; i <= to; ++i) run = c.d.binary(Operator::multiply, run, c.shape[i]);
         sizes.push_back(std::move(run));
         sizes.insert(sizes.end(), c.shape.begin() + static_cast<std::ptrdiff_t>(to) + 1, c.shape.end());
         return c.d.reshaped(c.of, std::move(sizes), true);
       }},
      {"view",
       [](const ArrayCall& c) {
         if (c.a.empty() || !c.a[0].is(Kind::type)) return c.d.reshaped(c.of, c.dims("size"), false);
         const auto *old = algebra::find_element_type(c.type.text), *now = algebra::find_element_type(c.a[0].text);
         const bool fits = old != nullptr && now != nullptr && old->bits == now->bits;
         return fits ? c.d.array(c.shape, c.strides, c.a[0]) : shape_unknown();
       }},
      {"reshape", [](const ArrayCall& c) { return c.d.reshaped(c.of, c.dims("shape"), true); }},
      {"view_as", [](const ArrayCall& c) { return c.as_other(false); }},
      {"reshape_as", [](const ArrayCall& c) { return c.as_other(true); }},
      {"as_strided new_empty_strided",
       [](const ArrayCall& c) {
         const auto *sizes = c.at(0, "size"), *steps = c.at(1, "stride");
         if (sizes == nullptr || steps == nullptr || !sizes->is_sequence() || !steps->is_sequence()) return shape_unknown();
         return c.array(*sizes->items, *steps->items);
       }},
  };
  return rows;
}

/// Parts of an array, and several of it.
std::span<const DslInterpreter::ArrayCall::Method> DslInterpreter::ArrayCall::parts() {
  static const Method rows[] = {
      {"narrow",
       [](const ArrayCall& c) {
         if (c.a.size() != 3 || !c.in_range(c.a[0]) || !c.a[2].is_integer()) return shape_unknown();
         auto sizes = c.shape;
         sizes[c.place(c.a[0])] = c.a[2];
         return c.array(std::move(sizes), c.strides);
       }},
      {"select",
       [](const ArrayCall& c) {
         if (c.a.size() != 2 || !c.in_range(c.a[0])) return shape_unknown();
         auto sizes = c.shape, steps = c.strides;
         const auto at = static_cast<std::ptrdiff_t>(c.place(c.a[0]));
         sizes.erase(sizes.begin() + at), steps.erase(steps.begin() + at);
         return c.array(std::move(sizes), std::move(steps));
       }},
      {"repeat",
       [](const ArrayCall& c) {
         auto sizes = c.dims("repeats");
         if (sizes.size() < c.shape.size()) return shape_unknown();
         for (std::size_t i = sizes.size() - c.shape.size(), from = 0; i < sizes.size(); ++i, ++from)
           sizes[i] = c.d.binary(Operator::multiply, sizes[i], c.shape[from]);
         return c.array(std::move(sizes));
       }},
      {"repeat_interleave",
       [](const ArrayCall& c) {
         const auto *times = c.at(0, "repeats"), *dim = c.at(1, "dim");
         if (times == nullptr || dim == nullptr || !times->is_integer() || !c.in_range(*dim)) return shape_unknown();
         auto sizes = c.shape;
         sizes[c.place(*dim)] = c.d.binary(Operator::multiply, sizes[c.place(*dim)], *times);
         return c.array(std::move(sizes));
       }},
      {"unbind",
       [](const ArrayCall& c) {
         const auto at = c.dimension(0);
         if (!at) return shape_unknown();
         const auto size = std::clamp<std::int64_t>(c.shape[*at].number, 0, 64);
         return c.in_parts(*at, DslItems(static_cast<std::size_t>(size), Value::integer(1)), true);
       }},
      {"split",
       [](const ArrayCall& c) {
         const auto at = c.dimension(1);
         if (!at || c.a.empty()) return shape_unknown();
         return c.a[0].is_sequence() ? c.in_parts(*at, *c.a[0].items, false) : c.of_width(*at, c.a[0].number);
       }},
      {"chunk",
       [](const ArrayCall& c) {
         const auto at = c.dimension(1);
         if (!at || c.a.empty() || !c.a[0].is_integer() || c.a[0].number <= 0) return shape_unknown();
         return c.of_width(*at, (c.shape[*at].number + c.a[0].number - 1) / c.a[0].number);
       }},
  };
  return rows;
}

/// Queries of an array, and marks for the DSL.
std::span<const DslInterpreter::ArrayCall::Method> DslInterpreter::ArrayCall::facts() {
  static constexpr auto dimension = [](const ArrayCall& c, const DslItems& all) {
    const auto* dim = c.at(0, "dim");
    return dim == nullptr ? Value::tuple(all) : c.in_range(*dim) ? all[c.place(*dim)] : shape_unknown();
  };
  static const Method rows[] = {
      {"size", [](const ArrayCall& c) { return dimension(c, c.shape); }},
      {"stride", [](const ArrayCall& c) { return dimension(c, c.strides); }},
      {"dim ndimension", [](const ArrayCall& c) { return Value::integer(c.rank); }},
      {"numel nelement",
       [](const ArrayCall& c) {
         auto total = Value::integer(1);
         for (const auto& s : c.shape) total = c.d.binary(Operator::multiply, total, s);
         return total;
       }},
      {"element_size",
       [](const ArrayCall& c) {
         const auto* t = algebra::find_element_type(c.type.text);
         return Value::integer(t == nullptr ? 4 : (t->bits + 7) / 8);
       }},
      {"is_contiguous",
       [](const ArrayCall& c) {
         const bool plain = c.a.empty() && c.given.named.empty();
         if (plain && other_than_number(c.shape) == nullptr && other_than_number(c.strides) == nullptr)
           return Value::boolean(same_numbers(c.strides, strides_of(c.array(c.shape))));
         return Value::computed();
       }},
      {"dim_order",
       [](const ArrayCall& c) {
         if (const auto* n = other_than_number(c.strides)) return lacking(*n);
         std::vector<std::size_t> order(c.shape.size());
         std::iota(order.begin(), order.end(), std::size_t{0});
         std::ranges::stable_sort(order, [&](auto x, auto y) { return c.strides[x].number > c.strides[y].number; });
         DslItems all;
         for (const auto i : order) all.push_back(Value::integer(static_cast<std::int64_t>(i)));
         return Value::tuple(std::move(all));
       }},
      {"mark_layout_dynamic",
       [](const ArrayCall& c) {
         for (const auto* all : {&c.shape, &c.strides})
           if (const auto* n = other_than_number(*all)) return lacking(*n);
         const auto* leading = c.at(0, "leading_dim");
         std::vector<std::size_t> first;
         for (std::size_t i = 0; i < c.shape.size(); ++i)
           if (c.strides[i].number == 1) first.push_back(i);
         // If several strides are 1, the mode with more than one element counts.
         if (first.size() > 1) std::erase_if(first, [&](auto i) { return c.shape[i].number <= 1; });
         if (leading != nullptr && c.in_range(*leading)) first = {c.place(*leading)};
         else if (first.size() != 1 && std::ranges::any_of(c.strides, [](const Value& s) { return s.number == 1; }))
           return Value::unknown(message("the DSL refuses this tensor: its leading stride of 1 is not unique"));
         DslItems sizes(c.shape.size(), Value::boolean(true)), steps(c.shape.size(), Value::boolean(true));
         if (!first.empty()) steps[first.front()] = Value::boolean(false);
         return c.with_dynamic(std::move(sizes), std::move(steps));
       }},
      {"mark_compact_shape_dynamic",
       [](const ArrayCall& c) {
         const auto* mode = c.at(0, "mode");
         const auto old = [&](std::string_view which) {
           const auto at = c.of.object->members.find(which);
           const bool known = at != c.of.object->members.end() && at->second.items && at->second.items->size() == c.shape.size();
           return known ? *at->second.items : DslItems(c.shape.size(), Value::boolean(false));
         };
         auto sizes = old("dynamic_shape"), steps = old("dynamic_strides");
         if (mode != nullptr && c.in_range(*mode)) {
           sizes[c.place(*mode)] = Value::boolean(true);
           // Strides of the outer modes depend on this mode's size.
           for (std::size_t i = 0; i < steps.size(); ++i)
             if (c.strides[i].number > c.strides[c.place(*mode)].number) steps[i] = Value::boolean(true);
         }
         return c.with_dynamic(std::move(sizes), std::move(steps));
       }},
      {"data_ptr cpu_ptr item tolist equal allclose get_device untyped_storage storage storage_offset is_floating_point __len__ backward",
       [](const ArrayCall&) { return Value::computed(); }},
  };
  return rows;
}

/// Methods that return an array with elements of its own.
std::span<const DslInterpreter::ArrayCall::Method> DslInterpreter::ArrayCall::results() {
  static const Method rows[] = {
      {"contiguous", [](const ArrayCall& c) { return c.array(c.shape); }},
      {"to type half bfloat16 float double int long short char byte bool",
       [](const ArrayCall& c) {
         static constexpr std::pair<std::string_view, std::string_view> types[] = {
             {"half", "f16"}, {"bfloat16", "bf16"}, {"float", "f32"}, {"double", "f64"}, {"int", "i32"},
             {"long", "i64"}, {"short", "i16"},     {"char", "i8"},   {"byte", "u8"},    {"bool", "bool"}};
         auto now = c.type;
         for (const auto& [word, element] : types)
           if (word == c.name) now = Value::of(Kind::type, std::string(element));
         for (const auto* t : {c.a.empty() ? nullptr : &c.a[0], c.a.size() < 2 ? nullptr : &c.a[1], c.given.find("dtype")})
           if (t != nullptr && t->is(Kind::type)) now = *t;
         // A copy packs its elements, so that an array with gaps gets other strides.
         const bool stays = is_dense(c.shape, c.strides) || other_than_number(c.shape) != nullptr || equal(now, c.type);
         return stays ? c.d.array(c.shape, c.strides, now) : c.placeless(c.shape, now);
       }},
      {"new_empty new_zeros new_ones new_full",
       [](const ArrayCall& c) {
         const auto* t = c.given.find("dtype");
         return c.d.array(c.a.empty() || !c.a[0].is_sequence() ? c.a : *c.a[0].items, t != nullptr ? *t : c.type);
       }},
      {"sum mean amax amin prod std var logsumexp argmax argmin all any count_nonzero",
       [](const ArrayCall& c) { return c.reduced(c.at(0, "dim"), false); }},
      {"median mode", [](const ArrayCall& c) { return c.reduced(c.at(0, "dim"), true); }},
      {"max min",
       [](const ArrayCall& c) {
         const bool of_two = !c.a.empty() && is_array(c.a[0]);
         return of_two ? c.d.by_element(c.of, c.a[0]) : c.reduced(c.at(0, "dim"), true);
       }},
      {"norm", [](const ArrayCall& c) { return c.d.reduced(c.of, c.given.find("dim"), c.keeps()); }},
      {"sort cummax cummin",
       [](const ArrayCall& c) {
         return Value::tuple({c.array(c.shape, c.strides), c.d.array(c.shape, c.strides, Value::of(Kind::type, "i64"))});
       }},
      {"topk",
       [](const ArrayCall& c) {
         const auto *k = c.at(0, "k"), *dim = c.at(1, "dim");
         if (k == nullptr || c.shape.empty() || (dim != nullptr && !c.in_range(*dim))) return shape_unknown();
         auto sizes = c.shape;
         sizes[dim == nullptr ? c.shape.size() - 1 : c.place(*dim)] = *k;
         return Value::tuple({c.placeless(sizes, c.type), c.placeless(sizes, Value::of(Kind::type, "i64"))});
       }},
      {"matmul mm bmm",
       [](const ArrayCall& c) {
         return c.a.empty() ? shape_unknown() : *c.d.array_function("matmul", "torch.matmul", {{c.of, c.a[0]}, {}});
       }},
      {"detach numpy record_stream retain_grad", [](const ArrayCall& c) { return c.of; }},
      // Selected by name, because other functions may have results of another shape. Elementwise results are placed like their operand.
      {"abs add clamp clone cpu cuda div erf exp exp2 expm1 log log2 log1p mul neg pow relu ceil sign sin cos sqrt sub tanh floor rsqrt "
       "reciprocal sigmoid round square trunc",
       [](const ArrayCall& c) { return c.d.by_element(c.of, c.a.empty() ? Value::none() : c.a[0]); }},
      // Other functions keep the placement only if the array is contiguous.
      {"cumsum eq flip ge gt isnan isfinite le log_softmax logical_and logical_not logical_or lt masked_fill ne pin_memory remainder roll "
       "softmax tril triu where bitwise_and bitwise_or scatter index_fill masked_scatter",
       [](const ArrayCall& c) {
         const bool contiguous = same_numbers(c.strides, strides_of(c.array(c.shape)));
         return contiguous ? c.array(c.shape, c.strides) : c.placeless(c.shape, c.type);
       }},
      {"squeeze_ unsqueeze_ transpose_ t_ resize_ set_ swapaxes_ swapdims_ as_strided_ resize_as_",
       [](const ArrayCall&) { return shape_unknown(); }},
  };
  return rows;
}

DslValue DslInterpreter::array_method(const Value& of, std::string_view name, const Arguments& given) {
  for (const auto table : {ArrayCall::views(), ArrayCall::parts(), ArrayCall::facts(), ArrayCall::results()})
    if (const auto* row = row_in(table, name)) return row->run({.d = *this, .of = of, .name = name, .given = given});
  // A name such as `add_` means a change in place.
  const bool in_place = name.size() > 1 && name.ends_with("_") && !name.starts_with("_");
  return in_place ? of : shape_unknown();
}

/// Functions of torch. nullopt: the function may be a method of its first argument.
std::span<const DslInterpreter::ArrayCall::Function> DslInterpreter::ArrayCall::functions() {
  static constexpr auto typed = [](const Arguments& given, const char* usual) {
    const auto* type = given.find("dtype");
    return type != nullptr ? *type : Value::of(Kind::type, usual);
  };
  static constexpr auto sized = [](DslInterpreter& d, const Arguments& given, const char* usual) -> std::optional<Value> {
    const auto* size = given.find("size");
    for (const auto& v : given.all)
      if (size == nullptr && v.is_sequence()) size = &v;
    if (size == nullptr || !size->is_sequence()) return shape_unknown();
    return d.array(*size->items, typed(given, usual));
  };
  static const Function rows[] = {
      {"empty zeros ones randn rand", 0,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         auto shape = a;
         if (const auto* size = given.find("size"); size != nullptr) shape = d.elements(*size).value_or(DslItems{*size});
         else if (shape.size() == 1 && !shape[0].is_integer()) shape = d.elements(shape[0]).value_or(DslItems{shape[0]});
         return d.array(std::move(shape), typed(given, "f32"));
       }},
      {"full", 0, [](DslInterpreter& d, const DslItems&, const Arguments& given) { return sized(d, given, "f32"); }},
      {"randint", 0, [](DslInterpreter& d, const DslItems&, const Arguments& given) { return sized(d, given, "i64"); }},
      {"empty_strided", 2,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         if (!a[0].is_sequence() || !a[1].is_sequence() || a[0].items->size() != a[1].items->size()) return shape_unknown();
         return d.array(*a[0].items, *a[1].items, typed(given, "f32"));
       }},
      {"linspace", 1,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         return d.array({a.size() > 2 ? a[2] : shape_unknown()}, typed(given, "f32"));
       }},
      {"arange randperm", 1,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         const auto first = a.size() > 1 ? a[0] : Value::integer(0);
         const auto last = a.size() > 1 ? a[1] : a[0], step = a.size() > 2 ? a[2] : Value::integer(1);
         if (!first.is_integer() || !last.is_integer() || !step.is_integer() || step.number <= 0)
           return d.array({last.is_known() ? shape_unknown() : last}, typed(given, "i64"));
         const auto size = std::max<std::int64_t>((last.number - first.number + step.number - 1) / step.number, 0);
         return d.array({Value::integer(size)}, typed(given, "i64"));
       }},
      // torch.tensor([[1, 2], [3, 4]])
      {"tensor as_tensor", 1,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         if (!a[0].is_known() || is_array(a[0])) return a[0];
         DslItems shape;
         for (const auto* part = &a[0]; part->is_sequence(); part = &part->items->front()) {
           shape.push_back(Value::integer(static_cast<std::int64_t>(part->items->size())));
           if (part->items->empty()) break;
         }
         return a[0].is_sequence() ? std::optional(d.array(std::move(shape), typed(given, "i64"))) : std::nullopt;
       }},
      {"cat concat concatenate", 1,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         if (!a[0].is_sequence()) return std::nullopt;
         const auto* dim = given.at(1, "dim");
         return d.joined(*a[0].items, dim == nullptr ? 0 : dim->is_integer() ? dim->number : std::int64_t{1} << 20);
       }},
      {"stack", 1,
       [](DslInterpreter& d, const DslItems& a, const Arguments& given) -> std::optional<Value> {
         if (!a[0].is_sequence()) return std::nullopt;
         const auto* dim = given.at(1, "dim");
         if (a[0].items->empty() || !is_array(a[0].items->front()) || (dim != nullptr && !dim->is_integer())) return shape_unknown();
         auto sizes = shape_of(a[0].items->front());
         const auto rank = static_cast<std::int64_t>(sizes.size());
         const auto at = dim == nullptr ? 0 : dim->number < 0 ? dim->number + rank + 1 : dim->number;
         if (at < 0 || at > rank) return shape_unknown();
         sizes.insert(sizes.begin() + at, Value::integer(static_cast<std::int64_t>(a[0].items->size())));
         return d.array(std::move(sizes), type_of(a[0].items->front()));
       }},
      {"matmul mm bmm", 2, product_of_matrices},
      {"einsum", 2, einsum},
      {"where", 3,
       [](DslInterpreter& d, const DslItems& a, const Arguments&) -> std::optional<Value> {
         return a.size() == 3 ? std::optional(d.by_element(d.by_element(a[0], a[1]), a[2])) : std::nullopt;
       }},
      // Functions of an array that are not methods of it.
      {"is_tensor is_floating_point", 0,
       [](DslInterpreter&, const DslItems& a, const Arguments&) {
         return is_of_array(a) ? std::optional(Value::boolean(true)) : std::nullopt;
       }},
      {"relu gelu silu softplus bitwise_left_shift bitwise_right_shift", 0,
       [](DslInterpreter&, const DslItems& a, const Arguments&) { return is_of_array(a) ? std::optional(a[0]) : std::nullopt; }},
      {"maximum minimum", 0,
       [](DslInterpreter& d, const DslItems& a, const Arguments&) -> std::optional<Value> {
         if (!is_of_array(a)) return a.size() > 1 && is_array(a[1]) ? std::optional(a[1]) : std::nullopt;
         return a.size() > 1 ? d.by_element(a[0], a[1]) : shape_unknown();
       }},
      {"add mul sub pow", 0,
       [](DslInterpreter&, const DslItems& a, const Arguments&) {
         return !is_of_array(a) && a.size() > 1 && is_array(a[1]) ? std::optional(a[1]) : std::nullopt;
       }},
  };
  return rows;
}

std::optional<DslValue> DslInterpreter::ArrayCall::product_of_matrices(DslInterpreter& d, const DslItems& a, const Arguments&) {
  if (!is_array(a[0]) || !is_array(a[1])) return is_array(a[0]) ? lacking(a[1]) : lacking(a[0]);
  auto sizes = shape_of(a[0]);
  const auto& other = shape_of(a[1]);
  if (sizes.size() < 2 || sizes.size() != other.size()) return shape_unknown();
  if (sizes.size() > 2 && !same_numbers(DslItems(sizes.begin(), sizes.end() - 2), DslItems(other.begin(), other.end() - 2)))
    return shape_unknown();
  sizes.back() = other.back();
  return d.array(std::move(sizes), type_of(a[0]));
}

std::optional<DslValue> DslInterpreter::ArrayCall::einsum(DslInterpreter& d, const DslItems& a, const Arguments&) {
  if (!a[0].is(Kind::string)) return std::nullopt;
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
  return d.array(std::move(sizes), std::move(unknown), type_of(a[1]));
}

std::optional<DslValue> DslInterpreter::array_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  if (!dotted.starts_with("torch.") && !dotted.starts_with("F.")) return std::nullopt;
  const auto& a = given.all;
  if (const auto* row = row_in(ArrayCall::functions(), name); row != nullptr && a.size() >= row->least)
    if (auto v = row->run(*this, a, given)) return v;
  if (name.ends_with("_like") && !a.empty()) {
    if (!is_array(a[0])) return a[0];
    const auto* type = given.find("dtype");
    const auto now = type != nullptr ? *type : type_of(a[0]);
    const auto &shape = shape_of(a[0]), &strides = strides_of(a[0]);
    // It gets the other array's strides if those have no gaps.
    if (is_dense(shape, strides) || other_than_number(strides) != nullptr) return array(shape, strides, now);
    return array(shape, DslItems(shape.size(), place_unknown()), now);
  }
  // Other functions of an array are its methods.
  if (!ArrayCall::is_of_array(a)) return std::nullopt;
  return array_method(a[0], name, {DslItems(a.begin() + 1, a.end()), given.named});
}

}  // namespace app
