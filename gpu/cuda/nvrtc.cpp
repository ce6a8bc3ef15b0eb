#include "gpu/cuda/nvrtc.hpp"

#include <dlfcn.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <array>
#include <cstdlib>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace gpu::cuda {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t kept = 32;

/// The required functions of cuda.h, found at run time, so that the program starts without it.
struct Driver {
  int (*load)(void** module, const void* image) = nullptr;
  int (*unload)(void* module) = nullptr;
  int (*function)(void** function, void* module, const char* name) = nullptr;
  int (*set_attribute)(void* function, int attribute, int value) = nullptr;
  int (*launch)(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned shared, void* stream,
                void** parameters, void** extra) = nullptr;
  int (*error_name)(int, const char**) = nullptr;
  bool there = false;
};

template <typename F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

void* open_nvrtc(std::string& tried) {
  std::vector<std::string> names;
  if (const char* wanted = std::getenv("CUTESCOPE_NVRTC"); wanted != nullptr && *wanted != '\0') {
    names = {wanted};
  } else {
    // Tries the toolkit that this program was built with first; newer and older ones work as well.
    for (const auto& directory : {"", "/usr/local/cuda/lib64/"})
      for (const auto* ending : {".so." CUTESCOPE_CUDA_MAJOR, ".so.13", ".so.12", ".so"})
        names.push_back(fmt::format("{}libnvrtc{}", directory, ending));
  }
  for (const auto& name : names)
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  tried = names.front();
  return nullptr;
}

/// The driver's library stays open until the program ends, as it keeps threads and handlers.
Driver load_driver() {
  Driver d;
  if (void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    d.there = find(library, "cuModuleLoadData", d.load) && find(library, "cuModuleUnload", d.unload) &&
              find(library, "cuModuleGetFunction", d.function) && find(library, "cuFuncSetAttribute", d.set_attribute) &&
              find(library, "cuLaunchKernel", d.launch) && find(library, "cuGetErrorName", d.error_name);
  return d;
}

const Driver& driver() {
  static const Driver d = load_driver();
  return d;
}

std::string name_of(int error) {
  const char* name = nullptr;
  return driver().error_name(error, &name) == 0 && name != nullptr ? name : fmt::format("error {}", error);
}

constexpr int max_dynamic_shared_bytes = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

}  // namespace

/// NVRTC's library while it is open, and the required functions of nvrtc.h.
class Compiler::Nvrtc {
 public:
  Nvrtc();
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  /// Returns machine code for the device. Error: the reason why there is none, in a sentence.
  tl::expected<std::vector<char>, Message> compile(const std::string& source, const Abilities& device) const;

 private:
  using Handle = void*;
  struct Program;
  std::string first_line_of_log(const Program&) const;

  void* library_ = nullptr;
  Message why_;  ///< the reason why it cannot be used; empty if it can
  int (*create_)(Handle*, const char* source, const char* name, int headers, const char* const*, const char* const*) = nullptr;
  int (*compile_)(Handle, int options, const char* const*) = nullptr;
  int (*cubin_size_)(Handle, std::size_t*) = nullptr;
  int (*cubin_)(Handle, char*) = nullptr;
  int (*log_size_)(Handle, std::size_t*) = nullptr;
  int (*log_)(Handle, char*) = nullptr;
  int (*destroy_)(Handle*) = nullptr;
};

Compiler::Nvrtc::Nvrtc() {
  std::string tried;
  library_ = open_nvrtc(tried);
  if (library_ == nullptr) {
    why_ = message("The CUDA Toolkit's run-time compiler is not installed ({} was not found).", tried);
  } else if (!(find(library_, "nvrtcCreateProgram", create_) && find(library_, "nvrtcCompileProgram", compile_) &&
               find(library_, "nvrtcGetCUBINSize", cubin_size_) && find(library_, "nvrtcGetCUBIN", cubin_) &&
               find(library_, "nvrtcGetProgramLogSize", log_size_) && find(library_, "nvrtcGetProgramLog", log_) &&
               find(library_, "nvrtcDestroyProgram", destroy_))) {
    why_ = "The CUDA Toolkit's run-time compiler is too old to write machine code.";
  }
}

Compiler::Nvrtc::~Nvrtc() {
  if (library_ == nullptr) return;
  dlclose(library_);
#ifdef __GLIBC__
  malloc_trim(0);  // returns the memory that NVRTC freed to the system
#endif
}

struct Compiler::Nvrtc::Program {
  const Nvrtc& nvrtc;
  Handle handle = nullptr;
  explicit Program(const Nvrtc& n) : nvrtc(n) {}
  ~Program() {
    if (handle != nullptr) nvrtc.destroy_(&handle);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
};

std::string Compiler::Nvrtc::first_line_of_log(const Program& p) const {
  std::size_t size = 0;
  if (log_size_(p.handle, &size) != 0 || size < 2) return "no reason given";
  std::string log(size, '\0');
  log_(p.handle, log.data());
  log.resize(log.find('\0'));
  return log.substr(0, log.find('\n'));
}

tl::expected<std::vector<char>, Message> Compiler::Nvrtc::compile(const std::string& source, const Abilities& device) const {
  if (!why_.empty()) return tl::unexpected(why_);
  Program p(*this);
  if (const int error = create_(&p.handle, source.c_str(), "partition.cu", 0, nullptr, nullptr); error != 0)
    return tl::unexpected(message("The run-time compiler does not start (error {}).", error));
  // From Hopper on, some instructions, such as WGMMA, need the architecture-specific target, whose name ends in a.
  const auto architecture = fmt::format("--gpu-architecture=sm_{}{}{}", device.major, device.minor, device.major >= 9 ? "a" : "");
  const std::array<const char*, 3> options{architecture.c_str(), "-default-device", "--std=c++17"};
  if (compile_(p.handle, static_cast<int>(options.size()), options.data()) != 0)
    return tl::unexpected(message("The run-time compiler refused the kernel: {}.", first_line_of_log(p)));
  std::size_t size = 0;
  if (cubin_size_(p.handle, &size) != 0 || size == 0)
    return tl::unexpected(Message("The run-time compiler wrote no machine code for this device."));
  std::vector<char> cubin(size);
  if (cubin_(p.handle, cubin.data()) != 0) return tl::unexpected(Message("The run-time compiler's machine code could not be read."));
  return cubin;
}

Compiler::Compiler() = default;
Compiler::~Compiler() { drop(); }
void Compiler::rest() { nvrtc_.reset(); }

tl::expected<void*, Message> Compiler::kernel(const std::string& source, const char* name, const Abilities& device, std::int64_t shared) {
  for (auto it = compiled_.begin(); it != compiled_.end(); ++it)
    if (it->source == source) {
      compiled_.splice(compiled_.begin(), compiled_, it);
      return compiled_.front().function;
    }
  if (!nvrtc_) nvrtc_ = std::make_unique<Nvrtc>();
  const auto cubin = nvrtc_->compile(source, device);
  if (!cubin) return tl::unexpected(cubin.error());
  const auto& d = driver();
  if (!d.there) return tl::unexpected(Message("libcuda.so.1 does not load kernels."));
  Compiled c{.source = source, .module = nullptr, .function = nullptr};
  if (const int error = d.load(&c.module, cubin->data()); error != 0)
    return tl::unexpected(message("The driver did not load the compiled kernel (cuModuleLoadData: {}).", name_of(error)));
  int error = d.function(&c.function, c.module, name);
  if (error == 0 && shared > 0) error = d.set_attribute(c.function, max_dynamic_shared_bytes, static_cast<int>(shared));
  if (error != 0) {
    d.unload(c.module);
    return tl::unexpected(message("The compiled kernel is not ready to run ({}).", name_of(error)));
  }
  compiled_.push_front(std::move(c));
  if (compiled_.size() > kept) {
    d.unload(compiled_.back().module);
    compiled_.pop_back();
  }
  return compiled_.front().function;
}

tl::expected<void, Message> Compiler::compiles(const std::string& source, const Abilities& device) {
  if (!nvrtc_) nvrtc_ = std::make_unique<Nvrtc>();
  const auto cubin = nvrtc_->compile(source, device);
  if (!cubin) return tl::unexpected(cubin.error());
  return {};
}

Status Compiler::launch(void* kernel, const Dim3& grid, const Dim3& block, std::int64_t shared, const void* source, void* destination,
                        void* stream) {
  void* parameters[] = {&source, &destination};
  const auto u = [](std::int64_t n) { return static_cast<unsigned>(n); };
  const int error =
      driver().launch(kernel, u(grid.x), u(grid.y), u(grid.z), u(block.x), u(block.y), u(block.z), u(shared), stream, parameters, nullptr);
  if (error == 0) return {};
  return {error, name_of(error), "cuLaunchKernel"};
}

void Compiler::drop() {
  if (!compiled_.empty())
    for (auto& c : compiled_) driver().unload(c.module);
  compiled_.clear();
}

tl::expected<Abilities, Message> current_device() {
  int devices = 0;
  if (const auto counted = count_devices(devices); !counted.ok() || devices == 0)
    return tl::unexpected<Message>("There is no CUDA device.");
  Abilities found;
  auto status = use_device();
  if (status.ok()) status = abilities(found);
  if (!status.ok()) return tl::unexpected(message("The CUDA device cannot be used: {} ({}).", status.name, status.call));
  return found;
}

}  // namespace gpu::cuda
