#pragma once
// What a class is shown: one card large, hidden values, a walk over the elements. Of the session, not of the document.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace app {

enum class LaserColour : std::uint8_t { red, green, blue, orange };

/// How somebody likes to present: remembered from run to run.
struct PresentationChoices {
  bool operands = false;      ///< stand beside the entry
  bool notes = true;          ///< those above the entry are shown
  bool fills_screen = false;  ///< presenting fills the screen, until it ends
  LaserColour laser_colour = LaserColour::red;
  float radius = 0.17f;  ///< of the spotlight, in heights of the window
  float size = 1;        ///< of everything; 1: readable from the last row
  friend bool operator==(const PresentationChoices&, const PresentationChoices&) = default;
};

/// Presentation mode: the selected entry fills the window.
struct Presentation : PresentationChoices {
  bool on = false;
  int step = -1;        ///< of the entry's operation; -1: the entry's value
  bool launch = false;  ///< the launch is shown in place of the entry
  bool spotlight = false, laser = false;
  bool black = false;                 ///< nothing is shown: the class looks at the speaker
  std::uint64_t document = 0;         ///< that it began with
  std::int64_t position_before = -1;  ///< of that one's launch, for when the presentation ends
  bool full_screen_before = false;
};

/// What a class has been told of an entry's values, and what it has guessed.
struct Prediction {
  std::set<std::int64_t> revealed;  ///< 1-D coordinates
  bool all = false;                 ///< every value is shown
  std::int64_t asked = -1;          ///< the coordinate whose value is being typed
  std::int64_t right = 0, wrong = 0;
  std::int64_t last_right = -1, last_wrong = -1;  ///< coordinates of the last answer
};

struct Predictions {
  /// By the entry's text: it goes with the entry when that moves, and ends when somebody writes another one.
  std::map<std::string, Prediction, std::less<>> entries;
  bool answering = false;  ///< a click on a hidden cell asks for its value in place of showing it
};

/// The order in which a walk visits the elements of one value.
struct TraversalOrder {
  std::uint64_t version = 0;  ///< of the entry's result
  bool by_index = false;
  std::int64_t size = 0;
  std::vector<std::int64_t> coordinates;  ///< by index; empty: the coordinates in their own order
  std::int64_t coordinate(std::int64_t position) const {
    return coordinates.empty() ? position : coordinates[static_cast<std::size_t>(position)];
  }
};

/// A walk over an entry's elements, played like a film.
struct Traversal {
  int entry = -1;    ///< -1: none
  std::string name;  ///< of the entry: a walk is over when another one stands in its place
  std::int64_t position = 0;
  std::int64_t coordinate = 0;  ///< at that position
  double carried = 0;           ///< 0 .. 1: how far it is on its way to the next
  double speed = 1;             ///< 1/4 .. 16
  bool playing = false, loop = false, by_index = false;
  std::shared_ptr<const TraversalOrder> order;
};

}  // namespace app
