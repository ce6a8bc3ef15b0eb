// The command line, run within the process: whatever the arguments, it ends with one of its exit statuses, says why if it fails,
// and leaves no half-written file.
//
// An input is the arguments, each ended by a NUL, and after a byte 0x1A the standard input. The program runs in a folder of its
// own, with a few files to read; slashes in arguments become backslashes, so that it writes nowhere else. It opens no window.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "algebra/text/utf8.hpp"
#include "app/cli/command_line.hpp"
#include "app/report/exit_status.hpp"
#include "app/storage/settings_store.hpp"
#include "app/window/screenshot.hpp"
#include "app/window/window.hpp"
#include "tests/fuzz/check.hpp"

namespace app {

// In place of the real ones: a window that is closed at once, and a picture of nothing.
tl::expected<void, algebra::Message> run_window(State& state, const WindowOptions& options) {
  if (options.store != nullptr) options.store->finish(state.workspace, state.view, state.session, state.host);
  state.workspace.drop_verdicts();
  return {};
}
tl::expected<void, algebra::Message> screenshot(State& state, const ScreenshotOptions&, const std::string&) {
  state.workspace.drop_verdicts();
  return {};
}

}  // namespace app

namespace {

namespace fs = std::filesystem;
using fuzz::check;

constexpr char end_of_arguments = '\x1a';
constexpr std::size_t most_arguments = 64;
/// More elements would only measure how long it takes to visit them. The numbers of the arguments are multiplied.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 21;
constexpr rlim_t most_written = 1u << 20;  // bytes of a file

struct File {
  const char *name, *text;
};
constexpr File files[] = {
    {"s.cutes",
     "A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\n@view colour=tile\nthr = (2,4):(4,1)\n@launch tensor=A tile=\"(4,4)\" "
     "threads=thr\n"},
    {"x.cutes", "A = (8,8:(8,1)\n# a note\n@later 7\nB = composition((8,8):(8,1), 6:3)\n"},
    {"p.cu", "auto a = make_layout(make_shape(Int<4>{}, 8));\n"},
    {"p.py", "a = cute.make_layout((4, 8))\n"},
    {"l.log", "smem: (_4,_8):(_1,_4)\nptr[32b](0x7f) o (2,3):(3,1)\n"},
};

/// The folder that the program runs in, with the files that it would find on a desktop.
class Place {
 public:
  Place() {
    std::string path = fs::temp_directory_path() / "cutescope-fuzz-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
    fill();
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) ::setenv(variable, path.c_str(), 1);
    // Later it would replace the streams.
    std::ios::sync_with_stdio(false);
    input_ = ::memfd_create("input", MFD_CLOEXEC);
    before_ = ::open(".", O_DIRECTORY | O_CLOEXEC);
    if (input_ < 0 || before_ < 0) std::abort();
  }
  ~Place() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  void enter(const std::string& input) {
    if (::chdir(path_.c_str()) != 0 || ::ftruncate(input_, 0) != 0 || ::pwrite(input_, input.data(), input.size(), 0) < 0 ||
        ::lseek(input_, 0, SEEK_SET) < 0 || ::dup2(input_, STDIN_FILENO) < 0)
      std::abort();
    limit(most_written);
  }
  void leave() {
    limit(RLIM_INFINITY);
    if (::fchdir(before_) != 0) std::abort();
  }
  /// Files that there were not; afterwards all is as it was.
  std::vector<std::string> tidy() {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(path_)) {
      const auto name = entry.path().filename().string();
      if (std::none_of(std::begin(files), std::end(files), [&](const File& f) { return name == f.name; })) found.push_back(name);
    }
    for (const auto& name : found) fs::remove_all(path_ / name);
    return found;
  }
  void fill() {
    for (const auto& f : files) std::ofstream(path_ / f.name) << f.text;
  }

 private:
  static void limit(rlim_t bytes) {
    rlimit now{};
    ::getrlimit(RLIMIT_FSIZE, &now);
    now.rlim_cur = std::min(bytes, now.rlim_max);
    ::setrlimit(RLIMIT_FSIZE, &now);
  }

  fs::path path_;
  int input_ = -1, before_ = -1;
};

/// Captures the output of both libraries, C and C++, while it lives. Its streams replace those of libFuzzer, too.
class Captured {
 public:
  explicit Captured(const std::string& input)
      : in_(input), cin_(std::cin.rdbuf(in_.rdbuf())), cout_(std::cout.rdbuf(out_.rdbuf())), cerr_(std::cerr.rdbuf(errors_.rdbuf())) {
    std::cin.clear();
    stdout = ::open_memstream(&out_bytes_, &out_size_);
    stderr = ::open_memstream(&error_bytes_, &error_size_);
    if (stdout == nullptr || stderr == nullptr) std::abort();
  }
  ~Captured() {
    std::fclose(stdout);
    std::fclose(stderr);
    stdout = out_file_;
    stderr = error_file_;
    std::free(out_bytes_);
    std::free(error_bytes_);
    std::cin.rdbuf(cin_);
    std::cout.rdbuf(cout_);
    std::cerr.rdbuf(cerr_);
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  std::string out() {
    std::fflush(stdout);
    return out_.str() + std::string(out_bytes_, out_size_);
  }
  std::string errors() {
    std::fflush(stderr);
    return errors_.str() + std::string(error_bytes_, error_size_);
  }

 private:
  std::istringstream in_;
  std::ostringstream out_, errors_;
  std::streambuf *cin_, *cout_, *cerr_;
  std::FILE *out_file_ = stdout, *error_file_ = stderr;
  char *out_bytes_ = nullptr, *error_bytes_ = nullptr;
  std::size_t out_size_ = 0, error_size_ = 0;
};

struct Call {
  std::vector<std::string> arguments{"cutescope"};
  std::string input;
};

Call call_of(std::string_view bytes) {
  Call call;
  const auto end = bytes.find(end_of_arguments);
  if (end != std::string_view::npos) call.input = bytes.substr(end + 1);
  auto rest = bytes.substr(0, end);
  while (!rest.empty() && call.arguments.size() < most_arguments) {
    const auto next = rest.find('\0');
    auto& argument = call.arguments.emplace_back(rest.substr(0, next));
    std::replace(argument.begin(), argument.end(), '/', '\\');
    rest.remove_prefix(next == std::string_view::npos ? rest.size() : next + 1);
  }
  return call;
}

/// Returns the product of all numbers in the arguments (0 counts as 1); stops once it exceeds most_elements.
std::uint64_t product_of(const std::vector<std::string>& arguments) {
  std::uint64_t product = 1;
  for (const auto& a : arguments)
    for (std::size_t i = 0; i < a.size() && product <= most_elements;) {
      std::uint64_t number = 0;
      for (; i < a.size() && a[i] >= '0' && a[i] <= '9' && number <= most_elements; ++i)
        number = 10 * number + static_cast<unsigned>(a[i] - '0');
      product *= std::max<std::uint64_t>(1, number);
      if (i < a.size() && (a[i] < '0' || a[i] > '9')) ++i;
    }
  return product;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Place place;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto call = call_of(bytes);
  if (product_of(call.arguments) > most_elements || call.input.size() > 4096) return 0;
  std::vector<char*> argv;
  for (auto& a : call.arguments) argv.push_back(a.data());
  argv.push_back(nullptr);

  place.enter(call.input);
  int status = 0;
  std::string out, errors;
  {
    Captured captured(call.input);
    status = app::command_line(static_cast<int>(call.arguments.size()), argv.data());
    out = captured.out();
    errors = captured.errors();
  }
  place.leave();
  const auto left = place.tidy();
  if (!left.empty() || std::find(call.arguments.begin(), call.arguments.end(), "-o") != call.arguments.end()) place.fill();

  check(status >= app::done && status <= app::not_all_checked, "an exit status that there is not", bytes);
  check(status == app::done || !(out + errors).empty(), "it fails without a word", bytes);
  for (const auto& name : left) check(!name.ends_with(".tmp"), "a half-written file is left", bytes);
  if (algebra::is_utf8(bytes)) check(algebra::is_utf8(out) && algebra::is_utf8(errors), "what is printed is not UTF-8", bytes);
  return 0;
}
