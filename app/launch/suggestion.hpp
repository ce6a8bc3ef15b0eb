#pragma once
// A question about the layout of a tile, or about the threads that take it, as a user writes it: texts over the sheet's names.

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
  std::string tile;     ///< a shape or a layout; of the threads the tile's layout in global memory
  std::string element;  ///< name of a type; "": as the tile says, and else f32
  struct Access {
    bool write = false;
    std::string text;  ///< as gpu::tile_access reads it
    friend bool operator==(const Access&, const Access&) = default;
  };
  std::vector<Access> accesses;
  gpu::Varying vary;
  int threads = 128;
  friend bool operator==(const SuggestForm&, const SuggestForm&) = default;
};

/// What is wrong in a form, and in which field.
struct FormProblem {
  enum class Field : std::uint8_t { tile, element, access };
  Field field = Field::tile;
  std::size_t access = 0;    ///< which one
  algebra::Message message;  ///< a sentence with what would work
};

/// The question of a form.
tl::expected<gpu::TileQuestion, FormProblem> tile_question(const SuggestForm&, const SheetEvaluator&);
tl::expected<gpu::ThreadQuestion, FormProblem> thread_question(const SuggestForm&, const SheetEvaluator&);

/// The question that a launch asks: its CTA tile with its own instruction, or by plain accesses that write and read it. Errors: the
/// launch's, or a sentence that says why it has no such question.
tl::expected<gpu::TileQuestion, algebra::Message> launch_question(const SheetEvaluator&, const LaunchSettings&);
/// The question of an entry with a layout: the accesses of the launch where its tile has the entry's shape, or else of a warp along each
/// mode. Errors: a sentence.
tl::expected<gpu::TileQuestion, algebra::Message> entry_question(const SheetEvaluator&, const LaunchSettings&, int entry);

/// 64 x 64 elements as each entry without accesses of its own is asked about: a warp along each mode.
gpu::TileQuestion example_question();

/// The tile's present layout, or its shape, as a form has it.
std::string tile_text(const gpu::TileQuestion&);
/// An access as a form has it, without its weight.
std::string access_text(const gpu::TileAccess&);

/// `stem`, or the first of `stem2`, `stem3`, ... that no entry has as its name.
std::string free_name(const SheetEvaluator&, std::string_view stem);

}  // namespace app
