// The DSL's operations and atoms: which instruction of CuTe C++ each is.

#include <algorithm>

#include <fmt/format.h>

#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;

namespace {

/// F16 of an element type, as it stands in the name of an MMA.
std::string in_atom_name(const DslValue& type) {
  const auto* t = algebra::find_element_type(type.text);
  const auto* record = t == nullptr ? nullptr : algebra::record_of(*t);
  return record == nullptr ? std::string() : std::string(record->mma);
}
std::string cpp_of(const DslValue& type) {
  const auto* t = algebra::find_element_type(type.text);
  return t == nullptr ? std::string("float") : algebra::cpp_type(*t);
}
/// "K" or "MN" of OperandMajorMode.K.
std::string major_of(const DslValue& v) { return v.text.ends_with(".MN") || v.text == "MN" ? "MN" : "K"; }

}  // namespace

DslValue DslInterpreter::argument_of(const DslObject& operation, std::size_t place, std::string_view name) {
  if (place < operation.arguments.size()) return operation.arguments[place];
  const auto at = operation.members.find(name);
  return at == operation.members.end() ? Value{} : at->second;
}

/// The atom of CuTe C++ for an operation of the DSL; "" where it is not known, and then `lacking_` says why.
std::string DslInterpreter::mma_atom(const Value& operation) {
  if (!operation.is(Kind::object)) {
    lacking_ = operation.is_known() ? message("this is no operation of an MMA") : operation.why;
    return {};
  }
  auto& op = *operation.object;
  const auto name = last_part(op.library);
  const auto given = [&](std::size_t place, std::string_view called) { return argument_of(op, place, called); };
  const auto numbers = [&](const Value& v) {
    std::vector<std::int64_t> all;
    for (const auto& n : elements(v).value_or(DslItems{})) all.push_back(n.number);
    all.resize(3, 0);
    return all;
  };
  // What is not known is kept with the reason, unless it was not given at all.
  const auto keep = [&](std::string_view member, const Value& v) {
    if (v.is_known() || !v.why.empty()) op.members[std::string(member)] = v;
  };
  const auto has = [&](std::string_view word) { return op.library.find(word) != std::string::npos; };
  const auto missing = [&]() -> std::string {
    lacking_ = message("{} is not known here", name);
    return {};
  };
  if (name == "MmaUniversalOp") {
    const auto type = given(0, "abacc_dtype");
    keep("a_dtype", type), keep("b_dtype", type), keep("acc_dtype", type);
    return fmt::format("MMA_Atom<UniversalFMA<{0},{0},{0}>>{{}}", cpp_of(type));
  }
  if (has("tcgen05")) {
    Value a, b, acc, shape, group, source, major_a, major_b;
    if (name == "MmaF16BF16Op") {
      a = b = given(0, "ab_dtype"), acc = given(1, "acc_dtype"), shape = given(2, "instruction_shape"), group = given(3, "cta_group"),
      source = given(4, "a_src"), major_a = given(5, "a_major_mode"), major_b = given(6, "b_major_mode");
    } else if (name == "MmaTF32Op") {
      a = b = Value::of(Kind::type, "tf32"), acc = Value::of(Kind::type, "f32"), shape = given(0, "instruction_shape"),
      group = given(1, "cta_group"), source = given(2, "a_src"), major_a = given(3, "a_major_mode"), major_b = given(4, "b_major_mode");
    } else if (name == "MmaFP8Op" || name == "MmaF8F6F4Op") {
      a = given(0, "a_dtype"), b = given(1, "b_dtype"), acc = given(2, "acc_dtype"), shape = given(3, "instruction_shape"),
      group = given(4, "cta_group"), source = given(5, "a_src"), major_a = given(6, "a_major_mode"), major_b = given(7, "b_major_mode");
    } else if (name == "MmaMXF8F6F4Op" || name == "MmaMXF8Op") {
      // MmaMXF8Op has one type for both operands.
      const std::size_t at = name == "MmaMXF8Op" ? 0 : 1;
      a = at == 0 ? given(0, "ab_dtype") : given(0, "a_dtype"), b = at == 0 ? a : given(1, "b_dtype");
      shape = given(at + 1, "instruction_shape"), group = given(at + 2, "cta_group"), major_a = given(at + 4, "a_major_mode"),
      major_b = given(at + 5, "b_major_mode"), acc = Value::of(Kind::type, "f32");
      keep("a_dtype", a), keep("b_dtype", b), keep("acc_dtype", acc), keep("shape_mnk", shape), keep("a_major_mode", major_a),
          keep("b_major_mode", major_b), keep("sf_dtype", Value::of(Kind::type, "ue8m0"));
      for (const auto* v : {&a, &b, &shape})
        if (!v->is_known()) return lacking_ = v->why, std::string();
      const auto mn = numbers(shape);
      return fmt::format("SM100_MMA_MXF8F6F4_{}SS<{},{},float,float_ue8m0_t,{},{},UMMA::Major::{},UMMA::Major::{}>{{}}",
                         group.text.ends_with("TWO") ? "2x1SM_" : "", cpp_of(a), cpp_of(b), mn[0], mn[1], major_of(major_a),
                         major_of(major_b));
    } else if (name == "MmaMXF4NVF4Op" || name == "MmaMXF4Op") {
      const bool nv = name == "MmaMXF4NVF4Op";
      const auto sf = nv ? given(0, "sf_dtype") : Value::of(Kind::type, "ue8m0");
      shape = given(nv ? 1 : 0, "instruction_shape"), group = given(nv ? 2 : 1, "cta_group");
      const auto mn = numbers(shape);
      a = b = Value::of(Kind::type, "e2m1"), acc = Value::of(Kind::type, "f32");
      keep("a_dtype", a), keep("b_dtype", b), keep("acc_dtype", acc), keep("shape_mnk", shape), keep("sf_dtype", sf);
      for (const auto* major : {"a_major_mode", "b_major_mode"})
        keep(major, Value::of(Kind::symbol, "cutlass.cute.nvgpu.tcgen05.OperandMajorMode.K"));
      const auto two = group.text.ends_with("TWO");
      return fmt::format("SM100_MMA_MXF4_{}SS<{},{},float,{},{},{},{},UMMA::Major::K,UMMA::Major::K>{{}}", two ? "2x1SM_" : "", cpp_of(a),
                         cpp_of(b), sf.text == "e4m3" ? "float_ue4m3_t" : cpp_of(sf), mn[0], mn[1], nv ? 16 : 32);
    } else {
      return missing();
    }
    keep("a_dtype", a), keep("b_dtype", b), keep("acc_dtype", acc), keep("shape_mnk", shape), keep("a_major_mode", major_a),
        keep("b_major_mode", major_b);
    if (!a.is_known() || !shape.is_known()) return lacking_ = a.is_known() ? shape.why : a.why, std::string();
    const auto mn = numbers(shape);
    const auto two = group.text.ends_with("TWO");
    const auto from = source.text.ends_with("TMEM") ? "TS" : "SS";
    const auto kind = name == "MmaTF32Op" ? "TF32" : name == "MmaF16BF16Op" ? "F16BF16" : name == "MmaI8Op" ? "S8" : "F8F6F4";
    return fmt::format("SM100_MMA_{}_{}{}<{},{},{},{},{},UMMA::Major::{},UMMA::Major::{}>{{}}", kind, two ? "2x1SM_" : "", from, cpp_of(a),
                       cpp_of(b), cpp_of(acc), mn[0], mn[1], major_of(major_a), major_of(major_b));
  }
  if (has("warpgroup")) {
    const bool fp8 = name == "MmaF8Op" || name == "MmaFP8Op";
    const auto a = given(0, fp8 ? "a_dtype" : "ab_dtype"), b = fp8 ? given(1, "b_dtype") : a;
    const std::size_t at = fp8 ? 2 : 1;
    const auto acc = given(at, "acc_dtype"), shape = given(at + 1, "instruction_shape"), source = given(at + 2, "a_src"),
               major_a = given(at + 3, "a_major_mode"), major_b = given(at + 4, "b_major_mode");
    keep("a_dtype", a), keep("b_dtype", b), keep("acc_dtype", acc), keep("shape_mnk", shape), keep("a_major_mode", major_a),
        keep("b_major_mode", major_b);
    if (!a.is_known() || !shape.is_known() || !acc.is_known())
      return lacking_ = !a.is_known() ? a.why : !acc.is_known() ? acc.why : shape.why, std::string();
    const auto mnk = numbers(shape);
    const auto from = source.text.ends_with("RMEM") ? "RS" : "SS";
    const auto head =
        fmt::format("SM90_{}x{}x{}_{}{}{}_{}", mnk[0], mnk[1], mnk[2], in_atom_name(acc), in_atom_name(a), in_atom_name(b), from);
    const auto* type = algebra::find_element_type(a.text);
    if (type != nullptr && type->bits == 16)
      return fmt::format("{}<GMMA::Major::{},GMMA::Major::{}>{{}}", head, major_of(major_a), major_of(major_b));
    return head + "_TN<>{}";
  }
  // SM120's, with scale factors: of one type for both operands, or of two.
  if (name == "MmaMXF4NVF4Op" || name == "MmaMXF4Op" || name == "MmaMXF8Op" || name == "MmaMXF8F6F4Op") {
    const bool two = name == "MmaMXF8F6F4Op", bytes = two || name == "MmaMXF8Op";
    const std::size_t at = two ? 1 : 0;
    const auto a = given(0, two ? "a_dtype" : "ab_dtype"), b = two ? given(1, "b_dtype") : a, acc = given(at + 1, "acc_dtype"),
               sf = given(at + 2, "sf_type");
    for (const auto* v : {&a, &b, &acc, &sf})
      if (!v->is_known()) return lacking_ = v->why.empty() ? message("{} is not known here", name) : v->why, std::string();
    const auto vector = Value::integer(name == "MmaMXF4NVF4Op" ? 16 : 32);
    keep("a_dtype", a), keep("b_dtype", b), keep("acc_dtype", acc), keep("sf_type", sf), keep("sf_vec_size", vector),
        keep("shape_mnk", Value::tuple({Value::integer(16), Value::integer(8), Value::integer(bytes ? 32 : 64)}));
    return fmt::format("SM120::BLOCKSCALED::SM120_16x8x{}_TN_VS<{},{},{},{},{}>{{}}", bytes ? 32 : 64, cpp_of(a), cpp_of(b), cpp_of(acc),
                       sf.text == "e4m3" ? "float_ue4m3_t" : cpp_of(sf), vector.number);
  }
  if (name == "MmaF16BF16Op" || name == "MmaFP8Op" || name == "MmaTF32Op") {
    const bool fp8 = name == "MmaFP8Op";
    const auto a = name == "MmaTF32Op" ? Value::of(Kind::type, "tf32") : given(0, "ab_dtype"),
               acc = name == "MmaTF32Op" ? Value::of(Kind::type, "f32") : given(1, "acc_dtype"),
               shape = given(name == "MmaTF32Op" ? 0 : 2, "shape_mnk");
    keep("a_dtype", a), keep("b_dtype", a), keep("acc_dtype", acc), keep("shape_mnk", shape);
    if (!a.is_known() || !shape.is_known() || !acc.is_known())
      return lacking_ = !a.is_known() ? a.why : !acc.is_known() ? acc.why : shape.why, std::string();
    const auto mnk = numbers(shape);
    return fmt::format("{}_{}x{}x{}_{}{}{}{}_TN{{}}", fp8 ? "SM89" : "SM80", mnk[0], mnk[1], mnk[2], in_atom_name(acc), in_atom_name(a),
                       in_atom_name(a), in_atom_name(acc));
  }
  return missing();
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
  const auto given = [&](std::size_t place, std::string_view called) { return argument_of(op, place, called); };
  const auto* element = algebra::find_element_type(type->text);
  const auto width = bits != nullptr && bits->is_integer() && bits->number > 0 ? bits->number : element == nullptr ? 32 : element->bits;
  std::string atom;
  if (name == "CopyUniversalOp") {
    atom = bits != nullptr && bits->is_integer() && bits->number > 0 ? fmt::format("UniversalCopy<uint{}_t>", width)
                                                                     : fmt::format("UniversalCopy<{}>", cpp_of(*type));
  } else if (name == "CopyG2SOp") {
    const bool global = given(0, "cache_mode").text.ends_with("GLOBAL") && width == 128;
    atom = fmt::format("SM80_CP_ASYNC_{}<uint{}_t>", global ? "CACHEGLOBAL" : "CACHEALWAYS", width);
  } else if (name == "LdMatrix8x8x16bOp" || name == "StMatrix8x8x16bOp") {
    const auto transposed = truth(given(0, "transpose")).value_or(false);
    const auto count = given(1, "num_matrices").is_integer() ? given(1, "num_matrices").number : 1;
    const auto word = name.starts_with("Ld") ? "SM75_U{}x{}_LDSM_{}" : "SM90_U{}x{}_STSM_{}";
    atom = fmt::format(fmt::runtime(word), transposed ? 16 : 32, transposed ? 2 * count : count, transposed ? "T" : "N");
  } else if (op.library.find("tcgen05") != std::string::npos && (name.starts_with("Ld") || name.starts_with("St")) &&
             name.ends_with("Op")) {
    // Ld32x32bOp(Repetition.x64): 32 lanes, 32 bits, 64 times.
    auto shape = std::string(name.substr(2, name.size() - 4));
    const auto x = shape.find('x');
    if (x == std::string::npos) return lacking_ = message("{} is not known here", name), std::string();
    // Repetition.x64, Repetition(64), or 64.
    const auto repeat = given(0, "repeat");
    const auto word = last_part(repeat.text);
    const auto times = repeat.is_integer()     ? std::to_string(repeat.number)
                       : word.starts_with('x') ? std::string(word.substr(1))
                                               : std::string();
    if (times.empty()) return lacking_ = repeat.is_known() ? message("{} is not known here", "repeat") : repeat.why, std::string();
    atom =
        fmt::format("SM100_TMEM_{}_{}dp{}{}x", name.starts_with("Ld") ? "LOAD" : "STORE", shape.substr(0, x), shape.substr(x + 1), times);
    if (given(1, "pack").text.ends_with("PACK_16b_IN_32b")) atom += "_16b";
  } else if (op.library.find("tcgen05") != std::string::npos && name.starts_with("Cp") && name.ends_with("Op")) {
    // Cp4x32x128bOp(CtaGroup.ONE): 32 lanes of 128 bits, four times.
    const auto size = given(0, "cta_group").text.ends_with("TWO") ? "2cta" : "1cta";
    const std::string_view shape = name.substr(2, name.size() - 4);
    const std::string_view lanes = shape == "4x32x128b"  ? "4x32dp128bit"
                                   : shape == "128x256b" ? "128dp256bit"
                                   : shape == "128x128b" ? "128dp128bit"
                                                         : std::string_view();
    if (lanes.empty()) return lacking_ = message("{} is not known here", name), std::string();
    atom = fmt::format("SM100_UTCCP_{}_{}", lanes, size);
  } else {
    lacking_ = message("{} is not known here", name);
    return {};
  }
  return fmt::format("Copy_Atom<{},{}>{{}}", atom, type->text);
}

/// A TMA atom, and the tensor of coordinates that stands for global memory: of (operation, tensor, layout in shared memory, that of one
/// stage, tile, how many CTAs it is multicast to, whether the layout is that of an operand of tcgen05, ((M, K), M's, K's)).
DslValue DslInterpreter::tma_atom(const DslItems& given) {
  // It is a tuple of two, and an object with names for them.
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
