// What the algebra costs: each operation over the golden rows of static layouts, and a sheet evaluated from its text.
// The rows' operands are parsed before the clock starts. Medians of many batches; nothing is asserted.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/operations.hpp"
#include "tests/benchmarks/report.hpp"

namespace {
std::atomic<long> allocations = 0;

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
}  // namespace

// GCC takes the pair of malloc and free for a mistake where it inlines one of the two.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace algebra;

/// Keeps the optimiser from leaving out what made the value.
template <class T>
void used(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// Median seconds of one call, from batches long enough for the clock.
template <class F>
double timed(F&& f, double batch_seconds = 2e-3, int batches = 31) {
  long calls = 1;
  for (;; calls *= 2) {
    const auto begin = seconds();
    for (long k = 0; k < calls; ++k) f();
    if (seconds() - begin > batch_seconds) break;
  }
  std::vector<double> one;
  for (int b = 0; b < batches; ++b) {
    const auto begin = seconds();
    for (long k = 0; k < calls; ++k) f();
    one.push_back((seconds() - begin) / static_cast<double>(calls));
  }
  return median(std::move(one));
}

Layout layout_from(const Value& v) {
  if (const auto* shape = std::get_if<IntTuple>(&v)) return make_layout(*shape);
  return std::get<Layout>(v);
}
Tiler tiler_from(const Value& v) {
  if (const auto* shape = std::get_if<IntTuple>(&v)) return tiler_of(*shape);
  if (const auto* layout = std::get_if<Layout>(&v)) return tiler_of(*layout);
  return std::get<Tiler>(v);
}

/// A row ready to run: it owns its operands.
using Call = std::function<void()>;

Call call_of(const std::string& operation, const std::vector<Value>& operands) {
  const auto a = layout_from(operands[0]);
  if (operation == "right_inverse") return [a] { used(right_inverse(a)); };
  if (operation == "left_inverse") return [a] { used(left_inverse(a)); };
  if (operands.size() == 1) {
    if (operation == "coalesce") return [a] { used(coalesce(a)); };
    return [a] { used(complement(a)); };
  }
  if (operation == "coalesce" || operation == "complement") {
    const auto* tuple = std::get_if<IntTuple>(&operands[1]);
    if (tuple == nullptr) return {};
    if (operation == "coalesce") return [a, t = *tuple] { used(coalesce(a, t)); };
    return [a, t = *tuple] { used(complement(a, t)); };
  }
  const auto t = tiler_from(operands[1]);
  if (operation == "composition") return [a, t] { used(composition(a, t)); };
  if (operation == "logical_divide") return [a, t] { used(logical_divide(a, t)); };
  if (operation == "zipped_divide") return [a, t] { used(zipped_divide(a, t)); };
  return [a, t] { used(logical_product(a, t)); };
}

struct Operation {
  std::string name;
  double pycute;  ///< microseconds, one of our machines
  std::vector<Call> calls{};
  int rows = 0;
  double ns = 0, allocations_each = 0;
};

int modes_in(const std::vector<Value>& operands) {
  int most = 0;
  for (const auto& v : operands) {
    if (const auto* l = std::get_if<Layout>(&v)) most = std::max(most, l->shape().leaves());
    if (const auto* t = std::get_if<IntTuple>(&v)) most = std::max(most, t->leaves());
  }
  return most;
}

void read_rows(std::vector<Operation>& operations) {
  std::ifstream in(std::string(CUTESCOPE_TEST_DATA) + "/golden/static.tsv");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    if (second == std::string::npos || line.substr(second + 1) == "ERROR") continue;
    const auto it = std::find_if(operations.begin(), operations.end(), [&](const Operation& o) { return o.name == line.substr(0, first); });
    if (it == operations.end()) continue;
    const auto e = evaluate(std::string_view(line).substr(first + 1, second - first - 1), {}, IntegerRule::cute);
    // 16 modes are more than any of these layouts has: every row counts.
    if (!e || e->made_by.operands.empty() || modes_in(e->made_by.operands) > 16) continue;
    auto call = call_of(it->name, e->made_by.operands);
    if (!call || !attempt([&] {
          call();
          return 0;
        }))
      continue;
    it->calls.push_back(std::move(call));
    ++it->rows;
  }
}

void measure(Operation& o) {
  if (o.rows == 0) return;
  const auto before = allocations.load();
  for (const auto& call : o.calls) call();
  o.allocations_each = static_cast<double>(allocations.load() - before) / o.rows;
  o.ns = 1e9 / o.rows * timed([&] {
           for (const auto& call : o.calls) call();
         });
}

/// What somebody who works out a kernel's tiling writes, ten lines at a time.
std::vector<std::string> sheet_lines() {
  std::vector<std::string> lines;
  for (int part = 0; part < 5; ++part) {
    const auto n = std::to_string(part);
    const auto name = [&](const char* stem) { return stem + n; };
    const auto source = part == 0 ? std::string("(_128,_64):(_64,_1)") : "coalesce(gmem" + std::to_string(part - 1) + ", (_1,_1))";
    lines.push_back("# part " + n);
    lines.push_back(name("gmem") + " = " + source);
    lines.push_back(name("tile") + " = (_32,_16):(_16,_1)");
    lines.push_back(name("blocks") + " = zipped_divide(" + name("gmem") + ", (_32,_16))");
    lines.push_back(name("smem") + " = tile_to_shape((_8,_8):(_8,_1), (_32,_64))");
    lines.push_back(name("threads") + " = make_layout((_8,_16), LayoutRight)");
    lines.push_back(name("cta") + " = local_tile(" + name("gmem") + ", (_32,_16), (1,2))");
    lines.push_back(name("mine") + " = local_partition(" + name("gmem") + ", " + name("threads") + ", 17)");
    lines.push_back(name("inverse") + " = right_inverse(" + name("tile") + ")");
    lines.push_back("composition(" + name("tile") + ", " + name("inverse") + ")");
  }
  return lines;
}

/// The lines of the sheet that do not evaluate.
int evaluate_sheet(const std::vector<std::string>& lines, IntegerRule rule) {
  Environment names;
  int problems = 0;
  for (const auto& text : lines) {
    const auto line = split_line(text);
    if (!line || line->is_note) {
      problems += !line;
      continue;
    }
    auto e = evaluate(line->expression, names, rule);
    if (!e) ++problems;
    else if (!line->name.empty()) names.insert_or_assign(line->name, std::move(e->value));
  }
  return problems;
}

int measure_all() {
  std::vector<Operation> operations{{"coalesce", 4},       {"composition", 10},     {"complement", 6},    {"logical_divide", 21},
                                    {"zipped_divide", 20}, {"logical_product", 19}, {"right_inverse", 6}, {"left_inverse", 18}};
  read_rows(operations);
  for (auto& o : operations) measure(o);

  // The verdict looks at every element, so that the size of the layout tells.
  constexpr std::string_view call = "zipped_divide((_8,_8):(_8,_1), (_4,_2))", large_call = "zipped_divide((_128,_64):(_64,_1), (_32,_16))";
  const auto lines = sheet_lines();
  const auto rule = IntegerRule::cute;
  const int problems = evaluate_sheet(lines, rule);
  const double call_us = 1e6 * timed([&] { used(evaluate(call, {}, rule)); });
  const double large_call_us = 1e6 * timed([&] { used(evaluate(large_call, {}, rule)); });
  const double sheet_ms = 1e3 * timed([&] { used(evaluate_sheet(lines, rule)); }, 2e-2, 15);

  fmt::print("pycute's figures are for scale, from one of our machines\n{:<16} {:>5} {:>10} {:>12} {:>12}\n", "operation", "rows",
             "ns each", "pycute us", "allocations");
  for (const auto& o : operations)
    fmt::print("{:<16} {:>5} {:>10.0f} {:>12.0f} {:>12.2f}\n", o.name, o.rows, o.ns, o.pycute, o.allocations_each);
  fmt::print("a sheet of {} entries from text: {:.3f} ms ({} of them with a problem)\n", lines.size(), sheet_ms, problems);
  fmt::print("evaluate(\"{}\"): {:.2f} us\nevaluate(\"{}\"): {:.2f} us\n", call, call_us, large_call, large_call_us);
  for (const auto& o : operations) benchmark::ratio(fmt::format("pycute's {} / ours", o.name), 1e3 * o.pycute / o.ns);
  benchmark::ratio(fmt::format("a sheet of {} entries, from text / 1 ms", lines.size()), sheet_ms);
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure_all); }
