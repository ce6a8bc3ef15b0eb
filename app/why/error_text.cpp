#include "app/why/error_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "algebra/text/characters.hpp"

namespace app::why {
namespace {

using algebra::is_digit;
using algebra::is_word;
using algebra::trimmed;

/// Returns the text with ' in place of the quotes of UTF-8, and without the terminal's colours.
std::string plain_line(std::string_view line) {
  std::string plain;
  plain.reserve(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (const auto quote = line.substr(i, 3); quote == "\u2018" || quote == "\u2019") {
      plain += '\'';
      i += 2;
    } else if (line[i] == '\x1b') {
      while (i + 1 < line.size() && !algebra::is_letter(line[i])) ++i;
    } else if (line[i] != '\r') {
      plain += line[i];
    }
  }
  return plain;
}

std::size_t number_at(std::string_view text, std::size_t& at) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), n);
  if (error != std::errc()) return 0;
  at = static_cast<std::size_t>(end - text.data());
  return n;
}

struct Placed {
  TextPlace place;
  std::string_view rest;
};

/// Reads FILE:LINE:COLUMN: or FILE(LINE): at the start of a line.
std::optional<Placed> placed(std::string_view line) {
  for (std::size_t i = 1; i + 1 < line.size() && i < 4096; ++i) {
    if (line[i] == '\'' || line[i] == '"') return std::nullopt;
    const bool bracket = line[i] == '(';
    if ((line[i] != ':' && !bracket) || !is_digit(line[i + 1])) continue;
    auto at = i + 1;
    Placed p{.place = {.file = std::string(trimmed(line.substr(0, i)))}, .rest = {}};
    p.place.line = number_at(line, at);
    if (bracket) {
      if (line.substr(at, 2) != "):") continue;
      p.rest = line.substr(at + 2);
      return p;
    }
    if (at < line.size() && line[at] == ':' && at + 1 < line.size() && is_digit(line[at + 1])) p.place.column = number_at(line, ++at);
    if (at >= line.size() || (line[at] != ':' && line[at] != ',')) continue;
    p.rest = line.substr(at + 1);
    return p;
  }
  return std::nullopt;
}

int depth_change(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (c == '<' || c == '(' || c == '[' || c == '{') return 1;
  if (c == '>' && i > 0 && text[i - 1] == '-') return 0;
  if (c == '>' || c == ')' || c == ']' || c == '}') return -1;
  return 0;
}

/// Returns the parts of a text between letters outside brackets.
std::vector<std::string_view> parts_of(std::string_view text, char letter) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += depth_change(text, i);
    if (depth > 0 || text[i] != letter) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (const auto last = trimmed(text.substr(begin)); !last.empty()) parts.push_back(last);
  return parts;
}

/// Returns a name without its namespaces and template arguments, but with the class that it is a member of.
std::string short_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (word == "operator") {
      word += name.substr(i);
      break;
    }
    if (const int change = depth_change(name, i); change != 0) depth += change;
    else if (depth == 0 && name[i] == ':' && name.substr(i, 2) == "::") words.push_back(std::move(word)), word.clear(), ++i;
    else if (depth == 0) word += name[i];
  }
  words.push_back(std::move(word));
  auto& last = words.back();
  if (const auto arguments = last.find('<'); last.starts_with("operator") && arguments != npos && arguments > 9) last.resize(arguments);
  const auto is_class = [](const std::string& w) {
    return w.size() > 1 && w[0] >= 'A' && w[0] <= 'Z' && w != "GMMA" && w != "UMMA" && !w.starts_with("SM");
  };
  if (words.size() > 1 && is_class(words[words.size() - 2])) return words[words.size() - 2] + "::" + last;
  return last;
}

/// Returns the template arguments of a name's last part, which clang writes in place.
std::vector<TemplateArgument> arguments_in(std::string_view name) {
  std::vector<TemplateArgument> all;
  if (!name.ends_with('>')) return all;
  int depth = 0;
  for (auto i = name.size(); i-- > 0;) {
    depth -= depth_change(name, i);
    if (depth != 0 || name[i] != '<') continue;
    for (const auto part : parts_of(name.substr(i + 1, name.size() - i - 2), ',')) all.push_back({.name = "", .text = std::string(part)});
    // The condition under which the function exists.
    while (!all.empty() && all.back().text == "nullptr") all.pop_back();
    break;
  }
  return all;
}

/// Reads `[with A = x; int B = 2]` of g++ or `[with A=x, B=2]` of nvcc.
std::vector<TemplateArgument> bindings_in(std::string_view with) {
  std::vector<TemplateArgument> all;
  const char between = with.find("; ") != npos || with.find(" = ") != npos ? ';' : ',';
  for (const auto part : parts_of(with, between)) {
    std::size_t sign = 0;
    for (int depth = 0; sign < part.size() && (depth > 0 || part[sign] != '='); ++sign) depth += depth_change(part, sign);
    if (sign >= part.size()) continue;
    auto name = trimmed(part.substr(0, sign));
    if (name.ends_with("<anonymous>")) continue;
    const auto begin = name.find_last_of(" .");
    const auto type = begin == npos ? std::string_view() : trimmed(name.substr(0, begin));
    name.remove_prefix(begin == npos ? 0 : begin + 1);
    auto value = trimmed(part.substr(sign + 1));
    if (value.size() > 1 && ((value.front() == '{' && value.back() == '}') || (value.front() == '<' && value.back() == '>')))
      value = trimmed(value.substr(1, value.size() - 2));
    // An alias of the standard library or of CuTe is not an argument: `uint32_t = unsigned int`.
    if (name.ends_with("_t") || name == "dim3" || name.ends_with("int_sequence<I ...>") || type.find("auto:") != npos) continue;
    all.push_back({std::string(name), std::string(value), !type.empty() && type != "class" && type != "typename"});
  }
  return all;
}

/// Tells whether a word of a signature may be a template's parameter: not in a namespace, without < > of its own.
bool may_be_argument(std::string_view parameters, std::size_t begin, std::size_t end) {
  const auto word = parameters.substr(begin, end - begin), rest = parameters.substr(end);
  const bool is_instruction = word.starts_with("SM") && word.size() > 2 && is_digit(word[2]);
  return word[0] >= 'A' && word[0] <= 'Z' && !is_instruction && (begin == 0 || parameters[begin - 1] != ':') && !rest.starts_with('<') &&
         !rest.starts_with("::");
}

/// Calls `take` with the begin and the end of each word.
template <class Take>
void for_words(std::string_view text, Take take) {
  for (std::size_t i = 0; i < text.size();) {
    const auto begin = i;
    while (i < text.size() && is_word(text[i])) ++i;
    if (i == begin) ++i;
    else take(begin, i);
  }
}

/// Returns which argument each word of the parameters stands for. g++ may name the parameters as another declaration of the function does:
/// then the words stand for the arguments in their order. Of words that it repeats for different arguments, each place is one pair.
std::vector<std::pair<std::string_view, const TemplateArgument*>> meanings_in(std::string_view parameters,
                                                                              const std::vector<TemplateArgument>& arguments) {
  std::vector<std::string_view> words, places;
  for_words(parameters, [&](std::size_t begin, std::size_t end) {
    const auto word = parameters.substr(begin, end - begin);
    if (!may_be_argument(parameters, begin, end)) return;
    places.push_back(word);
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  });
  const auto named = [&](std::string_view word) {
    const auto it = std::ranges::find(arguments, word, &TemplateArgument::name);
    return it == arguments.end() ? nullptr : &*it;
  };
  std::vector<const TemplateArgument*> types, idle;
  for (const auto& a : arguments)
    if (!a.is_value && a.text != "void" && (a.text.empty() || !is_digit(a.text[0]))) types.push_back(&a);
  const bool all_named = std::ranges::all_of(words, named);
  const bool in_order = !all_named && (words.size() == types.size() || places.size() == types.size());
  if (in_order && words.size() != types.size()) words = places;
  for (const auto* a : types)
    if (std::ranges::find(words, a->name) == words.end()) idle.push_back(a);
  std::vector<std::pair<std::string_view, const TemplateArgument*>> meanings;
  std::size_t next = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto* own = named(words[i]);
    if (in_order) meanings.emplace_back(words[i], types[i]);
    else if (own != nullptr) meanings.emplace_back(words[i], own);
    else if (next < idle.size()) meanings.emplace_back(words[i], idle[next++]);
  }
  return meanings;
}

/// Puts the arguments into the types of the parameters.
std::string filled_in(std::string_view parameters, const std::vector<TemplateArgument>& arguments) {
  auto meanings = meanings_in(parameters, arguments);
  std::string all;
  for (std::size_t i = 0; i < parameters.size();) {
    const auto begin = i;
    while (i < parameters.size() && is_word(parameters[i])) ++i;
    if (i == begin) {
      all += parameters[i++];
      continue;
    }
    const auto word = parameters.substr(begin, i - begin);
    const TemplateArgument* found = nullptr;
    const auto here = std::ranges::find(meanings, word, [](const auto& m) { return m.first; });
    if (here != meanings.end() && may_be_argument(parameters, begin, i)) {
      found = here->second;
      // The next place of a repeated word is the next pair.
      if (std::find_if(here + 1, meanings.end(), [&](const auto& m) { return m.first == word; }) != meanings.end()) meanings.erase(here);
    }
    for (const auto& a : arguments)
      if (found == nullptr && a.name == word && a.is_value) found = &a;
    all += found == nullptr ? word : std::string_view(found->text);
    if (found == nullptr) continue;
    for (const std::string_view pack : {" ...", "& ...", "&& ..."})
      if (parameters.substr(i).starts_with(pack)) i += pack.size();
  }
  return all;
}

/// The place of the parameters' opening bracket, the first one outside < > that is not decltype's or an operator's; npos for a class.
std::size_t parameters_of(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text.substr(i).starts_with("operator") && (i == 0 || !is_word(text[i - 1]))) {
      i = text.find('(', i);
      if (i == npos) return npos;
      if (!text.substr(i).starts_with("()")) return i;
      return text.substr(i + 2).starts_with("(") ? i + 2 : npos;
    }
    if (depth == 0 && text[i] == '(' && !text.substr(0, i).ends_with("decltype") && i > 0) return i;
    depth += depth_change(text, i);
  }
  return npos;
}

}  // namespace

bool is_of_a_library(std::string_view file) {
  constexpr std::array<std::string_view, 15> marks{
      "include/cute/", "include/cutlass/", "cuda/include", "include/cccl", "include/crt",      "c++/",           "/usr/include", "/usr/lib",
      "/cuda-",        "site-packages/",   "<frozen",      "cutlass/cute", "cutlass/base_dsl", "dist-packages/", "cutlass/util/"};
  if (file.starts_with("cute/") || file.starts_with("cutlass/") || file.empty()) return true;
  return std::ranges::any_of(marks, [&](std::string_view m) { return file.find(m) != npos; });
}

std::string_view name_of(Source source) {
  constexpr std::array<std::string_view, 7> names{"g++", "clang", "nvcc", "CuTe DSL", "Python", "compute-sanitizer", "CUDA"};
  return names[static_cast<std::size_t>(source)];
}

Frame read_frame(std::string_view text) {
  Frame frame;
  text = trimmed(text);
  auto with = text.find(" [with ");
  std::string_view bindings;
  if (with != npos) {
    bindings = text.substr(with + 7);
    if (bindings.ends_with(']')) bindings.remove_suffix(1);
    text = text.substr(0, with);
  }
  frame.arguments = bindings_in(bindings);
  for (const std::string_view kind : {"struct ", "class ", "static ", "constexpr "})
    if (text.starts_with(kind)) text.remove_prefix(kind.size());
  const auto open = parameters_of(text);
  auto name = text.substr(0, open);
  // The name begins behind the return type.
  int depth = 0;
  for (auto i = name.size(); i-- > 0;) {
    depth -= depth_change(name, i);
    if (depth != 0 || name[i] != ' ' || name.find("operator") < i) continue;
    name.remove_prefix(i + 1);
    break;
  }
  if (text.find("<lambda") != npos) {
    frame.name = "<lambda>";
    return frame;
  }
  frame.name = short_name(name);
  if (const auto colons = frame.name.find("::"); colons != npos) {
    const auto at = name.find(frame.name.substr(0, colons) + "<");
    const auto member = name.rfind(">::" + frame.name.substr(colons + 2));
    if (at != npos && member != npos && at < member) frame.object = filled_in(name.substr(at, member + 1 - at), frame.arguments);
  }
  if (frame.arguments.empty()) frame.arguments = arguments_in(name);
  if (open == npos) return frame;
  std::size_t close = open;
  for (depth = 0; close < text.size(); ++close)
    if ((depth += depth_change(text, close)) == 0) break;
  for (const auto p : parts_of(text.substr(open + 1, close - open - 1), ',')) frame.parameters.emplace_back(p);
  // An argument pack may be several parameters.
  std::string all;
  for (const auto& p : frame.parameters) all.append(all.empty() ? "" : ", ").append(p);
  frame.parameters.clear();
  const auto whole = filled_in(all, frame.arguments);
  // Empty packs, and numbers that g++ does not name.
  for (const auto p : parts_of(whole, ','))
    if (p != "const" && p != "const&" && p.find("C<v>") == npos) frame.parameters.emplace_back(p);
  return frame;
}

namespace {

/// Splits the output of compilers, line by line.
class CompilerText {
 public:
  explicit CompilerText(std::vector<ErrorText>& errors) : errors_(errors) {}

  void take(std::string_view line) {
    if (take_excerpt(line) || take_nvcc_frame(line)) return;
    const auto p = placed(line);
    if (!p) {
      raw_ = false;
      return;
    }
    const auto rest = trimmed(p->rest);
    const auto quoted = [&](std::string_view after) { return std::string_view(rest).substr(std::min(rest.size(), after.size())); };
    if (const auto instance = rest.find("In instantiation of '"); instance == 0) return begin_frames(read_frame(in_quotes(rest)));
    if (rest.find("required from here") != npos || rest.starts_with("[ skipping")) return call_from(p->place);
    if ((rest.starts_with("required ") || rest.starts_with("recursively required ")) && rest.find('\'') != npos) {
      call_from(p->place);
      if (frames_.size() < most_frames) frames_.push_back(read_frame(in_quotes(rest)));
      return;
    }
    if (rest.starts_with("In ")) return frames_.clear();
    if (rest.starts_with("error: ") || rest.starts_with("fatal error: "))
      return begin_error(p->place, quoted(rest.substr(0, rest.find(':') + 2)), line);
    if (!rest.starts_with("note: ")) return;
    take_note(p->place, rest.substr(6));
  }

  /// g++ names a class before its file is placed: "FILE: In instantiation of".
  void take_unplaced(std::string_view line) {
    if (const auto at = line.find(": In instantiation of '"); at != npos) begin_frames(read_frame(in_quotes(line.substr(at))));
    else if (line.find(": In ") != npos && line.ends_with(':')) frames_.clear();
  }

 private:
  static std::string in_quotes(std::string_view text) {
    const auto begin = text.find('\''), end = text.rfind('\'');
    return begin == npos || end <= begin ? std::string() : std::string(text.substr(begin + 1, end - begin - 1));
  }

  void begin_frames(Frame f) {
    frames_.clear();
    frames_.push_back(std::move(f));
  }

  void call_from(const TextPlace& place) {
    if (!frames_.empty() && frames_.back().called.file.empty()) frames_.back().called = place;
  }

  void begin_error(const TextPlace& place, std::string_view words, std::string_view line) {
    open_ = errors_.size() < most_errors;
    if (!open_) return;
    ErrorText e{.place = place, .frames = frames_};
    // nvcc: FILE(LINE): error
    if (line.find("): error") != npos && placed(line)->place.column == 0) e.source = Source::nvcc, e.frames.clear();
    constexpr std::string_view assertion = "static assertion failed";
    if (words.starts_with(assertion)) {
      e.is_assertion = true;
      words.remove_prefix(assertion.size());
      if (words.starts_with(" due to requirement '")) {
        e.source = Source::clang;
        const auto end = words.find("': ", 21);
        e.expression = words.substr(21, (end == npos ? words.size() - 1 : end) - 21);
        words.remove_prefix(end == npos ? words.size() : end + 1);
      }
      if (words.starts_with(" with \"")) e.source = Source::nvcc, words = words.substr(7, words.size() - 8);
      if (words.starts_with(':')) words.remove_prefix(1);
    }
    e.words = trimmed(words);
    if (e.words.ends_with(" [-fpermissive]")) e.words.resize(e.words.size() - 15);
    errors_.push_back(std::move(e));
    wanted_ = place.line;
    raw_ = errors_.back().source == Source::nvcc;
    last_excerpt_ = 0;
  }

  void take_note(const TextPlace& place, std::string_view note) {
    if (!open_ || errors_.empty()) return;
    auto& e = errors_.back();
    if (note.starts_with("in expansion of macro 'CUTE_STATIC_ASSERT")) {
      if (e.place.file.find("config.hpp") != npos) e.place = place, e.expression.clear(), wanted_ = place.line, last_excerpt_ = 0;
      return;
    }
    if (note.starts_with("in instantiation of ") || note.starts_with("while substituting ")) {
      e.source = Source::clang;
      auto f = read_frame(in_quotes(note.substr(0, note.find(" requested here"))));
      f.called = place;
      if (e.frames.size() < most_frames) e.frames.push_back(std::move(f));
      return;
    }
    if (note.find("expanded from macro") != npos) return;
    if (e.detail.size() < 4096) e.detail.append(note).append("\n");
  }

  /// `  205 |   CUTE_STATIC_ASSERT_V(...)`
  bool take_excerpt(std::string_view line) {
    const auto bar = line.find(" | ");
    const auto number = trimmed(line.substr(0, bar));
    if (bar > 12) return line.find(" |") < 12 && trimmed(line.substr(0, line.find(" |"))).empty() && !line.empty() && line[0] == ' ';
    if (!std::ranges::all_of(number, is_digit)) return false;
    if (number.empty() || !open_ || errors_.empty()) return true;
    std::size_t at = 0;
    const auto n = number_at(number, at);
    auto& e = errors_.back();
    const bool first = n == wanted_ && last_excerpt_ == 0;
    const bool next = last_excerpt_ != 0 && n == last_excerpt_ + 1 && e.expression.size() < 1024;
    if (!first && !next) return true;
    const auto code = trimmed(line.substr(bar + 3));
    if (code.starts_with("#define CUTE_STATIC_ASSERT")) return true;
    if (e.source == Source::clang && first && !e.expression.empty()) e.expression += " | ";
    e.expression.append(next ? " " : "").append(code);
    last_excerpt_ = n;
    return true;
  }

  /// nvcc: `instantiation of "SIGNATURE [with A=x]" at line 6 of user.cu`, the assertion before it without a line number.
  bool take_nvcc_frame(std::string_view line) {
    if (!open_ || errors_.empty() || errors_.back().source != Source::nvcc) return false;
    auto& e = errors_.back();
    const auto mark = line.find("instantiation of ");
    if (mark != npos && line.find('"') != npos && !placed(line)) {
      const auto open = line.find('"'), close = line.rfind("\" at line ");
      if (close == npos || close <= open) return true;
      auto f = read_frame(line.substr(open + 1, close - open - 1));
      auto at = close + 10;
      f.called.line = number_at(line, at);
      const auto of = line.find(" of ", at);
      // The file of the place before it is not repeated.
      f.called.file = of != npos         ? std::string(trimmed(line.substr(of + 4)))
                      : e.frames.empty() ? e.place.file
                                         : e.frames.back().called.file;
      if (e.frames.size() < most_frames) e.frames.push_back(std::move(f));
      return true;
    }
    if (raw_ && !trimmed(line).empty()) {
      if (e.expression.empty()) e.expression = trimmed(line);
      raw_ = false;
      return true;
    }
    return false;
  }

  std::vector<ErrorText>& errors_;
  std::vector<Frame> frames_;
  std::size_t wanted_ = 0, last_excerpt_ = 0;
  bool open_ = false, raw_ = false;
};

/// Reads the place in `FILE":LINE:COLUMN` or `File "FILE", line N`.
TextPlace quoted_place(std::string_view line) {
  TextPlace p;
  auto close = line.find("\":");
  for (; close != npos; close = line.find("\":", close + 1)) {
    if (close + 2 >= line.size() || !is_digit(line[close + 2])) continue;
    const auto open = line.rfind('"', close - 1);
    if (open == npos) break;
    auto at = close + 2;
    p.file = line.substr(open + 1, close - open - 1);
    p.line = number_at(line, at);
    if (at + 1 < line.size() && line[at] == ':') p.column = number_at(line, ++at);
    return p;
  }
  if (const auto file = line.find("File \""); file != npos) {
    const auto end = line.find("\", line ", file);
    if (end == npos) return p;
    auto at = end + 8;
    p.file = line.substr(file + 6, end - file - 6);
    p.line = number_at(line, at);
  }
  return p;
}

bool has_one(std::string_view line, std::initializer_list<std::string_view> marks) {
  return std::ranges::any_of(marks, [&](std::string_view m) { return line.find(m) != npos; });
}

/// Reads the lines of the CuTe DSL, of Python, of compute-sanitizer and of the CUDA runtime.
class RunText {
 public:
  explicit RunText(std::vector<ErrorText>& errors) : errors_(errors) {}

  void take(std::string_view line) {
    if (line.find("File \"") != npos && line.find("\", line ") != npos) {
      if (const auto p = quoted_place(line); !is_of_a_library(p.file)) user_ = p;
      return;
    }
    if (line.starts_with("Traceback (most recent")) return user_ = {}, in_python_ = true, void();
    const auto t = trimmed(line);
    if (t.starts_with("error: ") || (t.find("error: ") != npos && t.find("' op ") != npos))
      return begin(Source::dsl, t, quoted_place(line));
    if (has_one(t, {"DSLRuntimeError", "MLIRError", "DSLUserCodeError", "DSLAstPreprocessorError", "DSLUnsupported"}) &&
        t.find(": ") != npos)
      return begin(Source::dsl, t, user_);
    if (in_python_ && t.find("Error") != npos && t.find(": ") != npos && line[0] != ' ') return begin(Source::python, t, user_);
    if (t.starts_with("========= ")) return take_sanitizer(trimmed(t.substr(10)));
    if (has_one(t, {"CUDA error",
                    "cudaError",
                    "CUDA Exception",
                    "misaligned address",
                    "illegal instruction",
                    "illegal memory access",
                    "unspecified launch failure",
                    "TMA descriptor",
                    "TMA Desc",
                    "Arch conditional MMA",
                    "CUDA_ERROR_",
                    "too many resources requested",
                    "cuTensorMapEncode",
                    "CUDA driver error",
                    "without targeting",
                    "launch timed out",
                    "device-side assert",
                    "no kernel image",
                    "ptxas error",
                    "ptxas fatal",
                    "ERROR : "}))
      return begin(t.starts_with("ptxas") ? Source::nvcc : Source::cuda, t, place_in(line));
    if (!errors_.empty() && errors_.back().detail.size() < 8192) errors_.back().detail.append(line).append("\n");
  }

 private:
  static TextPlace place_in(std::string_view line) {
    if (auto p = placed(line)) return p->place;
    for (auto at = line.find(".cu"); at != npos; at = line.find(".cu", at + 1)) {
      const auto begin = line.substr(0, at).find_last_of(" \t('\"[") + 1;
      if (auto p = placed(line.substr(begin))) return p->place;
      auto rest = line.substr(begin);
      if (const auto end = rest.find(':'); end != npos && end + 1 < rest.size() && is_digit(rest[end + 1])) {
        auto n = end + 1;
        return {.file = std::string(rest.substr(0, end)), .line = number_at(rest, n)};
      }
    }
    return {};
  }

  void take_sanitizer(std::string_view t) {
    constexpr std::array<std::string_view, 16> kinds{
        "Invalid ",      "Error:",  "Warning:",  "Potential ", "Barrier error", "Uninitialized", "Race reported",      "Program hit",
        "Unused memory", "Leaked ", "Divergent", "Misaligned", "Cluster ",      "Missing ",      "Target application", "Fatal "};
    const bool is_error = std::ranges::any_of(kinds, [&](std::string_view k) { return t.starts_with(k); });
    if (is_error) begin(Source::sanitizer, t, {}), in_library_ = true;
    if (errors_.empty() || errors_.back().source != Source::sanitizer) return;
    auto& e = errors_.back();
    take_frame(t, e.place);
    if (!is_error && e.detail.size() < 8192) e.detail.append(t).append("\n");
  }

  /// Reads the place of "at kernel(float*)+0x70 in user.cu:12", or of "at 0x70 in /home/user.cu:12:kernel". The first one that is not a
  /// library's counts, or else the first.
  void take_frame(std::string_view t, TextPlace& place) {
    const auto in = t.rfind(" in ");
    if (!in_library_ || in == npos) return;
    auto where = t.substr(in + 4);
    where = where.substr(0, where.find(' '));
    const auto p = placed(std::string(where) + ":");
    if (!p) return;
    const bool of_library = is_of_a_library(p->place.file) || is_library_function(t.substr(0, in)) ||
                            p->place.file.ends_with("_functions.hpp") || p->place.file.ends_with("_intrinsics.hpp");
    if (place.line == 0 || !of_library) place = p->place;
    in_library_ = of_library;
  }

  /// Whether "at void cute::copy<...>(...)+0x20" is a function of CuTe, of CUTLASS or of the standard library.
  static bool is_library_function(std::string_view t) {
    const auto at = t.rfind(" at ", t.find_first_of("(<"));
    if (constexpr std::string_view frame = "Device Frame: "; t.starts_with(frame)) t.remove_prefix(frame.size());
    else if (at != npos) t.remove_prefix(at + 4);
    else if (t.starts_with("at ")) t.remove_prefix(3);
    t = t.substr(0, t.find_first_of("(<"));
    t.remove_prefix(t.rfind(' ') == npos ? 0 : t.rfind(' ') + 1);
    return std::ranges::any_of(std::initializer_list<std::string_view>{"cute::", "cutlass::", "std::", "cuda::"},
                               [&](std::string_view n) { return t.starts_with(n); });
  }

  void begin(Source source, std::string_view words, TextPlace place) {
    if (errors_.size() >= most_errors) return;
    errors_.push_back({.source = source, .words = std::string(words), .place = std::move(place)});
  }

  std::vector<ErrorText>& errors_;
  TextPlace user_;
  bool in_python_ = false;
  bool in_library_ = false;  ///< of a sanitizer's error no place but a library's is known yet
};

bool is_of_a_compiler(std::string_view line) {
  const auto p = placed(line);
  if (!p) return false;
  const auto rest = trimmed(p->rest);
  return has_one(rest, {"In instantiation of '", "required from", "required by", "[ skipping"}) || rest.starts_with("error: ") ||
         rest.starts_with("fatal error: ") || rest.starts_with("note: ") || rest.starts_with("warning: ");
}

}  // namespace

std::vector<ErrorText> errors_in(std::string_view text) {
  std::vector<ErrorText> of_compiler, of_run;
  CompilerText compiler(of_compiler);
  RunText run(of_run);
  bool compiled = false;
  while (!text.empty() && of_compiler.size() < most_errors) {
    const auto raw = algebra::take_until(text, '\n');
    if (raw.size() > most_line) continue;
    const auto line = plain_line(raw);
    if (line.find(": In ") != npos && line.ends_with(':') && !placed(line)) {
      compiler.take_unplaced(line);
      compiled = true;
    } else if (is_of_a_compiler(line)) {
      compiler.take(line);
      compiled = true;
    } else if (compiled && (line.starts_with(" ") || line.starts_with("\t"))) {
      compiler.take(line);
    } else {
      run.take(line);
    }
  }
  if (of_compiler.empty()) return of_run;
  return of_compiler;
}

std::size_t users_frame(const ErrorText& e) {
  const auto it = std::ranges::find_if(e.frames, [](const Frame& f) { return !is_of_a_library(f.called.file); });
  return static_cast<std::size_t>(it - e.frames.begin());
}

TextPlace users_place(const ErrorText& e) {
  if (!is_of_a_library(e.place.file)) return e.place;
  const auto frame = users_frame(e);
  return frame < e.frames.size() ? e.frames[frame].called : TextPlace{};
}

}  // namespace app::why
