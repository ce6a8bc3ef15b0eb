#include "algebra/code/code.hpp"

#include <map>
#include <memory>

#include <fmt/format.h>

#include "algebra/code/cpp.hpp"
#include "algebra/code/dsl.hpp"
#include "algebra/code/pycute.hpp"
#include "algebra/code/triton.hpp"
#include "algebra/language/parser.hpp"

namespace algebra::code {
namespace {

/// The entries, sorted so that each comes after those it uses.
struct Entries {
  std::span<const Definition> all;
  std::map<std::string, std::size_t, std::less<>> places{};  ///< name -> its first definition, as in a sheet
  std::vector<char> state{};                                 ///< 0: not yet visited, 1: being visited, 2: done
  std::vector<std::size_t> order{};

  explicit Entries(std::span<const Definition> definitions) : all(definitions), state(definitions.size(), 0) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!all[i].name.empty()) places.try_emplace(all[i].name, i);
  }

  /// Places the entries that an entry mentions before it. Throws a Refusal for a cycle.
  void visit(std::size_t i) {
    if (state[i] == 2) return;
    if (state[i] == 1) throw Refusal{i, {{0, all[i].expression.size()}, {"cycle", "This entry depends on itself.", {}}}};
    state[i] = 1;
    for (const auto& name : free_names(all[i].expression))
      if (const auto it = places.find(name); it != places.end()) visit(it->second);
    state[i] = 2;
    order.push_back(i);
  }
};

std::unique_ptr<Writer> writer_of(Dialect dialect, const Environment& names, IntegerRule rule) {
  switch (dialect) {
    case Dialect::cpp: return std::make_unique<Cpp>(names, rule);
    case Dialect::dsl: return std::make_unique<Dsl>(names, rule);
    case Dialect::pycute:
    case Dialect::triton: break;
  }
  return std::make_unique<Pycute>(names, rule);
}

struct Texts {
  std::vector<std::string> definitions;
  std::vector<Shown> shown;  ///< the entries to print, in their order
};

/// The entries that a program prints; it defines what these need.
enum class Wanted : std::uint8_t { last, all };

Texts texts_of(std::span<const Definition> definitions, IntegerRule rule, Environment& names, Writer& writer, Wanted wanted) {
  Entries entries(definitions);
  const auto first = wanted == Wanted::all ? 0 : definitions.size() - 1;
  for (auto i = first; i < definitions.size(); ++i) entries.visit(i);
  Texts texts;
  texts.shown.resize(definitions.size() - first);
  for (const auto i : entries.order) {
    const auto& [name, source] = definitions[i];
    if (!name.empty() && entries.places.find(name)->second != i)
      throw Refusal{i, {{0, source.size()}, {"duplicate name", message("{} is already defined above.", name), {}}}};
    try {
      auto evaluation = evaluate(source, names, rule, {.verdicts = false, .steps = nullptr});
      if (!evaluation) throw std::move(evaluation.error());
      const auto node = expression::parse(source);
      if (!node) throw Diagnostic(node.error());
      auto text = writer.write(*node);
      const auto identifier = writer.identifier(name);
      auto note = writer.note(name, *node, evaluation->value);
      auto refused_name = fmt::format("refused_{}", i + 1);
      while (entries.places.contains(refused_name)) refused_name += "_";
      const auto defined = name.empty() ? refused_name : identifier;
      const auto refused = writer.define_refused(defined, text, evaluation->value, *node);
      const bool defines = !name.empty() || !refused.empty();
      if (defines) {
        if (!note.empty()) texts.definitions.push_back(note);
        texts.definitions.push_back(refused.empty() ? writer.define(identifier, text) : refused);
      }
      if (!name.empty()) names.insert_or_assign(name, evaluation->value);
      if (i >= first)
        texts.shown[i - first] = {wanted == Wanted::all ? name : "", defines ? defined : text, std::move(evaluation->value),
                                  defines ? "" : std::move(note)};
    } catch (Diagnostic& d) {
      throw Refusal{i, std::move(d)};
    } catch (Problem& p) {
      throw Refusal{i, {{0, source.size()}, std::move(p)}};
    }
  }
  return texts;
}

template <class F>
auto attempted(std::span<const Definition> definitions, IntegerRule rule, Dialect dialect, Wanted wanted, F&& f)
    -> tl::expected<decltype(f(std::declval<Texts&>(), std::declval<Writer&>())), Refusal> {
  if (definitions.empty()) return tl::unexpected(Refusal{0, {{0, 0}, {"syntax", "There is nothing to write.", {}}}});
  Environment names;
  const auto writer = writer_of(dialect, names, rule);
  try {
    auto texts = texts_of(definitions, rule, names, *writer, wanted);
    return f(texts, *writer);
  } catch (Refusal& r) {
    return tl::unexpected(std::move(r));
  }
}

/// Returns the sizes of a tile by mode; empty if the tiler is not given by sizes.
std::vector<std::int64_t> sizes_of(const Tiler& tiler) {
  std::vector<std::int64_t> sizes;
  if (!tiler.by_mode()) return sizes;
  for (const auto& mode : tiler.modes()) {
    const auto* number = std::get_if<IntTuple>(&mode.is);
    if (const auto* layout = std::get_if<Layout>(&mode.is)) sizes.push_back(size(*layout));
    else if (number != nullptr && number->is_integer()) sizes.push_back(number->integer().value);
    else return {};
  }
  return sizes;
}

std::string encoding_of(const Value& value) {
  if (const auto* copy = std::get_if<TiledCopy>(&value)) return as_triton_linear(copy->layout_tv, sizes_of(copy->tiler));
  if (const auto* tiles = std::get_if<TvTiler>(&value)) return as_triton_linear(tiles->layout_tv, sizes_of(tiles->tiler));
  return as_triton_linear(value);
}

/// Writes the entries as aliases of a module, `#A = #ttg.linear<{...}>`.
tl::expected<std::string, Refusal> encodings(std::span<const Definition> definitions, IntegerRule rule, Wanted wanted) {
  if (definitions.empty()) return tl::unexpected(Refusal{0, {{0, 0}, {"syntax", "There is nothing to write.", {}}}});
  Environment names;
  Entries entries(definitions);
  const auto first = wanted == Wanted::all ? 0 : definitions.size() - 1;
  std::vector<std::string> lines(definitions.size());
  try {
    for (auto i = first; i < definitions.size(); ++i) entries.visit(i);
    for (const auto i : entries.order) {
      const auto& [name, source] = definitions[i];
      auto evaluation = evaluate(source, names, rule, {.verdicts = false, .steps = nullptr});
      if (!evaluation) throw Refusal{i, std::move(evaluation.error())};
      if (i >= first) {
        try {
          const auto encoding = encoding_of(evaluation->value);
          lines[i] = name.empty() ? encoding + "\n" : fmt::format("#{} = {}\n", name, encoding);
        } catch (Problem& p) {
          if (wanted == Wanted::last) throw Refusal{i, {{0, source.size()}, std::move(p)}};
        }
      }
      if (!name.empty()) names.insert_or_assign(name, std::move(evaluation->value));
    }
  } catch (Refusal& r) {
    return tl::unexpected(std::move(r));
  }
  std::string text;
  for (const auto& line : lines) text += line;
  if (text.empty())
    return tl::unexpected(Refusal{0, {{0, definitions[0].expression.size()}, {"layout", "No entry is a (thread, value) layout.", {}}}});
  return text;
}

}  // namespace

tl::expected<std::string, Refusal> program(std::span<const Definition> definitions, IntegerRule rule, Dialect dialect) {
  if (dialect == Dialect::triton) return encodings(definitions, rule, Wanted::last);
  return attempted(definitions, rule, dialect, Wanted::last, [](Texts& t, Writer& w) { return w.frame(t.definitions, t.shown); });
}

tl::expected<std::string, Refusal> whole_program(std::span<const Definition> definitions, IntegerRule rule, Dialect dialect) {
  if (dialect == Dialect::triton) return encodings(definitions, rule, Wanted::all);
  return attempted(definitions, rule, dialect, Wanted::all, [](Texts& t, Writer& w) { return w.frame(t.definitions, t.shown); });
}

tl::expected<std::vector<std::string>, Refusal> statements(std::span<const Definition> definitions, IntegerRule rule, Dialect dialect) {
  if (dialect == Dialect::triton)
    return encodings(definitions, rule, Wanted::last).map([](std::string line) {
      line.pop_back();
      return std::vector{std::move(line)};
    });
  return attempted(definitions, rule, dialect, Wanted::last, [&](Texts& t, Writer&) {
    if (definitions.back().name.empty()) {
      if (const auto& note = t.shown.back().note; !note.empty()) t.definitions.push_back(note);
      t.definitions.push_back(t.shown.back().text);
    }
    return t.definitions;
  });
}

}  // namespace algebra::code
