#include "gpu/cuda/nvrtc.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace gpu::cuda {
namespace {

constexpr std::size_t kept = 32;

/// The few functions of nvrtc.h and cuda.h that are needed, found at run time: the program starts without either.
struct Nvrtc {
  using Program = void*;
  int (*create)(Program*, const char* source, const char* name, int headers, const char* const*, const char* const*) = nullptr;
  int (*compile)(Program, int options, const char* const*) = nullptr;
  int (*cubin_size)(Program, std::size_t*) = nullptr;
  int (*cubin)(Program, char*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  std::string why;                          ///< it is not there
};

struct Driver {
  int (*load)(void** module, const void* image) = nullptr;
  int (*unload)(void* module) = nullptr;
  int (*function)(void** function, void* module, const char* name) = nullptr;
  int (*set_attribute)(void* function, int attribute, int value) = nullptr;
  int (*launch)(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned shared, void* stream, void** parameters, void** extra) = nullptr;
  int (*error_name)(int, const char**) = nullptr;
  bool there = false;
};

template <typename F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

/// Libraries stay open until the program ends: they keep threads and handlers of their own.
void* open_nvrtc(std::string& tried) {
  std::vector<std::string> names;
  if (const char* wanted = std::getenv("CUTESCOPE_NVRTC"); wanted != nullptr && *wanted != '\0') {
    names = {wanted};
  } else {
    // The toolkit that this program was built with first; newer and older ones write machine code just as well.
    for (const auto& directory : {"", "/usr/local/cuda/lib64/"})
      for (const auto* ending : {".so." CUTESCOPE_CUDA_MAJOR, ".so.13", ".so.12", ".so"}) names.push_back(fmt::format("{}libnvrtc{}", directory, ending));
  }
  for (const auto& name : names)
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  tried = names.front();
  return nullptr;
}

Nvrtc load_nvrtc() {
  Nvrtc n;
  std::string tried;
  void* library = open_nvrtc(tried);
  if (library == nullptr) {
    n.why = fmt::format("The CUDA Toolkit's run-time compiler is not installed ({} was not found).", tried);
  } else if (!(find(library, "nvrtcCreateProgram", n.create) && find(library, "nvrtcCompileProgram", n.compile) &&
               find(library, "nvrtcGetCUBINSize", n.cubin_size) && find(library, "nvrtcGetCUBIN", n.cubin) &&
               find(library, "nvrtcGetProgramLogSize", n.log_size) && find(library, "nvrtcGetProgramLog", n.log) &&
               find(library, "nvrtcDestroyProgram", n.destroy))) {
    n.why = "The CUDA Toolkit's run-time compiler is too old to write machine code.";
  }
  return n;
}

Driver load_driver() {
  Driver d;
  if (void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    d.there = find(library, "cuModuleLoadData", d.load) && find(library, "cuModuleUnload", d.unload) &&
              find(library, "cuModuleGetFunction", d.function) && find(library, "cuFuncSetAttribute", d.set_attribute) &&
              find(library, "cuLaunchKernel", d.launch) && find(library, "cuGetErrorName", d.error_name);
  return d;
}

const Nvrtc& nvrtc() {
  static const Nvrtc n = load_nvrtc();
  return n;
}
const Driver& driver() {
  static const Driver d = load_driver();
  return d;
}

std::string name_of(int error) {
  const char* name = nullptr;
  return driver().error_name(error, &name) == 0 && name != nullptr ? name : fmt::format("error {}", error);
}

struct Program {
  Nvrtc::Program program = nullptr;
  ~Program() {
    if (program != nullptr) nvrtc().destroy(&program);
  }
};

std::string first_line_of_log(const Program& p) {
  std::size_t size = 0;
  if (nvrtc().log_size(p.program, &size) != 0 || size < 2) return "no reason given";
  std::string log(size, '\0');
  nvrtc().log(p.program, log.data());
  log.resize(log.find('\0'));
  return log.substr(0, log.find('\n'));
}

tl::expected<std::vector<char>, std::string> compile(const std::string& source, const Abilities& device) {
  const auto& n = nvrtc();
  if (!n.why.empty()) return tl::unexpected(n.why);
  Program p;
  if (const int error = n.create(&p.program, source.c_str(), "partition.cu", 0, nullptr, nullptr); error != 0)
    return tl::unexpected(fmt::format("The run-time compiler does not start (error {}).", error));
  const auto architecture = fmt::format("--gpu-architecture=sm_{}{}", device.major, device.minor);
  const std::array<const char*, 3> options{architecture.c_str(), "-default-device", "--std=c++17"};
  if (n.compile(p.program, static_cast<int>(options.size()), options.data()) != 0)
    return tl::unexpected(fmt::format("The run-time compiler refused the kernel: {}.", first_line_of_log(p)));
  std::size_t size = 0;
  if (n.cubin_size(p.program, &size) != 0 || size == 0) return tl::unexpected(std::string("The run-time compiler wrote no machine code for this device."));
  std::vector<char> cubin(size);
  if (n.cubin(p.program, cubin.data()) != 0) return tl::unexpected(std::string("The run-time compiler's machine code could not be read."));
  return cubin;
}

constexpr int max_dynamic_shared_bytes = 8;   // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

}  // namespace

tl::expected<void*, std::string> Compiler::kernel(const std::string& source, const char* name, const Abilities& device, std::int64_t shared) {
  for (auto it = compiled_.begin(); it != compiled_.end(); ++it)
    if (it->source == source) {
      compiled_.splice(compiled_.begin(), compiled_, it);
      return compiled_.front().function;
    }
  const auto cubin = compile(source, device);
  if (!cubin) return tl::unexpected(cubin.error());
  const auto& d = driver();
  if (!d.there) return tl::unexpected(std::string("libcuda.so.1 does not load kernels."));
  Compiled c{.source = source, .module = nullptr, .function = nullptr};
  if (const int error = d.load(&c.module, cubin->data()); error != 0)
    return tl::unexpected(fmt::format("The driver did not load the compiled kernel (cuModuleLoadData: {}).", name_of(error)));
  int error = d.function(&c.function, c.module, name);
  if (error == 0 && shared > 0) error = d.set_attribute(c.function, max_dynamic_shared_bytes, static_cast<int>(shared));
  if (error != 0) {
    d.unload(c.module);
    return tl::unexpected(fmt::format("The compiled kernel is not ready to run ({}).", name_of(error)));
  }
  compiled_.push_front(std::move(c));
  if (compiled_.size() > kept) {
    d.unload(compiled_.back().module);
    compiled_.pop_back();
  }
  return compiled_.front().function;
}

Status Compiler::launch(void* kernel, const Dim3& grid, const Dim3& block, std::int64_t shared, const void* source, void* destination, void* stream) {
  void* parameters[] = {&source, &destination};
  const auto u = [](std::int64_t n) { return static_cast<unsigned>(n); };
  const int error = driver().launch(kernel, u(grid.x), u(grid.y), u(grid.z), u(block.x), u(block.y), u(block.z), u(shared), stream, parameters, nullptr);
  if (error == 0) return {};
  return {error, name_of(error), "cuLaunchKernel"};
}

void Compiler::drop() {
  if (!compiled_.empty())
    for (auto& c : compiled_) driver().unload(c.module);
  compiled_.clear();
}

}  // namespace gpu::cuda
