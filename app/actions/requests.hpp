#pragma once
// Requests of panels, carried out after the frame. Panels only read the state. A request is a command's id, or an action (a function whose
// first parameters are pieces of the state) bound to its other arguments.

#include <functional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/state/state.hpp"

namespace app {

struct Request {
  std::string_view name;            ///< the action's function as written, or the command's id; also for logs and tests
  std::function<void(State&)> run;  ///< empty: a command
};

namespace bound_call {

template <class T>
inline constexpr bool is_piece = std::is_same_v<T, Workspace> || std::is_same_v<T, ViewState> || std::is_same_v<T, Session> ||
                                 std::is_same_v<T, HostRequests> || std::is_same_v<T, State>;

template <class T, class S>
auto& piece(S& state) {
  if constexpr (std::is_same_v<T, Workspace>) return state.workspace;
  else if constexpr (std::is_same_v<T, ViewState>) return state.view;
  else if constexpr (std::is_same_v<T, Session>) return state.session;
  else if constexpr (std::is_same_v<T, HostRequests>) return state.host;
  else return state;
}

/// Calls f(pieces..., given...). Types: f's parameters without const and references.
template <class... Types, class F, class S, class... Given>
auto call(const F& f, S& state, Given&&... given) {
  constexpr std::size_t pieces = (std::size_t{is_piece<Types>} + ... + 0);
  static_assert(pieces + sizeof...(Given) == sizeof...(Types), "an action needs its pieces first, then all of its arguments");
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return f(piece<std::tuple_element_t<i, std::tuple<Types...>>>(state)..., std::forward<Given>(given)...);
  }
  (std::make_index_sequence<pieces>{});
}

template <class R, class... P, class S, class... Given>
auto apply(R (*f)(P...), S& state, Given&&... given) {
  return call<std::remove_cvref_t<P>...>(f, state, std::forward<Given>(given)...);
}
/// Does the same for a member function of one piece.
template <class C, class R, class... P, class S, class... Given>
auto apply(R (C::*f)(P...), S& state, Given&&... given) {
  return (piece<C>(state).*f)(std::forward<Given>(given)...);
}
/// Does the same for a lambda.
template <class F, class S>
requires std::is_class_v<F>
auto apply(const F& f, S& state) {
  return [&]<class R, class... P>(R (F::*)(P...) const) { return call<std::remove_cvref_t<P>...>(f, state); }(&F::operator());
}

/// Returns the name of a function given as a template argument.
template <auto action>
constexpr std::string_view name() {
  const std::string_view whole = __PRETTY_FUNCTION__;
  const auto from = whole.find("action = ") + 9;
  return whole.substr(from, whole.find_first_of(";]", from) - from);
}

}  // namespace bound_call

/// Returns the request of an action with copies of these arguments: `request<delete_entry>(index)`.
template <auto action, class... Arguments>
Request request(Arguments&&... arguments) {
  return {bound_call::name<action>(),
          [given = std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...)](State& state) {
            std::apply([&](const auto&... values) { bound_call::apply(action, state, values...); }, given);
          }};
}

/// Returns the request of a command of app/commands by its id, which must outlive the request. Does nothing if the command is disabled.
inline Request command(std::string_view id) { return {id, {}}; }

/// The requests of one frame, in order.
class Requests {
 public:
  template <auto action, class... Arguments>
  void add(Arguments&&... arguments) {
    all_.push_back(request<action>(std::forward<Arguments>(arguments)...));
  }
  void add(Request r) { all_.push_back(std::move(r)); }
  void command(std::string_view id) { all_.push_back(app::command(id)); }
  const std::vector<Request>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<Request> all_;
};

}  // namespace app
