// The memory behind pointers while a kernel is traced: two tensors made at one array are two views of it, and a barrier passed to a
// function is the caller's.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"

namespace app {
namespace {

constexpr std::int64_t most_shared = 1 << 20;

/// Returns whether a function's result points to the same memory as its object or only argument.
bool leads_to_the_same(std::string_view function) {
  constexpr std::array<std::string_view, 3> methods{"data", "begin", "get"};
  return std::ranges::find(methods, function) != methods.end() || function.ends_with("_cast") || function.ends_with("_ptr");
}

/// Returns whether a type is one that mbarriers mostly have, which are used by functions of their own.
bool may_be_barriers(std::string_view type) {
  const auto* element = algebra::find_element_type(type);
  return element != nullptr && algebra::to_string(*element) == "u64";
}

}  // namespace

/// Returns the name of the memory of an array that a kernel declares.
std::string CppInterpreter::name_of_memory(std::string_view array, std::size_t line) { return fmt::format("@{}:{}", array, line); }

/// Records a __shared__ array if its extents and element type are known.
void CppInterpreter::share_array(const CppValue& pointer, SyntaxNode of, const std::vector<SyntaxNode>& sizes, std::string_view name,
                                 std::size_t line) {
  SharedArray a{.name = std::string(name), .section = frame().section, .type = element_type_of(of), .line = line, .extents = {}};
  std::int64_t count = 1, alignment = 1;
  const auto each = !a.type.empty()               ? bytes_of(CppValue::of_type(a.type), &alignment)
                    : of.text().ends_with("char") ? std::optional<std::int64_t>(1)
                                                  : std::nullopt;
  // extern __shared__ float memory[] has the bytes of the launch, or else the most that a block can have.
  const bool of_launch = sizes.size() == 1 && !sizes[0];
  const auto given = of_launch && shared_bytes_ ? algebra::number_of(*shared_bytes_) : std::nullopt;
  for (const auto& size : sizes) {
    const auto n = size                ? same_for_all(argument(size))
                   : of_launch && each ? std::optional(given.value_or(algebra::most_shared_bytes) / *each)
                                       : std::nullopt;
    if (!n || *n < 1 || *n > most_shared || count > most_shared) return;
    a.extents.push_back(*n);
    count *= *n;
  }
  if (each) {
    auto& bytes = array_bytes_[pointer.memory_of];
    bytes = std::max(bytes, count * *each);
  }
  if (a.type.empty() || may_be_barriers(a.type)) return;
  shared_arrays_.insert_or_assign(pointer.memory_of, std::move(a));
}

/// Binds a __shared__ number, which has no known value because each thread may write it. Returns false if it may be a barrier.
bool CppInterpreter::share_number(std::string_view name, SyntaxNode of, std::size_t line) {
  const auto type = element_type_of(of);
  if (type.empty() || may_be_barriers(type)) return false;
  auto value = CppValue::unknown(message("{} is in shared memory, where any thread may change it", name));
  value.memory_of = name_of_memory(name, line);
  shared_arrays_.insert_or_assign(
      value.memory_of, SharedArray{.name = std::string(name), .section = frame().section, .type = type, .line = line, .extents = {}});
  auto variable = cpp_variable(std::move(value));
  variable->guarded = true;
  bind(name, std::move(variable));
  return true;
}

/// Returns the array in shared memory that x[i][j] or *x is an element of, or the number there; null for other nodes. `indices`: those of
/// the element, first dimension first; none for *x and numbers.
const std::pair<const std::string, CppInterpreter::SharedArray>* CppInterpreter::array_with(SyntaxNode node,
                                                                                            std::vector<SyntaxNode>& indices) {
  auto base = node;
  for (;;) {
    if (base.is("parenthesized_expression")) base = only(base);
    else if (base.is("subscript_expression")) {
      auto index = base["indices"] ? base["indices"] : base["index"];
      if (index.is("subscript_argument_list")) index = only(index);
      indices.insert(indices.begin(), index);
      base = base["argument"];
    } else break;
  }
  const bool pointed = base.is("pointer_expression") && base.text().starts_with('*') && indices.empty();
  if (pointed) base = base["argument"];
  const auto p = base.is("identifier") ? find(base.text()) : nullptr;
  if (p == nullptr) return nullptr;
  const auto it = shared_arrays_.find(p->value.memory_of);
  if (it == shared_arrays_.end() || p->value.bytes != 0) return nullptr;
  const bool is_array = p->value.is(Kind::pointer);
  const auto dimensions = it->second.extents.size();
  if (is_array != (dimensions > 0) || dimensions != (pointed ? 1 : indices.size())) return nullptr;
  return &*it;
}

bool CppInterpreter::is_in_array(SyntaxNode node) {
  std::vector<SyntaxNode> indices;
  return array_with(node, indices) != nullptr;
}

/// Returns an element of an array in shared memory, or a number there; nullopt for other nodes. Only now the array becomes a tensor of the
/// program, because arrays may be used solely through views.
std::optional<TracedArgument> CppInterpreter::accessed_in_array(SyntaxNode node) {
  std::vector<SyntaxNode> indices;
  const auto* found = array_with(node, indices);
  if (found == nullptr) return std::nullopt;
  const auto& [memory, a] = *found;
  auto element = traced(node, false);
  element.source = in_one_line(node.text(), 200);
  element.term = {};
  std::string shape, strides, at;
  std::int64_t stride = 1;
  for (auto i = a.extents.size(); i-- > 0; stride *= a.extents[i]) {
    shape = fmt::format("{}{}{}", a.extents[i], shape.empty() ? "" : ",", shape);
    strides = fmt::format("{}{}{}", stride, strides.empty() ? "" : ",", strides);
  }
  const auto layout = !a.extents.empty() ? fmt::format("({}):({})", shape, strides) : std::string("1:1");
  const auto entry = entries_.add({.function = a.section,
                                   .name = a.name,
                                   .text = fmt::format("make_tensor(make_smem_ptr<{}>(p), {})", a.type, layout),
                                   .line = a.line,
                                   .memory_of = memory});
  if (entry.empty()) return element;
  try {
    for (const auto& index : indices) at += fmt::format("{}{}", at.empty() ? "" : ",", text_of(argument(index)));
    element.term = Term(fmt::format("{}({})", entry, at.empty() ? "0" : at));
  } catch (Unknown&) {
  }
  return element;
}

/// Returns the element p[i] or *p in global memory for a pointer that the kernel receives and does not change; nullopt for others. It
/// belongs to a tensor without bounds.
std::optional<TracedArgument> CppInterpreter::element_of_parameter(SyntaxNode pointer, SyntaxNode node) {
  constexpr std::int64_t without_end = std::int64_t{1} << 30;
  const auto* kernel = frame().function;
  const auto p = pointer.is("identifier") ? find(pointer.text()) : nullptr;
  if (p == nullptr || kernel == nullptr || !kernel->kernel || changes_something(node) || is_lost(p->value)) return std::nullopt;
  const auto given = std::ranges::find(kernel->parameters, pointer.text(), &CppParameter::name);
  const auto& leads = p->value;
  const bool followed = leads.target != nullptr || leads.members != nullptr || !leads.memory_of.empty();
  if (given == kernel->parameters.end() || followed || leads.text.empty()) return std::nullopt;
  bool changed = false;
  each_below(kernel->definition["body"], [&](SyntaxNode n) {
    const auto of = n.is("assignment_expression") ? n["left"] : n.is("update_expression") || n.is("pointer_expression") ? n["argument"] : n;
    const bool takes = n.is("pointer_expression") ? n.text().starts_with('&') : n.is("assignment_expression") || n.is("update_expression");
    const bool hides = n.is("init_declarator") && declared_name(n["declarator"]).text() == pointer.text();
    changed = changed || hides || (takes && of.text() == pointer.text());
    return changed;
  });
  if (changed) return std::nullopt;
  const auto entry = entries_.add({.function = frame().section,
                                   .name = std::string(pointer.text()),
                                   .text = fmt::format("make_tensor(make_gmem_ptr<{}>({}), {}:1)", leads.text, pointer.text(), without_end),
                                   .line = given->node.line()});
  if (entry.empty()) return std::nullopt;
  auto element = traced(node, false);
  element.source = in_one_line(node.text(), 200);
  auto index = node["indices"] ? node["indices"] : node["index"];
  if (index.is("subscript_argument_list")) index = only(index);
  element.term = Term(fmt::format("{}({})", entry, node.is("pointer_expression") ? "0" : text_of(argument(index))));
  return element;
}

/// Returns the memory that an expression leads to; nullopt if it is unknown.
std::optional<CppInterpreter::Memory> CppInterpreter::memory_at(SyntaxNode node) {
  const Deeper deeper(*this);
  if (node.is("parenthesized_expression")) return memory_at(only(node));
  if (node.is("cast_expression")) return memory_at(node["value"]);
  if (node.is("pointer_expression")) return memory_at(node["argument"]);
  if (node.is("call_expression")) {
    const auto callee = node["function"];
    const auto arguments = node["arguments"].children();
    const auto function = without_arguments(callee.is("field_expression") ? callee["field"].text() : unqualified(callee.text()));
    if (!leads_to_the_same(function)) return std::nullopt;
    if (callee.is("field_expression")) return arguments.empty() ? memory_at(callee["argument"]) : std::nullopt;
    return arguments.size() == 1 ? memory_at(arguments[0]) : std::nullopt;
  }
  const bool subscript = node.is("subscript_expression");
  const auto by = node.is("binary_expression") ? operator_of(node["operator"].text()) : Operator::none;
  if (subscript || by == Operator::add || by == Operator::subtract) {
    const auto of = subscript ? node["argument"] : node["left"];
    auto index = subscript ? node["indices"] : node["right"];
    if (index.is("subscript_argument_list")) index = only(index);
    auto m = memory_at(of);
    if (!m) return m;
    try {
      const auto n = same_for_all(numeric(index));
      if (n == 0) return m;
      const auto each = bytes_of_elements(of, *m);
      // In an array of arrays, or of unknown elements, each is memory of its own.
      if (n && !each && subscript && m->bytes == 0) m->name += fmt::format("[{}]", *n);
      else if (!n || !each) m->name = unknown_memory;
      else m->bytes += *n * *each * (by == Operator::subtract ? -1 : 1);
    } catch (Unknown&) {
      m->name = unknown_memory;
    }
    return m;
  }
  if (node.is("field_expression")) {
    auto m = memory_at(node["argument"]);
    if (!m || m->bytes != 0) return std::nullopt;
    if (m->name == unknown_memory) return m;
    // The members of a union share one address. Sharing between their own members is not supported.
    constexpr std::string_view of_union = ".union";
    const auto* u = definitions_.in_union(node["field"].text());
    if (m->name.find(of_union) != std::string::npos || (u != nullptr && (u->outside || u->within || u->several))) m->name = unknown_memory;
    else m->name += u != nullptr ? fmt::format("{}{}", of_union, u->of) : fmt::format(".{}", node["field"].text());
    return m;
  }
  const auto p = node.is("identifier") ? find(node.text()) : nullptr;
  if (p == nullptr) return std::nullopt;
  const auto& to = p->value.is(Kind::pointer) && p->value.target != nullptr && p->value.members == nullptr ? p->value.target : p;
  if (to->value.memory_of.starts_with('@')) return Memory{to->value.memory_of, to->value.bytes};
  // A pointer parameter of the kernel leads to other memory.
  if (to->value.is(Kind::pointer) && to->name == node.text() && to == p) return std::nullopt;
  const auto [it, added] = memories_.try_emplace(to, fmt::format("@{}:{}", to->name, memories_.size()));
  return Memory{it->second, 0};
}

/// Returns the pointer to store in a variable, with the memory that it leads to.
CppValue CppInterpreter::leading(CppValue pointer, SyntaxNode init) {
  const bool followed = !pointer.memory_of.empty() || pointer.target != nullptr || pointer.members != nullptr;
  if (!tracing() || !init || !pointer.is(Kind::pointer) || followed) return pointer;
  if (const auto m = memory_at(init)) pointer.memory_of = m->name, pointer.bytes = m->bytes;
  return pointer;
}

/// Returns a pointer moved by a number of elements, with its place in shared memory.
CppValue CppInterpreter::moved(CppValue pointer, Operator sign, const CppValue& by) {
  if (!tracing() || !pointer.memory_of.starts_with('@')) return pointer;
  std::int64_t alignment = 1;
  const auto n = same_for_all(by);
  const auto each = pointer.type == "rows"    ? std::nullopt
                    : !pointer.text.empty()   ? bytes_of(CppValue::of_type(pointer.text), &alignment)
                    : pointer.type == "bytes" ? std::optional<std::int64_t>(1)
                                              : std::nullopt;
  if (n && each) pointer.bytes += *n * *each * (sign == Operator::subtract ? -1 : 1);
  else if (n != 0) pointer.memory_of = unknown_memory;
  return pointer;
}

/// Returns the size in bytes of the elements behind a pointer; nullopt if it is unknown.
std::optional<std::int64_t> CppInterpreter::bytes_of_elements(SyntaxNode pointer, const Memory& m) {
  std::int64_t alignment = 1;
  while (pointer.is("parenthesized_expression")) pointer = only(pointer);
  const auto p = pointer.is("identifier") ? find(pointer.text()) : nullptr;
  if (p != nullptr && p->value.type == "rows") return std::nullopt;
  if (const auto of = element_of(pointer); !of.empty()) return bytes_of(CppValue::of_type(of), &alignment);
  return p != nullptr && m.name == p->value.memory_of && p->value.type == "bytes" ? std::optional<std::int64_t>(1) : std::nullopt;
}

/// Returns a pointer made for a tensor; one to shared memory keeps its place there.
CppValue CppInterpreter::at_memory(CppValue made, SyntaxNode pointer) {
  if (!tracing()) return made;
  const auto to = argument(pointer);
  if (to.is(Kind::pointer) && is_lost(to)) unknown("each thread has a pointer of its own");
  const auto m = made.text.starts_with("make_smem_ptr") ? memory_at(pointer) : std::nullopt;
  if (!m) return made;
  made.memory_of = m->name;
  if (m->bytes == 0) return made;
  const auto begin = made.text.find('<'), end = made.text.find('>');
  std::int64_t alignment = 1;
  const auto each = begin < end && end != std::string::npos
                        ? bytes_of(CppValue::of_type(made.text.substr(begin + 1, end - begin - 1)), &alignment)
                        : std::nullopt;
  if (!each || m->bytes % *each != 0) made.memory_of = unknown_memory;
  else made.text += fmt::format(" + {}", m->bytes / *each);
  return made;
}

/// Returns the variable that a reference argument shares. An unsupported object such as storage.bars[1] gets a placeholder.
CppPlace CppInterpreter::given_place(SyntaxNode node) {
  if (has_effects(node)) return nullptr;
  auto p = place(node);
  if (p != nullptr || !tracing() || !(node.is("field_expression") || node.is("subscript_expression"))) return p;
  if (!argument(node).is(Kind::unknown)) return nullptr;
  auto name = traced_place(node);
  if (name.empty()) return nullptr;
  auto& stands_for = stand_ins_[name];
  if (stands_for == nullptr) {
    stands_for = cpp_variable(CppValue::unknown("it is known only when the program runs"));
    stands_for->name = name;
  }
  return stands_for;
}

}  // namespace app
