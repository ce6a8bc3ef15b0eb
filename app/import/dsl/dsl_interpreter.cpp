#include "app/import/dsl/dsl_interpreter.hpp"
#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "algebra/language/vocabulary.hpp"
#include "algebra/layout/int_width.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/sections.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/system/files.hpp"
#include "assets/assets.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Returns code as one line without comments.
std::string one_line_of(SyntaxNode code) {
  std::string line;
  auto end = code.begin();
  code.walk([&](const SyntaxNode& n) {
    const bool left_out = n.is("comment") || n.is("line_continuation");
    if (!left_out && !n.is_leaf() && !n.is("string")) return true;
    if (n.begin() > end && !line.empty() && !line.ends_with(' ') && !line.ends_with('(') && !line.ends_with('[')) line += ' ';
    if (!left_out) line += n.text();
    end = n.end();
    return false;
  });
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return line;
}

}  // namespace

DslInterpreter::DslInterpreter(std::string_view source, const ProgramSettings& settings, const std::string& path,
                               std::vector<std::string> folders)
    : path_(is_file(path) ? path : std::string()), folders_(std::move(folders)), syntax_(parsed(std::string(source))), entries_(settings) {
  // More steps than for C++ are allowed, because every statement counts here.
  entries_.allow(500'000);
  for (const auto& [name, value] : settings)
    if (!value.empty() && value.find_first_not_of("0123456789") == std::string::npos) set_numbers_.emplace(name, value);
  module_ = made<DslScope>();
  module_->folder = std::filesystem::path(path).parent_path().string();
  library_module_ = made<DslScope>();
  library_module_->foreign = true;
}

DslInterpreter::~DslInterpreter() {
  objects_.clear();
  frames_.clear();
  for (const auto& let_go : made_) let_go();
}

/// Blanks the stars that the grammar cannot parse. Returns the positions of their operands.
static std::vector<std::size_t> without_stars(std::string& source) {
  std::vector<std::size_t> operands;
  for (std::size_t begin = 0; begin < source.size();) {
    const auto end = std::min(source.find('\n', begin), source.size());
    const auto line = std::string_view(source).substr(begin, end - begin);
    const auto star = line.find('*');
    if (star != std::string_view::npos && star + 1 < line.size() && line[star + 1] != '*' && line[star + 1] != ' ') {
      auto before = algebra::trimmed(line.substr(0, star));
      const bool returns = before == "return";
      const bool assigns = before.size() > 1 && before.back() == '=' && before.find_first_of("([{\"'#=") == before.size() - 1;
      if (returns || assigns) {
        source[begin + star] = ' ';
        operands.push_back(begin + star + 1);
      }
    }
    begin = end + 1;
  }
  return operands;
}

const Syntax& DslInterpreter::parsed(std::string source) {
  const auto operands = without_stars(source);
  const auto& tree = *sources_.emplace_back(parsed_syntax(std::move(source), ProgramLanguage::python));
  for (const auto at : operands) starred_.insert(tree.source().data() + at);
  return tree;
}

CppProgram DslInterpreter::run() {
  stack_.begin();
  try {
    load_library();
    frames_.push_back({.section = "<module>", .scope = module_, .listed = true});
    set("__name__", Value::of(Kind::string, "__main__"));
    set("__file__", Value::of(Kind::string, path_));
    for (const auto& root : syntax_.roots()) block(root);
    run_orphans();
  } catch (const Raised& r) {
    // An exception of the program, as for sizes that it refuses, is reported after the last entry.
    entries_.add({.function = "<module>", .name = "rest", .text = "...", .line = r.line, .problem = r.why});
    try {
      run_orphans();
    } catch (const Raised&) {
    }
  } catch (const std::out_of_range&) {
    // The syntax tree is not as the grammar promises, because the code is unfinished.
    entries_.add(
        {.name = "rest", .text = "...", .line = line_, .problem = Message("the rest of the program is not read: it is incomplete")});
  } catch (const std::bad_alloc&) {
    entries_.add(
        {.name = "rest", .text = "...", .line = 1, .problem = Message("the rest of the program is not read: it takes too much memory")});
  }
  auto program = entries_.finish();
  program.kernels = std::move(kernels_);
  return program;
}

void DslInterpreter::load_library() {
  // The library is parsed once for all programs.
  struct Library {
    std::string source;
    std::vector<std::size_t> operands = without_stars(source);
    Syntax tree{source, ProgramLanguage::python};
  };
  static const Library python{std::string(assets::get("programs/python.py"))}, cutlass{std::string(assets::get("programs/cutlass.py"))};
  frames_.push_back({.section = "", .scope = library_module_});
  ++in_library_, ++library_silences_, ++silent_;
  for (const auto* library : {&python, &cutlass}) {
    for (const auto at : library->operands) starred_.insert(library->tree.source().data() + at);
    for (const auto& root : library->tree.roots()) block(root);
  }
  --in_library_, --library_silences_, --silent_;
  frames_.clear();
}

const DslValue* DslInterpreter::builtin(std::string_view name) const {
  const auto* k = library_class("builtins");
  const auto at = k != nullptr ? k->members.find(name) : DslNames::const_iterator{};
  return k != nullptr && at != k->members.end() ? &at->second : nullptr;
}

std::optional<DslValue> DslInterpreter::of_python_module(std::string_view dotted) const {
  const auto first = dotted.substr(0, dotted.find('.'));
  static constexpr std::array<std::string_view, 5> modules{"itertools", "functools", "operator", "contextlib", "dataclasses"};
  if (first.size() == dotted.size() || std::ranges::find(modules, first) == modules.end()) return std::nullopt;
  // chain_from_iterable stands for chain.from_iterable.
  std::string name(dotted.substr(first.size() + 1));
  std::ranges::replace(name, '.', '_');
  const auto* k = library_class(first);
  const auto at = k != nullptr ? k->members.find(name) : DslNames::const_iterator{};
  return k != nullptr && at != k->members.end() ? std::optional(at->second) : std::nullopt;
}

/// Counts a step. Returns false once the limit is reached; nothing has a value after that.
bool DslInterpreter::counted() {
  entries_.count(1);
  return !entries_.exhausted();
}

Message DslInterpreter::exhausted() {
  if (tracing() && !rounds_.empty()) trace_stops(message("the loop of line {}: {}", rounds_.back().line, entries_.why_exhausted()));
  return message("the rest of the program is not read: {}", entries_.why_exhausted());
}

/// Runs functions that were never called, with set or assumed arguments.
void DslInterpreter::run_orphans() {
  frames_.resize(1);
  silent_ = in_library_ = library_silences_ = 0;
  for (std::size_t i = 0; i < compiled_.size(); ++i) try {
      run_compiled(compiled_[i], nullptr);
    } catch (const Raised&) {
      frames_.resize(1);
      silent_ = in_library_ = library_silences_ = 0;
    }
  running_orphans_ = true;
  // In a fragment without any function of the DSL, all functions are of interest.
  if (std::ranges::none_of(functions_, [](const auto& f) { return f->is_jit || f->is_kernel; }))
    for (const auto& f : functions_) f->is_jit = true;
  // Functions first, as a kernel is called by the function that launches it.
  for (const bool kernels : {false, true})
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const auto f = functions_[i];
      if (ran_.contains(f.get()) || !(kernels ? f->is_kernel : f->is_jit)) continue;
      Value self;
      if (const auto dot = f->name.find('.'); dot != std::string::npos && !f->is_static) {
        const auto* k = f->scope->names.contains(f->name.substr(0, dot)) ? &f->scope->names.find(f->name.substr(0, dot))->second : nullptr;
        if (k == nullptr || !k->is(Kind::klass)) continue;
        self = Value::of(Kind::object);
        if (const auto at = objects_.find(k->klass.get()); at != objects_.end()) self.object = at->second;
        else try {
            // An object constructed with set or assumed arguments.
            self.object = made<DslObject>({.of = k->klass, .library = {}, .members = {}, .arguments = {}});
            if (const auto* init = k->klass->find("__init__"); init != nullptr && init->is(Kind::function))
              run_for_entries(init->function, self);
          } catch (const Raised&) {
          }
        supposed_ = self.object;
      }
      try {
        run_for_entries(f, self);
      } catch (const Raised&) {
      }
      supposed_ = nullptr;
    }
}

void DslInterpreter::run_for_entries(const std::shared_ptr<DslFunction>& f, const Value& self) {
  Arguments given;
  const auto list = f->node["parameters"].children();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& p = list[i];
    const std::string name(name_of_parameter(p).text());
    if (i == 0 && self.is_known()) continue;
    const bool has_default = f->defaults.contains(name);
    if (p.is("list_splat_pattern") || p.is("dictionary_splat_pattern") || p.is("keyword_separator")) continue;
    if (const auto* set = entries_.setting(name)) {
      given.named.emplace_back(name, set_argument(name, *set, p["type"].text()));
    } else if (!has_default) given.named.emplace_back(name, given_argument(name, p["type"], p.line()));
  }
  const auto result = invoke(f, self.is_known() ? &self : nullptr, given);
  if (result.is(Kind::iterator)) drained(result);
}

/// Returns an argument's value from a setting. A word without a value is a string, if the parameter's type allows that.
DslValue DslInterpreter::set_argument(const std::string& name, const std::string& text, std::string_view type) {
  auto v = from_setting(text, nullptr);
  if (type.ends_with("Tensor")) {
    const auto value = v.is(Kind::cute) ? value_of(v) : std::nullopt;
    // A layout stands for a tensor with that layout and unknown elements.
    if (const auto* l = value ? std::get_if<algebra::Layout>(&*value) : nullptr; l != nullptr) {
      // The DSL's strides have 64 bits, which matters only if offsets exceed 32.
      const bool wide = algebra::beyond_offsets(*l).has_value();
      return expression(
          fmt::format("make_tensor(ptr, {})", wide ? algebra::to_string(algebra::with_long_strides(*l), algebra::Marks::written) : v.text));
    }
    if (value && std::holds_alternative<algebra::Tensor>(*value)) return v;
    if (is_array(v) || v.is(Kind::none)) return v;
    return Value::unknown(
        message("{} is set to {}, which is not a tensor: (512,128):(128,_1) gives its layout, make_tensor(make_gmem_ptr<f16>(p), "
                "(512,128):(128,_1)) also its element type",
                name, text));
  }
  const bool is_text = v.is(Kind::string) && !text.starts_with('"') && !text.starts_with('\'');
  for (const std::string_view no_text : {"Layout", "ComposedLayout", "TiledMma", "TiledCopy", "Shape", "Tile", "Int32", "Int64", "int"})
    if (is_text && (type == no_text || type.ends_with("." + std::string(no_text))))
      return Value::unknown(message("{} is set to {}, which is not of type {}", name, text, no_text));
  return v;
}

DslValue DslInterpreter::given_argument(const std::string& name, SyntaxNode type, std::size_t line) {
  const auto of = type.text();
  const auto has = [&](std::string_view word) { return of.find(word) != std::string_view::npos; };
  if (has("Int32") || has("Int64") || (of == "int" && names_size(name))) {
    const auto entry = entries_.given(name, usual_number(name), line, true);
    const auto number = entries_.integer_of(entry);
    return number ? Value::integer(*number, true, entry) : Value::unknown(message("{} has no value here", name));
  }
  // Not part of layouts.
  if (has("CUstream") || has("Float32")) return Value::computed();
  return Value::unknown(message("the file does not give the argument {}; use --set {}=…", name, name));
}

std::string DslInterpreter::entry_of(const std::string& name, const std::string& text, std::size_t line, const DslOrigin* origin) {
  // self.tiled_mma becomes the entry tiled_mma, tAgA[None, 0] becomes tAgA.
  auto wish = name.substr(0, name.find_first_of("[(,"));
  if (const auto dot = wish.rfind('.'); dot != std::string::npos) wish.erase(0, dot + 1);
  auto d = definition_at(name, line);
  d.entry = wish, d.text = text;
  if (origin != nullptr) d.memory_of = origin->memory_of, d.alignment = origin->alignment;
  return entries_.add(std::move(d));
}

/// Returns a definition in the running code. One in a helper file gets the line at which the program calls the helper.
ProgramDefinition DslInterpreter::definition_at(const std::string& name, std::size_t line) const {
  ProgramDefinition d{.function = frames_.back().section, .name = name, .line = line};
  if (!frames_.back().file.empty()) d.line = line_, d.file = frames_.back().file, d.file_line = line;
  return d;
}

/// Adds a definition as an entry, which the value then refers to.
void DslInterpreter::define(const std::string& name, Value& value, std::size_t line) {
  if (name == "_") return;
  if (silent()) {
    // A definition may differ in a later round of a loop.
    if (silent_ > 0 && in_library_ == 0 && (value.is(Kind::cute) || value.is(Kind::integer)))
      entries_.later(frame().section, name, line, text_of(value));
    return;
  }
  // A tuple of numbers has no value if one of its numbers has none.
  const auto* lacks = &value;
  if (value.is(Kind::tuple) &&
      std::ranges::all_of(*value.items, [](const Value& v) { return !v.is_known() || v.is_integer() || v.is(Kind::tuple); }))
    if (const auto at = std::ranges::find_if(*value.items, [](const Value& v) { return !v.is_known(); }); at != value.items->end())
      lacks = &*at;
  if (!lacks->is_known()) {
    if (lacks->why.empty()) return;
    auto text = defining_ ? one_line_of(defining_) : std::string("...");
    if (text.empty() || text.size() > ProgramEntries::longest || !algebra::is_utf8(text)) text = "...";
    auto d = definition_at(name, line);
    d.entry = name.substr(name.rfind('.') + 1), d.text = std::move(text), d.problem = lacks->why;
    entries_.add(std::move(d));
    return;
  }
  if (value.is(Kind::symbol) || value.is(Kind::boolean)) return;
  const bool numbers = value.is(Kind::tuple) && !value.items->empty();
  if (!value.is(Kind::cute) && !value.is(Kind::integer) && !numbers) return;
  const auto text = text_of(value);
  if (text.empty() || text.size() > ProgramEntries::longest) return;
  if (numbers && !entries_.value_of(text)) return;
  const auto entry = entry_of(name, text, line, value.origin.get());
  if (!entry.empty()) value.text = entry;
}

/// Adds an entry for an argument that is a part of a tensor or a size, as the call operates on it.
void DslInterpreter::define_argument(SyntaxNode node, Value& value) {
  if (silent() || !(node.is("call") || node.is("subscript")) || node.text().size() > 80) return;
  if (!value.is(Kind::cute) && !value.is(Kind::integer)) return;
  if (node.is("call")) {
    const auto function = last_part(node["function"].text());
    const bool size = has_word("size cosize size_in_bytes", function);
    if (value.is(Kind::integer) ? !size : function.starts_with("make_")) return;
  } else if (value.is(Kind::integer)) {
    return;
  }
  const auto text = text_of(value);
  if (entries_.has(text)) return;
  define(one_line_of(node), value, node.line());
}

void DslInterpreter::define_launch(SyntaxNode keyword, const Value& value) {
  const auto name = keyword["name"].text();
  if (silent() || !(keyword["value"].is("list") || keyword["value"].is("tuple")) || !value.is_sequence()) return;
  if (name == "grid") {
    auto grid = Value::tuple(*value.items);
    define("grid", grid, keyword.line());
  } else if (name == "block") {
    auto threads = Value::integer(1);
    for (const auto& n : *value.items) threads = binary(Operator::multiply, threads, n);
    define("block", threads, keyword.line());
  }
}

CppProgram read_dsl_program(std::string_view source, const ProgramSettings& settings, const std::string& path,
                            const std::vector<std::string>& folders) {
  DslInterpreter first(source, settings, path, folders);
  auto program = first.run();
  if (first.rounds_of_settings().empty()) return program;
  // The round to list for a setting is known only after a first run.
  DslInterpreter second(source, settings, path, folders);
  second.list_rounds(first.rounds_of_settings());
  return second.run();
}

}  // namespace app
