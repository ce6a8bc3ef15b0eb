#include "app/import/table_reader.hpp"

#include <utility>

#include "algebra/language/evaluate.hpp"

namespace app {

TableReading read_table_text(std::string text, algebra::TableForm form, const std::stop_token& stop) {
  TableReading reading{.text = std::move(text), .form = form, .problem = {}, .answers = {}};
  auto tables = algebra::read_tables(reading.text, form);
  if (!tables) {
    reading.problem = std::move(tables.error());
    return reading;
  }
  for (auto& table : *tables) {
    if (stop.stop_requested()) break;
    TableAnswer answer{.table = {}, .found = algebra::infer(table, stop), .expression = {}};
    if (answer.found) {
      answer.expression = algebra::plain(answer.found->value);
      answer.elements = algebra::size(*algebra::layout_of(answer.found->value));
    }
    answer.table = std::move(table);
    reading.answers.push_back(std::move(answer));
  }
  return reading;
}

void TableReader::ask(std::string text, algebra::TableForm form) {
  {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    done_.reset();
    wanted_ = TableReading{.text = std::move(text), .form = form, .problem = {}, .answers = {}};
  }
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { work(stop); });
  changed_.notify_all();
}

std::optional<TableReading> TableReader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, std::nullopt);
}

bool TableReader::busy() {
  const std::lock_guard lock(mutex_);
  return wanted_ || running_ || done_;
}

void TableReader::work(const std::stop_token& stop) {
  const std::stop_callback cancel(stop, [this] {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
  });
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return wanted_.has_value(); })) {
    if (stop.stop_requested()) return;
    auto job = *std::exchange(wanted_, std::nullopt);
    current_ = {};
    const auto token = current_.get_token();
    running_ = true;
    lock.unlock();
    auto reading = read_table_text(std::move(job.text), job.form, token);
    lock.lock();
    running_ = false;
    if (!token.stop_requested()) done_ = std::move(reading);
  }
}

}  // namespace app
