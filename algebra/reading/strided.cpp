#include "algebra/reading/strided.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/text/characters.hpp"

namespace algebra::dialects {
namespace {

using Kind = CallValue::Kind;
using Sizes = std::vector<std::int64_t>;

// Functions of torch, einops and Mojo whose names the language of layouts has, too.
constexpr std::string_view torch_flatten = "flatten", einops_repeat = "repeat", mojo_layout = "Layout";

[[noreturn]] void no_strides(Message message) { throw CallProblem{std::move(message)}; }

/// A tensor with strides in elements.
struct Strided {
  Sizes shape, strides;
  std::int64_t offset = 0;

  std::size_t rank() const { return shape.size(); }
  std::int64_t size() const { return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>()); }
  /// Returns a mode counted from the end if negative. Throws a CallProblem.
  std::size_t mode(std::int64_t m, std::size_t of) const {
    const auto n = static_cast<std::int64_t>(of);
    if (m < -n || m >= n) no_strides(message("A tensor of {} modes has no mode {}.", of, m));
    return static_cast<std::size_t>(m < 0 ? m + n : m);
  }
};

void check_shape(const Sizes& shape) {
  double all = 1;
  for (const auto n : shape) {
    if (n < 1) no_strides(message("A shape has positive numbers, not {}.", n));
    all *= static_cast<double>(n);
  }
  if (shape.empty() || shape.size() > 16 || all > 1e15) no_strides("A tensor has 1 to 16 modes and at most 10^15 elements.");
}

/// Returns the numbers of (2, 3), or of the arguments themselves: empty(2, 3).
Sizes sizes_of(const CallValue& call, std::string_view key) {
  const auto* first = call.argument(key, 0);
  if (first == nullptr) no_strides(message("{} needs {}.", call.function(), key));
  if (first->is(Kind::list)) return first->numbers();
  Sizes sizes;
  for (const auto& [name, value] : call.items)
    if (name.empty() && value.is(Kind::number)) sizes.push_back(value.number);
  return sizes;
}

/// Returns the strides with these modes the fastest first.
Sizes strides_in_order(const Sizes& shape, const std::vector<std::size_t>& fastest_first) {
  Sizes strides(shape.size());
  std::int64_t stride = 1;
  for (const auto m : fastest_first) strides[m] = stride, stride *= shape[m];
  return strides;
}

std::string last_word(const CallValue* v) {
  return v == nullptr ? std::string() : v->is(Kind::name) || v->is(Kind::call) ? std::string(v->function()) : v->word;
}

/// Returns the strides of a memory format of PyTorch.
Sizes strides_of_format(const Sizes& shape, const std::string& format) {
  if (format.empty() || format == "contiguous_format" || format == "preserve_format") return row_major(shape);
  const std::size_t rank = format == "channels_last" ? 4 : format == "channels_last_3d" ? 5 : 0;
  if (rank == 0) no_strides(message("There is no memory format {}: contiguous_format, channels_last and channels_last_3d are.", format));
  if (shape.size() != rank) no_strides(message("{} is for tensors of {} modes, not {}.", format, rank, shape.size()));
  std::vector<std::size_t> order{1};
  for (std::size_t m = rank; m-- > 2;) order.push_back(m);
  order.push_back(0);
  return strides_in_order(shape, order);
}

// --- Constructors
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::optional<Strided> made_by_torch(const CallValue& call) {
  const auto f = call.function();
  Strided t;
  if (is_one_of(f, {"empty", "zeros", "ones", "rand", "randn"})) {
    t.shape = sizes_of(call, "size");
    check_shape(t.shape);
    t.strides = strides_of_format(t.shape, last_word(call.argument("memory_format", 99)));
    return t;
  }
  if (f == "arange") {
    t.shape = {call.number_of("end", 0)};
    check_shape(t.shape);
    t.strides = {1};
    return t;
  }
  if (f != "empty_strided" && f != "as_strided") return std::nullopt;
  const std::size_t at = f == "as_strided" && call.object.empty() ? 1 : 0;
  t.shape = call.numbers_of("size", at);
  t.strides = call.numbers_of("stride", at + 1);
  if (call.argument("storage_offset", at + 2) != nullptr) t.offset = call.number_of("storage_offset", at + 2);
  check_shape(t.shape);
  if (t.shape.size() != t.strides.size()) no_strides(message("A shape of {} modes has {} strides.", t.shape.size(), t.strides.size()));
  return t;
}

/// Returns the bytes of an element of numpy; 8 without a dtype.
std::int64_t bytes_of(const CallValue& call) {
  if (call.argument("itemsize", 99) != nullptr) return call.number_of("itemsize", 99);
  const auto type = last_word(call.argument("dtype", 99));
  if (type.empty()) return 8;
  std::size_t digits = type.size();
  while (digits > 0 && is_digit(type[digits - 1])) --digits;
  if (digits < type.size() && is_one_of(std::string_view(type).substr(0, digits), {"float", "int", "uint", "complex", "bfloat"}))
    return std::max<std::int64_t>(1, std::stoi(type.substr(digits)) / 8);
  if (digits < type.size() && is_one_of(std::string_view(type).substr(0, digits), {"f", "i", "u", "c", "<f", "<i", "<u", "b"}))
    return std::stoi(type.substr(digits));
  if (type == "bool" || type == "bool_") return 1;
  no_strides(message("The width of {} is not known: write itemsize=.", type));
}

std::optional<Strided> made_by_numpy(const CallValue& call) {
  const auto f = call.function();
  Strided t;
  const bool given = f == "ndarray" || f == "as_strided";
  if (!given && !is_one_of(f, {"empty", "zeros", "ones"})) return std::nullopt;
  t.shape = given ? call.numbers_of("shape", f == "ndarray" ? 0 : 1) : sizes_of(call, "shape");
  check_shape(t.shape);
  const bool fortran = last_word(call.argument("order", 99)) == "F";
  std::vector<std::size_t> order(t.rank());
  std::iota(order.begin(), order.end(), std::size_t{0});
  t.strides = fortran ? strides_in_order(t.shape, order) : row_major(t.shape);
  if (given && call.argument("strides", f == "ndarray" ? 99 : 2) != nullptr) {
    t.strides = call.numbers_of("strides", f == "ndarray" ? 99 : 2);
    if (t.shape.size() != t.strides.size()) no_strides(message("A shape of {} modes has {} strides.", t.shape.size(), t.strides.size()));
    const auto bytes = bytes_of(call);
    for (auto& s : t.strides) {
      if (s % bytes != 0) no_strides(message("The stride of {} bytes is no multiple of an element's {} bytes.", s, bytes));
      s /= bytes;
    }
  }
  return t;
}

// --- Methods
Strided permuted(const Strided& t, const Sizes& modes) {
  if (modes.size() != t.rank()) no_strides(message("permute needs each of {} modes once.", t.rank()));
  Strided p{{}, {}, t.offset};
  std::vector<bool> seen(t.rank());
  for (const auto m : modes) {
    const auto i = t.mode(m, t.rank());
    if (seen[i]) no_strides(message("permute needs each of {} modes once.", t.rank()));
    seen[i] = true;
    p.shape.push_back(t.shape[i]);
    p.strides.push_back(t.strides[i]);
  }
  return p;
}

/// Returns the tensor with another shape of as many elements. Throws a CallProblem if its elements do not lie so.
Strided reshaped(const Strided& t, Sizes shape) {
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (auto& n : shape) {
    if (n == -1 && open == nullptr) open = &n;
    else known *= std::max<std::int64_t>(1, n);
  }
  if (open != nullptr) *open = t.size() / known;
  check_shape(shape);
  Strided r{shape, Sizes(shape.size()), t.offset};
  if (r.size() != t.size())
    no_strides(message("A tensor of {} elements has no shape ({}).", t.size(), fmt::format("{}", fmt::join(shape, ","))));
  // Goes through both shapes from the last mode; each new mode takes its part of an old one, or joins neighbours that continue each other.
  std::size_t old = t.rank();
  std::int64_t left = 1, stride = 1;
  for (std::size_t m = shape.size(); m-- > 0;) {
    auto wanted = shape[m];
    if (wanted == 1) continue;
    bool first = true;
    while (wanted > 1) {
      while (left == 1) {
        if (old == 0) no_strides("This reshape needs a copy.");
        --old;
        left = t.shape[old];
        if (left == 1) continue;
        if (!first && t.strides[old] != stride)
          no_strides(message("A reshape to ({}) needs a copy: no layout without one has these elements.",
                             fmt::format("{}", fmt::join(shape, ","))));
        stride = t.strides[old];
      }
      const auto part = std::gcd(wanted, left);
      if (part == 1)
        no_strides(
            message("A reshape to ({}) needs a copy: no layout without one has these elements.", fmt::format("{}", fmt::join(shape, ","))));
      if (first) r.strides[m] = stride;
      first = false;
      wanted /= part;
      left /= part;
      stride *= part;
    }
  }
  return r;
}

Strided called(const Strided& t, const CallValue& call, bool numpy) {
  const auto f = call.function();
  const auto rank = t.rank();
  Sizes reversed(rank);
  for (std::size_t m = 0; m < rank; ++m) reversed[m] = static_cast<std::int64_t>(rank - 1 - m);
  if (f == "T" || f == "t" || (f == "transpose" && numpy && call.items.empty())) return permuted(t, reversed);
  if (f == "permute" || (f == "transpose" && numpy)) return permuted(t, sizes_of(call, numpy ? "axes" : "dims"));
  if (f == "transpose" || f == "swapaxes" || f == "mT") {
    if (f == "mT" && rank < 2) no_strides(message("A tensor of {} modes has no mode {}.", rank, -2));
    const auto a = f == "mT" ? rank - 2 : t.mode(call.number_of("dim0", 0), rank),
               b = f == "mT" ? rank - 1 : t.mode(call.number_of("dim1", 1), rank);
    auto swapped = t;
    std::swap(swapped.shape[a], swapped.shape[b]);
    std::swap(swapped.strides[a], swapped.strides[b]);
    return swapped;
  }
  if (f == "view" || f == "reshape") return reshaped(t, sizes_of(call, "shape"));
  if (f == torch_flatten || f == "ravel") return reshaped(t, {-1});
  if (f == "contiguous" || f == "clone" || f == "copy") {
    auto copied = t;
    copied.offset = 0;
    copied.strides = strides_of_format(t.shape, last_word(call.argument("memory_format", 0)));
    return copied;
  }
  if (f == "to" && call.argument("memory_format", 99) != nullptr) {
    auto copied = t;
    copied.offset = 0;
    copied.strides = strides_of_format(t.shape, last_word(call.argument("memory_format", 99)));
    return copied;
  }
  if (f == "unsqueeze") {
    auto larger = t;
    const auto m = static_cast<std::ptrdiff_t>(t.mode(call.number_of("dim", 0), rank + 1));
    larger.shape.insert(larger.shape.begin() + m, 1);
    larger.strides.insert(larger.strides.begin() + m, 0);
    return larger;
  }
  if (f == "squeeze") {
    Strided smaller{{}, {}, t.offset};
    const auto* one = call.argument("dim", 0);
    for (std::size_t m = 0; m < rank; ++m) {
      if (t.shape[m] == 1 && (one == nullptr || t.mode(one->number, rank) == m)) continue;
      smaller.shape.push_back(t.shape[m]);
      smaller.strides.push_back(t.strides[m]);
    }
    return smaller;
  }
  if (f == "expand" || f == "broadcast_to") {
    const auto shape = sizes_of(call, "size");
    if (shape.size() < rank) no_strides(message("expand needs at least {} sizes.", rank));
    Strided wide{shape, Sizes(shape.size(), 0), t.offset};
    for (std::size_t m = 0; m < rank; ++m) {
      const auto at = shape.size() - rank + m;
      if (wide.shape[at] == -1) wide.shape[at] = t.shape[m];
      if (wide.shape[at] != t.shape[m] && t.shape[m] != 1)
        no_strides(message("A mode of size {} does not expand to {}.", t.shape[m], wide.shape[at]));
      if (t.shape[m] == wide.shape[at]) wide.strides[at] = t.strides[m];
    }
    check_shape(wide.shape);
    return wide;
  }
  if (f == "narrow") {
    auto part = t;
    const auto m = t.mode(call.number_of("dim", 0), rank);
    const auto begin = call.number_of("start", 1), n = call.number_of("length", 2);
    if (begin < 0 || n < 1 || begin + n > t.shape[m])
      no_strides(message("A mode of size {} has no part from {} of {}.", t.shape[m], begin, n));
    part.offset += begin * t.strides[m];
    part.shape[m] = n;
    return part;
  }
  if (f == "unfold") {
    auto windows = t;
    const auto m = t.mode(call.number_of("dimension", 0), rank);
    const auto n = call.number_of("size", 1), step = call.number_of("step", 2);
    if (n < 1 || step < 1 || n > t.shape[m]) no_strides(message("A mode of size {} has no windows of {}.", t.shape[m], n));
    windows.shape[m] = (t.shape[m] - n) / step + 1;
    windows.strides[m] = step * t.strides[m];
    windows.shape.push_back(n);
    windows.strides.push_back(t.strides[m]);
    return windows;
  }
  no_strides(
      message("The method {} is not read: permute, transpose, T, mT, view, reshape, flatten, unsqueeze, squeeze, expand, narrow, unfold, "
              "contiguous and to(memory_format=) are.",
              f));
}

bool of_numpy(const CallValue& call) { return call.word.starts_with("np.") || call.word.starts_with("numpy."); }

struct TorchTensor {
  Strided strided;
  bool numpy = false;
};
std::optional<TorchTensor> tensor_of(const CallValue& call) {
  if (!call.is(Kind::call)) return std::nullopt;
  if (!call.object.empty()) {
    auto of = tensor_of(call.object[0]);
    if (!of) return std::nullopt;
    if (call.function() == "as_strided") {
      of->strided = *made_by_torch(call);
      return of;
    }
    of->strided = called(of->strided, call, of->numpy);
    return of;
  }
  if (of_numpy(call)) {
    auto made = made_by_numpy(call);
    return made ? std::optional(TorchTensor{*std::move(made), true}) : std::nullopt;
  }
  if (!call.word.starts_with("torch.")) return std::nullopt;
  auto made = made_by_torch(call);
  return made ? std::optional(TorchTensor{*std::move(made), false}) : std::nullopt;
}

Printed printed(const Strided& t, std::string note) {
  std::vector<StridedMode> modes;
  for (std::size_t m = 0; m < t.rank(); ++m) modes.push_back({{t.shape[m], t.strides[m]}});
  // A mode of size 1 keeps its stride.
  auto text = t.rank() == 1 ? fmt::format("{}:{}", t.shape[0], t.strides[0])
                            : fmt::format("({}):({})", fmt::join(t.shape, ","), fmt::join(t.strides, ","));
  if (t.offset != 0) text = fmt::format("ptr+{} o {}", t.offset, text);
  return {.part = {}, .text = std::move(text), .numbers = {}, .note = std::move(note)};
}

// --- einops
/// The axes of one side of a pattern: groups of names, (h w); a number is an axis of that size, and 1 is none.
using Side = std::vector<std::vector<std::string>>;
Side side_of(std::string_view text) {
  Side side;
  bool group = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') ++i;
    else if (text[i] == '(' && !group) group = true, side.emplace_back(), ++i;
    else if (text[i] == ')' && group) group = false, ++i;
    else if (is_word(text[i])) {
      const auto begin = i;
      while (i < text.size() && is_word(text[i])) ++i;
      if (!group) side.emplace_back();
      if (text.substr(begin, i - begin) != "1") side.back().emplace_back(text.substr(begin, i - begin));
    } else {
      no_strides(message("A pattern of einops has names and groups in (), not \"{}\".", text.substr(i, 8)));
    }
  }
  if (group) no_strides("A group of this pattern is not closed.");
  return side;
}

Printed einops(const CallValue& call) {
  std::string_view pattern;
  std::map<std::string, std::int64_t, std::less<>> sizes;
  std::optional<Sizes> argument;
  for (const auto& [key, value] : call.items) {
    if (value.is(Kind::text) && pattern.empty()) pattern = value.word;
    else if (!key.empty() && value.is(Kind::number)) sizes[key] = value.number;
    else if (key.empty() && value.is(Kind::call)) {
      if (const auto tensor = tensor_of(value)) argument = tensor->strided.shape;
    }
  }
  const auto arrow = pattern.find("->");
  if (arrow == pattern.npos) no_strides("einops needs a pattern such as 'b (h w) -> h b w'.");
  const auto from = side_of(pattern.substr(0, arrow)), to = side_of(pattern.substr(arrow + 2));
  if (argument && argument->size() != from.size())
    no_strides(message("The pattern has {} modes, and the tensor {}.", from.size(), argument->size()));
  const auto size_of = [&](const std::string& name) -> std::int64_t {
    if (is_digit(name[0])) return std::stoll(name.substr(0, 12));
    const auto it = sizes.find(name);
    if (it == sizes.end()) no_strides(message("The size of {} is not known: write {}=.", name, name));
    if (it->second < 1) no_strides(message("A shape has positive numbers, not {}.", it->second));
    return it->second;
  };
  // With the tensor's shape, one axis of a group follows from the others.
  for (std::size_t m = 0; argument && m < from.size(); ++m) {
    std::int64_t known = 1;
    std::string open;
    for (const auto& name : from[m]) {
      if (is_digit(name[0]) || sizes.contains(name)) known *= size_of(name);
      else if (open.empty()) open = name;
      else no_strides(message("The size of {} is not known: write {}=.", name, name));
    }
    if (!open.empty()) sizes[open] = (*argument)[m] / known, known *= sizes[open];
    if (known != (*argument)[m]) no_strides(message("The axes of a mode of size {} have {} elements.", (*argument)[m], known));
  }
  std::map<std::string, std::int64_t, std::less<>> strides;
  std::int64_t stride = 1;
  for (std::size_t m = from.size(); m-- > 0;)
    for (std::size_t i = from[m].size(); i-- > 0;) {
      if (!strides.emplace(from[m][i], stride).second) no_strides(message("The axis {} is twice in this pattern.", from[m][i]));
      stride *= size_of(from[m][i]);
    }
  std::vector<StridedMode> modes;
  std::size_t used = 0;
  for (const auto& group : to) {
    auto& mode = modes.emplace_back();
    for (std::size_t i = group.size(); i-- > 0;) {
      const auto it = strides.find(group[i]);
      if (it == strides.end() && call.function() != einops_repeat)
        no_strides(message("The axis {} is not in the pattern's left side.", group[i]));
      used += it != strides.end() ? 1 : 0;
      mode.emplace_back(size_of(group[i]), it != strides.end() ? it->second : 0);
    }
    if (mode.empty()) mode.emplace_back(1, 0);
  }
  if (call.function() == "reduce" || used != strides.size())
    no_strides("This pattern adds elements together, so that it is no layout: each axis of the left side must be on the right.");
  if (modes.empty()) no_strides("A tensor has 1 to 16 modes and at most 10^15 elements.");
  return {.part = {}, .text = text_of_modes(modes), .numbers = {}, .note = "coordinate of the result -> element of the row-major argument"};
}

// --- Mojo
/// Returns a nested tuple as text, IntTuple(4, (2, 3)) or (4, (2, 3)).
std::string tuple_text(const CallValue& v) {
  if (v.is(Kind::number)) return fmt::format("{}", v.number);
  if (v.is(Kind::list) || (v.is(Kind::call) && (v.function() == "IntTuple" || v.function() == "Index"))) {
    std::vector<std::string> parts;
    for (const auto& [key, item] : v.items) parts.push_back(tuple_text(item));
    return parts.size() == 1 ? parts[0] : fmt::format("({})", fmt::join(parts, ","));
  }
  no_strides("A layout of Mojo has numbers: a name is not known here.");
}

std::optional<Printed> mojo(const CallValue& call) {
  if (call.word == "LayoutTensor") {
    for (const auto& [key, item] : call.items)
      if (item.is(Kind::call) && item.word.starts_with("Layout")) return mojo(item);
    no_strides("A LayoutTensor needs a layout, such as Layout.row_major(4, 8).");
  }
  if (call.word == "Layout.row_major" || call.word == "Layout.col_major") {
    Strided t;
    t.shape = call.items.size() == 1 && !call.items[0].second.is(Kind::number) ? call.items[0].second.numbers() : call.numbers();
    check_shape(t.shape);
    std::vector<std::size_t> order(t.rank());
    std::iota(order.begin(), order.end(), std::size_t{0});
    t.strides = call.word == "Layout.row_major" ? row_major(t.shape) : strides_in_order(t.shape, order);
    return printed(t, "coordinate -> element");
  }
  if (call.word != mojo_layout || call.items.size() != 2) return std::nullopt;
  return Printed{.part = {},
                 .text = fmt::format("{}:{}", tuple_text(call.needed("shape", 0)), tuple_text(call.needed("stride", 1))),
                 .numbers = {},
                 .note = "coordinate -> element"};
}

}  // namespace

std::optional<Printed> read_strided(const CallValue& call) {
  if (!call.is(Kind::call)) return std::nullopt;
  if (call.object.empty() && is_one_of(call.function(), {"rearrange", einops_repeat, "reduce"})) return einops(call);
  const auto scope = std::string_view(call.word).substr(0, call.word.find('.'));
  if (call.object.empty() && call.word == mojo_layout) {
    // A Layout of names is CuTe's: Layout<Shape<_4,_2>>{}.
    try {
      return mojo(call);
    } catch (const CallProblem&) {
      return std::nullopt;
    }
  }
  if (call.object.empty() && is_one_of(scope, {mojo_layout, "LayoutTensor"})) return mojo(call);
  const auto tensor = tensor_of(call);
  return tensor ? std::optional(printed(tensor->strided, "coordinate -> element")) : std::nullopt;
}

}  // namespace algebra::dialects
