// Imports: modules next to the program are read, names of libraries stay words.

#include "app/import/dsl/dsl_rows.hpp"

#include <cstdlib>
#include <filesystem>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/one_line.hpp"
#include "app/system/files.hpp"

namespace app {

std::string DslInterpreter::folder_of_frame() const {
  for (auto s = frames_.back().scope; s; s = s->outer)
    if (!s->folder.empty()) return s->folder;
  return {};
}

std::shared_ptr<DslScope> DslInterpreter::module_in(const std::string& file, const std::string& dotted, const std::string& package) {
  constexpr std::size_t most_modules = 64, most_bytes = 4 << 20;
  if (const auto at = modules_.find(file); at != modules_.end()) return at->second;
  if (file == path_ || modules_.size() >= most_modules || frames_.size() > most_calls / 2) return nullptr;
  const auto text = read_file(file, most_bytes);
  if (!text || text->find('\0') != std::string::npos || module_bytes_ + text->size() > most_bytes) return nullptr;
  module_bytes_ += text->size();
  auto scope = made<DslScope>();
  scope->foreign = true;
  scope->folder = std::filesystem::path(file).parent_path().string();
  scope->file = file, scope->package = package;
  modules_.emplace(file, scope);
  const auto& tree = parsed(*text);
  frames_.push_back({.section = "", .scope = scope, .listed = false, .on_device = false});
  ++in_library_, ++library_silences_, ++silent_;
  set("__name__", Value::of(Kind::string, dotted));
  set("__file__", Value::of(Kind::string, file));
  const auto depth = frames_.size();
  const auto line = line_;
  try {
    for (const auto& root : tree.roots()) block(root);
  } catch (const Raised&) {
    // Definitions before the exception remain.
    frames_.resize(depth);
  }
  line_ = line;
  frames_.pop_back();
  --in_library_, --library_silences_, --silent_;
  return scope;
}

std::shared_ptr<DslScope> DslInterpreter::module(const std::string& dotted, const std::string& folder) {
  // The DSL itself is known without its sources.
  const auto first = dotted.substr(0, dotted.find('.'));
  if (path_.empty() || has_word("cutlass torch", first)) return nullptr;
  const auto [at, added] = module_files_.try_emplace({dotted, folder});
  if (added) at->second = file_of_module(dotted, folder);
  return at->second.empty() ? nullptr : module_in(at->second, dotted, {});
}

std::string DslInterpreter::file_of_module(const std::string& dotted, const std::string& folder) const {
  namespace fs = std::filesystem;
  constexpr std::size_t most_folders = 8;
  auto rest = dotted;
  const auto dots = std::min(rest.find_first_not_of('.'), rest.size());
  rest.erase(0, dots);
  for (auto& c : rest)
    if (c == '.') c = '/';
  if (rest.find_first_of("\\:\n") != std::string::npos) return {};
  std::error_code error;
  const auto in = [&](const fs::path& base) -> std::string {
    for (const auto& file : {rest.empty() ? fs::path() : base / (rest + ".py"), base / rest / "__init__.py"})
      if (is_file(file.string())) return file.string();
    return {};
  };
  auto base = fs::path(folder.empty() ? "." : folder);
  for (std::size_t i = 1; i < dots; ++i) base = base.parent_path();
  base = fs::absolute(base, error).lexically_normal();
  for (std::size_t up = 0; up < (dots > 0 ? 1 : most_folders); ++up) {
    if (auto found = in(base); !found.empty()) return found;
    if (base == base.parent_path()) break;
    base = base.parent_path();
  }
  if (dots > 0) return {};
  for (const auto& f : folders_)
    if (auto found = in(fs::absolute(f, error).lexically_normal()); !found.empty()) return found;
  return {};
}

std::string DslInterpreter::absolute_name(const std::string& dotted) const {
  std::string package;
  for (auto s = frames_.back().scope; s && package.empty(); s = s->outer) package = s->package;
  const auto dots = std::min(dotted.find_first_not_of('.'), dotted.size());
  if (package.empty() || dots == 0) return dotted;
  for (std::size_t i = 1; i < dots; ++i) package.erase(std::min(package.rfind('.'), package.size()));
  return dots == dotted.size() ? package : package + "." + dotted.substr(dots);
}

std::optional<DslValue> DslInterpreter::helper_of_package(const std::string& dotted, const std::string& name) {
  namespace fs = std::filesystem;
  // Functions that are known are not read. Helpers built from the DSL's own functions can be read.
  constexpr std::string_view helpers = "cutlass.utils", own_allocator = "SmemAllocator";
  if (folders_.empty() || path_.empty() || !dotted.starts_with(helpers) || library_module_->names.contains(name) || name == own_allocator)
    return std::nullopt;
  auto rest = dotted;
  for (auto& c : rest)
    if (c == '.') c = '/';
  if (rest.find_first_of("\\:\n") != std::string::npos) return std::nullopt;
  std::error_code error;
  for (const auto& f : folders_) {
    const auto base = fs::absolute(f, error).lexically_normal();
    const bool is_package = is_file((base / rest / "__init__.py").string());
    const auto file = is_package ? base / rest / "__init__.py" : base / (rest + ".py");
    if (!is_file(file.string())) continue;
    const auto scope = module_in(file.string(), dotted, is_package ? dotted : dotted.substr(0, dotted.rfind('.')));
    if (!scope) return std::nullopt;
    const auto at = scope->names.find(name);
    if (at != scope->names.end() && (at->second.is(Kind::function) || at->second.is(Kind::klass))) return at->second;
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::module_member(const std::string& dotted, const std::string& name) {
  if (auto helper = helper_of_package(dotted, name)) return helper;
  const auto scope = module(dotted, folder_of_frame());
  if (!scope) return std::nullopt;
  if (const auto at = scope->names.find(name); at != scope->names.end()) return at->second;
  return std::nullopt;
}

void DslInterpreter::import(SyntaxNode s) {
  for (const auto& n : s.children()) {
    const bool alias = n.is("aliased_import");
    const std::string path(alias ? n["name"].text() : n.text());
    // `import a.b` binds a.
    if (alias) set(std::string(n["alias"].text()), Value::of(Kind::symbol, path));
    else set(path.substr(0, path.find('.')), Value::of(Kind::symbol, path.substr(0, path.find('.'))));
  }
}

void DslInterpreter::import_from(SyntaxNode s) {
  const auto from = s["module_name"];
  const auto dotted = absolute_name(std::string(from.text()));
  const auto scope = module(dotted, folder_of_frame());
  // It is unknown whether such a module exists.
  if (!scope && dotted.starts_with('.')) ++doubts_;
  for (const auto& n : s.children()) {
    if (n == from) continue;
    if (n.is("wildcard_import")) {
      if (scope)
        for (const auto& [name, v] : scope->names)
          if (!name.starts_with("_")) set(name, v);
      // A module that cannot be read may define any name.
      if (!scope)
        lose_names(frame().scope, not_read(in_one_line(s.text(), 40)), 0, [](const std::string& name) { return !name.starts_with("_"); });
      continue;
    }
    const bool alias = n.is("aliased_import");
    const std::string name(alias ? n["name"].text() : n.text());
    const std::string as(alias ? n["alias"].text() : n.text());
    if (scope)
      if (const auto at = scope->names.find(name); at != scope->names.end()) {
        set(as, at->second);
        continue;
      }
    if (auto helper = helper_of_package(dotted, name)) {
      set(as, std::move(*helper));
      continue;
    }
    const auto whole = dotted.ends_with(".") ? dotted + name : dotted + "." + name;
    // cutlass.Float32 is a type, other names stay words.
    auto v = Value::of(Kind::symbol, whole);
    if (auto known = host_attribute(Value::of(Kind::symbol, dotted), name)) v = *known;
    set(as, std::move(v));
  }
}

std::vector<std::string> module_folders(std::vector<std::string> found) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto add = [&](const fs::path& folder) {
    // The DSL's package has its modules in a folder of its own.
    for (const auto& f : {folder, folder / "nvidia_cutlass_dsl" / "python_packages"})
      if (is_file((f / "cutlass" / "__init__.py").string())) found.push_back(f.string());
  };
  if (const auto* paths = std::getenv("PYTHONPATH"))
    for (std::string_view rest(paths); !rest.empty();)
      if (const auto one = algebra::take_until(rest, ':'); !one.empty()) add(fs::path(one));
  for (const auto* environment : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto* root = std::getenv(environment);
    if (root == nullptr || *root == 0) continue;
    for (fs::directory_iterator it(fs::path(root) / "lib", error), end; !error && it != end; it.increment(error))
      if (it->path().filename().string().starts_with("python3")) add(it->path() / "site-packages");
  }
  return found;
}

}  // namespace app
