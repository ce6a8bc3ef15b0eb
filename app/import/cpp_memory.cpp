// The memory that a pointer leads to while a kernel is traced: two tensors that are made at one array are two views of it, and a barrier
// that a function is given is the caller's.

#include <fmt/format.h>

#include "app/import/cpp_interpreter.hpp"

namespace app {
namespace {

/// What leads to the same place as the object that it is a method of, or as its only argument.
bool leads_to_the_same(std::string_view function) {
  return function == "data" || function == "begin" || function == "get" || function.ends_with("_cast") || function.ends_with("_ptr");
}

}  // namespace

/// The name of the memory of an array that a kernel declares.
std::string CppInterpreter::name_of_memory(std::string_view array, std::size_t line) { return fmt::format("@{}:{}", array, line); }

/// The memory that an expression leads to; nothing where that is not known.
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
  if (const auto sign = node["operator"].text(); subscript || (node.is("binary_expression") && (sign == "+" || sign == "-"))) {
    const auto of = subscript ? node["argument"] : node["left"];
    auto index = subscript ? node["indices"] : node["right"];
    if (index.is("subscript_argument_list")) index = only(index);
    auto m = memory_at(of);
    if (!m) return m;
    try {
      const auto n = same_for_all(numeric(index));
      if (n == 0) return m;
      const auto each = bytes_of_elements(of, *m);
      // An array of arrays, or of what is not known: each by itself.
      if (n && !each && subscript && m->bytes == 0) m->name += fmt::format("[{}]", *n);
      else if (!n || !each) m->name = unknown_memory;
      else m->bytes += *n * *each * (sign == "-" ? -1 : 1);
    } catch (Unknown&) {
      m->name = unknown_memory;
    }
    return m;
  }
  if (node.is("field_expression")) {
    auto m = memory_at(node["argument"]);
    if (!m || m->bytes != 0) return std::nullopt;
    if (m->name == unknown_memory) return m;
    // The members of a union are at one place; what their members share is not followed.
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
  // A pointer that the kernel is given leads to other memory.
  if (to->value.is(Kind::pointer) && to->name == node.text() && to == p) return std::nullopt;
  const auto [it, added] = memories_.try_emplace(to, fmt::format("@{}:{}", to->name, memories_.size()));
  return Memory{it->second, 0};
}

/// How large an element is that a pointer leads to.
std::optional<std::int64_t> CppInterpreter::bytes_of_elements(SyntaxNode pointer, const Memory& m) {
  std::int64_t alignment = 1;
  while (pointer.is("parenthesized_expression")) pointer = only(pointer);
  const auto p = pointer.is("identifier") ? find(pointer.text()) : nullptr;
  if (p != nullptr && p->value.type == "rows") return std::nullopt;
  if (const auto of = element_of(pointer); !of.empty()) return bytes_of(CppValue::of_type(of), &alignment);
  return p != nullptr && m.name == p->value.memory_of && p->value.type == "bytes" ? std::optional<std::int64_t>(1) : std::nullopt;
}

/// A pointer as it is made for a tensor; into shared memory with its place there.
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

/// The variable that a function is given by reference; of one whose object is not followed, such as storage.bars[1], one that stands
/// for it.
CppPlace CppInterpreter::given_place(SyntaxNode node) {
  if (has_effects(node)) return nullptr;
  auto p = place(node);
  if (p != nullptr || !tracing() || !(node.is("field_expression") || node.is("subscript_expression"))) return p;
  if (!argument(node).is(Kind::unknown)) return nullptr;
  auto name = traced_place(node);
  if (name.empty()) return nullptr;
  auto& stands_for = stand_ins_[name];
  if (stands_for == nullptr) {
    stands_for = cpp_variable(CppValue::unknown("it is a value that only the running program has"));
    stands_for->name = name;
  }
  return stands_for;
}

}  // namespace app
