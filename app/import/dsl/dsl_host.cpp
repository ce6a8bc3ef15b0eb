// The host's side: arrays of torch and their views, the command line's arguments, shared memory, modules.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "algebra/layout/rounding.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

namespace {

/// f16 of torch.float16, of "Float16" and of cutlass.Float16; null if it names no type of elements.
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

/// What a setting says: a tuple, a number, a word, a type, or an expression of the language. `type`: what converts it.
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

/// Returns how many bytes behind the beginning of its structure a field lies; nothing where that is not known.
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

/// Notes where a field of a structure lies: the alignment that is promised, and of a structure that is made at a pointer the memory that it
/// leads to, which other structures may have, too.
void DslInterpreter::note_place(Value& field, const Value& storage, const std::string& name) {
  if (!storage.object->of) return;
  const auto& given = storage.object->arguments;
  const bool at_pointer = !given.empty() && given.front().is(Kind::object) && given.front().object->library == "Pointer";
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
  note_place(field, storage, name);
  return field;
}

std::optional<DslValue> DslInterpreter::host_attribute(const Value& of, std::string_view name) {
  if (of.is(Kind::symbol)) {
    // cutlass.Float32, torch.float16.
    if (name.empty()) return std::nullopt;
    const bool types = of.text == "torch" || of.text.starts_with("cutlass") || of.text.starts_with("cute") || of.text == "cutlass_dsl";
    if (types && (of.text == "torch" || (name[0] >= 'A' && name[0] <= 'Z')))
      if (const auto* t = named_element(name)) return Value::of(Kind::type, algebra::to_string(*t));
    if (const auto* ours = library_class(last_part(of.text)))
      if (const auto* member = ours->find(name); member != nullptr && !member->is(Kind::function)) return *member;
    return std::nullopt;
  }
  if (!of.is(Kind::object)) return std::nullopt;
  auto& m = of.object->members;
  const auto& library = of.object->library;
  if (is_array(of)) {
    if (name == "ndim") return Value::integer(static_cast<std::int64_t>(m["shape"].items->size()));
    if (name == "T" || name == "mT" || name == "H" || name == "mH") return host_method(of, "t", {});
    if (name == "nbytes") return binary("*", *host_method(of, "numel", {}), *host_method(of, "element_size", {}));
    if (name == "element_type") return m["dtype"];
    if (name == "iterator") return pointer("gmem", &m["dtype"]);
    // What the DSL has made a tensor of.
    if (m.contains("dynamic_shape") && (name == "stride" || name == "layout" || name == "leading_dim" || name == "shape")) {
      const auto tensor = as_tensor(of);
      return tensor.is_known() ? attribute(tensor, std::string(name)) : tensor;
    }
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
  if (is_array(of)) return array_method(of, name, given);
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
    // The compiler promises an allocation the alignment that the program asks for, or that of its elements, and no more.
    const auto align = [&](Value& range, const Value* asked) {
      const auto element = range.object->arguments.empty() ? std::nullopt : room_of(range.object->arguments[0]);
      if (!tracing() || !element || (asked != nullptr && !asked->is_integer())) return;
      range.object->members[alignment_key] = Value::integer(std::max(element->alignment, asked != nullptr ? asked->number : 1));
    };
    if (name == "allocate_tensor") {
      const auto *type = given.at(0, "element_type"), *layout = given.at(1, "layout"), *swizzle = given.at(3, "swizzle");
      if (type == nullptr || layout == nullptr) return Value::unknown(message("{} needs two arguments", name));
      auto range = library_object("MemRange");
      range.object->arguments = {*type};
      align(range, given.at(2, "byte_alignment"));
      Arguments as{{*layout}, {}};
      if (swizzle != nullptr) as.named.emplace_back("swizzle", *swizzle);
      return host_method(range, "get_tensor", as);
    }
    if (name == "allocate_array") {
      auto range = library_object("MemRange");
      range.object->arguments = a;
      align(range, given.find("byte_alignment"));
      if (tracing()) range.object->members["field"] = Value::of(Kind::string, fmt::format("line {}", line_));
      return host_method(range, "data_ptr", {});
    }
    if (name == "allocate") {
      const auto* alignment = given.at(1, "byte_alignment");
      if (!a.empty() && a[0].is(Kind::klass)) {
        auto structure = make_object(a[0].klass, {});
        if (tracing() && alignment != nullptr && alignment->is_integer()) structure.object->members[alignment_key] = *alignment;
        return structure;
      }
      auto range = library_object("MemRange");
      range.object->arguments = {Value::of(Kind::type, "u8")};
      align(range, alignment);
      if (tracing()) range.object->members[memory_key] = Value::of(Kind::string, fmt::format("@allocation:{}", ++allocations_));
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
    for (const std::string key : {"field", alignment_key, memory_key, begin_key})
      if (const auto known = o.members.find(key); known != o.members.end()) p.object->members[key] = known->second;
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
    if (name == "align" && tracing() && !a.empty()) {
      // The pointer is moved up to a multiple, by what is not known.
      auto aligned = of;
      aligned.object = made<DslObject>(o);
      auto& m = aligned.object->members;
      const auto before = m.find(alignment_key);
      const bool stays = a[0].is_integer() && a[0].number > 0 && before != m.end() && before->second.number % a[0].number == 0;
      if (m.contains(memory_key) && !stays) m[memory_key] = Value::of(Kind::string, std::string(unknown_memory));
      if (a[0].is_integer()) m[alignment_key] = a[0];
      else m.erase(alignment_key);
      return aligned;
    }
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
  if (auto made = array_function(name, dotted, given)) return made;
  if (name == "from_dlpack") {
    if (!a.empty() && !a[0].is_known()) return a[0];
    if (a.empty() || !is_array(a[0])) return Value::unknown(message("the shape of this tensor is not known"));
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
      if (const auto* t = named_element(a[0].text)) return Value::of(Kind::type, algebra::to_string(*t));
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
