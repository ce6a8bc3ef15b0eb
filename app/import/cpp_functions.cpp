// Functions of C++, CUDA and CUTLASS by name, apart from operations on layouts.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace app {

using algebra::message;

struct CppInterpreter::Library {
  /// A call of one of these functions.
  struct Call {
    SyntaxNode node, callee;
    SyntaxNode arguments = node["arguments"];
    const std::vector<SyntaxNode>& given = arguments.children();
    SyntaxNode last = last_name(callee);  ///< f<4> in a::b::f<4>
    std::string_view name = last.is("template_function") ? last["name"].text() : last.text();
    std::string_view formula{};  ///< from its row

    bool is_templated() const { return last.is("template_function"); }
    bool is_of_std() const { return callee.text().starts_with("std::") || callee.text().starts_with("::std::"); }
  };
  using Result = std::optional<CppValue>;
  /// A function with the numbers of arguments that are supported, and its evaluation. nullopt: the call means another function.
  struct Row {
    std::string_view name;
    std::size_t least, most;
    Result (Library::*value)(const Call&);
    std::string_view formula = {};  ///< in terms of the thread's number in its block, {}
  };
  static constexpr auto any = std::numeric_limits<std::size_t>::max();
  static const std::array<Row, 56> rows;

  CppInterpreter& in;

  /// static_cast<int>(x), static_cast<Derived const*>(this), static_cast<Base&>(x)
  Result cast(const Call& c) {
    if (c.given.size() != 1) unknown(message("{} takes one value", c.name));
    auto v = in.evaluate(c.given[0]);
    const auto named = c.is_templated() ? only(c.last["arguments"]) : SyntaxNode{};
    const auto to = in.arithmetic_type(named);
    if (v.is(Kind::object) && to.empty() && named) {
      const auto* part = in.instance_of(in.structure_named(named));
      const auto* object = in.instance_of({.kind = Kind::structure, .text = v.members->type});
      const bool shared = named["declarator"] || c.given[0].is("this");
      if (part != nullptr && object != nullptr && part != object && !in.derives(*object, part->key))
        unknown(message("{} is not followed", in_one_line(c.node.text(), 60)));
      if (part != nullptr && object != nullptr) return in.as_base(v, *part, shared);
    }
    return to.empty() ? v : in.number_of(std::move(v), to);
  }
  /// int(x) and, for a C++ arithmetic type T, T(x).
  Result as_number(const Call& c, const std::string& type) {
    if (c.given.empty()) return cpp_converted(CppValue::integer(0), type);
    auto v = in.evaluate(c.given[0]);
    // int(n) of a formula stays that formula.
    if (v.is(Kind::expression) && !v.number && v.type.empty()) {
      in.complete(v);
      if (v.number && in_range_of(*v.number, type) == *v.number) {
        v.number.reset();
        v.text = in.in_type(v.text, type);
        return v;
      }
    }
    return v.is(Kind::object) ? in.number_of(std::move(v), type) : cpp_converted(v, type);
  }
  /// std::move(x)
  Result same(const Call& c) { return in.evaluate(c.given[0]); }
  /// conditional_return<b>(x, y): one of the two.
  Result chosen(const Call& c) {
    if (!c.is_templated()) return std::nullopt;
    const auto holds = in.condition(in.as_expression(only(c.last["arguments"])));
    if (!holds.holds) unknown_here(c.last);
    auto v = in.evaluate(c.given[*holds.holds ? 0 : 1]);
    v.assumed.insert(holds.assumed.begin(), holds.assumed.end());
    return v;
  }
  /// sm90_cluster_shape_to_tma_atom(cluster)
  Result load_of_cluster(const Call& c) {
    const auto cluster = in.evaluate(c.given[0]);
    const auto n = in.entries_.integer_of(fmt::format("size({})", in.text_of(cluster)));
    if (!n) unknown_here(c.given[0]);
    auto v = CppValue::of(*n == 1 ? "SM90_TMA_LOAD" : "SM90_TMA_LOAD_MULTICAST");
    v.assumed = in.assumed_of(cluster);
    return v;
  }
  /// make_tma_copy_A_sm90(op, tensor, layout, (M,N,K), cluster) copies the tile's modes M and K, and multicasts along N.
  Result tma_copy_of_a(const Call& c) { return tma_copy(c, 0, 1); }
  Result tma_copy_of_b(const Call& c) { return tma_copy(c, 1, 0); }
  Result tma_copy(const Call& c, int mode, int multicast) {
    const auto all = in.evaluated(c.arguments);
    auto v = CppValue::of(fmt::format("make_tma_copy({}, {}, {}, select<{},2>({}), size<{}>({}))", in.text_of(all[0]), in.text_of(all[1]),
                                      in.text_of(all[2]), mode, in.text_of(all[3]), multicast, in.text_of(all[4])));
    for (const auto& a : all) v.assumed.merge(in.assumed_of(a));
    return v;
  }
  /// std::numeric_limits<int>::max()
  template <bool largest>
  Result limit(const Call& c) {
    auto scope = c.callee;
    while (scope["name"].is("qualified_identifier")) scope = scope["name"];
    scope = scope["scope"];
    if (!scope.is("template_type") || scope["name"].text() != "numeric_limits") return std::nullopt;
    const auto type = in.arithmetic_type(only(scope["arguments"]));
    if (type.empty()) return std::nullopt;
    const auto is = *cpp_arithmetic(type);
    if (is.is_real) unknown(message("{} is known only when the program runs", in_one_line(c.node.text(), 60)));
    const auto all = ~std::uint64_t{0} >> (is.is_truth ? 63 : 64 - is.bits);
    const auto most = static_cast<std::int64_t>(is.is_signed ? all >> 1 : all);
    return CppValue::integer(largest ? most : is.is_signed ? -most - 1 : 0, type);
  }
  /// ss_op_selector<TA, TB, TC, Tile>()
  Result instruction(const Call& c) { return in.selected_instruction(c.name, c.last); }
  /// atoi(argv[1]): a number that the program receives from the command line or a file.
  Result input(const Call& c) {
    auto v = CppValue::unknown(message("{} is given to the program when it runs", in_one_line(c.node.text(), 60)));
    v.given = true;
    return v;
  }
  /// reinterpret_cast<T*>(p), make_gmem_ptr(p)
  Result pointer(const Call& c) {
    auto made = CppValue::of(in.pointer_cast(c.name, c.callee, c.arguments));
    if (made.text == "ptr") return CppValue::pointer_to(c.given.empty() ? "" : in.element_of(c.node));
    return c.given.size() == 1 ? in.at_memory(std::move(made), c.given[0]) : made;
  }
  /// lazy::transform(C, [&](auto c) { return elem_less(c, shape); }): the coordinates C.
  Result coordinates(const Call& c) {
    return c.callee.text().find("lazy::") != std::string_view::npos ? Result(in.evaluate(c.given[0])) : std::nullopt;
  }
  /// __shfl_sync(mask, v, lane); `same`: all lanes receive the same number.
  template <bool same>
  Result shuffle(const Call& c) {
    if (in.tracing()) return in.shuffled(c.name, in.evaluated(c.arguments));
    return same ? Result(in.evaluate(c.given[1])) : std::nullopt;
  }
  Result listed(const Call& c) { return CppValue::of(in.list(c.arguments)); }
  /// canonical_warp_idx() and the like: a formula of the thread's number.
  Result standing(const Call& c) { return CppValue::of(fmt::format(fmt::runtime(c.formula), in.thread_number(c.node.line()))); }
  Result constant(const Call& c) { return CppValue::of(std::string(c.formula)); }
  /// elect_one_sync() chooses the first lane of each warp if kernels are traced, else any lane.
  Result elected(const Call& c) { return in.traces_ != nullptr ? standing(c) : CppValue::of("1"); }
  /// thread0(), block0(): true for the first thread, or for the first block.
  template <bool of_thread>
  Result is_first(const Call& c) {
    if (!in.tracing()) return std::nullopt;
    std::string sum = of_thread ? in.thread_number(c.node.line()) : "0";
    for (const char axis : {'x', 'y', 'z'}) sum += " + " + in.given(fmt::format("blockIdx.{}", axis), "0", c.node.line(), false);
    return CppValue::of(fmt::format("1 - min(1, {})", sum));
  }
  /// get<1>(p) for an object, an array or a pair.
  Result element(const Call& c) {
    if (!c.is_templated()) return std::nullopt;
    const auto p = in.place(c.given[0]);
    if (p == nullptr || !(p->value.is(Kind::array) || p->value.is(Kind::object))) return std::nullopt;
    const auto n = in.integer_of(in.numeric(only(c.last["arguments"])));
    const auto& all = p->value.members->all;
    if (!n || *n < 0 || *n >= static_cast<std::int64_t>(all.size()))
      unknown(message("{} has {} elements", in_one_line(c.given[0].text(), 60), all.size()));
    auto& one = *all[static_cast<std::size_t>(*n)].second;
    return in.read(one, one.name.empty() ? "element" : one.name);
  }
  /// std::make_pair(a, b), std::tie(a, b, c)
  Result pair(const Call& c) {
    auto made = tuple(c);
    if (!made) return made;
    auto& all = made->members->all;
    if (!all.empty()) all[0].first = "first";
    if (all.size() > 1) all[1].first = "second";
    return made;
  }
  Result tuple(const Call& c) {
    if (!c.is_of_std()) return std::nullopt;
    CppValue all{.kind = Kind::array};
    all.members = std::make_shared<CppMembers>();
    for (auto& v : in.evaluated(c.arguments)) all.members->all.emplace_back(std::string{}, cpp_variable(std::move(v)));
    return all;
  }
  /// std::size(array)
  Result size(const Call& c) {
    if (!c.is_of_std()) return std::nullopt;
    const auto v = in.evaluate(c.given[0]);
    if (!v.is(Kind::array)) return std::nullopt;
    return CppValue::integer(static_cast<std::int64_t>(v.members->all.size()), "unsigned long");
  }

  /// Returns the arguments as numbers of the named type; nullopt if one is unknown.
  std::optional<Arguments> numbers(const Call& c) {
    auto all = in.evaluated(c.arguments);
    for (auto& v : all)
      if (v.is_number()) in.complete(v);
    // std::max<long>(a, b)
    if (const auto type = c.is_templated() ? in.arithmetic_type(only(c.last["arguments"])) : std::string{}; !type.empty())
      for (auto& v : all) v = cpp_converted(v, type);
    const auto is_known = [](const CppValue& v) { return v.is(Kind::real) || (v.number && !v.type.empty()); };
    return std::ranges::all_of(all, is_known) ? std::optional(std::move(all)) : std::nullopt;
  }
  CppValue with_assumed(CppValue result, const Arguments& all, CppLanes lanes = {}) {
    result.assumed.clear();
    for (const auto& v : all) result.assumed.merge(in.assumed_of(v));
    return in.with_lanes(std::move(result), std::move(lanes));
  }
  /// min(a, b), max(a, b)
  template <bool largest>
  Result extreme(const Call& c) {
    const auto all = numbers(c);
    if (!all) return std::nullopt;
    const auto &a = all->front(), &b = all->back();
    const auto lanes = in.combined_lanes(a, b, [](std::int64_t m, std::int64_t n) { return largest ? std::max(m, n) : std::min(m, n); });
    const bool first = (*cpp_operation(Operator::less, a, b).number != 0) != largest;
    auto result = first ? a : b;
    if (lanes != nullptr) result = CppValue::integer(*result.number, result.type);
    if (!a.is(Kind::real) && !b.is(Kind::real) && in.numeric_ == 0 && !in.silent()) {
      result = CppValue::of(fmt::format("{}({}, {})", c.name, in.text_of(a), in.text_of(b)), result.type);
      result.number = first ? a.number : b.number;
    }
    return with_assumed(std::move(result), *all, lanes);
  }
  Result absolute(const Call& c) {
    const auto all = numbers(c);
    if (!all) return std::nullopt;
    const auto& x = all->front();
    if (!x.number) return with_assumed(CppValue::real_number(std::abs(x.real), x.type), *all);
    const auto zero = CppValue::integer(0, "int");
    auto result = *cpp_operation(Operator::less, x, zero).number != 0 ? cpp_operation(Operator::subtract, zero, x)
                                                                      : cpp_operation(Operator::add, x, zero);
    return with_assumed(std::move(result), *all, in.combined_lanes(x, x, [](std::int64_t n, std::int64_t) { return n < 0 ? -n : n; }));
  }
  static double as_real(const CppValue& v) { return v.is(Kind::real) ? v.real : static_cast<double>(*v.number); }
  template <double (*f)(double)>
  Result real(const Call& c) {
    const auto all = numbers(c);
    if (!all) return std::nullopt;
    const auto& x = all->front();
    return with_assumed(CppValue::real_number(f(as_real(x)), x.is(Kind::real) ? x.type : "double"), *all);
  }
  Result power(const Call& c) {
    const auto all = numbers(c);
    if (!all) return std::nullopt;
    return with_assumed(CppValue::real_number(std::pow(as_real(all->front()), as_real(all->back()))), *all);
  }
};

constexpr std::array<CppInterpreter::Library::Row, 56> CppInterpreter::Library::rows{{
    {"static_cast", 0, any, &Library::cast},
    {"const_cast", 0, any, &Library::cast},
    {"reinterpret_cast", 0, any, &Library::pointer},
    {"raw_pointer_cast", 0, any, &Library::pointer},
    {"forward", 1, 1, &Library::same},
    {"move", 1, 1, &Library::same},
    {"as_const", 1, 1, &Library::same},
    {"ref", 1, 1, &Library::same},
    // CuTe and CUTLASS
    {"conditional_return", 2, 2, &Library::chosen},
    {"get", 1, 1, &Library::element},
    {"tuple_element", 1, 1, &Library::element},
    {"transform", 1, any, &Library::coordinates},
    {"sm90_cluster_shape_to_tma_atom", 1, 1, &Library::load_of_cluster},
    {"make_tma_copy_A_sm90", 5, 5, &Library::tma_copy_of_a},
    {"make_tma_copy_B_sm90", 5, 5, &Library::tma_copy_of_b},
    {"ss_op_selector", 0, any, &Library::instruction},
    {"rs_op_selector", 0, any, &Library::instruction},
    // Numbers
    {"min", 0, 0, &Library::limit<false>},
    {"max", 0, 0, &Library::limit<true>},
    {"lowest", 0, 0, &Library::limit<false>},
    {"min", 2, 2, &Library::extreme<false>},
    {"max", 2, 2, &Library::extreme<true>},
    {"abs", 1, 1, &Library::absolute},
    {"ceil", 1, 1, &Library::real<std::ceil>},
    {"floor", 1, 1, &Library::real<std::floor>},
    {"sqrt", 1, 1, &Library::real<std::sqrt>},
    {"log2", 1, 1, &Library::real<std::log2>},
    {"pow", 2, 2, &Library::power},
    // Threads
    {"__shfl_sync", 2, any, &Library::shuffle<true>},
    {"__shfl_up_sync", 2, any, &Library::shuffle<false>},
    {"__shfl_down_sync", 2, any, &Library::shuffle<false>},
    {"__shfl_xor_sync", 2, any, &Library::shuffle<false>},
    {"canonical_warp_idx", 0, any, &Library::standing, "{} / 32"},
    {"canonical_warp_idx_sync", 0, any, &Library::standing, "{} / 32"},
    {"canonical_warp_group_idx", 0, any, &Library::standing, "{} / 128"},
    {"canonical_lane_idx", 0, any, &Library::standing, "{} % 32"},
    {"elect_one_sync", 0, any, &Library::elected, "1 - min(1, {} % 32)"},
    {"block_rank_in_cluster", 0, any, &Library::constant, "0"},
    {"warp_uniform", 0, any, &Library::listed},
    {"thread0", 0, 0, &Library::is_first<true>},
    {"block0", 0, 0, &Library::is_first<false>},
    // std
    {"make_pair", 0, any, &Library::pair},
    {"pair", 0, any, &Library::pair},
    {"make_tuple", 0, any, &Library::tuple},
    {"tuple", 0, any, &Library::tuple},
    {"tie", 0, any, &Library::tuple},
    {"size", 1, 1, &Library::size},
    // Input of the program
    {"atoi", 0, any, &Library::input},
    {"atol", 0, any, &Library::input},
    {"atoll", 0, any, &Library::input},
    {"stoi", 0, any, &Library::input},
    {"stol", 0, any, &Library::input},
    {"stoul", 0, any, &Library::input},
    {"strtol", 0, any, &Library::input},
    {"strtoul", 0, any, &Library::input},
    {"getenv", 0, any, &Library::input},
}};

/// Returns the value of a call of a known function or of a conversion to a number; nullopt for other calls.
std::optional<CppValue> CppInterpreter::library_function(SyntaxNode call, SyntaxNode callee) {
  Library library{*this};
  Library::Call c{.node = call, .callee = callee};
  if (const auto type = callee.is("template_function") ? std::string{} : arithmetic_type(callee); !type.empty())
    return library.as_number(c, type);
  for (const auto& row : Library::rows)
    if (row.name == c.name && c.given.size() >= row.least && c.given.size() <= row.most) {
      c.formula = row.formula;
      if (auto value = (library.*row.value)(c)) return value;
    }
  return c.name.ends_with("_ptr") || c.name.ends_with("ptr_cast") ? library.pointer(c) : std::nullopt;
}

}  // namespace app
