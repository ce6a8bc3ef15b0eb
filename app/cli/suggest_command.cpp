#include "app/cli/suggest_command.hpp"

#include <fmt/format.h>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress_line.hpp"
#include "app/import/open.hpp"
#include "app/system/end_signals.hpp"
#include "app/system/file_lock.hpp"
#include "app/system/files.hpp"
#include "gpu/suggest/suggest_text.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct SuggestRefusal {
  int status = bad_input;
  Message message;
};
using SuggestRefused = tl::unexpected<SuggestRefusal>;

/// Adds an entry to the sheet; a file that does not exist becomes one. Others may do the same at the same time.
tl::expected<std::string, SuggestRefusal> add_to(const std::string& path, std::string_view stem, const std::string& expression) {
  if (is_stream(path)) return SuggestRefused(SuggestRefusal{bad_input, message("cannot add to {}: it is not a file", path)});
  const auto lock = FileLock::to_write(path);
  const auto before = stamp_of(path);
  Sheet sheet;
  if (before) {
    auto loaded = load_sheet(path);
    if (!loaded) return SuggestRefused(SuggestRefusal{bad_input, loaded.error()});
    sheet = std::move(*loaded);
  }
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  Entry entry;
  entry.text = fmt::format("{} = {}", free_name(evaluator, stem), expression);
  sheet.entries.push_back(entry);
  // Whoever writes it without asking for the lock, such as an editor.
  if (stamp_of(path) != before)
    return SuggestRefused(
        SuggestRefusal{environment_failed, message("{} was written by another program in this moment: it stays as it is now", path)});
  if (const auto saved = save_sheet(sheet, path); !saved) return SuggestRefused(SuggestRefusal{environment_failed, saved.error()});
  return entry.text;
}

/// Runs a search with its progress line, until Ctrl+C.
template <class Search>
auto searched(gpu::SuggestProgress& progress, Search&& search) {
  const EndSignals signals([&progress] { progress.cancelled = true; });
  const ProgressLine line(
      [&progress] {
        const auto total = progress.total.load();
        if (total <= 0) return std::string();
        const auto percent = 100.0 * static_cast<double>(progress.done) / static_cast<double>(total);
        return in_words(message("{} % of {} candidates", fmt::format("{:.0f}", percent), total));
      },
      false);
  return search();
}

template <class Question, class Answer>
int tell(const SuggestRequest& request, const Question& question, const Answer& answer, std::string_view stem) {
  if (request.json) print_out_json(answer_json(question, answer) + "\n");
  else print_out_text(answer_text(question, answer, spoken_texts()));
  if (answer.cancelled) return interrupted;
  if (answer.best.empty()) return bad_input;
  if (request.into.empty()) return done;
  const auto added = add_to(request.into, stem, answer.best.front().expression());
  if (!added) return complain(added.error().status, added.error().message);
  if (!request.json) print_out("\n{}\n", in_words(message("added to {}: {}", request.into, *added)));
  return done;
}

int suggest_tile(const SuggestRequest& request, SuggestForm form, const SheetEvaluator& evaluator) {
  for (const auto& text : request.writes) form.accesses.push_back({true, text});
  for (const auto& text : request.reads) form.accesses.push_back({false, text});
  const auto q = tile_question(std::move(form), request.family, evaluator);
  if (!q) return complain(q.error().key() == padding_key ? wrong_usage : bad_input, q.error());
  gpu::SuggestProgress progress;
  const auto answer = searched(progress, [&] { return gpu::suggest(*q, static_cast<std::size_t>(request.count), progress); });
  if (!answer) return complain(bad_input, answer.error());
  return tell(request, *q, *answer, "smem");
}

}  // namespace

int suggest_layouts(const SuggestRequest& request) {
  Sheet sheet;
  if (request.sheet.empty() && !(request.set.empty() && request.macros.empty()))
    return complain(wrong_usage, "--set, -D and -U are of the sheet or the program that --sheet names");
  if (!request.sheet.empty()) {
    auto loaded = load_sheet(request.sheet, request.set, request.macros);
    if (!loaded) return complain(bad_input, loaded.error());
    sheet = std::move(*loaded);
  }
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  if (request.global.empty() == request.form.tile.empty())
    return complain(wrong_usage, "suggest takes --tile with a --write or a --read, or --global with --threads");
  if (request.global.empty()) {
    if (request.threads) return complain(wrong_usage, "--threads is of --global: the accesses of a tile in shared memory have their own");
    if (request.writes.empty() && request.reads.empty())
      return complain(wrong_usage, "suggest takes at least one --write or --read, such as --read=\"(32,8):(8,1)\"");
    return suggest_tile(request, request.form, evaluator);
  }
  if (!request.writes.empty() || !request.reads.empty() || request.family != SuggestOptions{})
    return complain(wrong_usage, "--global goes with --threads and --type alone");
  auto form = request.form;
  form.tile = request.global;
  form.threads = request.threads.value_or(128);
  const auto q = thread_question(form, evaluator);
  if (!q) return complain(bad_input, q.error().message);
  gpu::SuggestProgress progress;
  const auto answer = searched(progress, [&] { return gpu::suggest_threads(*q, static_cast<std::size_t>(request.count), progress); });
  if (!answer) return complain(bad_input, answer.error());
  return tell(request, *q, *answer, "copy");
}

}  // namespace app
