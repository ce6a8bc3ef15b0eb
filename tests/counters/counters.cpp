// Predicted against counted: what the memory model says of random launches, and what the hardware's counters say of the same
// kernels. scripts/counters runs it under the profiler.
//
//   counters run KIND FIRST LAST SEED PREDICTED.tsv   the kernels of launches FIRST to LAST - 1 on the first CUDA device; appends
//   counters predict KIND FIRST LAST SEED PREDICTED.tsv   the same without running them; needs no device
//   counters doubtful PREDICTED.tsv COUNTED.csv       prints the numbers of the launches to count again
//   counters again KIND SEED DOUBTFUL.txt             these launches' kernels, their accesses kept apart
//   counters compare PREDICTED.tsv COUNTED.csv DOUBTFUL.txt AGAIN.csv [TABLE.tsv]
//   counters source KIND SEED NUMBER                  prints the kernel of a launch; needs no device
//   counters layouts SEED QUESTIONS LAYOUTS.bin       writes the accesses of the finder's layouts for timed_layouts; needs no device
//
// KIND is `accesses`, for launches by plain accesses, `offsets`, for those of tensors at ptr+N, `instructions`, for those by ldmatrix,
// stmatrix and cp.async, or `layouts`: the finder's best for random questions and four that lose, each by its write and its read.
//
// Where an access to global memory comes between the turns of one to shared memory, the hardware counts a turn more as a bank
// conflict. The launches with such an excess are counted again, with a kernel that waits between accesses to the two.
//
// Exit status 1 where any number differs.

#define DOCTEST_CONFIG_DISABLE

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <future>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/copy.hpp"
#include "gpu/cuda/nvrtc.hpp"
#include "gpu/launch/kernel_source.hpp"
#include "gpu/run/report.hpp"
#include "tests/gpu/instruction_launches.hpp"
#include "tests/gpu/launches.hpp"
#include "tests/gpu/suggest_questions.hpp"

namespace {

/// A number that is compared. The profiler's metrics that make it up are added; metrics that the profiler does not know are left out.
struct Counter {
  const char* what;
  std::vector<const char*> metrics;
};
const std::array<Counter, 6>& counters() {
  static const std::array<Counter, 6> all{// These count what cp.async reads as well.
                                          Counter{"load requests", {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
                                          Counter{"load sectors", {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
                                          Counter{"store requests", {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
                                          Counter{"store sectors", {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
                                          Counter{"shared load conflicts", {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}},
                                          Counter{"shared store conflicts",
                                                  {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                                                   // By instruction: the hardware's count of these has other turns in it.
                                                   "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum"}}};
  return all;
}
using Numbers = std::array<std::int64_t, 6>;
constexpr std::size_t load_sectors = 1;  ///< the one of them that may be a bound: gpu::Totals::sectors_at_most

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
  auto text = algebra::to_string(l.rows ? *l.rows : l.partition, algebra::Marks::plain);
  if (l.swizzle.bits > 0) text = fmt::format("Sw<{},{},{}> o {} o {}", l.swizzle.bits, l.swizzle.base, l.swizzle.shift, l.offset, text);
  else if (l.offset != 0) text = fmt::format("{} + {}", l.offset, text);
  if (l.begins != 0) text = fmt::format("ptr+{} o {}", l.begins, text);
  if (l.target) text += " to " + algebra::to_string(*l.target, algebra::Marks::plain);
  if (l.target_begins != 0) text += fmt::format(" at ptr+{}", l.target_begins);
  const auto instruction = gpu::ptx_of(w.instruction);
  if (!instruction.empty()) text = instruction + " " + text;
  return fmt::format("{}\t{}\t{}\t{}", w.shared_memory ? "shared" : "global", w.element_bytes, gpu::asking(w, w.addresses()).bytes, text);
}

struct RandomLaunch {
  gpu::Launch launch;
  gpu::LaunchShape shape;
};

constexpr std::size_t room = 64u << 20;  ///< most bytes of source and of destination

std::size_t bytes_of(const gpu::LaunchShape& w) {
  return static_cast<std::size_t>(std::max({w.touches(), w.elements, w.target_elements}) * w.element_bytes);
}

/// The finder's layouts for the next question, each with both of its accesses.
void add_layouts(std::mt19937& random, std::vector<RandomLaunch>& result) {
  const auto [c, chosen] = gpu_test::random_race(random);
  for (const auto& r : chosen)
    for (std::size_t a = 0; a < c.copies.size(); ++a) {
      gpu::LaunchForm form;
      form.tensor = r.expression(), form.tile = c.tile, form.threads = c.copies[a];
      form.kernel = gpu::Kernel::tiled_copy;
      form.shared_memory = true;
      if (const auto plan = gpu::plan_of(form, c.question.element, gpu_test::value_of_text)) result.push_back({plan->launch, plan->shape});
      else std::fprintf(stderr, "%s: %s\n", form.tensor.c_str(), plan.error().text().c_str());
    }
}

/// The same launches for the same seed, on a device with as much shared memory.
std::vector<RandomLaunch> random_launches(std::string_view kind, std::size_t count, unsigned seed, const gpu::cuda::Abilities& abilities) {
  std::vector<RandomLaunch> result;
  std::mt19937 random(seed);
  while (result.size() < count) {
    if (kind == "layouts") {
      add_layouts(random, result);
      continue;
    }
    if (kind == "instructions") {
      const auto plan = gpu_test::random_instruction_launch(random);
      result.push_back({plan.launch, plan.shape});
      continue;
    }
    auto launch = random() % 3 == 0 ? gpu_test::random_launch(random) : gpu_test::random_tiled_launch(random);
    if (kind == "offsets") {
      // Every other one at a multiple of some elements, so that some of its accesses are wide.
      launch.begins = static_cast<std::int64_t>(random() % 67) << random() % 3;
      if (launch.target) launch.target_begins = static_cast<std::int64_t>(random() % 67);
    }
    const auto shape = gpu::launch_shape(launch);
    if (!shape || gpu::shared_bytes(*shape) > abilities.shared_bytes || bytes_of(*shape) > room) continue;
    result.push_back({launch, *shape});
  }
  result.resize(count);
  return result;
}

/// Source, and bytes of dynamic shared memory.
struct Kernel {
  std::string source;
  std::int64_t dynamic = 0;
};

Kernel timed_kernel(const gpu::LaunchShape& w) {
  constexpr std::int64_t most_static = 48 << 10;
  const auto shared = gpu::shared_bytes(w);
  return {gpu::kernel_source(w), shared > most_static ? shared : 0};
}

/// The same with a pause before each group of accesses to one memory, until those to the other are done. It takes all the shared
/// memory that there is, so that no multiprocessor runs two blocks at once.
Kernel kernel_kept_apart(const gpu::LaunchShape& w, const gpu::cuda::Abilities& abilities) {
  auto kernel = timed_kernel(w);
  // Each group of accesses is a loop; those by matrix instructions say which memory comes next.
  for (const std::string_view group : {"#pragma unroll\n", "    // global memory\n", "    // shared memory\n"}) {
    if (w.instruction.by_matrix() && group.starts_with('#')) continue;
    for (auto at = kernel.source.find(group); at != std::string::npos; at = kernel.source.find(group, at)) {
      constexpr std::string_view pause = "    pause();\n";
      kernel.source.insert(at, pause);
      at += pause.size() + group.size();
    }
  }
  kernel.source.insert(0,
                       "__device__ void pause() {\n"
                       "  __syncthreads();\n"
                       "  const long long start = clock64();\n"
                       "  while (clock64() - start < 50000) {}\n"
                       "  __syncthreads();\n"
                       "}\n");
  constexpr std::int64_t kilobyte = 1 << 10;
  kernel.dynamic =
      kernel.dynamic > 0
          ? abilities.shared_bytes
          : std::max<std::int64_t>(0, abilities.shared_bytes / kilobyte * kilobyte - (gpu::shared_bytes(w) / kilobyte + 1) * kilobyte);
  return kernel;
}

/// Runs kernels one at a time.
class Bench {
 public:
  /// Returns false if there is no CUDA device, with a message on stderr.
  bool open() {
    return (gpu::cuda::use_device().ok() && gpu::cuda::abilities(abilities_).ok() && stream_.create().ok()) ||
           failed("there is no CUDA device");
  }
  const gpu::cuda::Abilities& abilities() const { return abilities_; }

  /// Calls make(shape) for each launch. Returns false if one of them did not run, with a message on stderr.
  template <class Make>
  bool run(std::span<const RandomLaunch> launches, Make make) {
    // No more memory than they need: the profiler saves and restores all of it.
    std::size_t most = 1;
    for (const auto& l : launches) most = std::max(most, bytes_of(l.shape));
    most += gpu::LaunchShape::line_of_begins;
    if (!source_.allocate(most).ok() || !destination_.allocate(most).ok()) return failed("there is no room on the device");
    // Compiled many at a time, but never while the profiler counts: it does not bear modules that come and go meanwhile.
    std::vector<Lane> lanes(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 16));
    for (; !launches.empty(); launches = launches.subspan(std::min(lanes.size(), launches.size()))) {
      const auto now = std::span(lanes).first(std::min(lanes.size(), launches.size()));
      for (std::size_t i = 0; i < now.size(); ++i) {
        now[i].kernel = make(launches[i].shape);
        now[i].ready = std::async(std::launch::async, [this, &lane = now[i]]() -> tl::expected<void*, algebra::Message> {
          if (!gpu::cuda::use_device().ok()) return tl::unexpected(algebra::Message("there is no CUDA device"));
          return lane.compiler.kernel(lane.kernel.source, gpu::kernel_name, abilities_, lane.kernel.dynamic);
        });
      }
      for (auto& lane : now) lane.ready.wait();
      for (std::size_t i = 0; i < now.size(); ++i) {
        const auto function = now[i].ready.get();
        if (!function) return failed(function.error());
        const auto& w = launches[i].shape;
        auto* const source = static_cast<char*>(source_.get()) + w.source_begins();
        auto* const destination = static_cast<char*>(destination_.get()) + w.destination_begins();
        auto status = now[i].compiler.launch(*function, w.grid, w.block, now[i].kernel.dynamic, source, destination, stream_.get());
        if (status.ok()) status = stream_.synchronize();
        if (!status.ok()) return failed(status.call + ": " + status.name);
      }
    }
    return true;
  }

 private:
  struct Lane {
    gpu::cuda::Compiler compiler;
    Kernel kernel;
    std::future<tl::expected<void*, algebra::Message>> ready;
  };
  static bool failed(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return false;
  }

  gpu::cuda::Abilities abilities_;
  gpu::cuda::Stream stream_;
  gpu::cuda::Memory source_, destination_;
};

void write_predicted(std::span<const RandomLaunch> launches, const char* path) {
  std::ofstream out(path, std::ios::app);
  for (const auto& l : launches)
    out << fmt::format("{}\t{}\t{}\n", description(l.launch, l.shape), fmt::join(predicted(l.shape), "\t"),
                       gpu::writes_again_past_l1(l.shape) ? 1 : 0);
}

int run(std::string_view kind, std::size_t first, std::size_t last, unsigned seed, const char* path) {
  Bench bench;
  if (!bench.open()) return 3;
  const auto all = random_launches(kind, last, seed, bench.abilities());
  const auto launches = std::span(all).subspan(std::min(first, last));
  write_predicted(launches, path);
  return bench.run(launches, timed_kernel) ? 0 : 3;
}

std::vector<std::size_t> numbers(const char* path) {
  std::ifstream in(path);
  return {std::istream_iterator<std::size_t>(in), {}};
}

int again(std::string_view kind, unsigned seed, const char* path) {
  Bench bench;
  if (!bench.open()) return 3;
  const auto in_doubt = numbers(path);
  if (in_doubt.empty()) return 0;
  const auto all = random_launches(kind, in_doubt.back() + 1, seed, bench.abilities());
  std::vector<RandomLaunch> launches;
  for (const auto n : in_doubt) launches.push_back(all[n]);
  return bench.run(launches, [&](const gpu::LaunchShape& w) { return kernel_kept_apart(w, bench.abilities()); }) ? 0 : 3;
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

/// Returns the numbers in the profiler's output, one item a run.
std::vector<Numbers> counted(const char* path) {
  std::ifstream in(path);
  std::vector<Numbers> result;
  std::array<std::vector<std::size_t>, std::tuple_size_v<Numbers>> columns;
  bool known = false;
  for (std::string line; std::getline(in, line);) {
    const auto row = fields(line);
    if (std::find(row.begin(), row.end(), counters()[0].metrics[0]) != row.end()) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i].clear();
        for (const auto* metric : counters()[i].metrics)
          if (const auto at = std::find(row.begin(), row.end(), metric); at != row.end())
            columns[i].push_back(static_cast<std::size_t>(at - row.begin()));
      }
      known = true;
      std::getline(in, line);  // the line of units
    } else if (known && row.size() > columns[0][0]) {
      Numbers n{};
      for (std::size_t i = 0; i < columns.size(); ++i)
        for (const auto column : columns[i]) {
          std::string digits;
          if (column < row.size())
            for (const char c : row[column])
              if (c != ',') digits += c;
          n[i] += std::atoll(digits.c_str());
        }
      result.push_back(n);
    }
  }
  return result;
}

struct Prediction {
  std::string memory, element, access, partition;
  Numbers numbers{};
  bool at_most = false;  ///< the sectors that are loaded
  /// Returns whether the hardware counts what was predicted.
  bool holds(Numbers hardware) const {
    if (at_most && hardware[load_sectors] <= numbers[load_sectors]) hardware[load_sectors] = numbers[load_sectors];
    return hardware == numbers;
  }
};

std::vector<Prediction> predictions(const char* path) {
  std::ifstream in(path);
  std::vector<Prediction> result;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    auto& p = result.emplace_back();
    for (auto* field : {&p.memory, &p.element, &p.access, &p.partition}) std::getline(words, *field, '\t');
    for (auto& n : p.numbers) words >> n;
    words >> p.at_most;
  }
  return result;
}

/// Turns that the hardware counts in a launch in shared memory beyond the predicted ones, where all else agrees; else 0.
std::int64_t excess(const Prediction& p, const Numbers& hardware) {
  Numbers global = hardware;
  std::copy(p.numbers.begin() + 4, p.numbers.end(), global.begin() + 4);
  if (p.memory != "shared" || !p.holds(global)) return 0;
  const auto loads = hardware[4] - p.numbers[4], stores = hardware[5] - p.numbers[5];
  return loads >= 0 && stores >= 0 ? loads + stores : 0;
}

int doubtful(const char* predicted_path, const char* counted_path) {
  const auto ours = predictions(predicted_path);
  const auto hardware = counted(counted_path);
  for (std::size_t k = 0; k < std::min(ours.size(), hardware.size()); ++k)
    if (excess(ours[k], hardware[k]) > 0) fmt::print("{}\n", k);
  return 0;
}

/// The abilities of a device with 227 KiB of shared memory.
constexpr gpu::cuda::Abilities usual_abilities{.shared_bytes = 227 << 10};

int predict(std::string_view kind, std::size_t first, std::size_t last, unsigned seed, const char* path) {
  const auto all = random_launches(kind, last, seed, usual_abilities);
  write_predicted(std::span(all).subspan(std::min(first, last)), path);
  return 0;
}

int source(std::string_view kind, unsigned seed, std::size_t number) {
  const auto all = random_launches(kind, number + 1, seed, usual_abilities);
  fmt::print("{}", gpu::kernel_source(all.back().shape));
  return 0;
}

/// Returns the byte of each request and thread of the finder's layouts, as timed_layouts.cu reads them.
int layouts(unsigned seed, int questions, const char* path) {
  std::mt19937 random(seed);
  std::ofstream out(path, std::ios::binary);
  for (int number = 0; number < questions; ++number) {
    const auto [c, chosen] = gpu_test::random_race(random);
    for (std::size_t k = 0; k < chosen.size(); ++k)
      for (std::size_t a = 0; a < c.question.accesses.size(); ++a) {
        const auto& access = c.question.accesses[a];
        const auto& cost = chosen[k].costs[a];
        const auto threads = algebra::size(algebra::mode(access.thread_value, 0));
        const auto step = threads * cost.bytes * 8 / c.question.element.bits, requests = algebra::size(access.thread_value) / step;
        const auto& i = access.instruction;
        const std::array<std::int32_t, 10> head{number,
                                                static_cast<std::int32_t>(k),
                                                static_cast<std::int32_t>(access.weight),
                                                (i.by_matrix() ? 2 : 0) + (access.write ? 1 : 0),
                                                cost.bytes,
                                                i.matrices,
                                                static_cast<std::int32_t>(threads),
                                                static_cast<std::int32_t>(requests),
                                                static_cast<std::int32_t>(cost.wavefronts),
                                                static_cast<std::int32_t>(chosen[k].bytes)};
        out.write(reinterpret_cast<const char*>(head.data()), sizeof head);
        for (std::int64_t r = 0; r < requests; ++r)
          for (std::int64_t t = 0; t < threads; ++t) {
            const auto index = algebra::apply(chosen[k].is.swizzle, chosen[k].is.layout(access.thread_value(t + r * step)));
            const auto byte = static_cast<std::uint32_t>(index * c.question.element.bits / 8);
            out.write(reinterpret_cast<const char*>(&byte), sizeof byte);
          }
      }
  }
  return out ? 0 : 3;
}

/// Compares predictions with counters and prints the launches that differ. paths: predicted, counted, doubtful, again and, optionally, the
/// table that it writes: a row for each launch, with the columns that docs/counters.md describes.
int compare(const std::vector<const char*>& paths) {
  const auto ours = predictions(paths[0]);
  const auto hardware = counted(paths[1]), apart = counted(paths[3]);
  const auto in_doubt = numbers(paths[2]);
  std::ofstream table;
  if (paths.size() > 4) table.open(paths[4]);
  if (table.is_open())
    table << "memory\telement\taccess\tpartition\tload_requests\tload_sectors\tstore_requests\tstore_sectors\tload_conflicts\t"
             "store_conflicts\tbound\tcounted\tas_timed\n";
  std::size_t differing = 0, bounded = 0;
  std::int64_t most = 0;
  const auto both = std::min(ours.size(), hardware.size());
  for (std::size_t k = 0; k < both; ++k) {
    const auto& p = ours[k];
    const auto in = std::find(in_doubt.begin(), in_doubt.end(), k);
    const auto place = static_cast<std::size_t>(in - in_doubt.begin());
    const bool twice = in != in_doubt.end() && place < apart.size();
    const auto& is = twice ? apart[place] : hardware[k];
    if (p.at_most) ++bounded;
    if (!p.holds(is)) {
      ++differing;
      fmt::print("{} {} B, {} B an access: {}\n  predicted {}\n  counted   {}\n", p.memory, p.element, p.access, p.partition,
                 fmt::join(p.numbers, " "), fmt::join(hardware[k], " "));
      if (twice) fmt::print("  kept apart {}\n", fmt::join(is, " "));
    } else if (twice) {
      most = std::max(most, excess(p, hardware[k]));
    }
    if (!table.is_open()) continue;
    table << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t", p.memory, p.element, p.access, p.partition, fmt::join(p.numbers, "\t"),
                         p.at_most ? "load_sectors" : "");
    if (is != p.numbers) table << fmt::format("{}", fmt::join(is, " "));
    table << '\t';
    if (hardware[k] != is) table << fmt::format("{}", fmt::join(hardware[k], " "));
    table << '\n';
  }
  fmt::print(
      "{} launches, {} counted, {} again with their accesses kept apart (up to {} wavefronts fewer), {} with a number that differs\n",
      ours.size(), hardware.size(), apart.size(), most, differing);
  if (bounded > 0) fmt::print("of these, {} whose load sectors are predicted as the most that there can be\n", bounded);
  return !ours.empty() && ours.size() == hardware.size() && in_doubt.size() == apart.size() && differing == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<const char*> w(words, words + count);
  const auto is = [&](std::string_view verb, std::size_t least, std::size_t most) {
    return w.size() >= least && w.size() <= most && w[1] == verb;
  };
  const auto number = [&](std::size_t i) { return static_cast<unsigned>(std::atoi(w[i])); };
  const bool kind_is_known = w.size() > 2 && (std::string_view(w[2]) == "accesses" || std::string_view(w[2]) == "offsets" ||
                                              std::string_view(w[2]) == "instructions" || std::string_view(w[2]) == "layouts");
  if (is("run", 7, 7) && kind_is_known) return run(w[2], number(3), number(4), number(5), w[6]);
  if (is("predict", 7, 7) && kind_is_known) return predict(w[2], number(3), number(4), number(5), w[6]);
  if (is("again", 5, 5) && kind_is_known) return again(w[2], number(3), w[4]);
  if (is("source", 5, 5) && kind_is_known) return source(w[2], number(3), number(4));
  if (is("layouts", 5, 5)) return layouts(number(2), static_cast<int>(number(3)), w[4]);
  if (is("doubtful", 4, 4)) return doubtful(w[2], w[3]);
  if (is("compare", 6, 7)) return compare({w.begin() + 2, w.end()});
  std::fprintf(
      stderr,
      "counters run|predict accesses|offsets|instructions|layouts FIRST LAST SEED PREDICTED.tsv | counters doubtful PREDICTED.tsv "
      "COUNTED.csv |\n"
      "counters again accesses|offsets|instructions|layouts SEED DOUBTFUL.txt | counters compare PREDICTED.tsv COUNTED.csv DOUBTFUL.txt "
      "AGAIN.csv "
      "[TABLE.tsv] |\ncounters source accesses|offsets|instructions|layouts SEED NUMBER | counters layouts SEED QUESTIONS LAYOUTS.bin\n");
  return 2;
}
