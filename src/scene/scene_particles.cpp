// Which particles a fill or an injection makes.
#include "scene/scene_particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene/names.hpp"

namespace scree {
namespace {

bool ascending(const Section& section, std::string_view low, std::string_view high) {
  const Real a = get_number(section, low);
  const Real b = get_number(section, high);
  if (a < b) return true;
  complain(section, high, fmt::format("{} m is not above \"{}\", {} m", b, low, a));
  return false;
}

// The distribution is cut to a part that must not be empty: no size could be drawn.
std::optional<SizeDistribution> cut_bell(const Section& section, SizeDistribution sizes) {
  constexpr Real least_share = 1e-6;
  sizes.min = get_number(section, "min");
  sizes.max = get_number(section, "max");
  const Real kept = kept_share(sizes);
  if (kept >= least_share) return sizes;
  complain(section, "min",
           fmt::format("[{}, {}] m holds a share of {:.3g} of the distribution; at least {} is "
                       "needed",
                       sizes.min, sizes.max, kept, least_share));
  return std::nullopt;
}

std::optional<SizeDistribution> read_sieve(const Section& section) {
  const auto numbers = get_numbers(section, "sieves");
  const std::size_t rows = numbers.size() / 2;
  const auto opening = [&](std::size_t i) { return numbers[2 * i]; };
  const auto passing = [&](std::size_t i) { return numbers[2 * i + 1]; };
  const auto wrong = [&](std::string_view message) {
    complain(section, "sieves", message);
    return std::nullopt;
  };
  if (rows < 2) return wrong("must have at least two rows [opening, passing]");
  std::vector<SizeBin> bins;
  for (std::size_t i = 0; i < rows; ++i) {
    if (!(opening(i) >= 1e-9 && opening(i) <= 1e9)) {
      return wrong(
          fmt::format("opening {} of row {} is out of range; allowed: 1e-9 to 1e9 m", opening(i), i));
    }
    if (i == 0) continue;
    if (opening(i) <= opening(i - 1)) {
      return wrong(fmt::format("opening {} m of row {} is not above the {} m before it", opening(i), i,
                               opening(i - 1)));
    }
    if (passing(i) < passing(i - 1)) {
      return wrong(
          fmt::format("share {} of row {} is below the {} before it", passing(i), i, passing(i - 1)));
    }
    bins.push_back({opening(i - 1), opening(i), passing(i) - passing(i - 1)});
  }
  if (passing(0) != 0) return wrong(fmt::format("the first share must be 0, found {}", passing(0)));
  if (passing(rows - 1) != 1)
    return wrong(fmt::format("the last share must be 1, found {}", passing(rows - 1)));
  return bins_by_mass(bins, section.errors->dimension);
}

std::optional<SizeDistribution> read_d50(const Section& section) {
  if (!ascending(section, "min", "d50") || !ascending(section, "d50", "max")) return std::nullopt;
  const Real d50 = get_number(section, "d50");
  const std::vector<SizeBin> halves = {{get_number(section, "min"), d50, 0.5},
                                       {d50, get_number(section, "max"), 0.5}};
  if (get_text(section, "by") == "mass") return bins_by_mass(halves, section.errors->dimension);
  SizeDistribution sizes;
  sizes.bins = halves;
  return sizes;
}

std::optional<SizeDistribution> read_distribution(const Section& section) {
  const std::string_view kind = section.variant;
  if (kind == "fixed") return fixed_size(get_number(section, "value"));
  if (kind == "sieve") return read_sieve(section);
  if (kind == "d50") return read_d50(section);
  if (!ascending(section, "min", "max")) return std::nullopt;
  SizeDistribution sizes;
  if (kind == "uniform") {
    sizes.bins = {{get_number(section, "min"), get_number(section, "max"), 1}};
    return sizes;
  }
  if (kind == "normal") {
    sizes.kind = SizeDistribution::Kind::normal;
    sizes.mean = get_number(section, "mean");
    sizes.deviation = get_number(section, "deviation");
  } else {
    sizes.kind = SizeDistribution::Kind::log_normal;
    sizes.mean = std::log(get_number(section, "median"));
    sizes.deviation = get_number(section, "log_deviation");
  }
  return cut_bell(section, sizes);
}

std::optional<std::vector<Real>> read_shares(const Section& section, std::size_t count) {
  std::vector<Real> shares = get_numbers(section, "shares");
  if (shares.empty()) shares.assign(count, 1);
  const Real sum = std::accumulate(shares.begin(), shares.end(), Real{0});
  if (shares.size() != count) {
    complain(section, "shares",
             fmt::format("must be as many numbers as \"shapes\", {}, found {}", count, shares.size()));
    return std::nullopt;
  }
  if (sum <= 0) {
    complain(section, "shares", "must not all be 0");
    return std::nullopt;
  }
  for (Real& share : shares) share /= sum;
  return shares;
}

// A number, or a table.
std::optional<SizeDistribution> read_size(const Section& section) {
  const TomlNode& node = *member(section, "size");
  if (node.kind != TomlNode::Kind::table) return fixed_size(get_number(section, "size"));
  const std::string path = section.path + ".size";
  const auto kind = read_variant(node, path, "size", "distribution", *section.errors);
  if (!kind) return std::nullopt;
  const Section size = open_section(node, path, "size", *kind, *section.errors);
  return size.sound ? read_distribution(size) : std::nullopt;
}

}  // namespace

std::optional<ParticleChoice> read_particles(const Section& section, const SceneBuild& build) {
  ParticleChoice choice;
  bool sound = true;
  for (const std::string& name : get_names(section, "shapes")) {
    const auto shape = find_shape(section, "shapes", name, build);
    sound = sound && shape;
    if (!shape) continue;
    choice.shapes.push_back(*shape);
    if (!build.shapes[*shape].bounded) {
      complain(section, "shapes",
               fmt::format("{} is a half_space; particles must have bounds", in_quotes(name)));
      sound = false;
    }
  }
  if (has(section, "size") && has(section, "scale")) {
    either(section, "size", "scale", false);
    sound = false;
  }
  if (has(section, "size")) {
    choice.sizes = read_size(section);
    sound = sound && choice.sizes;
  }
  if (has(section, "scale")) choice.scale = get_number(section, "scale");
  choice.by_chance = get_text(section, "choice") == "random";
  const auto material = find_material(section, build);
  if (!sound || !material) return std::nullopt;
  choice.material = *material;
  auto shares = read_shares(section, choice.shapes.size());
  if (!shares) return std::nullopt;
  choice.shares = *std::move(shares);
  return choice;
}

ParticleSource::ParticleSource(const ParticleChoice& choice, const SceneBuild& build, std::uint64_t stream)
    : choice_(choice), build_(build), stream_(stream), made_by_shape_(choice.shapes.size(), 0) {}

// In turn: the shape that is farthest behind its share. Counts stay within one of what the shares ask for.
std::size_t ParticleSource::next_shape(Random& random) {
  std::size_t best = 0;
  if (choice_.by_chance) {
    Real u = uniform(random);
    while (best + 1 < choice_.shares.size() && u >= choice_.shares[best]) u -= choice_.shares[best++];
    return best;
  }
  Real most = -1;
  for (std::size_t i = 0; i < choice_.shapes.size(); ++i) {
    const Real behind =
        choice_.shares[i] * static_cast<Real>(made_ + 1) - static_cast<Real>(made_by_shape_[i]);
    if (behind > most + 1e-9) {
      most = behind;
      best = i;
    }
  }
  return best;
}

ParticleSource::Particle ParticleSource::next() {
  Particle particle;
  particle.random = {build_.setup.settings.seed, stream_ + made_, 0};
  const std::size_t which = next_shape(particle.random);
  particle.shape = choice_.shapes[which];
  particle.factor = choice_.scale;
  if (choice_.sizes) {
    particle.factor =
        draw_size(*choice_.sizes, particle.random) / equivalent_diameter(build_.shapes[particle.shape]);
  }
  ++made_;
  ++made_by_shape_[which];
  return particle;
}

Real largest_radius(const ParticleChoice& choice, const SceneBuild& build) {
  Real largest = 0;
  for (const std::size_t i : choice.shapes) {
    const SceneShape& shape = build.shapes[i];
    const Real factor =
        choice.sizes ? largest_size(*choice.sizes) / equivalent_diameter(shape) : choice.scale;
    largest = std::max(largest, factor * shape.radius);
  }
  return largest;
}

std::uint64_t particle_stream(std::uint32_t kind, std::size_t index) {
  return (std::uint64_t{0x5CE0 + kind} << 48) + (static_cast<std::uint64_t>(index) << 32);
}

}  // namespace scree
