#include "app/why/why.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/text/characters.hpp"
#include "app/why/operand.hpp"
#include "app/why/repair.hpp"

namespace app::why {
namespace {

using algebra::is_word;

bool is_an_integer(std::string_view text) {
  return !text.empty() && (algebra::is_digit(text[0]) || (text[0] == '-' && text.size() > 1 && algebra::is_digit(text[1])));
}

/// Returns the type that a program gives a name by `using`, as compilers print it: Tile<_32,_32> as tuple<_32,_32>; "" if there is none.
std::string alias_in(std::string_view program, std::string_view name) {
  const auto begin = fmt::format("using {} = ", name);
  const auto at = program.find(begin);
  if (at == npos) return {};
  auto rest = program.substr(at + begin.size());
  std::string type(algebra::trimmed(algebra::take_until(rest, ';')));
  for (const std::string_view tuple : {"Shape<", "Stride<", "Tile<", "Step<", "Coord<"})
    for (auto found = type.find(tuple); found != npos; found = type.find(tuple, found)) type.replace(found, tuple.size(), "tuple<");
  return type;
}

Operand operand_from(std::string_view program, std::string_view name, std::string_view type, bool is_index, std::size_t at) {
  auto t = operand_type(type);
  // A name of the program's own, as nvcc prints it.
  if (std::ranges::all_of(t.expression, is_word) && !is_an_integer(t.expression) &&
      !algebra::evaluate(t.expression, {}, algebra::IntegerRule::cute)) {
    if (const auto alias = alias_in(program, t.expression); !alias.empty()) t = operand_type(alias);
    else t.expression.clear();
  }
  return {.name = std::string(name),
          .text = std::move(t.text),
          .expression = std::move(t.expression),
          .memory = std::move(t.memory),
          .element = std::move(t.element),
          .layout = std::move(t.layout),
          .is_index = is_index,
          .at = at};
}

bool is_pack(std::string_view argument) { return argument.ends_with("..."); }

/// Returns the arguments by the names of the operation's record; nothing if their number differs.
std::vector<TemplateArgument> by_record(const Operation& o, const std::vector<TemplateArgument>& given) {
  const auto packs = static_cast<std::size_t>(std::ranges::count_if(o.arguments, is_pack));
  // A class's last arguments may be left out: they have defaults.
  const bool is_class = o.name[0] >= 'A' && o.name[0] <= 'Z' && !given.empty() && given.size() < o.arguments.size();
  if (packs == 0 ? given.size() != o.arguments.size() && !is_class : given.size() + 1 < o.arguments.size() + packs) return {};
  std::vector<TemplateArgument> named;
  std::size_t next = 0;
  for (const auto argument : o.arguments) {
    std::string text;
    const auto take = is_pack(argument) ? given.size() + 1 - o.arguments.size() : 1;
    for (std::size_t i = 0; i < take && next < given.size(); ++i) text += (i > 0 ? ", " : "") + given[next++].text;
    if (take > 0 && text.empty()) continue;
    named.push_back({std::string(is_pack(argument) ? argument.substr(0, argument.size() - 3) : argument), text});
  }
  return named;
}

std::string filled(std::string_view type, const std::vector<TemplateArgument>& arguments) {
  std::string all;
  for (std::size_t i = 0; i < type.size();) {
    if (!is_word(type[i])) {
      all += type[i++];
      continue;
    }
    const auto begin = i;
    while (i < type.size() && is_word(type[i])) ++i;
    const auto word = type.substr(begin, i - begin);
    const auto it = std::ranges::find(arguments, word, &TemplateArgument::name);
    const bool followed = type.substr(i, 1) == "<";
    all += it == arguments.end() || followed ? std::string(word) : it->text;
  }
  return all;
}

/// Finds the record of an operation for a frame; null if there is none that fits.
const Operation* record_of(const Frame& f) {
  const Operation* named = nullptr;
  for (const auto& o : operations()) {
    if (o.name != f.name) continue;
    const auto values = static_cast<std::size_t>(std::ranges::count_if(o.operands, [](const OperandRecord& r) { return !r.is_index; }));
    const bool fits = f.parameters.empty() ? !by_record(o, f.arguments).empty() : values == f.parameters.size();
    if (fits) return &o;
    if (named == nullptr && !f.parameters.empty()) named = &o;
  }
  return f.parameters.empty() ? nullptr : named;
}

std::vector<Operand> operands_of(const Frame& f, const Operation* record, std::string_view program) {
  std::vector<Operand> all;
  // The layout or the tensor whose member is called; `at` behind the last argument, since it is none.
  if (auto object = operand_from(program, "A", f.object, false, npos); !object.layout.empty() && f.name.find("opy") == npos)
    all.push_back(std::move(object));
  std::size_t indices = 0;
  if (f.parameters.empty()) {
    const auto arguments = record != nullptr ? by_record(*record, f.arguments) : f.arguments;
    std::size_t values = 0;
    if (record != nullptr) {
      for (const auto& r : record->operands)
        if (!(r.is_index && std::ranges::find(arguments, r.type, &TemplateArgument::name) == arguments.end()))
          all.push_back(operand_from(program, r.name, filled(r.type, arguments), r.is_index, r.is_index ? indices++ : values++));
    } else {
      for (const auto& a : arguments)
        if (all.size() < 8)
          all.push_back(operand_from(program, a.name.empty() ? std::string(1, static_cast<char>('A' + all.size())) : a.name, a.text, true,
                                     indices++));
    }
    return all;
  }
  for (const auto& a : f.arguments)
    if (is_an_integer(a.text)) all.push_back(operand_from(program, a.name, a.text, true, indices++));
  std::vector<std::string_view> names;
  std::size_t names_of_indices = 0;
  if (record != nullptr) {
    for (const auto& r : record->operands)
      if (!r.is_index) names.push_back(r.name);
    for (const auto& r : record->operands)
      if (r.is_index && names_of_indices < all.size()) all[names_of_indices++].name = r.name;
  }
  for (std::size_t i = 0; i < f.parameters.size() && i < 8; ++i)
    all.push_back(operand_from(program,
                               i < names.size() ? std::string(names[i])
                               : names.empty()  ? std::string(1, static_cast<char>('A' + i))
                                                : fmt::format("argument {}", i),
                               f.parameters[i], false, i));
  return all;
}

/// Returns the operation that a message at the user's own line names: in quotes before (, or a class.
std::string operation_in(const ErrorText& e, std::string_view next_words) {
  for (const auto words : {std::string_view(e.words), next_words}) {
    // nvcc has its own quotes: no instance of constructor "Tensor" matches the argument list.
    const bool by_nvcc = words.find("no instance of") != npos;
    const char quote = by_nvcc ? '"' : '\'';
    const auto open = words.find(quote);
    if (open == npos || words.find("onversion") != npos) continue;
    const auto quoted = words.substr(open + 1, words.find(quote, open + 1) - open - 1);
    if (!by_nvcc && words.find("call to") == npos && words.find("arguments of '") == npos) continue;
    return read_frame(quoted).name;
  }
  // A declaration: Tensor t;
  std::size_t end = 0;
  while (end < e.expression.size() && is_word(e.expression[end])) ++end;
  return e.words.find("deduction") != npos ? e.expression.substr(0, end) : std::string();
}

/// Returns the layouts and tensors of the CuTe DSL's types in a text as operands.
std::vector<Operand> operands_in_ir(std::string_view text) {
  std::vector<Operand> all;
  const auto types = text.rfind(") : (");
  if (types == npos) return all;
  text.remove_prefix(types);
  for (auto at = text.find(algebra::dialects::cute_ir_mark); at != npos && all.size() < 8;
       at = text.find(algebra::dialects::cute_ir_mark, at)) {
    const auto type = algebra::dialects::read_cute_ir(text.substr(at));
    const auto size = type ? type->size : std::max<std::size_t>(type.error().size, algebra::dialects::cute_ir_mark.size());
    if (type) {
      const auto whole = text.substr(at, size);
      const auto words = whole.substr(0, whole.find('"'));
      const auto open = words.find('<');
      const bool memref = words.find("memref") != npos;
      for (const auto& v : type->values) {
        auto shown = v.text;
        if (memref && open != npos)
          shown += " " + std::string(algebra::trimmed(words.substr(open + 1, words.find_last_of(',') - open - 1)));
        all.push_back(
            {.name = std::string(1, static_cast<char>('A' + all.size())), .text = shown, .expression = algebra::dialects::with_numbers(v)});
      }
    }
    at += size;
  }
  return all;
}

Why reason_of(const ErrorText& e, std::string_view next_words, std::string_view program) {
  Why w{.error = e, .user = users_place(e)};
  const auto at = users_frame(e);
  const Frame* frame = at < e.frames.size() ? &e.frames[at] : e.frames.empty() ? nullptr : &e.frames.back();
  if (frame != nullptr) {
    w.operation = frame->name;
    const auto* record = record_of(*frame);
    w.operands = operands_of(*frame, record, program);
    if (record != nullptr) w.call = call_of(record->call, w.operands);
  } else if (e.source <= Source::nvcc) {
    w.operation = operation_in(e, next_words);
  } else if (const auto op = e.words.find("' op "); op != npos) {
    const auto open = e.words.rfind('\'', op - 1);
    w.operation = e.words.substr(open + 1, op - open - 1);
    w.operands = operands_in_ir(e.detail);
  }
  w.rule = rule_of(e, w.operation);
  if (w.rule != nullptr && !w.rule->operation.empty() && (w.operation.empty() || e.source >= Source::dsl)) w.operation = w.rule->operation;
  if (w.call.empty() || w.rule == nullptr) return w;
  if (const auto value = algebra::evaluate(w.call, {}, algebra::IntegerRule::cute); !value) w.reason = value.error().problem.message;
  return w;
}

}  // namespace

std::string call_of(std::string_view form, const std::vector<Operand>& operands) {
  std::string all;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '{') {
      all += form[i];
      continue;
    }
    const auto end = form.find('}', i);
    const auto it = std::ranges::find(operands, form.substr(i + 1, end - i - 1), &Operand::name);
    if (it == operands.end() || it->expression.empty()) return {};
    all += it->expression;
    i = end;
  }
  return all;
}

std::vector<Why> reasons_in(std::string_view text, const std::string& program) {
  const auto errors = errors_in(text);
  const auto is_general = [](const Why& w) { return w.rule == nullptr || w.rule->id.ends_with("_other"); };
  std::vector<Why> all;
  std::set<std::size_t> lines;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const auto& e = errors[i];
    const auto user = users_place(e);
    const bool is_run = e.source >= Source::dsl;
    // Later errors of a line follow from its first one, unless only the later one is known.
    const bool open = all.size() == 1 && is_general(all[0]);
    if (!all.empty() && !open && (user.line == 0 || lines.contains(user.line) || is_run || !e.is_assertion)) continue;
    auto w = reason_of(e, i + 1 < errors.size() ? std::string_view(errors[i + 1].words) : std::string_view(), program);
    if (!all.empty() && is_general(w)) continue;
    if (open) all.clear();
    lines.insert(user.line);
    all.push_back(std::move(w));
  }
  for (auto& w : all) find_repairs(w, program);
  return all;
}

}  // namespace app::why
