#include "app/report/schema.hpp"

#include <string>

#include <fmt/format.h>

namespace app {
namespace {

using nlohmann::json;

/// Reads the notation from its beginning. What does not fit it ends the reading: a test reads the notation of every tool.
class Notation {
 public:
  explicit Notation(std::string_view text) : rest_(text) {}

  json object() {
    json properties = json::object();
    auto required = json::array();
    while (take(','), !rest_.empty() && rest_.front() != '}') {
      const auto name = word();
      if (name.empty()) break;
      if (!take('?')) required.push_back(name);
      if (!take(':')) break;
      properties[name] = type();
    }
    json all{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) all["required"] = std::move(required);
    return all;
  }

 private:
  json type() {
    auto first = one_type();
    if (rest_.empty() || rest_.front() != '|') return first;
    auto choices = json::array({std::move(first)});
    while (take('|')) choices.push_back(one_type());
    return {{"anyOf", std::move(choices)}};
  }

  json one_type() {
    if (take('[')) {
      auto items = type();
      take(']');
      return {{"type", "array"}, {"items", std::move(items)}};
    }
    if (take('{')) {
      auto fields = object();
      take('}');
      return fields;
    }
    const auto name = word();
    if (name == "str") return {{"type", "string"}};
    if (name == "int") return {{"type", "integer"}};
    if (name == "num") return {{"type", "number"}};
    if (name == "bool") return {{"type", "boolean"}};
    if (name == "null") return {{"type", "null"}};
    if (name == "obj") return {{"type", "object"}};
    if (name == "msg" || name == "err" || name == "verdict") return {{"$ref", "#/$defs/" + name}};
    return json::object();
  }

  std::string word() {
    const auto end = std::min(rest_.find_first_of(",?:|[]{}"), rest_.size());
    const auto taken = std::string(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return taken;
  }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view rest_;
};

constexpr std::string_view error_notation =
    "code:str,key:str,operands:any,text:str,file:str|null,line:int|null,column:int|null,end:int|null,suggestions:[str]";

}  // namespace

json schema_of(std::string_view tool, std::string_view notation) {
  if (constexpr std::string_view rows = "rows,"; notation.starts_with(rows)) notation.remove_prefix(rows.size());
  auto schema = Notation(notation).object();
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["$id"] = fmt::format("cutescope:{}/{}", tool, answer_version);
  schema["properties"]["error"] = {{"$ref", "#/$defs/err"}};
  schema["$defs"] = {
      {"msg", Notation("text:str,key:str,operands:any").object()},
      {"err", Notation(error_notation).object()},
      {"verdict", Notation("kind:str,contract:str,checked:int,total:int,sampled:bool,counterexample:str,key:str,operands:any").object()}};
  // An error may stand alone.
  if (schema.contains("required")) {
    const json required = schema["required"];
    schema.erase("required");
    schema["anyOf"] = json::array({{{"required", required}}, {{"required", json::array({"error"})}}});
  }
  return schema;
}

}  // namespace app
