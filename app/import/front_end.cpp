#include "app/import/front_end.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/import/cpp_definitions.hpp"
#include "app/import/cpp_interpreter.hpp"
#include "app/import/syntax.hpp"
#include "app/system/files.hpp"
#include "app/system/limited_program.hpp"
#include "app/system/sha256.hpp"
#include "app/system/start_program.hpp"
#include "app/system/user_folders.hpp"
#include "assets/assets.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::Message;
using algebra::message;
using Bad = tl::unexpected<Message>;

/// Files that clang's CUDA wrapper includes and newer CUDA versions lack, and stand-ins for PyTorch headers.
struct Stand {
  std::string_view path, asset;  ///< asset "": an empty file
};
constexpr std::array stands{
    Stand{"empty/texture_fetch_functions.h", ""},
    Stand{"empty/texture_indirect_functions.h", ""},
    Stand{"empty/surface_functions.h", ""},
    Stand{"stand_in/ATen/cuda/PhiloxCudaState.h", "programs/philox.h"},
    Stand{"stand_in/ATen/cuda/CUDAGeneratorImpl.h", "programs/philox.h"},
    Stand{"stand_in/ATen/cuda/detail/UnpackRaw.cuh", "programs/philox.h"},
    Stand{"stand_in/c10/cuda/CUDAException.h", "programs/cuda_exception.h"},
};

constexpr std::string_view clang = "clang++-";
/// Returns 19 for "clang++-19".
int version_of(std::string_view compiler) {
  int version = 0;
  std::from_chars(compiler.data() + clang.size(), compiler.data() + compiler.size(), version);
  return version;
}

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const auto b : sha256(bytes)) text += fmt::format("{:02x}", b);
  return text;
}

std::string cache_folder() {
  const char* set = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (set != nullptr && set[0] == '/') return fmt::format("{}/cutescope/front-end", set);
  if (home != nullptr && home[0] == '/') return fmt::format("{}/.cache/cutescope/front-end", home);
  return {};
}

/// Returns a file's path as an argument that cannot be taken for an option or a response file, whatever its name.
std::string whole_path(const std::string& file) {
  std::error_code error;
  const auto whole = fs::absolute(file, error).lexically_normal().string();
  return whole.starts_with('/') ? whole : "./" + file;
}

/// Returns the folder with cute/tensor.hpp, or "".
std::string find_cutlass(const std::string& file, const ProgramFolders& folders) {
  std::vector<std::string> all = folders.include;
  for (const char* name : {"CUTESCOPE_CUTLASS", "CUTLASS_PATH", "CUTLASS_DIR", "CUTLASS_HOME"})
    if (const char* value = std::getenv(name); value != nullptr && value[0] != '\0') all.emplace_back(value);
  // A copy in the file's repository, or the repository of CUTLASS around the file.
  std::error_code error;
  std::vector<std::string> of_repository;
  auto around = fs::absolute(file, error).parent_path();
  for (int up = 0; !error && up < 12 && around.has_relative_path(); ++up, around = around.parent_path()) {
    for (const auto* inner : {"", "/cutlass", "/csrc/cutlass", "/third_party/cutlass", "/3rdparty/cutlass", "/third-party/cutlass"})
      of_repository.push_back(around.string() + inner);
    std::error_code none;
    if (!fs::exists(around / ".git", none)) continue;
    all.insert(all.end(), of_repository.begin(), of_repository.end());
    break;
  }
  all.insert(all.end(), {"/usr/local/include", "/usr/include", "/usr/local/cutlass", "/opt/cutlass"});
  for (const auto& folder : all)
    for (const auto* inner : {"", "/include"})
      if (is_file(folder + inner + "/cute/tensor.hpp")) return folder + inner;
  return {};
}
std::string find_cuda() {
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(name); value != nullptr && is_file(std::string(value) + "/include/cuda_runtime.h")) return value;
  return is_file("/usr/local/cuda/include/cuda_runtime.h") ? "/usr/local/cuda" : "";
}

/// Returns whether a part of a name also occurs in names of CuTe and CUTLASS, for which the tree would be huge.
bool is_of_library(std::string_view part) {
  for (const std::string_view word :
       {"gemm",  "copy", "kernel", "tensor", "layout", "device", "float",      "store",    "load",     "tile",
        "shape", "atom", "thread", "block",  "smem",   "gmem",   "collective", "mainloop", "epilogue", "main"})
    if (part.find(word) != std::string_view::npos && part.size() < word.size() + 4) return true;
  return false;
}

/// Returns the functions and structures of the main files, with the number of CuTe's words in their definitions.
using Weights = std::map<std::string, std::size_t>;
Weights asked_for(const ProgramFiles& files, const MacroSettings& macros) {
  const auto preprocessed = preprocess(files.text(), macros);
  const Syntax syntax(preprocessed.text);
  const CppDefinitions definitions(syntax);
  Weights weights;
  const auto add = [&](const std::string& name, SyntaxNode node) {
    if (files.role_of(node.line()) != ProgramFiles::Role::named) return;
    std::size_t words = 0;
    bool declares = false;
    each_below(node, [&](SyntaxNode n) {
      if (n.is_leaf() && is_cute_word(n.text())) ++words;
      declares = declares || n.is("declaration") || n.is("alias_declaration");
      return false;
    });
    // CuTe's types may have other names here, so a definition counts if it declares anything. One without declarations has no layouts.
    if (words == 0 && declares) words = 1;
    if (words == 0) return;
    weights[name] += words;
  };
  for (const auto& s : definitions.families())
    if (s.outer == nullptr)
      for (const auto& body : s.bodies) add(s.name, body.node);
  for (const auto& f : definitions.functions())
    if (f.family == nullptr) add(f.name, f.definition);
  return weights;
}
std::size_t sum_of(const Weights& weights) {
  std::size_t all = 0;
  for (const auto& [name, weight] : weights) all += weight;
  return all;
}

/// Returns filters for clang, each a part of names of functions and structures. The compiler runs once for each, so they are few: those
/// with most of CuTe's words come first, and the last twentieth of the words is left out.
std::vector<std::string> filters_of(Weights weights) {
  constexpr std::size_t most = 3, shortest = 5;
  const auto all = sum_of(weights);
  std::vector<std::string> filters;
  for (std::size_t left = all; filters.size() < most && left * 20 > all;) {
    std::string best;
    std::size_t gain = 0;
    for (const auto& [name, weight] : weights)
      for (std::size_t begin = 0; begin < name.size(); ++begin)
        for (auto size = std::min(shortest, name.size()); begin + size <= name.size(); ++size) {
          const auto part = name.substr(begin, size);
          if (size < name.size() && is_of_library(part)) continue;
          std::size_t sum = 0;
          for (const auto& [other, of_other] : weights)
            if (other.find(part) != std::string::npos) sum += of_other;
          if (sum > gain || (sum == gain && part.size() > best.size())) gain = sum, best = part;
        }
    if (gain == 0) break;
    left -= std::min(gain, left);
    std::erase_if(weights, [&](const auto& entry) { return entry.first.find(best) != std::string::npos; });
    filters.push_back(std::move(best));
  }
  return filters;
}

/// Returns whether "Outer::function" has a part of exactly that name.
bool has_part(std::string_view function, std::string_view name) {
  for (auto at = function.find(name); at != std::string_view::npos; at = function.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || function[at - 1] == ':') && (end == function.size() || function[end] == ':')) return true;
  }
  return false;
}

/// The compiler's tree as far as it was printed.
struct Tree {
  std::vector<CompiledInstance> instances;
  std::string errors;  ///< errors in parts that did not compile; the others are in the tree
  Message problem;     ///< why the tree is incomplete
  bool given_up = false;
};

/// Returns how many compilers may run at once, by cores and available memory.
std::size_t at_once() {
  constexpr std::uint64_t of_each = std::uint64_t{3} << 30;
  const auto free = available_memory();
  return std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), free ? std::max<std::uint64_t>(1, *free / of_each) : 1);
}

/// Compiles once for each filter, some of them in parallel.
Tree compile(const std::string& compiler, const std::vector<std::string>& arguments, const std::vector<std::string>& filters,
             const FrontEndWaiting& waiting) {
  std::vector<Tree> trees(filters.size());
  std::atomic<std::size_t> next = 0, done = 0;
  std::atomic<bool> over = false;
  std::mutex mutex;
  const auto told = [&] {
    const std::lock_guard lock(mutex);
    if (waiting.progress) waiting.progress(done, filters.size());
  };
  ProgramLimits limits{.in_background = waiting.in_background};
  limits.given_up = [&] {
    const std::lock_guard lock(mutex);
    if (!over && waiting.given_up && waiting.given_up()) over = true;
    return over.load();
  };
  const auto work = [&] {
    for (auto i = next++; i < filters.size() && !over; i = next++) {
      auto all = arguments;
      all.insert(all.end(), {"-Xclang", "-ast-dump", "-Xclang", "-ast-dump-filter=" + filters[i]});
      ClangDumpReader reader;
      const auto ended = run_limited(all, limits, [&](std::string_view line) { reader.line(line); });
      auto& tree = trees[i];
      tree.instances = reader.take();
      if (ended) tree.errors = ended->errors, tree.given_up = ended->given_up;
      if (!ended) tree.problem = ended.error();
      else if (ended->late) tree.problem = message("{} took more than {} seconds, and was stopped", compiler, limits.seconds);
      else if (!ended->given_up && (ended->status < 0 || ended->status > 128))
        tree.problem = message("{} crashed, or was stopped for lack of memory", compiler);
      // The same problem would end the other runs.
      if (!tree.problem.empty()) over = true;
      ++done;
      told();
    }
  };
  told();
  {
    std::vector<std::jthread> others;
    for (auto n = std::min(at_once(), filters.size()); n > 1; --n) others.emplace_back(work);
    work();
  }
  Tree all;
  for (auto& tree : trees) {
    if (all.problem.empty()) all.problem = std::move(tree.problem);
    if (all.errors.empty()) all.errors = std::move(tree.errors);
    all.given_up = all.given_up || tree.given_up;
    std::move(tree.instances.begin(), tree.instances.end(), std::back_inserter(all.instances));
  }
  // The other runs were ended because one had failed.
  all.given_up = all.given_up && all.problem.empty();
  return all;
}

nlohmann::json as_json(const FrontEndAnswer& a) {
  nlohmann::json all{{"compiler", a.compiler},
                     {"source", a.source},
                     {"instead_of", a.instead_of},
                     {"errors", a.errors},
                     {"instances", nlohmann::json::array()}};
  for (const auto& i : a.instances) {
    nlohmann::json variables = nlohmann::json::array();
    for (const auto& v : i.variables) variables.push_back({v.name, v.file, v.line, v.layout});
    all["instances"].push_back({{"function", i.function}, {"arguments", i.arguments}, {"variables", std::move(variables)}});
  }
  return all;
}
FrontEndAnswer from_json(const nlohmann::json& all) {
  FrontEndAnswer a{all.at("compiler"), all.at("source"), {}, all.at("instead_of"), all.at("errors"), true};
  for (const auto& i : all.at("instances")) {
    CompiledInstance made{i.at("function"), i.at("arguments"), {}};
    for (const auto& v : i.at("variables")) made.variables.push_back({v.at(0), v.at(1), v.at(2), v.at(3)});
    a.instances.push_back(std::move(made));
  }
  return a;
}

}  // namespace

std::string installed_clang() {
  for (int version = 22; version >= 17; --version)
    if (auto name = fmt::format("{}{}", clang, version); is_installed(name)) return name;
  return {};
}

bool is_source_of(const std::string& path, const std::string& file) {
  std::error_code error;
  // The program may have been compiled elsewhere.
  return fs::exists(path, error) ? fs::equivalent(path, file, error) && !error : fs::path(path).filename() == fs::path(file).filename();
}

Message why_no_front_end(const std::string& path, const ProgramFolders& folders) {
  if (installed_clang().empty())
    return "the compiler's front end is not used: clang is not installed; Debian and Ubuntu have the package clang-19";
  if (find_cutlass(path, folders).empty() && find_cutlass(path, as_commanded(path, folders, {}).folders).empty())
    return "the compiler's front end is not used: CUTLASS's headers are not found; set -I FOLDER or CUTESCOPE_CUTLASS";
  if (find_cuda().empty()) return "the compiler's front end is not used: CUDA's headers are not found; set CUDA_HOME";
  return {};
}

tl::expected<FrontEndAnswer, Message> ask_front_end(const ProgramFiles& files, const CompiledAs& compiled_as,
                                                    const ProgramFolders& named_folders, const MacroSettings& named_macros,
                                                    const FrontEndWaiting& waiting) {
  const auto& named = files.files().front().path;
  const auto [folders, macros, as, unread] = as_commanded(named, named_folders, named_macros, compiled_as);
  if (auto why = why_no_front_end(named, folders); !why.empty()) return Bad(std::move(why));
  FrontEndAnswer answer{.compiler = installed_clang()};
  const auto cutlass = find_cutlass(named, folders), cuda = find_cuda();
  // A header's templates are instantiated by the files that use it.
  std::vector<std::string> sources;
  for (const auto& f : files.files())
    if (f.role == ProgramFiles::Role::user) sources.push_back(f.path);
  if (sources.empty()) sources.push_back(named);
  answer.source = sources.front();
  auto wanted = asked_for(files, macros);
  const auto all_wanted = sum_of(wanted);
  if (wanted.empty()) return Bad(message("{}: the compiler's front end reads functions, and there are none", answer.source));

  const auto cache = cache_folder();
  if (cache.empty() || !make_folder(cache)) return Bad("the compiler's front end is not used: there is no folder for its files");
  for (const auto& stand : stands) {
    const auto path = fmt::format("{}/{}", cache, stand.path);
    make_folder(fs::path(path).parent_path().string());
    if (const auto written = write_file(path, stand.asset.empty() ? std::string_view{} : assets::get(stand.asset)); !written)
      return Bad(written.error());
  }
  const auto prelude = cache + "/prelude.h";
  if (const auto written = write_file(prelude, assets::get("programs/front_end.h")); !written) return Bad(written.error());
  const auto names = [&](std::string_view word) { return files.text().find(word) != std::string::npos; };
  const bool blackwell = names("SM100") || names("Sm100") || names("UMMA") || names("SM103") || names("Sm103");
  std::string arch = as.architecture;
  // Older compilers still parse CUTLASS's types for Blackwell if they are enabled.
  constexpr int knows_blackwell = 20;
  if (arch.starts_with("sm_1") && version_of(answer.compiler) < knows_blackwell) answer.instead_of = std::exchange(arch, "sm_90a");
  if (arch.empty()) arch = blackwell || names("GMMA") || names("SM90") || names("Sm90") ? "sm_90a" : "sm_80";
  std::vector<std::string> arguments{installed_path(answer.compiler),
                                     "-x",
                                     "cuda",
                                     "--cuda-device-only",
                                     "--cuda-gpu-arch=" + arch,
                                     "-nocudalib",
                                     "--cuda-path=" + cuda,
                                     "-std=" + (as.standard.empty() ? "c++17" : as.standard),
                                     "-fsyntax-only",
                                     "-Wno-everything",
                                     "-ftemplate-depth=1024",
                                     "-fno-color-diagnostics",
                                     "-include",
                                     prelude,
                                     "-I" + cache + "/empty"};
  for (const auto& folder : folders.include) arguments.push_back("-I" + folder);
  arguments.push_back("-I" + fs::path(whole_path(named)).parent_path().string());
  arguments.insert(arguments.end(), {"-I" + cutlass, "-I" + cutlass + "/../tools/util/include", "-I" + cuda + "/include/cccl", "-idirafter",
                                     cache + "/stand_in"});
  if (blackwell) arguments.push_back("-DCUTLASS_ARCH_MMA_SM100_SUPPORTED=1");
  for (const auto& m : macros) arguments.push_back(m.value ? fmt::format("-D{}={}", m.name, *m.value) : "-U" + m.name);

  // The key of the cache: the program, the compiler's arguments, the headers' versions, and the version of this reading.
  constexpr std::string_view reading = "3";
  std::string said = files.text() + std::string(reading);
  for (const auto& a : arguments) said += a + '\0';
  for (const auto& source : sources) said += source + '\0';
  for (const auto* header : {"/cutlass/version.h", "/cute/tensor.hpp", "/cute/layout.hpp"})
    if (const auto stamp = stamp_of(cutlass + header)) said += fmt::format("{} {} ", stamp->nanoseconds, stamp->bytes);
  const auto kept = fmt::format("{}/{}.json", cache, hex_of(said));
  if (const auto before = read_file(kept, 1 << 28)) try {
      return from_json(nlohmann::json::parse(*before));
    } catch (const nlohmann::json::exception&) {  // incomplete, or from another version: compiled again
    }

  std::set<std::pair<std::string, std::string>> known;
  Message problem;
  for (const auto& source : sources) {
    // Another source is compiled only for functions that the earlier ones do not instantiate.
    if (!problem.empty() || (!answer.instances.empty() && sum_of(wanted) * 20 < all_wanted)) break;
    const auto filters = filters_of(wanted);
    if (&source != &sources.front()) answer.source += ", " + source;
    std::string errors;
    std::vector<CompiledInstance> instances;
    // Some CUTLASS macros depend on nvcc's version: if nothing is instantiated or an error mentions it, clang runs again as nvcc.
    for (const bool as_nvcc : {false, true}) {
      auto all = arguments;
      if (as_nvcc) all.insert(all.end(), {"-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"});
      all.push_back(whole_path(source));
      auto tree = compile(answer.compiler, all, filters, waiting);
      if (tree.given_up) return Bad(message("{} was stopped", answer.compiler));
      if (errors.empty() || as_nvcc) errors = std::move(tree.errors);
      // An incomplete tree is discarded.
      problem = std::move(tree.problem);
      if (!problem.empty()) break;
      instances = std::move(tree.instances);
      if ((!instances.empty() || !errors.empty()) && errors.find("__CUDACC_VER_M") == std::string::npos) break;
    }
    if (answer.errors.empty()) answer.errors = errors;
    for (auto& i : instances) {
      std::erase_if(wanted, [&](const auto& one) { return has_part(i.function, one.first); });
      if (known.emplace(i.function, i.arguments).second) answer.instances.push_back(std::move(i));
    }
  }
  if (answer.instances.empty() && !problem.empty()) return Bad(std::move(problem));
  // Answers of other sources are kept.
  if (!problem.empty()) answer.errors = problem.text() + '\n';
  if (answer.instances.empty()) {
    const auto first = answer.errors.substr(0, answer.errors.find('\n'));
    return Bad(first.empty() ? message("{}: the compiler sees no instantiation of its templates", answer.source)
                             : message("{} cannot compile it: {}", answer.compiler, first));
  }
  // If writing the cache fails, the compiler will run again next time.
  if (problem.empty()) static_cast<void>(write_file(kept, as_json(answer).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  return answer;
}

}  // namespace app
