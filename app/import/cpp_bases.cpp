// Objects used as one of their bases, and destructors.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

namespace app {

using algebra::message;
namespace {

/// Returns the number of members of an object, with those of its bases, which come first.
template <class Instance>
std::size_t count_members(const Instance& of) {
  auto n = of.fields.size();
  for (const auto* base : of.bases) n += count_members(*base);
  return n;
}
template <class Instance>
std::optional<std::size_t> begin_of(const Instance& whole, const Instance& part) {
  if (&whole == &part) return 0;
  std::size_t before = 0;
  for (const auto* base : whole.bases) {
    if (const auto at = begin_of(*base, part)) return before + *at;
    before += count_members(*base);
  }
  return std::nullopt;
}
/// Returns the index of a member. The structure's own members hide those of its bases.
template <class Instance>
std::optional<std::size_t> find_member(const Instance& of, std::string_view name) {
  std::size_t before = 0;
  std::optional<std::size_t> found;
  for (const auto* base : of.bases) {
    if (const auto at = find_member(*base, name); at && !found) found = before + *at;
    before += count_members(*base);
  }
  for (std::size_t i = 0; i < of.fields.size(); ++i)
    if (of.fields[i].name == name) return before + i;
  return found;
}

/// Returns whether a function of this name is virtual in a structure or its bases.
template <class Instance>
bool is_virtual(const Instance& of, std::string_view name) {
  for (const auto& child : of.body->node["body"].children()) {
    const auto text = child.text();
    const bool marked = text.starts_with("virtual ") || text.find("override") != std::string_view::npos;
    if (marked && text.find(name) != std::string_view::npos) return true;
  }
  return std::ranges::any_of(of.bases, [&](const auto* base) { return is_virtual(*base, name); });
}

}  // namespace

/// Returns the static type of an object: the structure whose view of it is used.
const CppInterpreter::Instance* CppInterpreter::seen_as(const CppValue& v) const {
  return v.is(Kind::object) ? instance_of({.kind = Kind::structure, .text = v.text.empty() ? v.members->type : v.text}) : nullptr;
}

/// Returns *this, as the structure whose member function runs sees the object.
CppValue CppInterpreter::itself() const {
  auto v = frame().self;
  const auto* whole = v.is(Kind::object) ? instance_of({.kind = Kind::structure, .text = v.members->type}) : nullptr;
  const auto* of = frame().instance;
  if (whole != nullptr && of != nullptr) v.text = of != whole && derives(*whole, of->key) ? of->key : std::string{};
  return v;
}

/// Returns a member of an object as `seen_as` sees it; null: its own type. Returns null if there is no such member.
CppPlace CppInterpreter::field_of(const CppValue& object, const Instance* seen_as, std::string_view name) const {
  if (object.members == nullptr) return nullptr;
  const auto& all = object.members->all;
  // Hidden names are rare, so one match is enough.
  if (std::ranges::count_if(all, [&](const auto& m) { return m.first == name; }) < 2) return object.members->find(name);
  const auto* whole = instance_of({.kind = Kind::structure, .text = object.members->type});
  if (whole == nullptr) return object.members->find(name);
  const auto* part = seen_as != nullptr ? seen_as : whole;
  const auto begin = begin_of(*whole, *part), at = find_member(*part, name);
  if (!begin || !at || *begin + *at >= all.size() || all[*begin + *at].first != name) unknown(message("the member {} is ambiguous", name));
  return all[*begin + *at].second;
}

/// Returns the functions that a call on an object may mean: those of the static type, and for virtual ones the object's own.
std::vector<const CppFunction*> CppInterpreter::methods_of(const CppValue& object, const Instance* seen_as, std::string_view name,
                                                           const Instance** found) const {
  const auto* whole = object.is(Kind::object) ? instance_of({.kind = Kind::structure, .text = object.members->type}) : nullptr;
  if (seen_as == nullptr) seen_as = whole;
  auto all = methods_named(seen_as, name, found);
  if (whole == nullptr || whole == seen_as || (!all.empty() && !is_virtual(*seen_as, name))) return all;
  if (auto own = methods_named(whole, name, found); !own.empty()) return own;
  return all;
}

/// Returns an object as one of its bases: `shared`, as a reference to it, else the base part as an object of its own.
CppValue CppInterpreter::as_base(const CppValue& object, const Instance& base, bool shared) const {
  if (shared) {
    auto seen = object;
    seen.text = base.key == object.members->type ? std::string{} : base.key;
    return seen;
  }
  CppValue part{.kind = Kind::object};
  part.members = std::make_shared<CppMembers>(CppMembers{.type = base.key, .references = object.members->references});
  const auto* whole = instance_of({.kind = Kind::structure, .text = object.members->type});
  const auto begin = whole != nullptr ? begin_of(*whole, base) : std::nullopt;
  const auto count = count_members(base);
  if (!begin || *begin + count > object.members->all.size())
    unknown(message("the conversion of an object to {} is not supported", base.family->name));
  for (std::size_t i = *begin; i < *begin + count; ++i) part.members->all.push_back(object.members->all[i]);
  return part.copied();
}

/// Initializes the base part of an object with the values of `part`.
void CppInterpreter::take_part(const CppValue& object, const Instance& base, const CppValue& part) {
  const auto* whole = instance_of({.kind = Kind::structure, .text = object.members->type});
  const auto begin = whole != nullptr ? begin_of(*whole, base) : std::nullopt;
  if (!begin || *begin + part.members->all.size() > object.members->all.size())
    unknown(message("{} is not supported as a base class", base.family->name));
  for (std::size_t i = 0; i < part.members->all.size(); ++i) {
    auto& own = object.members->all[*begin + i].second;
    if (object.members->references.contains(part.members->all[i].first)) own = part.members->all[i].second;
    else write(own, part.members->all[i].second->value);
  }
}

/// Returns whether a structure has a copy constructor in the file.
bool CppInterpreter::has_own_copy(const Instance& of) const {
  const Instance* found = nullptr;
  for (const auto* f : methods_named(&of, of.family->name, &found))
    if (found == &of && f->parameters.size() == 1 && f->parameters[0].declarator.reference &&
        without_arguments(unqualified(f->parameters[0].type)) == of.family->name)
      return true;
  return false;
}

/// Returns a copy of an object, made by its copy constructor if it has one.
CppValue CppInterpreter::copy_of(const CppValue& v) {
  const auto* of = v.is(Kind::object) ? instance_of({.kind = Kind::structure, .text = v.members->type}) : nullptr;
  if (of == nullptr || !has_own_copy(*of)) return v.copied();
  const Instance* found = nullptr;
  const auto chosen = best(methods_named(of, of->family->name, &found), {v}, {});
  if (!chosen) unknown(message("this way of copying an object of {} is not supported", of->family->name));
  auto copy = default_object(*of);
  invoke(*chosen, {v}, {cpp_variable(v)}, of, copy);
  return copy;
}

/// Converts an object of a derived structure to the declared base: to a copy of that part, or with `shared` to a reference.
CppValue CppInterpreter::converted_object(CppValue v, SyntaxNode of, bool shared) {
  if (!v.is(Kind::object) || !of || of.is("placeholder_type_specifier")) return v;
  CppValue structure;
  try {
    structure = structure_named(of);
  } catch (Unknown&) {
    return v;
  }
  const auto* base = instance_of(structure);
  const auto* whole = instance_of({.kind = Kind::structure, .text = v.members->type});
  if (base == nullptr || whole == nullptr || base == whole || !derives(*whole, base->key)) return v;
  return as_base(v, *base, shared);
}

bool CppInterpreter::has_destructor(const CppValue& v) const {
  if (v.is(Kind::array)) return std::ranges::any_of(v.members->all, [&](const auto& m) { return has_destructor(m.second->value); });
  if (!v.is(Kind::object)) return false;
  const auto* of = instance_of({.kind = Kind::structure, .text = v.members->type});
  const Instance* found = nullptr;
  const auto any = [&](const auto& self, const Instance& i) -> bool {
    return !methods_named(&i, "~" + i.family->name, &found).empty() ||
           std::ranges::any_of(i.bases, [&](const Instance* base) { return self(self, *base); });
  };
  return (of != nullptr && any(any, *of)) || std::ranges::any_of(v.members->all, [&](const auto& m) {
           return !v.members->references.contains(m.first) && has_destructor(m.second->value);
         });
}

/// Runs the destructor of an object, then those of its members and bases.
void CppInterpreter::destroy(const CppValue& v) {
  if (!has_destructor(v)) return;
  const auto members = [&](const CppValue& whole) {
    for (auto m = whole.members->all.rbegin(); m != whole.members->all.rend(); ++m)
      if (!whole.members->references.contains(m->first)) destroy(m->second->value);
  };
  if (v.is(Kind::array)) return members(v);
  const auto end = [&](const auto& self, const Instance& of) -> void {
    const Instance* found = nullptr;
    if (const auto all = methods_named(&of, "~" + of.family->name, &found); !all.empty() && found == &of)
      invoke({.function = all.front()}, {}, {}, &of, v);
    for (auto base = of.bases.rbegin(); base != of.bases.rend(); ++base) self(self, **base);
  };
  if (const auto* of = instance_of({.kind = Kind::structure, .text = v.members->type})) end(end, *of);
  members(v);
}

/// Leaves a block: its objects are destroyed in reverse order.
void CppInterpreter::leave_scope() {
  auto& objects = frame().objects;
  while (!objects.empty() && objects.back().first >= frame().scopes.size()) {
    const auto object = objects.back().second;
    objects.pop_back();
    const bool thrown = std::exchange(thrown_, false);
    try {
      destroy(object->value);
    } catch (Unknown&) {
    }
    thrown_ = thrown_ || thrown;
  }
  frame().scopes.pop_back();
}

}  // namespace app
