// The menu View, Limits: limits of memory, time and launch length, and the treatment of larger launches.

#include "app/commands/command_parts.hpp"

#include <array>

#include "app/actions/limiting.hpp"

namespace app {
namespace {

template <int mib>
void memory(Workspace& workspace, Session& session) {
  limit_memory(workspace, session, mib);
}

template <int seconds>
void checks(Workspace& workspace, Session& session) {
  limit_checks(workspace, session, seconds);
}

template <int power>
void launches(Workspace& workspace, Session& session) {
  limit_launches(workspace, session, std::int64_t{1} << power);
}

bool any_sampled(const Workspace& workspace) { return workspace.evaluator().sampled() > 0; }
bool any_checking(const Workspace& workspace) { return workspace.checking().total > 0; }

const std::array limits_table{
    Command{"limits.memory_256", "Memory: 256 MB", {}, always, memory<256>},
    Command{"limits.memory_512", "Memory: 512 MB", {}, always, memory<512>},
    Command{"limits.memory_1024", "Memory: 1 GB", {}, always, memory<1024>},
    Command{"limits.memory_4096", "Memory: 4 GB", {}, always, memory<4096>},
    Command{"limits.memory_16384", "Memory: 16 GB", {}, always, memory<16384>},
    Command{"limits.checks_1", "Verdicts of every element: 1 second", {}, always, checks<1>},
    Command{"limits.checks_5", "Verdicts of every element: 5 seconds", {}, always, checks<5>},
    Command{"limits.checks_60", "Verdicts of every element: a minute", {}, always, checks<60>},
    Command{"limits.checks_0", "Verdicts of every element: as long as it takes", {}, always, checks<0>},
    Command{"limits.launches_30", "Launches: up to 2^30 accesses", {}, always, launches<30>},
    Command{"limits.launches_34", "Launches: up to 2^34 accesses", {}, always, launches<34>},
    Command{"limits.launches_40", "Launches: up to 2^40 accesses", {}, always, launches<40>},
    Command{"limits.everything", "Check every element now", {}, any_sampled, check_everything},
    Command{"limits.stop", "Stop checking: use samples", {}, any_checking, stop_checking},
};

}  // namespace

std::span<const Command> limits_commands() { return limits_table; }

}  // namespace app
