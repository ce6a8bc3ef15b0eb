// Imports: of modules that lie beside the program, and of libraries, whose names stay words.

#include <filesystem>

#include "app/import/dsl/dsl_interpreter.hpp"
#include "app/system/files.hpp"

namespace app {

std::string DslInterpreter::folder_of_frame() const {
  for (auto s = frames_.back().scope; s; s = s->outer)
    if (!s->folder.empty()) return s->folder;
  return {};
}

std::shared_ptr<DslScope> DslInterpreter::module(const std::string& dotted, const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_modules = 64, most_bytes = 4 << 20, most_folders = 8;
  // The DSL itself is known without its sources.
  const auto first = dotted.substr(0, dotted.find('.'));
  if (path_.empty() || first == "cutlass" || first == "torch") return nullptr;
  auto rest = dotted;
  auto base = fs::path(folder.empty() ? "." : folder);
  const auto dots = std::min(rest.find_first_not_of('.'), rest.size());
  rest.erase(0, dots);
  for (std::size_t i = 1; i < dots; ++i) base = base.parent_path();
  for (auto& c : rest)
    if (c == '.') c = '/';
  if (rest.find_first_of("\\:\n") != std::string::npos) return nullptr;
  std::error_code error;
  base = fs::absolute(base, error).lexically_normal();
  for (std::size_t up = 0; up < (dots > 0 ? 1 : most_folders); ++up) {
    for (const auto& file : {rest.empty() ? fs::path() : base / (rest + ".py"), base / rest / "__init__.py"}) {
      if (file.empty() || !fs::is_regular_file(file, error)) continue;
      const auto key = file.string();
      if (const auto at = modules_.find(key); at != modules_.end()) return at->second;
      if (key == path_ || modules_.size() >= most_modules || frames_.size() > most_calls / 2) return nullptr;
      const auto text = read_file(key, most_bytes);
      if (!text || text->find('\0') != std::string::npos || module_bytes_ + text->size() > most_bytes) return nullptr;
      module_bytes_ += text->size();
      auto scope = made<DslScope>();
      scope->foreign = true;
      scope->folder = file.parent_path().string();
      scope->file = key;
      modules_.emplace(key, scope);
      const auto& tree = parsed(*text);
      frames_.push_back({.section = "", .scope = scope, .listed = false, .on_device = false});
      ++in_library_, ++library_silences_, ++silent_;
      set("__name__", Value::of(Kind::string, dotted));
      set("__file__", Value::of(Kind::string, key));
      const auto depth = frames_.size();
      const auto line = line_;
      try {
        for (const auto& root : tree.roots()) block(root);
      } catch (const Raised&) {
        // What is defined up to there is there.
        frames_.resize(depth);
      }
      line_ = line;
      frames_.pop_back();
      --in_library_, --library_silences_, --silent_;
      return scope;
    }
    if (base == base.parent_path()) break;
    base = base.parent_path();
  }
  return nullptr;
}

std::optional<DslValue> DslInterpreter::module_member(const std::string& dotted, const std::string& name) {
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
  const std::string dotted(from.text());
  const auto scope = module(dotted, folder_of_frame());
  for (const auto& n : s.children()) {
    if (n == from) continue;
    if (n.is("wildcard_import")) {
      if (scope)
        for (const auto& [name, v] : scope->names)
          if (!name.starts_with("_")) set(name, v);
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
    const auto whole = dotted.ends_with(".") ? dotted + name : dotted + "." + name;
    // cutlass.Float32 is a type, other names stay words.
    auto v = Value::of(Kind::symbol, whole);
    if (auto known = host_attribute(Value::of(Kind::symbol, dotted), name)) v = *known;
    set(as, std::move(v));
  }
}

}  // namespace app
