// The host's side: arrays of torch and their views, command line arguments, shared memory, modules.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "algebra/layout/rounding.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

namespace {

/// Returns the element type f16 for torch.float16, "Float16" and cutlass.Float16, or null.
const algebra::ElementType* named_element(std::string_view word) {
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

/// Returns the value of a setting: a tuple, a number, a word, a type, or an expression of the language. `type`: a converting function, or
/// null.
DslValue DslInterpreter::from_setting(const std::string& text, const Value* type) {
  if (type != nullptr && type->is(Kind::function)) return call(*type, {{Value::of(Kind::string, text)}, {}});
  const auto& tree = parsed(text + "\n");
  Value v;
  if (!tree.roots().empty() && !tree.roots().front().has_error())
    if (const auto statements = tree.roots().front().children(); statements.size() == 1 && !statements.front().children().empty())
      v = evaluate(statements.front().children().front());
  if (v.is_known() && !v.is(Kind::symbol)) return v;
  if (const auto* t = named_element(text)) return Value::of(Kind::type, algebra::to_string(*t));
  if (type == nullptr || type->text != "str")
    if (auto e = expression(text); e.is_known()) return e;
  return Value::of(Kind::string, text);
}

/// Returns the namespace of parse_args: the defaults of add_argument, overridden by settings.
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
    // The sizes that the program receives.
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

/// Returns the size and alignment of a field, or of a structure with all its fields.
std::optional<DslInterpreter::Room> DslInterpreter::room_of(const Value& type) {
  if (type.is(Kind::type)) {
    const auto* t = algebra::find_element_type(type.text);
    return t == nullptr ? std::nullopt : std::optional(Room{(t->bits + 7) / 8, (t->bits + 7) / 8, t->bits});
  }
  if (type.is(Kind::klass) && type.klass->is_storage) {
    Room whole{0, 1, 0};
    for (const auto& field : type.klass->fields) {
      const auto room = room_of(type.klass->field_types.at(field));
      if (!room) return std::nullopt;
      whole.bytes = algebra::round_up(whole.bytes, room->alignment) + room->bytes,
      whole.alignment = std::max(whole.alignment, room->alignment);
    }
    whole.bytes = algebra::round_up(whole.bytes, whole.alignment);
    return whole;
  }
  if (!type.is(Kind::object) || type.object->arguments.size() < 2 || !type.object->arguments[1].is_integer()) return std::nullopt;
  const auto& of = type.object->arguments;
  auto room = room_of(of[0]);
  const auto number = of[1].number;
  if (!room || number < 0 || number > (std::int64_t{1} << 32)) return std::nullopt;
  if (type.object->library == aligned_object) {
    if (number < 1) return std::nullopt;
    room->alignment = std::max(room->alignment, number);
    return room;
  }
  if (type.object->library != range_object) return std::nullopt;
  room->bytes = room->bits != 0 ? (number * room->bits + 7) / 8 : number * room->bytes;
  room->bits = 0;
  return room;
}

/// Returns a field's offset in its structure, in bytes; nullopt if it is unknown.
std::optional<std::int64_t> DslInterpreter::offset_of(const DslClass& structure, const std::string& field) {
  std::int64_t offset = 0;
  for (const auto& name : structure.fields) {
    const auto room = room_of(structure.field_types.at(name));
    if (!room) return std::nullopt;
    offset = algebra::round_up(offset, room->alignment);
    if (name == field) return offset;
    offset += room->bytes;
  }
  return std::nullopt;
}

/// Records a field's guaranteed alignment and, for a structure made at a pointer, the memory that it shares with others at that pointer.
void DslInterpreter::note_place(Value& field, const Value& storage, const std::string& name) {
  if (!storage.object->of) return;
  const auto& given = storage.object->arguments;
  const bool at_pointer = !given.empty() && is_pointer(given.front());
  const auto& base = at_pointer ? given.front().object->members : storage.object->members;
  const auto number = [&](const char* key) {
    const auto at = base.find(key);
    return at != base.end() ? at->second.number : 0;
  };
  const auto memory = base.find(memory_key);
  auto& m = field.object->members;
  auto type = Value::of(Kind::klass);
  type.klass = storage.object->of;
  const auto whole = room_of(type);
  const auto behind = offset_of(*type.klass, name);
  const auto* element = at_pointer && base.contains("dtype") ? algebra::find_element_type(base.at("dtype").text) : nullptr;
  const auto moved = at_pointer ? number("offset") : 0;
  if (!whole || !behind || (moved != 0 && element == nullptr)) {
    if (memory != base.end()) m[memory_key] = Value::of(Kind::string, std::string(unknown_memory));
    return;
  }
  const auto begin = moved != 0 ? moved * element->bits / 8 : 0;
  m[alignment_key] = Value::integer(std::gcd(std::max(whole->alignment, std::gcd(number(alignment_key), begin)), *behind));
  if (memory == base.end()) return;
  m[memory_key] = memory->second;
  m[begin_key] = Value::integer(number(begin_key) + begin + *behind);
}

DslValue DslInterpreter::structure_of(const Value& storage, const std::string& name, const Value& type) {
  auto field = make_object(type.klass, {});
  if (tracing()) note_place(field, storage, name);
  return field;
}

DslValue DslInterpreter::field_of(const Value& storage, const std::string& name, const Value& type) {
  if (!tracing()) return type;
  auto field = type;
  if (type.is(Kind::object)) {
    field.object = made<DslObject>(*type.object);
    // The alignment applies to the range.
    if (type.object->library == aligned_object && !type.object->arguments.empty())
      return field_of(storage, name, type.object->arguments[0]);
  } else if (type.is(Kind::type)) {
    // A single element.
    field = library_object("MemRange");
    field.object->arguments = {type};
  } else {
    return type;
  }
  field.object->members["field"] = Value::of(Kind::string, name);
  note_place(field, storage, name);
  return field;
}

/// An access to a method or attribute of a library object.
struct DslInterpreter::HostCall {
  DslInterpreter& d;
  const Value& of;
  std::string_view name;
  const Arguments& given;
  const DslItems& a = given.all;
  DslObject& o = *of.object;
  DslNames& m = o.members;

  struct Row {
    std::string_view object, names;  ///< "": any other name of that object
    std::optional<Value> (*run)(const HostCall&);
  };
  static std::span<const Row> attributes();
  static std::span<const Row> methods();
  std::optional<Value> run_in(std::span<const Row> table) const {
    const auto at =
        std::ranges::find_if(table, [&](const Row& r) { return r.object == o.library && (r.names.empty() || has_word(r.names, name)); });
    return at != table.end() ? at->run(*this) : std::nullopt;
  }

  std::optional<Value> method(const Value& object, std::string_view method, const Arguments& with = {}) const {
    return d.host_method(object, method, with);
  }
  Value needs_two() const { return Value::unknown(message("{} needs two arguments", name)); }
  /// The compiler guarantees only the alignment that the program requests, or that of the elements.
  void align(Value& range, const Value* asked) const {
    const auto element = range.object->arguments.empty() ? std::nullopt : room_of(range.object->arguments[0]);
    if (!d.tracing() || !element || (asked != nullptr && !asked->is_integer())) return;
    range.object->members[alignment_key] = Value::integer(std::max(element->alignment, asked != nullptr ? asked->number : 1));
  }
  Value range(DslItems arguments, const Value* alignment) const {
    auto v = d.library_object("MemRange");
    v.object->arguments = std::move(arguments);
    align(v, alignment);
    return v;
  }
  Value add_argument() const;
  Value allocate() const;
  Value aligned() const;
  Value start_of_range() const;
  Value tensor_of_range() const;
};

std::span<const DslInterpreter::HostCall::Row> DslInterpreter::HostCall::attributes() {
  static const Row rows[] = {
      {"Array", "ndim",
       [](const HostCall& c) { return std::optional(Value::integer(static_cast<std::int64_t>(c.m["shape"].items->size()))); }},
      {"Array", "T mT H mH", [](const HostCall& c) { return c.method(c.of, "t"); }},
      {"Array", "nbytes",
       [](const HostCall& c) {
         return std::optional(c.d.binary(Operator::multiply, *c.method(c.of, "numel"), *c.method(c.of, "element_size")));
       }},
      {"Array", "element_type", [](const HostCall& c) { return std::optional(c.m["dtype"]); }},
      {"Array", "iterator", [](const HostCall& c) { return std::optional(c.d.pointer("gmem", &c.m["dtype"])); }},
      // The DSL's view of an array that was marked for it.
      {"Array", "stride layout leading_dim shape",
       [](const HostCall& c) -> std::optional<Value> {
         if (!c.m.contains("dynamic_shape")) return std::nullopt;
         const auto tensor = c.d.as_tensor(c.of);
         return tensor.is_known() ? c.d.attribute(tensor, std::string(c.name)) : tensor;
       }},
      {"Array", "device is_cuda", [](const HostCall&) { return std::optional(Value::of(Kind::symbol, "torch.device")); }},
      {"Pointer", "dtype value_type", [](const HostCall& c) { return std::optional(c.m["dtype"]); }},
      {"Pointer", "type", [](const HostCall&) { return std::optional(Value::of(Kind::symbol, "a pointer's type")); }},
      {swizzle_of, "type", [](const HostCall& c) { return std::optional(c.of); }},
      {"MemRange", "ptr", [](const HostCall& c) { return c.method(c.of, "data_ptr"); }},
  };
  return rows;
}

std::optional<DslValue> DslInterpreter::host_attribute(const Value& of, std::string_view name) {
  if (of.is(Kind::symbol)) {
    // cutlass.Float32, torch.float16.
    if (name.empty()) return std::nullopt;
    const bool of_torch = of.text == "torch";
    const bool of_dsl = of.text.starts_with("cutlass") || of.text.starts_with("cute");
    if (of_torch || (of_dsl && name[0] >= 'A' && name[0] <= 'Z'))
      if (const auto* t = named_element(name)) return Value::of(Kind::type, algebra::to_string(*t));
    if (const auto* ours = library_class(last_part(of.text)))
      if (const auto* member = ours->find(name); member != nullptr && !member->is(Kind::function)) return *member;
    return std::nullopt;
  }
  if (!of.is(Kind::object) || (of.object->library == array_object && !is_array(of))) return std::nullopt;
  return HostCall{.d = *this, .of = of, .name = name, .given = {}}.run_in(HostCall::attributes());
}

std::span<const DslInterpreter::HostCall::Row> DslInterpreter::HostCall::methods() {
  static const Row rows[] = {
      {"ArgumentParser", "add_argument", [](const HostCall& c) { return std::optional(c.add_argument()); }},
      {"ArgumentParser", "parse_args", [](const HostCall& c) { return std::optional(c.d.parsed_arguments(c.of)); }},
      {"ArgumentParser", "parse_known_args",
       [](const HostCall& c) {
         return std::optional(Value::tuple({c.d.parsed_arguments(c.of), Value::list({})}));
       }},
      {"ArgumentParser", "add_argument_group add_mutually_exclusive_group", [](const HostCall& c) { return std::optional(c.of); }},
      {"ArgumentParser", "error",
       [](const HostCall& c) -> std::optional<Value> {
         throw Raised{message("line {} raises an exception for these arguments", c.d.line_), c.d.line_};
       }},
      {"ArgumentParser", "", [](const HostCall&) { return std::optional(Value::none()); }},
      {"SmemAllocator", "allocate_tensor",
       [](const HostCall& c) -> std::optional<Value> {
         const auto *type = c.given.at(0, "element_type"), *layout = c.given.at(1, "layout"), *swizzle = c.given.at(3, "swizzle");
         if (type == nullptr || layout == nullptr) return c.needs_two();
         Arguments as{{*layout}, {}};
         if (swizzle != nullptr) as.named.emplace_back("swizzle", *swizzle);
         return c.method(c.range({*type}, c.given.at(2, "byte_alignment")), "get_tensor", as);
       }},
      {"SmemAllocator", "allocate_array",
       [](const HostCall& c) {
         const auto range = c.range(c.a, c.given.find("byte_alignment"));
         if (c.d.tracing()) range.object->members["field"] = Value::of(Kind::string, fmt::format("line {}", c.d.line_));
         return c.method(range, "data_ptr");
       }},
      {"SmemAllocator", "allocate", [](const HostCall& c) { return std::optional(c.allocate()); }},
      // The aligned range.
      {"Align", "",
       [](const HostCall& c) {
         const bool known = !c.o.arguments.empty() && c.o.arguments[0].is(Kind::object);
         return known ? c.method(c.o.arguments[0], c.name, c.given) : std::nullopt;
       }},
      {"Launch", "launch", [](const HostCall& c) { return std::optional(c.d.launch(c.of, c.given)); }},
      {"MemRange", "data_ptr", [](const HostCall& c) { return std::optional(c.start_of_range()); }},
      {"MemRange", "get_tensor", [](const HostCall& c) { return std::optional(c.tensor_of_range()); }},
      {"Pointer", "align", [](const HostCall& c) { return std::optional(c.d.tracing() && !c.a.empty() ? c.aligned() : c.of); }},
      {"Pointer", "to_llvm_ptr", [](const HostCall& c) { return std::optional(c.of); }},
      {"Pointer", "toint", [](const HostCall&) { return std::optional(Value::computed()); }},
  };
  return rows;
}

DslValue DslInterpreter::HostCall::add_argument() const {
  auto argument = d.library_object("Argument");
  argument.object->arguments = a;
  for (const auto& [n, v] : given.named) argument.object->members[n] = v;
  argument.object->members["=line"] = Value::integer(static_cast<std::int64_t>(d.line_));
  if (!m.contains("arguments")) m["arguments"] = Value::list({});
  m["arguments"].items->push_back(argument);
  return Value::none();
}

/// Allocates a structure in shared memory, or a number of bytes.
DslValue DslInterpreter::HostCall::allocate() const {
  const auto* alignment = given.at(1, "byte_alignment");
  if (!a.empty() && a[0].is(Kind::klass)) {
    auto structure = d.make_object(a[0].klass, {});
    if (d.tracing() && alignment != nullptr && alignment->is_integer()) structure.object->members[alignment_key] = *alignment;
    return structure;
  }
  const auto bytes = range({Value::of(Kind::type, "u8")}, alignment);
  if (d.tracing()) bytes.object->members[memory_key] = Value::of(Kind::string, fmt::format("@allocation:{}", ++d.allocations_));
  return *method(bytes, "data_ptr");
}

/// Returns a pointer rounded up to a multiple, by an unknown distance.
DslValue DslInterpreter::HostCall::aligned() const {
  auto moved = of;
  moved.object = d.made<DslObject>(o);
  auto& members = moved.object->members;
  const auto before = members.find(alignment_key);
  const bool stays = a[0].is_integer() && a[0].number > 0 && before != members.end() && before->second.number % a[0].number == 0;
  if (members.contains(memory_key) && !stays) members[memory_key] = Value::of(Kind::string, std::string(unknown_memory));
  if (a[0].is_integer()) members[alignment_key] = a[0];
  else members.erase(alignment_key);
  return moved;
}

DslValue DslInterpreter::HostCall::start_of_range() const {
  auto p = d.pointer("smem", o.arguments.empty() ? nullptr : &o.arguments[0]);
  for (const std::string key : {"field", alignment_key, memory_key, begin_key})
    if (const auto known = m.find(key); known != m.end()) p.object->members[key] = known->second;
  return p;
}

DslValue DslInterpreter::HostCall::tensor_of_range() const {
  const auto p = start_of_range();
  const auto *layout = given.at(0, "layout"), *swizzle = given.at(1, "swizzle"), *type = given.at(2, "dtype");
  if (layout == nullptr) return needs_two();
  if (!layout->is_known()) return *layout;
  if (type != nullptr && type->is(Kind::type)) p.object->members["dtype"] = *type;
  const auto text = d.text_of(*layout);
  if (swizzle != nullptr && !swizzle->is(Kind::none)) {
    if (!swizzle->is_known()) return *swizzle;
    const auto bytes = d.byte_swizzle(*swizzle);
    if (bytes.empty()) return Value::unknown(message("the memory that this pointer points to is not known"));
    p.object->members["swizzle"] = Value::of(Kind::string, bytes);
  }
  return d.tensor_at(p, text);
}

std::optional<DslValue> DslInterpreter::host_method(const Value& of, std::string_view name, const Arguments& given) {
  // A structure in shared memory, whose fields are made on access.
  if (of.object->of) return has_word("size_in_bytes data_ptr", name) ? std::optional(Value::computed()) : std::nullopt;
  if (is_array(of)) return array_method(of, name, given);
  return HostCall{.d = *this, .of = of, .name = name, .given = given}.run_in(HostCall::methods());
}

std::optional<DslValue> DslInterpreter::host_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  struct FunctionOfHost {
    std::string_view names;
    std::size_t least, most;  ///< number of positional arguments
    std::optional<Value> (*run)(DslInterpreter&, const std::string& dotted, const Arguments&);
  };
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  static const FunctionOfHost rows[] = {
      {"ArgumentParser SmemAllocator", 0, any,
       [](DslInterpreter& d, const std::string& of, const Arguments&) {
         return std::optional(d.library_object(std::string(last_part(of))));
       }},
      {"from_dlpack", 0, any,
       [](DslInterpreter& d, const std::string&, const Arguments& g) -> std::optional<Value> {
         const auto& a = g.all;
         if (!a.empty() && !a[0].is_known()) return a[0];
         if (a.empty() || !is_array(a[0])) return Value::unknown(message("the shape of this tensor is not known"));
         auto v = d.library_object(std::string(array_object));
         v.object->members = a[0].object->members;
         const auto rank = v.object->members["shape"].items->size();
         v.object->members["dynamic_shape"] = Value::tuple(DslItems(rank, Value::boolean(false)));
         v.object->members["dynamic_strides"] = Value::tuple(DslItems(rank, Value::boolean(false)));
         return v;
       }},
      // cutlass.torch.dtype(cutlass.Float16), cutlass.dtype("Float16").
      {"dtype torch_dtype", 1, 1,
       [](DslInterpreter&, const std::string&, const Arguments& g) -> std::optional<Value> {
         const auto* t = g.all[0].is(Kind::string) ? named_element(g.all[0].text) : nullptr;
         return t != nullptr ? Value::of(Kind::type, algebra::to_string(*t)) : g.all[0];
       }},
      {"is_available", 0, any, [](DslInterpreter&, const std::string&, const Arguments&) { return std::optional(Value::boolean(true)); }},
      {"compile", 1, any,
       [](DslInterpreter& d, const std::string& of, const Arguments& g) -> std::optional<Value> {
         if (of.find("cute") == std::string::npos) return std::nullopt;
         auto compiled = d.library_object("Compiled");
         compiled.object->members["function"] = g.all[0];
         compiled.object->arguments = DslItems(g.all.begin() + 1, g.all.end());
         for (const auto& [n, v] : g.named) compiled.object->members["=" + n] = v;
         d.compiled_.push_back(compiled);
         return compiled;
       }},
      {"get_device_capability", 0, any,
       [](DslInterpreter&, const std::string&, const Arguments&) {
         return std::optional(Value::tuple({Value::integer(9), Value::integer(0)}));
       }},
  };
  if (auto made = array_function(name, dotted, given)) return made;
  if (const auto* row = row_in(rows, name); row != nullptr && given.all.size() >= row->least && given.all.size() <= row->most)
    if (auto v = row->run(*this, dotted, given)) return v;
  static constexpr std::string_view computing[] = {"torch.", "cuda.", "time.", "os.", "sys."};
  const bool computes = std::ranges::any_of(computing, [&](std::string_view module) { return dotted.starts_with(module); });
  return computes ? std::optional(Value::computed()) : std::nullopt;
}

}  // namespace app
