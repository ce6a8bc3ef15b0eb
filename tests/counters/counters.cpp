// Predicted against counted: what the memory model says of random launches, and what the hardware's counters say of the same
// kernels. scripts/counters runs it under the profiler.
//
//   counters run COUNT SEED PREDICTED.tsv      each launch's kernel once, on the first CUDA device
//   counters compare PREDICTED.tsv COUNTED.csv [TABLE.md]
//
// Exit status 1 where any number differs.

#define DOCTEST_CONFIG_DISABLE

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/copy.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/kernel_source.hpp"
#include "gpu/report.hpp"
#include "tests/gpu/launches.hpp"

namespace {

constexpr std::array<const char*, 6> counters{
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",          "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",          "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"};
using Numbers = std::array<std::int64_t, counters.size()>;

Numbers predicted(const gpu::LaunchShape& w) {
  const auto m = gpu::predict(w);
  return {m.global_load->requests,
          m.global_load->sectors,
          m.global_store->requests,
          m.global_store->sectors,
          m.shared_load ? m.shared_load->conflicts() : 0,
          m.shared_store ? m.shared_store->conflicts() : 0};
}

std::string description(const gpu::Launch& l, const gpu::LaunchShape& w) {
  auto text = algebra::to_string(l.partition, algebra::Marks::plain);
  if (l.swizzle.bits > 0) text = fmt::format("Sw<{},{},{}> o {} o {}", l.swizzle.bits, l.swizzle.base, l.swizzle.shift, l.offset, text);
  else if (l.offset != 0) text = fmt::format("{} + {}", l.offset, text);
  if (l.target) text += " to " + algebra::to_string(*l.target, algebra::Marks::plain);
  return fmt::format("{}\t{}\t{}\t{}", w.shared_memory ? "shared" : "global", w.element_bytes, w.element_bytes * w.width, text);
}

int run(int count, unsigned seed, const char* path) {
  gpu::cuda::Abilities abilities;
  gpu::cuda::Compiler compiler;
  gpu::cuda::Stream stream;
  gpu::cuda::Memory source, destination;
  constexpr std::size_t room = 64u << 20;
  if (!gpu::cuda::use_device().ok() || !gpu::cuda::abilities(abilities).ok() || !stream.create().ok() || !source.allocate(room).ok() ||
      !destination.allocate(room).ok()) {
    std::fprintf(stderr, "there is no CUDA device\n");
    return 3;
  }
  std::ofstream out(path);
  std::mt19937 random(seed);
  for (int done = 0; done < count;) {
    const auto launch = random() % 3 == 0 ? gpu_test::random_launch(random) : gpu_test::random_tiled_launch(random);
    const auto shape = gpu::launch_shape(launch);
    if (!shape) continue;
    const auto shared = gpu::shared_bytes(*shape);
    if (shared > abilities.shared_bytes || static_cast<std::size_t>(shape->touches() * shape->element_bytes) > room ||
        static_cast<std::size_t>(std::max(shape->elements, shape->target_elements) * shape->element_bytes) > room)
      continue;
    const auto dynamic = shared > (48 << 10) ? shared : 0;
    const auto kernel = compiler.kernel(gpu::kernel_source(*shape), gpu::kernel_name, abilities, dynamic);
    if (!kernel) {
      std::fprintf(stderr, "%s\n", kernel.error().c_str());
      return 3;
    }
    auto status = compiler.launch(*kernel, shape->grid, shape->block, dynamic, source.get(), destination.get(), stream.get());
    if (status.ok()) status = stream.synchronize();
    if (!status.ok()) {
      std::fprintf(stderr, "%s: %s\n", status.call.c_str(), status.name.c_str());
      return 3;
    }
    const auto p = predicted(*shape);
    out << fmt::format("{}\t{}\n", description(launch, *shape), fmt::join(p, "\t"));
    ++done;
  }
  return 0;
}

/// One line of comma-separated values, quotes undone.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) result.emplace_back();
    else result.back() += c;
  }
  return result;
}

std::vector<Numbers> counted(const char* path) {
  std::ifstream in(path);
  std::vector<Numbers> result;
  std::array<std::size_t, counters.size()> column{};
  bool known = false, units = false;
  for (std::string line; std::getline(in, line);) {
    const auto row = fields(line);
    if (!known) {
      std::map<std::string, std::size_t> where;
      for (std::size_t i = 0; i < row.size(); ++i) where.emplace(row[i], i);
      if (!where.contains(counters[0])) continue;
      for (std::size_t i = 0; i < counters.size(); ++i) column[i] = where.at(counters[i]);
      known = true;
    } else if (!units) {
      units = true;  // the line of units
    } else {
      Numbers n{};
      for (std::size_t i = 0; i < counters.size(); ++i) {
        std::string digits;
        for (const char c : row.at(column[i]))
          if (c != ',') digits += c;
        n[i] = static_cast<std::int64_t>(std::stod(digits));
      }
      result.push_back(n);
    }
  }
  return result;
}

int compare(const char* predicted_path, const char* counted_path, const char* table_path) {
  const auto hardware = counted(counted_path);
  std::ifstream in(predicted_path);
  std::ofstream table;
  if (table_path != nullptr) table.open(table_path);
  if (table.is_open())
    table << "| memory | element | access | partition (block, thread, value) | load requests | load sectors | store requests | store "
             "sectors | shared load conflicts | shared store conflicts |\n"
             "|---|---:|---:|---|---:|---:|---:|---:|---:|---:|\n";
  std::size_t k = 0, differing = 0;
  for (std::string line; std::getline(in, line); ++k) {
    std::istringstream words(line);
    std::string memory, element, access, text;
    std::getline(words, memory, '\t');
    std::getline(words, element, '\t');
    std::getline(words, access, '\t');
    std::getline(words, text, '\t');
    Numbers ours{};
    for (auto& n : ours) words >> n;
    if (k >= hardware.size()) break;
    if (ours != hardware[k]) {
      ++differing;
      fmt::print("{} {} B, {} B an access: {}\n  predicted {}\n  counted   {}\n", memory, element, access, text, fmt::join(ours, " "),
                 fmt::join(hardware[k], " "));
    }
    if (table.is_open()) {
      table << fmt::format("| {} | {} | {} | `{}` |", memory, element, access, text);
      for (std::size_t i = 0; i < ours.size(); ++i)
        table << (ours[i] == hardware[k][i] ? fmt::format(" {} |", ours[i]) : fmt::format(" {}, counted {} |", ours[i], hardware[k][i]));
      table << '\n';
    }
  }
  fmt::print("{} launches, {} counted, {} with a number that differs\n", k, hardware.size(), differing);
  return k > 0 && k == hardware.size() && differing == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string_view> w(words, words + count);
  if (w.size() == 5 && w[1] == "run") return run(std::atoi(words[2]), static_cast<unsigned>(std::atoi(words[3])), words[4]);
  if ((w.size() == 4 || w.size() == 5) && w[1] == "compare") return compare(words[2], words[3], w.size() == 5 ? words[4] : nullptr);
  std::fprintf(stderr, "counters run COUNT SEED PREDICTED.tsv | counters compare PREDICTED.tsv COUNTED.csv [TABLE.md]\n");
  return 2;
}
