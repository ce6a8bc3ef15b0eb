#pragma once
// The actions on an entry and its card, one record each, for the menus of the window and the page, Python and `cutescope inspect`. Actions
// that change the sheet are implemented here; the host performs the others.

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

/// The hosts that offer actions. Python and the command line count as one, `program`: both name actions by functions and options.
enum class ActionHost : std::uint8_t { window, page, program };
using ActionHosts = std::uint8_t;
constexpr ActionHosts action_hosts(std::initializer_list<ActionHost> hosts) {
  ActionHosts all = 0;
  for (const auto h : hosts) all = static_cast<ActionHosts>(all | 1U << static_cast<unsigned>(h));
  return all;
}

/// The state that an action refers to: a card of an entry; card 0 even if none is shown.
struct ActionsOf {
  const Sheet& sheet;
  const SheetEvaluator& evaluator;
  int entry = 0, card = 0;
  const Picture* picture = nullptr;  ///< picture of the card; null: none
  ActionHost host = ActionHost::program;

  const Entry& of() const { return sheet.entries[static_cast<std::size_t>(entry)]; }
  const CardSettings& settings() const { return of().card(card); }
  const EntryResult& result() const { return evaluator.results()[static_cast<std::size_t>(entry)]; }
};

struct ActionChoice {
  std::string value;              ///< argument for `change` and the host
  std::string title;              ///< in English; translated when shown
  bool chosen = false;            ///< true: the present choice
  const char* why_not = nullptr;  ///< reason why it cannot be chosen, in English; null: it can
};

/// The section of actions on the entry as a whole, which the entry's row offers and no card's menu.
inline constexpr int of_the_row = -1;

struct EntryAction {
  std::string_view key;
  std::string_view title;                                            ///< in menus, in English
  std::string_view (*title_now)(const ActionsOf&) = nullptr;         ///< returns the present title, if it varies
  ActionHosts hosts = 0;                                             ///< hosts that offer it
  int section = 0;                                                   ///< section of the menu; a line separates sections
  bool (*concerns)(const ActionsOf&) = nullptr;                      ///< true: offered for the entry; null: offered for all with a card
  const char* (*why_not)(const ActionsOf&) = nullptr;                ///< returns why it is impossible now, in English; null: possible
  bool (*on)(const ActionsOf&) = nullptr;                            ///< for a switch: returns true if it is on
  std::vector<ActionChoice> (*choices)(const ActionsOf&) = nullptr;  ///< for a submenu: returns its choices
  std::string_view topic = "card";                                   ///< the choices have the help topic `topic:title`
  std::string_view edit{};                                           ///< name of the undo step
  /// Changes the sheet. Null: the host performs the action. `value`: that of a choice, else "".
  void (*change)(Sheet&, const ActionsOf&, const std::string& value) = nullptr;

  bool offered_by(ActionHost h) const { return (hosts >> static_cast<unsigned>(h) & 1) != 0; }
};

/// Returns all actions in the order of menus.
const std::vector<EntryAction>& entry_actions();
/// Returns the action with the key; null if there is none.
const EntryAction* entry_action(std::string_view key);

/// An action with its present state for an entry.
struct OfferedAction {
  const EntryAction* is = nullptr;
  std::string_view title;         ///< in English; translated when shown
  const char* why_not = nullptr;  ///< in English; null: it is possible
  bool on = false;                ///< state of a switch
  std::vector<ActionChoice> choices;
};
/// Returns the action with that key if the host offers it for the card.
std::optional<OfferedAction> offered(const ActionsOf&, std::string_view key);
/// Returns all actions that the host offers for the card.
std::vector<OfferedAction> actions_of(const ActionsOf&);

/// Performs an action that changes the sheet `of` refers to. Returns false and changes nothing if the action or choice does not exist or is
/// not possible now.
bool change_by(Sheet&, const ActionsOf& of, std::string_view key, const std::string& value);

/// Sets the colouring; clears `colour_from` if the colouring does not use another entry's tiles.
void set_colours(CardSettings&, render::ColourBy);

/// Return why a colouring or labelling does not apply to the card, in English; null if it does.
const char* why_not(const CardSettings&, const Picture*, render::ColourBy);
const char* why_not(const Picture*, render::LabelBy);

/// Returns true if the entry's value, or its last good one, is drawn, so that its card can be shown and hidden.
bool draws_card(const EntryResult&);

/// Returns the names of the layouts and tensors with which the entry can be compared.
std::vector<std::string> comparable_entries(const SheetEvaluator&, int entry);

/// Moves an entry to another index. Requires valid indices.
void move_within(Sheet&, int from, int to);

/// Returns true if the card shows data in tensor memory, or a copy from or to it.
bool of_tensor_memory(const EntryResult&, const Picture*);

}  // namespace app
