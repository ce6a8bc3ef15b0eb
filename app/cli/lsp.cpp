// `cutescope lsp`: tells editors about CuTe programs and sheets by the Language Server Protocol over standard input and output. A document
// is checked as `check` and `flow` check a file, on a thread of its own, with the text that the editor has.

#include "app/cli/cli_tools.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/language/functions.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/utf16.hpp"
#include "app/cli/rpc.hpp"
#include "app/import/program.hpp"
#include "app/report/spoken.hpp"
#include "app/system/files.hpp"
#include "app/tools/tools.hpp"
#include "app/why/why.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::Utf16Units;
using nlohmann::json;

constexpr auto framing = rpc::Framing::headers;
constexpr std::size_t most_document_bytes = std::size_t{4} << 20;

// --- Text: the protocol counts lines from 0 and columns in units of UTF-16

std::string_view line_of(std::string_view text, std::size_t line) {
  for (std::size_t i = 0; i < line && !text.empty(); ++i) algebra::take_until(text, '\n');
  auto rest = text;
  auto found = algebra::take_until(rest, '\n');
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

json range_of(std::size_t line, std::size_t begin, std::size_t end) {
  return {{"start", {{"line", line}, {"character", begin}}}, {"end", {{"line", line}, {"character", end}}}};
}

/// Returns a line without the blanks around it as a range.
json whole_line(std::string_view text, std::size_t line) {
  const auto all = line_of(text, line);
  const auto first = std::min(all.find_first_not_of(" \t"), all.size());
  return range_of(line, Utf16Units(all)(first), std::max(Utf16Units(algebra::trimmed(all)).count() + first, first + 1));
}

/// Returns the range of a place; without a column, that of its line.
json range_of(std::string_view text, const ReportPlace& place) {
  const auto line = place.line > 0 ? place.line - 1 : 0;
  if (place.column == 0 || (place.column == 1 && place.end == 0)) return whole_line(text, line);
  const auto all = line_of(text, line);
  const auto begin = std::min(place.column - 1, all.size());
  auto end = place.end > place.column ? std::min(place.end - 1, all.size()) : begin;
  // Without an end: the word, or the character.
  while (place.end <= place.column && end < all.size() && (algebra::is_word(all[end]) || end == begin)) ++end;
  return range_of(line, Utf16Units(all)(begin), Utf16Units(all)(end));
}

struct Position {
  std::size_t line = 0, byte = 0;
  std::string word{};  ///< the name at it
};
Position position_in(std::string_view text, const json& params) {
  const auto& at = params.at("position");
  Position p{.line = at.at("line").get<std::size_t>()};
  const auto line = line_of(text, p.line);
  p.byte = Utf16Units(line).byte(at.at("character").get<std::size_t>());
  auto begin = p.byte, end = p.byte;
  while (begin > 0 && algebra::is_word(line[begin - 1])) --begin;
  while (end < line.size() && algebra::is_word(line[end])) ++end;
  p.word = line.substr(begin, end - begin);
  return p;
}

// --- What is known of a document

/// A definition with its value, as `check` lists it.
struct Known {
  std::size_t line = 0;  ///< from 0
  std::string name, value, verdict;
  bool is_parameter = false;
};

struct Analysis {
  std::vector<Known> known{};
  json diagnostics = json::array();
  std::vector<std::vector<std::string>> replacements{};  ///< by diagnostic: texts for its range; none for a program, whose language differs
  json kernels = json::array();                          ///< as `flow` lists them
  std::size_t open = 0;                                  ///< places that `flow` did not decide
};

struct Document {
  std::string path, text;
  std::int64_t version = 0;
  std::shared_ptr<const Analysis> last = std::make_shared<Analysis>();
};

/// Runs a tool on the document's text. Returns its data; findings are added by `take`.
template <class Take>
json run_on(const Tool& tool, const std::string& path, ToolHost& host, const Take& take) {
  const auto arguments = Arguments::check(tool.options(), {{"files", path}});
  if (!arguments) return {};
  KeptReport kept;
  Report report(kept, ReportForm::json, tool.name);
  tool.run(*arguments, report, host);
  for (const auto& f : report.findings()) take(f);
  report.finish();
  return json::parse(kept.data_json(), nullptr, false);
}

class Analyser {
 public:
  Analyser(const Document& d, ToolHost& host) : document_(d), host_(host) {}

  void check() {
    const auto data = run_on(check_tool, document_.path, host_, [&](const Finding& f) { add(f); });
    if (!data.is_array() || data.empty()) return;
    for (const auto& file : data[0].value("files", json::array()))
      for (const auto& e : file.value("entries", json::array())) {
        if (!e.contains("name") || !e.contains("value") || !e["value"].is_string()) continue;
        const auto& verdict = e.value("verdict", json::object());
        const auto contract = verdict.value("contract", std::string());
        all_.known.push_back({.line = e.value("line", std::size_t{1}) - 1,
                              .name = e["name"].get<std::string>(),
                              .value = e["value"].get<std::string>(),
                              .verdict = verdict.value("kind", std::string()) == "kept" ? contract : std::string(),
                              .is_parameter = e.value("parameter", false)});
      }
  }
  void flow() {
    const auto data = run_on(flow_tool, document_.path, host_, [&](const Finding& f) { add(f); });
    if (!data.is_array() || data.empty()) return;
    all_.kernels = data[0].value("kernels", json::array());
    all_.open = data[0].value("undecided", json::array()).size();
  }
  /// Tells the rules that the errors in a compiler's, a DSL's or a sanitizer's output break, as `why` does.
  void errors() {
    for (const auto& w : why::reasons_in(document_.text)) {
      if (w.rule == nullptr) continue;
      auto text = in_words(w.rule->sentence());
      if (!w.reason.empty()) text += "\n" + in_words(w.reason);
      for (const auto& r : w.repairs) text += fmt::format("\n{} {}", in_words(Message("Nearest that work:")), r.now);
      text += "\n" + in_words(w.rule->what_to_do());
      constexpr std::size_t told_apart = 60;
      const auto at = std::min(document_.text.find(w.error.words.substr(0, told_apart)), document_.text.size());
      const auto line =
          static_cast<std::size_t>(std::count(document_.text.begin(), document_.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      constexpr int of_note = 3;
      all_.replacements.emplace_back();
      all_.diagnostics.push_back({{"range", whole_line(document_.text, line)},
                                  {"severity", of_note},
                                  {"source", "cutescope"},
                                  {"code", w.rule->id},
                                  {"message", text}});
    }
  }
  std::shared_ptr<const Analysis> result() const { return std::make_shared<Analysis>(all_); }

 private:
  void add(const Finding& f) {
    if (!f.place.file.empty() && f.place.file != document_.path) return;
    constexpr int of_error = 1, of_warning = 2, of_note = 3;
    auto text = in_words(f.message);
    if (!f.suggestions.empty()) text += fmt::format("\n{} {}", in_words(Message("Nearest that work:")), fmt::join(f.suggestions, ", "));
    json d{{"range", range_of(document_.text, f.place)},
           {"severity", f.level == Finding::Level::error     ? of_error
                        : f.level == Finding::Level::warning ? of_warning
                                                             : of_note},
           {"source", "cutescope"},
           {"code", f.rule},
           {"message", text}};
    for (const auto& r : f.related)
      if (r.file.empty() || r.file == document_.path)
        d["relatedInformation"].push_back(
            {{"location", {{"uri", uri_of(document_.path)}, {"range", range_of(document_.text, r)}}}, {"message", "takes part in it"}});
    const bool is_sheet = !program_language(document_.path);
    all_.replacements.push_back(is_sheet && f.place.end > f.place.column ? f.suggestions : std::vector<std::string>{});
    all_.diagnostics.push_back(std::move(d));
  }
  static std::string uri_of(const std::string& path) {
    std::string uri = "file://";
    for (const unsigned char c : path)
      uri += algebra::is_word(static_cast<char>(c)) || std::string_view("/.-~").find(static_cast<char>(c)) != std::string_view::npos
                 ? std::string(1, static_cast<char>(c))
                 : fmt::format("%{:02X}", c);
    return uri;
  }

  const Document& document_;
  ToolHost& host_;
  Analysis all_{};
};

/// Returns a layout's elements as a table, if it has at most 8 rows and columns; "" otherwise.
std::string table_of(const std::string& value) {
  const auto shown = algebra::evaluate(fmt::format("size({})", value), {}, algebra::IntegerRule::cute);
  const auto* size = shown ? std::get_if<algebra::IntTuple>(&shown->value) : nullptr;
  constexpr std::int64_t most = 64;
  constexpr std::size_t widest = 64;
  if (size == nullptr || !size->is_integer() || size->integer().value > most) return {};
  const auto arguments = Arguments::check(eval_tool.options(), {{"expressions", value}, {"table", "true"}, {"integers", "cute"}});
  if (!arguments) return {};
  KeptReport kept;
  ToolHost host;
  Report report(kept, ReportForm::text, eval_tool.name);
  if (eval_tool.run(*arguments, report, host) != done) return {};
  std::string_view rest = kept.answer;
  algebra::take_until(rest, '\n');  // the value itself
  for (auto lines = rest; !lines.empty();)
    if (algebra::take_until(lines, '\n').size() > widest) return {};
  return std::string(rest);
}

// --- The server

class LanguageServer {
 public:
  LanguageServer() : worker_([this] { work(); }) {}
  ~LanguageServer() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
      if (current_ != nullptr) current_->interrupt();
    }
    has_work_.notify_one();
    worker_.join();
  }
  LanguageServer(const LanguageServer&) = delete;
  LanguageServer& operator=(const LanguageServer&) = delete;

  int run() {
    const auto run = [this](const std::string& method, const json& params, const json& id) { return result_of(method, params, id); };
    for (std::string m; !exits_ && input_.next(m);) rpc::answer(framing, m, run);
    return exits_ && !is_shut_down_ ? found : done;
  }

 private:
  using Run = json (LanguageServer::*)(const json& params);
  struct Method {
    std::string_view name;
    Run run;
    bool is_notification = false;
  };

  json result_of(const std::string& name, const json& params, const json& id) {
    static constexpr std::array<Method, 15> methods{{{"initialize", &LanguageServer::initialize},
                                                     {"shutdown", &LanguageServer::shut_down},
                                                     {"exit", &LanguageServer::leave, true},
                                                     {"textDocument/didOpen", &LanguageServer::opened, true},
                                                     {"textDocument/didChange", &LanguageServer::changed, true},
                                                     {"textDocument/didSave", &LanguageServer::saved, true},
                                                     {"textDocument/didClose", &LanguageServer::closed, true},
                                                     {"textDocument/hover", &LanguageServer::hover},
                                                     {"textDocument/completion", &LanguageServer::completion},
                                                     {"textDocument/signatureHelp", &LanguageServer::signature},
                                                     {"textDocument/documentSymbol", &LanguageServer::symbols},
                                                     {"textDocument/inlayHint", &LanguageServer::hints},
                                                     {"textDocument/codeAction", &LanguageServer::actions},
                                                     {"textDocument/codeLens", &LanguageServer::lenses},
                                                     {"textDocument/definition", &LanguageServer::definition}}};
    const auto it = std::ranges::find(methods, name, &Method::name);
    if (it == methods.end() || it->is_notification != id.is_null()) {
      // Other notifications, such as initialized, need nothing.
      if (id.is_null()) return {};
      throw rpc::Refusal{rpc::unknown_method, fmt::format("There is no method {}.", name)};
    }
    return (this->*it->run)(params);
  }

  json initialize(const json&) {
    return {{"serverInfo", {{"name", "cutescope"}, {"version", CUTESCOPE_VERSION}}},
            {"capabilities",
             {{"positionEncoding", "utf-16"},
              {"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
              {"hoverProvider", true},
              {"definitionProvider", true},
              {"completionProvider", {{"triggerCharacters", json::array({":"})}}},
              {"signatureHelpProvider", {{"triggerCharacters", json::array({"(", ","})}}},
              {"documentSymbolProvider", true},
              {"inlayHintProvider", true},
              {"codeActionProvider", {{"codeActionKinds", json::array({"quickfix"})}}},
              {"codeLensProvider", {{"resolveProvider", false}}}}}};
  }
  json shut_down(const json&) { return is_shut_down_ = true, json(); }
  json leave(const json&) { return exits_ = true, json(); }

  // --- Documents

  json opened(const json& params) {
    const auto& d = params.at("textDocument");
    return take(d, d.at("text").get<std::string>());
  }
  json changed(const json& params) {
    const auto& changes = params.at("contentChanges");
    if (changes.empty()) return {};
    return take(params.at("textDocument"), changes.back().at("text").get<std::string>());
  }
  json saved(const json& params) {
    // A file that it includes may have changed.
    const std::lock_guard lock(mutex_);
    enqueue(params.at("textDocument").at("uri").get<std::string>());
    return {};
  }
  json closed(const json& params) {
    const auto uri = params.at("textDocument").at("uri").get<std::string>();
    const std::lock_guard lock(mutex_);
    documents_.erase(uri);
    std::erase(waiting_, uri);
    if (current_uri_ == uri && current_ != nullptr) current_->interrupt();
    publish(uri, {}, json::array());
    return {};
  }
  json take(const json& which, std::string text) {
    const auto uri = which.at("uri").get<std::string>();
    auto path = rpc::path_of(uri);
    if (path.empty()) path = uri.substr(uri.rfind('/') + 1);  // not saved yet
    const std::lock_guard lock(mutex_);
    auto& d = documents_[uri];
    d.path = std::move(path), d.text = std::move(text), d.version = which.value("version", std::int64_t{0});
    enqueue(uri);
    return {};
  }
  /// Puts a document first in the queue, and ends what is going on for an earlier text of it. Requires the lock.
  void enqueue(const std::string& uri) {
    if (!documents_.contains(uri)) return;
    std::erase(waiting_, uri);
    waiting_.insert(waiting_.begin(), uri);
    if (current_uri_ == uri && current_ != nullptr) current_->interrupt();
    has_work_.notify_one();
  }

  static void publish(const std::string& uri, std::optional<std::int64_t> version, const json& diagnostics) {
    json params{{"uri", uri}, {"diagnostics", diagnostics}};
    if (version) params["version"] = *version;
    rpc::send(framing, {{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", std::move(params)}});
  }

  /// Checks documents until the end: first what is quick.
  void work() {
    for (;;) {
      std::string uri;
      Document d;
      rpc::Asker host;
      {
        std::unique_lock lock(mutex_);
        has_work_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
        if (is_over_) return;
        uri = waiting_.front();
        waiting_.erase(waiting_.begin());
        d = documents_.at(uri);
        current_ = &host, current_uri_ = uri;
      }
      if (d.text.size() <= most_document_bytes) analyse(uri, d, host);
      const std::lock_guard lock(mutex_);
      current_ = nullptr, current_uri_.clear();
    }
  }
  void analyse(const std::string& uri, const Document& d, rpc::Asker& host) {
    Analyser analyser(d, host);
    if (std::ranges::any_of(std::initializer_list<std::string_view>{".txt", ".log", ".out"},
                            [&](std::string_view ending) { return d.path.ends_with(ending); })) {
      analyser.errors();
      keep(uri, d, analyser.result());
      return;
    }
    lend_file(d.path, d.text);
    analyser.check();
    if (keep(uri, d, analyser.result())) {
      analyser.flow();
      keep(uri, d, analyser.result());
    }
    take_back_files();
  }
  /// Keeps and publishes what is known, unless the text has changed since. Returns whether it has not.
  bool keep(const std::string& uri, const Document& of, const std::shared_ptr<const Analysis>& found) {
    const std::lock_guard lock(mutex_);
    const auto it = documents_.find(uri);
    if (is_over_ || it == documents_.end() || it->second.version != of.version || it->second.text != of.text) return false;
    it->second.last = found;
    publish(uri, of.version, found->diagnostics);
    return true;
  }

  /// Returns the document of a request; one without a text if it is not open.
  Document document_of(const json& params) {
    const std::lock_guard lock(mutex_);
    const auto it = documents_.find(params.at("textDocument").at("uri").get<std::string>());
    return it == documents_.end() ? Document{} : it->second;
  }

  // --- Requests

  /// Finds the definition of a name that holds at a line: the last one before it, or else the first.
  static const Known* known_at(const Document& d, const Position& at) {
    const Known* best = nullptr;
    for (const auto& k : d.last->known)
      if (k.name == at.word && (best == nullptr || (k.line <= at.line && k.line >= best->line))) best = &k;
    return best;
  }

  json hover(const json& params) {
    const auto d = document_of(params);
    const auto at = position_in(d.text, params);
    if (at.word.empty()) return {};
    std::string text;
    if (const auto* k = known_at(d, at)) {
      text = fmt::format("```\n{} = {}\n```", k->name, k->value);
      if (!k->verdict.empty()) text += "\n" + k->verdict;
      if (const auto table = table_of(k->value); !table.empty()) text += fmt::format("\n```\n{}```", table);
    } else if (const auto* f = function_at(at.word)) {
      text = fmt::format("```\n{}\n```\n{}", f->signature, f->meaning);
      if (!f->example.expression.empty()) text += fmt::format("\n```\n{}\n{}\n```", f->example.expression, f->example.answer);
    }
    if (text.empty()) return {};
    return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
  }
  static const algebra::expression::Function* function_at(const std::string& word) {
    const auto* f = algebra::expression::find_function(word, false);
    return f != nullptr ? f : algebra::expression::find_function(word, true);
  }

  json definition(const json& params) {
    const auto d = document_of(params);
    const auto* k = known_at(d, position_in(d.text, params));
    if (k == nullptr) return {};
    return {{"uri", params.at("textDocument").at("uri")}, {"range", whole_line(d.text, k->line)}};
  }

  json completion(const json& params) {
    constexpr int of_function = 3, of_variable = 6;
    const auto d = document_of(params);
    const auto typed = position_in(d.text, params).word;
    json items = json::array();
    for (const auto& k : d.last->known)
      if (std::string_view(k.name).starts_with(typed)) items.push_back({{"label", k.name}, {"kind", of_variable}, {"detail", k.value}});
    for (const auto& f : algebra::expression::table())
      if (f.name.starts_with(typed))
        items.push_back({{"label", f.name}, {"kind", of_function}, {"detail", f.signature}, {"documentation", std::string(f.meaning)}});
    return {{"isIncomplete", false}, {"items", std::move(items)}};
  }

  json signature(const json& params) {
    const auto d = document_of(params);
    const auto at = position_in(d.text, params);
    const auto line = line_of(d.text, at.line).substr(0, at.byte);
    int depth = 0, angles = 0;
    std::size_t argument = 0;
    for (auto i = line.size(); i-- > 0;) {
      if (line[i] == ')' || line[i] == '}') ++depth;
      else if (line[i] == '{') --depth;
      else if (line[i] == '>' && (i == 0 || line[i - 1] != '-')) ++angles;
      else if (line[i] == '<' && angles > 0) --angles;
      else if (line[i] == ',' && depth == 0 && angles == 0) ++argument;
      else if (line[i] == '(' && depth-- == 0) {
        auto begin = i;
        while (begin > 0 && algebra::is_word(line[begin - 1])) --begin;
        const auto* f = function_at(std::string(line.substr(begin, i - begin)));
        if (f == nullptr) return {};
        return {{"signatures", json::array({{{"label", f->signature}, {"documentation", std::string(f->meaning)}}})},
                {"activeSignature", 0},
                {"activeParameter", argument}};
      }
    }
    return {};
  }

  json symbols(const json& params) {
    constexpr int of_function = 12, of_variable = 13;
    const auto d = document_of(params);
    json all = json::array();
    const auto add = [&](const std::string& name, const std::string& detail, int kind, std::size_t line) {
      const auto range = whole_line(d.text, line);
      all.push_back({{"name", name.empty() ? "_" : name}, {"detail", detail}, {"kind", kind}, {"range", range}, {"selectionRange", range}});
    };
    for (const auto& k : d.last->kernels) add(k.value("kernel", std::string()), "kernel", of_function, k.value("line", std::size_t{1}) - 1);
    for (const auto& k : d.last->known)
      if (!k.is_parameter) add(k.name, k.value, of_variable, k.line);
    return all;
  }

  json hints(const json& params) {
    const auto d = document_of(params);
    const auto first = params.at("range").at("start").at("line").get<std::size_t>();
    const auto last = params.at("range").at("end").at("line").get<std::size_t>();
    constexpr std::size_t longest = 60;
    std::map<std::size_t, std::string> by_line;
    for (const auto& k : d.last->known) {
      // A line whose text is the value needs no hint.
      if (k.is_parameter || k.line < first || k.line > last || line_of(d.text, k.line).find(k.value) != std::string_view::npos) continue;
      auto& text = by_line[k.line];
      const auto value = k.value.size() > longest ? k.value.substr(0, longest) + "…" : k.value;
      text += text.empty() ? "// " + value : ", " + value;
    }
    json all = json::array();
    for (const auto& [line, text] : by_line)
      all.push_back({{"position", {{"line", line}, {"character", Utf16Units(line_of(d.text, line)).count()}}},
                     {"label", text},
                     {"kind", 1},
                     {"paddingLeft", true}});
    return all;
  }

  json actions(const json& params) {
    const auto d = document_of(params);
    const auto& range = params.at("range");
    const auto first = range.at("start").at("line").get<std::size_t>(), last = range.at("end").at("line").get<std::size_t>();
    json all = json::array();
    for (std::size_t i = 0; i < d.last->replacements.size(); ++i) {
      const auto& diagnostic = d.last->diagnostics[i];
      const auto line = diagnostic["range"]["start"]["line"].get<std::size_t>();
      if (line < first || line > last) continue;
      for (const auto& text : d.last->replacements[i])
        all.push_back({{"title", fmt::format("Replace by {}", text)},
                       {"kind", "quickfix"},
                       {"diagnostics", json::array({diagnostic})},
                       {"edit",
                        {{"changes",
                          {{params.at("textDocument").at("uri").get<std::string>(),
                            json::array({{{"range", diagnostic["range"]}, {"newText", text}}})}}}}}});
    }
    return all;
  }

  json lenses(const json& params) {
    const auto d = document_of(params);
    std::size_t found_here = 0;
    for (const auto& diagnostic : d.last->diagnostics)
      found_here += diagnostic["code"] != "contract" && diagnostic["severity"] == 1 ? 1 : 0;
    json all = json::array();
    for (const auto& k : d.last->kernels) {
      auto title = fmt::format("flow: {} finding{}", found_here, found_here == 1 ? "" : "s");
      if (const auto products = k.value("products", std::int64_t{0}); products > 0) title += fmt::format(" · {} products", products);
      if (d.last->open > 0) title += fmt::format(" · not decided: {}", d.last->open);
      all.push_back({{"range", whole_line(d.text, k.value("line", std::size_t{1}) - 1)}, {"command", {{"title", title}, {"command", ""}}}});
    }
    return all;
  }

  std::mutex mutex_;
  std::condition_variable has_work_;
  std::map<std::string, Document> documents_;  ///< by address
  std::vector<std::string> waiting_;           ///< addresses, the next one first
  rpc::Asker* current_ = nullptr;              ///< of the check that runs
  std::string current_uri_;
  bool is_over_ = false;
  bool is_shut_down_ = false, exits_ = false;
  rpc::Input input_{framing, "$/cancelRequest", "id"};
  std::thread worker_;
};

int serve(const Arguments&, Report&, ToolHost&) { return LanguageServer().run(); }

}  // namespace

const Tool lsp_tool{.name = "lsp",
                    .group = ToolGroup::setup,
                    .help = "Tell an editor about CuTe programs and sheets by the Language Server Protocol",
                    .example = "lsp",
                    .options = [] { return std::vector<Option>{language_option()}; },
                    .run = serve};

}  // namespace app
