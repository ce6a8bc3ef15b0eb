// The host's side: arrays of torch and their views, the command line's arguments, shared memory, modules.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;

namespace {

/// f16 of torch.float16, of "Float16" and of cutlass.Float16; null if it names no type of elements.
const algebra::ElementType* named_type(std::string_view word) {
  static constexpr std::pair<std::string_view, std::string_view> torch[] = {{"float16", "f16"},      {"bfloat16", "bf16"},
                                                                            {"float32", "f32"},      {"float64", "f64"},
                                                                            {"half", "f16"},         {"int8", "i8"},
                                                                            {"uint8", "u8"},         {"int32", "i32"},
                                                                            {"int64", "i64"},        {"int16", "i16"},
                                                                            {"bool", "bool"},        {"float8_e4m3fn", "e4m3"},
                                                                            {"float8_e5m2", "e5m2"}, {"float4_e2m1fn_x2", "e2m1"},
                                                                            {"uint32", "u32"}};
  const auto* found = std::ranges::find(torch, word, [](const auto& p) { return p.first; });
  return algebra::find_element_type(found != std::end(torch) ? found->second : word);
}

}  // namespace

DslValue DslInterpreter::library_object(std::string library) {
  auto v = Value::of(Kind::object);
  v.object = made<DslObject>({.of = nullptr, .library = std::move(library), .members = {}, .arguments = {}});
  return v;
}

/// A contiguous array of the host.
DslValue DslInterpreter::array(DslItems shape, const Value& type) {
  auto v = library_object("Array");
  DslItems strides(shape.size());
  auto next = Value::integer(1);
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = next;
    next = binary("*", next, shape[i]);
    next.text.clear();
  }
  v.object->members["shape"] = Value::tuple(std::move(shape));
  v.object->members["strides"] = Value::tuple(std::move(strides));
  v.object->members["dtype"] = type.is(Kind::type) ? type : Value::of(Kind::type, "f32");
  return v;
}

/// The DSL's tensor for an array: as from_dlpack and mark_layout_dynamic have it, or all but the contiguous stride dynamic.
DslValue DslInterpreter::as_tensor(const Value& v) {
  if (!v.is(Kind::object) || v.object->library != "Array") return v;
  auto& m = v.object->members;
  const auto &shape = *m["shape"].items, &strides = *m["strides"].items;
  const bool plain = !m.contains("dynamic_shape");
  DslItems sizes, steps;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    for (const auto* n : {&shape[i], &strides[i]})
      if (!n->is_integer()) return n->is_known() ? Value::unknown(message("the shape of this tensor is not known")) : *n;
    const bool leading = strides[i].number == 1;
    auto size = Value::integer(shape[i].number, plain || truth((*m["dynamic_shape"].items)[i]).value_or(false));
    auto step = Value::integer(strides[i].number, plain ? !leading : truth((*m["dynamic_strides"].items)[i]).value_or(false));
    sizes.push_back(std::move(size)), steps.push_back(std::move(step));
  }
  const auto shape_text = text_of(Value::tuple(std::move(sizes))), stride_text = text_of(Value::tuple(std::move(steps)));
  return expression(fmt::format("make_tensor(make_gmem_ptr<{}>(p), make_layout({}, {}))", m["dtype"].text, shape_text, stride_text));
}

/// What a setting says: a tuple, a number, a word, a type, or an expression of the language. `type`: what converts it.
DslValue DslInterpreter::from_setting(const std::string& text, const Value* type) {
  if (type != nullptr && type->is(Kind::function)) return call(*type, {{Value::of(Kind::string, text)}, {}});
  const auto& tree = parsed(text + "\n");
  Value v;
  if (!tree.roots().empty() && !tree.roots().front().has_error())
    if (const auto statements = tree.roots().front().children(); statements.size() == 1 && !statements.front().children().empty())
      v = evaluate(statements.front().children().front());
  if (v.is_known() && !v.is(Kind::symbol)) return v;
  if (const auto* t = named_type(text)) return Value::of(Kind::type, algebra::to_string(*t));
  if (type == nullptr || type->text != "str")
    if (auto e = expression(text); e.is_known()) return e;
  return Value::of(Kind::string, text);
}

/// The namespace that parse_args gives: the defaults of add_argument, and what is set.
DslValue DslInterpreter::parsed_arguments(const Value& parser) {
  auto space = library_object("Namespace");
  const auto at = parser.object->members.find("arguments");
  if (at == parser.object->members.end()) return space;
  for (const auto& a : *at->second.items) {
    const auto& m = a.object->members;
    std::string name;
    for (const auto& n : a.object->arguments)
      if (n.is(Kind::string) && n.text.size() > name.size()) name = n.text;
    name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
    std::ranges::replace(name, '-', '_');
    if (const auto dest = m.find("dest"); dest != m.end()) name = dest->second.text;
    const auto* type = m.contains("type") ? &m.at("type") : nullptr;
    auto value = Value::none();
    if (const auto action = m.find("action"); action != m.end() && action->second.text.starts_with("store_"))
      value = Value::boolean(action->second.text == "store_false");
    if (const auto usual = m.find("default"); usual != m.end()) {
      value = usual->second;
      if (value.is(Kind::string) && type != nullptr && !type->text.ends_with("str")) value = call(*type, {{value}, {}});
    }
    if (const auto* set = entries_.setting(name)) value = from_setting(*set, type);
    // The sizes that the program is given.
    if (value.is_integer() || value.is(Kind::tuple) || value.is(Kind::list)) {
      auto sizes = value;
      if (value.is_sequence()) {
        sizes = Value::tuple(*value.items);
        for (auto& i : *sizes.items) i.dynamic = i.is_integer(), i.text.clear();
      } else {
        sizes.dynamic = true, sizes.text.clear();
      }
      const auto text = text_of(sizes);
      if (!text.empty() && entries_.value_of(text) && !value.is(Kind::boolean))
        entries_.add({.function = "<module>",
                      .name = name,
                      .entry = name,
                      .text = text,
                      .line = static_cast<std::size_t>(m.contains("=line") ? m.at("=line").number : 1),
                      .parameter = true});
    }
    space.object->members[name] = std::move(value);
  }
  return space;
}

/// Of a field, or of a structure with its fields one behind another.
std::optional<DslInterpreter::Room> DslInterpreter::room_of(const Value& type) {
  if (type.is(Kind::type)) {
    const auto* t = algebra::find_element_type(type.text);
    return t == nullptr ? std::nullopt : std::optional(Room{(t->bits + 7) / 8, (t->bits + 7) / 8, t->bits});
  }
  if (type.is(Kind::klass) && type.klass->is_storage) {
    Room whole{0, 1, 0};
    const auto up = [](std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; };
    for (const auto& field : type.klass->fields) {
      const auto room = room_of(type.klass->field_types.at(field));
      if (!room) return std::nullopt;
      whole.bytes = up(whole.bytes, room->alignment) + room->bytes, whole.alignment = std::max(whole.alignment, room->alignment);
    }
    whole.bytes = up(whole.bytes, whole.alignment);
    return whole;
  }
  if (!type.is(Kind::object) || type.object->arguments.size() < 2 || !type.object->arguments[1].is_integer()) return std::nullopt;
  const auto& of = type.object->arguments;
  auto room = room_of(of[0]);
  const auto number = of[1].number;
  if (!room || number < 0 || number > (std::int64_t{1} << 32)) return std::nullopt;
  if (type.object->library == "Align") {
    if (number < 1) return std::nullopt;
    room->alignment = std::max(room->alignment, number);
    return room;
  }
  if (type.object->library != "MemRange") return std::nullopt;
  room->bytes = room->bits != 0 ? (number * room->bits + 7) / 8 : number * room->bytes;
  room->bits = 0;
  return room;
}

DslValue DslInterpreter::field_of(const Value& storage, const std::string& name, const Value& type) {
  if (!tracing()) return type;
  auto field = type;
  if (type.is(Kind::object)) {
    field.object = made<DslObject>(*type.object);
    // What is aligned is the range.
    if (type.object->library == "Align" && !type.object->arguments.empty()) return field_of(storage, name, type.object->arguments[0]);
  } else if (type.is(Kind::type)) {
    // A single element.
    field = library_object("MemRange");
    field.object->arguments = {type};
  } else {
    return type;
  }
  field.object->members["field"] = Value::of(Kind::string, name);
  return field;
}

std::optional<DslValue> DslInterpreter::host_attribute(const Value& of, std::string_view name) {
  if (of.is(Kind::symbol)) {
    // cutlass.Float32, torch.float16.
    if (name.empty()) return std::nullopt;
    const bool types = of.text == "torch" || of.text.starts_with("cutlass") || of.text.starts_with("cute") || of.text == "cutlass_dsl";
    if (types && (of.text == "torch" || (name[0] >= 'A' && name[0] <= 'Z')))
      if (const auto* t = named_type(name)) return Value::of(Kind::type, algebra::to_string(*t));
    if (const auto* ours = library_class(last_part(of.text)))
      if (const auto* member = ours->find(name); member != nullptr && !member->is(Kind::function)) return *member;
    return std::nullopt;
  }
  if (!of.is(Kind::object)) return std::nullopt;
  auto& m = of.object->members;
  const auto& library = of.object->library;
  if (library == "Array") {
    if (name == "ndim") return Value::integer(static_cast<std::int64_t>(m["shape"].items->size()));
    if (name == "T" || name == "mT") return host_method(of, "t", {});
    if (name == "element_type") return m["dtype"];
    if (name == "iterator") return pointer("gmem", &m["dtype"]);
    if (name == "device" || name == "is_cuda") return Value::of(Kind::symbol, "torch.device");
  }
  if (library == "Pointer" && (name == "dtype" || name == "value_type")) return m["dtype"];
  if (library == "Pointer" && name == "type") return Value::of(Kind::symbol, "a pointer's type");
  if (library == swizzle_of && (name == "type")) return of;
  if (library == "MemRange" && name == "ptr") return host_method(of, "data_ptr", {});
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::host_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  auto& o = *of.object;
  // A structure in shared memory: its fields are made as they are asked for.
  if (o.of) {
    if (name == "size_in_bytes" || name == "data_ptr") return Value::computed();
    return std::nullopt;
  }
  if (o.library == "Array") {
    const auto shape = *o.members["shape"].items, strides = *o.members["strides"].items;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto dims = [&] {
      DslItems all = a.size() == 1 && a[0].is_sequence() ? *a[0].items : a;
      if (const auto* named = given.find("dims"); named != nullptr) all = elements(*named).value_or(DslItems{});
      return all;
    };
    const auto with = [&](DslItems sizes, DslItems steps) {
      auto v = library_object("Array");
      v.object->members["shape"] = Value::tuple(std::move(sizes));
      v.object->members["strides"] = Value::tuple(std::move(steps));
      v.object->members["dtype"] = o.members["dtype"];
      return v;
    };
    const auto place = [&](const Value& d) { return static_cast<std::size_t>(d.number < 0 ? d.number + rank : d.number); };
    const auto in_range = [&](const Value& d) { return d.is_integer() && d.number >= -rank && d.number < rank; };
    if (name == "permute" || name == "transpose" || name == "t" || name == "swapaxes") {
      DslItems order;
      if (name == "permute") {
        order = dims();
      } else {
        for (std::int64_t i = 0; i < rank; ++i) order.push_back(Value::integer(i));
        if (name == "t" && rank >= 2) std::swap(order[order.size() - 1], order[order.size() - 2]);
        else if (name != "t" && a.size() == 2 && in_range(a[0]) && in_range(a[1])) std::swap(order[place(a[0])], order[place(a[1])]);
      }
      DslItems sizes, steps;
      for (const auto& d : order) {
        if (!in_range(d)) return Value::unknown(message("the shape of this tensor is not known"));
        sizes.push_back(shape[place(d)]), steps.push_back(strides[place(d)]);
      }
      return with(std::move(sizes), std::move(steps));
    }
    if (name == "unsqueeze" && !a.empty() && a[0].is_integer()) {
      auto sizes = shape, steps = strides;
      const auto at = a[0].number < 0 ? a[0].number + rank + 1 : a[0].number;
      if (at < 0 || at > rank) return Value::unknown(message("the shape of this tensor is not known"));
      const auto step =
          at < rank ? binary("*", shape[static_cast<std::size_t>(at)], strides[static_cast<std::size_t>(at)]) : Value::integer(1);
      sizes.insert(sizes.begin() + at, Value::integer(1));
      steps.insert(steps.begin() + at, Value::integer(step.number));
      return with(std::move(sizes), std::move(steps));
    }
    if (name == "contiguous" || name == "view" || name == "reshape") {
      auto sizes = name == "contiguous" ? shape : dims();
      std::int64_t total = 1, rest = 1;
      for (const auto& s : shape) total *= s.number;
      for (const auto& s : sizes)
        if (s.is_integer() && s.number > 0) rest *= s.number;
        else if (!s.is_integer()) return Value::computed();
      for (auto& s : sizes)
        if (s.number == -1 && rest > 0) s = Value::integer(total / rest);
      return array(std::move(sizes), o.members["dtype"]);
    }
    if (name == "to" || name == "type") {
      auto v = with(shape, strides);
      for (const auto* t : {a.empty() ? nullptr : &a[0], given.find("dtype")})
        if (t != nullptr && t->is(Kind::type)) v.object->members["dtype"] = *t;
      return v;
    }
    if (name == "half" || name == "bfloat16" || name == "float") {
      auto v = with(shape, strides);
      v.object->members["dtype"] = Value::of(Kind::type, name == "half" ? "f16" : name == "float" ? "f32" : "bf16");
      return v;
    }
    if (name == "size" || name == "stride") {
      const auto& all = name == "size" ? shape : strides;
      if (a.empty()) return Value::tuple(all);
      return in_range(a[0]) ? all[place(a[0])] : Value::unknown(message("the shape of this tensor is not known"));
    }
    if (name == "dim" || name == "ndimension") return Value::integer(rank);
    if (name == "numel" || name == "nelement") {
      auto total = Value::integer(1);
      for (const auto& s : shape) total = binary("*", total, s);
      return total;
    }
    if (name == "element_size") {
      const auto* t = algebra::find_element_type(o.members["dtype"].text);
      return Value::integer(t == nullptr ? 4 : (t->bits + 7) / 8);
    }
    if (name == "dim_order") {
      std::vector<std::size_t> order(shape.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      std::ranges::stable_sort(order, [&](auto x, auto y) { return strides[x].number > strides[y].number; });
      DslItems all;
      for (const auto i : order) all.push_back(Value::integer(static_cast<std::int64_t>(i)));
      return Value::tuple(std::move(all));
    }
    if (name == "mark_layout_dynamic") {
      auto v = with(shape, strides);
      const auto* leading = given.at(0, "leading_dim");
      DslItems sizes, steps;
      for (std::size_t i = 0; i < shape.size(); ++i) {
        sizes.push_back(Value::boolean(true));
        const bool first =
            leading != nullptr && leading->is_integer() ? static_cast<std::int64_t>(i) == leading->number : strides[i].number == 1;
        // The first contiguous mode where several are.
        const bool is_first = first && std::ranges::none_of(steps, [](const Value& s) { return s.number == 0; });
        steps.push_back(Value::boolean(!is_first));
      }
      v.object->members["dynamic_shape"] = Value::tuple(std::move(sizes));
      v.object->members["dynamic_strides"] = Value::tuple(std::move(steps));
      return v;
    }
    if (name == "mark_compact_shape_dynamic") {
      auto v = with(shape, strides);
      const auto* mode = given.at(0, "mode");
      const auto old = [&](std::string_view which) {
        return o.members.contains(which) ? *o.members.find(which)->second.items : DslItems(shape.size(), Value::boolean(false));
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
    if (name == "data_ptr" || name == "is_contiguous" || name == "cpu_ptr") return Value::computed();
    // What changes the numbers and not where they are: random_, cuda, clamp, mul_, ...
    return with(shape, strides);
  }
  if (o.library == "ArgumentParser") {
    if (name == "add_argument") {
      auto argument = library_object("Argument");
      argument.object->arguments = a;
      for (const auto& [n, v] : given.named) argument.object->members[n] = v;
      argument.object->members["=line"] = Value::integer(static_cast<std::int64_t>(line_));
      if (!o.members.contains("arguments")) o.members["arguments"] = Value::list({});
      o.members["arguments"].items->push_back(argument);
      return Value::none();
    }
    if (name == "parse_args") return parsed_arguments(of);
    if (name == "parse_known_args") return Value::tuple({parsed_arguments(of), Value::list({})});
    if (name == "add_argument_group" || name == "add_mutually_exclusive_group") return of;
    if (name == "error") throw Raised{message("line {} raises an exception for these arguments", line_), line_};
    return Value::none();
  }
  if (o.library == "SmemAllocator") {
    if (name == "allocate_tensor") {
      const auto *type = given.at(0, "element_type"), *layout = given.at(1, "layout"), *swizzle = given.at(3, "swizzle");
      if (type == nullptr || layout == nullptr) return Value::unknown(message("{} needs two arguments", name));
      auto range = library_object("MemRange");
      range.object->arguments = {*type};
      Arguments as{{*layout}, {}};
      if (swizzle != nullptr) as.named.emplace_back("swizzle", *swizzle);
      return host_method(range, "get_tensor", as);
    }
    if (name == "allocate_array") {
      auto range = library_object("MemRange");
      range.object->arguments = a;
      if (tracing()) range.object->members["field"] = Value::of(Kind::string, fmt::format("line {}", line_));
      return host_method(range, "data_ptr", {});
    }
    if (name == "allocate") {
      if (!a.empty() && a[0].is(Kind::klass)) return make_object(a[0].klass, {});
      auto range = library_object("MemRange");
      range.object->arguments = {Value::of(Kind::type, "u8")};
      return host_method(range, "data_ptr", {});
    }
  }
  if (o.library == "Align") {
    // The range that is aligned.
    if (!o.arguments.empty() && o.arguments[0].is(Kind::object)) return host_method(o.arguments[0], name, given);
    return std::nullopt;
  }
  if (o.library == "MemRange") {
    auto p = pointer("smem", o.arguments.empty() ? nullptr : &o.arguments[0]);
    if (const auto field = o.members.find("field"); field != o.members.end()) p.object->members["field"] = field->second;
    if (name == "data_ptr") return p;
    if (name == "get_tensor") {
      const auto *layout = given.at(0, "layout"), *swizzle = given.at(1, "swizzle"), *type = given.at(2, "dtype");
      if (layout == nullptr) return Value::unknown(message("{} needs two arguments", name));
      if (!layout->is_known()) return *layout;
      if (type != nullptr && type->is(Kind::type)) p.object->members["dtype"] = *type;
      const auto text = text_of(*layout);
      if (swizzle != nullptr && !swizzle->is(Kind::none)) {
        if (!swizzle->is_known()) return *swizzle;
        const auto bytes = byte_swizzle(*swizzle);
        if (bytes.empty()) return Value::unknown(message("it is not known what this pointer points to"));
        p.object->members["swizzle"] = Value::of(Kind::string, bytes);
      }
      return tensor_at(p, text);
    }
    return std::nullopt;
  }
  if (o.library == "Pointer") {
    if (name == "align" || name == "to_llvm_ptr") return of;
    if (name == "toint") return Value::computed();
    return std::nullopt;
  }
  if (o.library == swizzle_of || o.library.ends_with("Op")) return std::nullopt;
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::host_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  const auto& a = given.all;
  if (name == "ArgumentParser") return library_object("ArgumentParser");
  if (name == "SmemAllocator") return library_object("SmemAllocator");
  static constexpr std::array<std::string_view, 9> makers{"empty",   "zeros", "ones",          "randn", "rand",
                                                          "randint", "full",  "empty_strided", "arange"};
  if (dotted.starts_with("torch") && std::ranges::find(makers, name) != makers.end()) {
    DslItems shape;
    if (const auto* size = given.find("size"); size != nullptr) shape = elements(*size).value_or(DslItems{});
    else
      for (const auto& v : a) {
        if (v.is_sequence()) {
          shape = *v.items;
          break;
        }
        if (v.is_integer() && name != "randint") shape.push_back(v);
      }
    const auto* type = given.find("dtype");
    return array(std::move(shape), type != nullptr ? *type : Value::of(Kind::type, "f32"));
  }
  // torch.tensor([[1, 2], [3, 4]])
  if (dotted.starts_with("torch.") && (name == "tensor" || name == "as_tensor") && !a.empty()) {
    if (!a[0].is_known()) return a[0];
    DslItems shape;
    for (const auto* part = &a[0]; part->is_sequence(); part = &part->items->front()) {
      shape.push_back(Value::integer(static_cast<std::int64_t>(part->items->size())));
      if (part->items->empty()) break;
    }
    const auto* type = given.find("dtype");
    if (a[0].is_sequence()) return array(std::move(shape), type != nullptr ? *type : Value::of(Kind::type, "i64"));
  }
  // What works by element keeps the shape.
  static constexpr std::array<std::string_view, 16> by_element{"exp",  "exp2", "log",  "log2",  "abs",     "sqrt",  "rsqrt",    "relu",
                                                               "gelu", "silu", "tanh", "clamp", "sigmoid", "round", "softplus", "softmax"};
  const bool of_torch = dotted.starts_with("torch.") || dotted.starts_with("F.");
  if (of_torch && !a.empty() && a[0].is(Kind::object) && a[0].object->library == "Array" &&
      std::ranges::find(by_element, name) != by_element.end())
    return a[0];
  if (dotted.starts_with("torch.") && (name.ends_with("_like")) && !a.empty()) {
    const auto* type = given.find("dtype");
    return type != nullptr && a[0].is(Kind::object) && a[0].object->library == "Array" ? *host_method(a[0], "to", {{*type}, {}}) : a[0];
  }
  if (name == "from_dlpack") {
    if (!a.empty() && !a[0].is_known()) return a[0];
    if (a.empty() || !a[0].is(Kind::object) || a[0].object->library != "Array")
      return Value::unknown(message("the shape of this tensor is not known"));
    auto v = library_object("Array");
    v.object->members = a[0].object->members;
    const auto rank = v.object->members["shape"].items->size();
    v.object->members["dynamic_shape"] = Value::tuple(DslItems(rank, Value::boolean(false)));
    v.object->members["dynamic_strides"] = Value::tuple(DslItems(rank, Value::boolean(false)));
    return v;
  }
  // cutlass.torch.dtype(cutlass.Float16), cutlass.dtype("Float16").
  if ((name == "dtype" || name == "torch_dtype") && a.size() == 1) {
    if (a[0].is(Kind::type)) return a[0];
    if (a[0].is(Kind::string))
      if (const auto* t = named_type(a[0].text)) return Value::of(Kind::type, algebra::to_string(*t));
    return a[0];
  }
  if (name == "is_available") return Value::boolean(true);
  if (name == "compile" && dotted.find("cute") != std::string::npos && !a.empty()) {
    auto compiled = library_object("Compiled");
    compiled.object->members["function"] = a[0];
    compiled.object->arguments = DslItems(a.begin() + 1, a.end());
    for (const auto& [n, v] : given.named) compiled.object->members["=" + n] = v;
    compiled_.push_back(compiled);
    return compiled;
  }
  if (name == "get_device_capability") return Value::tuple({Value::integer(9), Value::integer(0)});
  if (dotted.starts_with("torch.") || dotted.starts_with("cuda.") || dotted.starts_with("time.") || dotted.starts_with("os.") ||
      dotted.starts_with("sys."))
    return Value::computed();
  return std::nullopt;
}

}  // namespace app
