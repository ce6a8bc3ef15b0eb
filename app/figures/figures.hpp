#pragma once
// What a figure of a sheet shows: which panels, in which order, with which words. How they are drawn is render's.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "render/figure.hpp"

namespace app {

enum class FigureKind : std::uint8_t {
  card,      ///< one entry, as its card shows it
  canvas,    ///< every visible card
  steps,     ///< the stages of the entry's operation
  operands,  ///< what the entry's operation takes, and its result
  swizzle,   ///< the entry without its swizzle and with it
  trace,     ///< the launch's tensor by the thread that touches each element first
  tv,        ///< a tile by the thread and value that own each element
};
inline constexpr int figure_kinds = 7;

/// "card", "canvas", ...: on the command line and in menus.
std::string_view name_of(FigureKind);
std::optional<FigureKind> figure_kind(std::string_view name);

struct FigureRequest {
  FigureKind kind = FigureKind::card;
  int entry = 0;     ///< of all kinds but canvas and trace
  int card = 0;      ///< card: which of the entry's cards
  int step = 0;      ///< steps: only that one, counted from 1; 0: all
  std::string tile;  ///< tv of a plain layout (thread, value) -> index: the shape of the tile, such as (16,8)
  friend bool operator==(const FigureRequest&, const FigureRequest&) = default;
};

/// Error: one sentence with what would work.
tl::expected<render::Figure, std::string> figure_of(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// The steps with a stage to draw, each as a figure of its own. Error: as above.
tl::expected<std::vector<render::Figure>, std::string> step_figures(const Sheet&, const SheetEvaluator&, const FigureRequest&);

/// "A-1.svg", "A-2.svg" for "A.svg".
std::string numbered_path(const std::string& path, std::size_t number);

}  // namespace app
