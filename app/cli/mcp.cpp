// `cutescope mcp`: answers a language model's program by the Model Context Protocol (2025-06-18, and earlier versions) over standard input
// and output: JSON-RPC 2.0, a message a line. The tools are the records of the commands.

#include "app/cli/cli_tools.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/text/edit_distance.hpp"
#include "app/cli/rpc.hpp"
#include "app/system/files.hpp"
#include "app/tools/tools.hpp"
#include "render/packed.hpp"

namespace app {
namespace {

using algebra::message;
using nlohmann::json;

constexpr std::array<std::string_view, 3> versions{"2025-06-18", "2025-03-26", "2024-11-05"};
constexpr auto framing = rpc::Framing::lines;
/// The property of a tool's arguments with texts in place of files.
constexpr const char* texts_key = "texts";

/// Returns the tools that an agent has: those that neither write nor start anything.
std::vector<const Tool*> agent_tools() {
  std::vector<const Tool*> all;
  for (const auto* tool : tools())
    if (tool != &instrument_tool) all.push_back(tool);
  all.push_back(&run_tool_record);
  all.push_back(&export_tool);
  return all;
}

/// Returns the options that an agent may give. An export has a format, and no file.
std::vector<Option> options_of(const Tool& tool) {
  std::vector<Option> all;
  for (auto& o : tool.options()) {
    const bool is_figure =
        &tool == &export_tool && (o.key() == "format" || o.key() == "output" || o.key() == "each" || o.key() == "slides");
    if (!o.is_hidden && !o.is_local && !is_figure) all.push_back(std::move(o));
  }
  if (&tool == &export_tool)
    all.push_back(choice(
        "--format",
        [] {
          return std::vector<std::string>{"svg", "png"};
        },
        "Draw the figure as this: a text in SVG, or a picture"));
  return all;
}

json schema_of_option(const Option& o) {
  json one{{"type", o.kind == OptionKind::flag      ? "boolean"
                    : o.kind == OptionKind::integer ? "integer"
                    : o.kind == OptionKind::number  ? "number"
                                                    : "string"}};
  if (o.kind == OptionKind::integer || o.kind == OptionKind::number) one["minimum"] = o.least, one["maximum"] = o.most;
  if (o.choices != nullptr && !o.is_open) one["enum"] = o.choices();
  auto help = o.help;
  if (!o.initial.empty()) help += fmt::format(" (default: {})", o.initial);
  if (!o.is_repeated) return one["description"] = help, one;
  return {{"type", "array"}, {"items", one}, {"description", help}};
}

json described(const Tool& tool) {
  json properties = json::object(), required = json::array();
  for (const auto& o : options_of(tool)) {
    properties[o.key()] = schema_of_option(o);
    if (o.is_required) required.push_back(o.key());
  }
  properties[texts_key] = {{"type", "object"},
                           {"additionalProperties", {{"type", "string"}}},
                           {"description", "Texts that the tool reads by these names in place of files, such as {\"k.cu\": \"...\"}"}};
  return {{"name", tool.name},
          {"description", fmt::format("{}. Example: cutescope {}", tool.help, tool.example)},
          {"inputSchema",
           {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}, {"additionalProperties", false}}},
          {"annotations", {{"readOnlyHint", true}, {"idempotentHint", true}, {"openWorldHint", false}}}};
}

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return value.dump();
  throw rpc::Refusal{rpc::invalid_params, "A value is a string, a number, true, false, or a list of these."};
}

/// Throws Refusal with a sentence and the nearest of the names that there are.
[[noreturn]] void refuse_name(std::string why, std::string_view name, const std::vector<std::string>& names) {
  if (const auto nearest = algebra::nearest_names(name, names); !nearest.empty()) why += fmt::format(" Did you mean {}?", nearest.front());
  throw rpc::Refusal{rpc::invalid_params, std::move(why)};
}

/// Returns a call's arguments as the tool takes them. Throws Refusal for a name that it does not have.
Arguments::Given given_in(const Tool& tool, const json& arguments) {
  const auto options = options_of(tool);
  Arguments::Given given;
  for (const auto& [key, value] : arguments.items()) {
    if (key == texts_key) continue;
    const auto o = std::ranges::find(options, key, &Option::key);
    if (o == options.end()) {
      std::vector<std::string> names;
      for (const auto& other : options) names.push_back(other.key());
      refuse_name(fmt::format("{} takes no {}.", tool.name, key), key, names);
    }
    if (!value.is_array()) given.emplace_back(key, text_of(value));
    else
      for (const auto& one : value) given.emplace_back(key, text_of(one));
  }
  return given;
}

class Server {
 public:
  explicit Server(std::vector<std::string> folders) : folders_(std::move(folders)), tools_(agent_tools()) { confine_files(folders_); }

  int run() {
    const auto run = [this](const std::string& method, const json& params, const json& id) { return result_of(method, params, id); };
    for (std::string m; input_.next(m);) rpc::answer(framing, m, run, [this](const json& reply) { replied(reply); });
    return done;
  }

 private:
  json result_of(const std::string& method, const json& params, const json& id) {
    if (id.is_null()) return notified(method), json();
    struct Method {
      std::string_view name;
      json (Server::*run)(const json& params, const json& id);
    };
    static constexpr std::array<Method, 4> methods{
        {{"initialize", &Server::initialize}, {"ping", &Server::ping}, {"tools/list", &Server::list}, {"tools/call", &Server::call}}};
    const auto it = std::ranges::find(methods, method, &Method::name);
    if (it == methods.end()) throw rpc::Refusal{rpc::unknown_method, fmt::format("There is no method {}.", method)};
    return (this->*it->run)(params, id);
  }

  json initialize(const json& params, const json&) {
    const auto asked = params.value("protocolVersion", std::string());
    const bool is_known = std::ranges::find(versions, asked) != versions.end();
    has_roots_ = params.value("capabilities", json::object()).contains("roots");
    return {
        {"protocolVersion", is_known ? asked : std::string(versions.front())},
        {"capabilities", {{"tools", {{"listChanged", false}}}}},
        {"serverInfo", {{"name", "cutescope"}, {"title", "Cutescope"}, {"version", CUTESCOPE_VERSION}}},
        {"instructions",
         "Exact answers about CuTe layouts and kernels. Evaluate a layout before you rely on it (eval, explain); check a program's layouts "
         "(check) and the order of its copies, barriers and products (flow); find the rule behind a compiler's error (why); find a layout "
         "without bank conflicts (suggest, run). Pass the text of a program as texts: {\"k.cu\": \"...\"}, and name k.cu as the file."}};
  }
  json ping(const json&, const json&) { return json::object(); }

  json list(const json&, const json&) {
    json all = json::array();
    for (const auto* tool : tools_) all.push_back(described(*tool));
    return {{"tools", std::move(all)}};
  }

  json call(const json& params, const json& id) {
    const auto name = params.value("name", std::string());
    const auto* tool = tool_named(tools_, name);
    if (tool == nullptr) {
      std::vector<std::string> names;
      for (const auto* t : tools_) names.emplace_back(t->name);
      refuse_name(fmt::format("There is no tool {}.", name), name, names);
    }
    const auto arguments = params.value("arguments", json::object());
    if (!arguments.is_object()) throw rpc::Refusal{rpc::invalid_params, "The arguments of a tool are an object."};
    auto given = given_in(*tool, arguments);
    return answered(*tool, std::move(given), texts_in(arguments), id);
  }

  /// Returns the texts that a call passes in place of files.
  static std::vector<std::pair<std::string, std::string>> texts_in(const json& arguments) {
    std::vector<std::pair<std::string, std::string>> all;
    const auto it = arguments.find(texts_key);
    if (it == arguments.end()) return all;
    for (const auto& [name, text] : it->items()) all.emplace_back(name, text.get<std::string>());
    return all;
  }

  json answered(const Tool& tool, Arguments::Given given, const std::vector<std::pair<std::string, std::string>>& texts, const json& id) {
    const bool is_export = &tool == &export_tool;
    const auto format = std::ranges::find(given, std::string("format"), &std::pair<std::string, std::string>::first);
    const bool is_picture = is_export && format != given.end() && format->second == "png";
    if (is_export && format == given.end()) given.emplace_back("format", "svg");
    if (is_export) given.emplace_back("output", "-");
    if (&tool == &run_tool_record) given.emplace_back("device", "cpu");
    const auto checked = Arguments::check(tool.options(), std::move(given));
    if (!checked) return error_in_words(checked.error().text());
    for (const auto& [name, text] : texts) lend_file(name, text);
    rpc::Asker host;
    input_.answering(id, [&host] { host.interrupt(); });
    KeptReport kept;
    int status = environment_failed;
    std::string failed;
    try {
      Report report(kept, is_export ? ReportForm::text : ReportForm::text_and_json, tool.name);
      status = tool.run(*checked, report, host);
      report.finish();
    } catch (const std::bad_alloc&) {
      failed = "It takes more memory than there is.";
    } catch (const std::exception& e) {
      failed = e.what();
    }
    input_.answering({}, nullptr);
    take_back_files();
    if (!failed.empty()) return error_in_words(failed);
    if (is_picture && status == done)
      return {{"content", json::array({{{"type", "image"}, {"data", render::to_base64(kept.answer)}, {"mimeType", "image/png"}}})},
              {"isError", false}};
    auto text = kept.answer + kept.remarks;
    if (text.empty()) text = fmt::format("status {}", status);
    json result{{"content", json::array({{{"type", "text"}, {"text", std::move(text)}}})},
                {"isError", status == wrong_input || status == environment_failed}};
    if (auto data = json::parse(kept.data_json(), nullptr, false); !is_export && data.is_array())
      result["structuredContent"] = {{"status", status}, {"answers", std::move(data)}};
    return result;
  }

  static json error_in_words(const std::string& why) {
    return {{"content", json::array({{{"type", "text"}, {"text", why}}})}, {"isError", true}};
  }

  void notified(const std::string& method) {
    const bool asks = method == "notifications/initialized" || method == "notifications/roots/list_changed";
    if (asks && has_roots_) rpc::send(framing, {{"jsonrpc", "2.0"}, {"id", roots_id}, {"method", "roots/list"}});
  }

  /// Takes the client's answer to roots/list: its folders beside those of --root.
  void replied(const json& m) {
    if (m.value("id", json()) != roots_id || !m.contains("result") || !m["result"].is_object()) return;
    auto folders = folders_;
    for (const auto& root : m["result"].value("roots", json::array()))
      if (auto folder = rpc::path_of(root.value("uri", std::string())); !folder.empty()) folders.push_back(std::move(folder));
    confine_files(std::move(folders));
  }

  static constexpr const char* roots_id = "roots";
  std::vector<std::string> folders_;
  std::vector<const Tool*> tools_;
  bool has_roots_ = false;
  rpc::Input input_{framing, "notifications/cancelled", "requestId"};
};

std::vector<Option> mcp_options() {
  return {text_option("--root", "FOLDER", "Let the client's program read files below this folder, beside the folders that it gives itself")
              .not_empty()
              .repeated(),
          language_option()};
}

int serve(const Arguments& a, Report& report, ToolHost&) {
  const auto folders = a.all("root");
  for (const auto& f : folders)
    if (!is_stream(f)) return report.refuse(wrong_input, message("{} is not a folder", f));
  return Server(folders).run();
}

}  // namespace

const Tool mcp_tool{.name = "mcp",
                    .group = ToolGroup::setup,
                    .help = "Answer a language model's program by the Model Context Protocol",
                    .example = "mcp --root .",
                    .options = mcp_options,
                    .run = serve};

}  // namespace app
