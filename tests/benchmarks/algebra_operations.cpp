// Measures the time of each operation of the algebra over the golden rows of static layouts, and of a sheet evaluated from its text. With
// the folder of the Python package pycute as its argument, measures pycute on the same rows and prints the ratio. Operands are made before
// the clock starts, in both. The result is processor time, the least of many batches, because a disturbance can only add to a batch.
// Nothing is asserted.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <time.h>
#include <unistd.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "tests/benchmarks/report.hpp"
#include "tests/test_data.hpp"

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

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of one call, from batches long enough for the clock.
template <class F>
double timed(F&& f, double batch_seconds = 2e-3, int batches = 31) {
  long calls = 1;
  const auto batch = [&] {
    const auto begin = seconds();
    for (long k = 0; k < calls; ++k) f();
    return seconds() - begin;
  };
  while (batch() < batch_seconds) calls *= 2;
  double least = batch();
  for (int b = 1; b < batches; ++b) least = std::min(least, batch());
  return least / static_cast<double>(calls);
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
using Call = std::function<Layout()>;

Call call_of(const std::string& operation, const std::vector<Value>& operands) {
  const auto a = layout_from(operands[0]);
  if (operation == "right_inverse") return [a] { return right_inverse(a); };
  if (operation == "left_inverse") return [a] { return left_inverse(a); };
  if (operands.size() == 1) {
    if (operation == "coalesce") return [a] { return coalesce(a); };
    return [a] { return complement(a); };
  }
  if (operation == "coalesce" || operation == "complement") {
    const auto* tuple = std::get_if<IntTuple>(&operands[1]);
    if (tuple == nullptr) return {};
    if (operation == "coalesce") return [a, t = *tuple] { return coalesce(a, t); };
    return [a, t = *tuple] { return complement(a, t); };
  }
  const auto t = tiler_from(operands[1]);
  if (operation == "composition") return [a, t] { return composition(a, t); };
  if (operation == "logical_divide") return [a, t] { return logical_divide(a, t); };
  if (operation == "zipped_divide") return [a, t] { return zipped_divide(a, t); };
  return [a, t] { return logical_product(a, t); };
}

std::string python(const IntTuple& t) {
  if (!t.is_tuple()) return t.is_integer() ? std::to_string(t.integer().value) : "None";
  std::string text = "(";
  for (int i = 0; i < t.rank(); ++i) text += python(t.mode(i)) + ",";
  return text + ")";
}
std::string python(const Layout& l) { return fmt::format("Layout({}, {})", python(l.shape()), python(l.stride())); }
std::string python(const Tiler& t) {
  if (const auto* l = std::get_if<Layout>(&t.is)) return python(*l);
  // pycute's logical_product divides by an integer: N is the layout N:1.
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return leaf->is_integer() ? python(Layout(*leaf, IntTuple(1))) : "None";
  std::string text = "(";
  for (const auto& m : t.modes()) text += python(m) + ",";
  return text + ")";
}
/// The same operands for pycute, as a tuple.
std::string python(const std::string& operation, const std::vector<Value>& operands) {
  auto text = "(" + python(layout_from(operands[0])) + ",";
  if (operands.size() > 1) {
    const auto* t = std::get_if<IntTuple>(&operands[1]);
    const bool is_shape = operation == "coalesce" || operation == "complement";
    text += is_shape && t != nullptr ? python(*t) : python(tiler_from(operands[1]));
    text += ",";
  }
  return text + ")";
}

struct Row {
  Call call;
  std::string python;
};

struct Operation {
  std::string name;
  std::vector<Row> rows{};
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
  std::ifstream in(test_data() + "/golden/static.tsv");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    if (second == std::string::npos || line.substr(second + 1) == "ERROR") continue;
    const auto it = std::find_if(operations.begin(), operations.end(), [&](const Operation& o) { return o.name == line.substr(0, first); });
    if (it == operations.end()) continue;
    const auto e = evaluate(std::string_view(line).substr(first + 1, second - first - 1), {}, IntegerRule::cute);
    // 16 modes are more than any of these layouts has: every row counts.
    if (!e || e->made_by.operands.empty() || modes_in(e->made_by.operands) > 16) continue;
    auto call = call_of(it->name, e->made_by.operands);
    if (!call || !attempt(call)) continue;
    it->rows.push_back({std::move(call), python(it->name, e->made_by.operands)});
  }
}

/// Nanoseconds of one row.
double measure(const std::vector<Row>& rows) {
  return 1e9 / static_cast<double>(rows.size()) * timed([&] {
           for (const auto& row : rows) used(row.call());
         });
}

double allocations_of(const std::vector<Row>& rows) {
  const auto before = allocations.load();
  for (const auto& row : rows) used(row.call());
  return static_cast<double>(allocations.load() - before) / static_cast<double>(rows.size());
}

/// The answers and the time of pycute for the rows of an operation.
struct Pycute {
  std::vector<std::string> answers;  ///< one a row; "-" where it has none
  double ns = 0;                     ///< of one row with an answer
};

Pycute measure_pycute(const std::string& folder, const Operation& o) {
  const auto temporary = std::filesystem::temp_directory_path() / fmt::format("cutescope-pycute-{}", getpid());
  {
    std::ofstream out(temporary);
    for (const auto& row : o.rows) out << row.python << '\n';
  }
  const auto command = fmt::format("python3 '{}/benchmarks/pycute_rows.py' '{}' {} <'{}'", test_data(), folder, o.name, temporary.string());
  Pycute result;
  std::string text;
  if (auto* pipe = popen(command.c_str(), "r")) {
    char part[4096];
    while (const auto n = std::fread(part, 1, sizeof part, pipe)) text.append(part, n);
    if (pclose(pipe) != 0) text.clear();
  }
  std::filesystem::remove(temporary);
  std::istringstream lines(text);
  for (std::string line; result.answers.size() < o.rows.size() && std::getline(lines, line);) result.answers.push_back(line);
  double row_seconds = 0;
  if (!(lines >> row_seconds)) throw std::runtime_error("pycute did not run: " + command);
  result.ns = 1e9 * row_seconds;
  return result;
}

/// Both over the rows that pycute answers, one right after the other.
void compare_with_pycute(const std::string& folder, const Operation& o) {
  const auto pycute = measure_pycute(folder, o);
  std::vector<Row> rows;
  int same = 0;
  for (std::size_t i = 0; i < o.rows.size(); ++i) {
    if (pycute.answers[i] == "-") continue;
    rows.push_back(o.rows[i]);
    same += to_string(rows.back().call(), Marks::plain) == pycute.answers[i];
  }
  const double ns = measure(rows);
  fmt::print("{:<16} {:>5} {:>10.0f} {:>12.0f} {:>12}\n", o.name, rows.size(), ns, pycute.ns, same);
  benchmark::ratio(fmt::format("pycute's {} / ours", o.name), pycute.ns / ns);
}

/// Returns the lines of a sheet that works out a kernel's tiling, ten lines a part.
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

/// Returns the lines of the sheet that do not evaluate.
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

int measure_all(const char* pycute) {
  std::vector<Operation> operations{{"coalesce"},      {"composition"},     {"complement"},    {"logical_divide"},
                                    {"zipped_divide"}, {"logical_product"}, {"right_inverse"}, {"left_inverse"}};
  read_rows(operations);
  fmt::print("{:<16} {:>5} {:>10} {:>12}\n", "operation", "rows", "ns each", "allocations");
  for (const auto& o : operations)
    fmt::print("{:<16} {:>5} {:>10.0f} {:>12.2f}\n", o.name, o.rows.size(), measure(o.rows), allocations_of(o.rows));
  if (pycute != nullptr) {
    fmt::print("of these, the rows that pycute answers\n{:<16} {:>5} {:>10} {:>12} {:>12}\n", "operation", "rows", "ns each", "pycute ns",
               "same answer");
    for (const auto& o : operations) compare_with_pycute(pycute, o);
  } else {
    benchmark::left_out("the operations against pycute", "give the folder of the Python package: scripts/bench --pycute CUTLASS/python");
  }

  // The verdict looks at every element, so that the size of the layout tells.
  constexpr std::string_view call = "zipped_divide((_8,_8):(_8,_1), (_4,_2))", large_call = "zipped_divide((_128,_64):(_64,_1), (_32,_16))";
  const auto lines = sheet_lines();
  const auto rule = IntegerRule::cute;
  const int problems = evaluate_sheet(lines, rule);
  const double call_us = 1e6 * timed([&] { used(evaluate(call, {}, rule)); });
  const double large_call_us = 1e6 * timed([&] { used(evaluate(large_call, {}, rule)); });
  const double sheet_ms = 1e3 * timed([&] { used(evaluate_sheet(lines, rule)); }, 2e-2, 15);
  fmt::print("a sheet of {} entries from text: {:.3f} ms ({} of them with a problem)\n", lines.size(), sheet_ms, problems);
  fmt::print("evaluate(\"{}\"): {:.2f} us\nevaluate(\"{}\"): {:.2f} us\n", call, call_us, large_call, large_call_us);
  benchmark::ratio(fmt::format("a sheet of {} entries, from text / 1 ms", lines.size()), sheet_ms);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  return benchmark::run([&] { return measure_all(count > 1 ? arguments[1] : nullptr); });
}
