// The table of a launch's fields: each is whole, and a form reads back what was set.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "gpu/launch/launch_fields.hpp"

using namespace gpu;

TEST_CASE("a field of a launch has all that forms, files and messages say of it") {
  CHECK(launch_fields().size() == 17);
  std::set<std::string_view> options;
  for (const auto& f : launch_fields()) {
    CAPTURE(f.key);
    CAPTURE(f.name());
    const auto told = std::ranges::find(launch_fields(), f.label_in_form(), &LaunchField::label_in_form);
    CHECK((!told->help.empty() || !f.line.empty()));
    CHECK(f.place > 0);
    CHECK((f.text != nullptr) != (f.choices != nullptr));
    CHECK((f.choices != nullptr) == (f.read != nullptr && f.assign != nullptr));
    // Needed by an option: a refusal says what to write.
    CHECK((!f.needed || f.option.empty() || !(f.placeholder.empty() || f.example.empty())));
    if (!f.option.empty()) CHECK(options.insert(f.option).second);
    // Fields with one key are one setting.
    const auto* first = field_with_key(f.key);
    CHECK(first->text == f.text);
    CHECK((first == &f || (first->kernels & f.kernels) == 0));
  }
  CHECK(field_with_key("position") == nullptr);
}

TEST_CASE("each kernel has its fields, in the order of the form") {
  const auto names = [](Kernel kernel) {
    std::string text;
    for (const auto* f : fields_of(kernel))
      if (f->place < first_place_of_how) text += std::string(text.empty() ? "" : " ").append(f->name());
    return text;
  };
  CHECK(names(Kernel::local_partition) == "kernel tensor tile threads step");
  CHECK(names(Kernel::inner_partition) == "kernel tensor tile values");
  CHECK(names(Kernel::outer_partition) == "kernel tensor tile threads");
  CHECK(names(Kernel::tiled_copy) == "kernel tensor tile threads values");
  CHECK(names(Kernel::tiled_mma) == "kernel tensor tile mma matrix");
  CHECK(names(Kernel::layout) == "kernel tensor partition");
  for (const auto& name : field_with_key("kernel")->choices()) {
    const auto kernel = kernel_named(name).value();
    CHECK(name_of(kernel) == name);
    std::set<int> places;
    for (const auto* f : fields_of(kernel)) {
      CHECK(places.insert(f->place).second);
      if (f->text != nullptr) CHECK(&field_of(kernel, f->text) == f);
    }
  }
  CHECK(kernels_with("values") == kernel_set({Kernel::inner_partition, Kernel::tiled_copy, Kernel::tiled_mma}));
  CHECK(kernels_with("partition") == kernel_set({Kernel::layout}));
  CHECK_FALSE(kernel_named("mma"));
}

TEST_CASE("a form has what was set, and is left as it was by what a choice does not have") {
  for (const auto& f : launch_fields()) {
    CAPTURE(f.key);
    LaunchForm form;
    for (const auto& value : f.choices != nullptr ? f.choices() : std::vector<std::string>{"A", "(8,8):(8,1)", ""}) {
      CHECK(f.set(form, value));
      CHECK(f.value(form) == value);
    }
    if (f.choices == nullptr) continue;
    const auto before = form;
    CHECK_FALSE(f.set(form, "3"));
    CHECK(form == before);
  }
  LaunchForm form;
  CHECK(field_with_key("element")->set(form, "bf16"));
  CHECK(form.element == "bf16");
  CHECK(field_with_key("element")->choices() == std::vector<std::string>{"", "i8", "f16", "f32", "f64", "u128"});
}
