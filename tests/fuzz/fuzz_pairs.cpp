// libFuzzer target: any bytes are a contact file or a message, and never more than that.
// Mesh files are switched off, so that an input cannot reach the file system.
#include "scene/pair_file.hpp"
#include "scene/shape_json.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

// Every refusal says whose fault it is; an accepted file keeps what PairFile promises.
template <class T>
void check_message(const scree::Result<T>& result) {
  if (!result && !result.error().message.starts_with("fuzz.json: ")) std::abort();
}

void check_pairs(const scree::PairFile& file) {
  for (const auto& pair : file.pairs) {
    for (const auto& placed : {pair.a, pair.b}) {
      if (placed.shape >= file.shapes.size()) std::abort();
      if (!scree::is_finite(placed.world_from_shape.translation)) std::abort();
      if (!(std::abs(scree::norm(placed.world_from_shape.rotation) - 1) < 1e-12)) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const scree::MeshFiles none{false, ""};
  const auto pairs = scree::parse_pairs(text, "fuzz.json", none);
  check_message(pairs);
  if (pairs) check_pairs(*pairs);
  check_message(scree::parse_shape(text, "fuzz.json", none));
  return 0;
}
