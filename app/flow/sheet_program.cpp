#include "app/flow/sheet_program.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/evaluation.hpp"
#include "app/flow/program_flow.hpp"
#include "app/flow/sheet_trace.hpp"
#include "app/system/pieces.hpp"
#include "app/system/words.hpp"
#include "assets/assets.hpp"
#include "gpu/flow/step_kinds.hpp"

namespace app {

using algebra::Message;
using algebra::message;
using algebra::code::Definition;
namespace {

using Bad = tl::unexpected<Message>;
using Kind = gpu::FlowStep::Kind;

/// The alignment of tensors in shared memory, in bytes, which TMA and WGMMA require of swizzled tiles.
constexpr std::int64_t shared_alignment = 1024;
constexpr std::string_view global_pointer = "make_gmem_ptr<", shared_pointer = "make_smem_ptr<", nowhere = "(nullptr)";

/// The element type of the first "make_gmem_ptr<half_t>(nullptr)" of a text, and the call's place.
struct Pointer {
  std::string type;
  std::size_t begin = 0, size = 0;
};
std::optional<Pointer> pointer_in(std::string_view text, std::string_view made_by) {
  const auto begin = text.find(made_by);
  if (begin == text.npos) return std::nullopt;
  const auto end = text.find(nowhere, begin);
  if (end == text.npos) return std::nullopt;
  const auto type = text.substr(begin + made_by.size(), end - 1 - begin - made_by.size());
  return Pointer{std::string(type), begin, end + nowhere.size() - begin};
}

class Writer {
 public:
  explicit Writer(const Sheet& sheet) : sheet_(sheet), numbers_(numbers_of(sheet)) { evaluator_.update(sheet); }

  tl::expected<std::string, Message> program() {
    const auto& results = evaluator_.results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto& r = results[i];
      if (r.depth && (r.problem || !r.step)) return Bad(message("line {}: {}", numbers_[i], r.problem->problem.message));
      if (r.depth && r.step->kind == KernelStep::Kind::call) names_of(*r.step, i);
      if (r.is_value() && !r.name.empty() && r.evaluation) collect(i);
    }
    for (const auto& [name, word] : built_ins_of(used_)) used_.erase(name);
    if (auto why = write_statements()) return Bad(*why);
    sort_names();
    std::string rows;
    if (auto why = write_rows(rows)) return Bad(*why);
    if (auto why = find_memory()) return Bad(*why);
    auto flows = flows_of_program(KernelSource(sheet_), {});
    if (flows.empty()) return Bad("No row is a step of a kernel, such as copy(A, B).");
    flow_ = std::move(flows.front());
    return filled(assets::get("kernel.cu.in"), {{"KERNEL", kernel(rows)}, {"MAIN", main_function()}});
  }

 private:
  struct Memory {
    std::string entry, type;
    std::int64_t elements = 0;
  };

  const EntryResult& result(std::size_t i) const { return evaluator_.results()[i]; }
  int find(const std::string& name) const { return evaluator_.find(name); }
  const algebra::Value* value(const std::string& name) const {
    const int at = find(name);
    return at < 0 ? nullptr : result(static_cast<std::size_t>(at)).value();
  }

  void names_of(const KernelStep& s, std::size_t row) {
    for (const auto* list : {&s.templates, &s.arguments})
      for (const auto& piece : *list)
        for (const auto& name : algebra::free_names(piece.text)) add_needed(name, used_);
    for (const auto around : enclosing(row))
      for (const auto& name : algebra::free_names(result(around).step->first.text + " + " + result(around).step->last.text))
        add_needed(name, used_);
  }
  /// Returns the rows of the loops and branches around a row.
  std::vector<std::size_t> enclosing(std::size_t row) const {
    std::vector<std::size_t> all;
    auto depth = *result(row).depth;
    for (auto i = row; i-- > 0 && depth > 0;) {
      const auto& r = result(i);
      const bool opens = r.step && (r.step->kind == KernelStep::Kind::loop || r.step->kind == KernelStep::Kind::branch);
      if (opens && *r.depth < depth) all.push_back(i), depth = *r.depth;
    }
    return all;
  }
  /// Returns the names that an entry's expression uses.
  std::vector<std::string> names_in(const std::string& name) const {
    const auto line = algebra::split_line(sheet_.entries[static_cast<std::size_t>(find(name))].text);
    return line ? algebra::free_names(line->expression) : std::vector<std::string>{};
  }
  /// Adds an entry and everything that it depends on.
  void add_needed(const std::string& name, std::set<std::string>& all) const {
    if (find(name) < 0 || !all.insert(name).second) return;
    for (const auto& n : names_in(name)) add_needed(n, all);
  }

  void collect(std::size_t i) {
    if (find(result(i).name) != static_cast<int>(i)) return;
    const auto line = algebra::split_line(sheet_.entries[i].text);
    definitions_.push_back({result(i).name, std::string(line->expression)});
  }

  /// Maps threadIdx_x and the like to their names in CUDA.
  static std::map<std::string, std::string> built_ins_of(const std::set<std::string>& names) {
    std::map<std::string, std::string> all;
    for (const auto& n : names)
      if (const auto word = parameter_name(n); word != n) all.emplace(n, word);
    return all;
  }

  /// Writes the C++ statement of each used name, dependencies first. Returns the error of the first that has none.
  std::optional<Message> write_statements() {
    for (const auto& name : used_) {
      if (statement_.contains(name)) continue;
      auto all = definitions_;
      const auto last = std::ranges::find(all, name, &Definition::name);
      std::rotate(last, last + 1, all.end());
      const auto lines = algebra::code::statements(all, evaluator_.rule(), algebra::code::Dialect::cpp);
      if (!lines) return message("{}: {}", all[lines.error().definition].name, lines.error().diagnostic.problem.message);
      constexpr std::string_view declares = "auto ";
      for (const auto& line : *lines)
        if (const auto equals = line.find(" = "); line.starts_with(declares) && equals != line.npos)
          statement_.emplace(line.substr(declares.size(), equals - declares.size()), line);
      if (!statement_.contains(name)) return message("{} has no value.", name);
    }
    return std::nullopt;
  }

  /// Sorts the names in an order in which they can be defined.
  void sort_names() {
    std::set<std::string> done;
    const auto add = [&](const auto& self, const std::string& name) -> void {
      if (find(name) < 0 || !done.insert(name).second) return;
      for (const auto& n : names_in(name)) self(self, n);
      if (used_.contains(name)) order_.push_back(name);
    };
    for (const auto& d : definitions_) add(add, d.name);
  }

  /// Returns an expression of a step in C++. Loop variables are integers.
  tl::expected<std::string, Message> cpp(const std::string& text) {
    auto all = definitions_;
    for (const auto& v : variables_) all.push_back({v.first, fmt::format("{}", v.second)});
    all.push_back({"", text});
    auto lines = algebra::code::statements(all, evaluator_.rule(), algebra::code::Dialect::cpp);
    if (!lines) return Bad(lines.error().diagnostic.problem.message);
    auto last = lines->back();
    while (last.ends_with(';') || last.ends_with('\n')) last.pop_back();
    return last;
  }

  std::optional<std::int64_t> integer(std::string text) const {
    for (const auto& v : variables_) text = with_number(text, v.first, v.second);
    const auto e = evaluator_.evaluate(text, algebra::IntegerRule::cute);
    return e ? algebra::integer_of(e->value) : std::nullopt;
  }

  /// Returns the C++ of a barrier, such as "full[k % 3]".
  tl::expected<std::string, Message> barrier(std::string_view text) {
    const auto b = barrier_text(text);
    if (b.number.empty()) return fmt::format("{}[0]", b.name);
    const auto number = cpp(std::string(b.number));
    if (!number) return number;
    return fmt::format("{}[{}]", b.name, *number);
  }

  tl::expected<std::string, Message> call(const KernelStep& s) {
    const auto& kind = *gpu::step_kind_called(s.function);
    const bool of_barrier = kind.has_mbarrier();
    std::string arguments;
    for (std::size_t i = 0; i < s.arguments.size(); ++i) {
      const auto& a = s.arguments[i];
      const auto with = with_barrier(a.text);
      auto text = of_barrier && i == 0 ? barrier(a.text) : cpp(std::string(with.name));
      if (!text) return text;
      if (of_barrier && i == 0) text = "&" + *text;
      if (!with.number.empty()) {
        auto bar = barrier(with.number);
        if (!bar) return bar;
        text = fmt::format("{}.with({})", *text, *bar);
      }
      arguments += (i == 0 ? "" : ", ") + *text;
    }
    std::string templates;
    for (const auto& t : s.templates) {
      // Template arguments must be compile-time constants, so an expression is replaced by its value.
      const auto n = integer(t.text);
      if (!n) return Bad(message("{} must be a number.", t.text));
      templates += fmt::format("{}{}", templates.empty() ? "<" : ", ", *n);
    }
    if (!templates.empty()) templates += ">";
    const auto fence = kind.order == gpu::StepOrder::init ? "\ncutlass::arch::fence_barrier_init();" : "";
    return fmt::format("{}{}{}({});{}", kind.word(s.function).scope, s.function, of_barrier ? "" : templates, arguments, fence);
  }

  std::optional<Message> write_rows(std::string& out) {
    std::vector<bool> loops;
    for (std::size_t i = 0; i < evaluator_.results().size(); ++i) {
      const auto& r = result(i);
      const auto& text = sheet_.entries[i].text;
      std::string indent((*(r.depth ? r.depth : std::optional<std::size_t>(loops.size())) + 1) * 2, ' ');
      if (r.is_note) {
        // Only comments between steps are copied: those of the definitions are not.
        if (!out.empty() && i + 1 < evaluator_.results().size() && result(i + 1).depth)
          out += fmt::format("{}// {}\n", indent, algebra::trimmed(std::string_view(text).substr(text.find('#') + 1)));
        continue;
      }
      if (!r.step) continue;
      const auto& s = *r.step;
      const auto refused = [&](const Message& why) { return message("line {}: {}", numbers_[i], why); };
      switch (s.kind) {
        case KernelStep::Kind::call: {
          const auto line = call(s);
          if (!line) return refused(line.error());
          std::string_view rest = *line;
          while (!rest.empty()) out += fmt::format("{}{}\n", indent, algebra::take_until(rest, '\n'));
          break;
        }
        case KernelStep::Kind::loop: {
          const auto first = cpp(s.first.text), last = cpp(s.last.text);
          if (!first || !last) return refused(first ? last.error() : first.error());
          out += fmt::format("{}for (int {} = {}; {} < {}; ++{}) {{\n", indent, s.variable, *first, s.variable, *last, s.variable);
          variables_.emplace_back(s.variable, integer(s.first.text).value_or(0));
          loops.push_back(true);
          break;
        }
        case KernelStep::Kind::branch: {
          const auto left = cpp(s.first.text), right = cpp(s.last.text);
          if (!left || !right) return refused(left ? right.error() : left.error());
          out += fmt::format("{}if ({} {} {}) {{\n", indent, *left, s.sign, *right);
          loops.push_back(false);
          break;
        }
        case KernelStep::Kind::otherwise: out += fmt::format("{}}} else {{\n", indent); break;
        case KernelStep::Kind::end:
          out += fmt::format("{}}}\n", indent);
          if (loops.back()) variables_.pop_back();
          loops.pop_back();
          break;
      }
    }
    return std::nullopt;
  }

  /// Determines the memory of each tensor, and the entries that the host makes for TMA.
  std::optional<Message> find_memory() {
    for (const auto& name : order_) {
      const auto* v = value(name);
      const auto& text = statement_[name];
      if (const auto* copy = v == nullptr ? nullptr : std::get_if<algebra::TiledCopy>(v); copy != nullptr && copy->atom.tma)
        tma_.push_back(name);
      if (const auto* atom = v == nullptr ? nullptr : std::get_if<algebra::CopyAtom>(v); atom != nullptr && atom->tma) tma_.push_back(name);
      const auto global = pointer_in(text, global_pointer), shared = pointer_in(text, shared_pointer);
      if (!global && !shared) continue;
      const auto* tensor = v == nullptr ? nullptr : std::get_if<algebra::Tensor>(v);
      if (tensor == nullptr || !text.starts_with(fmt::format("auto {} = make_tensor(", name)))
        return message("{}: the size of its memory is not known: define it as an entry of its own, as make_tensor(pointer, layout)", name);
      const auto elements = algebra::cosize(tensor->layout);
      if (global) {
        globals_.push_back({name, global->type, elements});
        continue;
      }
      if (const auto bits = algebra::element_bits(*v); bits % 8 != 0)
        return message("{}: elements of {} bits in shared memory are not written", name, bits);
      shared_.push_back({name, shared->type, elements});
    }
    return std::nullopt;
  }

  static std::string with_pointer(std::string statement, std::string_view made_by, const std::string& pointer) {
    if (const auto p = pointer_in(statement, made_by))
      statement.replace(p->begin, p->size, fmt::format("{}({})", made_by.substr(0, made_by.size() - 1), pointer));
    return statement;
  }

  /// Returns the entry's statement in the kernel (`device`), or on the host with another ending for its memory's name.
  std::string statement_of(const std::string& name, std::string_view memory) {
    auto text = with_pointer(statement_.at(name), global_pointer, name + std::string(memory));
    const auto it = std::ranges::find(shared_, name, &Memory::entry);
    if (it != shared_.end() && memory == kernel_memory) text = with_pointer(text, shared_pointer, "shared." + name);
    return text;
  }

  /// Returns the names that `names` depend on, in the order of definition.
  std::vector<std::string> needed_for(const std::vector<std::string>& names) const {
    std::set<std::string> all;
    for (const auto& n : names) add_needed(n, all);
    std::vector<std::string> sorted;
    for (const auto& n : order_)
      if (all.contains(n)) sorted.push_back(n);
    return sorted;
  }

  std::string kernel(const std::string& rows) {
    std::string parameters, templates;
    for (const auto& g : globals_) parameters += fmt::format("{}{}* {}{}", parameters.empty() ? "" : ", ", g.type, g.entry, kernel_memory);
    for (std::size_t i = 0; i < tma_.size(); ++i) {
      templates += fmt::format("{}class Tma{}", templates.empty() ? "" : ", ", i);
      parameters += fmt::format("{}CUTLASS_GRID_CONSTANT Tma{} const {}", parameters.empty() ? "" : ", ", i, tma_[i]);
    }
    std::string out;
    if (!shared_.empty()) {
      out += "struct Shared {\n";
      for (const auto& m : shared_) out += fmt::format("  alignas({}) {} {}[{}];\n", shared_alignment, m.type, m.entry, m.elements);
      out += "};\n\n";
    }
    if (!templates.empty()) out += fmt::format("template <{}>\n", templates);
    out += fmt::format("__global__ void __launch_bounds__({}) kernel({}) {{\n", flow_.threads, parameters);
    if (!shared_.empty()) {
      out += fmt::format("  extern __shared__ __align__({}) unsigned char shared_memory[];\n", shared_alignment);
      out += "  auto& shared = *reinterpret_cast<Shared*>(shared_memory);\n";
    }
    for (const auto& [name, count] : barriers()) out += fmt::format("  __shared__ uint64_t {}[{}];\n", name, count);
    for (const auto& name : order_)
      if (std::ranges::find(tma_, name) == tma_.end()) out += fmt::format("  {}\n", statement_of(name, kernel_memory));
    return with_built_ins(out + rows + "}");
  }

  /// Replaces threadIdx_x and the like by int(threadIdx.x).
  static std::string with_built_ins(const std::string& text) {
    return with_words(text, [](std::string_view word, std::string_view) {
      const auto built_in = parameter_name(word);
      return built_in == word ? std::string(word) : fmt::format("int({})", built_in);
    });
  }

  /// Returns the length of each array of mbarriers, by name.
  std::map<std::string, std::int64_t> barriers() const {
    std::map<std::string, std::int64_t> all;
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps) {
        const auto b = barrier_text(s.barrier);
        if (b.name.empty()) continue;
        auto& count = all[std::string(b.name)];
        count = std::max<std::int64_t>(count, std::atoll(std::string(b.number).c_str()) + 1);
      }
    return all;
  }

  /// Returns the tensor in global memory from which copies bring a part's elements, or -1.
  int source_of(int tensor) const {
    const auto global = [&](int t) { return flow_.tensors[static_cast<std::size_t>(t)].memory == algebra::MemorySpace::global; };
    for (int i = 0; i < 8 && tensor >= 0 && !global(tensor); ++i) {
      int from = -1;
      for (const auto& role : flow_.roles)
        for (const auto& s : role.steps)
          if (s.kind == Kind::copy && s.parts.size() == 2 && s.parts[1]->tensor == tensor) from = s.parts[0]->tensor;
      tensor = from;
    }
    return tensor;
  }

  /// Returns the entries of A, B and C if the kernel is a plain matrix product.
  std::optional<std::array<std::string, 3>> product() const {
    const gpu::FlowStep* gemm = nullptr;
    int stored = -1;
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps) {
        if (s.kind == Kind::gemm && s.parts.size() == 3) gemm = &s;
        const bool stores = gpu::kind_of(s).moves_each() && s.parts.size() == 2;
        if (stores && flow_.tensors[static_cast<std::size_t>(s.parts[1]->tensor)].memory == algebra::MemorySpace::global)
          stored = s.parts[1]->tensor;
      }
    if (gemm == nullptr || stored < 0) return std::nullopt;
    std::array<std::string, 3> names;
    const int tensors[] = {source_of(gemm->parts[0]->tensor), source_of(gemm->parts[1]->tensor), stored};
    for (std::size_t i = 0; i < 3; ++i) {
      if (tensors[i] < 0) return std::nullopt;
      auto name = flow_.tensors[static_cast<std::size_t>(tensors[i])].called;
      // The tensor that TMA reads is the one that its copy was made for.
      if (std::ranges::find(globals_, name, &Memory::entry) == globals_.end()) {
        const auto needed = needed_for({name});
        const auto it =
            std::ranges::find_if(needed, [&](const auto& n) { return std::ranges::find(globals_, n, &Memory::entry) != globals_.end(); });
        if (it == needed.end()) return std::nullopt;
        name = *it;
      }
      const auto* t = std::get_if<algebra::Tensor>(value(name));
      if (t == nullptr || !t->layout.shape().is_tuple() || t->layout.shape().rank() != 2) return std::nullopt;
      names[i] = name;
    }
    return names;
  }

  std::string main_function() {
    std::string out;
    int seed = 0;
    for (const auto& g : globals_) out += fmt::format("  Memory<{}> {}_memory({}, {});\n", g.type, g.entry, g.elements, seed++);
    for (const auto& g : globals_) out += fmt::format("  CHECK({}_memory.send());\n", g.entry);
    std::string arguments;
    for (const auto& g : globals_) arguments += fmt::format("{}{}_memory.device", arguments.empty() ? "" : ", ", g.entry);
    for (const auto& name : needed_for(tma_)) out += fmt::format("  {}\n", statement_of(name, device_memory));
    for (const auto& name : tma_) arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", name);
    std::string function = "kernel";
    for (std::size_t i = 0; i < tma_.size(); ++i) function += fmt::format("{}decltype({})", i == 0 ? "<" : ", ", tma_[i]);
    if (!tma_.empty()) function += ">";
    if (!shared_.empty())
      out += fmt::format("  CHECK(cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, int(sizeof(Shared))));\n",
                         tma_.empty() ? function : fmt::format("({})", function));
    const auto blocks = [&](std::size_t i) { return i < flow_.grid.size() ? flow_.grid[i] : 1; };
    out += fmt::format("  {}<<<dim3({}, {}, {}), {}{}>>>({});\n", function, blocks(0), blocks(1), blocks(2), flow_.threads,
                       shared_.empty() ? "" : ", sizeof(Shared)", arguments);
    out += "  CHECK(cudaGetLastError());\n  CHECK(cudaDeviceSynchronize());\n";
    const auto names = product();
    if (!names) return out + "  std::printf(\"the kernel has run\\n\");\n  return 0;\n";
    const auto& [a, b, c] = *names;
    out += fmt::format("  CHECK({}_memory.fetch());\n  // Plain arithmetic.\n  int right = 0, all = 0;\n  {{\n", c);
    for (const auto& name : needed_for({a, b, c})) out += fmt::format("    {}\n", statement_of(name, host_memory));
    out += fmt::format(
        "    for (int m = 0; m < int(size<0>({2})); ++m)\n"
        "      for (int n = 0; n < int(size<1>({2})); ++n) {{\n"
        "        float sum = 0;\n"
        "        for (int k = 0; k < int(size<1>({0})); ++k) sum += float({0}(m, k)) * float({1}(n, k));\n"
        "        right += sum == float({2}(m, n)), ++all;\n"
        "      }}\n  }}\n"
        "  std::printf(\"{2}: %d of %d elements are right\\n\", right, all);\n  return right == all ? 0 : 1;\n",
        a, b, c);
    return out;
  }

  static constexpr std::string_view kernel_memory = "_memory", device_memory = "_memory.device", host_memory = "_memory.host.data()";
  const Sheet& sheet_;
  std::vector<std::size_t> numbers_;
  SheetEvaluator evaluator_{};
  std::vector<Definition> definitions_{};
  std::set<std::string> used_{};
  std::vector<std::string> order_{}, tma_{};
  std::map<std::string, std::string> statement_{};
  std::vector<std::pair<std::string, std::int64_t>> variables_{};
  std::vector<Memory> globals_{}, shared_{};
  gpu::Flow flow_{};
};

}  // namespace

bool has_steps(const Sheet& sheet) {
  return std::ranges::any_of(sheet.entries, [](const Entry& e) {
    const auto line = algebra::split_line(e.text);
    return line && !line->is_note && line->name.empty() && is_step(line->expression);
  });
}

tl::expected<std::string, Message> kernel_program(const Sheet& sheet) { return Writer(sheet).program(); }

}  // namespace app
