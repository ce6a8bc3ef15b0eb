#include "app/python/figure_object.hpp"

#include <pybind11/stl.h>

#include <fmt/format.h>

#include "app/document/names.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/interactive.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"
#include "app/session/sheet_session.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"

namespace app::python {
namespace {

constexpr std::int64_t most_elements = 1 << 16;  ///< of a picture that a notebook shows by itself

/// A figure, with the data from which it is drawn in any format.
struct FigureObject {
  std::vector<render::Figure> figures;
  ExportSettings settings;
  bool themed = false;  ///< a theme was given
};

std::string svg_url(const std::string& svg) {
  const auto bytes = py::module_::import("base64").attr("b64encode")(py::bytes(svg)).attr("decode")("ascii");
  return "data:image/svg+xml;base64," + py::cast<std::string>(bytes);
}

Sheet sheet_of(const algebra::Value& v) {
  Sheet sheet;
  sheet.integers = has_dynamic(v) ? algebra::IntegerRule::cute : algebra::IntegerRule::math;
  sheet.entries.emplace_back().text = text_of(v);
  return sheet;
}

bool is_drawn(const algebra::Value& v) {
  const auto l = algebra::layout_of(v);
  return !l || algebra::size(*l) <= most_elements;
}

std::string svg_bytes(const FigureObject& f, std::optional<render::ThemeName> theme = std::nullopt) {
  auto settings = f.settings;
  if (theme) settings.theme = *theme;
  std::string all;
  for (const auto& figure : f.figures) {
    auto bytes = render::figure_bytes(figure, options_of(settings, render::Format::svg));
    if (!bytes) fail("figure", bytes.error());
    all += *bytes;
  }
  return all;
}

template <class T>
std::optional<T> setting(const py::kwargs& given, const char* name) {
  if (!given.contains(name) || given[name].is_none()) return std::nullopt;
  return py::cast<T>(given[name]);
}

template <class Choice>
Choice chosen(const char* option, const std::string& name, std::optional<Choice> found, const std::string& all) {
  if (!found) fail("value", fmt::format("{} is one of {}, not {}.", option, all, name));
  return *found;
}

int entry_at(const SheetEvaluator& evaluator, const py::handle& which) {
  if (py::isinstance<py::str>(which)) {
    const auto name = py::cast<std::string>(which);
    const auto found = evaluator.find(name);
    if (found < 0) throw py::key_error(name);
    return found;
  }
  const auto number = py::cast<int>(which), count = static_cast<int>(evaluator.results().size());
  if (number < 0 || number >= count) throw py::index_error(fmt::format("entry {} of a sheet of {}", number, count));
  return number;
}

ExportSettings settings_of(const SheetEvaluator& evaluator, const py::kwargs& given) {
  constexpr std::array<std::string_view, 17> known{"kind",     "entry",  "other",      "step",        "tile",      "theme",
                                                   "color_by", "label",  "palette",    "width_cm",    "height_cm", "title",
                                                   "caption",  "legend", "transposed", "transparent", "natural"};
  for (const auto& [name, value] : given)
    if (std::ranges::find(known, py::cast<std::string>(name)) == known.end())
      throw py::type_error(fmt::format("a figure has no setting {}", py::cast<std::string>(name)));
  ExportSettings s;
  const auto kind = setting<std::string>(given, "kind");
  s.request.kind = kind ? chosen("kind", *kind, figure_kind(*kind), fmt::format("{}", fmt::join(figure_kind_names(), ", ")))
                   : given.contains("entry") ? FigureKind::card
                                             : FigureKind::canvas;
  if (given.contains("entry")) s.request.entry = entry_at(evaluator, given["entry"]);
  if (given.contains("other")) s.request.with = entry_at(evaluator, given["other"]);
  if (evaluator.results().empty()) fail("figure", "This sheet has no entries.");
  s.request.step = setting<int>(given, "step").value_or(0);
  s.request.tile = setting<std::string>(given, "tile").value_or("");
  if (const auto name = setting<std::string>(given, "theme"))
    s.theme = chosen("theme", *name, theme_name(*name), "print, light, dark and grey");
  if (const auto name = setting<std::string>(given, "color_by"))
    s.colour = chosen("color_by", *name, render::colouring_named(*name), render::listed_keys(render::colourings()));
  if (const auto name = setting<std::string>(given, "label"))
    s.label = chosen("label", *name, render::labelling_named(*name), render::listed_keys(render::labellings()));
  if (const auto name = setting<std::string>(given, "palette"))
    s.palette = chosen("palette", *name, palette_name(*name), fmt::format("{}", fmt::join(palette_names(), ", ")));
  s.width_cm = setting<double>(given, "width_cm").value_or(0);
  s.height_cm = setting<double>(given, "height_cm").value_or(0);
  s.natural = setting<bool>(given, "natural").value_or(false);
  s.title = setting<std::string>(given, "title").value_or("");
  s.caption = setting<std::string>(given, "caption").value_or("");
  s.legend = setting<bool>(given, "legend").value_or(false);
  s.transposed = setting<bool>(given, "transposed").value_or(false);
  s.transparent = setting<bool>(given, "transparent").value_or(false);
  return s;
}

}  // namespace

std::optional<std::string> svg_of(const algebra::Value& v) {
  if (!is_drawn(v)) return std::nullopt;
  const py::gil_scoped_release released;
  const auto sheet = sheet_of(v);
  const auto figure = figure_of(sheet, SheetSession(sheet).evaluator(), {});
  if (!figure) return std::nullopt;
  // The natural size, for a screen, which scrolls.
  auto bytes = render::figure_bytes(*figure, options_of({.natural = true}, render::Format::svg));
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

std::optional<std::string> html_of(const algebra::Value& v) {
  if (!is_drawn(v)) return std::nullopt;
  const auto sheet = sheet_of(v);
  return html_of(sheet, SheetSession(sheet).evaluator());
}

std::optional<std::string> html_of(const Sheet& sheet, const SheetEvaluator& evaluator) {
  const py::gil_scoped_release released;
  auto fragment = interactive_fragment(sheet, evaluator);
  return fragment ? std::optional(std::move(*fragment)) : std::nullopt;
}

std::string page_of(const Sheet& sheet, const SheetEvaluator& evaluator, const PageWords& words) {
  InteractiveOptions options;
  options.theme = words.theme;
  options.title = words.title;
  if (words.language != "en" && words.language != "zh")
    fail("value", fmt::format("language is \"en\" or \"zh\", not \"{}\".", words.language));
  if (words.theme != "auto" && words.theme != "light" && words.theme != "dark")
    fail("value", fmt::format("theme is \"auto\", \"light\" or \"dark\", not \"{}\".", words.theme));
  if (words.language == "zh") options.language = Language::chinese;
  const py::gil_scoped_release released;
  auto made = words.fragment ? interactive_fragment(sheet, evaluator, options) : interactive_page(sheet, evaluator, options);
  if (!made) fail("figure", made.error());
  return std::move(*made);
}

std::string page_of(const algebra::Value& v, const PageWords& words) {
  const auto sheet = sheet_of(v);
  return page_of(sheet, SheetSession(sheet).evaluator(), words);
}

std::string latex_of(const algebra::Value& v) {
  const py::gil_scoped_release released;
  const auto sheet = sheet_of(v);
  const auto figure = figure_of(sheet, SheetSession(sheet).evaluator(), {});
  if (!figure) fail("figure", figure.error());
  auto bytes = render::figure_bytes(*figure, options_of({}, render::Format::tex));
  if (!bytes) fail("figure", bytes.error());
  return std::move(*bytes);
}

py::object figure_object(const Sheet& sheet, const SheetEvaluator& evaluator, const py::kwargs& given) {
  const auto settings = settings_of(evaluator, given);
  auto figures = figures_of(sheet, evaluator, settings);
  if (!figures) fail("figure", figures.error());
  return py::cast(FigureObject{std::move(*figures), settings, given.contains("theme") && !given["theme"].is_none()});
}

void add_figures(py::module_& m) {
  py::class_<FigureObject>(m, "Figure", "A picture of a sheet or of an entry, as the command line exports it.")
      .def_property_readonly(
          "svg", [](const FigureObject& f) { return svg_bytes(f); }, "The figure as SVG.")
      .def("_repr_svg_", [](const FigureObject& f) { return svg_bytes(f); })
      // Embeds the SVG as an image, which remains where a page's SVG is sanitised, as by nbconvert.
      .def("_repr_html_",
           [](const FigureObject& f) {
             // At most as wide as the cell; without a given theme in the reader's colours.
             const auto image = fmt::format("<img alt=\"figure\" style=\"max-width:100%;height:auto\" src=\"{}\">", svg_url(svg_bytes(f)));
             if (f.themed) return image;
             return fmt::format("<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"{}\">{}</picture>",
                                svg_url(svg_bytes(f, render::ThemeName::dark)), image);
           })
      .def(
          "save",
          [](const FigureObject& f, const py::object& path, double scale) {
            auto settings = f.settings;
            settings.scale = scale;
            const auto to = py::cast<std::string>(py::module_::import("os").attr("fspath")(path));
            const auto written = [&] {
              const py::gil_scoped_release released;
              return export_figures(f.figures, settings, to);
            }();
            if (!written) fail_to_write(to, written.error(), "figure");
          },
          py::arg("path"), py::arg("scale") = 1.0,
          "Writes the figure in the format of the path's extension: .svg, .pdf, .png, .tex or .txt. scale: pixels a point of a PNG.\n\n"
          "Errors: cutescope.FileError, an OSError, where the file cannot be written; cutescope.Error where it has too many cells.")
      .def("__repr__", [](const FigureObject&) { return "<cutescope figure>"; });
}

}  // namespace app::python
