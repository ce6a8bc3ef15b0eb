// Traces a kernel from its call to its return, call by call, as one of its threads executes it.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "app/program/term.hpp"

namespace app {

using algebra::Message;
namespace {

constexpr std::size_t most_dsl_steps = 4'000'000, most_dsl_calls = 100'000, most_loaded = 8;

}  // namespace

TracedProgram DslInterpreter::run_traced(std::optional<std::size_t> kernel) {
  TracedProgram traced;
  traced_kernel_ = kernel;
  traces_ = &traced.kernels;
  entries_.keep_parameters();
  traced_files_ = {path_};
  traced.program = run();
  traced.files = std::move(traced_files_);
  // Paths are relative if the program's own path is.
  std::error_code error;
  if (std::filesystem::path(path_).is_relative())
    for (std::size_t i = 1; i < traced.files.size(); ++i) traced.files[i] = std::filesystem::proximate(traced.files[i], error).string();
  traces_ = nullptr;
  return traced;
}

void DslInterpreter::trace_launch(const Value& kernel, const Arguments& handed) {
  const auto section = kernel.function->name;
  if (trace_ != nullptr || std::ranges::any_of(*traces_, [&](const KernelTrace& t) { return t.kernel == section && t.calls_at == line_; }))
    return;
  auto& t = traces_->emplace_back();
  t.kernel = section;
  t.line = FileLine{traced_file(*kernel.function), kernel.function->node.line()}.number();
  t.calls_at = line_;
  t.grid = grid_;
  if (!block_.empty()) {
    t.threads = std::accumulate(block_.begin(), block_.end(), std::int64_t{1}, std::multiplies<>());
    t.block = block_;
    t.block.resize(3, 1);
  }
  if (traced_kernel_ && traces_->size() != *traced_kernel_ + 1) return;
  entries_.allow(most_dsl_steps);
  trace_ = &t;
  rounds_.clear();
  perhaps_ = 0;
  const std::shared_ptr<void> left(nullptr, [this](void*) { trace_ = nullptr; });
  const auto depth = frames_.size();
  try {
    invoke(kernel.function, nullptr, handed);
  } catch (const Raised& r) {
    trace_stops(r.why);
    frames_.resize(depth);
    throw;
  }
  if (entries_.exhausted()) trace_stops(entries_.why_exhausted());
}

std::size_t DslInterpreter::traced_file(const DslFunction& f) {
  for (auto s = f.scope; s; s = s->outer) {
    if (!s->foreign || s->file.empty() || !s->package.empty()) continue;
    const auto at = std::ranges::find(traced_files_, s->file);
    if (at == traced_files_.end()) return traced_files_.push_back(s->file), traced_files_.size() - 1;
    return static_cast<std::size_t>(at - traced_files_.begin());
  }
  return 0;
}

void DslInterpreter::trace_stops(const Message& why) {
  if (trace_->incomplete.empty()) trace_->incomplete = why;
}

bool DslInterpreter::of_thread(const std::string& text) const {
  return !text.empty() && std::ranges::any_of(entries_.assumed_in(text), [](const auto& name) { return name.starts_with("threadIdx"); });
}

DslOrigin& DslInterpreter::origin_of(Value& v) {
  auto own = std::make_shared<DslOrigin>(v.origin ? *v.origin : DslOrigin{});
  v.origin = own;
  return *own;
}

DslValue DslInterpreter::following(Value v, std::initializer_list<const Value*> from) {
  for (const auto* f : from) {
    if (!f->origin) continue;
    const bool loads = v.is(Kind::symbol) && v.text.empty() && !f->origin->loaded.empty();
    if (f->origin->lines.empty() && !loads) continue;
    auto& o = origin_of(v);
    o.lines.insert(f->origin->lines.begin(), f->origin->lines.end());
    if (!loads) continue;
    for (const auto& l : f->origin->loaded)
      if (o.loaded.size() < most_loaded && std::ranges::find(o.loaded, l) == o.loaded.end()) o.loaded.push_back(l);
  }
  return v;
}

void DslInterpreter::define_memory(const std::string& name, Value& value, std::size_t line) {
  if (silent_ == 0 || in_library_ > 0 || !value.is(Kind::cute)) return;
  const bool views = value.origin && !value.origin->memory_of.empty();
  if (!views && !Term(value.text).has_own_memory()) return;
  if (const auto entry = entry_of(name, value.text, line, value.origin.get()); !entry.empty()) value.text = entry;
}

TracedArgument DslInterpreter::traced(const Value& v) {
  TracedArgument a;
  if (v.origin) {
    a.lines = v.origin->lines;
    a.term = Term(v.origin->left), a.sign = v.origin->sign, a.other = Term(v.origin->right);
  }
  if (v.is_integer()) a.number = v.number;
  if (v.is(Kind::real)) a.real = v.real;
  if (is_pointer(v)) {
    const auto& m = v.object->members;
    if (const auto at = m.find("field"); at != m.end())
      a.place = fmt::format("{}[{}]", at->second.text, m.contains("offset") ? m.at("offset").number : 0);
    if (const auto of = m.find("of"); of != m.end()) a.term = Term(of->second.text);
  }
  if (v.is(Kind::string)) a.place = v.text;
  if (a.term.empty() && (v.is(Kind::cute) || v.is_integer() || v.is_sequence())) a.term = Term(text_of(v));
  a.source = a.term.text();
  return a;
}

void DslInterpreter::trace_step(const std::string& function, const Arguments& given) {
  if (trace_->calls.size() >= most_dsl_calls) return trace_stops("it makes more calls than are supported");
  TracedCall c{.line = call_.first, .function = function, .loops = rounds_, .perhaps = perhaps_ > 0, .source = call_.second};
  for (const auto& v : given.all) c.arguments.push_back(traced(v));
  for (const auto& [name, v] : given.named) {
    if (v.is(Kind::none)) continue;
    if (name == "by" && elected_) continue;
    auto a = traced(v);
    a.name = name;
    c.arguments.push_back(std::move(a));
  }
  if (elected_) c.arguments.push_back({.place = "warp", .name = "by"});
  trace_->calls.push_back(std::move(c));
}

void DslInterpreter::trace_unknown_call(std::string_view function, const Arguments& given, const Value* of) {
  if (!tracing() || in_library_ > 0) return;
  auto all = given;
  if (of != nullptr) all.all.insert(all.all.begin(), *of);
  const std::function<bool(const Value&)> has_memory = [&](const Value& v) {
    if (is_pointer(v)) return true;
    if (v.is_sequence()) return std::ranges::any_of(*v.items, has_memory);
    const auto value = v.is(Kind::cute) ? value_of(v) : std::nullopt;
    return value && std::holds_alternative<algebra::Tensor>(*value);
  };
  // A function that receives a pipeline, its state or a barrier may wait or arrive there.
  const auto orders = [&](const Value& v) {
    const auto* k = v.is(Kind::object) ? v.object->of.get() : nullptr;
    return k != nullptr && library_class(k->name) == k &&
           std::ranges::any_of(std::array{"arrive", "wait", "advance", "commit"},
                               [&](const char* method) { return k->find(method) != nullptr; });
  };
  const auto any = [&](const auto& is) {
    return std::ranges::any_of(all.all, is) || std::ranges::any_of(all.named, [&](const auto& n) { return is(n.second); });
  };
  if (any(orders)) trace_step("orders_otherwise", {});
  else if (any(has_memory)) trace_step(std::string(function), all);
}

/// Records tensor[index] = value, and tensor.store(value) with an empty index.
void DslInterpreter::trace_store(const Value& tensor, const Value& index, const Value& value) {
  if (trace_->calls.size() >= most_dsl_calls) return trace_stops("it makes more calls than are supported");
  auto to = traced(tensor);
  if (index.is(Kind::tuple) && !index.items->empty()) {
    const auto rank = value_of(tensor);
    const auto* t = rank ? std::get_if<algebra::Tensor>(&*rank) : nullptr;
    // tensor[None] is the whole tensor.
    const bool all = index.items->size() == 1 && index.items->front().is(Kind::none);
    if (t != nullptr && !all && !to.term.empty()) to.term = Term(call_text(std::string(to.term.text()), {*index.items, {}}));
    for (const auto& i : *index.items)
      if (i.origin) to.lines.insert(i.origin->lines.begin(), i.origin->lines.end());
  }
  to.source = to.term.text();
  TracedCall c{.line = call_.first, .function = "store", .loops = rounds_, .perhaps = perhaps_ > 0, .source = call_.second};
  c.arguments.push_back(std::move(to));
  if (value.is_integer() || value.is(Kind::real)) {
    auto number = traced(value);
    number.name = "number";
    c.arguments.push_back(std::move(number));
  } else if (value.origin) {
    for (const auto& l : value.origin->loaded) c.arguments.push_back({.source = l, .term = Term(l), .lines = value.origin->lines});
  }
  trace_->calls.push_back(std::move(c));
}

void DslInterpreter::trace_condition(const Value& condition, std::size_t line) {
  ThreadCondition t{.line = line, .holds = truth(condition).value_or(false)};
  if (condition.origin && !condition.origin->left.empty()) {
    t.left = Term(condition.origin->left), t.sign = condition.origin->sign, t.right = Term(condition.origin->right);
  } else if (condition.is(Kind::integer) && of_thread(condition.text)) {
    t.left = Term(condition.text);
  } else {
    return;
  }
  trace_->conditions.insert(std::move(t));
}

/// Records the loop's condition for each round, because other threads may run more or fewer rounds.
void DslInterpreter::trace_round(const Value& range, const Value& at, std::size_t line) {
  const auto &stop = (*range.items)[1], &step = (*range.items)[2];
  if (!at.is_integer()) return trace_stops(at.why);
  const bool holds = step.number > 0 ? at.number < stop.number : at.number > stop.number;
  trace_->conditions.insert(
      {.line = line, .left = Term(text_of(at)), .sign = step.number > 0 ? "<" : ">", .right = Term(text_of(stop)), .holds = holds});
}

TracedProgram trace_dsl_program(std::string_view source, const ProgramSettings& settings, const std::string& path,
                                std::optional<std::size_t> kernel, const std::vector<std::string>& folders) {
  return DslInterpreter(source, settings, path, folders).run_traced(kernel);
}

}  // namespace app
