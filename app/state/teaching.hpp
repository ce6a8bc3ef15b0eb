#pragma once
// State of teaching: presentation mode, predictions, traversals. Not part of the document.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace app {

enum class LaserColour : std::uint8_t { red, green, blue, orange };

/// The user's settings of presentations, remembered from run to run.
struct PresentationChoices {
  bool operands = false;      ///< shown beside the entry
  bool notes = true;          ///< shows the notes above the entry
  bool all_steps = false;     ///< stops at each step of an operation, not only at its key stages
  bool fills_screen = false;  ///< the window fills the screen during a presentation
  LaserColour laser_colour = LaserColour::red;
  float radius = 0.17f;  ///< of the spotlight, as a fraction of the window's height
  float size = 1;        ///< scale of everything; 1: readable from the last row
  friend bool operator==(const PresentationChoices&, const PresentationChoices&) = default;
};

/// Presentation mode: the selected entry fills the window.
struct Presentation : PresentationChoices {
  bool on = false;
  int step = -1;        ///< of the entry's operation; -1: its value
  bool launch = false;  ///< shows the launch instead of the entry
  bool spotlight = false, laser = false;
  bool presenter = false;             ///< show the presenter's view in a second window
  double began = 0;                   ///< ViewState::now at the start
  bool canvas = false;                ///< the slide shows all cards of the sheet, until the next stop
  bool black = false;                 ///< the screen is black, so that the audience looks at the speaker
  std::uint64_t document = 0;         ///< id of the document at the start
  std::int64_t position_before = -1;  ///< playback position of that document's launch, restored at the end
  bool full_screen_before = false;    ///< restored at the end
};

/// The revealed ones of an entry's hidden values, and the audience's answers.
struct Prediction {
  std::set<std::int64_t> revealed;                ///< 1-D coordinates
  bool all = false;                               ///< all values are revealed
  std::int64_t asked = -1;                        ///< 1-D coordinate of the cell whose value is being typed; -1: none
  std::int64_t right = 0, wrong = 0;              ///< number of answers
  std::int64_t last_right = -1, last_wrong = -1;  ///< coordinate of the last right or wrong answer; -1: the last one was of the other kind
};

struct Predictions {
  /// By the entry's text, so that a prediction moves with its entry and ends when the text changes.
  std::map<std::string, Prediction, std::less<>> entries;
  bool answering = false;  ///< a click on a hidden cell asks for its value instead of revealing it
};

/// The order in which a traversal visits the elements of a value.
struct TraversalOrder {
  std::uint64_t version = 0;  ///< of the entry's result
  bool by_index = false;
  std::int64_t size = 0;
  std::vector<std::int64_t> coordinates;  ///< by position; empty: in the order of the coordinates
  std::int64_t coordinate(std::int64_t position) const {
    return coordinates.empty() ? position : coordinates[static_cast<std::size_t>(position)];
  }
};

/// A traversal of an entry's elements, with playback.
struct Traversal {
  int entry = -1;    ///< -1: none
  std::string name;  ///< of the entry; the traversal ends if another entry takes its place
  std::int64_t position = 0;
  std::int64_t coordinate = 0;  ///< at that position
  double carried = 0;           ///< 0 .. 1: fraction of the way to the next position
  double speed = 1;             ///< 1/4 .. 16
  bool playing = false, loop = false, by_index = false;
  std::shared_ptr<const TraversalOrder> order;
};

}  // namespace app
