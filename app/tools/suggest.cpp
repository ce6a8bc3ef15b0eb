// `cutescope suggest`: which layout of shared memory a tile needs, or which threads should take a tile of global memory.

#include "app/tools/tools.hpp"

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"
#include "app/import/open.hpp"
#include "app/launch/suggest_options.hpp"
#include "app/report/answers.hpp"
#include "app/session/sheet_session.hpp"
#include "app/system/file_lock.hpp"
#include "app/system/files.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

std::vector<Option> suggest_options() {
  return joined_options(
      {{text_option("--tile", "SHAPE", "Set the tile's shape or its present layout, such as (128,64) or (128,64):(64,1)"),
        choice(
            "--element",
            [] {
              std::vector<std::string> names;
              for (const auto name : algebra::element_type_names()) names.emplace_back(name);
              return names;
            },
            "Set the element type, such as half_t or float. Default: the tile's, or else float")
            .open()
            .formerly("--type"),
        text_option(
            "--writes", "ACCESS",
            "Add an access that writes the tile: a tiled copy, \"A of\", \"B of\" or \"C of\" a tiled MMA, a layout (thread, value) -> "
            "coordinate, or \"tma\" and a tensor; \"4 x\" before it is how often, \"by 8 bytes\" after it how wide (repeatable)")
            .repeated()
            .formerly("--write"),
        text_option("--reads", "ACCESS", "Add an access that reads the tile, written as for --writes (repeatable)")
            .repeated()
            .formerly("--read"),
        flag("--swizzles", "Try every Swizzle<B,M,S> (with none of --swizzles, --order, --padding, --canonical: all except padding)"),
        flag("--order", "Try every order of the modes"),
        text_option("--padding", "N", "Try padding of up to this many elements, or bytes as in 32B, after a mode"),
        flag("--canonical", "Try the layouts that WGMMA and tcgen05.mma read; alone, only those"),
        text_option("--global", "LAYOUT", "Find the threads for a tile in global memory with this layout"),
        integer("--threads", "N", 1, 1024, "Set the number of threads for --global").usually("128"),
        text_option("--sheet", "FILE", "Use the names of a sheet (.cutes) or of a program in the expressions").not_empty(),
        text_option("--into", "FILE", "Add the best answer to a sheet as an entry").not_empty().local(),
        integer("--count", "N", 1, 100000, "List at most this many answers").usually("10")},
       program_options(),
       {integers_option(), json_option(), language_option()}});
}

struct NotAdded {
  int status = wrong_input;
  Message message;
};
using BadAddition = tl::unexpected<NotAdded>;

/// Adds an entry to the sheet; a file that does not exist becomes one. Others may do the same at the same time.
tl::expected<std::string, NotAdded> add_to(const std::string& path, std::string_view stem, const std::string& expression) {
  if (is_stream(path)) return BadAddition(NotAdded{wrong_input, message("cannot add to {}: it is not a file", path)});
  const auto lock = FileLock::to_write(path);
  const auto before = stamp_of(path);
  Sheet sheet;
  if (before) {
    auto loaded = load_sheet(path);
    if (!loaded) return BadAddition(NotAdded{wrong_input, loaded.error()});
    sheet = std::move(*loaded);
  }
  Entry entry;
  entry.text = fmt::format("{} = {}", free_name(SheetSession(sheet).evaluator(), stem), expression);
  sheet.entries.push_back(entry);
  // Whoever writes it without asking for the lock, such as an editor.
  if (stamp_of(path) != before)
    return BadAddition(NotAdded{environment_failed, message("another program has just written {}: it is left as it is", path)});
  if (const auto saved = save_sheet(sheet, path); !saved)
    return BadAddition(NotAdded{saved.error().key() == unwritable_key ? environment_failed : wrong_input, saved.error()});
  return entry.text;
}

/// Runs a search, which shows how far it is, until the user ends it.
template <class Search>
auto run_search(ToolHost& host, Search&& search) {
  gpu::SuggestProgress progress;
  const auto ends = host.on_interrupt([&progress] { progress.cancelled = true; });
  const auto shown = host.show_progress(
      [&progress] {
        const auto total = progress.total.load();
        if (total <= 0) return std::string();
        const auto percent = 100.0 * static_cast<double>(progress.done) / static_cast<double>(total);
        return in_words(message("{} % of {} candidates", fmt::format("{:.0f}", percent), total));
      },
      false);
  return search(progress);
}

template <class Question, class Answer>
int tell_suggested(const Arguments& asked, Report& report, const Question& question, const Answer& answer, std::string_view stem) {
  if (report.is_json()) report.data() = nlohmann::json::parse(answer_json(question, answer));
  if (report.is_text()) report.print_text(answer_text(question, answer, spoken_texts()));
  if (answer.cancelled) return interrupted;
  if (answer.best.empty()) return found;
  const auto& into = asked.text("into");
  if (into.empty()) return done;
  const auto added = add_to(into, stem, answer.best.front().expression());
  if (!added) return report.refuse(added.error().status, added.error().message);
  report.data()["added"] = {{"file", into}, {"entry", *added}};
  report.print("\n{}\n", in_words(message("added to {}: {}", into, *added)));
  return done;
}

/// Searches the best layouts of a tile in shared memory. Returns the exit status.
int suggest_layouts(const Arguments& asked, Report& report, ToolHost& host, const SheetEvaluator& evaluator, SuggestForm form,
                    const SuggestOptions& family) {
  const auto question = tile_question(std::move(form), family, evaluator);
  if (!question) return report.refuse(wrong_input, question.error());
  const auto count = static_cast<std::size_t>(*asked.integer("count"));
  const auto answer = run_search(host, [&](auto& progress) { return gpu::suggest(*question, count, progress); });
  if (!answer) return report.refuse(wrong_input, answer.error());
  return tell_suggested(asked, report, *question, *answer, "smem");
}

/// Searches the best threads for a tile in global memory. Returns the exit status.
int suggest_threads(const Arguments& asked, Report& report, ToolHost& host, const SheetEvaluator& evaluator, SuggestForm form) {
  form.tile = asked.text("global");
  form.threads = static_cast<int>(*asked.integer("threads"));
  const auto question = thread_question(form, evaluator);
  if (!question) return report.refuse(wrong_input, question.error().message);
  const auto count = static_cast<std::size_t>(*asked.integer("count"));
  const auto answer = run_search(host, [&](auto& progress) { return gpu::suggest_threads(*question, count, progress); });
  if (!answer) return report.refuse(wrong_input, answer.error());
  return tell_suggested(asked, report, *question, *answer, "copy");
}

int suggest(const Arguments& asked, Report& report, ToolHost& host) {
  Sheet sheet;
  if (const auto& path = asked.text("sheet"); !path.empty()) {
    auto loaded = load_sheet(path, asked.settings(), asked.macros(), {.include = asked.folders()});
    if (!loaded) return report.refuse(wrong_input, loaded.error());
    sheet = std::move(*loaded);
  } else if (asked.has("set") || asked.has("D") || asked.has("U") || asked.has("I")) {
    return report.refuse(wrong_input, "--set, -D, -U and -I apply to the sheet or the program that --sheet names");
  }
  if (asked.has("integers")) sheet.integers = asked.integers();
  const SheetSession session(sheet);
  SuggestForm form{.tile = asked.text("tile"), .element = asked.text("element"), .accesses = {}, .vary = {}};
  for (const auto& text : asked.all("writes")) form.accesses.push_back({true, text});
  for (const auto& text : asked.all("reads")) form.accesses.push_back({false, text});
  const SuggestOptions family{.swizzles = asked.flag("swizzles"),
                              .order = asked.flag("order"),
                              .canonical = asked.flag("canonical"),
                              .padding = asked.has("padding") ? std::optional(asked.text("padding")) : std::nullopt};
  const bool is_global = !asked.text("global").empty();
  if (is_global != form.tile.empty())
    return report.refuse(wrong_input, "suggest takes --tile with --writes or --reads, or --global with --threads");
  if (is_global) {
    if (!form.accesses.empty() || family != SuggestOptions{})
      return report.refuse(wrong_input, "--global can be combined only with --threads and --element");
    return suggest_threads(asked, report, host, session.evaluator(), std::move(form));
  }
  if (asked.has("threads"))
    return report.refuse(wrong_input,
                         "--threads is only valid with --global: the accesses of a tile in shared memory have their own threads");
  if (form.accesses.empty())
    return report.refuse(wrong_input, "suggest takes at least one --writes or --reads, such as --reads=\"(32,8):(8,1)\"");
  return suggest_layouts(asked, report, host, session.evaluator(), std::move(form), family);
}

}  // namespace

const Tool suggest_tool{.name = "suggest",
                        .group = ToolGroup::layouts,
                        .help = "Find the layout that a tile in shared memory needs, or the threads for a tile in global memory",
                        .example = "suggest --tile \"(64,64)\" --reads \"(32,8):(8,1)\"",
                        .options = suggest_options,
                        .run = suggest,
                        .answer =
                            "tile:str,element_bits:int,best:[obj],proof:msg,covered:int,possible:int,scored?:int,threads?:int,"
                            "accesses?:[obj],bound?:obj,least?:obj,added?:{file:str,entry:str}"};

}  // namespace app
