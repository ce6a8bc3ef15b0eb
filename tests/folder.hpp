#pragma once
// A temporary folder for a test, removed when the test ends.

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

struct Folder {
  std::filesystem::path path;
  Folder() {
    static std::atomic<int> count{0};
    path = std::filesystem::temp_directory_path() / ("cutescope-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string at(const std::string& name) const { return (path / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(at(name)) << text;
    return at(name);
  }
  std::string text(const std::string& name) const {
    std::ifstream in(at(name));
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
  }
  bool has(const std::string& name) const { return std::filesystem::exists(path / name); }
};
