#include "app/cli/front_end.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/limited_program.hpp"
#include "app/import/cpp_definitions.hpp"
#include "app/import/syntax.hpp"
#include "app/system/files.hpp"
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

/// Files that clang's wrapper of CUDA includes and newer CUDA lacks, and stand-ins for headers of PyTorch, for machines that have none.
struct Stand {
  std::string_view path, asset;  ///< "": empty
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

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// The folder with cute/tensor.hpp; "" if there is none.
std::string find_cutlass(const ProgramFolders& folders) {
  std::vector<std::string> all = folders.include;
  for (const char* name : {"CUTESCOPE_CUTLASS", "CUTLASS_PATH", "CUTLASS_DIR", "CUTLASS_HOME"})
    if (const char* value = std::getenv(name); value != nullptr && value[0] != '\0') all.emplace_back(value);
  all.insert(all.end(), {"/usr/local/include", "/usr/include", "/usr/local/cutlass", "/opt/cutlass"});
  for (const auto& folder : all)
    for (const auto* inner : {"", "/include"})
      if (is_file(folder + inner + "/cute/tensor.hpp")) return folder + inner;
  return {};
}
std::string find_cuda() {
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(name); value != nullptr && is_file(fs::path(value) / "include/cuda_runtime.h")) return value;
  return is_file("/usr/local/cuda/include/cuda_runtime.h") ? "/usr/local/cuda" : "";
}

/// Whether a part of names is also one of CuTe's and CUTLASS's, of which the tree would be endless.
bool is_of_library(std::string_view part) {
  for (const std::string_view word :
       {"gemm",  "copy", "kernel", "tensor", "layout", "device", "float",      "store",    "load",     "tile",
        "shape", "atom", "thread", "block",  "smem",   "gmem",   "collective", "mainloop", "epilogue", "main"})
    if (part.find(word) != std::string_view::npos && part.size() < word.size() + 4) return true;
  return false;
}

/// What clang is asked for, each a part of names of functions and structures of the named file: the compiler takes one at a time, and
/// compiles once for each, so that they are few. What is long in the source comes first, and the last few lines are left.
std::vector<std::string> filters_of(const ProgramFiles& files, const MacroSettings& macros) {
  constexpr std::size_t most = 3, shortest = 5;
  const auto preprocessed = preprocess(files.text(), macros);
  const Syntax syntax(preprocessed.text);
  const CppDefinitions definitions(syntax);
  std::map<std::string, std::size_t> lengths;
  const auto add = [&](const std::string& name, SyntaxNode node) {
    if (files.role_of(node.line()) == ProgramFiles::Role::named) lengths[name] += node.end() - node.begin();
  };
  for (const auto& s : definitions.families())
    if (s.outer == nullptr)
      for (const auto& body : s.bodies) add(s.name, body.node);
  for (const auto& f : definitions.functions())
    if (f.family == nullptr) add(f.name, f.definition);
  std::size_t all = 0;
  for (const auto& [name, length] : lengths) all += length;
  std::vector<std::string> filters;
  for (std::size_t left = all; filters.size() < most && left * 20 > all;) {
    std::string best;
    std::size_t gain = 0;
    for (const auto& [name, length] : lengths)
      for (std::size_t begin = 0; begin < name.size(); ++begin)
        for (auto size = std::min(shortest, name.size()); begin + size <= name.size(); ++size) {
          const auto part = name.substr(begin, size);
          if (size < name.size() && is_of_library(part)) continue;
          std::size_t sum = 0;
          for (const auto& [other, of_other] : lengths)
            if (other.find(part) != std::string::npos) sum += of_other;
          if (sum > gain || (sum == gain && part.size() > best.size())) gain = sum, best = part;
        }
    if (gain == 0) break;
    left -= std::min(gain, left);
    std::erase_if(lengths, [&](const auto& entry) { return entry.first.find(best) != std::string::npos; });
    filters.push_back(std::move(best));
  }
  return filters;
}

nlohmann::json as_json(const FrontEndAnswer& a) {
  nlohmann::json all{{"compiler", a.compiler}, {"source", a.source}, {"errors", a.errors}, {"instances", nlohmann::json::array()}};
  for (const auto& i : a.instances) {
    nlohmann::json variables = nlohmann::json::array();
    for (const auto& v : i.variables) variables.push_back({v.name, v.file, v.line, v.layout});
    all["instances"].push_back({{"function", i.function}, {"arguments", i.arguments}, {"variables", std::move(variables)}});
  }
  return all;
}
FrontEndAnswer from_json(const nlohmann::json& all) {
  FrontEndAnswer a{all.at("compiler"), all.at("source"), {}, all.at("errors"), true};
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
    if (auto name = fmt::format("clang++-{}", version); is_installed(name)) return name;
  return {};
}

tl::expected<FrontEndAnswer, Message> ask_front_end(const ProgramFiles& files, const CompiledAs& as, const ProgramFolders& folders,
                                                    const MacroSettings& macros) {
  FrontEndAnswer answer{.compiler = installed_clang()};
  if (answer.compiler.empty()) return Bad("the compiler's front end is not asked: there is no clang here; Debian and Ubuntu have clang-19");
  const auto cutlass = find_cutlass(folders), cuda = find_cuda();
  if (cutlass.empty())
    return Bad(
        "the compiler's front end is not asked: CUTLASS's headers are not found; -I FOLDER or CUTESCOPE_CUTLASS says where they are");
  if (cuda.empty()) return Bad("the compiler's front end is not asked: CUDA's headers are not found; CUDA_HOME says where they are");
  answer.source = files.files().front().path;
  for (const auto& f : files.files())
    if (f.role == ProgramFiles::Role::user) {
      answer.source = f.path;
      break;
    }
  const auto filters = filters_of(files, macros);
  if (filters.empty()) return Bad(message("{}: the compiler's front end is asked for functions, and there are none", answer.source));

  const auto cache = cache_folder();
  if (cache.empty() || !make_folder(cache)) return Bad("the compiler's front end is not asked: there is no folder for what it needs");
  for (const auto& stand : stands) {
    const auto path = fmt::format("{}/{}", cache, stand.path);
    make_folder(fs::path(path).parent_path().string());
    if (const auto written = write_file(path, stand.asset.empty() ? std::string_view{} : assets::get(stand.asset)); !written)
      return Bad(written.error());
  }
  const auto prelude = cache + "/prelude.h";
  if (const auto written = write_file(prelude, assets::get("programs/front_end.h")); !written) return Bad(written.error());
  const bool hopper = files.text().find("GMMA") != std::string::npos || files.text().find("SM90") != std::string::npos ||
                      files.text().find("Sm90") != std::string::npos;
  const std::string arch = !as.architecture.empty() ? as.architecture : hopper ? "sm_90a" : "sm_80";
  std::vector<std::string> arguments{answer.compiler,
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
  const auto parent = fs::path(files.files().front().path).parent_path();
  arguments.push_back("-I" + (parent.empty() ? std::string(".") : parent.string()));
  arguments.insert(arguments.end(), {"-I" + cutlass, "-I" + cutlass + "/../tools/util/include", "-I" + cuda + "/include/cccl", "-idirafter",
                                     cache + "/stand_in"});
  for (const auto& m : macros) arguments.push_back(m.value ? fmt::format("-D{}={}", m.name, *m.value) : "-U" + m.name);

  // What the answer depends on: the program, how it is compiled, and which headers they are.
  std::string said = files.text();
  for (const auto& a : arguments) said += a + '\0';
  for (const auto& f : filters) said += f + '\0';
  for (const auto* header : {"/cutlass/version.h", "/cute/tensor.hpp", "/cute/layout.hpp"})
    if (const auto stamp = stamp_of(cutlass + header)) said += fmt::format("{} {} ", stamp->nanoseconds, stamp->bytes);
  const auto kept = fmt::format("{}/{}.json", cache, hex_of(said));
  if (const auto before = read_file(kept, 1 << 28)) try {
      return from_json(nlohmann::json::parse(*before));
    } catch (const nlohmann::json::exception&) {  // written by half, or by another version: asked again
    }

  ClangDumpReader reader;
  // Some of CUTLASS's macros ask which nvcc it is: where nothing is instantiated without an answer, clang gives nvcc's.
  for (const bool as_nvcc : {false, true}) {
    for (const auto& filter : filters) {
      auto all = arguments;
      if (as_nvcc) all.insert(all.end(), {"-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"});
      all.insert(all.end(), {"-Xclang", "-ast-dump", "-Xclang", "-ast-dump-filter=" + filter, answer.source});
      const ProgramLimits limits{};
      const auto ended = run_limited(all, limits, [&](std::string_view line) { reader.line(line); });
      if (!ended) return Bad(ended.error());
      if (ended->late) return Bad(message("{} took more than {} seconds, and was ended", answer.compiler, limits.seconds));
      if (ended->status < 0 || ended->status > 128)
        return Bad(message("{} has ended by itself, by a signal or for want of memory", answer.compiler));
      if (answer.errors.empty()) answer.errors = ended->errors;
    }
    answer.instances = reader.take();
    if (!answer.instances.empty() || !answer.errors.empty()) break;
  }
  if (answer.instances.empty()) {
    const auto first = answer.errors.substr(0, answer.errors.find('\n'));
    return Bad(first.empty() ? message("{}: nothing in it instantiates its templates, as the compiler sees it", answer.source)
                             : message("{} cannot compile it: {}", answer.compiler, first));
  }
  // What cannot be kept is asked again the next time.
  static_cast<void>(write_file(kept, as_json(answer).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  return answer;
}

}  // namespace app
