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
  tma,       ///< a TMA copy: the tensor with its boxes, and the tile in shared memory
  trace,     ///< the launch's tensor by the first thread that touches each element
  banks,     ///< a request of the launch by the banks of shared memory; see bank_figure.hpp
  tv,        ///< a tile by the thread and value that own each element; see thread_value.hpp
  slices,    ///< all slices of an entry of rank 3 and more
  compare,   ///< two entries, with their differences coloured
};
inline constexpr int figure_kinds = 11;

/// Returns true if figures of the kind show one entry; the others show the sheet.
constexpr bool of_entry(FigureKind kind) { return kind != FigureKind::canvas && kind != FigureKind::trace && kind != FigureKind::banks; }

/// Return the kind's name on the command line and in menus, "card", "canvas", ..., and the kind of a name.
std::string_view name_of(FigureKind);
std::optional<FigureKind> figure_kind(std::string_view name);
std::vector<std::string> figure_kind_names();

struct FigureRequest {
  FigureKind kind = FigureKind::card;
  int entry = 0;                          ///< all kinds but canvas and trace
  int with = -1;                          ///< compare: the other entry
  int card = 0;                           ///< card: index of the card
  int step = 0;                           ///< steps: number of the only step shown, from 1; 0: all
  std::string tile;                       ///< tv of a plain layout (thread, value) -> index: the tile's shape, such as (16,8)
  Language language = Language::english;  ///< of the figure's words
  friend bool operator==(const FigureRequest&, const FigureRequest&) = default;
};

/// Draws the figure. Error: one sentence with a way that works.
tl::expected<render::Figure, algebra::Message> figure_of(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// Returns true if the entry's card shows the first of several slices, few enough for one figure.
bool has_slices(const Sheet&, const SheetEvaluator&, int entry);

/// Returns one figure per step that has a stage to draw. Error: as above.
tl::expected<std::vector<render::Figure>, algebra::Message> step_figures(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// Returns the path with a number: "A-1.svg", "A-2.svg" for "A.svg".
std::string numbered_path(const std::string& path, std::size_t number);

}  // namespace app
