#include "app/cli/infer_command.hpp"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/reading/infer.hpp"
#include "algebra/reading/read_table.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;

/// The expression as CuTe C++ writes it; "" where C++ has none.
std::string cpp_of(const std::string& expression) {
  const std::vector<algebra::code::Definition> all{{"", expression}};
  const auto lines = algebra::code::statements(all, algebra::IntegerRule::math, algebra::code::Dialect::cpp);
  return lines && !lines->empty() ? lines->back() : "";
}

/// What was inferred, evaluated again from its text, and what it makes of the table's cells.
struct Proven {
  std::string expression, cpp;
  std::int64_t made = 0, cells = 0, elements = 0;
  bool unique = true;
};

Proven proven(const algebra::Inferred& inferred, const algebra::Table& table) {
  Proven p{.expression = algebra::plain(inferred.value)};
  p.cpp = cpp_of(p.expression);
  p.cells = static_cast<std::int64_t>(table.cells.size());
  p.elements = algebra::size(*algebra::layout_of(inferred.value));
  p.unique = inferred.unique;
  if (const auto again = algebra::evaluate(p.expression, {}, algebra::IntegerRule::math))
    p.made = algebra::cells_made(again->value, table, inferred.extents);
  return p;
}

std::string proven_text(const Proven& p, const std::string& name) {
  auto text = fmt::format("{}{}\n", name.empty() ? "" : name + " = ", p.expression);
  if (!p.cpp.empty()) text += fmt::format("C++: {}\n", p.cpp);
  using algebra::message;
  const auto made = p.made == p.elements ? message("all {} cells", p.made)
                    : p.unique           ? message("all {} cells that are known, of {}: no other layout makes them", p.made, p.elements)
                                         : message("all {} cells that are known, of {}: other layouts make them too", p.made, p.elements);
  return text + in_words(made) + "\n";
}

nlohmann::json proven_json(const Proven& p) {
  return {{"expression", p.expression}, {"cpp", p.cpp},      {"cells", p.cells}, {"made", p.made},
          {"elements", p.elements},     {"unique", p.unique}};
}

nlohmann::json refusal_json(const algebra::NotInferred& refusal, const algebra::Table& table) {
  nlohmann::json j{{"problem", json_of(refusal.message)}};
  const auto place = [&](nlohmann::json& to, std::size_t cell) {
    to["cell"] = algebra::name_of(table.cells[cell], table);
    to["line"] = table.cells[cell].line;
    to["column"] = table.cells[cell].column;
  };
  if (refusal.cell) place(j, *refusal.cell);
  if (refusal.repair) {
    auto& repair = j["repair"] = {{"index", refusal.repair->index}, {"expression", refusal.repair->expression}};
    place(repair, refusal.repair->cell);
  }
  return j;
}

void print_line(const nlohmann::json& j) { print_out_json(dumped(j) + "\n"); }

}  // namespace

int infer_from(const InferRequest& request) {
  const auto text = read_file(request.path == "-" ? "/dev/stdin" : request.path, most_bytes);
  if (!text) return complain(bad_input, text.error());
  const auto form = request.as == "table"     ? algebra::TableForm::table
                    : request.as == "pairs"   ? algebra::TableForm::pairs
                    : request.as == "threads" ? algebra::TableForm::by_thread
                                              : algebra::TableForm::automatic;
  const auto tables = algebra::read_tables(*text, form);
  const auto refuse_at = [&](std::size_t line, std::size_t column, const algebra::Message& why) {
    print_err("{}:{}:{}: {}{}\n", request.path == "-" ? in_words("standard input") : request.path, line, column, in_words("error: "),
              in_words(why));
    return bad_input;
  };
  if (!tables) {
    const auto& p = tables.error();
    if (!request.json) return refuse_at(p.line, p.column, p.message);
    print_line({{"problem", json_of(p.message)}, {"line", p.line}, {"column", p.column}});
    return bad_input;
  }
  int status = done;
  for (const auto& table : *tables) {
    const auto found = algebra::infer(table);
    if (!found) status = bad_input;
    if (request.json) {
      auto j = found ? proven_json(proven(*found, table)) : refusal_json(found.error(), table);
      if (!table.name.empty()) j["table"] = table.name;
      print_line(j);
    } else if (found) {
      print_out("{}", proven_text(proven(*found, table), table.name));
    } else {
      const auto& refusal = found.error();
      const auto& at = table.cells[refusal.cell.value_or(0)];
      refuse_at(at.line, at.column,
                refusal.repair ? algebra::Message::sequence(refusal.message, algebra::text_of(*refusal.repair, table)) : refusal.message);
    }
  }
  return status;
}

}  // namespace app
