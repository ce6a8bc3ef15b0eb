#include "app/document/evaluation.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algebra/language/lines.hpp"
#include "algebra/language/value.hpp"
#include "gpu/flow/step_kinds.hpp"

/// Checks the steps of a sheet together.
namespace app {

using algebra::Diagnostic;
using algebra::Message;
using algebra::message;
using algebra::SourceSpan;
using algebra::Tensor;
namespace {

using Piece = KernelStep::Piece;

constexpr std::size_t most_open = 32;

/// A loop or branch that is still open.
struct Open {
  std::size_t row = 0;
  bool branch = false;
  std::string variable{};
  std::int64_t first = 0;
};

class StepChecker {
 public:
  StepChecker(const SheetEvaluator& evaluator, const std::vector<Open>& around) : evaluator_(evaluator), around_(around) {}

  /// Returns the problem of a step; nullopt if it is correct.
  std::optional<Diagnostic> wrong(const KernelStep& s) {
    if (s.kind == KernelStep::Kind::loop || s.kind == KernelStep::Kind::branch) {
      number(s.first);
      number(s.last);
      return problem_;
    }
    if (s.kind != KernelStep::Kind::call) return std::nullopt;
    call(s);
    return problem_;
  }

  std::optional<std::int64_t> number(const Piece& piece) {
    const auto v = value(piece);
    if (!v) return std::nullopt;
    auto n = algebra::integer_of(*v);
    if (!n) say(piece.span(), message("{} must be a number.", piece.text));
    return n;
  }

 private:
  using Kind = gpu::FlowStep::Kind;

  void say(SourceSpan span, Message why) {
    if (!problem_) problem_ = Diagnostic{span, {"step", std::move(why), {}}};
  }

  std::optional<algebra::Value> value(const Piece& piece) {
    auto text = piece.text;
    for (const auto& o : around_)
      if (!o.variable.empty()) text = with_number(text, o.variable, o.first);
    for (const auto& name : algebra::free_names(text))
      if (const auto at = evaluator_.find(name); at >= 0 && evaluator_.results()[static_cast<std::size_t>(at)].broken()) {
        say(piece.span(), message("{} has no value: its own entry says why.", name));
        return std::nullopt;
      }
    auto e = evaluator_.evaluate(text, algebra::IntegerRule::cute);
    if (e) return std::move(e->value);
    say(piece.span(), e.error().problem.message);
    return std::nullopt;
  }

  const Tensor* tensor(const Piece& piece) {
    const auto v = value(piece);
    if (!v) return nullptr;
    if (const auto* t = std::get_if<Tensor>(&*v)) return &kept_.emplace_back(*t);
    say(piece.span(), message("{} is not a tensor whose memory is known: make one with make_tensor.", piece.text));
    return nullptr;
  }

  static std::string_view arguments_of(const KernelStep& s) { return gpu::step_kind_called(s.function)->word(s.function).arguments; }

  void count(const KernelStep& s, std::size_t least, std::size_t most) {
    const auto n = s.arguments.size();
    if (n >= least && n <= most) return;
    say({0, s.function.size()}, message("It is written {}.", Message::verbatim(s.function + std::string(arguments_of(s)))));
  }

  void barrier(const Piece& piece) {
    const auto b = barrier_text(piece.text);
    if (b.name.empty()) return say(piece.span(), message("{} is not a barrier; full[stage] is one.", piece.text));
    if (!b.number.empty()) number({std::string(b.number), piece.begin + b.name.size() + 1});
  }

  template <class Whole, class Atom>
  void how(const Piece& piece, std::string_view what) {
    const auto v = value(piece);
    if (v && !std::holds_alternative<Whole>(*v) && !std::holds_alternative<Atom>(*v))
      say(piece.span(), message("{} lacks its operation: add a {} or its atom.", piece.text, what));
  }

  void copy(const KernelStep& s) {
    count(s, 2, 3);
    if (problem_) return;
    if (s.arguments.size() == 3) {
      const auto& first = s.arguments.front();
      const auto with = with_barrier(first.text);
      how<algebra::TiledCopy, algebra::CopyAtom>({std::string(with.name), first.begin}, "TiledCopy");
      if (!with.number.empty()) barrier({std::string(with.number), first.begin + with.name.size() + std::string_view(".with(").size()});
    }
    const auto &from = s.arguments[s.arguments.size() - 2], &to = s.arguments.back();
    kept_.reserve(2);
    const auto *a = tensor(from), *b = tensor(to);
    if (a == nullptr || b == nullptr) return;
    const auto na = algebra::size(a->layout), nb = algebra::size(b->layout);
    if (na != nb) say(to.span(), message("{} has {} elements, {} has {}.", from.text, na, to.text, nb));
  }

  void gemm(const KernelStep& s) {
    count(s, 3, 4);
    if (problem_) return;
    if (s.arguments.size() == 4) how<algebra::TiledMma, algebra::MmaAtom>(s.arguments.front(), "TiledMMA");
    kept_.reserve(3);
    const Tensor* t[3] = {};
    const Piece* texts[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      texts[i] = &s.arguments[s.arguments.size() - 3 + i];
      t[i] = tensor(*texts[i]);
      if (t[i] == nullptr) return;
      if (t[i]->memory == algebra::MemorySpace::global)
        return say(texts[i]->span(),
                   message("{} lies in global memory, where gemm has no operands: copy it to registers first.", texts[i]->text));
    }
    // A is (V,M,K), B is (V,N,K), C is (V,M,N), or without V; the mode of K may be missing.
    const auto shape = [&](std::size_t i) { return t[i]->layout.shape(); };
    const auto rank = [&](std::size_t i) { return shape(i).is_tuple() ? shape(i).rank() : 1; };
    const int values = rank(2) == 3 ? 1 : 0;
    if (rank(2) != 2 + values) return;
    const auto extent = [&](std::size_t i, int mode) {
      return mode + values < rank(i) && rank(i) > 1 ? algebra::product(shape(i).mode(mode + values)).value : 1;
    };
    const auto same = [&](std::size_t i, int mode, std::size_t j, int other, std::string_view name) {
      if (const auto a = extent(i, mode), b = extent(j, other); a != b)
        say(texts[j]->span(), message("{} has {} along {}, {} has {}.", texts[i]->text, a, name, texts[j]->text, b));
    };
    same(0, 0, 2, 0, "M");
    same(1, 0, 2, 1, "N");
    same(0, 1, 1, 1, "K");
  }

  void call(const KernelStep& s) {
    const auto& kind = *gpu::step_kind_called(s.function);
    switch (kind.kind) {
      case Kind::copy: return copy(s);
      case Kind::gemm: return gemm(s);
      case Kind::fill:
        count(s, 1, 2);
        if (!problem_) tensor(s.arguments.front());
        return;
      case Kind::combine:
        count(s, 4, 4);
        if (!problem_) tensor(s.arguments[1]), tensor(s.arguments[3]);
        return;
      default: break;
    }
    if (kind.order == gpu::StepOrder::await) {
      if (s.templates.size() + s.arguments.size() != 1) return count(s, 1, 0);
      number(s.templates.empty() ? s.arguments.front() : s.templates.front());
      return;
    }
    const auto written = arguments_of(s);
    const auto arguments = written == "()" ? 0 : static_cast<std::size_t>(std::ranges::count(written, ',')) + 1;
    count(s, arguments, arguments);
    if (problem_ || !kind.has_mbarrier()) return;
    barrier(s.arguments.front());
    if (arguments > 1) number(s.arguments[1]);
  }

  const SheetEvaluator& evaluator_;
  const std::vector<Open>& around_;
  std::optional<Diagnostic> problem_{};
  std::vector<Tensor> kept_{};
};

}  // namespace

void SheetEvaluator::check_steps() {
  struct Before {
    std::size_t row;
    std::optional<std::size_t> depth;
    std::optional<Message> problem;
  };
  std::vector<Open> open;
  std::vector<Before> before;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    auto& r = results_[i];
    if (!r.depth) continue;
    before.push_back({i, r.depth, r.problem ? std::optional(r.problem->problem.message) : std::nullopt});
    r.problem.reset();
    r.step.reset();
    const auto begin = nodes_[i].expression_begin;
    const auto say = [&](Diagnostic d) {
      d.span.begin += begin;
      d.span.end += begin;
      r.problem = std::move(d);
    };
    auto step = read_step(std::string_view(nodes_[i].text).substr(begin));
    r.depth = open.size();
    if (!step) {
      say(std::move(step.error()));
      continue;
    }
    r.step = *std::move(step);
    const SourceSpan all{0, nodes_[i].text.size() - begin};
    using Kind = KernelStep::Kind;
    if (r.step->kind == Kind::end || r.step->kind == Kind::otherwise) {
      const bool fits = !open.empty() && (r.step->kind == Kind::end || open.back().branch);
      if (!open.empty()) r.depth = open.size() - 1;
      if (!fits)
        say({all,
             {"step", r.step->kind == Kind::end ? Message("This end closes no for or if.") : Message("This else belongs to no if."), {}}});
      else if (r.step->kind == Kind::end) open.pop_back();
      continue;
    }
    if (open.size() == most_open) {
      say({all, {"step", message("Loops and branches stand in one another at most {} deep.", most_open), {}}});
      r.step.reset();
      continue;
    }
    StepChecker checker(*this, open);
    if (auto wrong = checker.wrong(*r.step)) say(std::move(*wrong));
    if (r.step->kind == Kind::branch) open.push_back({.row = i, .branch = true});
    if (r.step->kind == Kind::loop)
      open.push_back({.row = i, .variable = r.step->variable, .first = checker.number(r.step->first).value_or(0)});
  }
  for (const auto& o : open) {
    auto& r = results_[o.row];
    if (!r.problem) r.problem = Diagnostic{{0, nodes_[o.row].text.size()}, {"step", "Its end is missing: add a row with end.", {}}};
  }
  // Another row may have changed the problem of this one.
  for (const auto& b : before) {
    auto& r = results_[b.row];
    const bool same =
        r.depth == b.depth && r.problem.has_value() == b.problem.has_value() && (!b.problem || r.problem->problem.message == *b.problem);
    if (!same) r.version = nodes_[b.row].version = next_version_++;
  }
}

}  // namespace app
