#pragma once
// What can be done with an entry and its card, one record each: the menus of the window and the page, Python and `cutescope inspect`
// have it from here. What changes the sheet is done here, too; the rest by the host that offers it.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"

namespace app {

struct Picture;

/// Who offers actions. Python and the command line are one: both name what they do by functions and options.
enum class ActionHost : std::uint8_t { window, page, program };
using ActionHosts = std::uint8_t;
constexpr ActionHosts action_hosts(std::initializer_list<ActionHost> hosts) {
  ActionHosts all = 0;
  for (const auto h : hosts) all = static_cast<ActionHosts>(all | 1U << static_cast<unsigned>(h));
  return all;
}

/// A card of an entry, card 0 also where none is shown.
struct ActionsOf {
  const Sheet& sheet;
  const SheetEvaluator& evaluator;
  int entry = 0, card = 0;
  const Picture* picture = nullptr;  ///< of the card; null: it has none
  ActionHost host = ActionHost::program;

  const Entry& of() const { return sheet.entries[static_cast<std::size_t>(entry)]; }
  const CardSettings& settings() const { return of().card(card); }
  const EntryResult& result() const { return evaluator.results()[static_cast<std::size_t>(entry)]; }
};

struct ActionChoice {
  std::string value;              ///< what `change` and the host take
  std::string title;              ///< in English; translated when shown
  bool chosen = false;            ///< as it is now
  const char* why_not = nullptr;  ///< why it cannot be chosen, in English; null: it can
};

/// The section of what is done with the entry as a whole: its row offers it, no menu of a card.
inline constexpr int of_the_row = -1;

struct EntryAction {
  std::string_view key;
  std::string_view title;                                            ///< in menus, in English
  std::string_view (*title_now)(const ActionsOf&) = nullptr;         ///< where it changes
  ActionHosts hosts = 0;                                             ///< that offer it
  int section = 0;                                                   ///< of a menu; a line is between two
  bool (*concerns)(const ActionsOf&) = nullptr;                      ///< of what it is listed; null: of all entries with a card
  const char* (*why_not)(const ActionsOf&) = nullptr;                ///< why it cannot be done now, in English; null: it can
  bool (*on)(const ActionsOf&) = nullptr;                            ///< it is a switch, which is on
  std::vector<ActionChoice> (*choices)(const ActionsOf&) = nullptr;  ///< it is a menu of these
  std::string_view topic = "card";                                   ///< the help of the choices is of `topic:title`
  std::string_view edit{};                                           ///< what undo calls it
  /// Changes the sheet. Null: the host does it. `value` is that of a choice, else "".
  void (*change)(Sheet&, const ActionsOf&, const std::string& value) = nullptr;

  bool offered_by(ActionHost h) const { return (hosts >> static_cast<unsigned>(h) & 1) != 0; }
};

/// All, in the order of menus.
const std::vector<EntryAction>& entry_actions();
/// Null if there is none.
const EntryAction* entry_action(std::string_view key);

/// An action as it is for an entry now.
struct OfferedAction {
  const EntryAction* is = nullptr;
  std::string_view title;         ///< in English; translated when shown
  const char* why_not = nullptr;  ///< in English; null: it can be done
  bool on = false;                ///< of a switch
  std::vector<ActionChoice> choices;
};
/// The action with that key, if the host offers it for the card.
std::optional<OfferedAction> offered(const ActionsOf&, std::string_view key);
/// All that the host offers for the card.
std::vector<OfferedAction> actions_of(const ActionsOf&);

/// Does an action that changes the sheet, as `of` is of it. False, and nothing is changed, if there is no such action or choice, or it
/// cannot be done now.
bool change_by(Sheet&, const ActionsOf& of, std::string_view key, const std::string& value);

/// Sets the colouring; clears `colour_from` if the colouring does not use another entry's tiles.
void set_colours(CardSettings&, render::ColourBy);

/// Why a colouring or labelling does not apply to the card, in English; null if it does.
const char* why_not(const CardSettings&, const Picture*, render::ColourBy);
const char* why_not(const Picture*, render::LabelBy);

/// Whether the entry's value, or its last good one, is drawn, so that its card can be shown and hidden.
bool draws_card(const EntryResult&);

/// Names of the other entries that this one can be compared with: layouts and tensors.
std::vector<std::string> comparable_entries(const SheetEvaluator&, int entry);

/// Moves an entry to another place. Requires that both are there.
void move_within(Sheet&, int from, int to);

/// Whether the card is of what lies in tensor memory, or is copied from or to it.
bool of_tensor_memory(const EntryResult&, const Picture*);

}  // namespace app
