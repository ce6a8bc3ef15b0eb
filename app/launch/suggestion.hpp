#pragma once
// A question about the layout of a tile, or about the threads that access it, as typed by a user: texts over the sheet's names.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "gpu/suggest/suggest.hpp"
#include "gpu/suggest/suggest_threads.hpp"

namespace app {

struct SuggestForm {
  std::string tile;     ///< a shape or a layout; for the threads: the tile's layout in global memory
  std::string element;  ///< name of a type; "": that of the tile, else f32
  struct Access {
    bool write = false;
    std::string text;  ///< in the form that gpu::tile_access reads
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses;
  gpu::Varying vary;
  int threads = 128;
  friend bool operator==(const SuggestForm&, const SuggestForm&) = default;
};

/// An error in a form, and its field.
struct FormProblem {
  enum class Field : std::uint8_t { tile, element, access };
  Field field = Field::tile;
  std::size_t access = 0;    ///< index of the access
  algebra::Message message;  ///< a sentence with a way that works
};

/// Returns the question of a form.
tl::expected<gpu::TileQuestion, FormProblem> tile_question(const SuggestForm&, const SheetEvaluator&);
tl::expected<gpu::ThreadQuestion, FormProblem> thread_question(const SuggestForm&, const SheetEvaluator&);

/// Returns the question of a launch: its CTA tile with its own instruction, or with the plain accesses that write and read it. Errors: the
/// launch's, or a sentence why it has no such question.
tl::expected<gpu::TileQuestion, algebra::Message> launch_question(const SheetEvaluator&, const LaunchSettings&);
/// Returns the question of an entry with a layout: with the accesses of the launch if its tile has the entry's shape, else with those of a
/// warp along each mode. Errors: a sentence.
tl::expected<gpu::TileQuestion, algebra::Message> entry_question(const SheetEvaluator&, const LaunchSettings&, int entry);

/// Returns an example of 64 x 64 elements, with the accesses of entries that have none of their own: a warp along each mode.
gpu::TileQuestion example_question();

/// Returns the tile's present layout, or its shape, in the form's syntax.
std::string tile_text(const gpu::TileQuestion&);
/// Returns an access in the form's syntax, without its weight.
std::string access_text(const gpu::TileAccess&);

/// Returns `stem`, or the first of `stem2`, `stem3`, ... that is no entry's name.
std::string free_name(const SheetEvaluator&, std::string_view stem);

}  // namespace app
