// The DSL's operations and atoms as instructions of CuTe C++.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/hardware/dsl_operations.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;

namespace {

/// Returns a parameter's value in the notation of the operations' records.
std::string in_words_of_record(std::string_view parameter, const DslValue& v) {
  const auto ends = [&](std::string_view word) { return v.text.ends_with(word); };
  // The value's ending selects one of the first two words; otherwise the last applies.
  static constexpr struct {
    std::string_view names;
    std::array<std::string_view, 3> words;
  } rows[] = {{"a_src", {"RMEM", "TMEM", "SMEM"}}, {"cta_group", {"TWO", "TWO", "ONE"}}, {"cache_mode", {"GLOBAL", "GLOBAL", "ALWAYS"}}};
  if (const auto* row = row_in(rows, parameter))
    return std::string(ends(row->words[0]) ? row->words[0] : ends(row->words[1]) ? row->words[1] : row->words[2]);
  if (parameter.ends_with("major_mode")) return ends("MN") ? "MN" : "K";
  if (parameter.ends_with("pack")) return ends("PACK_16b_IN_32b") || ends("UNPACK_32b_IN_16b") ? "True" : "False";
  if (v.is(DslValue::Kind::type)) return v.text;
  if (v.is_integer()) return std::to_string(v.number);
  if (v.is_sequence()) {
    std::string text;
    for (const auto& n : *v.items) text += fmt::format("{}{}", text.empty() ? "" : "x", n.number);
    return text;
  }
  // Repetition.x64
  if (parameter == algebra::dsl_repetitions) return v.text.substr(std::min(v.text.rfind('x') + 1, v.text.size()));
  return {};
}

}  // namespace

DslValue DslInterpreter::argument_of(const DslObject& operation, std::size_t place, std::string_view name) {
  if (place < operation.arguments.size()) return operation.arguments[place];
  const auto at = operation.members.find(name);
  return at == operation.members.end() ? Value{} : at->second;
}

/// Returns CuTe C++'s atom for an operation of the DSL; "" if it is unknown, with the reason in `lacking_`.
std::string DslInterpreter::mma_atom(const Value& operation) {
  if (!operation.is(Kind::object)) {
    lacking_ = operation.is_known() ? message("this is not an operation of an MMA") : operation.why;
    return {};
  }
  auto& op = *operation.object;
  const auto name = last_part(op.library);
  const auto has = [&](std::string_view word) { return op.library.find(word) != std::string::npos; };
  const std::string_view module = has("tcgen05") ? "tcgen05" : has("warpgroup") ? "warpgroup" : "warp";
  lacking_ = message("{} is not known here", name);
  for (const auto& record : algebra::dsl_mma_operations()) {
    if (record.name != name || (record.module != module && !record.module.empty())) continue;
    std::map<std::string, Value, std::less<>> values;
    const auto parameters = algebra::dsl_parameters(record.parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i) values[parameters[i].first] = argument_of(op, i, parameters[i].first);
    for (const auto& [other, value] : algebra::dsl_parameters(record.also)) values[other] = value_of_record(other, value);
    keep_of_operation(op, values);
    for (const auto& [parameter, any] : parameters) {
      const auto& v = values[parameter];
      const bool needed = parameter.ends_with("type") || parameter.find("shape") != std::string::npos;
      if (needed && !v.is_known()) return lacking_ = v.why.empty() ? lacking_ : v.why, std::string();
    }
    const auto atom = algebra::atom_of(record, [&](std::string_view parameter) {
      const auto at = values.find(parameter);
      return at == values.end() ? std::string() : in_words_of_record(parameter, at->second);
    });
    if (!atom) continue;
    return record.module.empty() ? fmt::format("MMA_Atom<{}>{{}}", *atom) : *atom + "{}";
  }
  return {};
}

/// Converts a value of a record: "f32", "K", "16x8x64", "16".
DslValue DslInterpreter::value_of_record(std::string_view name, const std::string& text) {
  if (name.ends_with("type")) return Value::of(Kind::type, text);
  if (name.ends_with("major_mode")) return Value::of(Kind::symbol, "cutlass.cute.nvgpu.OperandMajorMode." + text);
  DslItems numbers;
  for (std::string_view rest = text; !rest.empty();)
    numbers.push_back(Value::integer(std::stoll(std::string(algebra::take_until(rest, 'x')))));
  return numbers.size() == 1 ? numbers.front() : Value::tuple(std::move(numbers));
}

/// Stores an operation's properties under the attribute names that programs use. Unknown ones are stored with their reason, unless they
/// were not given at all.
void DslInterpreter::keep_of_operation(DslObject& op, const std::map<std::string, DslValue, std::less<>>& values) {
  const auto keep = [&](std::string_view member, const Value& v) {
    if (v.is_known() || !v.why.empty()) op.members[std::string(member)] = v;
  };
  for (const auto& [name, v] : values) {
    static constexpr struct {
      std::string_view names, members;
    } rows[] = {{"ab_dtype", "a_dtype b_dtype ab_dtype"},
                {"abacc_dtype", "a_dtype b_dtype acc_dtype abacc_dtype"},
                {"instruction_shape", "shape_mnk"}};
    const auto* row = row_in(rows, name);
    for (auto members = row != nullptr ? row->members : std::string_view(name); !members.empty();)
      keep(algebra::take_until(members, ' '), v);
  }
}

std::string DslInterpreter::copy_atom(const Value& operation, const Value* type, const Value* bits) {
  if (!operation.is(Kind::object) || type == nullptr || !type->is(Kind::type)) {
    lacking_ = !operation.is_known()                  ? operation.why
               : type != nullptr && !type->is_known() ? type->why
                                                      : message("{} is not known here", "the operation of this copy");
    return {};
  }
  const auto& op = *operation.object;
  const auto name = last_part(op.library);
  const auto* element = algebra::find_element_type(type->text);
  const auto width = bits != nullptr && bits->is_integer() && bits->number > 0 ? bits->number : element == nullptr ? 32 : element->bits;
  static constexpr Named<std::string(DslInterpreter&, const Value&)> rows[] = {
      {"transpose", [](DslInterpreter& d, const Value& v) { return std::string(d.truth(v).value_or(false) ? "True" : "False"); }},
      {"num_matrices",
       [](DslInterpreter&, const Value& v) { return v.is_integer() ? in_words_of_record("num_matrices", v) : std::string("1"); }}};
  std::string atom;
  if (name == "CopyUniversalOp") {
    atom = bits != nullptr && bits->is_integer() && bits->number > 0
               ? fmt::format("UniversalCopy<uint{}_t>", width)
               : fmt::format("UniversalCopy<{}>", element == nullptr ? "float" : algebra::cpp_type(*element));
  } else {
    for (const auto& record : algebra::dsl_copy_operations()) {
      if (record.name != name) continue;
      const auto parameters = algebra::dsl_parameters(record.parameters);
      std::map<std::string, Value, std::less<>> values;
      for (std::size_t i = 0; i < parameters.size(); ++i) values[parameters[i].first] = argument_of(op, i, parameters[i].first);
      if (const auto it = values.find("repeat"); it != values.end() && !it->second.is_known())
        return lacking_ = it->second.why.empty() ? message("{} is not known here", "repeat") : it->second.why, std::string();
      const auto made = algebra::atom_of(record, [&](std::string_view parameter) -> std::string {
        const auto at = values.find(parameter);
        if (parameter == "num_bits_per_copy") return std::to_string(width);
        if (at == values.end()) return {};
        const auto* row = row_in(rows, parameter);
        return row != nullptr ? row->run(*this, at->second) : in_words_of_record(parameter, at->second);
      });
      if (made) {
        atom = *made;
        break;
      }
    }
    if (atom.empty()) return lacking_ = message("{} is not known here", name), std::string();
  }
  return fmt::format("Copy_Atom<{},{}>{{}}", atom, type->text);
}

/// Returns a TMA atom and the tensor of coordinates that stands for global memory. `given`: operation, tensor, layout in shared memory,
/// layout of one stage, tile, number of CTAs of the multicast, whether the layout is that of a tcgen05 operand ((M, K), M's, K's).
DslValue DslInterpreter::tma_atom(const DslItems& given) {
  // The result is a tuple of two that also has named members.
  const auto info = [&](const Value& atom, const Value& coordinates) {
    auto both = Value::tuple({atom, coordinates});
    both.object = library_object("TmaInfo").object;
    both.object->members = {{"atom", atom}, {"tma_tensor", coordinates}, {"smem_layout", given[2]}};
    return both;
  };
  const auto pair = [&](const Value& v) { return info(v, v); };
  const auto &op = given[0], &tensor = given[1];
  const bool store = op.is(Kind::object) && op.object->library.find("S2G") != std::string::npos;
  auto shared = text_of(given[3]), tile = text_of(given[4]);
  if (truth(given[6]).value_or(false)) {
    const auto shape = expression(fmt::format("shape({})", shared));
    if (!shape.is_sequence() || shape.items->size() < 3 || !(*shape.items)[0].is_sequence())
      return pair(Value::unknown(message("{} is not known here", "the operand's layout")));
    const auto number = [&](const Value& v) { return expression(fmt::format("size({})", text_of(v))).number; };
    const auto& atom = *(*shape.items)[0].items;
    const auto m = number(atom[0]), k = number(atom[1]), ms = number((*shape.items)[1]), ks = number((*shape.items)[2]);
    shared =
        fmt::format("composition({}, make_layout(((_{},_{}),(_{},_{})),((_1,_{}),(_{},_{}))))", shared, m, ms, k, ks, m * k, m, m * k * ms);
    tile = fmt::format("(_{},_{})", m * ms, k * ks);
  }
  const auto source = text_of(tensor);
  if (source.empty() || shared.empty() || tile.empty()) return pair(Value::unknown(lacking_));
  const auto text = fmt::format("make_tma_atom({}{{}}, {}, {}, {}{})", store ? "SM90_TMA_STORE" : "SM90_TMA_LOAD", source, shared, tile,
                                given[5].is_integer() && given[5].number > 1 ? fmt::format(", _{}", given[5].number) : "");
  const auto atom = expression(text);
  if (!atom.is_known()) return pair(atom);
  return info(atom, expression(fmt::format("{}.get_tma_tensor(shape({}))", text, source)));
}

}  // namespace app
