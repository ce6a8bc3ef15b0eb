// The DSL's functions of layouts and tensors, as expressions of the language.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"

namespace app {

using algebra::IntTuple;
using algebra::message;
using algebra::Message;

namespace {

bool has_basis(const IntTuple& t) {
  bool found = false;
  t.for_each_integer([&](algebra::Int i) { found |= i.basis != 0; });
  return found;
}

bool takes_whole_modes(const DslValue& v) {
  if (v.is(DslValue::Kind::none)) return true;
  return v.is_sequence() && std::ranges::any_of(*v.items, takes_whole_modes);
}

bool has_layouts(const DslValue& v) {
  if (v.is(DslValue::Kind::cute)) return true;
  return v.is_sequence() && std::ranges::any_of(*v.items, has_layouts);
}

/// Returns "smem_ptr[16b](unset)", printed between swizzle and layout for a layout in shared memory whose swizzle counts bytes, or "".
std::string unset_pointer_in(const algebra::Value& v) {
  if (std::holds_alternative<algebra::Tensor>(v)) return {};
  const auto printed = algebra::to_string(v, algebra::Marks::plain);
  const auto at = printed.find("smem_ptr["), end = printed.find("(unset)");
  return at == std::string::npos || end == std::string::npos || end < at ? std::string() : printed.substr(at, end + 7 - at);
}

/// Returns an attribute of a layout, a tensor or an atom; nullopt if it has none of that name.
using AttributeRow = Named<std::optional<DslValue>(DslInterpreter&, const DslValue& of, const algebra::Value&)>;

std::optional<DslValue> attribute_of_type(const DslValue& of, std::string_view name) {
  static constexpr Named<std::optional<DslValue>(const DslValue&)> rows[] = {
      {"__name__", [](const DslValue& v) { return std::optional(DslValue::of(DslValue::Kind::string, v.text)); }},
      {"width", [](const DslValue& v) {
         const auto* type = algebra::find_element_type(v.text);
         return type != nullptr ? std::optional(DslValue::integer(type->bits)) : std::nullopt;
       }}};
  const auto* row = row_in(rows, name);
  return row != nullptr ? row->run(of) : std::nullopt;
}

std::optional<DslValue> type_of_elements(DslInterpreter&, const DslValue& of, const algebra::Value& value) {
  const auto* tensor = std::get_if<algebra::Tensor>(&value);
  if (tensor == nullptr) return std::nullopt;
  return tensor->type ? DslValue::of(DslValue::Kind::type, algebra::to_string(*tensor->type))
                      : DslValue::unknown(message("the type of {}'s elements is not known", of.text));
}

std::optional<DslValue> type_of_copy(DslInterpreter&, const DslValue&, const algebra::Value& value) {
  const auto type_of = [](const auto& type) { return std::optional(DslValue::of(DslValue::Kind::type, algebra::to_string(*type))); };
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&value); copy != nullptr && copy->atom.type) return type_of(copy->atom.type);
  if (const auto* copy = std::get_if<algebra::CopyAtom>(&value); copy != nullptr && copy->type) return type_of(copy->type);
  return std::nullopt;
}

}  // namespace

const DslClass* DslInterpreter::library_class(std::string_view name) const {
  const auto at = library_module_->names.find(name);
  return at != library_module_->names.end() && at->second.is(Kind::klass) ? at->second.klass.get() : nullptr;
}

/// Returns the language's name of a DSL attribute from the table in assets/programs/cutlass.py, or "".
std::string DslInterpreter::called_in_language(std::string_view name) const {
  const auto at = library_module_->names.find("ATTRIBUTES");
  if (at == library_module_->names.end() || !at->second.is(Kind::dict)) return {};
  for (const auto& [dsl, ours] : *at->second.pairs)
    if (dsl.text == name) return ours.text;
  return {};
}

DslValue DslInterpreter::expression(const std::string& text) {
  auto value = entries_.evaluated(text);
  if (!value) return Value::unknown(value.error());
  if (const auto* t = std::get_if<IntTuple>(&*value); t != nullptr && !has_basis(*t)) return from_tuple(*t, text);
  if (const auto* t = std::get_if<algebra::Truth>(&*value)) {
    auto v = Value::boolean(t->holds);
    if (tracing() && of_thread(text)) origin_of(v).left = text;
    return v;
  }
  if (const auto* t = std::get_if<algebra::ElementType>(&*value)) return Value::of(Kind::type, algebra::to_string(*t));
  return Value::of(Kind::cute, text);
}

DslValue DslInterpreter::from_tuple(const IntTuple& t, const std::string& text) {
  if (t.is_underscore()) return Value::none();
  // A static number is the same for all threads, whatever it is read from.
  if (t.is_integer() && t.integer().is_static && tracing()) return Value::integer(t.integer().value);
  if (t.is_integer()) {
    auto v = Value::integer(t.integer().value, !t.integer().is_static, text);
    v.is_long = v.dynamic && t.integer().is_static.is_long();
    return v;
  }
  DslItems items;
  for (int i = 0; i < t.rank(); ++i) {
    auto part = text.size() > longest_text ? std::string() : fmt::format("get<{}>({})", i, text);
    items.push_back(from_tuple(t.mode(i), part));
  }
  auto v = Value::tuple(std::move(items));
  v.text = text;
  return v;
}

std::optional<algebra::Value> DslInterpreter::value_of(const Value& v) {
  const auto text = text_of(v);
  return text.empty() ? std::nullopt : entries_.value_of(text);
}

std::string DslInterpreter::text_of(const Value& v) {
  switch (v.kind) {
    case Kind::boolean: return v.number != 0 ? "_1" : "_0";
    case Kind::integer:
      if (!v.text.empty()) return v.text;
      if (v.dynamic) return fmt::format("{}{}", v.number, v.is_long ? "LL" : "");
      return v.number < 0 ? fmt::format("Int<{}>{{}}", v.number) : fmt::format("_{}", v.number);
    case Kind::none: return "_";
    case Kind::range:
    case Kind::tuple:
    case Kind::list: {
      if (!v.text.empty()) return v.text;
      if (const auto* lost = v.lost()) return lacking_ = *lost, std::string();
      if (v.is(Kind::range)) {
        const auto all = elements(v);
        return all ? text_of(Value::tuple(*all)) : std::string();
      }
      const bool tiler = has_layouts(v);
      std::string all;
      for (const auto& i : *v.items) {
        const auto part = text_of(i);
        if (part.empty()) return {};
        all += (all.empty() ? "" : ", ") + part;
        // ProgramEntries refuses a text longer than `longest`, so do not build it to its end.
        if (all.size() > 4 * ProgramEntries::longest) return lacking_ = Message("this is too long"), std::string();
      }
      if (tiler) return fmt::format("make_tile({})", all);
      return fmt::format("{}({})", v.items->size() == 1 ? "make_tuple" : "", all);
    }
    case Kind::cute:
    case Kind::type: return v.text;
    case Kind::object:
      // The swizzle of a composed layout.
      if (v.object->library == swizzle_of && v.object->members.contains("of"))
        return fmt::format("get_swizzle_portion({})", text_of(v.object->members.at("of")));
      lacking_ = message("{} has no value here", "an argument");
      return {};
    case Kind::unknown: lacking_ = v.why; return {};
    case Kind::symbol:
      lacking_ = v.text.empty() ? message("this depends on a value that is known only when the kernel runs")
                                : message("{} has no value here", v.text);
      return {};
    default: lacking_ = message("{} has no value here", "an argument"); return {};
  }
}

/// Returns numbers without underscores, as within the language's <> and in lists of modes.
std::string DslInterpreter::plain_text_of(const Value& v) {
  if (v.is_integer()) return std::to_string(v.number);
  if (!v.is_sequence()) return text_of(v);
  std::string all;
  for (const auto& i : *v.items) all += (all.empty() ? "" : ",") + plain_text_of(i);
  return all;
}

std::string DslInterpreter::call_of(std::string_view function, const std::vector<std::string>& arguments) {
  if (std::ranges::any_of(arguments, [](const auto& a) { return a.empty(); })) return {};
  return fmt::format("{}({})", function, fmt::join(arguments, ", "));
}

/// Returns the text of a call with these arguments, or "" if one of them has no text.
std::string DslInterpreter::call_text(std::string_view function, const Arguments& given) {
  std::vector<std::string> all;
  for (const auto& a : given.all) all.push_back(text_of(a));
  for (const auto& [name, a] : given.named) {
    if (has_word(places_of_calls, name)) continue;
    all.push_back(text_of(a));
  }
  return call_of(function, all);
}

DslValue DslInterpreter::layout_attribute(const Value& of, std::string_view name) {
  if (of.is(Kind::type)) return attribute_of_type(of, name).value_or(method_of(of, name));
  const auto value = value_of(of);
  if (!value) return Value::unknown(message("{} has no value here", of.text));
  const auto call = [&](std::string_view function) { return expression(fmt::format("{}({})", function, of.text)); };
  static const AttributeRow rows[] = {
      {"element_type", type_of_elements},
      {"value_type", type_of_copy},
      {"dtype",
       [](DslInterpreter& d, const Value& layout, const algebra::Value& held) {
         auto type = type_of_elements(d, layout, held);
         return type ? type : type_of_copy(d, layout, held);
       }},
      {"iterator",
       [](DslInterpreter& d, const Value& layout, const algebra::Value& held) {
         return std::holds_alternative<algebra::Tensor>(held) ? std::optional(d.iterator_of(layout)) : std::nullopt;
       }},
      {"memspace",
       [](DslInterpreter&, const Value&, const algebra::Value& held) {
         return std::holds_alternative<algebra::Tensor>(held) ? std::optional(Value::of(Kind::symbol, "memspace")) : std::nullopt;
       }},
      {"inner",
       [](DslInterpreter& d, const Value& layout, const algebra::Value& held) -> std::optional<Value> {
         if (!std::holds_alternative<algebra::ComposedLayout>(held) && !std::holds_alternative<algebra::ComposedFunction>(held))
           return std::nullopt;
         auto inner = d.library_object(std::string(swizzle_of));
         inner.object->members["of"] = layout;
         return inner;
       }},
      // The shape of the operation, not of the tile.
      {"shape_mnk",
       [](DslInterpreter&, const Value& layout, const algebra::Value& held) {
         const bool known =
             std::holds_alternative<algebra::TiledMma>(held) && layout.object && layout.object->members.contains("shape_mnk");
         return known ? std::optional(layout.object->members.at("shape_mnk")) : std::nullopt;
       }},
      {"op",
       [](DslInterpreter&, const Value& layout, const algebra::Value&) -> std::optional<Value> {
         if (!layout.object) return std::nullopt;
         auto op = Value::of(Kind::object);
         op.object = layout.object;
         return op;
       }},
  };
  if (const auto* row = row_in(rows, name))
    if (auto v = row->run(*this, of, *value)) return *v;
  if (const auto function = called_in_language(name); !function.empty()) return call(function);
  if (const auto* ours = library_class("Properties"))
    if (const auto* property = ours->find(name)) return this->call(*property, {{of}, {}});
  return method_of(of, name);
}

DslValue DslInterpreter::layout_method(const Value& of, std::string_view name, const Arguments& given) {
  if (of.is(Kind::type)) return Value::computed();
  const auto value = value_of(of);
  if (!value) return Value::unknown(message("{} has no value here", of.text));
  // A method from assets/programs/cutlass.py.
  if (const auto* ours = library_class("Methods"))
    if (const auto* method = ours->find(name)) {
      Arguments handed{{of}, given.named};
      handed.all.insert(handed.all.end(), given.all.begin(), given.all.end());
      return call(*method, std::move(handed));
    }
  if (name == "with") return of;
  if (algebra::function_named(std::string(name)) == nullptr) {
    trace_unknown_call(name, given, &of);
    return Value::unknown(message("{} is not known here", name));
  }
  const auto text = call_text(fmt::format("{}.{}", of.text, name), given);
  if (text.empty()) return Value::unknown(lacking_);
  auto v = expression(text);
  if (v.is(Kind::cute)) v.object = of.object;
  return v;
}

DslValue DslInterpreter::layout_call(const Value& of, const Arguments& given) {
  const auto value = value_of(of);
  if (!value) return Value::unknown(message("{} has no value here", of.text));
  const bool tensor = std::holds_alternative<algebra::Tensor>(*value);
  if (given.find("[]") != nullptr && !tensor) {
    // layout[0] is a mode, layout[(None, 0)] a slice.
    const auto& i = given.all.front();
    if (i.is_integer()) return expression(fmt::format("layout<{}>({})", i.number, of.text));
  }
  for (const auto& a : given.all)
    if (!a.is_known()) return a;
  const auto* t = std::get_if<algebra::Tensor>(&*value);
  const bool whole = std::ranges::any_of(given.all, takes_whole_modes);
  if (t != nullptr && !whole && !t->coordinate) {
    auto element = Value::computed();
    if (tracing())
      if (auto one = call_text(of.text, {given.all, {}}); !one.empty()) origin_of(element).loaded.push_back(std::move(one));
    return element;
  }
  if (std::holds_alternative<algebra::TiledMma>(*value) || std::holds_alternative<algebra::TiledCopy>(*value)) return of;
  const auto text = call_text(of.text, {given.all, {}});
  return text.empty() ? Value::unknown(lacking_) : expression(text);
}

/// Returns a pointer in a memory space such as "smem", to elements of `type` if that is a type.
DslValue DslInterpreter::pointer(std::string_view space, const Value* type) {
  auto p = library_object("Pointer");
  auto& m = p.object->members;
  m["space"] = Value::of(Kind::string, std::string(space));
  m["offset"] = Value::integer(0, true);
  if (type != nullptr && type->is(Kind::type)) m["dtype"] = *type;
  return p;
}

/// Returns a tensor's pointer: the tensor, its element type and its offset.
DslValue DslInterpreter::iterator_of(const Value& tensor) {
  const auto value = value_of(tensor);
  const auto* t = value ? std::get_if<algebra::Tensor>(&*value) : nullptr;
  if (t == nullptr) return Value::unknown(message("{} has no value here", tensor.text));
  if (t->coordinate) {
    auto start = library_object("Pointer");
    start.object->members["coordinate"] =
        Value::of(Kind::string, "ArithTuple" + algebra::to_string(*t->coordinate, algebra::Marks::underscores));
    return start;
  }
  using algebra::MemorySpace;
  const auto type = t->type ? Value::of(Kind::type, algebra::to_string(*t->type)) : Value{};
  auto p = pointer(t->memory == MemorySpace::shared      ? "smem"
                   : t->memory == MemorySpace::registers ? "rmem"
                   : t->memory == MemorySpace::tensor    ? "tmem"
                                                         : "gmem",
                   &type);
  auto& m = p.object->members;
  m["offset"] = Value::integer(t->offset, true);
  if (tracing()) {
    m["of"] = Value::of(Kind::string, tensor.text);
    m["of_offset"] = m["offset"];
  }
  if (t->swizzled_pointer) {
    // "Sw<3,4,3>_ptr+8192 o ..."
    const auto printed = algebra::to_string(*value, algebra::Marks::underscores);
    m["swizzle"] = Value::of(Kind::string, printed.substr(0, printed.find("_ptr")));
    m["offset"] = Value::integer(std::strtoll(printed.c_str() + printed.find("_ptr") + 4, nullptr, 10), true);
  }
  return p;
}

/// Returns "Sw<3,4,3>" for a swizzle, or for the composed layout that contains it, in bytes as for pointers.
std::string DslInterpreter::byte_swizzle(const Value& swizzle) {
  const bool inner = swizzle.is(Kind::object) && swizzle.object->library == swizzle_of && swizzle.object->members.contains("of");
  const auto value = value_of(inner ? swizzle.object->members.at("of") : swizzle);
  const auto printed = value ? algebra::to_string(*value, algebra::Marks::underscores) : std::string();
  return printed.starts_with("Sw<") ? printed.substr(0, printed.find('>') + 1) : std::string();
}

DslValue DslInterpreter::tensor_at(const Value& pointer, const std::string& layout) {
  if (layout.empty()) return Value::unknown(lacking_);
  if (!is_pointer(pointer))
    return pointer.is_known() ? Value::unknown(message("the memory that this pointer points to is not known")) : pointer;
  const auto& m = pointer.object->members;
  if (m.contains("coordinate")) return expression(fmt::format("{} o {}", m.at("coordinate").text, layout));
  const auto type = m.contains("dtype") ? m.at("dtype").text : "uint8_t";
  auto offset = m.contains("offset") ? m.at("offset").number : 0;
  // make_tensor(gA.iterator.align(16), gA.layout) is gA.
  if (tracing() && m.contains("of") && m.at("of_offset").number == offset) {
    const auto of = entries_.value_of(m.at("of").text);
    const auto* t = of ? std::get_if<algebra::Tensor>(&*of) : nullptr;
    const auto wanted = entries_.value_of(layout);
    const auto* plain = wanted ? std::get_if<algebra::Layout>(&*wanted) : nullptr;
    if (t != nullptr && plain != nullptr && !t->outer && t->layout == *plain && (!t->type || algebra::to_string(*t->type) == type))
      return expression(m.at("of").text);
  }
  // A tensor in memory that others share begins at its place in the structure.
  const auto memory = m.find(memory_key), begin = m.find(begin_key);
  const auto* whole = algebra::find_element_type(type);
  const auto bits = begin != m.end() ? begin->second.number * 8 : 0;
  const bool is_placed = whole != nullptr && bits % whole->bits == 0;
  if (tracing() && is_placed) offset += bits / whole->bits;
  const auto of_memory = [&](Value v) {
    if (tracing() && memory != m.end() && v.is(Kind::cute))
      origin_of(v).memory_of = is_placed ? memory->second.text : std::string(unknown_memory);
    if (const auto n = m.find(alignment_key); tracing() && n != m.end() && v.is(Kind::cute)) origin_of(v).alignment = n->second.number;
    if (tracing() && m.contains("of") && v.is(Kind::cute)) origin_of(v).memory_of = m.at("of").text;
    return v;
  };
  if (m.contains("swizzle")) {
    const auto* element = algebra::find_element_type(type);
    return of_memory(expression(fmt::format("make_tensor(make_smem_ptr<{}>(p){}, {} o smem_ptr[{}b](unset) o {})", type,
                                            offset != 0 ? fmt::format(" + {}", offset) : "", m.at("swizzle").text,
                                            element == nullptr ? 8 : element->bits, layout)));
  }
  return of_memory(expression(fmt::format("make_tensor(make_{}_ptr<{}>(p){}, {})", m.at("space").text, type,
                                          offset != 0 ? fmt::format(" + {}", offset) : "", layout)));
}

DslValue DslInterpreter::given_number(const std::string& name) {
  const auto entry = entries_.given(name, "0", line_, false);
  if (traces_ != nullptr && name.starts_with("threadIdx")) entries_.follow(entry);
  const auto n = entries_.integer_of(entry);
  return n ? Value::integer(*n, true, entry) : Value::unknown(message("{} has no value here", name));
}

/// Returns the target GPU, from `--set arch=sm_90a` or the window's field, as 901 for sm_90a, 900 for sm_90 and 902 for sm_90f.
DslValue DslInterpreter::architecture() {
  const auto* set = entries_.setting("arch");
  // A program that uses tensor memory is for Blackwell.
  std::string_view text = set != nullptr ? std::string_view(*set) : syntax_.source().find("tcgen05") != std::string::npos ? "100" : "90";
  if (set == nullptr) entries_.asked_for(entries_.given("arch", std::string(text), line_, true));
  if (text.starts_with("sm_")) text.remove_prefix(3);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || number < 50 || number > 999 || (!suffix.empty() && suffix != "a" && suffix != "f"))
    return Value::unknown(message("{} is not an architecture such as sm_90a", text));
  return Value::integer(10 * number + (suffix == "a" ? 1 : suffix == "f" ? 2 : 0));
}

/// A call of `language.NAME(...)`, with which assets/programs/cutlass.py implements functions of the DSL in the language.
struct DslInterpreter::Primitive {
  DslInterpreter& d;
  const Arguments& given;
  const DslItems& a = given.all;

  struct Row {
    std::string_view names;
    std::size_t least, most;  ///< number of positional arguments
    Value (*run)(const Primitive&);
  };
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  static std::span<const Row> of_anything();
  static std::span<const Row> of_known();
  static std::span<const Row> of_operations();

  Value of_text(const std::string& text) const { return text.empty() ? Value::unknown(d.lacking_) : d.expression(text); }
  Value called() const;
  Value recast() const;
};

/// Primitives that also accept unknown arguments.
std::span<const DslInterpreter::Primitive::Row> DslInterpreter::Primitive::of_anything() {
  static const Row rows[] = {
      {"step", 1, any,
       [](const Primitive& c) {
         if (c.d.tracing()) c.d.trace_step(c.a[0].text, {DslItems(c.a.begin() + 1, c.a.end()), c.given.named});
         return Value::computed();
       }},
      {"store", 2, 2,
       [](const Primitive& c) {
         if (c.d.tracing() && c.a[0].is(Kind::cute)) c.d.trace_store(c.a[0], Value::tuple({}), c.a[1]);
         return Value::computed();
       }},
      // The result has memory of its own, even if it has another tensor's layout.
      {"own", 1, 1,
       [](const Primitive& c) {
         auto v = c.a[0];
         if (c.d.tracing() && v.is(Kind::cute)) origin_of(v).memory_of = "_";
         return v;
       }},
      {"loaded", 1, 1,
       [](const Primitive& c) {
         auto v = Value::computed();
         if (c.d.tracing() && c.a[0].is(Kind::cute)) origin_of(v).loaded.push_back(c.a[0].text);
         return v;
       }},
      // One thread of each warp runs the block of the `with`.
      {"elect", 0, any, [](const Primitive& c) { return c.d.elected_ = c.d.elected_ || c.d.tracing(), Value::computed(); }},
      {"is_number", 1, 1, [](const Primitive& c) { return Value::boolean(c.a[0].is_integer()); }},
      // Uses a substitute in traces.
      {"stands_for", 2, 2, [](const Primitive& c) { return c.a[c.d.tracing() ? 1 : 0]; }},
      // Fields of an MMA (accumulation, scale factors), which all MMAs made of the same operation share.
      {"set_field", 3, 3,
       [](const Primitive& c) {
         if (!c.a[0].object) return Value::computed();
         auto& field = c.a[0].object->members["." + std::string(last_part(c.a[1].text))];
         field = c.a[2];
         if (c.d.tracing()) origin_of(field).lines.insert(c.d.call_.first);
         return Value::computed();
       }},
      {"field", 2, 2,
       [](const Primitive& c) {
         if (!c.a[0].object) return Value::none();
         const auto at = c.a[0].object->members.find("." + c.a[1].text);
         return at == c.a[0].object->members.end() ? Value::none() : at->second;
       }},
      // mbarriers for which the program provides no memory.
      {"mbarriers", 0, 0,
       [](const Primitive& c) {
         auto p = c.d.pointer("smem", nullptr);
         p.object->members["field"] = Value::of(Kind::string, fmt::format("line {}", c.d.tracing() ? c.d.call_.first : c.d.line_));
         return p;
       }},
  };
  return rows;
}

std::span<const DslInterpreter::Primitive::Row> DslInterpreter::Primitive::of_known() {
  static const Row rows[] = {
      {"call", 2, any, [](const Primitive& c) { return c.called(); }},
      // Text of the language that is not a value by itself: Step<_1,X>{}.
      {"word", 1, 1, [](const Primitive& c) { return Value::of(Kind::cute, c.a[0].text); }},
      // Whether a layout in shared memory still lacks its pointer.
      {"is_unset", 1, 1,
       [](const Primitive& c) {
         const auto v = c.d.value_of(c.a[0]);
         return Value::boolean(v && !unset_pointer_in(*v).empty());
       }},
      {"composed", 3, 3,
       [](const Primitive& c) {
         const bool inner = c.a[0].is(Kind::object) && c.a[0].object->members.contains("of");
         const auto of = inner ? c.d.value_of(c.a[0].object->members.at("of")) : std::nullopt;
         const auto unset = of ? unset_pointer_in(*of) : std::string();
         if (unset.empty() || !c.a[1].is_integer() || c.a[1].number != 0) return c.of_text(c.d.call_text("composition", c.given));
         const auto outer = c.d.text_of(c.a[2]);
         return c.of_text(outer.empty() ? outer : fmt::format("{} o {} o {}", c.d.byte_swizzle(c.a[0]), unset, outer));
       }},
      {"tensor_at", 2, 2, [](const Primitive& c) { return c.d.tensor_at(c.a[0], c.d.text_of(c.a[1])); }},
      {"pointer", 2, 2, [](const Primitive& c) { return c.d.pointer(c.a[1].text, &c.a[0]); }},
      {"recast_pointer", 3, 3, [](const Primitive& c) { return c.recast(); }},
      {"thread_number", 1, 1, [](const Primitive& c) { return c.d.given_number(c.a[0].text); }},
      {"launched", 1, 1,
       [](const Primitive& c) {
         static constexpr struct {
           std::string_view names;
           std::vector<std::int64_t> DslInterpreter::*sizes;
         } launched[] = {{"block", &DslInterpreter::block_}, {"grid", &DslInterpreter::grid_}};
         const auto* row = row_in(launched, c.a[0].text);
         const auto& sizes = row != nullptr ? c.d.*row->sizes : c.d.cluster_;
         DslItems all;
         for (std::size_t i = 0; i < 3; ++i) all.push_back(Value::integer(i < sizes.size() && sizes[i] > 0 ? sizes[i] : 1));
         return Value::tuple(std::move(all));
       }},
      {"is_static", 1, 1, [](const Primitive& c) { return Value::boolean(!c.a[0].dynamic); }},
      {"architecture", 0, any, [](const Primitive& c) { return c.d.architecture(); }},
      {"dynamic", 1, 1, [](const Primitive& c) { return c.a[0].as_dynamic(); }},
      {"computed", 0, any, [](const Primitive&) { return Value::computed(); }},
  };
  return rows;
}

/// Primitives for atoms and everything made of them.
std::span<const DslInterpreter::Primitive::Row> DslInterpreter::Primitive::of_operations() {
  static const Row rows[] = {
      {"mma_atom", 1, 1,
       [](const Primitive& c) {
         if (c.a[0].is(Kind::cute)) return c.a[0];
         const auto text = c.d.mma_atom(c.a[0]);
         if (text.empty()) return Value::unknown(c.d.lacking_);
         auto atom = Value::of(Kind::cute, text);
         atom.object = c.a[0].object;
         return atom;
       }},
      {"copy_atom", 3, 3,
       [](const Primitive& c) {
         auto atom = c.of_text(c.d.copy_atom(c.a[0], &c.a[1], &c.a[2]));
         if (atom.is(Kind::cute)) atom.object = c.a[0].object;
         return atom;
       }},
      {"tma_atom", 7, 7, [](const Primitive& c) { return c.d.tma_atom(c.a); }},
      {"is_of_thread", 1, 1,
       [](const Primitive& c) {
         const auto value = c.d.value_of(c.a[0]);
         const auto* copy = value ? std::get_if<algebra::TiledCopy>(&*value) : nullptr;
         return Value::boolean(copy != nullptr && copy->thread);
       }},
  };
  return rows;
}

/// call("make_tensor", (dtype,), layout) calls make_tensor<dtype>(layout).
DslValue DslInterpreter::Primitive::called() const {
  if (!a[0].is(Kind::string)) return Value::unknown(message("{} is not known here", "language.call"));
  auto function = a[0].text;
  if (a[1].is_sequence())
    for (const auto& i : *a[1].items)
      if (!i.is_known() || i.is_computed())
        return i.is_known() ? Value::unknown(message("this depends on a value that is known only when the kernel runs")) : i;
  if (a[1].is_sequence() && !a[1].items->empty()) function += fmt::format("<{}>", d.plain_text_of(a[1]));
  auto result = a.size() == 2 ? d.expression(function + "{}") : of_text(d.call_text(function, {DslItems(a.begin() + 2, a.end()), {}}));
  for (std::size_t i = 2; i < a.size() && result.is(Kind::cute) && !result.object; ++i)
    result.object = a[i].is(Kind::cute) ? a[i].object : nullptr;
  return result;
}

/// Returns a pointer with another swizzle and element type.
DslValue DslInterpreter::Primitive::recast() const {
  if (!a[0].is(Kind::object)) return Value::unknown(message("the memory that this pointer points to is not known"));
  auto moved = a[0];
  moved.object = d.made<DslObject>(*a[0].object);
  auto& m = moved.object->members;
  if (a[1].is(Kind::none)) m.erase("swizzle");
  else if (const auto bytes = d.byte_swizzle(a[1]); !bytes.empty()) m["swizzle"] = Value::of(Kind::string, bytes);
  else if (!d.truth(a[1]).value_or(true)) m.erase("swizzle");
  else return Value::unknown(message("the memory that this pointer points to is not known"));
  if (a[2].is(Kind::type)) {
    // Offsets count elements.
    const auto* from = m.contains("dtype") ? algebra::find_element_type(m["dtype"].text) : nullptr;
    const auto* to = algebra::find_element_type(a[2].text);
    if (from != nullptr && to != nullptr) m["offset"] = Value::integer(m["offset"].number * from->bits / to->bits, true);
    m["dtype"] = a[2];
  }
  return moved;
}

std::optional<DslValue> DslInterpreter::primitive(std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto run_of = [&](std::initializer_list<std::span<const Primitive::Row>> tables) -> std::optional<Value> {
    for (const auto table : tables)
      if (const auto* row = row_in(table, name); row != nullptr && a.size() >= row->least && a.size() <= row->most)
        return row->run({.d = *this, .given = given});
    return std::nullopt;
  };
  if (auto v = run_of({Primitive::of_anything()})) return v;
  for (const auto& v : a)
    if (!v.is_known()) return v;
  return run_of({Primitive::of_known(), Primitive::of_operations()});
}

/// Calls a function that has the same name and arguments in the language; nullopt if there is none.
std::optional<DslValue> DslInterpreter::layout_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  if (algebra::function_named(std::string(name)) == nullptr || !(dotted == name || dotted.starts_with("cut"))) return std::nullopt;
  Arguments handed;
  auto function = std::string(name);
  for (const auto& v : given.all) {
    if (!v.is_known()) return v;
    // An array of the host becomes a tensor of the DSL.
    handed.all.push_back(as_tensor(v));
  }
  for (const auto& [n, v] : given.named) {
    if (!v.is_known()) return v;
    // mode=[0, 1] becomes a template argument.
    if (n == "mode") function += fmt::format("<{}>", plain_text_of(v));
    else if (!has_word(places_of_calls, n)) handed.all.push_back(as_tensor(v));
  }
  const auto text = call_text(function, handed);
  if (text.empty()) return Value::unknown(lacking_);
  auto result = expression(text);
  // Whether coordinates are in range is decided in the running kernel.
  if (result.is(Kind::boolean)) result.dynamic = frame().on_device;
  if (result.is(Kind::cute) && !handed.all.empty() && handed.all.front().is(Kind::cute)) result.object = handed.all.front().object;
  return result;
}

DslValue DslInterpreter::library_call(const std::string& dotted, const Arguments& given) {
  const auto last = last_part(dotted);
  if (in_library_ > 0 && dotted.starts_with("language."))
    if (auto v = primitive(last, given)) return *v;
  // Copies, products and waits are traced as steps.
  const bool of_cute = dotted.starts_with("cut");
  if (tracing() && of_cute)
    if (const auto* steps = library_class("Steps"))
      if (const auto* step = steps->find(last)) return call(*step, given);
  if (const auto of_python = of_python_module(dotted)) return call(*of_python, given);
  // A function, a class or a method of a class from assets/programs/cutlass.py.
  if (const auto at = library_module_->names.find(last); at != library_module_->names.end()) {
    auto v = call(at->second, given);
    // A layout of numbers known only at run time is unknown, with that reason.
    if (v.is_computed() && in_library_ == 0 && !tracing() && last.find("layout") != std::string::npos)
      return Value::unknown(message("this depends on a value that is known only when the kernel runs"));
    return v;
  }
  if (const auto dot = dotted.rfind('.'); dot != std::string::npos)
    if (const auto at = library_module_->names.find(last_part(std::string_view(dotted).substr(0, dot)));
        at != library_module_->names.end() && at->second.is(Kind::klass))
      if (at->second.klass->find(last) != nullptr) return call(attribute(at->second, std::string(last)), given);
  if (auto v = host_function(last, dotted, given)) return *v;
  if (auto v = python_function(last, dotted, given)) return *v;
  if (auto v = layout_function(last, dotted, given)) return *v;
  // An operation, from which an atom is made.
  if (last.ends_with("Op")) {
    auto op = library_object(dotted);
    op.object->arguments = given.all;
    for (const auto& [n, v] : given.named) op.object->members[n] = v;
    // The number of repetitions of a copy to or from tensor memory.
    if (!given.all.empty() && (last.starts_with("Ld") || last.starts_with("St"))) op.object->members.emplace("repeat", given.all.front());
    return op;
  }
  trace_unknown_call(last, given);
  // Names that suggest a layout are reported as unknown. Pipelines, barriers and arithmetic give no layouts.
  static constexpr std::array<std::string_view, 12> others{"torch",   "time",          "os",       "sys",    "numpy",  "np", "cuda",
                                                           "logging", "cutlass_torch", "warnings", "typing", "inspect"};
  const auto first = std::string_view(dotted).substr(0, dotted.find('.'));
  const bool of_dsl = has_word("cutlass cute", first);
  for (const std::string_view word : {"layout", "tensor", "tile", "partition", "fragment", "tiled", "shape", "tma_"})
    if (of_dsl && dotted.find(word) != std::string::npos) return Value::unknown(message("{} is not known here", dotted));
  if (of_dsl && tracing()) {
    auto v = Value::computed();
    for (const auto& g : given.all) v = following(std::move(v), {&g});
    return v;
  }
  ++doubts_;
  // Functions of Python's own modules may return anything.
  static constexpr std::array<std::string_view, 11> own{"collections", "itertools", "functools", "operator", "fractions", "decimal",
                                                        "statistics",  "heapq",     "bisect",    "copy",     "math"};
  if (std::ranges::find(own, first) != own.end()) {
    lose(given, not_read(dotted));
    return Value::unknown(not_read(dotted));
  }
  if (of_dsl || std::ranges::find(others, first) != others.end() || (!last.empty() && last[0] >= 'A' && last[0] <= 'Z'))
    return Value::computed();
  // It may change its arguments.
  lose(given, message("line {}: the effect of {} is not known", line_, dotted));
  return Value::unknown(message("{} is not known here", dotted));
}

}  // namespace app
