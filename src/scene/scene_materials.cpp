// [[material]] and [[contact]]: what bodies are made of and how any two materials meet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/names.hpp"
#include "scene/scene_build.hpp"

namespace scree {
namespace {

// Each pair of materials has its own law.
constexpr std::size_t max_materials = 100;

void override_number(const Section& section, std::string_view key, Real& number) {
  if (const auto given = find_number(section, key)) number = *given;
}

void read_law(const Section& section, ContactParameters& law) {
  override_number(section, "normal_stiffness", law.normal_stiffness);
  override_number(section, "shear_stiffness", law.shear_stiffness);
  override_number(section, "exponent", law.exponent);
  override_number(section, "friction", law.friction);
  if (either(section, "friction", "friction_angle", false) && has(section, "friction_angle")) {
    law.friction = std::tan(get_number(section, "friction_angle") * std::numbers::pi / 180);
  }
  override_number(section, "restitution", law.restitution);
  override_number(section, "tangential_restitution", law.tangential_restitution);
}

// Friction without a tangential spring would silently do nothing.
void check_friction(const Section& section, const ContactParameters& law) {
  if (law.friction == 0 || law.shear_stiffness > 0) return;
  const std::string friction = fmt::format("the friction of {:.6g} needs one > 0 N/m", law.friction);
  if (has(section, "shear_stiffness"))
    return complain(section, "shear_stiffness", "0 does not do: " + friction);
  complain(section, "\"shear_stiffness\" is missing: " + friction);
}

// Springs in series, doubled, so that a material mixed with itself stays what it is.
Real harmonic_mean(Real a, Real b) { return a + b > 0 ? 2 * a * (b / (a + b)) : 0; }

ContactParameters mixed(const ContactParameters& a, const ContactParameters& b) {
  return {.normal_stiffness = harmonic_mean(a.normal_stiffness, b.normal_stiffness),
          .shear_stiffness = harmonic_mean(a.shear_stiffness, b.shear_stiffness),
          .exponent = a.exponent,
          .friction = std::min(a.friction, b.friction),
          .restitution = std::min(a.restitution, b.restitution),
          .tangential_restitution = std::min(a.tangential_restitution, b.tangential_restitution)};
}

struct PairOfMaterials {
  int a, b;
};

std::optional<PairOfMaterials> find_pair(const Section& section, const Model& model) {
  std::vector<std::string_view> names;
  for (const Material& material : model.materials) names.push_back(material.name);
  int found[2] = {0, 0};
  const auto wanted = get_names(section, "materials");
  for (int i = 0; i < 2; ++i) {
    const auto at = std::find(names.begin(), names.end(), wanted[i]);
    if (at == names.end()) {
      complain(section, "materials", not_defined(wanted[i], "material", names));
      return std::nullopt;
    }
    found[i] = static_cast<int>(at - names.begin());
  }
  return PairOfMaterials{std::min(found[0], found[1]), std::max(found[0], found[1])};
}

struct Laws {
  std::vector<ContactParameters> own;  // by material
  std::vector<Section> sections;       // by material
  std::vector<char> given;             // by pair: whether a [[contact]] tells
};

void read_contact(const Section& section, Model& model, Laws& laws) {
  if (!section.sound) return;
  const auto pair = find_pair(section, model);
  if (!pair) return;
  const std::size_t place = pair->a * model.materials.size() + pair->b;
  if (laws.given[place]++ != 0) {
    return complain(section, "materials",
                    fmt::format("{} and {} are given twice", in_quotes(model.materials[pair->a].name),
                                in_quotes(model.materials[pair->b].name)));
  }
  const ContactParameters& a = laws.own[pair->a];
  const ContactParameters& b = laws.own[pair->b];
  ContactParameters law = mixed(a, b);
  read_law(section, law);
  if (a.exponent != b.exponent && !(has(section, "exponent") && has(section, "normal_stiffness"))) {
    return complain(section, fmt::format("the materials' exponents {} and {} differ: \"exponent\" and "
                                         "\"normal_stiffness\" must be given",
                                         a.exponent, b.exponent));
  }
  check_friction(section, law);
  if (const auto error = set_contact(model, pair->a, pair->b, law)) complain(section, error->message);
}

// Pairs that no [[contact]] speaks of.
void mix_the_others(Model& model, const Laws& laws) {
  const auto count = static_cast<int>(model.materials.size());
  for (int a = 0; a < count; ++a) {
    for (int b = a; b < count; ++b) {
      if (laws.given[a * count + b] != 0) continue;
      if (laws.own[a].exponent != laws.own[b].exponent) {
        complain(
            laws.sections[b],
            fmt::format("its exponent {} and the {} of {} do not mix; a [[contact]] with materials = [{}, "
                        "{}] must tell",
                        laws.own[b].exponent, laws.own[a].exponent, in_quotes(model.materials[a].name),
                        in_quotes(model.materials[a].name), in_quotes(model.materials[b].name)));
        continue;
      }
      const ContactParameters law = a == b ? laws.own[a] : mixed(laws.own[a], laws.own[b]);
      if (const auto error = set_contact(model, a, b, law)) complain(laws.sections[b], error->message);
    }
  }
}

}  // namespace

void read_materials(const Section& root, SceneBuild& build) {
  Model& model = build.setup.model;
  Laws laws;
  bool sound = true;
  for (const Section& section : open_members(root, "material", "material")) {
    if (model.materials.size() == max_materials) {
      complain(section, fmt::format("is one too many; a scene holds at most {} materials", max_materials));
      sound = false;
      break;
    }
    sound = sound && section.sound;
    const std::string name = get_text(section, "name");
    for (const Material& other : model.materials) {
      if (other.name == name) complain(section, "name", fmt::format("{} is given twice", in_quotes(name)));
    }
    ContactParameters law;
    read_law(section, law);
    if (section.sound) check_friction(section, law);
    // Unsound ones are kept, so that references to them are not wrong as well.
    const auto added = add_material(model, {name, section.sound ? get_number(section, "density") : 1});
    if (!added) {
      complain(section, added.error().message);
      sound = false;
      continue;
    }
    laws.own.push_back(law);
    laws.sections.push_back(section);
  }
  laws.given.assign(model.materials.size() * model.materials.size(), 0);
  const auto contacts = open_members(root, "contact", "contact");
  if (!sound) return;
  for (const Section& section : contacts) read_contact(section, model, laws);
  mix_the_others(model, laws);
}

}  // namespace scree
