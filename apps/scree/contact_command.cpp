// scree contact: flags, queries, and the result as a table or as JSON lines.
#include "contact_command.hpp"

#include <scree/contact.hpp>

#include "core/progress.hpp"
#include "core/table.hpp"
#include "exit_status.hpp"
#include "model/build_model.hpp"
#include "scene/pair_file.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace scree::command {
namespace {

constexpr int most_repeats = 1'000'000'000;

// The algorithms to run, in order, and whether "all" was asked: then some need not know a pair.
struct Choice {
  std::vector<Algorithm> algorithms;
  bool all = false;
};

struct Answer {
  std::size_t pair = 0;
  Algorithm algorithm = Algorithm::automatic;
  bool planar = false;                      // vectors have two components
  Contact contact;                          // in the world
  ContactPatch patch;                       // likewise
  std::optional<std::int64_t> nanoseconds;  // the best of the repeats
};

Error unknown_algorithm(const std::string& given) {
  std::vector<std::string_view> names = {name(Algorithm::automatic)};
  for (const Algorithm algorithm : all_algorithms()) names.push_back(name(algorithm));
  names.emplace_back("all");
  return {fmt::format("--algorithm: \"{}\" is not an algorithm; allowed: {}{}", given, join_names(names),
                      suggestion(given, names))};
}

Result<Choice> choose_algorithms(const std::string& names) {
  if (names == "all") return Choice{all_algorithms(), true};
  Choice choice;
  std::istringstream list(names + ',');
  for (std::string given; std::getline(list, given, ',');) {
    const auto algorithm = algorithm_from_name(given);
    if (given == "all") return Error{"--algorithm: \"all\" stands alone, without other names"};
    if (!algorithm) return unknown_algorithm(given);
    choice.algorithms.push_back(*algorithm);
  }
  return choice;
}

bool is_planar(const PairFile& file, const PlacedPair& pair) {
  return is_planar(file.shapes[pair.a.shape].shape.type) || is_planar(file.shapes[pair.b.shape].shape.type);
}

Contact ask_in_plane(Algorithm algorithm, const PairFile& file, const PlacedPair& pair, ContactPatch* patch) {
  Contact2 contact;
  ContactPatch2 planar_patch;
  // A half-space may be placed or turned so that it cuts the plane at an angle.
  const auto flat = [](const PlacedShape& placed) { return stays_in_plane(placed.world_from_shape, {}, {}); };
  if (flat(pair.a) && flat(pair.b)) {
    PairCache2 cache;
    query(algorithm, file.shapes[pair.a.shape].shape, in_plane(pair.a.world_from_shape),
          file.shapes[pair.b.shape].shape, in_plane(pair.b.world_from_shape), {}, cache, contact,
          &planar_patch);
  } else {
    contact.status = Status::unsupported_pair;
  }
  if (patch != nullptr) put_in_space(planar_patch, *patch);
  return in_space(contact);
}

Contact ask(Algorithm algorithm, const PairFile& file, const PlacedPair& pair, ContactPatch* patch) {
  if (is_planar(file, pair)) return ask_in_plane(algorithm, file, pair, patch);
  PairCache cache;
  Contact contact;
  query(algorithm, file.shapes[pair.a.shape].shape, pair.a.world_from_shape, file.shapes[pair.b.shape].shape,
        pair.b.world_from_shape, {}, cache, contact, patch);
  return contact;
}

// The same query again and again, each with a fresh cache: the time is that of a pair never seen before.
std::int64_t best_time(Algorithm algorithm, const PairFile& file, const PlacedPair& pair, int repeat) {
  using Clock = std::chrono::steady_clock;
  auto best = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < repeat; ++i) {
    const auto begin = Clock::now();
    const Contact contact = ask(algorithm, file, pair, nullptr);
    const auto end = Clock::now();
    static_cast<void>(contact);
    best = std::min<std::int64_t>(best, std::chrono::nanoseconds(end - begin).count());
  }
  return best;
}

Answer answer(std::size_t index, Algorithm algorithm, const PairFile& file, int repeat) {
  Answer result;
  result.pair = index;
  result.algorithm = algorithm;
  result.planar = is_planar(file, file.pairs[index]);
  result.contact = ask(algorithm, file, file.pairs[index], &result.patch);
  if (repeat > 0) result.nanoseconds = best_time(algorithm, file, file.pairs[index], repeat);
  return result;
}

std::string json_point(const Answer& answer, Vec3 v) {
  return answer.planar ? json_vector(in_plane(v)) : json_vector(v);
}

// Every contact point with its own distance and type.
std::string json_patch(const Answer& answer) {
  const ContactPatch& patch = answer.patch;
  std::string list = "[";
  for (int k = 0; k < patch.count; ++k) {
    list += fmt::format(R"({}{{"point":{},"distance":{},"type":"{}"}})", k == 0 ? "" : ",",
                        json_point(answer, patch.points[k]), json_number(patch.distances[k]),
                        name(patch.types[k]));
  }
  return list + "]";
}

// One JSON object on one line. A query that failed has no numbers to show.
std::string json_line(const Answer& answer) {
  const Contact& c = answer.contact;
  const bool has_answer = ok(c.status);
  std::string line = fmt::format(R"({{"pair":{},"algorithm":"{}","status":"{}",)", answer.pair,
                                 name(answer.algorithm), name(c.status));
  if (has_answer) {
    line += fmt::format(
        R"("state":"{}","distance":{},"normal":{},"point_a":{},"point_b":{},"contact_type":"{}",)",
        name(c.state), json_number(c.distance), json_point(answer, c.normal), json_point(answer, c.point_a),
        json_point(answer, c.point_b), name(c.type));
  } else {
    line +=
        R"("state":null,"distance":null,"normal":null,"point_a":null,"point_b":null,"contact_type":null,)";
  }
  line += fmt::format(R"("iterations":{})", c.iterations);
  if (answer.nanoseconds) line += fmt::format(R"(,"nanoseconds":{})", *answer.nanoseconds);
  return line +
         fmt::format(R"(,"fallback":{},"patch":{}}})", c.fallback, has_answer ? json_patch(answer) : "null") +
         "\n";
}

// How the table is laid out, from what was asked.
struct Layout {
  bool several = false;    // more than one algorithm: a column names it
  bool reference = false;  // brute-force and others: a column compares with it
  bool times = false;
};

std::vector<Column> columns(const Layout& layout) {
  std::vector<Column> all = {{"pair"}, {"shapes", Align::left}};
  if (layout.several) all.push_back({"algorithm", Align::left});
  all.insert(all.end(), {{"state", Align::left}, {"distance [m]"}});
  if (layout.reference) all.push_back({"- brute-force"});
  all.insert(all.end(), {{"normal x"}, {"y"}, {"z"}, {"at x [m]"}, {"y [m]"}, {"z [m]"}});
  all.insert(all.end(), {{"type", Align::left}, {"points"}, {"iterations"}});
  if (layout.times) all.push_back({"time [ns]"});
  return all;
}

// What a name may do to a terminal is not left to the file.
std::string printable(std::string text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

std::string difference(const Answer& answer, const Contact* reference) {
  if (reference == nullptr || !ok(reference->status) || !ok(answer.contact.status)) return "";
  if (answer.algorithm == Algorithm::brute_force) return "reference";
  return fmt::format("{:.1e}", answer.contact.distance - reference->distance);
}

// What the table shows as 0, relative to the pair's size: rounding in a distance, and the least that a
// curved surface tells about where on it a point lies.
constexpr Real rounding = 1e-12;
constexpr Real blur = 1e-7;

std::vector<std::string> row(const Answer& answer, const PairFile& file, const Layout& layout,
                             const Contact* reference, bool first_of_pair) {
  const Contact& c = answer.contact;
  const NamedShape& a = file.shapes[file.pairs[answer.pair].a.shape];
  const NamedShape& b = file.shapes[file.pairs[answer.pair].b.shape];
  const Real size = std::max(std::isfinite(a.shape.size) ? a.shape.size : 0,
                             std::isfinite(b.shape.size) ? b.shape.size : 0);
  const Vec3 point = c.point_a + 0.5 * (c.point_b - c.point_a);
  const bool has_answer = ok(c.status);
  const auto shown = [&](const std::string& cell) { return has_answer ? cell : std::string("-"); };

  std::vector<std::string> cells(2);
  if (first_of_pair) cells = {fmt::format("{}", answer.pair), printable(a.name + " - " + b.name)};
  if (layout.several) cells.emplace_back(name(answer.algorithm));
  cells.emplace_back(has_answer ? name(c.state) : name(c.status));
  cells.push_back(shown(short_number(c.distance, rounding * size)));
  if (layout.reference) cells.push_back(difference(answer, reference));
  for (int i = 0; i < 3; ++i) cells.push_back(shown(short_number(c.normal[i], blur, 4)));
  for (int i = 0; i < 3; ++i) cells.push_back(shown(short_number(point[i], blur * size, 5)));
  cells.push_back(shown(std::string(name(c.type))));
  cells.push_back(shown(fmt::format("{}", answer.patch.count)));
  cells.push_back(fmt::format("{}{}", c.iterations, c.fallback ? "*" : ""));
  if (layout.times) cells.push_back(fmt::format("{}", answer.nanoseconds.value_or(0)));
  return cells;
}

// The answers to one pair follow each other, one per algorithm.
std::string table(const std::vector<Answer>& answers, const PairFile& file, const Choice& choice,
                  bool times) {
  const auto& asked = choice.algorithms;
  const auto brute = std::find(asked.begin(), asked.end(), Algorithm::brute_force);
  const bool several = asked.size() > 1;
  const Layout layout{several, several && brute != asked.end(), times};
  Table text{columns(layout), {}};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::size_t first = i - i % asked.size();
    const Contact* reference = nullptr;
    if (layout.reference)
      reference = &answers[first + static_cast<std::size_t>(brute - asked.begin())].contact;
    text.rows.push_back(row(answers[i], file, layout, reference, i == first));
  }
  const bool any_fallback =
      std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return a.contact.fallback; });
  return to_text(text) +
         (any_fallback
              ? "* the algorithm could not prove an answer of its own; an exact method gave this one\n"
              : "");
}

void print_notes(const PairFile& file, const std::string& path) {
  for (const NamedShape& named : file.shapes) {
    for (const std::string& note : named.shape.notes) {
      remark(fmt::format("{}: {}: {}", path, member_path("shapes", named.name), note));
    }
  }
}

bool failed(const Answer& answer, const Choice& choice) {
  const Status status = answer.contact.status;
  // Who asks all of them wants to see which can do what.
  const bool may_fail = status == Status::unsupported_pair || guarantee(answer.algorithm) == Guarantee::none;
  return !ok(status) && !(choice.all && may_fail);
}

int exit_status(std::size_t failures, std::size_t count) {
  if (failures == 0) return exit_ok;
  complain(fmt::format("{} of {} queries have no answer: see their status", failures, count));
  return exit_query_failed;
}

}  // namespace

CLI::App* add_contact_command(CLI::App& app, ContactOptions& options) {
  CLI::App* command = app.add_subcommand(
      "contact", "Signed distance, normal, closest points and contact type of pairs of convex shapes.");
  command->add_option("FILE", options.file, "A JSON file with shapes and pairs: see docs/guide/contact.md")
      ->required()
      ->type_name(" ");
  command
      ->add_option("--algorithm", options.algorithms,
                   "Names between commas, or all; default: the best one for each pair")
      ->type_name("NAME[,NAME...]|all");
  command
      ->add_option("--repeat", options.repeat,
                   "Ask each query N times, without what the last one learned, and give the best time")
      ->type_name("N")
      ->check(CLI::Range(1, most_repeats).description(""));
  command->add_option("--format", options.format, "A table to read, or one JSON object per line")
      ->type_name("table|json")
      ->check(CLI::IsMember({"table", "json"}).description(""));
  command->footer(
      "Example:\n"
      "  scree contact scenes/pairs/demo.json --algorithm all\n"
      "Exit status: 0 all answered, 1 output failed, 2 bad input, 3 some queries have no answer.");
  return command;
}

int run_contact(const ContactOptions& options, Output& output) {
  const auto choice = choose_algorithms(options.algorithms);
  if (!choice) {
    complain(choice.error().message);
    return exit_bad_input;
  }
  const auto file = read_pair_file(options.file);
  if (!file) {
    complain(file.error().message);
    return exit_bad_input;
  }
  print_notes(*file, options.file);

  std::vector<Answer> answers;
  std::size_t failures = 0;
  const bool as_table = options.format == "table";
  {
    Progress progress("pairs", file->pairs.size());  // gone before the table comes
    for (std::size_t pair = 0; pair < file->pairs.size() && output.error == 0; ++pair) {
      for (const Algorithm algorithm : choice->algorithms) {
        const Answer result = answer(pair, algorithm, *file, options.repeat);
        if (failed(result, *choice)) ++failures;
        if (as_table) {
          answers.push_back(result);
        } else {
          write(output, json_line(result));
        }
      }
      if (as_table) progress.update(pair + 1);  // JSON lines show how far they are
    }
  }
  if (as_table) write(output, table(answers, *file, *choice, options.repeat > 0));
  return finish(output) ? exit_status(failures, file->pairs.size() * choice->algorithms.size())
                        : exit_output_failed;
}

}  // namespace scree::command
