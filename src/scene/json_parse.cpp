// Builds the tree from the parser's events, so that each event can be refused before it costs memory.
#include "scene/json_parse.hpp"

#include "scene/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace scree {
namespace {

using nlohmann::json;

// Walks over the text and tells how far the parser has read: its events do not say where they are.
struct TrackedIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** furthest = nullptr;

  reference operator*() const { return *at; }
  TrackedIterator& operator++() {
    ++at;
    *furthest = at;
    return *this;
  }
  TrackedIterator operator++(int) {
    const TrackedIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TrackedIterator& other) const { return at == other.at; }
  bool operator!=(const TrackedIterator& other) const { return at != other.at; }
};

// The line and column, counted from 1, of the last of the characters read so far.
std::string line_and_column(std::string_view text, std::size_t characters_read) {
  const std::size_t last = std::min(std::max<std::size_t>(characters_read, 1) - 1, text.size());
  const std::string_view before = text.substr(0, last);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", lines + 1, last - line_begin + 1);
}

// Cut short, with nothing a terminal could choke on.
std::string tidied(std::string_view text) {
  constexpr std::size_t longest = 160;
  std::string message(text.substr(0, longest));
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > longest ? message + "..." : message;
}

// The parser's message without its error code and its idea of the column, which is wrong at line ends.
std::string_view reason(std::string_view what) {
  for (const std::string_view before : {"] ", "parse error at ", "column ", ": "}) {
    const auto at = what.find(before);
    if (at != std::string_view::npos) what.remove_prefix(at + before.size());
  }
  return what;
}

class TreeBuilder final : public nlohmann::json_sax<json> {
 public:
  json root;
  std::string complaint;  // why the text was refused

  TreeBuilder(std::string_view text, const char* const* read_to) : text_(text), read_to_(read_to) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*digits*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return refuse("binary data is not JSON text"); }

  bool start_object(std::size_t /*count*/) override { return open(json::value_t::object); }
  bool start_array(std::size_t /*count*/) override { return open(json::value_t::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    Level& object = levels_.back();
    if (object.container->contains(name))
      return refuse(member_path(path(), name) + ": this key appears twice");
    object.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t characters_read, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      return refuse(fmt::format("{}: the number {} is too large", next_path(), tidied(last_token)),
                    characters_read);
    }
    return refuse(tidied(reason(error.what())), characters_read);
  }

 private:
  struct Level {
    json* container;
    std::string key;  // of the member being read, when the container is an object
  };

  std::string_view text_;
  const char* const* read_to_;
  std::vector<Level> levels_;

  bool add(json value) {
    place(std::move(value));
    return true;
  }

  // A container's elements stay where they are while one of them is open: it is the last one.
  json* place(json value) {
    if (levels_.empty()) {
      root = std::move(value);
      return &root;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    json& member = (*level.container)[level.key];
    member = std::move(value);
    return &member;
  }

  bool open(json::value_t type) {
    if (levels_.size() == max_json_depth) {
      return refuse(fmt::format("nested deeper than {} levels", max_json_depth));
    }
    levels_.push_back({place(json(type)), {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  // The path of the innermost open container, and of the value that comes next in it.
  std::string path() const { return path_of(levels_.empty() ? 0 : levels_.size() - 1); }
  std::string next_path() const { return path_of(levels_.size()); }
  std::string path_of(std::size_t depth) const {
    std::string path;
    for (std::size_t i = 0; i < depth; ++i) {
      const Level& level = levels_[i];
      if (level.container->is_array()) {
        const bool is_open = i + 1 < levels_.size();  // then the element counts already
        path = element_path(path, level.container->size() - (is_open ? 1 : 0));
      } else {
        path = member_path(path, level.key);
      }
    }
    return path;
  }

  bool refuse(std::string_view message, std::size_t characters_read) {
    complaint = fmt::format("{}: {}", line_and_column(text_, characters_read), message);
    return false;
  }
  bool refuse(std::string_view message) {
    return refuse(message, static_cast<std::size_t>(*read_to_ - text_.data()));
  }
};

}  // namespace

Result<json> parse_json(std::string_view text, const std::string& file) {
  const char* read_to = text.data();
  TreeBuilder builder(text, &read_to);
  const TrackedIterator begin{text.data(), &read_to};
  const TrackedIterator end{text.data() + text.size(), &read_to};
  if (!json::sax_parse(begin, end, &builder)) return Error{fmt::format("{}: {}", file, builder.complaint)};
  return std::move(builder.root);
}

}  // namespace scree
