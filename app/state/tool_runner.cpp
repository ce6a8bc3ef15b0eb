#include "app/state/tool_runner.hpp"

#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "gpu/replay/replay.hpp"

namespace app {

using algebra::Message;

/// The services that the window provides to a tool.
class ToolRunner::Host : public ToolHost {
 public:
  explicit Host(ToolRunner& runner) : runner_(runner) {}

  std::shared_ptr<void> show_progress(std::function<std::string()> line, bool /*in_files*/) override {
    return hold(&ToolRunner::progress_, std::move(line));
  }
  std::shared_ptr<void> on_interrupt(std::function<void()> end) override {
    auto held = hold(&ToolRunner::end_, std::move(end));
    // It may have been stopped before it listened.
    const std::lock_guard lock(runner_.mutex_);
    if (runner_.doing_ && runner_.doing_->stopping) runner_.end_();
    return held;
  }
  double check_seconds() const override { return runner_.check_seconds_; }
  gpu::ReplayDevice* replay_device(Message& why) override {
    MapReader::MakeDevice make;
    {
      const std::lock_guard lock(runner_.mutex_);
      make = runner_.make_device_;
    }
    if (!make) return ToolHost::replay_device(why);
    if (!std::exchange(asked_, true)) device_ = make(why_);
    why = why_;
    return device_.get();
  }

 private:
  template <class F>
  std::shared_ptr<void> hold(F ToolRunner::*place, F f) {
    const std::lock_guard lock(runner_.mutex_);
    runner_.*place = std::move(f);
    return {static_cast<void*>(&runner_), [this, place](void*) {
              const std::lock_guard released(runner_.mutex_);
              runner_.*place = nullptr;
            }};
  }

  ToolRunner& runner_;
  std::unique_ptr<gpu::ReplayDevice> device_;
  Message why_;
  bool asked_ = false;
};

ToolRunner::~ToolRunner() { stop(); }

void ToolRunner::run_on(MapReader::MakeDevice make) {
  const std::lock_guard lock(mutex_);
  make_device_ = std::move(make);
}

bool ToolRunner::run(const Tool& tool, Arguments arguments) {
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { work(stop); });
  const std::lock_guard lock(mutex_);
  if (doing_) return false;
  answer_.reset();
  made_.reset();
  doing_ = Doing{.tool = std::string(tool.name), .since = Clock::now()};
  asked_.emplace(Asked{&tool, std::move(arguments)});
  changed_.notify_all();
  return true;
}

void ToolRunner::stop() {
  const std::lock_guard lock(mutex_);
  if (!doing_ || std::exchange(doing_->stopping, true)) return;
  if (end_) end_();
}

std::optional<ToolRunner::Doing> ToolRunner::doing() const {
  const std::lock_guard lock(mutex_);
  auto doing = doing_;
  if (doing && progress_) doing->progress = progress_();
  return doing;
}

bool ToolRunner::busy() const {
  const std::lock_guard lock(mutex_);
  return doing_.has_value();
}

bool ToolRunner::collect() {
  const std::lock_guard lock(mutex_);
  if (!made_) return false;
  answer_ = std::exchange(made_, std::nullopt);
  answer_->number = ++answers_;
  return true;
}

void ToolRunner::finish() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !doing_; });
  }
  collect();
}

void ToolRunner::work(const std::stop_token& stop) {
  for (;;) {
    std::optional<Asked> asked;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return asked_.has_value(); }) || stop.stop_requested()) return;
      asked = std::exchange(asked_, std::nullopt);
    }
    const auto& tool = *asked->tool;
    KeptReport kept;
    Report report(kept, ReportForm::text_and_json, tool.name);
    ToolAnswer answer{.tool = std::string(tool.name)};
    try {
      Host host(*this);
      answer.status = tool.run(asked->arguments, report, host);
    } catch (const std::bad_alloc&) {
      answer.status = report.refuse(environment_failed, "there is not enough memory for this");
    } catch (const std::exception& e) {
      answer.status = report.refuse(environment_failed, Message::verbatim(e.what()));
    }
    report.finish();
    answer.text = std::move(kept.answer);
    answer.remarks = std::move(kept.remarks);
    answer.data = std::move(kept.data);
    answer.findings = report.findings();
    {
      const std::lock_guard lock(mutex_);
      made_ = std::move(answer);
      doing_.reset();
      changed_.notify_all();
    }
    worker_.wake();
  }
}

}  // namespace app
