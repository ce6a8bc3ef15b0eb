#pragma once
// The figures of a sheet: which panels they have, in which order, and their captions. render draws them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/system/texts.hpp"
#include "render/figure.hpp"

namespace app {

enum class FigureKind : std::uint8_t {
  card,      ///< an entry as its card shows it
  canvas,    ///< every visible card
  steps,     ///< the stages of the entry's operation
  operands,  ///< the operands of the entry's operation, and its result
  swizzle,   ///< the entry without and with its swizzle
  tma,       ///< of a TMA copy the tensor with its boxes, and the tile in shared memory
  trace,     ///< the launch's tensor by the first thread that touches each element
  banks,     ///< a request of the launch by the banks of shared memory; see bank_figure.hpp
  tv,        ///< a tile by the thread and value that own each element; see thread_value.hpp
  slices,    ///< all slices of an entry of rank 3 and more
  compare,   ///< two entries, with their differences coloured
};
inline constexpr int figure_kinds = 11;

/// Of an entry; the others are of the sheet.
constexpr bool of_entry(FigureKind kind) { return kind != FigureKind::canvas && kind != FigureKind::trace && kind != FigureKind::banks; }

/// Names on the command line and in menus: "card", "canvas", ...
std::string_view name_of(FigureKind);
std::optional<FigureKind> figure_kind(std::string_view name);
std::vector<std::string> figure_kind_names();

struct FigureRequest {
  FigureKind kind = FigureKind::card;
  int entry = 0;                          ///< for all kinds but canvas and trace
  int with = -1;                          ///< for compare: the other entry
  int card = 0;                           ///< for card: which of the entry's cards
  int step = 0;                           ///< for steps: only that one, from 1; 0: all
  std::string tile;                       ///< for tv of a plain layout (thread, value) -> index: the tile's shape, such as (16,8)
  Language language = Language::english;  ///< of the figure's words
  friend bool operator==(const FigureRequest&, const FigureRequest&) = default;
};

/// Error: one sentence that says what would work.
tl::expected<render::Figure, algebra::Message> figure_of(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// Whether the entry's card shows one slice of several that a figure has room for, and no other than the first was chosen.
bool has_slices(const Sheet&, const SheetEvaluator&, int entry);

/// One figure per step that has a stage to draw. Error: as above.
tl::expected<std::vector<render::Figure>, algebra::Message> step_figures(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// "A-1.svg", "A-2.svg" for "A.svg".
std::string numbered_path(const std::string& path, std::size_t number);

}  // namespace app
